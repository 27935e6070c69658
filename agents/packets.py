"""From a match to what a seat may know of it."""

from __future__ import annotations

from rulewright.agents.contract import Packet
from rulewright.core.program import Program
from rulewright.play.engines import Option
from rulewright.play.game import Game
from rulewright.play.match import Match


def packet_of(match: Match) -> Packet:
    """What the seat that has to decide may know."""
    now = match.decision
    assert now is not None and now.seat is not None
    return packet_of_state(match.game, match.state, tuple(match.raw_options), match.seat_number(now.seat), now.number)


def packet_of_state(game: Game, state: bytes, options: tuple[Option, ...], seat: int, decision: int) -> Packet:
    """The same without a match."""
    return Packet(game, seat, without_chance(game.program, state), options, decision, secret(game))


def without_chance(program: Program, state: bytes) -> bytes:
    """A state that does not tell what chance will bring."""
    assert program.rng is not None
    at, size = program.rng.offset, 8 * program.rng.count
    return state[:at] + bytes(size) + state[at + size :]


def secret(game: Game) -> bool:
    """Whether something can be hidden from a player that another one knows, or that lies somewhere unknown."""
    program = game.program
    if any(c.secret for c in program.choices):
        return True
    attributes = [a for k in program.kinds for a in k.attributes.values()]
    attributes += [s.core for s in (*game.world.player_attrs.values(), *game.world.game_attrs.values()) if s.core is not None]
    if any(a.secret for a in attributes):
        return True
    hiding: dict[int, int] = {}  # for each kind, the sites on which its pieces can lie unseen
    for place in program.places:
        for kind in place.limits:
            seen = place.seen_kinds.get(kind, place.seen)
            if seen in {"owner", "witnesses"} or game.world.kinds[program.kinds[kind].name].face_down is not None:
                return True
            if seen == "none":
                hiding[kind] = hiding.get(kind, 0) + place.sites
    return any(sites > 1 for sites in hiding.values())
