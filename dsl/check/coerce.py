"""From one type to another where the rules allow it.

There are few such steps, and no others: a piece stands for its place where a place is wanted; a place that holds one piece
stands for that piece; a printed name stands for the card that bears it; one thing stands for the set of it.
"""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.types import INT, Bag, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.teams import as_players, is_team
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import NONE, ZERO, Clauses, Many, Routine, Value, const, equals, gather, has, minus, prim, recast, union
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.world import PlaceSym


def poison() -> Value:
    return Value(t.POISON, ZERO)


def is_poison(*values: Value) -> bool:
    return any(isinstance(v.type, t.Poison) for v in values)


def mismatch(cx: Context, value: Value, wanted: str, span: Span, help: str = "") -> Value:
    return cx.error(codes.TYPE_MISMATCH, f"This is {value.type}, but {wanted} is needed here.", span, help)


# ---------------------------------------------------------------- scalars


def scalar(cx: Context, value: Value, span: Span) -> ir.Expr:
    """The expression of something single."""
    if isinstance(value.type, t.Scalar | t.Maybe) and value.expr is not None:
        return value.expr
    if not is_poison(value):
        mismatch(cx, value, "one single thing", span, "Say which: `the …`, `first …`.")
    return ZERO


def number(cx: Context, value: Value, span: Span) -> ir.Expr:
    if isinstance(value.type, t.Number | t.Flag | t.Poison) and value.expr is not None:
        return value.expr
    mismatch(cx, value, "a number", span)
    return ZERO


def measure(cx: Context, value: Value, span: Span) -> ir.Expr:
    """Something that can be more or less: a number, or a value of a type by its order."""
    if isinstance(t.bare(value.type), t.Enum) and value.expr is not None:
        return value.expr
    return number(cx, value, span)


def flag(cx: Context, value: Value, span: Span) -> ir.Expr:
    if isinstance(value.type, t.Flag | t.Poison) and value.expr is not None:
        return value.expr
    mismatch(cx, value, "something that holds or does not hold", span, "Compare it with something: `… is …`.")
    return ZERO


def player(cx: Context, value: Value, span: Span) -> ir.Expr:
    if isinstance(t.bare(value.type), t.Player | t.Poison) and value.expr is not None:
        return value.expr
    mismatch(cx, value, "a player", span)
    return ZERO


# ---------------------------------------------------------------- places and pieces


def place_of_type(cx: Context, type: t.Type) -> PlaceSym | None:
    """The one place whose sites a type speaks of."""
    inner = t.bare(type)
    if isinstance(inner, t.Cell) and len(inner.places) == 1:
        return cx.world.places.get(next(iter(inner.places)))
    return None


def converted(value: Value, how: m.Conversion, of: Value) -> Value:
    """What came of a conversion, with what it means."""
    if of.meaning is not None and value.meaning is None:
        value.meaning = m.Convert(of.meaning.span, value.type, how, of.meaning)
    return value


def site(cx: Context, value: Value, span: Span, shapes: frozenset[str] | None = None) -> Value:
    """A place for something: itself, or where the piece is (on a board of these shapes, if it can be on several)."""
    inner = t.bare(value.type)
    match inner:
        case t.Cell() | t.Poison():
            return value
        case t.Piece() if value.expr is not None:
            where = state.location(cx.world, value.expr, inner.kinds)
            if isinstance(value.type, t.Maybe):
                where = ir.Cond(prim("lt", value.expr, ZERO), NONE, where)
            type = state.location_type(cx.world, inner, shapes)
            assert isinstance(type, t.Cell)
            return converted(Value(t.Maybe(type) if isinstance(value.type, t.Maybe) else type, where), "place", value)
    if isinstance(value.type, t.SetOf) and value.whole is not None and value.whole.core.sites == 1:
        return converted(Value(t.Cell(frozenset({value.whole.name})), const(value.whole.core.base)), "site", value)
    return mismatch(cx, value, "a place or a cell", span)


def cell(cx: Context, value: Value, span: Span, shapes: frozenset[str] = state.SURFACES) -> tuple[ir.Expr, PlaceSym] | None:
    """A cell of a known board; if several are possible, of the one whose shape is wanted."""
    found = site(cx, value, span, shapes)
    if is_poison(found):
        return None
    place = place_of_type(cx, found.type)
    boards = cx.world.boards()
    if place is None and len(boards) > 1:
        boards = [b for b in boards if b.board is not None and b.board.shape in shapes]
    if place is None and len(boards) == 1:
        place = boards[0]
    if place is None or place.board is None or found.expr is None:
        cx.error(codes.AMBIGUOUS, "It is not clear which board this cell belongs to.", span, "Write the type of the cell.")
        return None
    return found.expr, place


