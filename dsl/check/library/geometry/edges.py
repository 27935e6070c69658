"""Edges of a board that are a place of their own: the edge between two cells, those of a cell, the cells at its ends."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.library.geometry.cells import at
from rulewright.dsl.check.library.registry import function, unary
from rulewright.dsl.check.passes import expr
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower.geometry import edges as lower
from rulewright.dsl.lower.geometry.tables import large, quiet
from rulewright.dsl.lower.state import SMALL_BOARD
from rulewright.dsl.lower.values import Value
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import PlaceSym


def edges_of(cx: Context, place: PlaceSym, span: Span) -> PlaceSym | None:
    """The place of a board's edges; told if it has none, or if the board is none whose edges can be looked up."""
    if place.edges is not None and not large(place):
        return place.edges
    if place.edges_of is not None:
        cx.error(codes.WRONG_ARGUMENTS, "This is an edge already.", span, "The cells that it joins are `ends(edge)`.")
        return None
    if place.edges is not None:
        cx.error(codes.WRONG_ARGUMENTS, f"`{place.name}` is too large for this: at most {SMALL_BOARD} cells.", span)
    else:
        help = f"Declare them: `place walls: edges of {place.name}`."
        cx.error(codes.WRONG_ARGUMENTS, f"The edges of `{place.name}` are not a place yet.", span, help)
    return None


@function("edge")
def _edge(cx: Context, arguments: list[e.Expr], span: Span) -> Value:

    first = at(cx, arguments[0])
    second = expr(cx, arguments[1])
    if first is None or coerce.is_poison(second):
        return coerce.poison()
    site, place, start = first
    edges = edges_of(cx, place, arguments[0].span)
    if edges is None:
        return coerce.poison()
    if isinstance(t.bare(second.type), t.Way):
        if not place.board or not place.board.ways:
            return cx.error(codes.WRONG_ARGUMENTS, "A graph has no directions.", span, "Name the two cells: `edge(x, y)`.")
        way = coerce.scalar(cx, second, arguments[1].span)
        return quiet(lower.maybe_edge(edges, lower.edge_to(cx.world, place, edges, site, way)), start, second)
    other = coerce.cell(cx, second, arguments[1].span)
    if other is None:
        return coerce.poison()
    if other[1] is not place:
        return cx.error(codes.WRONG_ARGUMENTS, f"These are cells of `{place.name}` and of `{other[1].name}`.", span)
    return quiet(lower.maybe_edge(edges, lower.edge_between(cx.world, place, edges, site, other[0])), start, second)


@unary("edges_at")
def _edges_at(cx: Context, value: Value, span: Span) -> Value:
    found = coerce.cell(cx, value, span)
    edges = edges_of(cx, found[1], span) if found is not None else None
    if found is None or edges is None:
        return coerce.poison()
    return quiet(lower.edges_at(cx.world, found[1], edges, found[0]), value)


def ends_of_edge(cx: Context, value: Value, edges: PlaceSym, span: Span) -> Value:
    """The cells that an edge joins: two, or one at the rim."""
    return quiet(lower.ends_of_edge(cx.world, edges, coerce.scalar(cx, value, span)), value)
