"""Optimisation of the core IR, for both engines: constants are computed, loops over sets become operations on sets.

A loop `for x in S where T(x)` whose condition asks only whether x is in other sets is the intersection of those sets; then
counting is a population count and the first element is a bit scan. That is what makes native code fast, and it does the
interpreter no harm.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.core import ir
from rulewright.core.effects import Effects
from rulewright.core.ops import Comparison
from rulewright.core.program import Program, Table
from rulewright.core.simplify import (
    comparing,
    conjuncts,
    dealiased,
    depends_only_on,
    of_nothing,
    once,
    simplified,
    values_of,
    without_aliases,
)
from rulewright.core.types import INT, Int, Set
from rulewright.core.walk import (
    clause_expr,
    expressions,
    map_block,
    mentions,
    parts,
    rebuild,
    statements,
    substitute,
    unplaced,
)

MOST_TABULATED = 256
MIRRORED: dict[str, Comparison] = {"eq": "eq", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


def optimise(program: Program) -> None:
    rewriter = _Rewriter(program)
    for func in program.funcs:
        if func.body is not None:
            func.body = rewriter.expr(func.body)
    for proc in program.procs:
        proc.body = map_block(proc.body, rewriter.expr, rewriter.options)


class _Rewriter:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.constants = _never_written(program)
        self.moved: set[ir.Local] = set()
        self.source: ir.Expr = ir.Const(0)  # what the loop runs through into which a condition is put
        self.shared: dict[tuple[Set, tuple[int, ...]], Table] = {}

    def expr(self, node: ir.Expr) -> ir.Expr:
        return self.simple(rebuild(node, self.expr))

    def options(self, stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
        """The alternatives of a decision are comprehensions, too."""
        if isinstance(stmt, ir.Ask):
            for alt in stmt.choice.alts:
                fused = self._fused(dealiased(alt.clauses)[0])
                if fused is not None:
                    used = [*alt.args, *(x for inner in statements(alt.body) for x in parts(inner))]
                    fused = self._without_moved(fused, used)
                alt.clauses = fused if fused is not None else (ir.Test(ir.Const(0)),)
        return (stmt,)

    def _shared(self, type: Set, rows: tuple[int, ...], name: str) -> Table:
        """A table of sets; equal ones are made once."""
        if (type, rows) not in self.shared:
            self.shared[type, rows] = self.program.add_table(Table(name, type, rows))
        return self.shared[type, rows]

    def simple(self, node: ir.Expr) -> ir.Expr:
        match node:
            case ir.Load(field, index, span) if field in self.constants:
                return self.simple(ir.Look(self.constants[field], index, span))
            case ir.Look(table, ir.Const(at), _) if isinstance(table.type, Int) and 0 <= at < len(table.values):
                value = table.values[at]
                assert isinstance(value, int)
                return ir.Const(value)
            case ir.Look(table, ir.Const(at), _) if isinstance(table.type, Set) and 0 <= at < len(table.values):
                value = table.values[at]
                assert isinstance(value, int)
                return ir.SetConst(value, table.type)
            case ir.Cond(ir.Const(value), then, other):
                return then if value else other
            case ir.Prim("on_site", (pieces, site), type, _) if isinstance(type, Set) and self.program.loc is not None:
                n = ir.Local(-1, INT)
                there = comparing("eq", ir.Load(self.program.loc, n), site, n, type)
                return node if there is None else simplified(ir.Prim("inter", (pieces, there), type))
            case ir.Prim():
                return simplified(node)
            case ir.Fold():
                return self._fold(node)
            case _:
                return node

    def _fold(self, node: ir.Fold) -> ir.Expr:
        node = without_aliases(node)
        clauses = self._fused(node.clauses)
        if clauses is None:
            return of_nothing(replace(node, clauses=(ir.Test(ir.Const(0)),)))
        clauses = self._without_moved(clauses, [x for x in (node.value, node.key) if x is not None])
        node = replace(node, clauses=clauses) if clauses != node.clauses else node
        if all(isinstance(c, ir.Test) for c in clauses):
            return once(node)
        if len(clauses) == 1 and isinstance(clauses[0], ir.In) and isinstance(clauses[0].over.type, Set):
            local, over = clauses[0].local, clauses[0].over
            match node.op:
                case "any":
                    return simplified(ir.Prim("not", (simplified(ir.Prim("is_empty", (over,), INT)),), INT))
                case "count":
                    return ir.Prim("size", (over,), INT)
                case "first" if node.value == local:
                    return simplified(ir.Prim("first", (over,), INT))
                case "set" if node.value == local and over.type == node.type:
                    return over
        return node

    def _fused(self, clauses: tuple[ir.Clause, ...]) -> tuple[ir.Clause, ...] | None:
        """Tests of membership become intersections; None if nothing can come of it."""
        found: list[ir.Clause] = []
        self.moved.clear()
        for clause in clauses:
            if isinstance(clause, ir.Test):
                if clause.test == ir.Const(1):
                    continue
                if clause.test == ir.Const(0):
                    return None
                left = self._into_loop(found, clause)
                if left is not None:
                    found.insert(_before_names(found, left), left)
                continue
            found.append(clause)
        return tuple(found)

    def _into_loop(self, found: list[ir.Clause], clause: ir.Test) -> ir.Test | None:
        """Put as much of a test as possible into the loop just before it; what is left of the test."""
        named: dict[ir.Local, ir.Expr] = {}
        at = len(found) - 1
        while at >= 0 and isinstance(found[at], ir.Be):
            at -= 1
        loop = found[at] if at >= 0 else None
        if not isinstance(loop, ir.In) or not isinstance(loop.over.type, Set):
            return clause
        for be in found[at + 1 :]:
            assert isinstance(be, ir.Be)
            named[be.local] = substitute(be.value, named)
        rest: list[ir.Expr] = []
        over: ir.Expr = loop.over
        type = loop.over.type
        self.source = over
        for part in conjuncts(clause.test):
            set_form = self._as_set(substitute(part, named) if named else part, loop.local, type)
            if set_form is None:
                rest.append(part)
            else:
                self.moved |= {name for name in named if mentions(part, name)}
                over = simplified(ir.Prim("inter", (over, set_form), type))
        found[at] = ir.In(loop.local, over, loop.span)
        if not rest:
            return None
        test = rest[0]
        for part in rest[1:]:
            test = ir.Prim("and", (test, part), INT)
        return ir.Test(test, clause.span)

    def _without_moved(self, clauses: tuple[ir.Clause, ...], used: list[ir.Expr]) -> tuple[ir.Clause, ...]:
        """Without the names that only a condition asked for which has become part of a loop."""
        found: list[ir.Clause] = []
        for clause in reversed(clauses):
            if isinstance(clause, ir.Be) and clause.local in self.moved and not any(mentions(x, clause.local) for x in used):
                continue
            used = [*used, clause_expr(clause)]
            found.insert(0, clause)
        return tuple(found)

    def _as_set(self, test: ir.Expr, local: ir.Local, type: Set) -> ir.Expr | None:
        """A condition on `local` as the set of those for which it holds; None if it is not of that form."""
        if not isinstance(test, ir.Prim) or not mentions(test, local):
            return None
        if type.size <= MOST_TABULATED and depends_only_on(test, local):
            known = values_of(test, local, type)
            if known is not None:
                return ir.SetConst(sum(1 << i for i, holds in enumerate(known) if holds), type)
        match test.op:
            case "has" if test.args[1] == local and not mentions(test.args[0], local):
                inner = test.args[0]
                return inner if inner.type == type else simplified(ir.Prim("recast", (inner,), type))
            case "has" if isinstance(test.args[1], ir.Look) and not mentions(test.args[0], local):
                return self._by_entry(test.args[0], test.args[1], local, type)
            case "and" | "or":
                a, b = self._as_set(test.args[0], local, type), self._as_set(test.args[1], local, type)
                if a is None or b is None:
                    return None
                return simplified(ir.Prim("inter" if test.op == "and" else "union", (a, b), type))
            case "not" if (rows := self._enclosing(test.args[0], local)) is not None:
                return rows if rows.type == type else simplified(ir.Prim("recast", (rows,), type))
            case "not":
                a = self._as_set(test.args[0], local, type)
                return None if a is None else simplified(ir.Prim("diff", (ir.SetConst(type.full, type), a), type))
            case "eq" if isinstance(test.args[1], ir.Const | ir.Local) and test.args[0] == local and test.args[1] != local:
                return simplified(ir.Prim("one", (test.args[1],), type))
            case "eq" if isinstance(test.args[0], ir.Const | ir.Local) and test.args[1] == local and test.args[0] != local:
                return simplified(ir.Prim("one", (test.args[0],), type))
            case "eq" | "lt" | "le" | "gt" | "ge":
                a, b = test.args
                if test.op == "eq" and type.size <= MOST_TABULATED:
                    found = self._with_value(a, b, local, type) or self._with_value(b, a, local, type)
                    if found is not None:
                        return found
                return comparing(test.op, a, b, local, type) or comparing(MIRRORED[test.op], b, a, local, type)
        return None

    def _by_entry(self, wanted: ir.Expr, of: ir.Look, local: ir.Local, type: Set) -> ir.Expr | None:
        """Those whose entry of a two-dimensional table is in a set: `toward(man, cell) in {north, south}`.

        The other index must be one by which the loop's own source is looked up, so that nothing is asked for which was not asked.
        """
        match wanted:
            case ir.Cond(test, then, other):
                a, b = self._by_entry(then, of, local, type), self._by_entry(other, of, local, type)
                return ir.Cond(test, a, b) if a is not None and b is not None else None
            case ir.Call(func, args) if func.body is not None and all(isinstance(a, ir.Local | ir.Const) for a in args):
                if not isinstance(func.body, ir.Cond) or any(isinstance(x, ir.Fold | ir.Would) for x in expressions(func.body)):
                    return None
                return self._by_entry(substitute(func.body, dict(zip(func.params, args, strict=True))), of, local, type)
            case ir.SetConst(bits, ways):
                pass
            case _:
                return None
        match of.index:
            case ir.Prim("add", (ir.Prim("mul", (row, ir.Const(width)), _, _), place), _, _) if not mentions(row, local):
                places = values_of(place, local, type) if depends_only_on(place, local) else None
                asked = {unplaced(x.index) for x in expressions(self.source) if isinstance(x, ir.Look)}
                if places is None or not 0 <= min(places) <= max(places) < width or unplaced(row) not in asked:
                    return None
            case _:
                return None
        values = [v - ways.base if isinstance(v, int) else -1 for v in of.table.values]
        rows = [
            sum(1 << i for i, at in enumerate(places) if values[start + at] >= 0 and bits >> values[start + at] & 1)
            for start in range(0, len(values) - width + 1, width)
        ]
        return ir.Look(self._shared(type, tuple(rows), f"{of.table.name} in {bits:#x}"), row, of.span)

    def _enclosing(self, test: ir.Expr, local: ir.Local) -> ir.Expr | None:
        """The cells around which something is enclosed, if the condition is that nothing is."""
        match test:
            case ir.Prim("is_empty", (ir.Prim("enclosed", (at, theirs, mine, ir.Const(number)), type, _),), _, _) if at == local:
                place = self.program.places[number]
                small = place.copies == 1 and place.sites <= 128 and place.shape in {"grid", "hex_grid"}
                if small and not mentions(theirs, local) and not mentions(mine, local):
                    return ir.Prim("enclosers", (theirs, mine, ir.Const(number)), type)
        return None

    def _with_value(self, of: ir.Expr, wanted: ir.Expr, local: ir.Local, type: Set) -> ir.Expr | None:
        """Those for which something printed has a value that is known only in play: an entry of a table of sets."""
        if mentions(wanted, local) or not isinstance(of, ir.Look) or not depends_only_on(of, local):
            return None
        values = values_of(of, local, type)
        if values is None or max(values) - min(values) >= MOST_TABULATED:
            return None
        low, high = min(values), max(values)
        rows = [sum(1 << i for i, v in enumerate(values) if v == value) for value in range(low - 1, high + 2)]
        # The first and the last entry are empty: what is less or more is the value of none.
        held = ir.Prim("max", (ir.Const(low - 1), ir.Prim("min", (ir.Const(high + 1), wanted), INT)), INT)
        return ir.Look(
            self._shared(type, tuple(rows), f"{of.table.name} by value"), ir.Prim("sub", (held, ir.Const(low - 1)), INT, of.span)
        )


def _before_names(clauses: list[ir.Clause], test: ir.Test) -> int:
    """Where a test stands best: before names that it does not use, so that those are worked out only where it holds."""
    at = len(clauses)
    while at > 0 and isinstance(name := clauses[at - 1], ir.Be) and not mentions(test.test, name.local):
        at -= 1
    return at


def _never_written(program: Program) -> dict[object, Table]:
    """Fields that nothing changes are tables."""
    effects = Effects(program)
    written: set[object] = {program.rng, program.actor, program.turns, program.over, program.winners, program.ending, program.cause}
    for proc in program.procs:
        for stmt in statements(proc.body):
            written |= effects.direct(stmt)
    found: dict[object, Table] = {}
    for field in list(program.fields):
        if field in written or field.name in {"rng", "history", "remembered"} or field is program.loc:
            continue
        values = field.initial or (0,) * field.count
        if field.initial and len(values) == 1:
            values = values * field.count
        found[field] = program.add_table(Table(f"constant {field.name}", field.type, tuple(values)))
    return found
