"""What passes may move: expressions that cannot fail wherever they are asked, and what it costs to ask them.

A condition protects what stands behind it, so what leaves its place must not be able to fail by itself. Bounds are those of the whole
program (`core.ranges`), without what the conditions around a place say.
"""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.ops import PRIMS
from rulewright.core.program import Func, Program
from rulewright.core.ranges import ANYTHING, FLAG, MANY, Range, Ranges, Routine, arithmetic, fits, join
from rulewright.core.types import Int, Seq, Set
from rulewright.core.walk import children, expressions

HEAVY = frozenset(
    ["slide", "aligned", "connects", "fill", "enclosed", "enclosers", "top", "bottom", "mystery", "foremost", "on_site", "veiled"]
)
HEAVY_GRAPHS = frozenset(["networks", "matching", "spread", "repeated"])


class Known:
    """Bounds of numbers and whether expressions can fail, in the routine at hand."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._ranges: Ranges | None = None
        self.routine: Routine = program.procs[0]
        self._funcs: dict[Func, bool] = {}
        self._dividing: dict[Func, bool] = {}

    @property
    def ranges(self) -> Ranges:
        """The bounds of the whole program, worked out when they are first asked for."""
        if self._ranges is None:
            self._ranges = Ranges(self.program)
        return self._ranges

    def local(self, local: ir.Local) -> Range:
        return self.ranges.of_local(self.routine, local.index)

    def learn(self, local: ir.Local, bounds: Range) -> None:
        """Bounds of a local that a pass has made."""
        self.ranges.locals.setdefault(self.routine, {})[local.index] = bounds

    def range(self, node: ir.Expr) -> Range:
        """Bounds of a number wherever it is asked."""
        found = self._range(node)
        return found if fits(found) else ANYTHING

    def _range(self, node: ir.Expr) -> Range:
        match node:
            case ir.Const(value):
                return value, value
            case ir.Local():
                return self.local(node)
            case ir.Load(field, _, _) if isinstance(field.type, Int):
                return field.low, field.high
            case ir.Look(table, _, _):
                return self.ranges.of_table(table)
            case ir.Cond(_, then, other):
                return join(self.range(then), self.range(other)) or ANYTHING
            case ir.Call(func, _):
                return self.ranges.of_result(func)
            case ir.Fold("any"):
                return FLAG
            case ir.Fold("count"):
                return 0, MANY
            case ir.Fold("first" | "last", _, value) if value is not None:
                return join((-1, -1), self.range(value)) or ANYTHING
            case ir.Prim(op, args, _, _):
                return self._prim(op, args)
            case _:
                return ANYTHING

    def _prim(self, op: str, args: tuple[ir.Expr, ...]) -> Range:
        row = PRIMS[op]  # type: ignore[index]
        first = args[0].type if args else None
        match row.range:
            case "flag":
                return FLAG
            case "count":
                return 0, MANY
            case "size":
                return 0, first.size if isinstance(first, Set) else MANY
            case "member":
                return (-1, first.base + first.size - 1) if isinstance(first, Set) else ANYTHING
            case "element" | "":
                return ANYTHING
            case rule:
                return arithmetic(rule, self.range(args[0]), self.range(args[1])) or ANYTHING

    # ------------------------------------------------------------ what cannot fail

    def total(self, node: ir.Expr) -> bool:
        """Whether an expression can be asked anywhere: nothing in it can go wrong."""
        match node:
            case ir.Const() | ir.SetConst() | ir.BagConst() | ir.SeqConst() | ir.Local():
                return True
            case ir.Load(field, index, _):
                return self._within(index, field.count)
            case ir.Look(table, index, _):
                return self._within(index, len(table.values))
            case ir.Prim(_, args, _, _):
                return all(map(self.total, args)) and self._prim_total(node)
            case ir.Call(func, args):
                return all(map(self.total, args)) and self._func_total(func)
            case ir.Fold():
                return self._fold_total(node)
            case ir.Would():
                return False
            case ir.Where() | ir.Cond() | ir.Keep():
                return all(map(self.total, children(node)))

    def divides(self, node: ir.Expr) -> bool:
        """Whether something is divided by what may be nought, here or in a function that is called."""
        for x in expressions(node):
            if isinstance(x, ir.Prim) and PRIMS[x.op].fails == "division" and not self._prim_total(x):
                return True
            if isinstance(x, ir.Call) and self._func_divides(x.func):
                return True
        return False

    def _func_divides(self, func: Func) -> bool:
        if func not in self._dividing:
            self._dividing[func] = False  # one that calls itself is not looked into
            before, self.routine = self.routine, func
            self._dividing[func] = func.body is not None and self.divides(func.body)
            self.routine = before
        return self._dividing[func]

    def _within(self, index: ir.Expr, count: int) -> bool:
        low, high = self.range(index)
        return low >= 0 and high < count and self.total(index)

    def _prim_total(self, node: ir.Prim) -> bool:
        row = PRIMS[node.op]
        if row.site >= 0:
            return self._on_board(node, row.site)
        match row.fails:
            case "":
                return not isinstance(node.type, Seq)
            case "overflow":
                return fits(arithmetic(node.op, *map(self.range, node.args)) or ANYTHING)  # type: ignore[arg-type]
            case "division":
                low, high = self.range(node.args[1])
                return low > 0 or high < 0
            case "missing":
                return False

    def _on_board(self, node: ir.Prim, site: int) -> bool:
        number = node.args[-1]
        if not isinstance(number, ir.Const) or node.op == "row_at":
            return False
        place = self.program.places[number.value]
        low, high = self.range(node.args[site])
        return place.base <= low and high < place.base + place.sites

    def _func_total(self, func: Func) -> bool:
        if func not in self._funcs:
            self._funcs[func] = False  # one that calls itself is not looked into
            before, self.routine = self.routine, func
            self._funcs[func] = func.body is not None and self.total(func.body)
            self.routine = before
        return self._funcs[func]

    def _fold_total(self, node: ir.Fold) -> bool:
        if not all(map(self.total, children(node))):
            return False
        match node.op:
            case "sum":
                low, high = self.range(node.value) if node.value is not None else (0, 0)
                return fits((low * MANY, high * MANY))
            case "seq" | "list" | "groups" | "families" | "ranked" | "tiers":
                return self._fills(node)
            case _:
                return True

    @staticmethod
    def _fills(node: ir.Fold) -> bool:
        """Whether a list has room for all that can come."""
        most = 1
        for clause in node.clauses:
            if isinstance(clause, ir.In):
                type = clause.over.type
                most *= type.size if isinstance(type, Set) else type.cap if isinstance(type, Seq) else 1
        return isinstance(node.type, Seq) and node.op in {"seq", "list", "groups"} and most <= node.type.cap


def dear(node: ir.Expr) -> bool:
    """Whether asking costs more than a few steps: something is run through, searched or called."""
    return any(_heavy(x) for x in expressions(node))


def _heavy(node: ir.Expr) -> bool:
    match node:
        case ir.Fold() | ir.Call() | ir.Where() | ir.Would():
            return True
        case ir.Prim(op):
            return op in HEAVY or op in HEAVY_GRAPHS
        case _:
            return False


def simple(node: ir.Expr, depth: int = 4) -> bool:
    """Whether an expression may stand in several places instead of a name for it."""
    match node:
        case ir.Const() | ir.SetConst() | ir.Local():
            return True
        case ir.Load() | ir.Look() | ir.Prim():
            return depth > 0 and not _heavy(node) and all(simple(x, depth - 1) for x in children(node))
        case _:
            return False
