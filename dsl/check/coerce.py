"""From one type to another where the rules allow it.

There are few such steps, and no others: a piece stands for its place where a place is wanted; a place that holds one piece
stands for that piece; a printed name stands for the card that bears it; one thing stands for the set of it.
"""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import attribute
from rulewright.dsl.check.understood import converted, made
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import conversions, state
from rulewright.dsl.lower.teams import is_team
from rulewright.dsl.lower.values import ZERO, Code, Many, Value, known, wrong
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.world import PlaceSym


def poison() -> Value:
    return wrong()


def is_poison(*values: Value) -> bool:
    return any(isinstance(v.type, t.Poison) for v in values)


def mismatch(cx: Context, value: Value, wanted: str, span: Span, help: str = "") -> Value:
    return cx.error(codes.TYPE_MISMATCH, f"This is {value.type}, not {wanted}.", span, help)


# ---------------------------------------------------------------- scalars


def scalar(cx: Context, value: Value, span: Span) -> Code:
    """The expression of something single."""
    if isinstance(value.type, t.Scalar | t.Maybe) and value.expr is not None:
        return value.expr
    if not is_poison(value):
        mismatch(cx, value, "one single thing", span, "Say which: `the …`, `first …`.")
    return ZERO


def number(cx: Context, value: Value, span: Span) -> Code:
    if isinstance(value.type, t.Number | t.Flag | t.Poison) and value.expr is not None:
        return value.expr
    mismatch(cx, value, "a number", span)
    return ZERO


def measure(cx: Context, value: Value, span: Span) -> Code:
    """Something that can be more or less: a number, or a value of a type by its order."""
    if isinstance(t.bare(value.type), t.Enum) and value.expr is not None:
        return value.expr
    return number(cx, value, span)


def flag(cx: Context, value: Value, span: Span) -> Code:
    if isinstance(value.type, t.Flag | t.Poison) and value.expr is not None:
        return value.expr
    if not cx.newcomer(codes.TYPE_MISMATCH, span):
        mismatch(cx, value, "a condition", span, "Compare it with something: `… is …`.")
    return ZERO


def player(cx: Context, value: Value, span: Span) -> Code:
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


def site(cx: Context, value: Value, span: Span, shapes: frozenset[str] | None = None) -> Value:
    """A place for something: itself, or where the piece is (on a board of these shapes, if it can be on several)."""
    inner = t.bare(value.type)
    match inner:
        case t.Cell() | t.Poison():
            return value
        case t.Piece() if value.expr is not None:
            type = state.location_type(cx.world, inner, shapes)
            assert isinstance(type, t.Cell)
            return converted(cx, value, "place", t.Maybe(type) if isinstance(value.type, t.Maybe) else type)
    if isinstance(value.type, t.SetOf) and value.whole is not None and value.whole.core.sites == 1:
        return converted(cx, value, "site", t.Cell(frozenset({value.whole.name})))
    return mismatch(cx, value, "a place or a cell", span)


def cell(cx: Context, value: Value, span: Span, shapes: frozenset[str] = state.SURFACES) -> tuple[Code, PlaceSym] | None:
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
        cx.error(codes.AMBIGUOUS, "A cell of which board?", span, "Write the type of the cell.")
        return None
    return found.expr, place


def target(cx: Context, value: Value, span: Span) -> Value:
    """A place to put something: a cell, a pile; for a piece that holds others its own surface, else where it is."""
    inner = t.bare(value.type)
    if isinstance(inner, t.Piece) and len(inner.kinds) == 1 and value.expr is not None:
        sym = cx.world.kinds[next(iter(inner.kinds))]
        if sym.core.site_base >= 0:
            return converted(cx, value, "surface", t.Cell(frozenset({f"on {sym.name}"}), "Place"))
    return site(cx, value, span)


def piece(cx: Context, value: Value, span: Span) -> Value:
    """A piece for something: itself, the one in a place that holds one, or the card of a name."""
    inner = t.bare(value.type)
    match inner:
        case t.Piece() | t.Poison():
            return value
        case t.Name(kind) if (number := known(value)) is not None:
            return named_piece(cx, kind, number, span)
        case t.Cell():
            place = place_of_type(cx, value.type)
            if place is None:
                boards = cx.world.boards()
                place = boards[0] if len(boards) == 1 and not inner.places else None
            if place is not None:
                return occupant(cx, value, place, span)
    return mismatch(cx, value, "a piece", span)


def occupant(cx: Context, at: Value, place: PlaceSym, span: Span) -> Value:
    """The piece on a site that can hold only one (of one kind)."""
    sym = conversions.only_kind(cx.world, place)
    if sym is not None and conversions.has_room(cx.world, place):
        return _which_of_several(cx, place, sym.name, span)
    if sym is not None:
        return converted(cx, at, "occupant", t.Maybe(t.Piece(frozenset({sym.name}))))
    return cx.error(
        codes.AMBIGUOUS,
        "Pieces of different kinds can be here. Which one do you mean?",
        span,
        "Name the kind: `the Tile in cell`.",
    )


def _which_of_several(cx: Context, place: PlaceSym, kind: str, span: Span) -> Value:
    """A pile as one piece of it: nothing says which."""
    text = cx.world.sources.text(span)
    chosen = f"`all {kind} in {text}`, `first {kind} in {text}`"
    return cx.error(
        codes.AMBIGUOUS,
        f"More than one {kind} can lie in `{text}`. Which do you mean?",
        span,
        f"Write {chosen} or `top({text})`." if place.core.ordered else f"Write {chosen}.",
    )


