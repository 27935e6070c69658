"""Patterns of cells and pieces: alignment, connection, areas, networks."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.boards import STRAIGHT
from rulewright.core.types import INT, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.attributes import attribute
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.selections import places_of
from rulewright.dsl.declare.domains import constant
from rulewright.dsl.declare.sides import sides, ways
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.geometry.cells import (
    GEOMETRY,
    at,
    cell_type,
    large,
    local_index,
    step_table,
)
from rulewright.dsl.library.geometry.directions import ray_sets
from rulewright.dsl.library.registry import function, unary
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import NONE, ONE, ZERO, Value, const, prim, recast
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import PlaceSym


def cells_of(cx: Context, node: e.Expr) -> tuple[ir.Expr, PlaceSym] | None:
    """The cells of a set of pieces or cells on one board of moderate size."""
    from rulewright.dsl.check.expressions import expr

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
    return recast(gathered.expr, state.site_set(place.core)), place


def _cells_index(cx: Context, node: e.Expr) -> tuple[ir.Expr, PlaceSym] | None:
    """`Disc of player`: the cells they stand on are kept as a set already."""
    from rulewright.dsl.check.expressions import expr

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


@function(
    "aligned",
    "aligned(Mark of player, 3)",
    "Whether so many of these stand in a row, a column or a diagonal without a gap.",
    2,
    group=GEOMETRY,
)
def _aligned(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = cells_of(cx, arguments[0])
    length = constant(cx.world, arguments[1])
    if found is None or length is None:
        return coerce.poison()
    cells, place = found
    assert place.board is not None
    if not (place.board.square or place.board.shape == "hex_grid") or length < 1:
        return cx.error(codes.WRONG_ARGUMENTS, "`aligned` needs a grid and a length of at least 1.", span)
    return Value(t.FLAG, prim("aligned", cells, const(length), const(place.core.number)))


@function(
    "connects",
    "connects(Stone of player, sides(player))",
    "Whether these form an unbroken chain from one set of cells to the other.",
    2,
    group=GEOMETRY,
)
def _connects(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    from rulewright.dsl.check.expressions import expr

    found = cells_of(cx, arguments[0])
    sides = expr(cx, arguments[1])
    if found is None or coerce.is_poison(sides):
        return coerce.poison()
    cells, place = found
    if not isinstance(sides.type, t.GroupsOf) or sides.expr is None:
        return coerce.mismatch(cx, sides, "two sides of the board", arguments[1].span)
    return Value(t.FLAG, prim("connects", cells, sides.expr, const(place.core.number)))


@function(
    "enclosed",
    "enclosed(cell, Disc of rival, Disc of player)",
    "The unbroken rows of the one between the cell and the nearest of the other.",
    3,
    group=GEOMETRY,
)
def _enclosed(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = at(cx, arguments[0])
    theirs, mine = cells_of(cx, arguments[1]), cells_of(cx, arguments[2])
    if found is None or theirs is None or mine is None:
        return coerce.poison()
    site, place, _ = found
    ray_sets(cx, place)
    type = state.site_set(place.core)
    return Value(t.SetOf(cell_type(place)), prim("enclosed", site, theirs[0], mine[0], const(place.core.number), type=type))


@function(
    "area", "area(tile, terrain)", "The pieces that hang together with this one across edges and have the same value.", 2, group=GEOMETRY
)
def _area(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    from rulewright.dsl.check.compare import same
    from rulewright.dsl.check.expressions import expr

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
    place = found[1]
    type = state.kind_set(sym)
    other = cx.local("other")
    alike = same(cx, attribute(cx, Value(inner, other), name.name, name.span), span, attribute(cx, piece, name.name, name.span), span)
    pool = ir.Fold("set", (ir.In(other, state.pieces_inside(cx.world, sym, place)), ir.Test(alike)), other, None, type)
    gathered = cx.local("pool", type)
    links = neighbour_pieces(cx, sym, place, gathered)
    assert piece.expr is not None
    spread = prim("spread", prim("one", piece.expr, type=type), gathered, links, const(4), type=type)
    return Value(t.SetOf(inner), ir.Fold("sets", (ir.Be(gathered, pool),), spread, None, type))


def neighbour_pieces(cx: Context, sym, place: PlaceSym, pieces: ir.Expr) -> ir.Expr:  # type: ignore[no-untyped-def]
    """For each piece of a set, upwards, its neighbours to the north, east, south and west (-1: none)."""
    type = state.kind_set(sym)
    piece, way = cx.local("piece"), cx.local("way")
    table = step_table(cx, place)
    assert cx.world.program.loc is not None
    index = prim("add", prim("mul", way, const(place.core.sites)), local_index(place, ir.Load(cx.world.program.loc, piece)))
    cell = cx.local("cell")
    there = ir.Cond(prim("lt", cell, ZERO), NONE, state.piece_at(cx.world, sym, place, cell))
    ways = ir.SetConst(sum(1 << w for w in STRAIGHT), Set(0, 8))
    clauses = (ir.In(piece, pieces), ir.In(way, ways), ir.Be(cell, ir.Look(table, index)))
    return ir.Fold("list", clauses, there, None, Seq(INT, 4 * type.size))


@function(
    "networks",
    "networks(Tile in land, edges)",
    "The roads (rivers, walls) that run from tile to tile; `edges(tile)` gives the sections on each.",
    2,
    group=GEOMETRY,
)
def _networks(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    from rulewright.dsl.check.calls import call_define
    from rulewright.dsl.check.expressions import expr

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
    type = state.kind_set(sym)
    pool, tile = cx.local("tiles", type), cx.local("tile")
    sections = call_define(cx, cx.world.defines[name.name], [(Value(elem, tile), span)], span)
    if coerce.is_poison(sections) or sections.expr is None:
        return coerce.poison()
    if not isinstance(sections.type, t.SetOf) or not isinstance(sections.type.elem, t.Section):
        return cx.error(codes.TYPE_MISMATCH, f"`{name.name}` gives {sections.type}, but a set of sections is needed.", span)
    marks = ir.Fold("groups", (ir.In(tile, pool),), sections.expr, None, Seq(Set(0, 16), type.size))
    links = neighbour_pieces(cx, sym, place, pool)
    cap = min(4 * type.size, 256)
    families = prim("networks", pool, marks, links, type=Seq(type, cap))
    result = ir.Fold("families", (ir.Be(pool, gathered.expr),), families, None, Seq(type, cap))
    return Value(t.GroupsOf(elem, cap), result)


@function(
    "turned",
    "turned(tile.sections, player)",
    "Sections as they lie on the table: the second player's tiles are turned by half a circle.",
    2,
    group=GEOMETRY,
)
def _turned(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    from rulewright.dsl.check.expressions import expr

    sections, who = expr(cx, arguments[0]), expr(cx, arguments[1], t.PLAYER)
    if coerce.is_poison(sections, who):
        return coerce.poison()
    if not isinstance(sections.type, t.SetOf) or not isinstance(sections.type.elem, t.Section) or sections.expr is None:
        return coerce.mismatch(cx, sections, "a set of sections", arguments[0].span)
    seat = coerce.player(cx, who, arguments[1].span)
    type = Set(0, 16)
    half = tuple(((s << 2) | (s >> 2)) & 15 for s in range(16))
    table = state.constant_table(cx.world, "section.turned", half)
    section = cx.local("section")
    flipped = ir.Fold("set", (ir.In(section, sections.expr),), ir.Look(table, section), None, type)
    return Value(sections.type, ir.Cond(prim("eq", seat, ONE), flipped, sections.expr))


@unary("turns", "turns(tile)", "The directions to which a turning tile can point its top, once of those that look the same.", GEOMETRY)
def _turns(cx: Context, value: Value, span: Span) -> Value:
    inner = t.bare(value.type)
    sym = cx.world.kinds[next(iter(inner.kinds))] if isinstance(inner, t.Piece) and len(inner.kinds) == 1 else None
    if sym is None or not sym.turning or value.expr is None:
        return coerce.mismatch(cx, value, "a piece that is `turning`", span)
    names = ways(cx.world)
    printed = [a.core for a in sym.attrs.values() if isinstance(a.per, t.Way)]
    tables = [core.table.values for core in printed if core is not None and core.table is not None]
    rows = []
    for piece in range(sym.core.count):
        seen, bits = set(), 0
        for top in sides(cx.world):
            look = tuple(table[piece * len(names) + (way - top) % len(names)] for table in tables for way in range(len(names)))
            if look not in seen:
                bits |= 1 << top
            seen.add(look)
        rows.append(bits)
    table = state.set_table(cx.world, f"{sym.name}.turns", Set(0, len(names)), tuple(rows) or (0,))
    return Value(t.SetOf(t.Way(names)), ir.Look(table, state.minus_base(value.expr, sym.core.base)))


@unary("edges_of", "edges_of(sections)", "The directions in which any of the sections leaves the tile.", GEOMETRY)
def _edges_of(cx: Context, value: Value, span: Span) -> Value:
    from rulewright.dsl.check.words import ways_of

    if not isinstance(value.type, t.SetOf) or not isinstance(value.type.elem, t.Section) or value.expr is None:
        return coerce.mismatch(cx, value, "a set of sections", span)
    type = Set(0, 8)
    rows = tuple(sum(1 << (2 * i) for i in range(4) if s >> i & 1) for s in range(16))
    table = state.set_table(cx.world, "section.edges", type, rows)
    section = cx.local("section")
    return Value(t.SetOf(t.Way(ways_of(cx))), ir.Fold("sets", (ir.In(section, value.expr),), ir.Look(table, section), None, type))
