"""How a match ended: who won, by which rule, with which score, and what broke a tie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.play.models import Line, Outcome

if TYPE_CHECKING:
    from rulewright.core.program import Program
    from rulewright.play.match import Match

WIN, LOSE, DRAW, WON, ENDING, CUT = 1, 2, 3, 4, 5, 8


def sides(program: Program, winners: int) -> int:
    """How many win: players, or teams where there are some."""
    return sum(bool(winners & bits) for _, bits in program.teams) if program.teams else winners.bit_count()


def outcome_of(match: Match) -> Outcome:
    program = match.game.program
    state = match._engine.as_list(match._state)
    assert program.over is not None and program.winners is not None and program.ending is not None and program.cause is not None
    code, winners = state[program.over.at], state[program.winners.at]
    seats = tuple(s for i, s in enumerate(match.game.seats) if winners >> i & 1)
    where, rule = match.place(state[program.cause.at])
    scores = {seat: tuple(Line(name=n, points=p) for n, p in lines.items()) for seat, lines in match.score().items()}
    ending = program.endings[state[program.ending.at]] if state[program.ending.at] >= 0 else ""
    kind, deciding = "draw", ""
    if code == WIN:
        kind = "win"
    elif code == LOSE:
        kind = "loss"
    elif code == ENDING:
        kind = "ending"
    elif code == CUT:
        kind = "cut"
    elif code == WON:
        deciding = _text_of(match, breaking(match))
        if len(seats) == 1 or sides(program, winners) == 1:
            kind = "win"
        elif not seats:
            kind = "none"
        else:
            kind = "shared" if len(seats) < len(match.game.seats) else "draw"
    reason = f"{rule} {where}".strip() if code in {WIN, LOSE, DRAW, ENDING} else ""
    return Outcome(kind=kind, winners=seats, ending=ending, reason=reason, deciding=deciding, scores=scores)


def breaking(match: Match) -> int | None:
    """The number of the tie-breaker that decided: the first criterion after which only the winners are left, if it is not the first one."""
    game, state = match.game, match.as_list()
    ask = game.interpreter.ask
    left = set(range(len(game.seats)))
    for number, (extreme, func) in enumerate(game.program.criteria):
        values = {p: ask(func, state, p) for p in left}
        goal = max(values.values()) if extreme == "most" else min(values.values())
        narrowed = {p for p in left if values[p] == goal}
        alone = sides(game.program, sum(1 << p for p in narrowed)) == 1
        if alone and sides(game.program, sum(1 << p for p in left)) > 1:
            return number or None
        left = narrowed
    return None


def _text_of(match: Match, number: int | None) -> str:
    """A tie-breaker as the rules spell it."""
    winner = match.game.world.winner
    criteria = [c for c in winner.criteria if c.extreme is not None] if winner is not None else []
    if number is None or number >= len(criteria):
        return ""
    return f"{criteria[number].extreme} {match.game.loaded.sources.text(criteria[number].value.span)}"
