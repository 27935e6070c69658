"""Words: constants, options, places, the words of the library, a player's own piece, a cell by its numbers."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.types import Set
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import ZERO, Frame, Value, const, prim
from rulewright.dsl.meaning import expressions as m

WAY_SETS = {"straight": (0, 2, 4, 6), "diagonal": (1, 3, 5, 7), "row": (2, 6), "column": (0, 4)}


def constant(node: m.Const) -> Value:
    return Value(node.type, const(node.value), constant=True, meaning=node)


def option(frame: Frame, node: m.OptionValue) -> Value:
    """What was chosen before the match is a constant of this load."""
    sym = node.option
    if isinstance(sym.type, t.SetOf):
        return Value(node.type, ir.SetConst(sym.value, state.set_type(frame.world, sym.type.elem)), constant=True, meaning=node)
    return Value(node.type, const(sym.value), constant=True, meaning=node)


def place(node: m.PlaceValue) -> Value:
    """A place by its name: its only site, or all its cells (of the whole family). No place: the box."""
    sym = node.place
    if sym is None:
        return Value(node.type, ZERO, constant=True, meaning=node)
    at = const(sym.core.base) if isinstance(node.type, t.Cell) else state.all_sites(sym.core)
    return Value(node.type, at, whole=sym, constant=True, meaning=node)


def member_of_family(frame: Frame, node: m.PlaceValue, of: Value) -> Value:
    """`hand of player`: one place of a family."""
    place = node.place
    assert place is not None and place.family is not None and of.expr is not None
    base, _ = state.span_of(frame.world, place.family)
    offset = state.minus_base(of.expr, base)
    if place.board is not None:
        cells, type = place.core.cells, state.site_set(place.core)
        values = tuple(((1 << cells) - 1) << (i * cells) for i in range(place.core.copies))
        table = state.set_table(frame.world, f"{place.name}.copies", type, values)
        return Value(node.type, ir.Look(table, offset), meaning=node)
    at = const(place.core.base + offset.value) if isinstance(offset, ir.Const) else prim("add", offset, const(place.core.base))
    return Value(node.type, at, meaning=node)


def library_word(frame: Frame, node: m.Apply) -> Value:
    """A word of the library that nothing is added to: `everyone`, `die`, `compass`, `turn_number`."""
    world = frame.world
    match node.function:
        case "turn_number":
            assert world.program.turns is not None
            return Value(node.type, ir.Load(world.program.turns, ZERO), meaning=node)
        case "player_count":
            return Value(node.type, const(world.seats), constant=True, meaning=node)
        case "everyone":
            type = Set(0, world.seats)
        case "die":
            type = Set(1, 6)
        case _:
            elem = t.element(node.type)
            assert isinstance(elem, t.Way)
            type = Set(0, len(elem.names))
    ways = WAY_SETS.get(node.function)
    bits = sum(1 << w for w in ways) if ways is not None else type.full
    return Value(node.type, ir.SetConst(bits, type), constant=True, meaning=node)


def own_piece(node: m.OwnPiece, who: Value) -> Value:
    """The one piece of a kind that belongs to a player."""
    assert who.expr is not None
    base = node.kind.core.base
    return Value(node.type, who.expr if base == 0 else prim("add", who.expr, const(base)), meaning=node)


def cell_at(node: m.CellAt, x: ir.Expr, y: ir.Expr) -> Value:
    """The cell with these numbers, or none."""
    across, up = state.shifts(node.place)
    at = prim("cell_at", prim("add", x, const(across)), prim("add", y, const(up)), const(node.place.core.number))
    return Value(node.type, at, meaning=node)
