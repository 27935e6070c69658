"""What a single word stands for: a local, an attribute, a place, a value of a type, a cell, the proper name of a thing."""

from __future__ import annotations

import re

from rulewright.core import ir
from rulewright.core.boards import HEX_WAYS, SQUARE_WAYS
from rulewright.core.types import Set
from rulewright.dsl import types as t
from rulewright.dsl.check import attributes, coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.quantify import selected
from rulewright.dsl.check.scoring import total
from rulewright.dsl.check.selections import is_kind
from rulewright.dsl.check.understood import actor, meant, named, told, understood
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.functions import FUNCTIONS
from rulewright.dsl.library.geometry.directions import heading
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import NONE, ONE, ZERO, Value, const, prim
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import KindSym, World

WAY_SETS = {"straight": (0, 2, 4, 6), "diagonal": (1, 3, 5, 7)}
LINES = {"row": (2, 6), "column": (0, 4)}  # where no type of the game has these words


def word(cx: Context, node: e.Word, expect: t.Type | None) -> Value:
    found = lookup(cx, node, expect)
    if found is not None:
        return found if found.meaning is not None else told(found, _constant(found, node.span))
    known = known_words(cx, expect)
    cx.world.unknown(codes.UNKNOWN_NAME, f"Nothing is called `{node.name}` here.", node.name, node.span, known, help=_hint(cx, node.name))
    return coerce.poison()


def _constant(value: Value, span: Span) -> m.Expr:
    """A member of a type, a number, a cell, a piece: known before the match."""
    return m.Const(span, value.type, value.expr.value) if isinstance(value.expr, ir.Const) else m.Wrong(span, value.type)


def _hint(cx: Context, name: str) -> str:
    """What to say about a word that is not like any other."""
    if name == "this":
        return '`this` is the card whose own rules these are; it stands below a line like `Tile "Bakery"`.'
    boards = [p for p in cx.world.boards() if p.board is not None and p.board.names]
    if re.fullmatch(r"[a-z]{1,2}\d{1,2}", name) and boards:
        board = boards[0]
        assert board.board is not None
        return f"The cells of `{board.name}` go from {board.board.names[0]} to {board.board.names[-1]}."
    return ""


def lookup(cx: Context, node: e.Word, expect: t.Type | None) -> Value | None:
    world, name = cx.world, node.name
    if name in cx.names:
        member = _member(cx, name, expect)
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
            return Value(t.FLAG, ONE, constant=True)
        case "no":
            return Value(t.FLAG, ZERO, constant=True)
        case "none" | "nobody" | "nothing":
            return Value(t.NOTHING, NONE, constant=True)
        case "everyone":
            type = Set(0, world.seats)
            return told(Value(t.SetOf(t.PLAYER), ir.SetConst(type.full, type), constant=True), m.Apply(node.span, t.SetOf(t.PLAYER), name))
        case "box":
            here = t.Cell(frozenset())
            return told(Value(here, ZERO, constant=True), m.PlaceValue(node.span, here, None, None))
    member = _member(cx, name, expect)
    if member is not None:
        return member
    if cx.this is not None:
        found = attributes.find(cx, named(cx.this, "this"), name, node.span)
        if found is not None:
            return found
    if name in world.game_attrs:
        value = attributes.read(cx, world.game_attrs[name], ZERO)
        return told(value, m.Read(node.span, value.type, (world.game_attrs[name],), None))
    if name in world.options:
        value = option(cx, name)
        return told(value, m.OptionValue(node.span, value.type, world.options[name]))
    if name in world.defines:
        from rulewright.dsl.check.calls import call_define

        if not world.defines[name].params:
            return call_define(cx, world.defines[name], [], node.span)
    if name in world.places:
        value = place(cx, name)
        return told(value, m.PlaceValue(node.span, value.type, world.places[name], None))
    singleton = _singleton(cx, name, node)
    if singleton is not None:
        return singleton
    return _library(cx, node, expect)


def _declared(world: World, name: str) -> bool:
    kinds = {k.word for k in world.kinds.values()}
    members = {m for x in world.enum_types for m in x.members}
    return name in {*world.game_attrs, *world.options, *world.defines, *world.places, *kinds, *members}


