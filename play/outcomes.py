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
        deciding = _deciding(match, state)
        if len(seats) == 1 or sides(program, winners) == 1:
            kind = "win"
        elif not seats:
            kind = "none"
        else:
            kind = "shared" if len(seats) < len(match.game.seats) else "draw"
    reason = f"{rule} {where}".strip() if code in {WIN, LOSE, DRAW, ENDING} else ""
    return Outcome(kind=kind, winners=seats, ending=ending, reason=reason, deciding=deciding, scores=scores)


def _deciding(match: Match, state: list[int]) -> str:
    """The tie-breaker that decided: the first criterion after which only the winners are left, if it is not the first one."""
    game = match.game
    ask = game.interpreter.ask
    left = set(range(len(game.seats)))
    criteria = [c for c in game.world.winner.criteria if c.extreme is not None] if game.world.winner is not None else []
    for number, (extreme, func) in enumerate(game.program.criteria):
        values = {p: ask(func, state, p) for p in left}
        goal = max(values.values()) if extreme == "most" else min(values.values())
        narrowed = {p for p in left if values[p] == goal}
        alone = sides(game.program, sum(1 << p for p in narrowed)) == 1
        if alone and sides(game.program, sum(1 << p for p in left)) > 1:
            if number == 0:
                return ""
            text = game.loaded.sources.text(criteria[number].value.span) if number < len(criteria) else ""
            return f"{extreme} {text}"
        left = narrowed
    return ""
