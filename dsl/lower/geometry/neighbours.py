"""Cells next to cells, and leaps; rows and sides as the players see them."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.core import ir
from rulewright.core.boards import Board
from rulewright.core.types import Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.geometry.tables import cell_type, cells_table, large, local_index, number_table, step_index, step_table
from rulewright.dsl.lower.values import ONE, ZERO, Clauses, Frame, Many, Routine, Value, const, prim
from rulewright.dsl.world import PlaceSym, World

Near = Callable[[Board, int], list[int]]


def around_one(world: World, site: ir.Expr, place: PlaceSym, name: str, of: Near, ways: tuple[int, ...] | None) -> Value:
    """The neighbours of a cell."""
    board = place.board
    assert board is not None
    elem = cell_type(place)
    if not large(place):
        table = cells_table(world, place, name, lambda cell: of(board, cell))
        return Value(t.SetOf(elem), ir.Look(table, local_index(place, site)))
    return Value(t.SetOf(elem), None, _steps(world, place, lambda routine: ([], site), ways or tuple(range(len(board.ways))), True))


def _steps(world: World, place: PlaceSym, start: Callable[[Routine], tuple[Clauses, ir.Expr]], ways: tuple[int, ...], unique: bool) -> Many:
    """Cells one step away, for a board whose sets would be large."""
    table = step_table(world, place)
    directions = Set(0, 8)

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        clauses, site = start(routine)
        way, cell = routine.new("way"), routine.new("cell")
        return [
            *clauses,
            ir.In(way, ir.SetConst(sum(1 << w for w in ways), directions)),
            ir.Be(cell, ir.Look(table, step_index(place, site, way))),
            ir.Test(prim("ge", cell, ZERO)),
        ], cell

    return Many(cell_type(place), build, len(ways), unique=unique)


def around_many(frame: Frame, inner: Many, place: PlaceSym, name: str, of: Near, ways: tuple[int, ...] | None) -> Value:
    """The neighbours of any of several cells or pieces."""
    world, board = frame.world, place.board
    assert board is not None
    kinds = inner.elem.kinds if isinstance(inner.elem, t.Piece) else None

    def start(routine: Routine) -> tuple[Clauses, ir.Expr]:
        clauses, element = inner.build(routine)
        if kinds is None:
            return clauses, element
        local = routine.new("site")
        return [*clauses, ir.Be(local, state.location(world, element, kinds))], local

    elem = cell_type(place)
    if large(place):
        many = _steps(world, place, start, ways or tuple(range(len(board.ways))), False)
        many.bound = min(place.core.sites, inner.bound * many.bound)
        return Value(t.SetOf(elem), None, many)
    table = cells_table(world, place, name, lambda cell: of(board, cell))
    clauses, site = start(frame.routine)
    type = state.site_set(place.core)
    return Value(t.SetOf(elem), ir.Fold("sets", tuple(clauses), ir.Look(table, local_index(place, site)), None, type))


# ---------------------------------------------------------------- rows and sides


def own_rows(world: World, place: PlaceSym, low: int, high: int, who: ir.Expr) -> Value:
    """Rows as a player sees them: 1 is the nearest."""
    board = place.board
    assert board is not None
    wanted = range(low, high + 1)
    near = sum(1 << c for n in wanted for c in board.row(n - 1))
    far = sum(1 << c for n in wanted for c in board.row(board.height - n))
    table = state.set_table(world, f"{place.name}.rows{low}-{high}", state.site_set(place.core), (near, far))
    return Value(t.SetOf(cell_type(place)), ir.Look(table, who))


def own_sides(world: World, place: PlaceSym, who: ir.Expr) -> Value:
    """The two opposite sides of the board that belong to a player."""
    board = place.board
    assert board is not None
    type = state.site_set(place.core)

    def bits(cells: list[int]) -> int:
        return sum(1 << c for c in cells)

    rows = (bits(board.row(0)), bits(board.row(board.height - 1)), bits(board.column(0)), bits(board.column(board.width - 1)))
    table = state.set_table(world, f"{place.name}.sides", type, rows)
    first = prim("mul", who, const(2))
    pair = prim("pair", ir.Look(table, first), ir.Look(table, prim("add", first, ONE)), type=Seq(type, 2))
    return Value(t.GroupsOf(cell_type(place), 2), pair)


def all_sides(frame: Frame, place: PlaceSym) -> Value:
    """All sides of a board without the corners, clockwise from the north."""
    board = place.board
    assert board is not None
    corners = set(board.corners())
    type = state.site_set(place.core)
    rims = tuple(sum(1 << c for c in rim if c not in corners) for rim in board.rims())
    table, side = state.set_table(frame.world, f"{place.name}.all_sides", type, rims), frame.routine.new("side")
    each = ir.In(side, ir.SetConst((1 << len(rims)) - 1, Set(0, len(rims))))
    found = ir.Fold("groups", (each,), ir.Look(table, side), None, Seq(type, len(rims)))
    return Value(t.GroupsOf(cell_type(place), len(rims)), found)


def corners(place: PlaceSym) -> Value:
    board = place.board
    assert board is not None
    return Value(t.SetOf(cell_type(place)), ir.SetConst(sum(1 << c for c in board.corners()), state.site_set(place.core)))


def mirrored(world: World, place: PlaceSym, site: ir.Expr) -> Value:
    """The cell whose column and row are exchanged."""
    board = place.board
    assert board is not None
    table = number_table(world, place, "mirrored", lambda c: place.core.base + board.at(*reversed(board.xy(c))))
    return Value(cell_type(place), ir.Look(table, local_index(place, site)))
