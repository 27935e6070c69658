"""Optimisation of the core IR, for both engines: constants are computed, loops over sets become operations on sets.

A loop `for x in S where T(x)` whose condition asks only whether x is in other sets is the intersection of those sets; then
counting is a population count and the first element is a bit scan. That is what makes native code fast, and it does the
interpreter no harm.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.core import ir
from rulewright.core.constant import NotConstant, evaluate
from rulewright.core.program import Program, Table
from rulewright.core.types import INT, Int, Set
from rulewright.core.walk import map_block, mentions, rebuild, statements

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


def optimise(program: Program) -> None:
    constants = _never_written(program)

    def simplify(node: ir.Expr) -> ir.Expr:
        node = rebuild(node, simplify)
        return simple(node, constants)

    for func in program.funcs:
        if func.body is not None:
            func.body = simplify(func.body)
    for proc in program.procs:
        proc.body = map_block(proc.body, simplify, _fuse_options)


def _fuse_options(stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
    """The alternatives of a decision are comprehensions, too."""
    if isinstance(stmt, ir.Ask):
        for alt in stmt.choice.alts:
            fused = _fused(alt.clauses)
            alt.clauses = fused if fused is not None else (ir.Test(ir.Const(0)),)
    return (stmt,)


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


def simple(node: ir.Expr, constants: dict[object, Table]) -> ir.Expr:
    match node:
        case ir.Load(field, index, span) if field in constants:
            return simple(ir.Look(constants[field], index, span), constants)
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
        case ir.Prim():
            return _prim(node)
        case ir.Fold():
            return _fold(node)
        case _:
            return node


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


def _fold(node: ir.Fold) -> ir.Expr:
    clauses = _fused(node.clauses)
    if clauses is None:
        return _nothing(replace(node, clauses=(ir.Test(ir.Const(0)),)))
    node = replace(node, clauses=clauses) if clauses != node.clauses else node
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


def _fused(clauses: tuple[ir.Clause, ...]) -> tuple[ir.Clause, ...] | None:
    """Tests of membership become intersections; None if nothing can come of it."""
    found: list[ir.Clause] = []
    for clause in clauses:
        if isinstance(clause, ir.Test):
            if clause.test == ir.Const(1):
                continue
            if clause.test == ir.Const(0):
                return None
            left = _into_loop(found, clause)
            if left is None:
                continue
            clause = left
        found.append(clause)
    return tuple(found)


def _into_loop(found: list[ir.Clause], clause: ir.Test) -> ir.Test | None:
    """Put as much of a test as possible into the loop just before it; what is left of the test."""
    if not found or not isinstance(found[-1], ir.In) or not isinstance(found[-1].over.type, Set):
        return clause
    loop = found[-1]
    rest: list[ir.Expr] = []
    over = loop.over
    for part in _conjuncts(clause.test):
        set_form = _as_set(part, loop.local, over.type)  # type: ignore[arg-type]
        if set_form is None:
            rest.append(part)
        else:
            over = _prim(ir.Prim("inter", (over, set_form), over.type))
    found[-1] = ir.In(loop.local, over)
    if not rest:
        return None
    test = rest[0]
    for part in rest[1:]:
        test = ir.Prim("and", (test, part), INT)
    return ir.Test(test)


def _conjuncts(test: ir.Expr) -> list[ir.Expr]:
    if isinstance(test, ir.Prim) and test.op == "and":
        return _conjuncts(test.args[0]) + _conjuncts(test.args[1])
    return [test]


def _as_set(test: ir.Expr, local: ir.Local, type: Set) -> ir.Expr | None:
    """A condition on `local` as the set of those for which it holds; None if it is not of that form."""
    if not mentions(test, local):
        return None
    if not isinstance(test, ir.Prim):
        return None
    match test.op:
        case "has" if test.args[1] == local and not mentions(test.args[0], local):
            inner = test.args[0]
            return inner if inner.type == type else _prim(ir.Prim("recast", (inner,), type))
        case "and" | "or":
            a, b = _as_set(test.args[0], local, type), _as_set(test.args[1], local, type)
            if a is None or b is None:
                return None
            return _prim(ir.Prim("inter" if test.op == "and" else "union", (a, b), type))
        case "not":
            a = _as_set(test.args[0], local, type)
            return None if a is None else _prim(ir.Prim("diff", (ir.SetConst(type.full, type), a), type))
        case "eq" if isinstance(test.args[1], ir.Const | ir.Local) and test.args[0] == local and test.args[1] != local:
            return _prim(ir.Prim("one", (test.args[1],), type))
        case "eq" if isinstance(test.args[0], ir.Const | ir.Local) and test.args[1] == local and test.args[0] != local:
            return _prim(ir.Prim("one", (test.args[0],), type))
    return None
