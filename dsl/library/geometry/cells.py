"""What the functions of geometry have in common: tables of a board, cells and directions as arguments.

On boards of moderate size what a function gives is a constant table of sets; on an open grid, whose cells are thousands of
which few are used, it is computed cell by cell.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from rulewright.core import ir
from rulewright.core.boards import DIAGONAL, STRAIGHT
from rulewright.core.program import Table
from rulewright.core.types import INT, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import NONE, ONE, ZERO, Value, const, prim
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import PlaceSym

GEOMETRY = "geometry"
OPPOSITE = (4, 5, 6, 7, 0, 1, 2, 3)


def cell_type(place: PlaceSym) -> t.Cell:
    return t.Cell(frozenset({place.name}), place.core.cell_kind)


def large(place: PlaceSym) -> bool:
    return place.core.sites > state.SMALL_BOARD and not place.core.spots


def local_index(place: PlaceSym, site: ir.Expr) -> ir.Expr:
    return state.minus_base(site, place.core.base)


# ---------------------------------------------------------------- tables


def known_table(cx: Context, name: str) -> Table | None:
    """A table that was made before."""
    return next((table for table in cx.world.program.tables if table.name == name), None)


def cells_table(cx: Context, place: PlaceSym, name: str, of: Callable[[int], list[int]]) -> Table:
    """For each site the set of sites that `of` gives for its cell, within its own copy of the board."""
    key = f"{place.name}.{name}"
    known = known_table(cx, key)
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
    known = known_table(cx, f"{place.name}.step")
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
    known = known_table(cx, f"{place.name}.{name}")
    if known is not None:
        return known
    values = tuple(of(site % place.core.cells) for site in range(place.core.sites))
    return state.constant_table(cx.world, f"{place.name}.{name}", values)


def pair_table(cx: Context, place: PlaceSym, name: str, rows: tuple[tuple[int, ...], ...]) -> Table:
    """A number for each pair of cells of a board."""
    key = f"{place.name}.{name}"
    return known_table(cx, key) or cx.world.program.add_table(Table(key, INT, tuple(chain.from_iterable(rows))))


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


def two_cells(cx: Context, arguments: list[e.Expr]) -> tuple[ir.Expr, ir.Expr, PlaceSym, tuple[Value, Value]] | None:
    """Two cells of one board, the board, and the cells as they were given."""
    first, second = at(cx, arguments[0]), at(cx, arguments[1])
    if first is None or second is None:
        return None
    return first[0], second[0], first[1], (first[2], second[2])


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
