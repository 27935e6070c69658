"""Cells next to cells, and leaps."""

from __future__ import annotations

from rulewright.core.boards import DIAGONAL, STRAIGHT, Board
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.declare.domains import constant
from rulewright.dsl.library.geometry.cells import GEOMETRY, at
from rulewright.dsl.library.registry import function, unary
from rulewright.dsl.lower.geometry.neighbours import Near, around_many, around_one
from rulewright.dsl.lower.geometry.tables import quiet
from rulewright.dsl.lower.values import ZERO, Value
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e


def _neighbours(name: str, form: str, help: str, of: Near, ways: tuple[int, ...] | None) -> None:
    def apply(cx: Context, value: Value, span: Span) -> Value:
        elem = t.element(value.type)
        if value.many is not None or elem is not None:
            return _around_many(cx, value, span, name, of, ways)
        found = coerce.cell(cx, value, span)
        if found is None:
            return coerce.poison()
        return quiet(around_one(cx.world, found[0], found[1], name, of, ways), value)

    unary(name, form, help, GEOMETRY)(apply)


def _around_many(cx: Context, value: Value, span: Span, name: str, of: Near, ways: tuple[int, ...] | None) -> Value:
    """The neighbours of any of several cells or pieces."""
    inner = coerce.many(cx, value, span)
    if inner is None:
        return coerce.poison()
    probe = coerce.cell(cx, Value(inner.elem, ZERO), span)
    if probe is None:
        return coerce.poison()
    return around_many(cx, inner, probe[1], name, of, ways)


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
    return around_one(cx.world, site, place, f"leaps{a}_{b}", lambda brd, cell: brd.leaps(cell, a, b), None)
