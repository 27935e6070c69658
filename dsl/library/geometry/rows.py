"""Rows and sides as the players see them."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.boards import Board
from rulewright.core.types import Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.declare.domains import constant
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.geometry.cells import (
    GEOMETRY,
    cell_type,
    local_index,
    number_table,
)
from rulewright.dsl.library.registry import function, unary
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import ONE, Value, const, prim
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import PlaceSym


def _rows(name: str, form: str, help: str, count: int) -> None:
    @function(name, form, help, 1 + (count > 0), 2 + (count > 0), group=GEOMETRY)
    def run(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
        from rulewright.dsl.check.expressions import expr

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
        wanted = range(low, high + 1)
        near = sum(1 << c for n in wanted for c in board.row(n - 1))
        far = sum(1 << c for n in wanted for c in board.row(board.height - n))
        type = state.site_set(place.core)
        table = state.set_table(cx.world, f"{place.name}.rows{low}-{high}", type, (near, far))
        return Value(t.SetOf(cell_type(place)), ir.Look(table, who))

    _ = run


_rows("row", "row(player, 8)", "A row as a player sees it: 1 is the nearest.", 1)
_rows("rows", "rows(player, 1, 2)", "Several rows as a player sees them.", 2)


@unary(
    "sides",
    "sides(player)",
    "The two opposite sides of the board that belong to a player: south and north for the first, west and east for the second. Of a board, "
    "`sides(board)`: all its sides without the corners, clockwise from the north.",
    GEOMETRY,
)
def _sides(cx: Context, value: Value, span: Span) -> Value:
    if value.whole is not None:
        return _all_sides(cx, value.whole, span)
    boards = [p for p in cx.world.boards() if p.board is not None and p.board.shape in {"grid", "hex_grid"}]
    if len(boards) != 1:
        return cx.error(codes.AMBIGUOUS, "The sides of which board?", span)
    place = boards[0]
    board = place.board
    assert board is not None
    who = coerce.player(cx, value, span)
    type = state.site_set(place.core)

    def bits(cells: list[int]) -> int:
        return sum(1 << c for c in cells)

    rows = (bits(board.row(0)), bits(board.row(board.height - 1)), bits(board.column(0)), bits(board.column(board.width - 1)))
    table = state.set_table(cx.world, f"{place.name}.sides", type, rows)
    first = prim("mul", who, const(2))
    seq = Seq(type, 2)
    pair = prim("pair", ir.Look(table, first), ir.Look(table, prim("add", first, ONE)), type=seq)
    return Value(t.GroupsOf(cell_type(place), 2), pair)


def _with_sides(cx: Context, place: PlaceSym, span: Span) -> Board | None:
    """The board, if it has straight sides: a rectangle, a rhombus or a hexagon."""
    board = place.board
    if board is not None and board.shape in {"grid", "hex_grid"} and (board.side or not board.spots) and place.core.copies == 1:
        return board
    text = f"It is not plain what the sides and corners of `{place.name}` are."
    cx.error(codes.WRONG_ARGUMENTS, text, span, "Rectangles have them, and hexagons: `hex_grid of side 8`.")
    return None


def _all_sides(cx: Context, place: PlaceSym, span: Span) -> Value:
    board = _with_sides(cx, place, span)
    if board is None:
        return coerce.poison()
    corners = set(board.corners())
    type = state.site_set(place.core)
    rims = tuple(sum(1 << c for c in rim if c not in corners) for rim in board.rims())
    table, side = state.set_table(cx.world, f"{place.name}.all_sides", type, rims), cx.local("side")
    each = ir.In(side, ir.SetConst((1 << len(rims)) - 1, Set(0, len(rims))))
    found = ir.Fold("groups", (each,), ir.Look(table, side), None, Seq(type, len(rims)))
    return Value(t.GroupsOf(cell_type(place), len(rims)), found)


@unary("corners", "corners(board)", "The corners of a rectangle, a rhombus or a hexagon.", GEOMETRY)
def _corners(cx: Context, value: Value, span: Span) -> Value:
    if value.whole is None:
        return cx.error(codes.WRONG_ARGUMENTS, "Only a board has corners.", span, "Write `corners(board)`.")
    board = _with_sides(cx, value.whole, span)
    if board is None:
        return coerce.poison()
    type = state.site_set(value.whole.core)
    return Value(t.SetOf(cell_type(value.whole)), ir.SetConst(sum(1 << c for c in board.corners()), type))


@unary("mirrored", "mirrored(x)", "The cell whose column and row are exchanged.", GEOMETRY)
def _mirrored(cx: Context, value: Value, span: Span) -> Value:
    found = coerce.cell(cx, value, span)
    if found is None:
        return coerce.poison()
    site, place = found
    board = place.board
    assert board is not None
    if board.width != board.height or any(board.at(*reversed(board.xy(c))) < 0 for c in range(board.cells)):
        return cx.error(codes.WRONG_ARGUMENTS, "Only a board as wide as high has mirrored cells.", span)
    table = number_table(cx, place, "mirrored", lambda c: place.core.base + board.at(*reversed(board.xy(c))))
    return Value(cell_type(place), ir.Look(table, local_index(place, site)))