def _member(cx: Context, name: str, expect: t.Type | None) -> Value | None:
    """A member of the type that is wanted here."""
    wanted = t.element(expect) if expect is not None and t.element(expect) is not None else t.bare(expect) if expect is not None else None
    match wanted:
        case t.Enum(_, members) if name in members:
            return Value(wanted, const(members.index(name)), constant=True)
        case t.Way(names) if name in names:
            return Value(wanted, const(names.index(name)), constant=True)
        case t.Name(kind):
            number = cx.world.piece_names.get(kind, {}).get(name)
            return Value(wanted, const(number), constant=True) if number is not None else None
        case t.Piece(kinds) if len(kinds) == 1:
            only = next(iter(kinds))
            number = cx.world.piece_names.get(only, {}).get(name)
            return Value(t.Name(only), const(number), constant=True) if number is not None else None
    return None


def option(cx: Context, name: str) -> Value:
    sym = cx.world.options[name]
    if isinstance(sym.type, t.SetOf):
        return Value(sym.type, ir.SetConst(sym.value, state.set_type(cx.world, sym.type.elem)), constant=True)
    type = t.Number(sym.value, sym.value) if isinstance(sym.type, t.Number) else sym.type
    return Value(type, const(sym.value), constant=True)


def place(cx: Context, name: str) -> Value:
    """A place by its name: its only site, or all its cells (of the whole family)."""
    sym = cx.world.places[name]
    elem = t.Cell(frozenset({name}), sym.core.cell_kind)
    if sym.core.sites == 1 and sym.board is None:
        return Value(elem, const(sym.core.base), whole=sym, constant=True)
    return Value(t.SetOf(elem), state.all_sites(sym.core), whole=sym, constant=True)


def _singleton(cx: Context, name: str, node: e.Word) -> Value | None:
    """The only piece of a kind, or the acting player's only one."""
    for sym in cx.world.kinds.values():
        if sym.word != name or sym.core.counted:
            continue
        if sym.core.count == 1:
            return Value(t.Piece(frozenset({sym.name})), const(sym.core.base), constant=True)
        if sym.core.owners and sym.core.count == sym.core.owners and isinstance(sym.owner_type, t.Player):
            return own_piece(cx, sym, cx.the_player(node.span))
    return None


def own_piece(cx: Context, sym: KindSym, who: Value) -> Value:
    """The one piece of a kind that belongs to a player."""
    assert who.expr is not None
    expr = who.expr if sym.core.base == 0 else prim("add", who.expr, const(sym.core.base))
    type = t.Piece(frozenset({sym.name}))
    owner = meant(who)
    return Value(type, expr, meaning=m.OwnPiece(owner.span, type, sym, owner))


def ways_of(cx: Context) -> tuple[str, ...]:
    hexagonal = any(p.board is not None and p.board.shape == "hex_grid" for p in cx.world.places.values())
    return HEX_WAYS if hexagonal else SQUARE_WAYS


def _library(cx: Context, node: e.Word, expect: t.Type | None) -> Value | None:
    found = _of_library(cx, node, expect)
    if found is None or found.meaning is not None or isinstance(found.type, t.Enum | t.Name | t.Cell):
        return found
    if isinstance(found.type, t.Way) and node.name not in {"ahead", "behind"}:
        return found
    who = (actor(cx),) if node.name in {"ahead", "behind"} else ()
    return told(found, m.Apply(node.span, found.type, node.name, who))