def target(cx: Context, value: Value, span: Span) -> Value:
    """A place to put something: a cell, a pile; for a piece that holds others its own surface, else where it is."""
    inner = t.bare(value.type)
    if isinstance(inner, t.Piece) and len(inner.kinds) == 1 and value.expr is not None:
        sym = cx.world.kinds[next(iter(inner.kinds))]
        if sym.core.site_base >= 0:
            place = f"on {sym.name}"
            base = sym.core.site_base - sym.core.base
            at = prim("add", value.expr, const(base)) if base else value.expr
            return converted(Value(t.Cell(frozenset({place}), "Place"), at), "surface", value)
    return site(cx, value, span)


def piece(cx: Context, value: Value, span: Span) -> Value:
    """A piece for something: itself, the one in a place that holds one, or the card of a name."""
    inner = t.bare(value.type)
    match inner:
        case t.Piece() | t.Poison():
            return value
        case t.Name(kind) if isinstance(value.expr, ir.Const):
            return named_piece(cx, kind, value.expr.value, span)
        case t.Cell():
            place = place_of_type(cx, value.type)
            if place is None:
                boards = cx.world.boards()
                place = boards[0] if len(boards) == 1 and not inner.places else None
            if place is not None and value.expr is not None:
                return converted(piece_on(cx, place, value.expr, span), "occupant", value)
    return mismatch(cx, value, "a piece", span)


def piece_on(cx: Context, place: PlaceSym, at: ir.Expr, span: Span) -> Value:
    """The piece on a site that can hold only one (of one kind)."""
    syms = [cx.world.kinds[cx.world.program.kinds[n].name] for n in place.core.limits]
    syms = [s for s in syms if s.core.counted or s.core.count]
    if len(syms) == 1:
        sym = syms[0]
        kinds = frozenset({sym.name})
        if sym.core.counted and not sym.core.heaped:
            return Value(t.Maybe(t.Piece(kinds)), at)
        if not sym.core.counted and state.single(place.core, sym.core) and place.board is not None:
            return Value(t.Maybe(t.Piece(kinds)), state.piece_at(cx.world, sym, place, at))
        if not sym.core.counted:
            return Value(t.Maybe(t.Piece(kinds)), prim("first", state.members(cx.world, sym, place, at)))
    return cx.error(
        codes.AMBIGUOUS,
        "Different pieces can be here, so it is not clear which one is meant.",
        span,
        "Name the kind: `the Tile in cell`.",
    )


def named_piece(cx: Context, kind: str, name: int, span: Span) -> Value:
    sym = cx.world.kinds.get(kind)
    names = cx.world.piece_names.get(kind, {})
    text = next((n for n, i in names.items() if i == name), "")
    found = [i for i, n in enumerate(sym.core.names) if n == text] if sym is not None else []
    if sym is None or len(found) != 1:
        return cx.error(codes.AMBIGUOUS, f"{len(found)} pieces are called “{text}”, so it is not clear which one is meant.", span)
    type, number = t.Piece(frozenset({kind})), sym.core.base + found[0]
    return Value(type, const(number), constant=True, meaning=m.Const(span, type, number))


# ---------------------------------------------------------------- many


def many(cx: Context, value: Value, span: Span) -> Many | None:
    """How to run through the elements of something."""
    if value.many is not None:
        return value.many
    if is_team(cx.world, value.type):
        value = as_players(cx.world, value)
    if value.parts:
        return _one_after_the_other(value)
    expr = value.expr
    match value.type:
        case t.SetOf(elem) if expr is not None:

            def from_set(routine: Routine) -> tuple[Clauses, ir.Expr]:
                local = routine.new("x")
                return [ir.In(local, expr)], local

            return Many(elem, from_set, state.set_type(cx.world, elem).size, canonical=True)
        case t.ListOf(elem, cap) if expr is not None:

            def from_list(routine: Routine) -> tuple[Clauses, ir.Expr]:
                local = routine.new("x")
                return [ir.In(local, expr)], local

            return Many(elem, from_list, cap, ordered=True)
        case t.Line():
            return many(cx, line_cells(cx, value), span)
        case t.Poison():
            return None
        case t.Maybe(elem) | (t.Piece() | t.Cell() | t.Player() | t.Enum() | t.Name() | t.Way() | t.Number() as elem) if expr is not None:

            def from_one(routine: Routine) -> tuple[Clauses, ir.Expr]:
                local = routine.new("x")
                clauses: Clauses = [ir.Be(local, expr)]
                if isinstance(value.type, t.Maybe):
                    clauses.append(ir.Test(prim("ge", local, ZERO)))
                return clauses, local

            return Many(elem, from_one, 1, canonical=True)
    mismatch(cx, value, "a set or a list", span)
    return None


