"""Patterns of cells and pieces: alignment, connection, areas, networks."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.attributes import attribute
from rulewright.dsl.check.compare import same
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.library.geometry.cells import at
from rulewright.dsl.check.library.registry import function, unary
from rulewright.dsl.check.passes import call_define, expr
from rulewright.dsl.check.selections import places_of
from rulewright.dsl.declare.domains import constant
from rulewright.dsl.declare.sides import sides, ways
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import state
from rulewright.dsl.lower.geometry import patterns as lower
from rulewright.dsl.lower.geometry.tables import large
from rulewright.dsl.lower.values import ZERO, Code, Value
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import PlaceSym


def cells_of(cx: Context, node: e.Expr) -> tuple[Code, PlaceSym] | None:
    """The cells of a set of pieces or cells on one board of moderate size."""

    value = expr(cx, node)
    if coerce.is_poison(value):
        return None
    elem = t.element(value.type)
    if isinstance(elem, t.Piece):
        direct = _cells_index(cx, node)
        if direct is not None:
            return direct
        value = places_of(cx, value, node.span)
    gathered = coerce.as_set(cx, value, node.span)
    if coerce.is_poison(gathered) or not isinstance(gathered.type, t.SetOf) or gathered.expr is None:
        return None
    place = coerce.place_of_type(cx, gathered.type.elem) if isinstance(gathered.type.elem, t.Cell) else None
    if place is None and isinstance(gathered.type.elem, t.Piece):
        probe = coerce.cell(cx, Value(gathered.type.elem, ZERO), node.span)
        place = probe[1] if probe else None
    if place is None or large(place):
        cx.error(codes.WRONG_ARGUMENTS, "This needs cells of one board with edges.", node.span)
        return None
    return lower.on_board(gathered, place), place


def _cells_index(cx: Context, node: e.Expr) -> tuple[Code, PlaceSym] | None:
    """`Disc of player`: the cells they stand on are kept as a set already."""

    owner: e.Expr | None = None
    head: e.Expr = node.left if isinstance(node, e.In) else node
    if isinstance(head, e.Of):
        owner = head.right
        head = head.left
    if not isinstance(head, e.Kind) or head.name not in cx.world.kinds:
        return None
    sym = cx.world.kinds[head.name]
    place = state.board_of(cx.world, sym)
    if place is None or large(place) or sym.core.heaped or (isinstance(node, e.In) and len(cx.world.boards()) > 1):
        return None
    if not isinstance(state.owner_type(cx.world, sym), t.Player) and owner is not None:
        return None
    who = coerce.player(cx, expr(cx, owner, t.PLAYER), owner.span) if owner is not None else None
    return state.cells_with(cx.world, sym, place, who), place


@function("aligned")
def _aligned(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = cells_of(cx, arguments[0])
    length = constant(cx.world, arguments[1])
    if found is None or length is None:
        return coerce.poison()
    cells, place = found
    assert place.board is not None
    if not (place.board.square or place.board.shape == "hex_grid") or length < 1:
        return cx.error(codes.WRONG_ARGUMENTS, "`aligned` needs a grid and a length of at least 1.", span)
    return lower.aligned(place, cells, length)


@function("connects")
def _connects(cx: Context, arguments: list[e.Expr], span: Span) -> Value:

    found = cells_of(cx, arguments[0])
    sides = expr(cx, arguments[1])
    if found is None or coerce.is_poison(sides):
        return coerce.poison()
    cells, place = found
    if not isinstance(sides.type, t.GroupsOf) or sides.expr is None:
        return coerce.mismatch(cx, sides, "two sides of the board", arguments[1].span)
    return lower.connects(place, cells, sides)


@function("enclosed")
def _enclosed(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = at(cx, arguments[0])
    theirs, mine = cells_of(cx, arguments[1]), cells_of(cx, arguments[2])
    if found is None or theirs is None or mine is None:
        return coerce.poison()
    site, place, _ = found
    return lower.enclosed(cx.world, place, site, theirs[0], mine[0])


@function("area")
def _area(cx: Context, arguments: list[e.Expr], span: Span) -> Value:

    piece, name = expr(cx, arguments[0]), arguments[1]
    inner = t.bare(piece.type)
    if coerce.is_poison(piece) or not isinstance(inner, t.Piece) or len(inner.kinds) != 1 or not isinstance(name, e.Word):
        if not coerce.is_poison(piece):
            cx.error(codes.WRONG_ARGUMENTS, "`area` takes a piece and the name of an attribute.", span)
        return coerce.poison()
    sym = cx.world.kinds[next(iter(inner.kinds))]
    found = coerce.cell(cx, piece, arguments[0].span)
    if found is None:
        return coerce.poison()
    other = cx.local("other")
    one, mine = attribute(cx, Value(inner, other), name.name, name.span), attribute(cx, piece, name.name, name.span)
    alike = coerce.flag(cx, same(cx, one, span, mine, span, span), span)
    return lower.area(cx, sym, found[1], piece, other, alike)


@function("networks")
def _networks(cx: Context, arguments: list[e.Expr], span: Span) -> Value:

    tiles, name = expr(cx, arguments[0]), arguments[1]
    if coerce.is_poison(tiles):
        return tiles
    gathered = coerce.as_set(cx, tiles, arguments[0].span)
    if not isinstance(name, e.Word) or name.name not in cx.world.defines or not isinstance(gathered.type, t.SetOf) or gathered.expr is None:
        return cx.error(
            codes.WRONG_ARGUMENTS, "`networks` takes tiles and the name of a definition that gives the sections of a tile.", span
        )
    elem = gathered.type.elem
    if not isinstance(elem, t.Piece) or len(elem.kinds) != 1:
        return coerce.mismatch(cx, tiles, "tiles of one kind", arguments[0].span)
    sym = cx.world.kinds[next(iter(elem.kinds))]
    place = state.board_of(cx.world, sym)
    if place is None:
        return cx.error(codes.AMBIGUOUS, "On which board do these tiles lie?", span)
    pool, tile = lower.tiles_and_tile(cx, sym)
    sections = call_define(cx, cx.world.defines[name.name], [(Value(elem, tile), span)], span)
    if coerce.is_poison(sections) or sections.expr is None:
        return coerce.poison()
    if not isinstance(sections.type, t.SetOf) or not isinstance(sections.type.elem, t.Section):
        return cx.error(codes.TYPE_MISMATCH, f"`{name.name}` gives {sections.type}, but a set of sections is needed.", span)
    return lower.networks(cx, sym, place, gathered, (pool, tile), sections)


@function("turned")
def _turned(cx: Context, arguments: list[e.Expr], span: Span) -> Value:

    sections, who = expr(cx, arguments[0]), expr(cx, arguments[1], t.PLAYER)
    if coerce.is_poison(sections, who):
        return coerce.poison()
    if not isinstance(sections.type, t.SetOf) or not isinstance(sections.type.elem, t.Section) or sections.expr is None:
        return coerce.mismatch(cx, sections, "a set of sections", arguments[0].span)
    return lower.turned(cx, sections, coerce.player(cx, who, arguments[1].span))


@unary("turns")
def _turns(cx: Context, value: Value, span: Span) -> Value:
    inner = t.bare(value.type)
    sym = cx.world.kinds[next(iter(inner.kinds))] if isinstance(inner, t.Piece) and len(inner.kinds) == 1 else None
    if sym is None or not sym.turning or value.expr is None:
        return coerce.mismatch(cx, value, "a piece that is `turning`", span)
    return lower.turns(cx.world, sym, ways(cx.world), tuple(sides(cx.world)), value)


@unary("edges_of")
def _edges_of(cx: Context, value: Value, span: Span) -> Value:

    if not isinstance(value.type, t.SetOf) or not isinstance(value.type.elem, t.Section) or value.expr is None:
        return coerce.mismatch(cx, value, "a set of sections", span)
    return lower.edges_of_sections(cx, ways(cx.world), value)
