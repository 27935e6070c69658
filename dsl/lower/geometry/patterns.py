"""Patterns of cells and pieces: alignment, connection, areas, networks; what hangs together."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.core import ir
from rulewright.core.boards import STRAIGHT
from rulewright.core.record import entity
from rulewright.core.types import INT, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.geometry.directions import ray_sets
from rulewright.dsl.lower.geometry.tables import cell_type, local_index, step_index, step_table
from rulewright.dsl.lower.values import NONE, ONE, ZERO, Frame, Slot, Value, both, const, equals, prim, recast
from rulewright.dsl.world import KindSym, PlaceSym, World


def on_board(cells: Value, place: PlaceSym) -> ir.Expr:
    """A set of cells of one board."""
    assert cells.expr is not None
    return recast(cells.expr, state.site_set(place.core))


def aligned(place: PlaceSym, cells: ir.Expr, length: int) -> Value:
    return Value(t.FLAG, prim("aligned", cells, const(length), const(place.core.number)))


def connects(place: PlaceSym, cells: ir.Expr, sides: Value) -> Value:
    assert sides.expr is not None
    return Value(t.FLAG, prim("connects", cells, sides.expr, const(place.core.number)))


def enclosed(world: World, place: PlaceSym, site: ir.Expr, theirs: ir.Expr, mine: ir.Expr) -> Value:
    ray_sets(world, place)
    type = state.site_set(place.core)
    return Value(t.SetOf(cell_type(place)), prim("enclosed", site, theirs, mine, const(place.core.number), type=type))


# ---------------------------------------------------------------- tiles


def area(frame: Frame, sym: KindSym, place: PlaceSym, piece: Value, other: Slot, alike: ir.Expr) -> Value:
    """The pieces that hang together with this one across edges and are like it."""
    type = state.kind_set(sym)
    pool = ir.Fold("set", (ir.In(other, state.pieces_inside(frame.world, sym, place)), ir.Test(alike)), other, None, type)
    gathered = frame.routine.new("pool", type)
    links = _neighbour_pieces(frame, sym, place, gathered)
    assert piece.expr is not None
    spread = prim("spread", prim("one", piece.expr, type=type), gathered, links, const(4), type=type)
    return Value(t.SetOf(t.Piece(frozenset({sym.name}))), ir.Fold("sets", (ir.Be(gathered, pool),), spread, None, type))


def _neighbour_pieces(frame: Frame, sym: KindSym, place: PlaceSym, pieces: ir.Expr) -> ir.Expr:
    """For each piece of a set, upwards, its neighbours to the north, east, south and west (-1: none)."""
    world = frame.world
    type = state.kind_set(sym)
    piece, way = frame.routine.new("piece"), frame.routine.new("way")
    table = step_table(world, place)
    assert world.program.loc is not None
    index = step_index(place, ir.Load(world.program.loc, piece), way)
    cell = frame.routine.new("cell")
    there = ir.Cond(prim("lt", cell, ZERO), NONE, state.piece_at(world, sym, place, cell))
    ways = ir.SetConst(sum(1 << w for w in STRAIGHT), Set(0, 8))
    clauses = (ir.In(piece, pieces), ir.In(way, ways), ir.Be(cell, ir.Look(table, index)))
    return ir.Fold("list", clauses, there, None, Seq(INT, 4 * type.size))


def tiles_and_tile(frame: Frame, sym: KindSym) -> tuple[Slot, Slot]:
    """All tiles, and the one at hand."""
    return frame.routine.new("tiles", state.kind_set(sym)), frame.routine.new("tile")


def networks(frame: Frame, sym: KindSym, place: PlaceSym, tiles: Value, slots: tuple[Slot, Slot], sections: Value) -> Value:
    """What runs from tile to tile, by the sections on each."""
    assert tiles.expr is not None and sections.expr is not None and isinstance(tiles.type, t.SetOf)
    pool, tile = slots
    type = state.kind_set(sym)
    marks = ir.Fold("groups", (ir.In(tile, pool),), sections.expr, None, Seq(Set(0, 16), type.size))
    links = _neighbour_pieces(frame, sym, place, pool)
    cap = min(4 * type.size, 256)
    families = prim("networks", pool, marks, links, type=Seq(type, cap))
    result = ir.Fold("families", (ir.Be(pool, tiles.expr),), families, None, Seq(type, cap))
    return Value(t.GroupsOf(tiles.type.elem, cap), result)


def turned(frame: Frame, sections: Value, seat: ir.Expr) -> Value:
    """Sections as they lie on the table: the second player's are turned by half a circle."""
    assert sections.expr is not None
    half = tuple(((s << 2) | (s >> 2)) & 15 for s in range(16))
    table = state.constant_table(frame.world, "section.turned", half)
    section = frame.routine.new("section")
    flipped = ir.Fold("set", (ir.In(section, sections.expr),), ir.Look(table, section), None, Set(0, 16))
    return Value(sections.type, ir.Cond(prim("eq", seat, ONE), flipped, sections.expr))


def turns(world: World, sym: KindSym, names: tuple[str, ...], sides: tuple[int, ...], piece: Value) -> Value:
    """The directions to which a tile can point its top, once of those that look the same."""
    assert piece.expr is not None
    printed = [a.core for a in sym.attrs.values() if isinstance(a.per, t.Way)]
    tables = [core.table.values for core in printed if core is not None and core.table is not None]
    rows = []
    for number in range(sym.core.count):
        seen, bits = set(), 0
        for top in sides:
            look = tuple(table[number * len(names) + (way - top) % len(names)] for table in tables for way in range(len(names)))
            if look not in seen:
                bits |= 1 << top
            seen.add(look)
        rows.append(bits)
    table = state.set_table(world, f"{sym.name}.turns", Set(0, len(names)), tuple(rows) or (0,))
    return Value(t.SetOf(t.Way(names)), ir.Look(table, state.minus_base(piece.expr, sym.core.base)))


