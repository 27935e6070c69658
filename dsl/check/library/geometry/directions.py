"""Directions, and what lies in them: steps, rays, lines, slides, what is between."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.attributes import attribute, rival
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.library.geometry.cells import at, axis_ways, the_way, the_ways, two_cells, way_value
from rulewright.dsl.check.library.geometry.edges import ends_of_edge
from rulewright.dsl.check.library.registry import function, unary
from rulewright.dsl.check.passes import expr
from rulewright.dsl.declare.sides import ways
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower.geometry import directions as lower
from rulewright.dsl.lower.geometry.tables import large, quiet
from rulewright.dsl.lower.state import LINES
from rulewright.dsl.lower.values import Code, Value
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e


@unary("opposite")
def _opposite(cx: Context, value: Value, span: Span) -> Value:
    inner = t.bare(value.type)
    if isinstance(inner, t.Player):
        return rival(cx, value, span)
    if not isinstance(inner, t.Way):
        return coerce.mismatch(cx, value, "a direction", span)
    n = len(inner.names)
    return lower.around(inner, coerce.scalar(cx, value, span), n // 2, n)


def heading(cx: Context, who: Value, word: str) -> Value:
    """The direction a player looks in: the first sits in the south, the second in the north."""

    return lower.heading(ways(cx.world), who, word)


def seen_from(cx: Context, value: Value, span: Span) -> Code:
    """From whose side something is looked at: its owner's, or else the acting player's."""
    inner = t.bare(value.type)
    if isinstance(inner, t.Piece) and len(inner.kinds) == 1:
        owner = attribute(cx, value, "owner", span)
        if isinstance(t.bare(owner.type), t.Player):
            return coerce.scalar(cx, owner, span)
    return coerce.player(cx, cx.the_player(span), span)


def _frontal(name: str, shifts: tuple[int, ...]) -> None:
    """Cells in front of (or behind) a piece, as its owner sees it. `shifts` are directions as the first player sees them."""

    def apply(cx: Context, value: Value, span: Span) -> Value:
        found = coerce.cell(cx, value, span)
        if found is None:
            return coerce.poison()
        site, place = found
        board = place.board
        assert board is not None
        who = seen_from(cx, value, span)
        if large(place) or not board.square:
            return cx.error(codes.WRONG_ARGUMENTS, f"`{name}` needs a square board.", span)
        if len(shifts) == 1 and name in {"behind", "before"}:
            return quiet(lower.straight_ahead(cx.world, place, site, who, shifts[0]), value)
        return quiet(lower.cells_ahead(cx.world, place, name, site, who, shifts), value)

    unary(name)(apply)


_frontal("ahead", (7, 0, 1))
_frontal("diagonals_ahead", (7, 1))
_frontal("behind", (4,))
_frontal("before", (0,))
_frontal("diagonals_behind", (3, 5))


@function("step")
def _step(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = at(cx, arguments[0])
    if found is None:
        return coerce.poison()
    site, place, start = found
    direction = way_value(cx, arguments[1])
    way = coerce.scalar(cx, direction, arguments[1].span)
    return quiet(lower.step(cx.world, place, site, way), start, direction)


def along(cx: Context, value: Value, span: Span, step: int) -> Value:
    """The next or previous cell of a ring or track."""
    found = coerce.cell(cx, value, span, LINES)
    if found is None:
        return coerce.poison()
    site, place = found
    board = place.board
    assert board is not None
    if board.shape not in {"ring", "track"}:
        return cx.error(codes.WRONG_ARGUMENTS, "Only the cells of a ring or track, and players, follow one another.", span)
    return lower.along(cx.world, place, site, step > 0)


@unary("clockwise")
def _clockwise(cx: Context, value: Value, span: Span) -> Value:
    inner = t.bare(value.type)
    if isinstance(inner, t.Player):
        return lower.players_clockwise(cx.world, coerce.scalar(cx, value, span))
    found = coerce.cell(cx, value, span, LINES)
    if found is None:
        return coerce.poison()
    site, place = found
    return lower.ray(cx.world, place, site)


@function("ray")
def _ray(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = at(cx, arguments[0])
    if found is None:
        return coerce.poison()
    site, place, start = found
    direction = way_value(cx, arguments[1])
    way = coerce.scalar(cx, direction, arguments[1].span)
    if not large(place):
        return quiet(lower.ray(cx.world, place, site, way), start, direction)
    return lower.open_ray(cx.world, place, site, way)


@function("line")
def _line(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = at(cx, arguments[0])
    if found is None:
        return coerce.poison()
    site, place, _ = found
    return lower.line(cx, place, site, the_ways(cx, arguments[1]))


@function("slides")
def _slides(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = at(cx, arguments[0])
    if found is None:
        return coerce.poison()
    site, place, start = found
    ways = the_ways(cx, arguments[1])
    if large(place):
        return cx.error(codes.WRONG_ARGUMENTS, "Pieces do not slide on an open grid.", span)
    return quiet(lower.slides(cx.world, place, site, ways), start)


@function("run")
def _run(cx: Context, arguments: list[e.Expr], span: Span) -> Value:

    found = at(cx, arguments[0])
    if found is None:
        return coerce.poison()
    site, place, value = found
    if isinstance(arguments[1], e.Word) and arguments[1].name in {"ahead", "behind"}:
        direction = heading(cx, Value(t.PLAYER, seen_from(cx, value, span)), arguments[1].name)
        assert direction.expr is not None
        way: Code = direction.expr
    else:
        direction = way_value(cx, arguments[1])
        way = coerce.scalar(cx, direction, arguments[1].span)
    amount = coerce.number(cx, expr(cx, arguments[2]), arguments[2].span)
    if large(place):
        return cx.error(codes.WRONG_ARGUMENTS, "`run` needs a board with edges.", span)
    return quiet(lower.run(cx.world, place, site, way, amount), value, direction)


@function("between")
def _between(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = two_cells(cx, arguments)
    if found is None:
        return coerce.poison()
    first, second, place, given = found
    if large(place) or place.core.copies > 1:
        return cx.error(codes.WRONG_ARGUMENTS, "`between` needs a board with edges.", span)
    return quiet(lower.between(cx.world, place, first, second), *given)


@function("spot")
def _spot(cx: Context, arguments: list[e.Expr], span: Span) -> Value:

    board = expr(cx, arguments[0])
    number = coerce.number(cx, expr(cx, arguments[1]), arguments[1].span)
    place = board.whole
    if place is None or place.board is None or place.core.copies > 1:
        return coerce.mismatch(cx, board, "a ring or track", arguments[0].span)
    return lower.spot(place, number)


@function("distance")
def _distance(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = two_cells(cx, arguments)
    if found is None:
        return coerce.poison()
    first, second, place, given = found
    return lower.distance(cx.world, place, first, second, given)


@function("toward")
def _toward(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = two_cells(cx, arguments)
    if found is None:
        return coerce.poison()
    first, second, place, given = found
    return quiet(lower.toward(cx.world, place, first, second), *given)


@function("ends")
def _ends(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    if len(arguments) == 1:
        return _joined(cx, arguments[0], span)
    found = at(cx, arguments[0])
    if found is None:
        return coerce.poison()
    site, place, _ = found
    return lower.ends(cx.world, place, site, the_way(cx, arguments[1]))


def _joined(cx: Context, node: e.Expr, span: Span) -> Value:
    """`ends(edge)`."""

    value = coerce.site(cx, expr(cx, node), node.span, frozenset({"edges"}))
    place = coerce.place_of_type(cx, value.type)
    if place is not None and place.edges_of is not None:
        return ends_of_edge(cx, value, place, node.span)
    if coerce.is_poison(value):
        return value
    return cx.error(
        codes.WRONG_ARGUMENTS, "Only an edge has two ends.", span, "For any other cell, say in which direction: `ends(x, way)`."
    )


@unary("ways")
def _ways(cx: Context, value: Value, span: Span) -> Value:

    names = ways(cx.world)
    if isinstance(t.bare(value.type), t.Enum):
        return Value(t.SetOf(t.Way(names)), axis_ways(cx, value, span))
    return coerce.convert(cx, value, t.SetOf(t.Way(names)), span)


@unary("half_ways")
def _half_ways(cx: Context, value: Value, span: Span) -> Value:
    found = _ways(cx, value, span)
    if coerce.is_poison(found) or found.expr is None:
        return found
    return lower.half(found)
