"""Functions that are the same in every state become tables: an entry for each value of what they are given.

Every entry is computed while the game is loaded. A function that fails for one of the values it may be given stays a function, so that the
error keeps its place; one whose bounds are not known, or which has too many values, too.
"""

from __future__ import annotations

from itertools import product

from rulewright.core import ir
from rulewright.core.constant import MOST_STEPS, Constant, NotConstant, Steps, evaluate
from rulewright.core.known import Known
from rulewright.core.program import Func, Program, Table
from rulewright.core.simplify import stateless
from rulewright.core.types import INT, Bag, Int, Seq, Set
from rulewright.core.walk import mentions

MOST_ENTRIES = 8192
MOST_BYTES = 256 * 1024
ALL_STEPS = 4 * MOST_STEPS  # of one game


class Tables:
    """Tables for the functions of one program, made when they are first asked for."""

    def __init__(self, program: Program, known: Known) -> None:
        self.program = program
        self.known = known
        self.left = ALL_STEPS
        self._made: dict[Func, Table | None] = {}

    def look(self, call: ir.Call) -> ir.Expr | None:
        """What a call gives, from a table; None if the function needs the state, or is better left as it is."""
        func = call.func
        if func not in self._made:
            self._made[func] = self._table(func)
        table = self._made[func]
        if table is None or not all(map(self.known.total, call.args)):
            return None
        index: ir.Expr = ir.Const(0)
        for param, (low, high) in self._used(func):
            arg = call.args[func.params.index(param)]
            wide = ir.Prim("mul", (index, ir.Const(high - low + 1)), INT, call.span) if index != ir.Const(0) else index
            at = ir.Prim("sub", (arg, ir.Const(low)), INT, call.span) if low else arg
            index = ir.Prim("add", (wide, at), INT, call.span) if wide != ir.Const(0) else at
        return ir.Look(table, index, call.span)

    def _used(self, func: Func) -> list[tuple[ir.Local, tuple[int, int]]]:
        assert func.body is not None
        return [(p, self.known.ranges.of_local(func, p.index)) for p in func.params if mentions(func.body, p)]

    def _table(self, func: Func) -> Table | None:
        if func.body is None or not isinstance(func.type, Int | Set | Seq) or not stateless(func.body):
            return None
        used = self._used(func)
        if not all(isinstance(p.type, Int) and high - low < MOST_ENTRIES for p, (low, high) in used):
            return None
        entries = 1
        for _, (low, high) in used:
            entries *= high - low + 1
        if entries > MOST_ENTRIES or entries * _bytes(func.type) > MOST_BYTES:
            return None
        steps = Steps(self.left)
        values: list[Constant] = []
        try:
            for given in product(*(range(low, high + 1) for _, (low, high) in used)):
                values.append(evaluate(func.body, dict(zip((p for p, _ in used), given, strict=True)), steps))
        except NotConstant:
            self.left = max(0, steps.left)
            return None
        self.left = steps.left
        return self.program.add_table(Table(func.name, func.type, tuple(values)))  # type: ignore[arg-type]


def _bytes(type: Int | Set | Bag | Seq) -> int:
    match type:
        case Set():
            return 8 * type.words
        case Seq(elem, cap):
            return 8 + cap * (_bytes(elem) if isinstance(elem, Set) else 8)
        case _:
            return 8
