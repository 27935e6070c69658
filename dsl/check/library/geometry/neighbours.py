"""Cells next to cells, and leaps."""

from __future__ import annotations

from rulewright.core.boards import DIAGONAL, STRAIGHT, Board
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.library.geometry.cells import at
from rulewright.dsl.check.library.registry import function, unary
from rulewright.dsl.declare.domains import constant
from rulewright.dsl.lower.geometry.neighbours import Near, around_many, around_one
from rulewright.dsl.lower.geometry.tables import quiet
from rulewright.dsl.lower.values import ZERO, Value
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e


def _neighbours(name: str, of: Near, ways: tuple[int, ...] | None) -> None:
    def apply(cx: Context, value: Value, span: Span) -> Value:
        elem = t.element(value.type)
        if value.many is not None or elem is not None:
            return _around_many(cx, value, span, name, of, ways)
        found = coerce.cell(cx, value, span)
        if found is None:
            return coerce.poison()
        return quiet(around_one(cx.world, found[0], found[1], name, of, ways), value)

    unary(name)(apply)


def _around_many(cx: Context, value: Value, span: Span, name: str, of: Near, ways: tuple[int, ...] | None) -> Value:
    """The neighbours of any of several cells or pieces."""
    inner = coerce.many(cx, value, span)
    if inner is None:
        return coerce.poison()
    probe = coerce.cell(cx, Value(inner.elem, ZERO), span)
    if probe is None:
        return coerce.poison()
    return around_many(cx, inner, probe[1], name, of, ways)


_neighbours("beside", Board.beside, STRAIGHT)
_neighbours("diagonals", Board.diagonals, DIAGONAL)
_neighbours("around", Board.around, None)
_neighbours("neighbours", Board.beside, STRAIGHT)


@function("leaps")
def _leaps(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = at(cx, arguments[0])
    a, b = constant(cx.world, arguments[1]), constant(cx.world, arguments[2])
    if found is None or a is None or b is None:
        return coerce.poison()
    site, place, _ = found
    return around_one(cx.world, site, place, f"leaps{a}_{b}", lambda brd, cell: brd.leaps(cell, a, b), None)