def named_piece(cx: Context, kind: str, name: int, span: Span) -> Value:
    sym = cx.world.kinds.get(kind)
    names = cx.world.piece_names.get(kind, {})
    text = next((n for n, i in names.items() if i == name), "")
    found = [i for i, n in enumerate(sym.core.names) if n == text] if sym is not None else []
    if sym is None or len(found) != 1:
        return cx.error(codes.AMBIGUOUS, f"{len(found)} pieces are called “{text}”. Which one do you mean?", span)
    type, number = t.Piece(frozenset({kind})), sym.core.base + found[0]
    return made(cx, m.Const(span, type, number))


# ---------------------------------------------------------------- many


def many(cx: Context, value: Value, span: Span) -> Many | None:
    """How to run through the elements of something."""
    found = conversions.many(cx.world, value if not isinstance(value.type, t.Line) else line_cells(cx, value))
    if found is None and not is_poison(value):
        mismatch(cx, value, "a set or a list", span)
    return found


def line_cells(cx: Context, value: Value) -> Value:
    """The cells of a row or column."""
    assert isinstance(value.type, t.Line)
    place = cx.world.places[value.type.place]
    return converted(cx, value, "cells", t.SetOf(t.Cell(frozenset({place.name}), place.core.cell_kind)))


def as_set(cx: Context, value: Value, span: Span) -> Value:
    """The elements of something as a set."""
    if isinstance(value.type, t.SetOf) and value.expr is not None:
        return value
    elem = conversions.elem_of(cx.world, value)
    if elem is not None:
        return converted(cx, value, "players" if is_team(cx.world, value.type) else "set", t.SetOf(elem))
    return poison() if is_poison(value) else mismatch(cx, value, "a set or a list", span)


def as_list(cx: Context, value: Value, span: Span) -> Value:
    """The elements of something in their order."""
    if isinstance(value.type, t.ListOf) and value.expr is not None:
        return value
    elem = conversions.elem_of(cx.world, value)
    if elem is not None:
        return converted(cx, value, "list", t.ListOf(elem, conversions.most(cx.world, value)))
    return poison() if is_poison(value) else mismatch(cx, value, "a set or a list", span)


def refuse_heap(cx: Context, value: Value, span: Span) -> bool:
    """Refuse some of a supply of equal pieces as a value: they have no names, so a set of them is only the sites they lie on."""
    elem = t.element(value.type)
    if not isinstance(elem, t.Piece) or not any(cx.world.kinds[k].core.heaped for k in elem.kinds if k in cx.world.kinds):
        return False
    kind = next(k for k in sorted(elem.kinds) if cx.world.kinds[k].core.heaped)
    text = cx.world.sources.text(span).removeprefix("all ")
    selected = text if text.startswith(kind) and " + " not in text else f"{kind} in a"
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
            if isinstance(inner, t.Flag) and isinstance(value.meaning, m.Const):
                return mismatch(cx, value, str(wanted), span, "Write 1 for `yes`, 0 for `no`.")  # a condition counts, a bare word does not
            if isinstance(inner, t.Number | t.Flag):
                return value
        case t.Flag():
            if isinstance(inner, t.Flag):
                return value
        case t.Player() | t.Way() | t.Section():
            if isinstance(inner, type_of(wanted)):
                return value
            if isinstance(value.type, t.Nothing) and isinstance(type, t.Maybe):
                return converted(cx, value, "none", type)
        case t.Enum():
            if isinstance(inner, t.Enum) and inner.members == wanted.members:
                return value
            member = known(value)
            if isinstance(inner, t.Enum) and set(inner.members) <= set(wanted.members) and member is not None:
                return made(cx, m.Const(span, wanted, wanted.members.index(inner.members[member])))
        case t.Name():
            if isinstance(inner, t.Name):
                return value
            if isinstance(inner, t.Piece):
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
            return converted(cx, gathered, "wide", t.SetOf(elem)) if gathered.type != t.SetOf(elem) else gathered
        case t.ListOf(elem, _):
            listed = as_list(cx, value, span)
            if is_poison(listed) or (isinstance(listed.type, t.ListOf) and t.join(listed.type.elem, elem) is not None):
                return listed
        case t.BagOf(elem):
            if isinstance(inner, t.BagOf) and t.join(inner.elem, elem) is not None:
                return value
            if isinstance(inner, (t.SetOf | t.ListOf, t.Enum)):
                gathered = as_set(cx, value, span)
                return converted(cx, gathered, "bag", t.BagOf(elem)) if not is_poison(gathered) else gathered
            if isinstance(inner, t.Number) and isinstance(elem, t.Enum) and elem.members:
                amount = cx.world.sources.text(span) if cx.world.sources.text(span).isdigit() else "2"
                return mismatch(cx, value, str(type), span, f"Say how many of which: `{{{elem.members[0]} {amount}}}`.")
        case t.GroupsOf() | t.PerPlayer():
            if isinstance(inner, type_of(wanted)):
                return value
    if isinstance(value.type, t.Nothing) and isinstance(type, t.Maybe):
        return converted(cx, value, "none", type)
    return mismatch(cx, value, str(type), span)


def type_of(type: t.Type) -> type:
    return type.__class__


__all__ = [
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
    "mismatch",
    "named_piece",
    "number",
    "occupant",
    "piece",
    "place_of_type",
    "player",
    "poison",
    "scalar",
    "site",
    "target",
]


def span_of_number(type: t.Type) -> tuple[int, int]:
    return (type.low, type.high) if isinstance(type, t.Number) else (0, 1)
