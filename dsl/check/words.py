"""What a single word stands for: a local, an attribute, a place, a value of a type, a cell, the proper name of a thing."""

from __future__ import annotations

import re

from rulewright.dsl import types as t
from rulewright.dsl.check import attributes, coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.library.geometry.directions import heading
from rulewright.dsl.check.passes import call_define, expr
from rulewright.dsl.check.quantify import selected
from rulewright.dsl.check.scoring import total
from rulewright.dsl.check.selections import is_kind
from rulewright.dsl.check.understood import actor, made, named, part, told
from rulewright.dsl.declare.sides import ways
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.functions import FUNCTIONS
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import Value, known
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import KindSym, OptionSym, PlaceSym, World


def word(cx: Context, node: e.Word, expect: t.Type | None) -> Value:
    found = lookup(cx, node, expect)
    if found is not None:
        return found
    if node.name in {"other", "unless", "a", "an", "one", "occupied", "even", "odd", "more", "less", "fewer"} and cx.newcomer(
        codes.UNKNOWN_NAME, node.span
    ):
        return coerce.poison()
    known = known_words(cx, expect)
    cx.world.unknown(codes.UNKNOWN_NAME, f"Nothing is called `{node.name}` here.", node.name, node.span, known, help=_hint(cx, node.name))
    return coerce.poison()


def _hint(cx: Context, name: str) -> str:
    """What to say about a word that is not like any other."""
    if name == "this":
        return '`this` is the card whose own rules these are; it stands below a line like `Tile "Bakery"`.'
    if name == "the":
        return "What is found by a measure goes into brackets: `hand of (first Player with least player.coins)`."
    boards = [p for p in cx.world.boards() if p.board is not None and p.board.names]
    if re.fullmatch(r"[a-z]{1,2}\d{1,2}", name) and boards:
        board = boards[0]
        assert board.board is not None
        return f"The cells of `{board.name}` go from {board.board.names[0]} to {board.board.names[-1]}."
    having = [k for k in cx.world.kinds.values() if name in k.attrs]
    if name in cx.world.player_attrs:
        return f"Say whose: `player.{name}`."
    if len(having) == 1:
        return f"Say of what: `{having[0].word}.{name}`."
    return ""


def lookup(cx: Context, node: e.Word, expect: t.Type | None) -> Value | None:
    world, name = cx.world, node.name
    if name in cx.names:
        member = _member(cx, node, expect)
        if member is None or t.join(cx.names[name].type, member.type) is not None:
            return named(cx.names[name], name)
        return member  # `rook.role is rook`: the value that is wanted here, not the thing of that name
    match name:
        case "player":
            return cx.the_player(node.span)
        case "rival":
            return attributes.rival(cx, cx.the_player(node.span), node.span)
        case "team" if world.program.teams:
            return attributes.team(cx, cx.the_player(node.span), node.span)
        case "partner" if world.program.teams or not _declared(world, name):
            return attributes.partner(cx, cx.the_player(node.span), node.span)
        case "this" if cx.this is not None:
            return named(cx.this, "this")
        case "yes":
            return constant(cx, t.FLAG, 1, node.span)
        case "no":
            return constant(cx, t.FLAG, 0, node.span)
        case "none" | "nobody" | "nothing":
            return constant(cx, t.NOTHING, -1, node.span)
        case "everyone":
            return made(cx, m.Apply(node.span, t.SetOf(t.PLAYER), name))
        case "box":
            return made(cx, m.PlaceValue(node.span, t.Cell(frozenset()), None, None))
    member = _member(cx, node, expect)
    if member is not None:
        return member
    if cx.this is not None:
        found = attributes.find(cx, named(cx.this, "this"), name, node.span)
        if found is not None:
            return found
    if name in world.game_attrs:
        return attributes.reading(cx, (world.game_attrs[name],), None, node.span)
    if name in world.options:
        return option(cx, world.options[name], node.span)
    if name in world.defines and not world.defines[name].params:
        return call_define(cx, world.defines[name], [], node.span)
    if name in world.places:
        return place(cx, world.places[name], node.span)
    singleton = _singleton(cx, name, node)
    if singleton is not None:
        return singleton
    return _library(cx, node, expect)


def _declared(world: World, name: str) -> bool:
    kinds = {k.word for k in world.kinds.values()}
    members = {m for x in world.enum_types for m in x.members}
    return name in {*world.game_attrs, *world.options, *world.defines, *world.places, *kinds, *members}


def _member(cx: Context, node: e.Word, expect: t.Type | None) -> Value | None:
    """A member of the type that is wanted here."""
    name = node.name
    wanted = t.element(expect) if expect is not None and t.element(expect) is not None else t.bare(expect) if expect is not None else None
    match wanted:
        case t.Enum(_, members) if name in members:
            return constant(cx, wanted, members.index(name), node.span)
        case t.Way(names) if name in names:
            return constant(cx, wanted, names.index(name), node.span)
        case t.Name(kind):
            number = cx.world.piece_names.get(kind, {}).get(name)
            return constant(cx, wanted, number, node.span) if number is not None else None
        case t.Piece(kinds) if len(kinds) == 1:
            only = next(iter(kinds))
            number = cx.world.piece_names.get(only, {}).get(name)
            return constant(cx, t.Name(only), number, node.span) if number is not None else None
    return None


