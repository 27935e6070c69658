"""Effects by element: which element of a field a statement writes, and which an expression reads, as far as it can be told.

`core.effects` says which fields; here it is also said which of their elements, as an expression over what a procedure is given. What
cannot be told is `ANY`: each of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.core import ir
from rulewright.core.effects import Effects
from rulewright.core.program import Field, Proc, Program
from rulewright.core.types import INT, Set
from rulewright.core.walk import bodies, children, expressions, statements, substitute

ANY = ir.Local(-1, INT)  # whichever element
Touched = frozenset[tuple[Field, ir.Expr]]


class Elements:
    """What statements and expressions of one program touch; calls are followed."""

    def __init__(self, program: Program, effects: Effects) -> None:
        self.program = program
        self.effects = effects
        self._procs: dict[Proc, Touched] = {}

    # ------------------------------------------------------------ writes

    def writes(self, body: tuple[ir.Stmt, ...], without: frozenset[Proc] = frozenset()) -> Touched:
        """All that a block writes, calls included, but for those of some procedures."""
        found: set[tuple[Field, ir.Expr]] = set()
        for stmt in body:
            found |= self.direct(stmt)
            if isinstance(stmt, ir.Do) and stmt.proc not in without:
                given = dict(zip(stmt.proc.params, stmt.args, strict=True))
                found |= {(field, _told(substitute(row, given))) for field, row in self.of_proc(stmt.proc)}
            for inner in bodies(stmt):
                found |= self.writes(inner, without)
        return frozenset(found)

    def of_proc(self, proc: Proc) -> Touched:
        """What a procedure writes, by what it is given."""
        if proc not in self._procs:
            # One that calls itself: whatever it writes, wherever.
            self._procs[proc] = frozenset((field, ANY) for field in self.effects.writes_of(proc))
            fixed = set(proc.params) - {s.local for s in statements(proc.body) if isinstance(s, ir.Assign | ir.AssignAt | ir.For)}
            found = self.writes(proc.body)
            self._procs[proc] = frozenset((f, row if isinstance(row, ir.Const) or row in fixed else ANY) for f, row in found)
        return self._procs[proc]

    def direct(self, stmt: ir.Stmt) -> Touched:
        """What a statement itself writes."""
        match stmt:
            case ir.Store(field, index) | ir.StoreBit(field, index):
                return frozenset({(field, _told(index))})
            case ir.Effect("put" | "take" | "shift", (_, owner, *_), _, kind):
                return self._owned(self.program.kinds[kind].tokens, owner, kind)
            case ir.Effect("from_box" | "to_box", (owner, *_), _, kind):
                return self._owned(self.program.kinds[kind].supply, owner, kind)
            case _:
                return frozenset((field, ANY) for field in self.effects.direct(stmt))

    def _owned(self, field: Field | None, owner: ir.Expr, kind: int) -> Touched:
        if field is None:
            return frozenset()
        heaped = field is self.program.kinds[kind].tokens and not isinstance(field.type, Set)
        row = ANY if heaped else _told(owner) if self.program.kinds[kind].owners else ir.Const(0)
        return frozenset({(field, row)})

    # ------------------------------------------------------------ reads

    def reads(self, node: ir.Expr) -> Touched:
        """What an expression reads."""
        found: set[tuple[Field, ir.Expr]] = set()
        self._read(node, found)
        return frozenset(found)

    def _read(self, node: ir.Expr, found: set[tuple[Field, ir.Expr]]) -> None:
        match node:
            case ir.Load(field, index):
                found.add((field, index))
            case ir.Call(func, args) if func.body is not None and not _calls(func.body):
                given: dict[ir.Local, ir.Expr] = {x: ANY for x in expressions(func.body) if isinstance(x, ir.Local)}
                self._read(substitute(func.body, given | dict(zip(func.params, args, strict=True))), found)
            case ir.Call() | ir.Would() | ir.Where() | ir.Prim():
                inside = {f for child in children(node) for f in self.effects.reads(child)}
                found |= {(f, ANY) for f in self.effects.reads(node) - inside}
        for child in children(node):
            self._read(child, found)


def _told(row: ir.Expr) -> ir.Expr:
    return row if isinstance(row, ir.Const | ir.Local) else ANY


def _calls(node: ir.Expr) -> bool:
    return any(isinstance(x, ir.Call | ir.Would) for x in expressions(node))


def fields_of(touched: Iterable[tuple[Field, ir.Expr]]) -> frozenset[Field]:
    return frozenset(field for field, _ in touched)
