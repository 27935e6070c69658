"""From a match to what a seat may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rulewright.agents.contract import Packet
from rulewright.agents.worlds import forget_last_answer, true_option
from rulewright.core.layout import pack
from rulewright.core.program import Program
from rulewright.play.engines import Option
from rulewright.play.game import Game
from rulewright.play.knowledge.memory import Memory
from rulewright.play.knowledge.order import lot_of
from rulewright.play.match import Match


def packet_of(match: Match) -> Packet:
    """What the seat that has to decide may know."""
    return sealed_of(match)[0]


def sealed_of(match: Match) -> tuple[Packet, tuple[int, ...]]:
    """The packet of whoever has to decide, and for each of its options the number that the match has for it."""
    now = match.decision
    assert now is not None and now.seat is not None
    lot = lot_of(match.seed, now.number)
    return sealed(match.game, match.state, match.raw_options, match.seat_number(now.seat), now.number, match.memory, lot)


def sealed(
    game: Game, state: bytes, options: Sequence[Option], seat: int, decision: int, memory: Memory | None, lot: int = 0
) -> tuple[Packet, tuple[int, ...]]:
    """The same without a match; `memory` is what the seats have seen on the way, and is needed where something is hidden. Which of several
    pieces that lie alike an option of the packet means, the lot says."""
    if not secret(game):
        return Packet(game, seat, without_chance(game.program, state), tuple(options), decision), tuple(range(len(options)))
    assert memory is not None
    guise = game.knower.guise(game.interpreter.unpack(state), seat, memory, lot)
    forget_last_answer(game.program, guise.state)
    data = pack(game.program, guise.state)
    found = game.engine.options(game.engine.unpack(data))
    choice = game.interpreter.machine.choice(guise.state)
    assert choice is not None
    true = {name: piece for piece, name in guise.names.items()}
    numbers = {option: number for number, option in enumerate(options)}
    mine = {o: numbers.get(true_option(o, choice.alts[o[0]].shown, true)) for o in found}
    if None in mine.values() or len(found) != len(options):  # the rules offer by what is hidden: then the seat knows what it is offered
        offered = {true_option(o, choice.alts[o[0]].shown, guise.names): number for number, o in enumerate(options)}
        mine = {o: offered[o] for o in (*(o for o in found if o in offered), *(o for o in offered if o not in mine))}
    known = guise.groups, guise.secrets, guise.answers
    return Packet(game, seat, data, tuple(mine), decision, True, *known), tuple(n for n in mine.values() if n is not None)


def without_chance(program: Program, state: bytes) -> bytes:
    """A state that does not tell what chance will bring."""
    assert program.rng is not None
    at, size = program.rng.offset, 8 * program.rng.count
    return state[:at] + bytes(size) + state[at + size :]


@cache
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
            if seen in {"owner", "others", "witnesses"} or game.world.kinds[program.kinds[kind].name].face_down is not None:
                return True
            if seen == "none":
                hiding[kind] = hiding.get(kind, 0) + place.sites
    return any(sites > 1 for sites in hiding.values())