def edges_of_sections(frame: Frame, names: tuple[str, ...], sections: Value) -> Value:
    """The directions in which any of the sections leaves the tile."""
    assert sections.expr is not None
    type = Set(0, 8)
    rows = tuple(sum(1 << (2 * i) for i in range(4) if s >> i & 1) for s in range(16))
    table = state.set_table(frame.world, "section.edges", type, rows)
    section = frame.routine.new("section")
    return Value(t.SetOf(t.Way(names)), ir.Fold("sets", (ir.In(section, sections.expr),), ir.Look(table, section), None, type))


# ---------------------------------------------------------------- what hangs together


@entity
class Pool:
    """Cells of one board: as a set, and how many there are at most."""

    place: PlaceSym
    cells: ir.Expr
    most: int


Allows = Callable[[ir.Expr, ir.Expr], ir.Expr]  # whether a step is allowed: from a cell in a direction, or to a cell


def fill(place: PlaceSym, start: ir.Expr, within: ir.Expr) -> Value:
    """All cells reached from the start without leaving the others."""
    return Value(t.SetOf(cell_type(place)), prim("fill", start, within, const(place.core.number), type=state.site_set(place.core)))


def cells_slot(frame: Frame, pool: Pool) -> Slot:
    return frame.routine.new("cells", state.site_set(pool.place.core))


def connected(pool: Pool, begin: Pool, cells: Slot, links: tuple[ir.Expr, int]) -> Value:
    type = state.site_set(pool.place.core)
    spread = prim("spread", begin.cells, cells, links[0], const(links[1]), type=type)
    return Value(t.SetOf(cell_type(pool.place)), ir.Fold("sets", (ir.Be(cells, pool.cells),), spread, None, type))


def area_slots(frame: Frame, pool: Pool) -> tuple[Slot, Slot, Slot]:
    """All cells, the one at hand, and the part it belongs to."""
    type = state.site_set(pool.place.core)
    return frame.routine.new("cells", type), frame.routine.new("cell"), frame.routine.new("part", type)


def areas(frame: Frame, pool: Pool, slots: tuple[Slot, Slot, Slot], links: tuple[ir.Expr, int]) -> Value:
    """All the parts into which the cells fall: each is found from its first cell."""
    type = state.site_set(pool.place.core)
    cells, cell, part = slots
    known = frame.routine.new("links", links[0].type)
    spread = prim("spread", prim("one", cell, type=type), cells, known, const(links[1]), type=type)
    clauses = (
        ir.Be(cells, pool.cells),
        ir.Be(known, links[0]),
        ir.In(cell, cells),
        ir.Be(part, spread),
        ir.Test(equals(prim("first", part), cell)),
    )
    return Value(t.GroupsOf(cell_type(pool.place), pool.most), ir.Fold("groups", clauses, part, None, Seq(type, pool.most)))


def _if_allowed(cells: Slot, other: Slot, test: ir.Expr) -> ir.Expr:
    """The cell that a step leads to, if it is one of the cells and the step is allowed."""
    return ir.Cond(prim("lt", other, ZERO), NONE, ir.Cond(prim("has", cells, other), ir.Cond(test, other, NONE), NONE))


def links(frame: Frame, pool: Pool, cells: Slot, allows: Allows | None, mutual: bool) -> tuple[ir.Expr, int]:
    """For each of the cells, upwards, the cells that a step leads to (-1: none), and how many steps there are from each."""
    place, board = pool.place, pool.place.board
    assert board is not None
    ways = STRAIGHT if board.square else tuple(range(len(board.ways)))
    site, way, other = frame.routine.new("cell"), frame.routine.new("way"), frame.routine.new("other")
    there: ir.Expr = other
    if allows is not None:
        test = allows(site, way)
        if mutual:
            back = prim("mod", prim("add", way, const(len(board.ways) // 2)), const(len(board.ways)))
            test = both(test, allows(other, back))
        there = _if_allowed(cells, other, test)
    clauses = (
        ir.In(site, cells),
        ir.In(way, ir.SetConst(sum(1 << w for w in ways), Set(0, len(board.ways)))),
        ir.Be(other, ir.Look(step_table(frame.world, place), step_index(place, site, way))),
    )
    return ir.Fold("list", clauses, there, None, Seq(INT, len(ways) * pool.most)), len(ways)


def links_of_graph(frame: Frame, pool: Pool, cells: Slot, allows: Allows | None) -> tuple[ir.Expr, int]:
    """The same on a graph: the neighbours of a cell are numbered, and whoever has fewer leads nowhere with the others."""
    place, board = pool.place, pool.place.board
    assert board is not None
    beside = [board.beside(cell) for cell in range(board.cells)]
    most = max(1, *map(len, beside))
    firsts = range(place.core.base, place.core.base + place.core.sites, place.core.cells)
    values = tuple(first + others[k] if k < len(others) else -1 for k in range(most) for first in firsts for others in beside)
    table = state.constant_table(frame.world, f"{place.name}.neighbour", values)
    site, number = frame.routine.new("cell"), frame.routine.new("number")
    index = prim("add", prim("mul", number, const(place.core.sites)), local_index(place, site))
    other = frame.routine.new("other")
    clauses = (ir.In(site, cells), ir.In(number, ir.SetConst((1 << most) - 1, Set(0, most))), ir.Be(other, ir.Look(table, index)))
    there = _if_allowed(cells, other, allows(site, other)) if allows is not None else other
    return ir.Fold("list", clauses, there, None, Seq(INT, most * pool.most)), most
