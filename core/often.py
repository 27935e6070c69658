"""How often routines are called, roughly: by the loops around the calls, since each of them goes round a few times."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Func, Proc, Program
from rulewright.core.walk import bodies, children, clause_expr, parts

LOOP = 4.0
MOST = 1e6
Routine = Func | Proc


class Often:
    """Estimates for one program; the beginning of a match counts once."""

    def __init__(self, program: Program) -> None:
        self._callers: dict[Routine, list[tuple[Routine, float]]] = {}
        self._found: dict[Routine, float] = {}
        if program.main is not None:
            self._found[program.main] = 1.0
        for proc in program.procs:
            self._block(proc, proc.body, 1.0)
        for func in program.funcs:
            if func.body is not None:
                self._expr(func, func.body, 1.0)

    def of(self, routine: Routine) -> float:
        if routine not in self._found:
            self._found[routine] = 0.0  # one that calls itself: as often as it is called by others
            self._found[routine] = min(MOST, sum(times * self.of(by) for by, times in self._callers.get(routine, ())))
        return self._found[routine]

    def _block(self, by: Proc, body: tuple[ir.Stmt, ...], weight: float) -> None:
        for stmt in body:
            if isinstance(stmt, ir.Do):
                self._callers.setdefault(stmt.proc, []).append((by, weight))
            if isinstance(stmt, ir.Ask):
                for alt in stmt.choice.alts:
                    self._clauses(by, alt.clauses, weight)
            else:
                for part in parts(stmt):
                    self._expr(by, part, weight)
            for inner in bodies(stmt):
                self._block(by, inner, weight * LOOP if isinstance(stmt, ir.While | ir.For) else weight)

    def _expr(self, by: Routine, node: ir.Expr, weight: float) -> None:
        match node:
            case ir.Call(func):
                self._callers.setdefault(func, []).append((by, weight))
            case ir.Would(proc):
                self._callers.setdefault(proc, []).append((by, weight))
            case ir.Fold():
                inside = self._clauses(by, node.clauses, weight)
                for part in (node.value, node.key, node.enough):
                    if part is not None:
                        self._expr(by, part, inside)
                return
        for child in children(node):
            self._expr(by, child, weight)

    def _clauses(self, by: Routine, clauses: tuple[ir.Clause, ...], weight: float) -> float:
        for clause in clauses:
            self._expr(by, clause_expr(clause), weight)
            if isinstance(clause, ir.In):
                weight *= LOOP
        return weight
