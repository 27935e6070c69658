"""Who sits where: people, or agents by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.agents.registry import names, spec
from rulewright.cli.failure import usage
from rulewright.dsl.diagnostics.suggest import did_you_mean
from rulewright.play.errors import PlayError

if TYPE_CHECKING:
    from rulewright.play.game import Game

HUMAN = "human"
USUAL = "fair"
RULES = "the rules"  # nobody: this seat never decides


def seated(seats: Sequence[str], wanted: dict[str, str], deciding: Sequence[str], usual: str = USUAL) -> dict[str, str]:
    """Who decides for each seat. Nobody said: the first free seat that has anything to decide is a person's if no other is, the usual
    agent takes the rest."""
    found: dict[str, str] = {}
    for name, who in wanted.items():
        _check(who)
        if name.lower() == "all" and "all" not in (s.lower() for s in seats):
            found = {seat: found.get(seat, who) for seat in deciding}
            continue
        seat = next((s for s in seats if s.lower() == name.lower()), None)
        if seat is None and name.isdigit() and 1 <= int(name) <= len(seats):
            seat = seats[int(name) - 1]
        if seat is None:
            raise usage(f"There is no seat called {name}.", did_you_mean(name, seats) or f"Choose one of: {', '.join(seats)}.")
        if seat not in deciding:
            raise usage(f"The rules themselves move {seat}.", f"Seats to take: {', '.join(deciding)}.")
        found[seat] = who
    for seat in seats:
        if seat not in found:
            found[seat] = RULES if seat not in deciding else usual if HUMAN in found.values() else HUMAN
    return {seat: found[seat] for seat in seats}


def agents_at(game: Game, wanted: dict[str, str]) -> tuple[str, ...]:
    """An agent for every seat, for matches that nobody watches; random players where nothing is said."""
    if HUMAN in wanted.values():
        raise usage("Nobody sits at a keyboard while matches are simulated.", "Name agents, as in --seat all=greedy.")
    found = seated(game.seats, {**wanted, "all": wanted.get("all", "random")}, game.deciding)
    return tuple("random" if who == RULES else who for who in found.values())


def _check(who: str) -> None:
    """Whoever cannot take a seat is refused."""
    if who == HUMAN:
        return
    known = [HUMAN, *names()]
    name = who.partition(":")[0].strip()
    if name not in known:
        raise usage(f"Nobody called `{name}` can take a seat.", did_you_mean(name, known) or f"Choose one of: {', '.join(known)}.")
    if name == HUMAN:
        raise usage("A person thinks as long as a person likes, without a budget.", f"Write {HUMAN} alone.")
    try:
        spec(who)
    except PlayError as error:
        raise usage(error.message, error.help) from None


def secretive(game: Game) -> bool:
    """Whether seats see different things, so that people at one keyboard must not look over each other's shoulders."""
    program = game.program
    private = {"owner", "others", "witnesses"}
    if any(p.seen in private or private & set(p.seen_kinds.values()) for p in program.places):
        return True
    if any(c.secret for c in program.choices):
        return True
    attributes = [a for k in program.kinds for a in k.attributes.values()]
    attributes += [s.core for s in (*game.world.player_attrs.values(), *game.world.game_attrs.values()) if s.core is not None]
    return any(a.secret for a in attributes)
