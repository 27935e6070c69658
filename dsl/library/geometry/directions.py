"""Directions, and what lies in them: steps, rays, lines, slides, what is between."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.boards import HEX_MOVES, SQUARE_MOVES, Board
from rulewright.core.program import Table
from rulewright.core.types import INT, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.attributes import attribute, rival
from rulewright.dsl.check.context import Context
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.geometry.cells import (
    GEOMETRY,
    at,
    axis_ways,
    cell_type,
    large,
    local_index,
    number_table,
    pair_index,
    pair_table,
    quiet,
    step_table,
    the_way,
    the_ways,
    two_cells,
    way_value,
)
from rulewright.dsl.library.registry import function, unary
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import NONE, ONE, ZERO, Clauses, Many, Routine, Value, both, const, prim
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import PlaceSym


@unary("opposite", "opposite(way)", "The other direction; the rival of a player.", GEOMETRY)
def _opposite(cx: Context, value: Value, span: Span) -> Value:
    inner = t.bare(value.type)
    if isinstance(inner, t.Player):
        return rival(cx, value, span)
    if not isinstance(inner, t.Way):
        return coerce.mismatch(cx, value, "a direction", span)
    n = len(inner.names)
    return Value(inner, prim("mod", prim("add", coerce.scalar(cx, value, span), const(n // 2)), const(n)))


def heading(cx: Context, who: Value, word: str) -> Value:
    """The direction a player looks in: the first sits in the south, the second in the north."""
    from rulewright.dsl.check.words import ways_of

    names = ways_of(cx)
    north, south = names.index("north"), names.index("south")
    first, second = (north, south) if word == "ahead" else (south, north)
    assert who.expr is not None
    if isinstance(who.expr, ir.Const):
        return Value(t.Way(names), const(first if who.expr.value == 0 else second))
    return Value(t.Way(names), ir.Cond(prim("eq", who.expr, ZERO), const(first), const(second)))


def seen_from(cx: Context, value: Value, span: Span) -> ir.Expr:
    """From whose side something is looked at: its owner's, or else the acting player's."""
    inner = t.bare(value.type)
    if isinstance(inner, t.Piece) and len(inner.kinds) == 1:
        owner = attribute(cx, value, "owner", span)
        if isinstance(t.bare(owner.type), t.Player):
            return coerce.scalar(cx, owner, span)
    return coerce.player(cx, cx.the_player(span), span)


def _frontal(name: str, form: str, help: str, shifts: tuple[int, ...]) -> None:
    """Cells in front of (or behind) a piece, as its owner sees it. `shifts` are directions as the first player sees them."""

    def apply(cx: Context, value: Value, span: Span) -> Value:
        found = coerce.cell(cx, value, span)
        if found is None:
            return coerce.poison()
        site, place = found
        board = place.board
        assert board is not None
        who = seen_from(cx, value, span)
        n = len(board.ways)
        if large(place) or not board.square:
            return cx.error(codes.WRONG_ARGUMENTS, f"`{name}` needs a square board.", span)
        index = local_index(place, site)
        if len(shifts) == 1 and name in {"behind", "before"}:
            steps = step_table(cx, place)
            first, second = (const(((shifts[0] + turn) % n) * place.core.sites) for turn in (0, n // 2))
            offset = ir.Cond(prim("eq", who, ZERO), first, second)
            return quiet(Value(t.Maybe(cell_type(place)), ir.Look(steps, prim("add", offset, index))), value)
        # One table for both seats, so that the row is found by arithmetic.
        values = tuple(
            sum(1 << c for c in board.neighbours(cell, [(s + turn) % n for s in shifts]))
            for turn in (0, n // 2)
            for cell in range(board.cells)
        )
        table = state.set_table(cx.world, f"{place.name}.{name}.seats", state.site_set(place.core), values)
        row = prim("add", prim("mul", who, const(place.core.sites)), index)
        return quiet(Value(t.SetOf(cell_type(place)), ir.Look(table, row)), value)

    unary(name, form, help, GEOMETRY)(apply)


_frontal(
    "ahead", "ahead(piece)", "The three cells in front of a piece, as its owner sees it. As a word by itself: the direction.", (7, 0, 1)
)
_frontal("diagonals_ahead", "diagonals_ahead(piece)", "The two cells diagonally in front of a piece.", (7, 1))
_frontal("behind", "behind(piece)", "The cell behind a piece; as a word by itself: the direction.", (4,))
_frontal("before", "before(piece)", "The cell straight in front of a piece.", (0,))
_frontal("diagonals_behind", "diagonals_behind(piece)", "The two cells diagonally behind a piece.", (3, 5))


@function("step", "step(x, way)", "The cell one step away in a direction; none off the board.", 2, group=GEOMETRY)
def _step(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = at(cx, arguments[0])
    if found is None:
        return coerce.poison()
    site, place, start = found
    direction = way_value(cx, arguments[1])
    way = coerce.scalar(cx, direction, arguments[1].span)
    index = prim("add", prim("mul", way, const(place.core.sites)), local_index(place, site))
    return quiet(Value(t.Maybe(cell_type(place)), ir.Look(step_table(cx, place), index)), start, direction)


def along(cx: Context, value: Value, span: Span, step: int) -> Value:
    """The next or previous cell of a ring or track."""
    found = coerce.cell(cx, value, span, state.LINES)
    if found is None:
        return coerce.poison()
    site, place = found
    board = place.board
    assert board is not None
    if board.shape not in {"ring", "track"}:
        return cx.error(codes.WRONG_ARGUMENTS, "Only the cells of a ring or track, and players, follow one another.", span)
    row = 0 if step > 0 else place.core.sites
    index = local_index(place, site)
    type = cell_type(place)
    look = ir.Look(step_table(cx, place), prim("add", index, const(row)) if row else index)
    return Value(type if board.shape == "ring" else t.Maybe(type), look)


@unary(
    "clockwise", "clockwise(x)", "On a ring, all other cells in their order from x on; of players, all of them beginning with x.", GEOMETRY
)
def _clockwise(cx: Context, value: Value, span: Span) -> Value:
    inner = t.bare(value.type)
    if isinstance(inner, t.Player):
        seats = cx.world.seats
        type = Seq(INT, seats)
        table = Table("clockwise.players", type, tuple(tuple((p + i) % seats for i in range(seats)) for p in range(seats)))
        known = next((x for x in cx.world.program.tables if x.name == table.name), None) or cx.world.program.add_table(table)
        return Value(t.ListOf(t.PLAYER, seats), ir.Look(known, coerce.scalar(cx, value, span)))
    found = coerce.cell(cx, value, span, state.LINES)
    if found is None:
        return coerce.poison()
    site, place = found
    return rays_table(cx, place, site, ZERO)


def rays_table(cx: Context, place: PlaceSym, site: ir.Expr, way: ir.Expr) -> Value:
    """The cells in a direction, nearest first."""
    board = place.board
    assert board is not None
    elem = cell_type(place)
    key = f"{place.name}.rays"
    cells, base = place.core.cells, place.core.base
    cap = max(1, board.cells - 1 if board.shape in {"ring", "track"} else max(board.width, board.height) - 1)
    table = next((x for x in cx.world.program.tables if x.name == key), None)
    if table is None:
        rows = []
        for direction in range(len(board.ways)):
            for index in range(place.core.sites):
                copy, cell = divmod(index, cells)
                rows.append(tuple(base + copy * cells + c for c in board.ray(cell, direction)))
        table = cx.world.program.add_table(Table(key, Seq(INT, cap), tuple(rows)))
    row = prim("add", prim("mul", way, const(place.core.sites)), local_index(place, site)) if way is not ZERO else local_index(place, site)
    return Value(t.ListOf(elem, cap), ir.Look(table, row))


@function("ray", "ray(x, way)", "All cells in one direction, nearest first.", 2, group=GEOMETRY)
def _ray(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = at(cx, arguments[0])
    if found is None:
        return coerce.poison()
    site, place, start = found
    direction = way_value(cx, arguments[1])
    way = coerce.scalar(cx, direction, arguments[1].span)
    if not large(place):
        return quiet(rays_table(cx, place, site, way), start, direction)
    return Value(t.ListOf(cell_type(place), place.core.width), None, far_ray(cx, place, site, way))


def far_ray(cx: Context, place: PlaceSym, site: ir.Expr, way: ir.Expr) -> Many:
    """A ray on a large board: computed from coordinates."""
    board = place.board
    assert board is not None
    dx = ir.Look(state.constant_table(cx.world, "way.dx", tuple(m[0] for m in SQUARE_MOVES)), way)
    dy = ir.Look(state.constant_table(cx.world, "way.dy", tuple(m[1] for m in SQUARE_MOVES)), way)
    columns = number_table(cx, place, "x", lambda c: board.xy(c)[0])
    rows = number_table(cx, place, "y", lambda c: board.xy(c)[1])

    def column(x: ir.Expr) -> ir.Expr:
        return ir.Look(columns, local_index(place, x))

    def row(x: ir.Expr) -> ir.Expr:
        return ir.Look(rows, local_index(place, x))

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


@function("line", "line(x, axis)", "All other cells in line with x: of its row, its column or its diagonals.", 2, group=GEOMETRY)
def _line(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = at(cx, arguments[0])
    if found is None:
        return coerce.poison()
    site, place, _ = found
    ways = the_ways(cx, arguments[1])
    board = place.board
    assert board is not None
    elem = cell_type(place)
    if not large(place):
        type = state.site_set(place.core)
        table = ray_sets(cx, place)
        way = cx.local("way")
        row = prim("add", prim("mul", way, const(place.core.sites)), local_index(place, site))
        return Value(t.SetOf(elem), ir.Fold("sets", (ir.In(way, ways),), ir.Look(table, row), None, type))

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        way = routine.new("way")
        clauses, cell = far_ray(cx, place, site, way).build(routine)
        return [ir.In(way, ways), *clauses], cell

    def contains(x: ir.Expr) -> ir.Expr:
        columns = number_table(cx, place, "x", lambda c: board.xy(c)[0])
        rows = number_table(cx, place, "y", lambda c: board.xy(c)[1])
        across = prim("sub", ir.Look(columns, local_index(place, x)), ir.Look(columns, local_index(place, site)))
        up = prim("sub", ir.Look(rows, local_index(place, x)), ir.Look(rows, local_index(place, site)))
        return prim("in_lines", across, up, ways)

    return Value(t.SetOf(elem), None, Many(elem, build, 8 * board.width, contains=contains))


def ray_sets(cx: Context, place: PlaceSym) -> Table:
    """The cells in each direction from each site, as sets: entry `way * sites + site`."""
    board = place.board
    assert board is not None
    key = f"{place.name}.ray_sets"
    for table in cx.world.program.tables:
        if table.name == key:
            return table
    return cx.world.program.add_table(Table(key, state.site_set(place.core), board.ray_sets(place.core.copies)))


@function(
    "slides",
    "slides(x, straight)",
    "The cells a sliding piece reaches: through empty cells, to the first that is not, which is included.",
    2,
    group=GEOMETRY,
)
def _slides(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = at(cx, arguments[0])
    if found is None:
        return coerce.poison()
    site, place, start = found
    ways = the_ways(cx, arguments[1])
    if large(place):
        return cx.error(codes.WRONG_ARGUMENTS, "Pieces do not slide on an open grid.", span)
    ray_sets(cx, place)
    taken = state.occupied(cx.world, place)
    type = state.site_set(place.core)
    return quiet(Value(t.SetOf(cell_type(place)), prim("slide", taken, site, ways, const(place.core.number), type=type)), start)


@function(
    "run", "run(x, way, 2)", "The cells in one direction, nearest first, as long as they are empty; at most so many.", 3, group=GEOMETRY
)
def _run(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    from rulewright.dsl.check.expressions import expr

    found = at(cx, arguments[0])
    if found is None:
        return coerce.poison()
    site, place, value = found
    if isinstance(arguments[1], e.Word) and arguments[1].name in {"ahead", "behind"}:
        direction = heading(cx, Value(t.PLAYER, seen_from(cx, value, span)), arguments[1].name)
        assert direction.expr is not None
        way: ir.Expr = direction.expr
    else:
        direction = way_value(cx, arguments[1])
        way = coerce.scalar(cx, direction, arguments[1].span)
    amount = coerce.number(cx, expr(cx, arguments[2]), arguments[2].span)
    if large(place):
        return cx.error(codes.WRONG_ARGUMENTS, "`run` needs a board with edges.", span)
    board = place.board
    assert board is not None
    listed = rays_table(cx, place, site, way)
    assert listed.expr is not None
    free = prim("run", listed.expr, state.occupied(cx.world, place), amount, type=listed.expr.type)
    return quiet(Value(listed.type, free), value, direction)


@function("between", "between(x, y)", "The cells strictly between two cells in line; none if they are not in line.", 2, group=GEOMETRY)
def _between(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = two_cells(cx, arguments)
    if found is None:
        return coerce.poison()
    first, second, place, given = found
    board = place.board
    assert board is not None
    if large(place) or place.core.copies > 1:
        return cx.error(codes.WRONG_ARGUMENTS, "`between` needs a board with edges.", span)
    key = f"{place.name}.between"
    table = next((x for x in cx.world.program.tables if x.name == key), None)
    if table is None:
        table = cx.world.program.add_table(Table(key, state.site_set(place.core), board.between_sets))
    return quiet(Value(t.SetOf(cell_type(place)), ir.Look(table, pair_index(place, first, second))), *given)


@function(
    "spot", "spot(board, 7)", "The cell with that number on a ring or track, counted from 1; none beyond its ends.", 2, group=GEOMETRY
)
def _spot(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    from rulewright.dsl.check.expressions import expr

    board = expr(cx, arguments[0])
    number = coerce.number(cx, expr(cx, arguments[1]), arguments[1].span)
    place = board.whole
    if place is None or place.board is None or place.core.copies > 1:
        return coerce.mismatch(cx, board, "a ring or track", arguments[0].span)
    inside = both(prim("ge", number, ONE), prim("le", number, const(place.core.cells)))
    return Value(t.Maybe(cell_type(place)), ir.Cond(inside, prim("add", number, const(place.core.base - 1)), NONE))


@function("distance", "distance(x, y)", "The number of steps across edges between two cells.", 2, group=GEOMETRY)
def _distance(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = two_cells(cx, arguments)
    if found is None:
        return coerce.poison()
    first, second, place, given = found
    board = place.board
    assert board is not None
    if large(place):
        columns = number_table(cx, place, "x", lambda c: board.xy(c)[0])
        rows = number_table(cx, place, "y", lambda c: board.xy(c)[1])
        parts = []
        for table in (columns, rows):
            gap = prim("sub", ir.Look(table, local_index(place, first)), ir.Look(table, local_index(place, second)))
            parts.append(prim("max", gap, prim("sub", ZERO, gap)))
        return Value(t.Number(0, 2 * board.width), prim("add", *parts))
    table = pair_table(cx, place, "distance", board.distances)
    return quiet(Value(t.Number(-1, board.cells), ir.Look(table, pair_index(place, first, second))), *given)


@function("toward", "toward(x, y)", "The direction from one cell to another in line with it; none otherwise.", 2, group=GEOMETRY)
def _toward(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    found = two_cells(cx, arguments)
    if found is None:
        return coerce.poison()
    first, second, place, given = found
    board = place.board
    assert board is not None
    if large(place):
        return quiet(Value(t.Maybe(t.Way(board.ways)), _bearing(cx, place, board, first, second)), *given)
    table = pair_table(cx, place, "bearing", board.bearings)
    return quiet(Value(t.Maybe(t.Way(board.ways)), ir.Look(table, pair_index(place, first, second))), *given)


def _bearing(cx: Context, place: PlaceSym, board: Board, first: ir.Expr, second: ir.Expr) -> ir.Expr:
    """The direction from one cell to another of a board that is too large for a table of pairs: from the signs of both distances."""
    gaps = []
    for name, axis in (("x", 0), ("y", 1)):
        table = number_table(cx, place, name, lambda c, axis=axis: board.xy(c)[axis])  # type: ignore[misc]
        gaps.append(prim("sub", ir.Look(table, local_index(place, second)), ir.Look(table, local_index(place, first))))
    signs = [prim("max", const(-1), prim("min", ONE, gap)) for gap in gaps]
    moves = HEX_MOVES if board.shape == "hex_grid" else SQUARE_MOVES
    ways = tuple(moves.index((x, y)) if (x, y) in moves else -1 for x in (-1, 0, 1) for y in (-1, 0, 1))
    index = prim("add", prim("mul", prim("add", signs[0], ONE), const(3)), prim("add", signs[1], ONE))
    across = prim("add", *gaps)  # on hexagons the only diagonal in line; on squares one of two
    diagonal = prim("eq", across, ZERO) if board.shape == "hex_grid" else prim("eq", prim("mul", across, prim("sub", *gaps)), ZERO)
    straight = prim("or", prim("eq", gaps[0], ZERO), prim("eq", gaps[1], ZERO))
    table = state.constant_table(cx.world, f"{place.name}.bearing", ways)
    return ir.Cond(prim("or", straight, diagonal), ir.Look(table, index), NONE)


@function("ends", "ends(x, way)", "The two cells on opposite sides of x. `ends(edge)`: the cells that an edge joins.", 1, 2, group=GEOMETRY)
def _ends(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    if len(arguments) == 1:
        return _joined(cx, arguments[0], span)
    found = at(cx, arguments[0])
    if found is None:
        return coerce.poison()
    site, place, _ = found
    board = place.board
    assert board is not None
    way = the_way(cx, arguments[1])
    n = len(board.ways)
    table = step_table(cx, place)
    elem = cell_type(place)
    both_ways = Set(0, 2)

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        side, cell = routine.new("side"), routine.new("cell")
        turned = prim("mod", prim("add", way, prim("mul", side, const(n // 2))), const(n))
        index = prim("add", prim("mul", turned, const(place.core.sites)), local_index(place, site))
        return [ir.In(side, ir.SetConst(3, both_ways)), ir.Be(cell, ir.Look(table, index)), ir.Test(prim("ge", cell, ZERO))], cell

    return Value(t.SetOf(elem), None, Many(elem, build, 2, ordered=False, unique=True))


def _joined(cx: Context, node: e.Expr, span: Span) -> Value:
    """`ends(edge)`."""
    from rulewright.dsl.check.expressions import expr
    from rulewright.dsl.library.geometry.edges import ends_of_edge

    value = coerce.site(cx, expr(cx, node), node.span, frozenset({"edges"}))
    place = coerce.place_of_type(cx, value.type)
    if place is not None and place.edges_of is not None:
        return ends_of_edge(cx, value, place, node.span)
    if coerce.is_poison(value):
        return value
    return cx.error(codes.WRONG_ARGUMENTS, "Only an edge has two ends.", span, "Of another cell, say in which direction: `ends(x, way)`.")


@unary("ways", "ways(axis)", "The directions of an axis: `row` has two, `diagonal` has four.", GEOMETRY)
def _ways(cx: Context, value: Value, span: Span) -> Value:
    from rulewright.dsl.check.words import ways_of

    names = ways_of(cx)
    if isinstance(t.bare(value.type), t.Enum):
        return Value(t.SetOf(t.Way(names)), axis_ways(cx, value, span))
    return coerce.convert(cx, value, t.SetOf(t.Way(names)), span)


@unary("half_ways", "half_ways(axis)", "One direction of each pair of opposite ones.", GEOMETRY)
def _half_ways(cx: Context, value: Value, span: Span) -> Value:
    found = _ways(cx, value, span)
    if coerce.is_poison(found) or found.expr is None:
        return found
    assert isinstance(found.expr.type, Set)
    half = ir.SetConst((1 << (found.expr.type.size // 2)) - 1, found.expr.type)
    return Value(found.type, prim("inter", found.expr, half, type=found.expr.type))
