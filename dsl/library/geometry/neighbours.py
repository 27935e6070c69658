"""Cells next to cells, and leaps."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.core import ir
from rulewright.core.boards import DIAGONAL, STRAIGHT, Board
from rulewright.core.types import Set
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.declare.domains import constant
from rulewright.dsl.library.geometry.cells import (
    GEOMETRY,
    at,
    cell_type,
    cells_table,
    large,
    local_index,
    quiet,
    step_table,
)
from rulewright.dsl.library.registry import function, unary
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import ZERO, Clauses, Many, Routine, Value, const, prim
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import PlaceSym


def _neighbours(name: str, form: str, help: str, of: Callable[[Board, int], list[int]], ways: tuple[int, ...] | None) -> None:
    def apply(cx: Context, value: Value, span: Span) -> Value:
        elem = t.element(value.type)
        if value.many is not None or elem is not None:
            return _around_many(cx, value, span, name, of, ways)
        found = coerce.cell(cx, value, span)
        if found is None:
            return coerce.poison()
        return quiet(_around_one(cx, found[0], found[1], name, of, ways), value)

    unary(name, form, help, GEOMETRY)(apply)


def _around_one(
    cx: Context, site: ir.Expr, place: PlaceSym, name: str, of: Callable[[Board, int], list[int]], ways: tuple[int, ...] | None
) -> Value:
    board = place.board
    assert board is not None
    elem = cell_type(place)
    if not large(place):
        table = cells_table(cx, place, name, lambda cell: of(board, cell))
        return Value(t.SetOf(elem), ir.Look(table, local_index(place, site)))
    return Value(t.SetOf(elem), None, _steps(cx, place, lambda routine: ([], site), ways or tuple(range(len(board.ways))), True))


def _steps(cx: Context, place: PlaceSym, start: Callable[[Routine], tuple[Clauses, ir.Expr]], ways: tuple[int, ...], unique: bool) -> Many:
    """Cells one step away, for a board whose sets would be large."""
    table = step_table(cx, place)
    directions = Set(0, 8)

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        clauses, site = start(routine)
        way, cell = routine.new("way"), routine.new("cell")
        index = prim("add", prim("mul", way, const(place.core.sites)), local_index(place, site))
        return [
            *clauses,
            ir.In(way, ir.SetConst(sum(1 << w for w in ways), directions)),
            ir.Be(cell, ir.Look(table, index)),
            ir.Test(prim("ge", cell, ZERO)),
        ], cell

    return Many(cell_type(place), build, len(ways), unique=unique)


def _around_many(
    cx: Context, value: Value, span: Span, name: str, of: Callable[[Board, int], list[int]], ways: tuple[int, ...] | None
) -> Value:
    """The neighbours of any of several cells or pieces."""
    inner = coerce.many(cx, value, span)
    if inner is None:
        return coerce.poison()
    probe = coerce.cell(cx, Value(inner.elem, ZERO), span)
    if probe is None:
        return coerce.poison()
    place = probe[1]
    board = place.board
    assert board is not None
    kinds = inner.elem.kinds if isinstance(inner.elem, t.Piece) else None
    world = cx.world

    def start(routine: Routine) -> tuple[Clauses, ir.Expr]:
        clauses, element = inner.build(routine)
        if kinds is None:
            return clauses, element
        local = routine.new("site")
        return [*clauses, ir.Be(local, state.location(world, element, kinds))], local

    elem = cell_type(place)
    if large(place):
        many = _steps(cx, place, start, ways or tuple(range(len(board.ways))), False)
        many.bound = min(place.core.sites, inner.bound * many.bound)
        return Value(t.SetOf(elem), None, many)
    table = cells_table(cx, place, name, lambda cell: of(board, cell))
    clauses, site = start(cx.routine)
    type = state.site_set(place.core)
    return Value(t.SetOf(elem), ir.Fold("sets", tuple(clauses), ir.Look(table, local_index(place, site)), None, type))


_neighbours(
    "beside",
    "beside(x)",
    "The cells across an edge: four on a square grid, six on a hex grid; the neighbours of a region.",
    Board.beside,
    STRAIGHT,
)
_neighbours("diagonals", "diagonals(x)", "The four cells across a corner.", Board.diagonals, DIAGONAL)
_neighbours("around", "around(x)", "All cells that touch: eight on a square grid.", Board.around, None)
_neighbours("neighbours", "neighbours(x)", "The neighbours of a region.", Board.beside, STRAIGHT)


@function("leaps", "leaps(x, 1, 2)", "The cells so many steps one way and so many across: a knight's leaps.", 3, group=GEOMETRY)
def _leaps(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = at(cx, arguments[0])
    a, b = constant(cx.world, arguments[1]), constant(cx.world, arguments[2])
    if found is None or a is None or b is None:
        return coerce.poison()
    site, place, _ = found
    board = place.board
    assert board is not None
    return _around_one(cx, site, place, f"leaps{a}_{b}", lambda brd, cell: brd.leaps(cell, a, b), None)
