"""What hangs together: `connected` from a start, and all the `areas`; over every edge, or only where a definition allows the step."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core import ir
from rulewright.core.boards import STRAIGHT
from rulewright.core.types import INT, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.selections import places_of
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.geometry.cells import GEOMETRY, cell_type, large, local_index, pair_index, step_table
from rulewright.dsl.library.geometry.edges import between_table, way_table
from rulewright.dsl.library.geometry.patterns import cells_of
from rulewright.dsl.library.registry import function
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import NONE, ZERO, Value, both, const, equals, prim, recast
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import DefineSym, PlaceSym, snake


@dataclass(frozen=True, slots=True)
class Pool:
    """Cells of one board: as a set, and how many there are at most."""

    place: PlaceSym
    cells: ir.Expr
    most: int


def _pool(cx: Context, node: e.Expr) -> Pool | None:
    """Cells, or the cells on which pieces stand, of a board of any size."""
    from rulewright.dsl.check.expressions import expr

    value = expr(cx, node)
    if coerce.is_poison(value):
        return None
    if isinstance(t.element(value.type) or t.bare(value.type), t.Piece):
        value = places_of(cx, value, node.span)
    inner = coerce.many(cx, value, node.span)
    if inner is None:
        return None
    probe = coerce.cell(cx, Value(inner.elem, ZERO), node.span)
    if probe is None:
        return None
    place = probe[1]
    gathered = coerce.as_set(cx, value, node.span)
    if gathered.expr is None:
        return None
    return Pool(place, recast(gathered.expr, state.site_set(place.core)), max(1, min(inner.bound, place.core.sites)))


@function(
    "connected",
    "connected(start, cells [, open])",
    "All of the cells that can be reached from the start across edges, without leaving them; with the name of a definition of an edge, or "
    "of a cell and a direction, only by the steps that it allows.",
    2,
    3,
    group=GEOMETRY,
)
def _connected(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    if len(arguments) == 2 and not _on_a_large_board(cx):
        start, within = cells_of(cx, arguments[0]), cells_of(cx, arguments[1])
        if start is None or within is None:
            return coerce.poison()
        type = state.site_set(within[1].core)
        return Value(t.SetOf(cell_type(within[1])), prim("fill", start[0], within[0], const(within[1].core.number), type=type))
    begin, pool = _pool(cx, arguments[0]), _pool(cx, arguments[1])
    if begin is None or pool is None:
        return coerce.poison()
    if begin.place is not pool.place:
        text = f"The start lies on `{begin.place.name}`, the cells on `{pool.place.name}`."
        return cx.error(codes.WRONG_ARGUMENTS, text, span, "Both must be on the same board.")
    type = state.site_set(pool.place.core)
    cells = cx.local("cells", type)
    links = _links(cx, pool, cells, arguments[2] if len(arguments) > 2 else None, False, span)
    if links is None:
        return coerce.poison()
    spread = prim("spread", begin.cells, cells, links[0], const(links[1]), type=type)
    return Value(t.SetOf(cell_type(pool.place)), ir.Fold("sets", (ir.Be(cells, pool.cells),), spread, None, type))


@function(
    "areas",
    "areas(cells [, open])",
    "All the parts into which the cells fall: each is a set of cells that hang together across edges. With a definition of an edge, or of "
    "a cell and a direction, two cells are joined if it allows the step both ways.",
    1,
    2,
    group=GEOMETRY,
)
def _areas(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    pool = _pool(cx, arguments[0])
    if pool is None:
        return coerce.poison()
    type = state.site_set(pool.place.core)
    cells, cell, part = cx.local("cells", type), cx.local("cell"), cx.local("part", type)
    links = _links(cx, pool, cells, arguments[1] if len(arguments) > 1 else None, True, span)
    if links is None:
        return coerce.poison()
    known = cx.local("links", links[0].type)
    spread = prim("spread", prim("one", cell, type=type), cells, known, const(links[1]), type=type)
    clauses = (
        ir.Be(cells, pool.cells),
        ir.Be(known, links[0]),
        ir.In(cell, cells),
        ir.Be(part, spread),
        ir.Test(equals(prim("first", part), cell)),
    )
    return Value(t.GroupsOf(cell_type(pool.place), pool.most), ir.Fold("groups", clauses, part, None, Seq(type, pool.most)))


def _on_a_large_board(cx: Context) -> bool:
    return any(large(place) for place in cx.world.boards())


def _links(cx: Context, pool: Pool, cells: ir.Local, condition: e.Expr | None, mutual: bool, span: Span) -> tuple[ir.Expr, int] | None:
    """For each of the cells, upwards, the cells that a step leads to (-1: none), and how many steps there are from each."""
    place = pool.place
    board = place.board
    assert board is not None
    allowed: DefineSym | None = None
    if condition is not None:
        allowed = _condition(cx, place, condition)
        if allowed is None:
            return None
    if board.shape in {"graph", "edges"}:
        return _neighbours(cx, pool, cells, allowed, span)
    ways = STRAIGHT if board.square else tuple(range(len(board.ways)))
    site, way, other = cx.local("cell"), cx.local("way"), cx.local("other")
    index = prim("add", prim("mul", way, const(place.core.sites)), local_index(place, site))
    there: ir.Expr = other
    if allowed is not None:
        test = _allows(cx, allowed, place, site, way, span)
        if mutual and len(allowed.params) == 2:
            back = prim("mod", prim("add", way, const(len(board.ways) // 2)), const(len(board.ways)))
            test = both(test, _allows(cx, allowed, place, other, back, span))
        there = ir.Cond(prim("lt", other, ZERO), NONE, ir.Cond(prim("has", cells, other), ir.Cond(test, other, NONE), NONE))
    clauses = (
        ir.In(site, cells),
        ir.In(way, ir.SetConst(sum(1 << w for w in ways), Set(0, len(board.ways)))),
        ir.Be(other, ir.Look(step_table(cx, place), index)),
    )
    return ir.Fold("list", clauses, there, None, Seq(INT, len(ways) * pool.most)), len(ways)


def _neighbours(cx: Context, pool: Pool, cells: ir.Local, allowed: DefineSym | None, span: Span) -> tuple[ir.Expr, int]:
    """The same on a graph: the neighbours of a cell are numbered, and whoever has fewer leads nowhere with the others."""
    place = pool.place
    board = place.board
    assert board is not None
    beside = [board.beside(cell) for cell in range(board.cells)]
    most = max(1, *map(len, beside))
    firsts = range(place.core.base, place.core.base + place.core.sites, place.core.cells)
    values = tuple(first + others[k] if k < len(others) else -1 for k in range(most) for first in firsts for others in beside)
    table = state.constant_table(cx.world, f"{place.name}.neighbour", values)
    site, number = cx.local("cell"), cx.local("number")
    index = prim("add", prim("mul", number, const(place.core.sites)), local_index(place, site))
    other = cx.local("other")
    clauses = (ir.In(site, cells), ir.In(number, ir.SetConst((1 << most) - 1, Set(0, most))), ir.Be(other, ir.Look(table, index)))
    there: ir.Expr = other
    if allowed is not None and place.edges is not None:
        edge = ir.Look(between_table(cx, place, place.edges), pair_index(place, site, other))
        test = _open(cx, allowed, place.edges, edge, span)
        there = ir.Cond(prim("lt", other, ZERO), NONE, ir.Cond(prim("has", cells, other), ir.Cond(test, other, NONE), NONE))
    return ir.Fold("list", clauses, there, None, Seq(INT, most * pool.most)), most


def _allows(cx: Context, sym: DefineSym, place: PlaceSym, site: ir.Expr, way: ir.Expr, span: Span) -> ir.Expr:
    from rulewright.dsl.check.calls import call_define
    from rulewright.dsl.check.words import ways_of

    if len(sym.params) == 1 and place.edges is not None:
        index = prim("add", prim("mul", way, const(place.core.cells)), local_index(place, site))
        return _open(cx, sym, place.edges, ir.Look(way_table(cx, place, place.edges), index), span)
    found = call_define(cx, sym, [(Value(cell_type(place), site), span), (Value(t.Way(ways_of(cx)), way), span)], span)
    return found.expr if found.expr is not None and isinstance(found.type, t.Flag) else ZERO


def _open(cx: Context, sym: DefineSym, edges: PlaceSym, edge: ir.Expr, span: Span) -> ir.Expr:
    """Whether an edge can be crossed."""
    from rulewright.dsl.check.calls import call_define

    found = call_define(cx, sym, [(Value(cell_type(edges), edge), span)], span)
    return found.expr if found.expr is not None and isinstance(found.type, t.Flag) else ZERO


def _condition(cx: Context, place: PlaceSym, node: e.Expr) -> DefineSym | None:
    """The definition that says whether an edge can be crossed, or whether one may leave a cell in a direction."""
    from rulewright.dsl.check.calls import check_define

    board = place.board
    assert board is not None
    small = snake(place.edges.core.cell_kind) if place.edges is not None else ""
    if not board.ways and not small:
        help = f"Make its edges a place: `place roads: edges of {place.name}`. Then a definition of an edge allows a step."
        cx.error(codes.WRONG_ARGUMENTS, f"`{place.name}` has no directions, so no definition can allow a step.", node.span, help)
        return None
    form = f"`define open({small or 'cell, way'}) = …`"
    if not isinstance(node, e.Word):
        text = "What allows a step is a definition, by its name alone."
        cx.error(codes.WRONG_ARGUMENTS, text, node.span, f"Declare {form}, and write `open`.")
        return None
    sym = cx.world.defines.get(node.name)
    if sym is None:
        help = f"Declare {form.replace('open', node.name)}: whether one may leave the cell in that direction."
        cx.world.unknown(codes.UNKNOWN_NAME, f"No definition is called `{node.name}`.", node.name, node.span, cx.world.defines, help=help)
        return None
    kinds = [t.bare(p.type) for p in sym.params]
    by_edge = len(kinds) == 1 and isinstance(kinds[0], t.Cell) and place.edges is not None and place.edges.name in kinds[0].places
    by_way = len(kinds) == 2 and isinstance(kinds[0], t.Cell) and isinstance(kinds[1], t.Way) and bool(board.ways)
    if not by_edge and not by_way:
        about = f"an edge of `{place.name}`" if small else "a cell and a direction"
        text = f"`{node.name}` has to say for {about} whether a step is allowed."
        cx.error(codes.WRONG_ARGUMENTS, text, node.span, f"Declare it as {form.replace('open', node.name)}.")
        return None
    check_define(cx, sym, node.span)
    if sym.type is not None and not isinstance(sym.type, t.Flag | t.Poison):
        text = f"`{node.name}` gives {sym.type}, but whether a step is allowed is yes or no."
        cx.error(codes.TYPE_MISMATCH, text, node.span)
        return None
    return sym
