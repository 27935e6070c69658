"""Conditions that were checked once, and are put wherever they are needed: where an action is offered, refused or told.

Each is code in a routine of its own, in which the player and the arguments have locals. Whoever needs it says what those are there, and
everything else that the code takes for itself gets fresh locals.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.core import ir
from rulewright.core.record import entity
from rulewright.core.walk import expressions, rebuild, rebuild_clause
from rulewright.dsl.lower.values import Clauses, Routine


@entity
class Part:
    """Code, and the locals it takes for itself."""

    code: ir.Expr
    own: tuple[ir.Local, ...]


def since(routine: Routine, before: int) -> tuple[ir.Local, ...]:
    """The locals that were handed out since there were so many."""
    return tuple(ir.Local(i, routine.locals[i]) for i in range(before, len(routine.locals)))


def of_its_own(code: ir.Expr, before: int) -> Part:
    """Code with those of its locals that were not there before."""
    found = {x for x in _locals(code) if x.index >= before}
    return Part(code, tuple(sorted(found, key=lambda x: x.index)))


def _locals(code: ir.Expr) -> Iterable[ir.Local]:
    for node in expressions(code):
        if isinstance(node, ir.Local):
            yield node
        elif isinstance(node, ir.Fold):
            yield from (c.local for c in node.clauses if not isinstance(c, ir.Test))


@entity
class Placing:
    """Where conditions of a routine are put, and what its locals are there."""

    sheet: Routine
    routine: Routine
    known: dict[ir.Local, ir.Expr]

    def knows(self, local: ir.Local, code: ir.Expr) -> None:
        self.known[local] = code

    def code(self, part: Part) -> ir.Expr:
        self._fresh(part.own)
        return self._placed(part.code)

    def clauses(self, clauses: Clauses, own: tuple[ir.Local, ...]) -> Clauses:
        self._fresh(own)
        return [self._clause(c) for c in clauses]

    def again(self, code: ir.Expr) -> ir.Expr:
        """Code whose own locals have been placed already."""
        return self._placed(code)

    def _fresh(self, own: tuple[ir.Local, ...]) -> None:
        for local in own:
            new = self.routine.new(self.sheet.names[local.index], local.type)
            if local.index in self.sheet.sorts:
                self.routine.sorts[new.index] = self.sheet.sorts[local.index]
            self.known[local] = new

    def _placed(self, node: ir.Expr) -> ir.Expr:
        if isinstance(node, ir.Local):
            return self.known.get(node, node)
        if isinstance(node, ir.Fold):
            clauses = tuple(map(self._clause, node.clauses))
            value, key, enough = (self._placed(x) if x is not None else None for x in (node.value, node.key, node.enough))
            return ir.Fold(node.op, clauses, value, key, node.type, node.start, node.span, enough)
        new = rebuild(node, self._placed)
        return _settled(new) if new is not node else node

    def _clause(self, clause: ir.Clause) -> ir.Clause:
        match rebuild_clause(clause, self._placed):
            case ir.In(local, over, span):
                return ir.In(self._binder(local), over, span)
            case ir.Be(local, value, span):
                return ir.Be(self._binder(local), value, span)
            case test:
                return test

    def _binder(self, local: ir.Local) -> ir.Local:
        new = self.known.get(local, local)
        assert isinstance(new, ir.Local)
        return new


def _settled(node: ir.Expr) -> ir.Expr:
    """A number that is known here, since whoever acts is: the seat of a place, the rival."""
    match node:
        case ir.Prim("sub", (ir.Const(a), ir.Const(b))):
            return ir.Const(a - b)
        case ir.Prim("sub", (ir.Prim("add", (ir.Const(a), ir.Const(b))), ir.Const(c))):
            return ir.Const(a + b - c)
        case _:
            return node
