"""Rows and sides as the players see them."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.library.registry import function, unary
from rulewright.dsl.check.passes import expr
from rulewright.dsl.declare.domains import constant
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower.geometry.neighbours import all_sides, corners, mirrored, own_rows, own_sides
from rulewright.dsl.lower.values import Value
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import PlaceSym


def _rows(name: str) -> None:
    @function(name)
    def run(cx: Context, arguments: list[e.Expr], span: Span) -> Value:

        boards = [p for p in cx.world.boards() if p.board is not None and p.board.shape in {"grid", "hex_grid"}]
        if len(boards) != 1:
            return cx.error(codes.AMBIGUOUS, "A row of which board?", span)
        place = boards[0]
        board = place.board
        assert board is not None
        numbers = [constant(cx.world, a) for a in arguments[1:]]
        if not numbers or any(n is None for n in numbers):
            return coerce.poison()
        low, high = numbers[0], numbers[-1]
        assert low is not None and high is not None
        if not (1 <= low <= board.height and 1 <= high <= board.height):
            return cx.error(codes.OUT_OF_RANGE, f"`{place.name}` has rows 1 to {board.height}.", span)
        who = coerce.player(cx, expr(cx, arguments[0], t.PLAYER), arguments[0].span)
        return own_rows(cx.world, place, low, high, who)

    _ = run


_rows("row")
_rows("rows")


@unary("sides")
def _sides(cx: Context, value: Value, span: Span) -> Value:
    if value.whole is not None:
        return all_sides(cx, value.whole) if _has_sides(cx, value.whole, span) else coerce.poison()
    boards = [p for p in cx.world.boards() if p.board is not None and p.board.shape in {"grid", "hex_grid"}]
    if len(boards) != 1:
        return cx.error(codes.AMBIGUOUS, "The sides of which board?", span)
    return own_sides(cx.world, boards[0], coerce.player(cx, value, span))


def _has_sides(cx: Context, place: PlaceSym, span: Span) -> bool:
    """Whether a board has straight sides: a rectangle, a rhombus or a hexagon."""
    board = place.board
    if board is not None and board.shape in {"grid", "hex_grid"} and (board.side or not board.spots) and place.core.copies == 1:
        return True
    text = f"`{place.name}` has no plain sides and corners."
    cx.error(codes.WRONG_ARGUMENTS, text, span, "Rectangles have them, and hexagons: `hex_grid of side 8`.")
    return False


@unary("corners")
def _corners(cx: Context, value: Value, span: Span) -> Value:
    if value.whole is None:
        return cx.error(codes.WRONG_ARGUMENTS, "Only a board has corners.", span, "Write `corners(board)`.")
    return corners(value.whole) if _has_sides(cx, value.whole, span) else coerce.poison()


@unary("mirrored")
def _mirrored(cx: Context, value: Value, span: Span) -> Value:
    found = coerce.cell(cx, value, span)
    if found is None:
        return coerce.poison()
    site, place = found
    board = place.board
    assert board is not None
    if board.width != board.height or any(board.at(*reversed(board.xy(c))) < 0 for c in range(board.cells)):
        return cx.error(codes.WRONG_ARGUMENTS, "Only a board that is as wide as it is high has mirrored cells.", span)
    return mirrored(cx.world, place, site)
