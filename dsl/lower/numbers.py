"""Arithmetic of numbers, bags, sets and lists; one value or another."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.ops import PrimName
from rulewright.core.types import Seq
from rulewright.dsl import types as t
from rulewright.dsl.lower import conversions, state
from rulewright.dsl.lower.values import (
    NONE,
    Clauses,
    Frame,
    Many,
    Routine,
    Value,
    has,
    minus,
    negate,
    prim,
    recast,
    union,
)
from rulewright.dsl.meaning import expressions as m

OPERATORS: dict[str, PrimName] = {"+": "add", "-": "sub", "*": "mul", "/": "div", "%": "mod"}


def numbers(frame: Frame, node: m.Arith, left: Value, right: Value) -> Value:
    assert left.expr is not None and right.expr is not None
    code = prim(OPERATORS[node.operator], left.expr, right.expr, span=frame.world.span_number(node.span))
    return Value(node.type, code, meaning=node)


def bags(node: m.Arith, left: Value, right: Value) -> Value:
    assert left.expr is not None and right.expr is not None
    code = prim("bag_add" if node.operator == "+" else "bag_sub", left.expr, right.expr, type=left.expr.type)
    return Value(node.type, code, meaning=node)


def without(frame: Frame, node: m.Arith, left: Value, first: Many, right: Value) -> Value:
    """Those that are not among the others; in their order, if they have one."""
    taken = right.expr
    assert taken is not None
    if isinstance(node.type, t.ListOf):

        def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
            clauses, element = first.build(routine)
            return [*clauses, ir.Test(negate(has(taken, element)))], element

        return Value(node.type, None, Many(node.type.elem, build, first.bound, True, False, first.unique), meaning=node)
    assert isinstance(node.type, t.SetOf)
    type = state.set_type(frame.world, node.type.elem)
    gathered = conversions.as_set(frame, left)
    assert gathered is not None
    whole = conversions.recast_set(frame.world, gathered, node.type) if left.type != node.type or left.expr is None else left
    assert whole.expr is not None
    left_over = tuple(minus(recast(p, type), recast(taken, type)) for p in left.parts)
    return Value(node.type, minus(whole.expr, taken), parts=left_over, meaning=node)


def one_after_the_other(frame: Frame, node: m.Arith, left: Value, right: Value) -> Value:
    """A list, then another."""
    assert isinstance(node.type, t.ListOf)
    a, b = conversions.as_list(frame, left), conversions.as_list(frame, right)
    assert a is not None and b is not None and a.expr is not None and b.expr is not None
    code = prim("concat", a.expr, b.expr, type=Seq(a.expr.type.elem, node.type.cap))  # type: ignore[union-attr]
    return Value(node.type, code, meaning=node)


def together(frame: Frame, node: m.Arith, left: Value, right: Value) -> Value:
    """Those, then the ones not yet there."""
    assert isinstance(node.type, t.SetOf)
    type = state.set_type(frame.world, node.type.elem)
    a, b = conversions.as_set(frame, left), conversions.as_set(frame, right)
    assert a is not None and b is not None and a.expr is not None and b.expr is not None
    parts = tuple(recast(p, type) for p in (*(left.parts or (a.expr,)), *(right.parts or (b.expr,))))
    return Value(node.type, union(recast(a.expr, type), recast(b.expr, type)), parts=parts, meaning=node)


# ---------------------------------------------------------------- truths and cases


def inverted(node: m.Not, of: ir.Expr) -> Value:
    return Value(node.type, negate(of), meaning=node)


def chosen(type: t.Type, test: ir.Expr, then: Value, other: Value, place: int) -> Value:
    """One value if something holds, else the other. Nothing, where there may be something, is none."""
    a, b = (NONE if isinstance(x.type, t.Nothing) and not isinstance(type, t.SetOf | t.ListOf | t.BagOf) else x.expr for x in (then, other))
    assert a is not None and b is not None
    return Value(type, ir.Cond(test, a, b, place))