def _of_library(cx: Context, node: e.Word, expect: t.Type | None) -> Value | None:
    world, name = cx.world, node.name
    if name in world.cell_names:
        sym, site = world.cell_names[name]
        return Value(t.Cell(frozenset({sym.name}), sym.core.cell_kind), const(site), constant=True)
    names = ways_of(cx)
    type = Set(0, len(names))
    if name in names:
        return Value(t.Way(names), const(names.index(name)), constant=True)
    if name in WAY_SETS and len(names) == 8:
        return Value(t.SetOf(t.Way(names)), ir.SetConst(sum(1 << w for w in WAY_SETS[name]), type), constant=True)
    if name in {"everywhere", "compass"}:
        return Value(t.SetOf(t.Way(names)), ir.SetConst(type.full, type), constant=True)
    if name == "turn_number":
        assert world.program.turns is not None
        return Value(t.Number(0, 10_000_000), ir.Load(world.program.turns, ZERO))
    if name == "player_count":
        return Value(t.Number(world.seats, world.seats), const(world.seats), constant=True)
    if name in {"ahead", "behind"}:
        return heading(cx, cx.the_player(node.span), name)
    if name == "die":
        die = Set(1, 6)
        return Value(t.SetOf(t.Number(1, 6)), ir.SetConst(die.full, die), constant=True)
    if name == "score":
        return total(cx, node.span)
    found = [x for x in cx.world.enum_types if name in x.members]
    if len({x.members for x in found}) == 1:
        return Value(found[0], const(found[0].members.index(name)), constant=True)
    if found and expect is None:
        # The same word in several types: any will do until it meets a value of one of them.
        return Value(found[0], const(found[0].members.index(name)), constant=True)
    kinds = [k for k, names_ in world.piece_names.items() if name in names_]
    if len(kinds) == 1:
        return Value(t.Name(kinds[0]), const(world.piece_names[kinds[0]][name]), constant=True)
    if name in LINES and len(names) == 8:
        return Value(t.SetOf(t.Way(names)), ir.SetConst(sum(1 << w for w in LINES[name]), type), constant=True)
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


def constant(type: t.Type, number: int, span: Span) -> Value:
    return Value(type, const(number), constant=True, meaning=m.Const(span, type, number))


def kind(cx: Context, node: e.Kind, expect: t.Type | None) -> Value:
    """A proper name, or all things of a kind."""
    world, name = cx.world, node.name
    if name in world.program.seats:
        return constant(t.PLAYER, world.program.seats.index(name), node.span)
    if name in world.piece_ids:
        sym, index = world.piece_ids[name]
        return constant(t.Piece(frozenset({sym.name})), sym.core.base + index, node.span)
    if name in world.cell_names:
        place_sym, site = world.cell_names[name]
        return constant(t.Cell(frozenset({place_sym.name}), place_sym.core.cell_kind), site, node.span)
    if is_kind(cx, name):
        return selected(cx, e.Sel(node.span, node, None, None, None, None))
    if name in world.game.names:
        return cx.error(codes.UNKNOWN_NAME, f"{name} does not take part with {world.seats} players.", node.span)
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
            return constant(t.Name(name), number, node.span)
    known = [n for k in kinds for n in world.piece_names.get(k, {})]
    world.unknown(codes.UNKNOWN_NAME, f"Nothing is called “{node.value}”.", node.value, node.span, known)
    return coerce.poison()


def coords(cx: Context, node: e.Coords, expect: t.Type | None) -> Value:
    """`(3, -1)`: a cell of the open grid, or of the only grid (counted from 1)."""
    from rulewright.dsl.check.expressions import expr

    boards = [p for p in cx.world.boards() if p.board is not None and p.board.square]
    wanted = t.bare(expect) if expect is not None else None
    if isinstance(wanted, t.Cell) and wanted.places:
        boards = [p for p in boards if p.name in wanted.places]
    if len(boards) != 1 or len(node.items) != 2:
        return cx.error(codes.AMBIGUOUS, "It is not clear of which board this is a cell.", node.span, "Coordinates need one square board.")
    sym = boards[0]
    assert sym.board is not None
    x = coerce.number(cx, expr(cx, node.items[0]), node.items[0].span)
    y = coerce.number(cx, expr(cx, node.items[1]), node.items[1].span)
    shift_x = sym.board.width // 2 if sym.board.shape == "open_grid" else -1
    shift_y = sym.board.height // 2 if sym.board.shape == "open_grid" else -1
    type = t.Cell(frozenset({sym.name}), sym.core.cell_kind)
    if isinstance(x, ir.Const) and isinstance(y, ir.Const):
        column, row = x.value + shift_x, y.value + shift_y
        if not (0 <= column < sym.board.width and 0 <= row < sym.board.height):
            return cx.error(codes.OUT_OF_RANGE, f"({x.value}, {y.value}) is not on `{sym.name}`.", node.span)
        return constant(type, sym.core.base + row * sym.board.width + column, node.span)
    at = prim("cell_at", prim("add", x, const(shift_x)), prim("add", y, const(shift_y)), const(sym.core.number))
    where = m.CellAt(node.span, t.Maybe(type), sym, understood(cx, node.items[0]), understood(cx, node.items[1]))
    return Value(t.Maybe(type), at, meaning=where)
