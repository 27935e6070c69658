"""Arguments of the functions of geometry: cells, directions, axes."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import expr
from rulewright.dsl.declare.sides import ways
from rulewright.dsl.lower.geometry import tables as lower
from rulewright.dsl.lower.values import ZERO, Code, Value
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import PlaceSym


def at(cx: Context, node: e.Expr) -> tuple[Code, PlaceSym, Value] | None:

    value = expr(cx, node)
    found = coerce.cell(cx, value, node.span)
    return None if found is None else (found[0], found[1], value)


def two_cells(cx: Context, arguments: list[e.Expr]) -> tuple[Code, Code, PlaceSym, tuple[Value, Value]] | None:
    """Two cells of one board, the board, and the cells as they were given."""
    first, second = at(cx, arguments[0]), at(cx, arguments[1])
    if first is None or second is None:
        return None
    return first[0], second[0], first[1], (first[2], second[2])


def way_value(cx: Context, node: e.Expr) -> Value:
    """A direction, as a value that may be none."""

    value = expr(cx, node, t.Way(ways(cx.world)))
    return value if isinstance(t.bare(value.type), t.Way) else Value(t.POISON, the_way(cx, node))


def the_way(cx: Context, node: e.Expr) -> Code:

    names = ways(cx.world)
    value = expr(cx, node, t.Way(names))
    if not isinstance(t.bare(value.type), t.Way | t.Poison):
        coerce.mismatch(cx, value, "a direction", node.span)
        return ZERO
    return coerce.scalar(cx, value, node.span)


def the_ways(cx: Context, node: e.Expr) -> Code:
    """A set of directions: written as such, as one direction, or as the name of an axis."""

    names = ways(cx.world)
    value = expr(cx, node, t.SetOf(t.Way(names)))
    if isinstance(t.bare(value.type), t.Enum):
        return axis_ways(cx, value, node.span)
    converted = coerce.convert(cx, value, t.SetOf(t.Way(names)), node.span)
    return converted.expr if converted.expr is not None and not coerce.is_poison(converted) else lower.no_ways(len(names))


def axis_ways(cx: Context, value: Value, span: Span) -> Code:
    """The directions of an axis that an attribute names: row, column, straight, diagonal."""
    enum = t.bare(value.type)
    assert isinstance(enum, t.Enum)
    if not any(lower.axis_rows(enum)):
        coerce.mismatch(cx, value, "row, column, straight or diagonal", span)
    return lower.axis_ways(cx.world, enum, coerce.scalar(cx, value, span))
