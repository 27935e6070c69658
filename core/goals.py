"""What players can want, read off the rules: how matches end, and who then stands how."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rulewright.core import ir
from rulewright.core.distance import Distance, Distances
from rulewright.core.program import Func, Program
from rulewright.core.walk import statements

WHOLE = 65_536  # the reward of winning alone; rewards are whole numbers from 0 to this
HALF = WHOLE // 2
LEADING = 4_096  # of that, so much is at most what a lead is worth as long as all can lose
SURVIVED = 39_322  # where all can lose together, others winning is still better than that; 0.6
FALLEN = 49_152  # a match in which all have lost is worth less than one that goes on and stands as well; 0.75


MOST_DANGERS = 16


@dataclass(frozen=True, slots=True)
class Aims:
    """What there is to play for."""

    together: bool  # nobody can win against another: the story ends, for all alike
    all_lose: bool  # all can lose together
    exact: bool  # what one of two players wins the other loses: ends can be proven
    worths: tuple[int, ...]  # what each ending is worth to all, from 0 to WHOLE; nothing if the rules do not say
    stake: int  # the most that one can win from another, where that is what the winner is chosen by; 0: only winning counts
    measures: tuple[tuple[int, Func], ...]  # what is added up for a seat's standing, with its sign
    dangers: tuple[Distance, ...]  # how far the ends are in which all lose


@cache
def aims(program: Program) -> Aims:
    """Read off the ways in which the rules end a match."""
    ways = {s.how for p in program.procs for s in statements(p.body) if isinstance(s, ir.End)}
    together = bool(program.endings) and not ways & {"win", "score"}
    falls = [s for p in program.procs for s in statements(p.body) if isinstance(s, ir.End) and s.how == "lose" and _everybody(s, program)]
    all_lose = bool(falls)
    distances = Distances(program) if falls else None
    dangers = tuple(d for d in (distances.to(end) for end in falls) if d is not None)[:MOST_DANGERS] if distances is not None else ()
    measures = tuple((1, func) for _, func in program.scores)
    if not measures and program.criteria:
        extreme, func = program.criteria[0]
        measures = ((1 if extreme == "most" else -1, func),)
    exact = len(program.seats) == 2 and not together and not all_lose
    return Aims(together, all_lose, exact, _worths(program), _stake(program), measures, dangers)


def _stake(program: Program) -> int:
    """As in poker: whoever has most of a value that can be won or lost alike."""
    if program.scores or len(program.criteria) != 1:
        return 0
    extreme, func = program.criteria[0]
    body = func.body
    if extreme != "most" or not isinstance(body, ir.Load) or body.field.low >= 0 or body.field.low != -body.field.high:
        return 0
    return body.field.high


def _worths(program: Program) -> tuple[int, ...]:
    said = [program.worths.get(number, 0) for number in range(len(program.endings))]
    low, high = min(said, default=0), max(said, default=0)
    return tuple(WHOLE * (w - low) // (high - low) for w in said) if high > low else ()


def _everybody(end: ir.End, program: Program) -> bool:
    """Whether nobody is left who could have won."""
    who = end.who
    if isinstance(who, ir.Prim) and who.op == "diff" and isinstance(who.args[1], ir.SetConst):
        return who.args[1].bits.bit_count() == len(program.seats)
    return isinstance(who, ir.SetConst) and who.bits == 0
