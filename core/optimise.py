"""Optimisation of the core IR, for both engines: constants are computed, loops over sets become operations on sets.

A loop `for x in S where T(x)` whose condition asks only whether x is in other sets is the intersection of those sets; then
counting is a population count and the first element is a bit scan. That is what makes native code fast, and it does the
interpreter no harm.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.core import ir
from rulewright.core.constant import NotConstant, evaluate
from rulewright.core.layout import element_width
from rulewright.core.program import Program, Table
from rulewright.core.types import INT, Int, Set
from rulewright.core.walk import clause_expr, map_block, mentions, parts, rebuild, rebuild_clause, statements, substitute

PURE_CONSTANT = frozenset(
    [
        "add",
        "sub",
        "mul",
        "div",
        "mod",
        "min",
        "max",
        "eq",
        "lt",
        "le",
        "gt",
        "ge",
        "and",
        "or",
        "not",
        "has",
        "union",
        "inter",
        "diff",
        "size",
        "is_empty",
        "first",
        "one",
        "recast",
        "same",
    ]
)


MOST_TABULATED = 256
MOST_COMPARED = 4096  # bits of a field that are compared at once
MIRRORED = {"eq": "eq", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


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
        self.shared: dict[tuple[Set, tuple[int, ...]], Table] = {}

    def expr(self, node: ir.Expr) -> ir.Expr:
        return self.simple(rebuild(node, self.expr))

    def options(self, stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
        """The alternatives of a decision are comprehensions, too."""
        if isinstance(stmt, ir.Ask):
            for alt in stmt.choice.alts:
                fused = self._fused(_dealiased(alt.clauses)[0])
                if fused is not None:
                    used = [*alt.args, *(x for inner in statements(alt.body) for x in parts(inner))]
                    fused = self._without_moved(fused, used)
                alt.clauses = fused if fused is not None else (ir.Test(ir.Const(0)),)
        return (stmt,)

    def _shared(self, type: Set, rows: tuple[int, ...], name: str) -> Table:
        """A table of sets; equal ones are made once."""
        if (type, rows) not in self.shared:
            self.shared[type, rows] = self.program.add_table(Table(f"{name} by value", type, rows))
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
                there = _where("eq", ir.Load(self.program.loc, n), site, n, type)
                return node if there is None else _prim(ir.Prim("inter", (pieces, there), type))
            case ir.Prim():
                return _prim(node)
            case ir.Fold():
                return self._fold(node)
            case _:
                return node

    def _fold(self, node: ir.Fold) -> ir.Expr:
        node = _without_aliases(node)
        clauses = self._fused(node.clauses)
        if clauses is None:
            return _nothing(replace(node, clauses=(ir.Test(ir.Const(0)),)))
        clauses = self._without_moved(clauses, [x for x in (node.value, node.key) if x is not None])
        node = replace(node, clauses=clauses) if clauses != node.clauses else node
        if all(isinstance(c, ir.Test) for c in clauses):
            return _once(node)
        if len(clauses) == 1 and isinstance(clauses[0], ir.In) and isinstance(clauses[0].over.type, Set):
            local, over = clauses[0].local, clauses[0].over
            match node.op:
                case "any":
                    return _prim(ir.Prim("not", (_prim(ir.Prim("is_empty", (over,), INT)),), INT))
                case "count":
                    return ir.Prim("size", (over,), INT)
                case "first" if node.value == local:
                    return _prim(ir.Prim("first", (over,), INT))
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
                if left is None:
                    continue
                clause = left
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
        for part in _conjuncts(clause.test):
            set_form = self._as_set(substitute(part, named) if named else part, loop.local, type)
            if set_form is None:
                rest.append(part)
            else:
                self.moved |= {name for name in named if mentions(part, name)}
                over = _prim(ir.Prim("inter", (over, set_form), type))
        found[at] = ir.In(loop.local, over)
        if not rest:
            return None
        test = rest[0]
        for part in rest[1:]:
            test = ir.Prim("and", (test, part), INT)
        return ir.Test(test)

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
        if type.size <= MOST_TABULATED and _depends_only_on(test, local):
            known = _values(test, local, type)
            if known is not None:
                return ir.SetConst(sum(1 << i for i, holds in enumerate(known) if holds), type)
        match test.op:
            case "has" if test.args[1] == local and not mentions(test.args[0], local):
                inner = test.args[0]
                return inner if inner.type == type else _prim(ir.Prim("recast", (inner,), type))
            case "and" | "or":
                a, b = self._as_set(test.args[0], local, type), self._as_set(test.args[1], local, type)
                if a is None or b is None:
                    return None
                return _prim(ir.Prim("inter" if test.op == "and" else "union", (a, b), type))
            case "not" if (rows := self._enclosing(test.args[0], local)) is not None:
                return rows if rows.type == type else _prim(ir.Prim("recast", (rows,), type))
            case "not":
                a = self._as_set(test.args[0], local, type)
                return None if a is None else _prim(ir.Prim("diff", (ir.SetConst(type.full, type), a), type))
            case "eq" if isinstance(test.args[1], ir.Const | ir.Local) and test.args[0] == local and test.args[1] != local:
                return _prim(ir.Prim("one", (test.args[1],), type))
            case "eq" if isinstance(test.args[0], ir.Const | ir.Local) and test.args[1] == local and test.args[0] != local:
                return _prim(ir.Prim("one", (test.args[0],), type))
            case "eq" | "lt" | "le" | "gt" | "ge":
                a, b = test.args
                if test.op == "eq" and type.size <= MOST_TABULATED:
                    found = self._with_value(a, b, local, type) or self._with_value(b, a, local, type)
                    if found is not None:
                        return found
                return _where(test.op, a, b, local, type) or _where(MIRRORED[test.op], b, a, local, type)
        return None

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
        if mentions(wanted, local) or not isinstance(of, ir.Look) or not _depends_only_on(of, local):
            return None
        values = _values(of, local, type)
        if values is None or max(values) - min(values) >= MOST_TABULATED:
            return None
        low, high = min(values), max(values)
        rows = [sum(1 << i for i, v in enumerate(values) if v == value) for value in range(low - 1, high + 2)]
        # The first and the last entry are empty: what is less or more is the value of none.
        held = ir.Prim("max", (ir.Const(low - 1), ir.Prim("min", (ir.Const(high + 1), wanted), INT)), INT)
        return ir.Look(self._shared(type, tuple(rows), of.table.name), ir.Prim("sub", (held, ir.Const(low - 1)), INT))


def _never_written(program: Program) -> dict[object, Table]:
    """Fields that nothing changes are tables."""
    from rulewright.core.effects import Effects

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


def _prim(node: ir.Prim) -> ir.Expr:
    if node.op in PURE_CONSTANT and all(isinstance(a, ir.Const | ir.SetConst) for a in node.args):
        try:
            value = evaluate(node)
        except NotConstant:
            return node
        if isinstance(node.type, Int) and isinstance(value, int):
            return ir.Const(value)
        if isinstance(node.type, Set) and isinstance(value, int):
            return ir.SetConst(value & node.type.full, node.type)
    a = node.args[0] if node.args else None
    b = node.args[1] if len(node.args) > 1 else None
    match node.op, a, b:
        case ("add" | "sub", x, ir.Const(0)) | ("add", ir.Const(0), x) if x is not None:
            return x
        case ("mul", x, ir.Const(1)) | ("mul", ir.Const(1), x) if x is not None:
            return x
        case ("and", ir.Const(1), x) | ("and", x, ir.Const(1)) if x is not None:
            return x
        case ("and", ir.Const(0), _) | ("and", _, ir.Const(0)):
            return ir.Const(0)
        case ("or", ir.Const(0), x) | ("or", x, ir.Const(0)) if x is not None:
            return x
        case ("or", ir.Const(1), _) | ("or", _, ir.Const(1)):
            return ir.Const(1)
        case "not", ir.Prim("not", (inner,), _, _), _:
            return inner
        case "not", ir.Prim("lt" | "le" | "gt" | "ge" as op, args, type, span), _:
            return ir.Prim({"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}[op], args, type, span)
        case ("union", x, ir.SetConst(0, _)) | ("union", ir.SetConst(0, _), x) if x is not None:
            return x
        case ("inter", _, ir.SetConst(0, type)) | ("inter", ir.SetConst(0, type), _):
            return ir.SetConst(0, type)
        case ("inter", x, ir.SetConst(bits, type)) | ("inter", ir.SetConst(bits, type), x) if x is not None and bits == type.full:
            return x
        case "diff", x, ir.SetConst(0, _) if x is not None:
            return x
        case "recast", ir.Prim("recast", (inner,), _, _), _ if inner.type == node.type:
            return inner
        case "is_empty", ir.SetConst(bits, _), _:
            return ir.Const(int(bits == 0))
    return node


def _once(node: ir.Fold) -> ir.Expr:
    """A fold that runs through nothing but conditions has one value or none."""
    test: ir.Expr = ir.Const(1)
    for clause in node.clauses:
        assert isinstance(clause, ir.Test)
        test = _prim(ir.Prim("and", (test, clause.test), INT))
    if node.op in {"any", "count"}:
        return test
    nothing, value = _nothing(node), node.value
    if nothing is node or value is None:
        return node
    if node.op in {"set", "best", "worst"}:
        value = _prim(ir.Prim("one", (value,), node.type))
    if test == ir.Const(1):
        return value
    return ir.Cond(test, value, nothing)


def _without_aliases(node: ir.Fold) -> ir.Fold:
    """A name for another name or a number is replaced by it."""
    clauses, known = _dealiased(node.clauses)
    if not known:
        return node
    clauses = tuple(c for c in clauses if not (isinstance(c, ir.Be) and c.local in known))
    value = substitute(node.value, known) if node.value is not None else None
    key = substitute(node.key, known) if node.key is not None else None
    return replace(node, clauses=clauses, value=value, key=key)


def _dealiased(clauses: tuple[ir.Clause, ...]) -> tuple[tuple[ir.Clause, ...], dict[ir.Local, ir.Expr]]:
    """The clauses with what stands for something else replaced, and what was."""
    known: dict[ir.Local, ir.Expr] = {}
    found: list[ir.Clause] = []
    for clause in clauses:
        if known:
            clause = rebuild_clause(clause, lambda x: substitute(x, known))
        if isinstance(clause, ir.Be) and isinstance(clause.value, ir.Local | ir.Const):
            known[clause.local] = clause.value
        found.append(clause)
    return tuple(found), known


def _nothing(node: ir.Fold) -> ir.Expr:
    """A fold that runs through nothing."""
    match node.op:
        case "any" | "count" | "sum":
            return ir.Const(0)
        case "first" | "last":
            return ir.Const(-1)
        case "most" | "least":
            return ir.Const(node.start)
        case "set" | "sets" | "best" | "worst" if isinstance(node.type, Set):
            return ir.SetConst(0, node.type)
    return node


def _conjuncts(test: ir.Expr) -> list[ir.Expr]:
    if isinstance(test, ir.Prim) and test.op == "and":
        return _conjuncts(test.args[0]) + _conjuncts(test.args[1])
    return [test]


def _where(op: str, of: ir.Expr, value: ir.Expr, local: ir.Local, type: Set) -> ir.Expr | None:
    """Those whose element of a field compares so with a value that does not depend on them."""
    if not isinstance(of, ir.Load) or not isinstance(of.field.type, Int) or mentions(value, local):
        return None
    match of.index:
        case ir.Local() if of.index == local:
            shift = 0
        case ir.Prim("sub", (ir.Local() as x, ir.Const(shift)), _, _) if x == local:
            pass
        case ir.Prim("add", (ir.Local() as x, ir.Const(plus)), _, _) if x == local:
            shift = -plus
        case _:
            return None
    field = of.field
    bits = 8 * element_width(field)
    exact = -(1 << (bits - 1)) < field.low and field.high < (1 << (bits - 1)) - 1
    inside = shift <= type.base and type.base + type.size - shift <= field.count
    if not exact or not inside or type.size * bits > MOST_COMPARED:
        return None
    return ir.Where(op, field, shift, value, type)


def _depends_only_on(node: ir.Expr, local: ir.Local) -> bool:
    match node:
        case ir.Local():
            return node == local
        case ir.Const() | ir.SetConst():
            return True
        case ir.Prim(_, args, _, _):
            return all(_depends_only_on(a, local) for a in args)
        case ir.Look(_, index, _):
            return _depends_only_on(index, local)
        case _:
            return False


def _values(node: ir.Expr, local: ir.Local, type: Set) -> list[int] | None:
    """What an expression is for each value of its only local; None if that cannot be told."""
    found: list[int] = []
    for number in range(type.base, type.base + type.size):
        try:
            value = evaluate(substitute(node, {local: ir.Const(number)}))
        except NotConstant:
            return None
        if not isinstance(value, int):
            return None
        found.append(value)
    return found
