"""What the functions of geometry have in common: tables of a board, and what becomes of nothing.

On boards of moderate size what a function gives is a constant table of sets; on an open grid, whose cells are thousands of
which few are used, it is computed cell by cell.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from rulewright.core import ir
from rulewright.core.boards import DIAGONAL, STRAIGHT
from rulewright.core.program import Table
from rulewright.core.types import INT, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import NONE, ONE, ZERO, Value, const, prim
from rulewright.dsl.world import PlaceSym, World

AXES = {"row": (2, 6), "column": (0, 4), "straight": STRAIGHT, "diagonal": DIAGONAL, "horizontal": (2, 6), "vertical": (0, 4)}


def cell_type(place: PlaceSym) -> t.Cell:
    return t.Cell(frozenset({place.name}), place.core.cell_kind)


def large(place: PlaceSym) -> bool:
    return place.core.sites > state.SMALL_BOARD and not place.core.spots


def local_index(place: PlaceSym, site: ir.Expr) -> ir.Expr:
    return state.minus_base(site, place.core.base)


def known_table(world: World, name: str) -> Table | None:
    """A table that was made before."""
    return next((table for table in world.program.tables if table.name == name), None)


def cells_table(world: World, place: PlaceSym, name: str, of: Callable[[int], list[int]]) -> Table:
    """For each site the set of sites that `of` gives for its cell, within its own copy of the board."""
    key = f"{place.name}.{name}"
    known = known_table(world, key)
    if known is not None:
        return known
    cells, base = place.core.cells, place.core.base
    values = []
    for site in range(place.core.sites):
        copy, cell = divmod(site, cells)
        values.append(sum(1 << (copy * cells + c) for c in of(cell)))
    return world.program.add_table(Table(key, Set(base, place.core.sites), tuple(values)))


def step_table(world: World, place: PlaceSym) -> Table:
    """Where a step leads: entry `way * sites + site` is a site, or -1."""
    known = known_table(world, f"{place.name}.step")
    if known is not None:
        return known
    board = place.board
    assert board is not None
    cells, base = place.core.cells, place.core.base
    values: list[int] = []
    for leads in board.steps:
        for first in range(base, base + place.core.sites, cells):
            values += [first + to if to >= 0 else -1 for to in leads]
    return state.constant_table(world, f"{place.name}.step", tuple(values))


def step_index(place: PlaceSym, site: ir.Expr, way: ir.Expr) -> ir.Expr:
    """Where a table of all directions has the entry of a site."""
    return prim("add", prim("mul", way, const(place.core.sites)), local_index(place, site))


def number_table(world: World, place: PlaceSym, name: str, of: Callable[[int], int]) -> Table:
    known = known_table(world, f"{place.name}.{name}")
    if known is not None:
        return known
    values = tuple(of(site % place.core.cells) for site in range(place.core.sites))
    return state.constant_table(world, f"{place.name}.{name}", values)


def columns(world: World, place: PlaceSym) -> Table:
    board = place.board
    assert board is not None
    return number_table(world, place, "x", lambda c: board.xy(c)[0])


def rows(world: World, place: PlaceSym) -> Table:
    board = place.board
    assert board is not None
    return number_table(world, place, "y", lambda c: board.xy(c)[1])


def pair_table(world: World, place: PlaceSym, name: str, rows: tuple[tuple[int, ...], ...]) -> Table:
    """A number for each pair of cells of a board."""
    key = f"{place.name}.{name}"
    return known_table(world, key) or world.program.add_table(Table(key, INT, tuple(chain.from_iterable(rows))))


def pair_index(place: PlaceSym, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return prim("add", prim("mul", local_index(place, a), const(place.core.cells)), local_index(place, b))


def quiet(result: Value, *given: Value | ir.Expr) -> Value:
    """Geometry of nothing is nothing: a function of a cell or direction that may be none gives none, or no cells."""
    if result.expr is None:
        return result
    expr = result.expr
    type = result.type
    for value in given:
        one = value.expr if isinstance(value, Value) else value
        maybe = isinstance(value.type, t.Maybe) if isinstance(value, Value) else True
        if not maybe or one is None or isinstance(one, ir.Const):
            continue
        match expr.type:
            case Set():
                nothing: ir.Expr = ir.SetConst(0, expr.type)
            case Seq():
                nothing = ir.SeqConst((), expr.type)
            case _:
                nothing = NONE
                if isinstance(type, t.Cell | t.Way):
                    type = t.Maybe(type)
        expr = ir.Cond(prim("lt", one, ZERO), nothing, expr)
    return Value(type, expr)


# ---------------------------------------------------------------- directions of an axis


def no_ways(count: int) -> ir.Expr:
    return ir.SetConst(0, Set(0, count))


def axis_rows(enum: t.Enum) -> tuple[int, ...]:
    """For each member of a type the directions of the axis that it names."""
    return tuple(sum(1 << w for w in AXES.get(member, ())) for member in enum.members)


def axis_ways(world: World, enum: t.Enum, axis: ir.Expr) -> ir.Expr:
    """The directions of an axis that an attribute names: row, column, straight, diagonal."""
    table = state.set_table(world, f"axis.{'.'.join(enum.members)}", Set(0, 8), (0, *axis_rows(enum)))
    return ir.Look(table, prim("add", axis, ONE))