def option(cx: Context, sym: OptionSym, span: Span) -> Value:
    if isinstance(sym.type, t.SetOf) and isinstance(sym.type.elem, t.Player):
        help = "They are `all Player`; a name that is not chosen stands for nobody."
        return cx.error(codes.TYPE_MISMATCH, f"`{sym.name}` says who takes part.", span, help)
    type = t.Number(sym.value, sym.value) if isinstance(sym.type, t.Number) else sym.type
    return made(cx, m.OptionValue(span, type, sym))


def place(cx: Context, sym: PlaceSym, span: Span) -> Value:
    """A place by its name: its only site, or all its cells (of the whole family)."""
    elem = t.Cell(frozenset({sym.name}), sym.core.cell_kind)
    type = elem if sym.core.sites == 1 and sym.board is None else t.SetOf(elem)
    return made(cx, m.PlaceValue(span, type, sym, None))


def _singleton(cx: Context, name: str, node: e.Word) -> Value | None:
    """The only piece of a kind, or the acting player's only one."""
    for sym in cx.world.kinds.values():
        if sym.word != name or sym.core.counted:
            continue
        if sym.core.count == 1:
            return constant(cx, t.Piece(frozenset({sym.name})), sym.core.base, node.span)
        if sym.core.owners and sym.core.count == sym.core.owners and isinstance(sym.owner_type, t.Player):
            return own_piece(cx, sym, cx.the_player(node.span), node.span)
    return None


def own_piece(cx: Context, sym: KindSym, who: Value, span: Span) -> Value:
    """The one piece of a kind that belongs to a player."""
    return made(cx, m.OwnPiece(span, t.Piece(frozenset({sym.name})), sym, part(cx, who)))


def _library(cx: Context, node: e.Word, expect: t.Type | None) -> Value | None:
    found = _of_library(cx, node, expect)
    if found is None or found.meaning is not None:
        return found
    return told(found, m.Apply(node.span, found.type, node.name, (actor(cx),) if node.name in {"ahead", "behind"} else ()))


def _of_library(cx: Context, node: e.Word, expect: t.Type | None) -> Value | None:
    world, name = cx.world, node.name
    if name in world.cell_names:
        sym, site = world.cell_names[name]
        return constant(cx, t.Cell(frozenset({sym.name}), sym.core.cell_kind), site, node.span)
    names = ways(cx.world)
    if name in names:
        return constant(cx, t.Way(names), names.index(name), node.span)
    if (name in {"straight", "diagonal"} and len(names) == 8) or name in {"everywhere", "compass"}:
        return made(cx, m.Apply(node.span, t.SetOf(t.Way(names)), name))
    numbers: dict[str, t.Type] = {
        "turn_number": t.Number(0, 10_000_000),
        "player_count": t.Number(world.seats, world.seats),
        "die": t.SetOf(t.Number(1, 6)),
    }
    if name in numbers:
        return made(cx, m.Apply(node.span, numbers[name], name))
    if name in {"ahead", "behind"}:
        return heading(cx, cx.the_player(node.span), name)
    if name == "score":
        return total(cx, node.span)
    found = [x for x in cx.world.enum_types if name in x.members]
    if len({x.members for x in found}) == 1:
        return constant(cx, found[0], found[0].members.index(name), node.span)
    if found and expect is None:
        # The same word in several types: any will do until it meets a value of one of them.
        return constant(cx, found[0], found[0].members.index(name), node.span)
    kinds = [k for k, names_ in world.piece_names.items() if name in names_]
    if len(kinds) == 1:
        return constant(cx, t.Name(kinds[0]), world.piece_names[kinds[0]][name], node.span)
    if name in {"row", "column"} and len(names) == 8:  # where no type of the game has these words
        return made(cx, m.Apply(node.span, t.SetOf(t.Way(names)), name))
    return None


def all_enums(world: World) -> list[t.Enum]:
    """All types with named members."""
    found: list[t.Enum] = [x for x in world.enums.values() if isinstance(x, t.Enum)]
    attrs = [*world.game_attrs.values(), *world.player_attrs.values()]
    attrs += [a for k in world.kinds.values() for a in k.attrs.values()]
    attrs += [a for p in world.places.values() for a in p.attrs.values()]
    attrs += [a for group in world.enum_attrs.values() for a in group.values()]
    types = [a.type for a in attrs] + [o.type for o in world.options.values()]
    for type in types:
        inner = t.element(type) or t.bare(type)
        if isinstance(inner, t.Enum) and inner not in found:
            found.append(inner)
    return found


