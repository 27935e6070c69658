"""Where the pieces of each kind can come to lie: the sites that some statement of the program moves them to.

A place may have room for a kind and never get one: towns have room for every card, and no rule lays cards there. Bounds of the site
of each move are asked of `ranges`; what they cannot tell, the place's own limits tell. So a kind may be thought to lie somewhere too
many, never somewhere too few.
"""

from __future__ import annotations

from functools import cache

from rulewright.core import ir
from rulewright.core.program import Kind, Place, Program
from rulewright.core.ranges import Ranges
from rulewright.core.walk import statements


@cache
def lying(program: Program) -> dict[int, frozenset[int]]:
    """For the number of each kind the numbers of the places where its pieces can lie."""
    known = Ranges(program)
    found: dict[int, set[int]] = {kind.number: set() for kind in program.kinds}
    for proc in program.procs:
        for stmt in statements(proc.body):
            if isinstance(stmt, ir.Effect):
                _note(program, known, stmt, found)
    return {number: frozenset(places) for number, places in found.items()}


def _note(program: Program, known: Ranges, stmt: ir.Effect, found: dict[int, set[int]]) -> None:
    match stmt.op:
        case "move" | "move_under":
            low, high = known.of(stmt.args[1])
        case "shift":
            low, high = known.of(stmt.args[3])
        case "put":
            low, high = known.of(stmt.args[0])
        case "swap":  # each comes to lie where the other was
            for kind in program.kinds:
                found[kind.number] |= {p.number for p in program.places if kind.number in p.limits}
            return
        case _:
            return
    kinds = [k for k in program.kinds if stmt.kind in (-1, k.number)]
    for kind in kinds:
        found[kind.number] |= {p.number for p in program.places if _holds(p, kind) and p.base <= high and low < p.base + p.sites}


def _holds(place: Place, kind: Kind) -> bool:
    return kind.number in place.limits