def _one_after_the_other(value: Value) -> Many:
    """`a + b + c`: those of a, then the others of b, then the others of c."""
    whole, elem = value.expr, t.element(value.type)
    assert whole is not None and isinstance(whole.type, Set) and elem is not None
    parts = value.parts

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        number, local = routine.new("part"), routine.new("x")
        which = Set(0, len(parts))
        members, before = parts[-1], _joined(parts[:-1])
        members = minus(members, before)
        for i in range(len(parts) - 2, -1, -1):
            one = minus(parts[i], _joined(parts[:i])) if i else parts[i]
            members = ir.Cond(equals(number, ir.Const(i)), one, members)
        return [ir.In(number, ir.SetConst(which.full, which)), ir.In(local, members)], local

    return Many(elem, build, whole.type.size, ordered=True, contains=lambda x: has(whole, x))


def _joined(parts: tuple[ir.Expr, ...]) -> ir.Expr:
    result = parts[0]
    for part in parts[1:]:
        result = union(result, part)
    return result


def line_cells(cx: Context, value: Value) -> Value:
    """The cells of a row or column."""
    line = value.type
    assert isinstance(line, t.Line) and value.expr is not None
    place = cx.world.places[line.place]
    board = place.board
    assert board is not None
    type = state.site_set(place.core)
    rows = [board.row(i) for i in range(board.height)] if line.word == "Row" else [board.column(i) for i in range(board.width)]
    table = state.set_table(cx.world, f"{place.name}.{line.word}", type, tuple(sum(1 << c for c in row) for row in rows))
    cells = Value(t.SetOf(t.Cell(frozenset({place.name}), place.core.cell_kind)), ir.Look(table, value.expr))
    return converted(cells, "cells", value)


def as_set(cx: Context, value: Value, span: Span) -> Value:
    """The elements of something as a set."""
    if isinstance(value.type, t.SetOf) and value.expr is not None:
        return value
    if is_team(cx.world, value.type):
        return as_players(cx.world, value)
    found = many(cx, value, span)
    if found is None:
        return poison()
    type = state.set_type(cx.world, found.elem)
    if value.many is None and isinstance(value.type, t.Scalar | t.Maybe) and value.expr is not None:
        return Value(t.SetOf(found.elem), prim("one", value.expr, type=type))
    if value.many is None and isinstance(value.type, t.ListOf) and value.expr is not None:
        return Value(t.SetOf(found.elem), prim("to_set", value.expr, type=type))
    return Value(t.SetOf(found.elem), gather(found, cx.routine, type))


def as_list(cx: Context, value: Value, span: Span) -> Value:
    """The elements of something in their order."""
    if isinstance(value.type, t.ListOf) and value.expr is not None:
        return value
    found = many(cx, value, span)
    if found is None:
        return poison()
    cap = max(1, min(found.bound, 4096))
    if not found.ordered and not found.canonical:
        value = as_set(cx, value, span)
        found = many(cx, value, span)
        assert found is not None
    clauses, element = found.build(cx.routine)
    expr = ir.Fold("seq", tuple(clauses), element, None, Seq(INT, cap))
    return Value(t.ListOf(found.elem, cap), expr)


def refuse_heap(cx: Context, value: Value, span: Span) -> bool:
    """Refuse some of a supply of equal pieces as a value: they have no names, so a set of them is only the sites they lie on."""
    elem = t.element(value.type)
    if not isinstance(elem, t.Piece) or not any(cx.world.kinds[k].core.heaped for k in elem.kinds if k in cx.world.kinds):
        return False
    kind = next(k for k in sorted(elem.kinds) if cx.world.kinds[k].core.heaped)
    text = cx.world.sources.text(span).removeprefix("all ")
    selected = text if text.startswith(kind) else f"{kind} in a"
    cx.error(
        codes.WRONG_ARGUMENTS,
        f"{kind} pieces are all alike, so there is no telling which.",
        span,
        f"Keep how many there are: `let n = count {selected}`, and then `move n {selected} to …`.",
    )
    return True


