"""Attributes: `tile.cost`, `owner of tile`, `cell.row`, `player.health`. The same for `x.a`, `a of x` and `a(x)`."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.purses import is_purse
from rulewright.dsl.check.teams import has_partner
from rulewright.dsl.check.understood import made, part
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import calls as lower_calls
from rulewright.dsl.lower import state
from rulewright.dsl.lower.routines import both_hold
from rulewright.dsl.lower.selections import in_kind
from rulewright.dsl.lower.values import Code, Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.world import AttrSym, CardSym, PlaceSym


def find(cx: Context, base: Value, name: str, span: Span) -> Value | None:
    """The attribute of a value, or None if it has no such attribute."""
    inner = t.bare(base.type)
    match inner:
        case t.Poison():
            return coerce.poison()
        case t.Player():
            return _of_player(cx, base, name, span)
        case t.Piece():
            return _of_piece(cx, base, inner, name, span)
        case t.Cell():
            return _of_cell(cx, base, inner, name, span)
        case t.Enum():
            attr = cx.world.enum_attrs.get(inner.name, {}).get(name)
            return reading(cx, (attr,), base, span) if attr is not None else None
        case t.SetOf() if base.whole is not None and base.whole.core.sites == 1:
            return find(cx, coerce.site(cx, base, span), name, span)
    return None


def aspect(cx: Context, type: t.Type, which: m.Which, base: Value, span: Span) -> Value:
    """What everything of a sort has without being declared."""
    return made(cx, m.Aspect(span, type, which, part(cx, base, span)))


def attribute(cx: Context, base: Value, name: str, span: Span) -> Value:
    found = find(cx, base, name, span)
    if found is not None:
        return found
    known = known_for(cx, base)
    cx.world.unknown(codes.UNKNOWN_ATTRIBUTE, f"{t.said(base.type)} has no `{name}`.", name, span, known, help=_declare(base, name))
    return coerce.poison()


def _declare(base: Value, name: str) -> str:
    """How something could get an attribute."""
    match t.bare(base.type):
        case t.Player():
            return f"Declare it: `each Player has {name}: 0 to 20 = 0`."
        case t.Piece(kinds) if len(kinds) == 1:
            return f"Declare it: `{name}: …`, indented below `piece {next(iter(kinds))}`."
        case _:
            return ""


def known_for(cx: Context, base: Value) -> list[str]:
    match t.bare(base.type):
        case t.Player():
            return [
                *cx.world.player_attrs,
                "rival",
                *(("team", "partner") if cx.world.program.teams else ()),
                *(p.name for p in cx.world.places.values() if p.family is not None),
            ]
        case t.Piece(kinds):
            return [*(a for k in kinds for a in cx.world.kinds[k].attrs), "owner", "place"]
        case t.Cell(places):
            return [*(a for p in places for a in cx.world.places[p].attrs), "row", "column", "number", "owner", "side"]
        case t.Enum(name, _):
            return list(cx.world.enum_attrs.get(name, {}))
        case _:
            return []


# ---------------------------------------------------------------- reading


def reading(cx: Context, attrs: tuple[AttrSym, ...], base: Value | None, span: Span, member: Value | None = None) -> Value:
    """The value of an attribute that something has, perhaps for a member; of several kinds of pieces, each its own."""
    types = [_type_read(cx, attr, span, member is not None) for attr in attrs]
    if any(isinstance(type, t.Poison) for type in types):
        return coerce.poison()
    type = types[0]
    for attr, other in zip(attrs[1:], types[1:], strict=True):
        joined = t.join(type, other)
        if joined is None:
            return cx.error(codes.TYPE_MISMATCH, f"`{attr.name}` of a {attrs[0].of} and of a {attr.of} are different things.", span)
        type = joined
    of = part(cx, base, span) if base is not None else None
    return made(cx, m.Read(span, type, attrs, of, part(cx, member, span) if member is not None else None))


def _type_read(cx: Context, attr: AttrSym, span: Span, member: bool) -> t.Type:
    """What reading an attribute gives: a bag of what there is of each; perhaps nothing, if a piece can lie face down."""
    type = attr.type
    if attr.per is not None and not member:
        if not is_purse(attr) or attr.core is None:
            sort = str(attr.per).removeprefix("a ").removeprefix("an ")
            cx.error(codes.WRONG_ARGUMENTS, f"`{attr.name}` has one value for each {sort}.", span, f"Say which: `{attr.name}(…)`.")
            return t.POISON
        assert isinstance(attr.per, t.Scalar)
        type = t.BagOf(attr.per)
    if attr.core is None:
        return t.POISON
    if attr.owner == "kind" and state.face(cx.world.kinds[attr.of], attr) is not None:
        return t.Maybe(type) if isinstance(type, t.Enum | t.Name | t.Cell | t.Player | t.Piece) else type
    return type


# ---------------------------------------------------------------- of players


def _of_player(cx: Context, base: Value, name: str, span: Span) -> Value | None:
    attr = cx.world.player_attrs.get(name)
    if attr is not None:
        return reading(cx, (attr,), base, span)
    if name == "rival":
        return rival(cx, base, span)
    if name == "team" and cx.world.program.teams:
        return team(cx, base, span)
    if name == "partner":
        return partner(cx, base, span)
    place = cx.world.places.get(name)
    if place is not None and isinstance(place.family, t.Player):
        return family_member(cx, place, base, span)
    return None


def rival(cx: Context, of: Value, span: Span) -> Value:
    if cx.world.seats != 2:
        return cx.error(
            codes.NO_RIVAL, "A rival is the other one of two players, but there are not two.", span, "Say which player is meant."
        )
    coerce.player(cx, of, span)
    return aspect(cx, t.PLAYER, "rival", of, span)


def team(cx: Context, of: Value, span: Span) -> Value:
    coerce.player(cx, of, span)
    return aspect(cx, cx.world.enums["Team"], "team", of, span)


def partner(cx: Context, of: Value, span: Span) -> Value:
    coerce.player(cx, of, span)
    return aspect(cx, t.PLAYER, "partner", of, span) if has_partner(cx.world, span) else coerce.poison()


def family_member(cx: Context, place: PlaceSym, of: Value, span: Span) -> Value:
    """`hand of player`: one place of a family."""
    assert place.family is not None
    owner = coerce.convert(cx, of, place.family, span)
    if coerce.is_poison(owner):
        return owner
    coerce.scalar(cx, owner, span)
    cell = t.Cell(frozenset({place.name}), place.core.cell_kind)
    type = t.SetOf(cell) if place.board is not None else cell  # of a player's own board all cells
    return made(cx, m.PlaceValue(span, type, place, part(cx, owner, span)))


# ---------------------------------------------------------------- of pieces


def _of_piece(cx: Context, base: Value, type: t.Piece, name: str, span: Span) -> Value | None:
    world = cx.world
    syms = state.kinds_meant(world, type)
    if name == "owner":
        return aspect(cx, t.Maybe(state.owner_type(world, syms[0])), "owner", base, span)
    if name == "place":
        return aspect(cx, coerce.site(cx, base, span).type, "place", base, span)
    having = [s for s in syms if name in s.attrs]
    if not having:
        place = world.places.get(name)
        if place is not None and isinstance(place.family, t.Piece):
            return family_member(cx, place, base, span)
        if name in {"row", "column", "side", "number"} or _board_attribute(cx, type, name):
            return find(cx, coerce.site(cx, base, span), name, span)
        return None
    return reading(cx, tuple(s.attrs[name] for s in having), base, span)


def _board_attribute(cx: Context, type: t.Piece, name: str) -> bool:
    where = state.location_type(cx.world, type)
    return isinstance(where, t.Cell) and any(name in cx.world.places[p].attrs for p in where.places)


def member_of_family(cx: Context, base: Value, name: str, member: Value, span: Span) -> Value | None:
    """`player.skill(attribute)`: an attribute that has a value for each member of a type."""
    world = cx.world
    inner = t.bare(base.type)
    attr: AttrSym | None = None
    match inner:
        case t.Player():
            attr = world.player_attrs.get(name)
        case t.Piece(kinds) if len(kinds) == 1:
            attr = world.kinds[next(iter(kinds))].attrs.get(name)
        case t.Enum():
            attr = world.enum_attrs.get(inner.name, {}).get(name)
    if attr is None or attr.per is None:
        return None
    which = coerce.convert(cx, member, attr.per, span)
    if coerce.is_poison(which, base):
        return coerce.poison()
    coerce.scalar(cx, which, span)
    return reading(cx, (attr,), base, span, which)


# ---------------------------------------------------------------- of cells


def _of_cell(cx: Context, base: Value, type: t.Cell, name: str, span: Span) -> Value | None:
    place = state.place_meant(cx.world, type, name)
    if place is None:
        return None
    attr = place.attrs.get(name)
    if attr is not None:
        return reading(cx, (attr,), base, span)
    board = place.board
    if board is not None and name in {"row", "column"} and board.shape not in {"graph", "edges"}:
        highest = max(state.site_numbers(cx.world, place, name))
        return aspect(cx, t.Number(1, highest), "row" if name == "row" else "column", base, span)
    if board is not None and name == "number" and board.shape in {"ring", "track"}:
        return aspect(cx, t.Number(1, board.cells), "number", base, span)
    if name == "side" and place.sides:
        return aspect(cx, t.PLAYER, "side", base, span)
    if name == "owner":
        if ownerless(cx, place):
            return no_owner(cx, place, span)
        return aspect(cx, _owner_type(cx, place), "owner", base, span)
    family = cx.world.places.get(name)
    if family is not None and isinstance(family.family, t.Cell):
        return family_member(cx, family, base, span)
    coerce.scalar(cx, base, span)
    held = coerce.occupant(cx, base, place, span) if len(place.core.limits) == 1 else None
    return find(cx, held, name, span) if held is not None and not coerce.is_poison(held) else None


def ownerless(cx: Context, place: PlaceSym) -> bool:
    """Whether nothing that can lie in a place belongs to anybody."""
    kinds = [cx.world.program.kinds[n] for n in place.core.limits]
    return place.family is None and all(k.counted and not k.owners for k in kinds)


def no_owner(cx: Context, place: PlaceSym, span: Span) -> Value:
    help = "Only pieces `of each Player` have an owner."
    if place.sides:
        help = "Write `cell.side` for whose cell it is."
    return cx.error(codes.UNKNOWN_ATTRIBUTE, f"Nothing that lies on `{place.name}` belongs to anybody.", span, help)


def _owner_type(cx: Context, place: PlaceSym) -> t.Type:
    """Who can be the owner of what is on a cell, or of a place of a player's own."""
    if isinstance(place.family, t.Player) and place.board is None:
        return t.PLAYER
    syms = [cx.world.kinds[cx.world.program.kinds[n].name] for n in place.core.limits]
    return t.Maybe(state.owner_type(cx.world, syms[0]) if syms else t.PLAYER)


# ---------------------------------------------------------------- cards


def is_card(cx: Context, subject: Value, card: CardSym, span: Span) -> Code:
    """Whether a piece is one of those a card entry speaks of."""
    inner = t.bare(subject.type)
    single = Value(t.Piece(frozenset({card.kind.name})), subject.expr)
    name = attribute(cx, single, "name", span)
    test = lower_calls.is_card(coerce.scalar(cx, name, span), card)
    if isinstance(inner, t.Piece) and inner.kinds != frozenset({card.kind.name}) and subject.expr is not None:
        test = both_hold(in_kind(card.kind, subject.expr), test)
    return test
