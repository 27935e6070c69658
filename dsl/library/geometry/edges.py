"""Edges of a board that are a place of their own: the edge between two cells, those of a cell, the cells at its ends."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Table
from rulewright.core.types import INT
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.geometry.cells import GEOMETRY, at, cell_type, known_table, large, local_index, pair_index, quiet
from rulewright.dsl.library.registry import function, unary
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import Value, const, prim
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
        cx.error(codes.WRONG_ARGUMENTS, f"`{place.name}` is too large for this: at most {state.SMALL_BOARD} cells.", span)
    else:
        help = f"Declare them: `place walls: edges of {place.name}`."
        cx.error(codes.WRONG_ARGUMENTS, f"The edges of `{place.name}` are not a place yet.", span, help)
    return None


def between_table(cx: Context, place: PlaceSym, edges: PlaceSym) -> Table:
    """The edge between two cells: entry `a * cells + b` is a site, or -1."""
    assert edges.board is not None
    cells = place.core.cells
    values = [-1] * (cells * cells)
    for number, (a, b) in enumerate(edges.board.ends):
        if b >= 0:
            values[a * cells + b] = values[b * cells + a] = edges.core.base + number
    return known_table(cx, f"{place.name}.edge") or cx.world.program.add_table(Table(f"{place.name}.edge", INT, tuple(values)))


def way_table(cx: Context, place: PlaceSym, edges: PlaceSym) -> Table:
    """The edge in a direction: entry `way * cells + cell` is a site, or -1 (across a corner there is none)."""
    board = place.board
    assert edges.board is not None and board is not None
    cells = place.core.cells
    values = [-1] * (cells * len(board.ways))
    for number, (a, b) in enumerate(edges.board.ends):
        if b < 0:
            values[(-1 - b) * cells + a] = edges.core.base + number
            continue
        for way in range(len(board.ways)):
            if board.step(a, way) == b:
                values[way * cells + a] = edges.core.base + number
            if board.step(b, way) == a:
                values[way * cells + b] = edges.core.base + number
    name = f"{place.name}.edge_to"
    return known_table(cx, name) or cx.world.program.add_table(Table(name, INT, tuple(values)))


@function(
    "edge",
    "edge(x, y)",
    "The edge between two neighbours, or of a cell in a direction; none if there is none. The edges have to be a place.",
    2,
    group=GEOMETRY,
)
def _edge(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    from rulewright.dsl.check.expressions import expr

    first = at(cx, arguments[0])
    second = expr(cx, arguments[1])
    if first is None or coerce.is_poison(second):
        return coerce.poison()
    site, place, start = first
    edges = edges_of(cx, place, arguments[0].span)
    if edges is None:
        return coerce.poison()
    type = t.Maybe(cell_type(edges))
    if isinstance(t.bare(second.type), t.Way):
        if not place.board or not place.board.ways:
            return cx.error(codes.WRONG_ARGUMENTS, "A graph has no directions.", span, "Name the two cells: `edge(x, y)`.")
        way = coerce.scalar(cx, second, arguments[1].span)
        index = prim("add", prim("mul", way, const(place.core.cells)), local_index(place, site))
        return quiet(Value(type, ir.Look(way_table(cx, place, edges), index)), start, second)
    other = coerce.cell(cx, second, arguments[1].span)
    if other is None:
        return coerce.poison()
    if other[1] is not place:
        return cx.error(codes.WRONG_ARGUMENTS, f"These are cells of `{place.name}` and of `{other[1].name}`.", span)
    table = between_table(cx, place, edges)
    return quiet(Value(type, ir.Look(table, pair_index(place, site, other[0]))), start, second)


@unary("edges_at", "edges_at(x)", "The edges of a cell. The edges have to be a place.", GEOMETRY)
def _edges_at(cx: Context, value: Value, span: Span) -> Value:
    found = coerce.cell(cx, value, span)
    edges = edges_of(cx, found[1], span) if found is not None else None
    if found is None or edges is None:
        return coerce.poison()
    site, place = found
    assert edges.board is not None
    rows = [0] * place.core.cells
    for number, pair in enumerate(edges.board.ends):
        for end in pair:
            if end >= 0:
                rows[end] |= 1 << number
    table = state.set_table(cx.world, f"{place.name}.edges_at", state.site_set(edges.core), tuple(rows))
    return quiet(Value(t.SetOf(cell_type(edges)), ir.Look(table, local_index(place, site))), value)


def ends_of_edge(cx: Context, value: Value, edges: PlaceSym, span: Span) -> Value:
    """The cells that an edge joins: two, or one at the rim."""
    place = edges.edges_of
    assert edges.board is not None and place is not None
    rows = tuple(sum(1 << end for end in pair if end >= 0) for pair in edges.board.ends)
    table = state.set_table(cx.world, f"{edges.name}.ends", state.site_set(place.core), rows)
    site = coerce.scalar(cx, value, span)
    return quiet(Value(t.SetOf(cell_type(place)), ir.Look(table, local_index(edges, site))), value)