def known_words(cx: Context, expect: t.Type | None) -> list[str]:
    world = cx.world
    wanted = t.bare(expect) if expect is not None else None
    members = list(wanted.members) if isinstance(wanted, t.Enum) else []
    enums = [m for x in cx.world.enum_types for m in x.members]
    return [
        *members,
        *cx.names,
        *world.game_attrs,
        *world.options,
        *world.defines,
        *world.places,
        *FUNCTIONS,
        *enums,
        *(k.word for k in world.kinds.values()),
        "player",
        "rival",
        "yes",
        "no",
        "none",
        "everyone",
        "turn_number",
        "empty",
        "full",
        "box",
        "score",
    ]


# ---------------------------------------------------------------- capital words, texts, coordinates


def constant(cx: Context, type: t.Type, number: int, span: Span) -> Value:
    return made(cx, m.Const(span, type, number))


def kind(cx: Context, node: e.Kind, expect: t.Type | None) -> Value:
    """A proper name, or all things of a kind."""
    world, name = cx.world, node.name
    if name in world.program.seats:
        return constant(cx, t.PLAYER, world.program.seats.index(name), node.span)
    if name in world.piece_ids:
        sym, index = world.piece_ids[name]
        return constant(cx, t.Piece(frozenset({sym.name})), sym.core.base + index, node.span)
    if name in world.cell_names:
        place_sym, site = world.cell_names[name]
        return constant(cx, t.Cell(frozenset({place_sym.name}), place_sym.core.cell_kind), site, node.span)
    if is_kind(cx, name):
        return selected(cx, e.Sel(node.span, node, None, None, None, None))
    if name in world.game.names:
        first = world.program.seats == tuple(world.game.names[: world.seats])
        when = f"with {world.seats} players" if first else f"where {' and '.join(world.program.seats)} play"
        return cx.error(codes.UNKNOWN_NAME, f"{name} does not take part {when}.", node.span)
    if name == "Piece" and world.kinds:
        kinds = " or ".join(f"`{k}`" for k in world.kinds)
        help = f"Name the kind: {kinds}. If several kinds do the same, make them one kind, with what they differ in printed on them."
        return cx.error(codes.UNKNOWN_NAME, "Which kind of piece?", node.span, help)
    known = [*world.program.seats, *world.kinds, *world.enums, *world.cell_kinds(), *world.piece_ids, *world.cell_names, "Player"]
    world.unknown(codes.UNKNOWN_NAME, f"Nothing is called `{name}`.", name, node.span, known)
    return coerce.poison()


def text(cx: Context, node: e.Text, expect: t.Type | None) -> Value:
    """A printed name in quotes."""
    world = cx.world
    wanted = t.element(expect) if expect is not None and t.element(expect) is not None else t.bare(expect) if expect is not None else None
    if isinstance(wanted, t.Name) and wanted.kind:
        kinds = [wanted.kind]
    elif isinstance(wanted, t.Piece) and wanted.kinds:
        kinds = sorted(wanted.kinds)
    else:
        kinds = sorted(world.piece_names)
    for name in kinds:
        number = world.piece_names.get(name, {}).get(node.value)
        if number is not None:
            return constant(cx, t.Name(name), number, node.span)
    known = [n for k in kinds for n in world.piece_names.get(k, {})]
    world.unknown(codes.UNKNOWN_NAME, f"Nothing is called “{node.value}”.", node.value, node.span, known)
    return coerce.poison()


def coords(cx: Context, node: e.Coords, expect: t.Type | None) -> Value:
    """`(3, -1)`: a cell of the open grid, or of the only grid (counted from 1)."""

    boards = [p for p in cx.world.boards() if p.board is not None and p.board.square]
    wanted = t.bare(expect) if expect is not None else None
    if isinstance(wanted, t.Cell) and wanted.places:
        boards = [p for p in boards if p.name in wanted.places]
    if len(boards) != 1 or len(node.items) != 2:
        return cx.error(codes.AMBIGUOUS, "A cell of which board?", node.span, "Coordinates need one square board.")
    sym = boards[0]
    assert sym.board is not None
    values = [expr(cx, item) for item in node.items]
    for value, item in zip(values, node.items, strict=True):
        coerce.number(cx, value, item.span)
    across, up = state.shifts(sym)
    first, second = map(known, values)
    type = t.Cell(frozenset({sym.name}), sym.core.cell_kind)
    if first is not None and second is not None:
        column, row = first + across, second + up
        if sym.board.at(column, row) < 0:
            return cx.error(codes.OUT_OF_RANGE, f"({first}, {second}) is not on `{sym.name}`.", node.span)
        return constant(cx, type, sym.core.base + sym.board.at(column, row), node.span)
    if sym.board.spots:
        kind = sym.core.cell_kind
        text = f"`{sym.name}` has gaps, so there may be no cell."
        return cx.error(codes.WRONG_ARGUMENTS, text, node.span, f"Write `the {kind} in {sym.name} where {kind.lower()}.column is …`.")
    return made(cx, m.CellAt(node.span, t.Maybe(type), sym, part(cx, values[0]), part(cx, values[1])))
