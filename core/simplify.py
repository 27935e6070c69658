"""Simpler forms of expressions: constants computed, conditions turned into sets, folds that run through nothing."""

from __future__ import annotations

from dataclasses import replace

from rulewright.core import ir
from rulewright.core.constant import NotConstant, evaluate
from rulewright.core.layout import element_width
from rulewright.core.ops import PRIMS, Comparison, PrimName
from rulewright.core.program import Field
from rulewright.core.types import INT, Int, Set
from rulewright.core.walk import expressions, mentions, rebuild_clause, substitute

OPPOSITE: dict[str, PrimName] = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
MOST_COMPARED = 4096  # bits of a field that are compared at once


def simplified(node: ir.Prim) -> ir.Expr:
    if PRIMS[node.op].folds and all(isinstance(a, ir.Const | ir.SetConst) for a in node.args):
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
            return ir.Prim(OPPOSITE[op], args, type, span)
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


def once(node: ir.Fold) -> ir.Expr:
    """A fold that runs through nothing but conditions has one value or none."""
    test: ir.Expr = ir.Const(1)
    for clause in node.clauses:
        assert isinstance(clause, ir.Test)
        test = simplified(ir.Prim("and", (test, clause.test), INT))
    if node.op in {"any", "count"}:
        return test
    empty, value = of_nothing(node), node.value
    if empty is node or value is None:
        return node
    if node.op in {"set", "best", "worst"}:
        value = simplified(ir.Prim("one", (value,), node.type))
    if test == ir.Const(1):
        return value
    return ir.Cond(test, value, empty)


def without_aliases(node: ir.Fold) -> ir.Fold:
    """A name for another name or a number is replaced by it."""
    clauses, known = dealiased(node.clauses)
    if not known:
        return node
    clauses = tuple(c for c in clauses if not (isinstance(c, ir.Be) and c.local in known))
    value = substitute(node.value, known) if node.value is not None else None
    key = substitute(node.key, known) if node.key is not None else None
    return replace(node, clauses=clauses, value=value, key=key)


def dealiased(clauses: tuple[ir.Clause, ...]) -> tuple[tuple[ir.Clause, ...], dict[ir.Local, ir.Expr]]:
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


def of_nothing(node: ir.Fold) -> ir.Expr:
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


def conjuncts(test: ir.Expr) -> list[ir.Expr]:
    if isinstance(test, ir.Prim) and test.op == "and":
        return conjuncts(test.args[0]) + conjuncts(test.args[1])
    return [test]


def comparing(op: Comparison, of: ir.Expr, value: ir.Expr, local: ir.Local, type: Set) -> ir.Expr | None:
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
    inside = shift <= type.base and type.base + type.size - shift <= field.count
    return ir.Where(op, field, shift, value, type) if inside and comparable(field, type.size) else None


def comparable(field: Field, elements: int) -> bool:
    """Whether so many elements of a field can be compared at once, with one less than the least and one more than the greatest, too."""
    bits = 8 * element_width(field)
    exact = -(1 << (bits - 1)) < field.low and field.high < (1 << (bits - 1)) - 1
    return isinstance(field.type, Int) and exact and elements * bits <= MOST_COMPARED


def affine(node: ir.Expr, local: ir.Local) -> tuple[int, int, ir.Expr | None] | None:
    """An expression as `local * stride - shift + plus`; None if it is not of that form."""
    if node == local:
        return 1, 0, None
    if not mentions(node, local):
        return (0, -node.value, None) if isinstance(node, ir.Const) else (0, 0, node)
    match node:
        case ir.Prim("mul", (a, ir.Const(by)), _, _) | ir.Prim("mul", (ir.Const(by), a), _, _):
            form = affine(a, local)
            return (form[0] * by, form[1] * by, None) if form is not None and form[2] is None else None
        case ir.Prim("add" | "sub" as op, (a, b), _, _):
            left, right = affine(a, local), affine(b, local)
            if left is None or right is None or (left[2] is not None and right[2] is not None):
                return None
            if op == "sub":
                if right[2] is not None:
                    return None
                right = -right[0], -right[1], None
            return left[0] + right[0], left[1] + right[1], left[2] if left[2] is not None else right[2]
    return None


def depends_only_on(node: ir.Expr, local: ir.Local) -> bool:
    """Whether an expression is the same in every state, for each value of its only local."""
    match node:
        case ir.Local():
            return node == local
        case ir.Const() | ir.SetConst() | ir.SeqConst():
            return True
        case ir.Prim(op, args, _, _):
            return not PRIMS[op].reads and all(depends_only_on(a, local) for a in args)
        case ir.Look(_, index, _):
            return depends_only_on(index, local)
        case ir.Cond(test, then, other):
            return depends_only_on(test, local) and depends_only_on(then, local) and depends_only_on(other, local)
        case ir.Call(func, args):
            return all(depends_only_on(a, local) for a in args) and func.body is not None and stateless(func.body)
        case _:
            return False


def stateless(node: ir.Expr) -> bool:
    """Whether an expression is the same in every state."""
    for x in expressions(node):
        match x:
            case ir.Load() | ir.Where() | ir.Would():
                return False
            case ir.Prim(op) if PRIMS[op].reads:
                return False
            case ir.Call(func) if func.body is None or not stateless(func.body):
                return False
    return True


def values_of(node: ir.Expr, local: ir.Local, type: Set) -> list[int] | None:
    """What an expression is for each value of its only local; None if that cannot be told."""
    found: list[int] = []
    for number in range(type.base, type.base + type.size):
        try:
            value = evaluate(node, {local: number})
        except NotConstant:
            return None
        if not isinstance(value, int):
            return None
        found.append(value)
    return found
