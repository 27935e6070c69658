"""Better code for the same rules, before either engine sees it.

Fields that nothing changes become tables, constants are computed, and comprehensions over sets whose conditions are themselves
memberships become operations on sets. That is what makes native code fast, and it does the interpreter no harm. Each pass has a name;
tests switch them off, or all but one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace

from rulewright.core import ir
from rulewright.core.clauses import Ordering, distinct
from rulewright.core.conditions import Conditions
from rulewright.core.effects import Effects
from rulewright.core.keeping import Keeper
from rulewright.core.known import Known, simple
from rulewright.core.program import Func, Program, Table
from rulewright.core.seats import look_at_one
from rulewright.core.simplify import affine, comparing, dealiased, of_nothing, once, simplified, without_aliases
from rulewright.core.tabulate import Tables
from rulewright.core.types import INT, Int, Set
from rulewright.core.walk import clause_expr, expressions, map_block, parts, rebuild, rebuild_clause, statements, substitute

PASSES = frozenset(["alike", "tables", "flat", "sets", "hoist", "seats", "kept"])


def chosen() -> frozenset[str]:
    """The passes that run: all, but for tests that name others (`RULEWRIGHT_PASSES=flat,sets`, or nothing)."""
    named = os.environ.get("RULEWRIGHT_PASSES")
    return PASSES if named is None else frozenset(named.split(",")) & PASSES


def optimise(program: Program, passes: frozenset[str] | None = None) -> None:
    passes = chosen() if passes is None else passes
    constants = _never_written(program)
    # First what needs no bounds: loops over smaller sets have better ones.
    for some in (frozenset[str](), passes) if passes else (passes,):
        rewriter = _Rewriter(program, some, constants)
        _rewrite(program, rewriter)
    if "seats" in passes:
        look_at_one(program)
    if "kept" in passes:
        Keeper(program, rewriter.known, rewriter.simple).run()


def _rewrite(program: Program, rewriter: _Rewriter) -> None:
    for func in _callees_first(program):
        rewriter.known.routine = func
        if func.body is not None:
            func.body = rewriter.expr(func.body)
    for proc in program.procs:
        rewriter.known.routine = proc
        proc.body = map_block(proc.body, rewriter.expr, rewriter.statement)


def _callees_first(program: Program) -> Iterator[Func]:
    """Functions, those that are called before those that call them."""
    seen: set[Func] = set()
    for start in program.funcs:
        waiting = [start]
        while waiting:
            func = waiting[-1]
            if func in seen:
                waiting.pop()
                continue
            calls = [x.func for x in expressions(func.body) if isinstance(x, ir.Call)] if func.body is not None else []
            more = [f for f in calls if f not in seen and f not in waiting]
            if more:
                waiting += more
                continue
            seen.add(func)
            yield waiting.pop()


class _Rewriter:
    def __init__(self, program: Program, passes: frozenset[str], constants: dict[object, Table]) -> None:
        self.program = program
        self.passes = passes
        self.constants = constants
        self.known = Known(program)
        self.conditions = Conditions(program, self.known, passes)
        self.tables = Tables(program, self.known)
        self.clauses = Ordering(self.known, self.conditions, passes)

    def expr(self, node: ir.Expr) -> ir.Expr:
        return self.simple(rebuild(node, self.expr))

    def statement(self, stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
        """The alternatives of a decision are comprehensions, too; a loop over a list may be one over a set."""
        match stmt:
            case ir.Ask(choice):
                for alt in choice.alts:
                    fused = self.clauses.fused(dealiased(alt.clauses)[0])
                    if fused is not None:
                        used = [*alt.args, *(x for inner in statements(alt.body) for x in parts(inner))]
                        fused = self.clauses.without_moved(fused, used)
                    alt.clauses = fused if fused is not None else (ir.Test(ir.Const(0)),)
            case ir.For() if "flat" in self.passes:
                return _through_sets(stmt)
        return (stmt,)

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
            case ir.Prim("to_set", (ir.Look(table, index, span),), Set() as type, _) if "tables" in self.passes:
                rows = [_as_bits(row, type) for row in table.values]
                return ir.Look(self.conditions.table_of(type, tuple(rows), f"{table.name} as sets"), index, span)
            case ir.Prim("foremost", (_, _, ir.Const(kind)), _, _) if "alike" in self.passes and self._all_differ(kind):
                return ir.Const(1)
            case ir.Prim("to_set", (ir.Fold("seq", clauses, value, _, _, _, span),), type, _) if "flat" in self.passes:
                return self._fold(ir.Fold("set", clauses, value, None, type, 0, span))
            case ir.Prim("diff", (ir.Prim("slide") as far, ir.Prim("slide") as near), _, _) if self._part(far, near):
                return far
            case ir.Prim("is_empty", (ir.Where("eq", field, 0, site, type, 1, None),), _, _) if field is self.program.loc:
                return self._nobody_there(type, site) or node
            case ir.Prim():
                return simplified(node)
            case ir.Call() if "tables" in self.passes:
                found = self.tables.look(node)
                return node if found is None else self.simple(rebuild(found, self.expr))
            case ir.Fold():
                return self._fold(node)
            case _:
                return node

    def _all_differ(self, kind: int) -> bool:
        """Whether no two pieces of a kind are ever alike: by what is printed, and by an owner that nothing changes."""
        of, owner = self.program.kinds[kind], self.program.owner
        table = self.constants.get(owner)
        if table is None:
            return False
        owners = table.values[of.base : of.base + of.count]
        return len(set(zip(of.twins, owners, strict=True))) == of.count

    def _nobody_there(self, pieces: Set, site: ir.Expr) -> ir.Expr | None:
        """Whether a site is empty of a kind, where it is known who is on each."""
        low, high = self.known.range(site)
        for index in self.program.indexes:
            kind, place = index.kind, index.place
            if index.sort != "at" or place is None or (kind.base, kind.count) != (pieces.base, pieces.size):
                continue
            if place.base <= low and high < place.base + place.sites:
                at = simplified(ir.Prim("sub", (site, ir.Const(place.base)), INT, 0))
                return ir.Prim("eq", (ir.Load(index.field, at), ir.Const(0)), INT)
        return None

    def _part(self, far: ir.Prim, near: ir.Prim) -> bool:
        """Whether two slides from one cell never meet: they go in different directions, and the board does not close upon itself."""
        match (*far.args[1:], *near.args[1:]):
            case (a, ir.SetConst(x, _), ir.Const(here), b, ir.SetConst(y, _), ir.Const(there)):
                return a == b and here == there and not x & y and self.program.places[here].shape in {"grid", "hex_grid"}
        return False

    def _fold(self, node: ir.Fold) -> ir.Expr:
        node = without_aliases(node)
        clauses = self.clauses.fused(node.clauses)
        if clauses is None:
            return of_nothing(replace(node, clauses=(ir.Test(ir.Const(0)),)))
        clauses = self.clauses.without_moved(clauses, [x for x in (node.value, node.key) if x is not None])
        node = replace(node, clauses=clauses) if clauses != node.clauses else node
        if "flat" in self.passes and not any(isinstance(c, ir.In) for c in clauses):
            node = _without_names(node)
        if all(isinstance(c, ir.Test) for c in node.clauses):
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


def _as_bits(row: object, type: Set) -> int:
    """The elements of a list that a set has room for."""
    return sum(1 << x - type.base for x in row if type.base <= x < type.base + type.size) if isinstance(row, tuple) else 0


def _holds(where: ir.Where, number: int) -> ir.Expr:
    """Whether one element compares so."""
    at: ir.Expr = ir.Const(number * where.stride - where.shift)
    if where.plus is not None:
        at = ir.Prim("add", (at, where.plus), INT, 0)
    return ir.Prim(where.op, (ir.Load(where.field, at), where.value), INT)


def _without_names(node: ir.Fold) -> ir.Fold:
    """A fold without loops needs no names for what is short."""
    known: dict[ir.Local, ir.Expr] = {}
    found: list[ir.Clause] = []
    for clause in node.clauses:
        clause = rebuild_clause(clause, lambda x: substitute(x, known))
        if isinstance(clause, ir.Be) and simple(clause.value):
            known[clause.local] = clause.value
        else:
            found.append(clause)
    value = substitute(node.value, known) if node.value is not None else None
    key = substitute(node.key, known) if node.key is not None else None
    return replace(node, clauses=tuple(found), value=value, key=key)


def _through_sets(stmt: ir.For) -> tuple[ir.Stmt, ...]:
    """`for x in seq[y in S: f(y)]` runs through the set, if no value comes twice and none depends on the state."""
    over = stmt.over
    match over:
        case ir.Fold("seq", clauses, value, _, _, _, _) if value is not None and distinct(clauses, value) and len(clauses) == 1:
            over = clause_expr(clauses[0])
        case ir.Fold("seq", (*first, ir.In(local, inner)), value, _, _, _, _) if value is not None and isinstance(inner.type, Set):
            form = affine(value, local)
            names = all(isinstance(c, ir.Be) for c in first)
            if not names or form is None or not form[0] or any(isinstance(x, ir.Load | ir.Where) for x in expressions(value)):
                return (stmt,)
            before = tuple(ir.Assign(c.local, c.value) for c in first if isinstance(c, ir.Be))
            return (*before, ir.For(local, inner, (ir.Assign(stmt.local, value), *stmt.body)))
    match over:
        case ir.Prim("inter", (ir.SetConst(bits, type), ir.Where() as where), _, _) if bits.bit_count() == 1:
            number = type.base + bits.bit_length() - 1
            return (ir.If(_holds(where, number), (ir.Assign(stmt.local, ir.Const(number)), *stmt.body), ()),)
    return (stmt,) if over is stmt.over else (ir.For(stmt.local, over, stmt.body),)


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