def as_elements(cx: Context, value: Value, span: Span) -> Value:
    """Gathered: as a list if the order is meant, else as a set."""
    if value.expr is not None:
        return value
    return as_list(cx, value, span) if value.many is not None and value.many.ordered else as_set(cx, value, span)


def convert(cx: Context, value: Value, type: t.Type, span: Span) -> Value:
    """The value as one of the wanted type, or a finding."""
    if is_poison(value) or isinstance(type, t.Poison) or (value.type == type and value.expr is not None):
        return value
    inner, wanted = t.bare(value.type), t.bare(type)
    match wanted:
        case t.Number():
            if isinstance(inner, t.Number | t.Flag):
                return value
        case t.Flag():
            if isinstance(inner, t.Flag):
                return value
        case t.Player() | t.Way() | t.Section():
            if isinstance(inner, type_of(wanted)):
                return value
            if isinstance(value.type, t.Nothing) and isinstance(type, t.Maybe):
                return Value(type, NONE)
        case t.Enum():
            if isinstance(inner, t.Enum) and inner.members == wanted.members:
                return value
            if isinstance(inner, t.Enum) and set(inner.members) <= set(wanted.members) and isinstance(value.expr, ir.Const):
                return Value(wanted, const(wanted.members.index(inner.members[value.expr.value])))
        case t.Name():
            if isinstance(inner, t.Name):
                return value
            if isinstance(inner, t.Piece):
                from rulewright.dsl.check.attributes import attribute

                return attribute(cx, value, "name", span)
        case t.Cell():
            if isinstance(inner, t.Cell):
                if wanted.places and inner.places and not (wanted.places & inner.places):
                    return mismatch(cx, value, str(wanted), span)
                return value
            if isinstance(inner, t.Piece) or value.whole is not None:
                return site(cx, value, span)
        case t.Piece():
            found = piece(cx, value, span) if not isinstance(inner, t.Nothing) else value
            got = t.bare(found.type)
            if isinstance(got, t.Piece):
                if wanted.kinds and got.kinds and not (wanted.kinds & got.kinds):
                    return mismatch(cx, value, str(wanted), span)
                return found
        case t.SetOf(elem):
            if isinstance(inner, t.BagOf | t.GroupsOf | t.PerPlayer | t.Nothing):
                return mismatch(cx, value, str(type), span)
            gathered = as_set(cx, value, span)
            if is_poison(gathered):
                return gathered
            assert isinstance(gathered.type, t.SetOf) and gathered.expr is not None
            joined = t.join(gathered.type.elem, elem)
            if joined is None:
                return mismatch(cx, value, str(type), span)
            return Value(type, recast(gathered.expr, state.set_type(cx.world, elem)))
        case t.ListOf(elem, _):
            listed = as_list(cx, value, span)
            if is_poison(listed) or (isinstance(listed.type, t.ListOf) and t.join(listed.type.elem, elem) is not None):
                return listed
        case t.BagOf(elem):
            if isinstance(inner, t.BagOf) and t.join(inner.elem, elem) is not None:
                return value
            if isinstance(inner, (t.SetOf | t.ListOf, t.Enum)):
                gathered = as_set(cx, value, span)
                low_size = state.set_type(cx.world, elem)
                assert gathered.expr is not None
                bag = Bag(low_size.base, low_size.size)
                return Value(type, prim("bag_of_set", recast(gathered.expr, low_size), type=bag))
        case t.GroupsOf() | t.PerPlayer():
            if isinstance(inner, type_of(wanted)):
                return value
    if isinstance(value.type, t.Nothing) and isinstance(type, t.Maybe):
        return Value(type, NONE)
    return mismatch(cx, value, str(type), span)


def type_of(type: t.Type) -> type:
    return type.__class__


__all__ = [
    "Set",
    "as_elements",
    "as_list",
    "as_set",
    "cell",
    "convert",
    "flag",
    "is_poison",
    "line_cells",
    "many",
    "measure",
    "minus",
    "mismatch",
    "named_piece",
    "number",
    "piece",
    "piece_on",
    "place_of_type",
    "player",
    "poison",
    "scalar",
    "site",
    "target",
]
