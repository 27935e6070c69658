"""Directions, and what lies in them: steps, rays, lines, slides, what is between."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.boards import HEX_MOVES, SQUARE_MOVES, Board
from rulewright.core.program import Table
from rulewright.core.types import INT, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.geometry.tables import (
    cell_type,
    columns,
    known_table,
    large,
    local_index,
    number_table,
    pair_index,
    pair_table,
    quiet,
    rows,
    step_index,
    step_table,
)
from rulewright.dsl.lower.values import NONE, ONE, ZERO, Clauses, Frame, Many, Routine, Value, both, const, prim
from rulewright.dsl.world import PlaceSym, World


def around(type: t.Way | t.Enum | t.Player, of: ir.Expr, by: int, count: int) -> Value:
    """So many further in a circle of directions, members or players."""
    return Value(type, prim("mod", prim("add", of, const(by % count)), const(count)))


def heading(names: tuple[str, ...], who: Value, word: str) -> Value:
    """The direction a player looks in: the first sits in the south, the second in the north."""
    north, south = names.index("north"), names.index("south")
    first, second = (north, south) if word == "ahead" else (south, north)
    assert who.expr is not None
    if isinstance(who.expr, ir.Const):
        return Value(t.Way(names), const(first if who.expr.value == 0 else second))
    return Value(t.Way(names), ir.Cond(prim("eq", who.expr, ZERO), const(first), const(second)))


def straight_ahead(world: World, place: PlaceSym, site: ir.Expr, who: ir.Expr, shift: int) -> Value:
    """The cell in a direction as the first player sees it, or the opposite one as the second sees it."""
    board = place.board
    assert board is not None
    n = len(board.ways)
    steps, index = step_table(world, place), local_index(place, site)
    first, second = (const(((shift + turn) % n) * place.core.sites) for turn in (0, n // 2))
    offset = ir.Cond(prim("eq", who, ZERO), first, second)
    return Value(t.Maybe(cell_type(place)), ir.Look(steps, prim("add", offset, index)))


def cells_ahead(world: World, place: PlaceSym, name: str, site: ir.Expr, who: ir.Expr, shifts: tuple[int, ...]) -> Value:
    """The cells in several directions as a player sees them: one table for both seats, so that the row is found by arithmetic."""
    board = place.board
    assert board is not None
    n = len(board.ways)
    values = tuple(
        sum(1 << c for c in board.neighbours(cell, [(s + turn) % n for s in shifts])) for turn in (0, n // 2) for cell in range(board.cells)
    )
    table = state.set_table(world, f"{place.name}.{name}.seats", state.site_set(place.core), values)
    row = prim("add", prim("mul", who, const(place.core.sites)), local_index(place, site))
    return Value(t.SetOf(cell_type(place)), ir.Look(table, row))


def step(world: World, place: PlaceSym, site: ir.Expr, way: ir.Expr) -> Value:
    index = step_index(place, site, way)
    return Value(t.Maybe(cell_type(place)), ir.Look(step_table(world, place), index))


def along(world: World, place: PlaceSym, site: ir.Expr, forward: bool) -> Value:
    """The next or previous cell of a ring or track."""
    board = place.board
    assert board is not None
    row = 0 if forward else place.core.sites
    index = local_index(place, site)
    type = cell_type(place)
    look = ir.Look(step_table(world, place), prim("add", index, const(row)) if row else index)
    return Value(type if board.shape == "ring" else t.Maybe(type), look)


def players_clockwise(world: World, who: ir.Expr) -> Value:
    seats = world.seats
    table = known_table(world, "clockwise.players")
    if table is None:
        values = tuple(tuple((p + i) % seats for i in range(seats)) for p in range(seats))
        table = world.program.add_table(Table("clockwise.players", Seq(INT, seats), values))
    return Value(t.ListOf(t.PLAYER, seats), ir.Look(table, who))


# ---------------------------------------------------------------- rays and lines


def ray(world: World, place: PlaceSym, site: ir.Expr, way: ir.Expr = ZERO) -> Value:
    """The cells in a direction, nearest first; on a ring or track those that follow."""
    board = place.board
    assert board is not None
    key = f"{place.name}.rays"
    cells, base = place.core.cells, place.core.base
    cap = max(1, board.cells - 1 if board.shape in {"ring", "track"} else max(board.width, board.height) - 1)
    table = known_table(world, key)
    if table is None:
        lists = []
        for direction in range(len(board.ways)):
            for index in range(place.core.sites):
                copy, cell = divmod(index, cells)
                lists.append(tuple(base + copy * cells + c for c in board.ray(cell, direction)))
        table = world.program.add_table(Table(key, Seq(INT, cap), tuple(lists)))
    row = step_index(place, site, way) if way is not ZERO else local_index(place, site)
    return Value(t.ListOf(cell_type(place), cap), ir.Look(table, row))


def far_ray(world: World, place: PlaceSym, site: ir.Expr, way: ir.Expr) -> Many:
    """A ray on a large board: computed from coordinates."""
    board = place.board
    assert board is not None
    dx = ir.Look(state.constant_table(world, "way.dx", tuple(m[0] for m in SQUARE_MOVES)), way)
    dy = ir.Look(state.constant_table(world, "way.dy", tuple(m[1] for m in SQUARE_MOVES)), way)
    xs, ys = columns(world, place), rows(world, place)

    def column(x: ir.Expr) -> ir.Expr:
        return ir.Look(xs, local_index(place, x))

    def row(x: ir.Expr) -> ir.Expr:
        return ir.Look(ys, local_index(place, x))

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        far, cell = routine.new("far"), routine.new("cell")
        distance = Set(1, board.width)
        x = prim("add", column(site), prim("mul", far, dx))
        y = prim("add", row(site), prim("mul", far, dy))
        value = prim("cell_at", x, y, const(place.core.number))
        return [ir.In(far, ir.SetConst(distance.full, distance)), ir.Be(cell, value), ir.Test(prim("ge", cell, ZERO))], cell

    def contains(x: ir.Expr) -> ir.Expr:
        across, up = prim("sub", column(x), column(site)), prim("sub", row(x), row(site))
        return prim("in_line", across, up, dx, dy)

    return Many(cell_type(place), build, board.width, ordered=True, contains=contains)


def open_ray(world: World, place: PlaceSym, site: ir.Expr, way: ir.Expr) -> Value:
    return Value(t.ListOf(cell_type(place), place.core.width), None, far_ray(world, place, site, way))


def line(frame: Frame, place: PlaceSym, site: ir.Expr, ways: ir.Expr) -> Value:
    """All other cells in line, in some directions."""
    world, board, elem = frame.world, place.board, cell_type(place)
    assert board is not None
    if not large(place):
        type = state.site_set(place.core)
        table = ray_sets(world, place)
        way = frame.routine.new("way")
        return Value(t.SetOf(elem), ir.Fold("sets", (ir.In(way, ways),), ir.Look(table, step_index(place, site, way)), None, type))

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        way = routine.new("way")
        clauses, cell = far_ray(world, place, site, way).build(routine)
        return [ir.In(way, ways), *clauses], cell

    def contains(x: ir.Expr) -> ir.Expr:
        xs, ys = columns(world, place), rows(world, place)
        across = prim("sub", ir.Look(xs, local_index(place, x)), ir.Look(xs, local_index(place, site)))
        up = prim("sub", ir.Look(ys, local_index(place, x)), ir.Look(ys, local_index(place, site)))
        return prim("in_lines", across, up, ways)

    return Value(t.SetOf(elem), None, Many(elem, build, 8 * board.width, contains=contains))


def ray_sets(world: World, place: PlaceSym) -> Table:
    """The cells in each direction from each site, as sets: entry `way * sites + site`."""
    board = place.board
    assert board is not None
    key = f"{place.name}.ray_sets"
    return known_table(world, key) or world.program.add_table(Table(key, state.site_set(place.core), board.ray_sets(place.core.copies)))


def slides(world: World, place: PlaceSym, site: ir.Expr, ways: ir.Expr) -> Value:
    """Through empty cells, to the first that is not, which is included."""
    ray_sets(world, place)
    taken = state.occupied(world, place)
    type = state.site_set(place.core)
    return Value(t.SetOf(cell_type(place)), prim("slide", taken, site, ways, const(place.core.number), type=type))


def run(world: World, place: PlaceSym, site: ir.Expr, way: ir.Expr, amount: ir.Expr) -> Value:
    """The empty cells in one direction, at most so many."""
    listed = ray(world, place, site, way)
    assert listed.expr is not None
    return Value(listed.type, prim("run", listed.expr, state.occupied(world, place), amount, type=listed.expr.type))


def between(world: World, place: PlaceSym, first: ir.Expr, second: ir.Expr) -> Value:
    board = place.board
    assert board is not None
    key = f"{place.name}.between"
    table = known_table(world, key) or world.program.add_table(Table(key, state.site_set(place.core), board.between_sets))
    return Value(t.SetOf(cell_type(place)), ir.Look(table, pair_index(place, first, second)))


def spot(place: PlaceSym, number: ir.Expr) -> Value:
    """The cell with a number, counted from 1; none beyond the ends."""
    inside = both(prim("ge", number, ONE), prim("le", number, const(place.core.cells)))
    return Value(t.Maybe(cell_type(place)), ir.Cond(inside, prim("add", number, const(place.core.base - 1)), NONE))


def distance(world: World, place: PlaceSym, first: ir.Expr, second: ir.Expr, given: tuple[Value, Value]) -> Value:
    """The number of steps between two cells."""
    board = place.board
    assert board is not None
    if large(place):
        parts = []
        for table in (columns(world, place), rows(world, place)):
            gap = prim("sub", ir.Look(table, local_index(place, first)), ir.Look(table, local_index(place, second)))
            parts.append(prim("max", gap, prim("sub", ZERO, gap)))
        return Value(t.Number(0, 2 * board.width), prim("add", *parts))
    table = pair_table(world, place, "distance", board.distances)
    return quiet(Value(t.Number(-1, board.cells), ir.Look(table, pair_index(place, first, second))), *given)


def toward(world: World, place: PlaceSym, first: ir.Expr, second: ir.Expr) -> Value:
    """The direction from one cell to another in line with it; none otherwise."""
    board = place.board
    assert board is not None
    if large(place):
        return Value(t.Maybe(t.Way(board.ways)), _bearing(world, place, board, first, second))
    table = pair_table(world, place, "bearing", board.bearings)
    return Value(t.Maybe(t.Way(board.ways)), ir.Look(table, pair_index(place, first, second)))


def _bearing(world: World, place: PlaceSym, board: Board, first: ir.Expr, second: ir.Expr) -> ir.Expr:
    """The direction from one cell to another of a board that is too large for a table of pairs: from the signs of both distances."""
    gaps = []
    for name, axis in (("x", 0), ("y", 1)):
        table = number_table(world, place, name, lambda c, axis=axis: board.xy(c)[axis])  # type: ignore[misc]
        gaps.append(prim("sub", ir.Look(table, local_index(place, second)), ir.Look(table, local_index(place, first))))
    signs = [prim("max", const(-1), prim("min", ONE, gap)) for gap in gaps]
    moves = HEX_MOVES if board.shape == "hex_grid" else SQUARE_MOVES
    ways = tuple(moves.index((x, y)) if (x, y) in moves else -1 for x in (-1, 0, 1) for y in (-1, 0, 1))
    index = prim("add", prim("mul", prim("add", signs[0], ONE), const(3)), prim("add", signs[1], ONE))
    across = prim("add", *gaps)  # on hexagons the only diagonal in line; on squares one of two
    diagonal = prim("eq", across, ZERO) if board.shape == "hex_grid" else prim("eq", prim("mul", across, prim("sub", *gaps)), ZERO)
    straight = prim("or", prim("eq", gaps[0], ZERO), prim("eq", gaps[1], ZERO))
    table = state.constant_table(world, f"{place.name}.bearing", ways)
    return ir.Cond(prim("or", straight, diagonal), ir.Look(table, index), NONE)


def ends(world: World, place: PlaceSym, site: ir.Expr, way: ir.Expr) -> Value:
    """The two cells on opposite sides."""
    board = place.board
    assert board is not None
    n = len(board.ways)
    table = step_table(world, place)
    elem = cell_type(place)
    both_ways = Set(0, 2)

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        side, cell = routine.new("side"), routine.new("cell")
        turned = prim("mod", prim("add", way, prim("mul", side, const(n // 2))), const(n))
        index = step_index(place, site, turned)
        return [ir.In(side, ir.SetConst(3, both_ways)), ir.Be(cell, ir.Look(table, index)), ir.Test(prim("ge", cell, ZERO))], cell

    return Value(t.SetOf(elem), None, Many(elem, build, 2, ordered=False, unique=True))


def half(ways: Value) -> Value:
    """One direction of each pair of opposite ones."""
    assert ways.expr is not None and isinstance(ways.expr.type, Set)
    first = ir.SetConst((1 << (ways.expr.type.size // 2)) - 1, ways.expr.type)
    return Value(ways.type, prim("inter", ways.expr, first, type=ways.expr.type))
