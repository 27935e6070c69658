"""What an end, or a match that was cut, is worth to each seat: whole numbers from 0 to WHOLE.

All lose < others win < I win. Native code (`compiler.search`) computes the same.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.core.goals import FALLEN, HALF, LEADING, SURVIVED, WHOLE, Aims, aims
from rulewright.core.program import Program
from rulewright.play.outcomes import CUT, ENDING, LOSE, sides

Ask = Callable[..., int]  # the value of a function in a state: of a seat, or of nothing else


def rewards(program: Program, ask: Ask, state: list[int], over: int, scale: int, bases: tuple[int, ...] = ()) -> list[int]:
    """For each seat; `over` is how the match ended, 0 or CUT if it goes on."""
    goal, seats = aims(program), len(program.seats)
    if goal.together and goal.worths and over == ENDING:
        assert program.ending is not None
        return [goal.worths[state[program.ending.at]]] * seats
    if over in {0, CUT} or goal.together:
        totals = [sum(sign * ask(func, state, seat) for sign, func in goal.measures) for seat in range(seats)]
        led = [_judged(totals, seat, goal.together, scale, program.mates(seat)) for seat in range(seats)]
        if not goal.dangers:
            return led
        safe = safety(goal, ask, state, bases)
        return [safe * (SURVIVED + LEADING * lead // WHOLE) // WHOLE for lead in led]
    if goal.stake:
        _, func = goal.measures[0]
        return [(ask(func, state, seat) + goal.stake) * HALF // goal.stake for seat in range(seats)]
    assert program.winners is not None
    winners = state[program.winners.at]
    floor = SURVIVED if goal.all_lose else 0
    if not winners and over == LOSE and goal.all_lose:
        return [safety(goal, ask, state, bases) * SURVIVED // WHOLE * FALLEN // WHOLE if goal.dangers else 0] * seats
    share = floor + (WHOLE - floor) // (sides(program, winners) or seats)
    return [share if not winners or winners >> seat & 1 else floor for seat in range(seats)]


def _judged(totals: list[int], seat: int, together: bool, scale: int, mates: int) -> int:
    """A seat's lead, or what all have together, as a reward."""
    lead = sum(totals) if together or len(totals) == 1 else totals[seat] - max(t for n, t in enumerate(totals) if not mates >> n & 1)
    return _squeezed(lead, scale)


def _squeezed(lead: int, scale: int) -> int:
    """Any number as one from 0 to WHOLE; a lead of `scale` is half of what a lead can be worth."""
    size = abs(lead) * HALF // (abs(lead) + scale)
    return HALF + (size if lead >= 0 else -size)


def began(program: Program, ask: Ask, state: list[int]) -> tuple[int, ...]:
    """How far all are from losing together, for each way of it, where a search begins."""
    return tuple(ask(d.func, state) for d in aims(program).dangers)


def safety(goal: Aims, ask: Ask, state: list[int], bases: tuple[int, ...]) -> int:
    """How much further all are from losing together than they were, by the end that has come nearest."""
    return min(_squeezed(ask(d.func, state) - base, d.scale) for d, base in zip(goal.dangers, bases, strict=True))
