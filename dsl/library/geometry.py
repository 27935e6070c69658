"""Geometry of the library: neighbours, rays, lines, areas, as functions of cells (or of the pieces on them).

On boards of moderate size what a function gives is a constant table of sets; on an open grid, whose cells are thousands of
which few are used, it is computed cell by cell.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.core import ir
from rulewright.core.boards import DIAGONAL, STRAIGHT, Board
from rulewright.core.program import Table
from rulewright.core.types import INT, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce, state
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.values import NONE, ONE, ZERO, Clauses, Many, Routine, Value, both, const, either, negate, prim, recast
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.functions import FUNCTIONS, Function, function, unary
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import PlaceSym

GEOMETRY = "geometry"
OPPOSITE = (4, 5, 6, 7, 0, 1, 2, 3)


def cell_type(place: PlaceSym) -> t.Cell:
    return t.Cell(frozenset({place.name}), place.core.cell_kind)


def large(place: PlaceSym) -> bool:
    return place.core.sites > state.SMALL_BOARD


def local_index(place: PlaceSym, site: ir.Expr) -> ir.Expr:
    return state.minus_base(site, place.core.base)


# ---------------------------------------------------------------- tables


def _known(cx: Context, name: str) -> Table | None:
    """A table that was made before."""
    return next((table for table in cx.world.program.tables if table.name == name), None)


def cells_table(cx: Context, place: PlaceSym, name: str, of: Callable[[int], list[int]]) -> Table:
    """For each site the set of sites that `of` gives for its cell, within its own copy of the board."""
    key = f"{place.name}.{name}"
    known = _known(cx, key)
    if known is not None:
        return known
    cells, base = place.core.cells, place.core.base
    values = []
    for site in range(place.core.sites):
        copy, cell = divmod(site, cells)
        values.append(sum(1 << (copy * cells + c) for c in of(cell)))
    return cx.world.program.add_table(Table(key, Set(base, place.core.sites), tuple(values)))


def step_table(cx: Context, place: PlaceSym) -> Table:
    """Where a step leads: entry `way * sites + site` is a site, or -1."""
    known = _known(cx, f"{place.name}.step")
    if known is not None:
        return known
    board = place.board
    assert board is not None
    cells, base = place.core.cells, place.core.base
    values: list[int] = []
    for leads in board.steps:
        for first in range(base, base + place.core.sites, cells):
            values += [first + to if to >= 0 else -1 for to in leads]
    return state.constant_table(cx.world, f"{place.name}.step", tuple(values))


def number_table(cx: Context, place: PlaceSym, name: str, of: Callable[[int], int]) -> Table:
    known = _known(cx, f"{place.name}.{name}")
    if known is not None:
        return known
    values = tuple(of(site % place.core.cells) for site in range(place.core.sites))
    return state.constant_table(cx.world, f"{place.name}.{name}", values)


def pair_table(cx: Context, place: PlaceSym, name: str, of: Callable[[int, int], int]) -> Table:
    n = place.core.cells
    key = f"{place.name}.{name}"
    known = _known(cx, key)
    if known is not None:
        return known
    return cx.world.program.add_table(Table(key, INT, tuple(of(a, b) for a in range(n) for b in range(n))))


def pair_index(place: PlaceSym, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return prim("add", prim("mul", local_index(place, a), const(place.core.cells)), local_index(place, b))


# ---------------------------------------------------------------- arguments


def quiet(result: Value, *given: Value | ir.Expr) -> Value:
    """Geometry of nothing is nothing: a function of a cell or direction that may be none gives none, or no cells."""
    if result.expr is None:
        return result
    expr = result.expr
    type = result.type
    for value in given:
        one = value.expr if isinstance(value, Value) else value
        maybe = isinstance(value.type, t.Maybe) if isinstance(value, Value) else True
        if not maybe or one is None or isinstance(one, ir.Const):
            continue
        match expr.type:
            case Set():
                nothing: ir.Expr = ir.SetConst(0, expr.type)
            case Seq():
                nothing = ir.SeqConst((), expr.type)
            case _:
                nothing = NONE
                if isinstance(type, t.Cell | t.Way):
                    type = t.Maybe(type)
        expr = ir.Cond(prim("lt", one, ZERO), nothing, expr)
    return Value(type, expr)


def at(cx: Context, node: e.Expr) -> tuple[ir.Expr, PlaceSym, Value] | None:
    from rulewright.dsl.check.expressions import expr

    value = expr(cx, node)
    found = coerce.cell(cx, value, node.span)
    return None if found is None else (found[0], found[1], value)


def way_value(cx: Context, node: e.Expr) -> Value:
    """A direction, as a value that may be none."""
    from rulewright.dsl.check.expressions import expr
    from rulewright.dsl.check.words import ways_of

    value = expr(cx, node, t.Way(ways_of(cx)))
    return value if isinstance(t.bare(value.type), t.Way) else Value(t.POISON, the_way(cx, node))


def the_way(cx: Context, node: e.Expr) -> ir.Expr:
    from rulewright.dsl.check.expressions import expr
    from rulewright.dsl.check.words import ways_of

    names = ways_of(cx)
    value = expr(cx, node, t.Way(names))
    if not isinstance(t.bare(value.type), t.Way | t.Poison):
        coerce.mismatch(cx, value, "a direction", node.span)
        return ZERO
    return coerce.scalar(cx, value, node.span)


def the_ways(cx: Context, node: e.Expr) -> ir.Expr:
    """A set of directions: written as such, as one direction, or as the name of an axis."""
    from rulewright.dsl.check.expressions import expr
    from rulewright.dsl.check.words import ways_of

    names = ways_of(cx)
    type = Set(0, len(names))
    value = expr(cx, node, t.SetOf(t.Way(names)))
    if isinstance(t.bare(value.type), t.Enum):
        return axis_ways(cx, value, node.span)
    converted = coerce.convert(cx, value, t.SetOf(t.Way(names)), node.span)
    return converted.expr if converted.expr is not None and not coerce.is_poison(converted) else ir.SetConst(0, type)


AXES = {"row": (2, 6), "column": (0, 4), "straight": STRAIGHT, "diagonal": DIAGONAL, "horizontal": (2, 6), "vertical": (0, 4)}


def axis_ways(cx: Context, value: Value, span: Span) -> ir.Expr:
    """The directions of an axis that an attribute names: row, column, straight, diagonal."""
    enum = t.bare(value.type)
    type = Set(0, 8)
    assert isinstance(enum, t.Enum)
    rows = []
    for member in enum.members:
        if member not in AXES and member != "none":
            rows.append(0)
            continue
        rows.append(sum(1 << w for w in AXES.get(member, ())))
    if not any(rows):
        coerce.mismatch(cx, value, "row, column, straight or diagonal", span)
    table = state.set_table(cx.world, f"axis.{'.'.join(enum.members)}", type, (0, *rows))
    return ir.Look(table, prim("add", coerce.scalar(cx, value, span), ONE))


# ---------------------------------------------------------------- neighbours


def _neighbours(name: str, form: str, help: str, of: Callable[[Board, int], list[int]], ways: tuple[int, ...] | None) -> None:
    def apply(cx: Context, value: Value, span: Span) -> Value:
        elem = t.element(value.type)
        if value.many is not None or elem is not None:
            return _around_many(cx, value, span, name, of, ways)
        found = coerce.cell(cx, value, span)
        if found is None:
            return coerce.poison()
        return quiet(_around_one(cx, found[0], found[1], name, of, ways), value)

    unary(name, form, help, GEOMETRY)(apply)


def _around_one(
    cx: Context, site: ir.Expr, place: PlaceSym, name: str, of: Callable[[Board, int], list[int]], ways: tuple[int, ...] | None
) -> Value:
    board = place.board
    assert board is not None
    elem = cell_type(place)
    if not large(place):
        table = cells_table(cx, place, name, lambda cell: of(board, cell))
        return Value(t.SetOf(elem), ir.Look(table, local_index(place, site)))
    return Value(t.SetOf(elem), None, _steps(cx, place, lambda routine: ([], site), ways or tuple(range(len(board.ways))), True))


def _steps(cx: Context, place: PlaceSym, start: Callable[[Routine], tuple[Clauses, ir.Expr]], ways: tuple[int, ...], unique: bool) -> Many:
    """Cells one step away, for a board whose sets would be large."""
    table = step_table(cx, place)
    directions = Set(0, 8)

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        clauses, site = start(routine)
        way, cell = routine.new("way"), routine.new("cell")
        index = prim("add", prim("mul", way, const(place.core.sites)), local_index(place, site))
        return [
            *clauses,
            ir.In(way, ir.SetConst(sum(1 << w for w in ways), directions)),
            ir.Be(cell, ir.Look(table, index)),
            ir.Test(prim("ge", cell, ZERO)),
        ], cell

    return Many(cell_type(place), build, len(ways), unique=unique)


def _around_many(
    cx: Context, value: Value, span: Span, name: str, of: Callable[[Board, int], list[int]], ways: tuple[int, ...] | None
) -> Value:
    """The neighbours of any of several cells or pieces."""
    inner = coerce.many(cx, value, span)
    if inner is None:
        return coerce.poison()
    probe = coerce.cell(cx, Value(inner.elem, ZERO), span)
    if probe is None:
        return coerce.poison()
    place = probe[1]
    board = place.board
    assert board is not None
    kinds = inner.elem.kinds if isinstance(inner.elem, t.Piece) else None
    world = cx.world

    def start(routine: Routine) -> tuple[Clauses, ir.Expr]:
        clauses, element = inner.build(routine)
        if kinds is None:
            return clauses, element
        local = routine.new("site")
        return [*clauses, ir.Be(local, state.location(world, element, kinds))], local

    elem = cell_type(place)
    if large(place):
        many = _steps(cx, place, start, ways or tuple(range(len(board.ways))), False)
        many.bound = min(place.core.sites, inner.bound * many.bound)
        return Value(t.SetOf(elem), None, many)
    table = cells_table(cx, place, name, lambda cell: of(board, cell))
    clauses, site = start(cx.routine)
    type = state.site_set(place.core)
    return Value(t.SetOf(elem), ir.Fold("sets", tuple(clauses), ir.Look(table, local_index(place, site)), None, type))


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
    from rulewright.dsl.declare.domains import constant

    found = at(cx, arguments[0])
    a, b = constant(cx.world, arguments[1]), constant(cx.world, arguments[2])
    if found is None or a is None or b is None:
        return coerce.poison()
    site, place, _ = found
    board = place.board
    assert board is not None
    return _around_one(cx, site, place, f"leaps{a}_{b}", lambda brd, cell: brd.leaps(cell, a, b), None)


# ---------------------------------------------------------------- directions


@unary("opposite", "opposite(way)", "The other direction; the rival of a player.", GEOMETRY)
def _opposite(cx: Context, value: Value, span: Span) -> Value:
    inner = t.bare(value.type)
    if isinstance(inner, t.Player):
        from rulewright.dsl.check.attributes import rival

        return rival(cx, coerce.scalar(cx, value, span), span)
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
        from rulewright.dsl.check.attributes import attribute

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
    from rulewright.core.boards import SQUARE_MOVES

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
    cells = place.core.cells
    values = []
    for way in range(len(board.ways)):
        for index in range(place.core.sites):
            copy, cell = divmod(index, cells)
            values.append(sum(1 << (copy * cells + c) for c in board.ray(cell, way)))
    return cx.world.program.add_table(Table(key, state.site_set(place.core), tuple(values)))


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
    first, second = at(cx, arguments[0]), at(cx, arguments[1])
    if first is None or second is None:
        return coerce.poison()
    place = first[1]
    board = place.board
    assert board is not None
    if large(place) or place.core.copies > 1:
        return cx.error(codes.WRONG_ARGUMENTS, "`between` needs a board with edges.", span)
    key = f"{place.name}.between"
    table = next((x for x in cx.world.program.tables if x.name == key), None)
    if table is None:
        n = board.cells
        values = tuple(sum(1 << c for c in board.between(a, b)) for a in range(n) for b in range(n))
        table = cx.world.program.add_table(Table(key, state.site_set(place.core), values))
    return quiet(Value(t.SetOf(cell_type(place)), ir.Look(table, pair_index(place, first[0], second[0]))), first[2], second[2])


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
    first, second = at(cx, arguments[0]), at(cx, arguments[1])
    if first is None or second is None:
        return coerce.poison()
    place = first[1]
    board = place.board
    assert board is not None
    if large(place):
        columns = number_table(cx, place, "x", lambda c: board.xy(c)[0])
        rows = number_table(cx, place, "y", lambda c: board.xy(c)[1])
        parts = []
        for table in (columns, rows):
            gap = prim("sub", ir.Look(table, local_index(place, first[0])), ir.Look(table, local_index(place, second[0])))
            parts.append(prim("max", gap, prim("sub", ZERO, gap)))
        return Value(t.Number(0, 2 * board.width), prim("add", *parts))
    table = pair_table(cx, place, "distance", lambda a, b: board.distances[a][b])
    return quiet(Value(t.Number(-1, board.cells), ir.Look(table, pair_index(place, first[0], second[0]))), first[2], second[2])


@function("toward", "toward(x, y)", "The direction from one cell to another in line with it; none otherwise.", 2, group=GEOMETRY)
def _toward(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    first, second = at(cx, arguments[0]), at(cx, arguments[1])
    if first is None or second is None:
        return coerce.poison()
    place = first[1]
    board = place.board
    assert board is not None
    if large(place):
        return cx.error(codes.WRONG_ARGUMENTS, "`toward` needs a board with edges.", span)
    table = pair_table(cx, place, "bearing", lambda a, b: board.bearings[a][b])
    return quiet(Value(t.Maybe(t.Way(board.ways)), ir.Look(table, pair_index(place, first[0], second[0]))), first[2], second[2])


@function("ends", "ends(x, way)", "The two cells on opposite sides of x.", 2, group=GEOMETRY)
def _ends(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
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


# ---------------------------------------------------------------- rows as players see them


def _rows(name: str, form: str, help: str, count: int) -> None:
    @function(name, form, help, 1 + (count > 0), 2 + (count > 0), group=GEOMETRY)
    def run(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
        from rulewright.dsl.check.expressions import expr
        from rulewright.dsl.declare.domains import constant

        boards = [p for p in cx.world.boards() if p.board is not None and p.board.shape in {"grid", "hex_grid"}]
        if len(boards) != 1:
            return cx.error(codes.AMBIGUOUS, "It is not clear of which board this is a row.", span)
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
    "The two opposite sides of the board that belong to a player: south and north for the first, west and east for the second.",
    GEOMETRY,
)
def _sides(cx: Context, value: Value, span: Span) -> Value:
    boards = [p for p in cx.world.boards() if p.board is not None and p.board.shape in {"grid", "hex_grid"}]
    if len(boards) != 1:
        return cx.error(codes.AMBIGUOUS, "It is not clear of which board these are the sides.", span)
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


@unary("mirrored", "mirrored(x)", "The cell whose column and row are exchanged.", GEOMETRY)
def _mirrored(cx: Context, value: Value, span: Span) -> Value:
    found = coerce.cell(cx, value, span)
    if found is None:
        return coerce.poison()
    site, place = found
    board = place.board
    assert board is not None
    if board.width != board.height:
        return cx.error(codes.WRONG_ARGUMENTS, "Only a board as wide as high has mirrored cells.", span)
    table = number_table(cx, place, "mirrored", lambda c: place.core.base + board.xy(c)[0] * board.width + board.xy(c)[1])
    return Value(cell_type(place), ir.Look(table, local_index(place, site)))


# ---------------------------------------------------------------- patterns


def cells_of(cx: Context, node: e.Expr) -> tuple[ir.Expr, PlaceSym] | None:
    """The cells of a set of pieces or cells on one board of moderate size."""
    from rulewright.dsl.check.expressions import expr
    from rulewright.dsl.check.selections import _places_of

    value = expr(cx, node)
    if coerce.is_poison(value):
        return None
    elem = t.element(value.type)
    if isinstance(elem, t.Piece):
        direct = _cells_index(cx, node)
        if direct is not None:
            return direct
        value = _places_of(cx, value, node.span)
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
    from rulewright.dsl.declare.domains import constant

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
    "connected",
    "connected(start, cells)",
    "All of the cells that can be reached from the start across edges, without leaving them.",
    2,
    group=GEOMETRY,
)
def _connected(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    start, within = cells_of(cx, arguments[0]), cells_of(cx, arguments[1])
    if start is None or within is None:
        return coerce.poison()
    type = state.site_set(within[1].core)
    return Value(t.SetOf(cell_type(within[1])), prim("fill", start[0], within[0], const(within[1].core.number), type=type))


@function(
    "area", "area(tile, terrain)", "The pieces that hang together with this one across edges and have the same value.", 2, group=GEOMETRY
)
def _area(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    from rulewright.dsl.check.attributes import attribute
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
    spread = prim("spread", prim("one", piece.expr, type=type), gathered, links, type=type)
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
        return cx.error(codes.AMBIGUOUS, "It is not clear on which board these tiles lie.", span)
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


__all__ = ["FUNCTIONS", "Function", "along", "both", "either", "heading", "negate"]
