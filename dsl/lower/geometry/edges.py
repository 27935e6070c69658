"""Edges of a board that are a place of their own: the edge between two cells, those of a cell, the cells at its ends."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Table
from rulewright.core.types import INT
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.geometry.tables import cell_type, known_table, local_index, pair_index
from rulewright.dsl.lower.values import Value, const, prim
from rulewright.dsl.world import PlaceSym, World


def _between_table(world: World, place: PlaceSym, edges: PlaceSym) -> Table:
    """The edge between two cells: entry `a * cells + b` is a site, or -1."""
    assert edges.board is not None
    cells = place.core.cells
    values = [-1] * (cells * cells)
    for number, (a, b) in enumerate(edges.board.ends):
        if b >= 0:
            values[a * cells + b] = values[b * cells + a] = edges.core.base + number
    return known_table(world, f"{place.name}.edge") or world.program.add_table(Table(f"{place.name}.edge", INT, tuple(values)))


def _way_table(world: World, place: PlaceSym, edges: PlaceSym) -> Table:
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
    return known_table(world, name) or world.program.add_table(Table(name, INT, tuple(values)))


def edge_between(world: World, place: PlaceSym, edges: PlaceSym, one: ir.Expr, other: ir.Expr) -> ir.Expr:
    return ir.Look(_between_table(world, place, edges), pair_index(place, one, other))


def edge_to(world: World, place: PlaceSym, edges: PlaceSym, site: ir.Expr, way: ir.Expr) -> ir.Expr:
    index = prim("add", prim("mul", way, const(place.core.cells)), local_index(place, site))
    return ir.Look(_way_table(world, place, edges), index)


def maybe_edge(edges: PlaceSym, edge: ir.Expr) -> Value:
    return Value(t.Maybe(cell_type(edges)), edge)


def edges_at(world: World, place: PlaceSym, edges: PlaceSym, site: ir.Expr) -> Value:
    """The edges of a cell."""
    assert edges.board is not None
    rows = [0] * place.core.cells
    for number, pair in enumerate(edges.board.ends):
        for end in pair:
            if end >= 0:
                rows[end] |= 1 << number
    table = state.set_table(world, f"{place.name}.edges_at", state.site_set(edges.core), tuple(rows))
    return Value(t.SetOf(cell_type(edges)), ir.Look(table, local_index(place, site)))


def ends_of_edge(world: World, edges: PlaceSym, edge: ir.Expr) -> Value:
    """The cells that an edge joins: two, or one at the rim."""
    place = edges.edges_of
    assert edges.board is not None and place is not None
    rows = tuple(sum(1 << end for end in pair if end >= 0) for pair in edges.board.ends)
    table = state.set_table(world, f"{edges.name}.ends", state.site_set(place.core), rows)
    return Value(t.SetOf(cell_type(place)), ir.Look(table, local_index(edges, edge)))
