"""What hangs together: `connected` from a start, and all the `areas`; over every edge, or only where a definition allows the step."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.library.geometry.patterns import cells_of
from rulewright.dsl.check.library.registry import function
from rulewright.dsl.check.passes import call_define, check_define, expr
from rulewright.dsl.check.selections import places_of
from rulewright.dsl.declare.sides import ways
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower.geometry import patterns as lower
from rulewright.dsl.lower.geometry.edges import edge_between, edge_to
from rulewright.dsl.lower.geometry.patterns import Pool
from rulewright.dsl.lower.geometry.tables import cell_type, large
from rulewright.dsl.lower.values import ZERO, Code, Slot, Value
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import DefineSym, PlaceSym, snake


def _pool(cx: Context, node: e.Expr) -> Pool | None:
    """Cells, or the cells on which pieces stand, of a board of any size."""

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
    return Pool(place, lower.on_board(gathered, place), max(1, min(inner.bound, place.core.sites)))


@function("connected")
def _connected(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    if len(arguments) == 2 and not _on_a_large_board(cx):
        start, within = cells_of(cx, arguments[0]), cells_of(cx, arguments[1])
        if start is None or within is None:
            return coerce.poison()
        return lower.fill(within[1], start[0], within[0])
    begin, pool = _pool(cx, arguments[0]), _pool(cx, arguments[1])
    if begin is None or pool is None:
        return coerce.poison()
    if begin.place is not pool.place:
        text = f"The start lies on `{begin.place.name}`, the cells on `{pool.place.name}`."
        return cx.error(codes.WRONG_ARGUMENTS, text, span, "Both must be on the same board.")
    cells = lower.cells_slot(cx, pool)
    links = _links(cx, pool, cells, arguments[2] if len(arguments) > 2 else None, False, span)
    if links is None:
        return coerce.poison()
    return lower.connected(pool, begin, cells, links)


@function("areas")
def _areas(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
    pool = _pool(cx, arguments[0])
    if pool is None:
        return coerce.poison()
    slots = lower.area_slots(cx, pool)
    links = _links(cx, pool, slots[0], arguments[1] if len(arguments) > 1 else None, True, span)
    if links is None:
        return coerce.poison()
    return lower.areas(cx, pool, slots, links)


def _on_a_large_board(cx: Context) -> bool:
    return any(large(place) for place in cx.world.boards())


def _links(cx: Context, pool: Pool, cells: Slot, condition: e.Expr | None, mutual: bool, span: Span) -> tuple[Code, int] | None:
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
        return lower.links_of_graph(cx, pool, cells, _crossing(cx, allowed, place, span) if allowed is not None else None)
    mutual = mutual and allowed is not None and len(allowed.params) == 2
    return lower.links(cx, pool, cells, _leaving(cx, allowed, place, span) if allowed is not None else None, mutual)


def _crossing(cx: Context, sym: DefineSym, place: PlaceSym, span: Span) -> Callable[[Code, Code], Code] | None:
    """Whether the edge between two cells of a graph can be crossed."""
    edges = place.edges
    if edges is None:
        return None
    return lambda one, other: _open(cx, sym, edges, edge_between(cx.world, place, edges, one, other), span)


def _leaving(cx: Context, sym: DefineSym, place: PlaceSym, span: Span) -> Callable[[Code, Code], Code]:
    """Whether one may leave a cell in a direction."""
    return lambda site, way: _allows(cx, sym, place, site, way, span)


def _allows(cx: Context, sym: DefineSym, place: PlaceSym, site: Code, way: Code, span: Span) -> Code:

    if len(sym.params) == 1 and place.edges is not None:
        return _open(cx, sym, place.edges, edge_to(cx.world, place, place.edges, site, way), span)
    found = call_define(cx, sym, [(Value(cell_type(place), site), span), (Value(t.Way(ways(cx.world)), way), span)], span)
    return found.expr if found.expr is not None and isinstance(found.type, t.Flag) else ZERO


def _open(cx: Context, sym: DefineSym, edges: PlaceSym, edge: Code, span: Span) -> Code:
    """Whether an edge can be crossed."""

    found = call_define(cx, sym, [(Value(cell_type(edges), edge), span)], span)
    return found.expr if found.expr is not None and isinstance(found.type, t.Flag) else ZERO


def _condition(cx: Context, place: PlaceSym, node: e.Expr) -> DefineSym | None:
    """The definition that says whether an edge can be crossed, or whether one may leave a cell in a direction."""

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
