"""One value or another: what both of them are."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import expr
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower.values import Value
from rulewright.dsl.syntax import expressions as e


def alike(cx: Context, then: Value, then_node: e.Expr, other: Value, other_node: e.Expr) -> tuple[t.Type, Value, Value] | None:
    """What both of two values are, and each as that; None if they are not the same sort of thing."""
    if coerce.is_poison(then, other):
        return None
    if isinstance(then.type, t.Nothing) and isinstance(other.type, t.SetOf | t.ListOf):
        then = Value(other.type, None)
    if isinstance(then.type, t.Enum) and isinstance(other.type, t.Enum) and then.type != other.type:
        other = expr(cx, other_node, then.type)
    if then.type == t.SetOf(t.NOTHING):
        then = expr(cx, then_node, other.type)
    elif other.type == t.SetOf(t.NOTHING):
        other = expr(cx, other_node, then.type)
    then, other = coerce.as_elements(cx, then, then_node.span), coerce.as_elements(cx, other, other_node.span)
    joined = t.join(then.type, other.type)
    if joined is None and isinstance(t.bare(then.type), t.Cell | t.Piece) and isinstance(t.bare(other.type), t.Cell | t.Piece):
        then, other = coerce.site(cx, then, then_node.span), coerce.site(cx, other, other_node.span)
        joined = t.join(then.type, other.type)
    if joined is None:
        text = f"One case gives {then.type}, the other {other.type}."
        cx.error(codes.TYPE_MISMATCH, text, other_node.span, "Both must be the same sort of thing.")
        return None
    if isinstance(joined, t.SetOf | t.ListOf | t.BagOf):
        then, other = coerce.convert(cx, then, joined, then_node.span), coerce.convert(cx, other, joined, other_node.span)
    return joined, then, other
