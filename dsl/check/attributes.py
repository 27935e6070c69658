"""Attributes: `tile.cost`, `owner of tile`, `cell.row`, `player.health`. The same for `x.a`, `a of x` and `a(x)`."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.types import Bag, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.teams import partner_of, team_of
from rulewright.dsl.check.understood import meant, told
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import NONE, ONE, ZERO, Value, const, either, has, prim
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.world import AttrSym, KindSym, PlaceSym


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
            return _reading(read(cx, attr, coerce.scalar(cx, base, span), None, span), (attr,), base, span) if attr is not None else None
        case t.SetOf() if base.whole is not None and base.whole.core.sites == 1:
            return find(cx, coerce.site(cx, base, span), name, span)
    return None


def _reading(value: Value, attrs: tuple[AttrSym, ...], base: Value, span: Span, member: Value | None = None) -> Value:
    """The value of an attribute, with what it means."""
    return told(value, m.Read(span, value.type, attrs, meant(base, span), meant(member, span) if member is not None else None))


def _aspect(value: Value, which: m.Which, base: Value, span: Span) -> Value:
    return told(value, m.Aspect(span, value.type, which, meant(base, span)))


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


def read(cx: Context, attr: AttrSym, index: ir.Expr, member: ir.Expr | None = None, span: Span | None = None) -> Value:
    """The value of an attribute of the owner with this index (from 0)."""
    if attr.per is not None and member is None:
        from rulewright.dsl.check.purses import as_bag, is_purse

        if is_purse(attr) and attr.core is not None:
            return as_bag(cx, attr, index)
        if span is not None:
            cx.error(codes.WRONG_ARGUMENTS, f"`{attr.name}` has a value for {attr.per} each.", span, f"Say which: `{attr.name}(…)`.")
        return Value(t.POISON, ZERO)
    core = attr.core
    if core is None:
        return coerce.poison()
    if attr.per is not None and member is not None:
        base, size = state.span_of(cx.world, attr.per)
        index = prim("add", prim("mul", index, const(size)), state.minus_base(member, base))
    where = cx.span(span) if span is not None else -1
    if core.table is not None:
        return Value(attr.type, ir.Look(core.table, index, where))
    field = core.field
    assert field is not None
    return Value(attr.type, ir.Load(field, index, where))


def read_piece(cx: Context, sym: KindSym, attr: AttrSym, piece: ir.Expr, member: ir.Expr | None = None, span: Span | None = None) -> Value:
    """An attribute of an individual piece. What lies face down has only what it still shows."""
    core = attr.core
    if core is None:
        return coerce.poison()
    if core.bits:
        assert core.field is not None
        value = Value(attr.type, has(ir.Load(core.field, ZERO), piece))
    else:
        value = read(cx, attr, state.minus_base(piece, sym.core.base), member, span)
    if sym.face_down is None or attr.nature != "printed" or attr.name in sym.face_down or value.expr is None:
        return value
    face = sym.attrs.get("face")
    if face is None or face.core is None or face.core.field is None or not isinstance(face.type, t.Enum):
        return value
    up = const(face.type.members.index("up")) if "up" in face.type.members else ZERO
    shows = prim("eq", ir.Load(face.core.field, state.minus_base(piece, sym.core.base)), up)
    return Value(_without_face(value.type), ir.Cond(shows, value.expr, nothing_of(value)))


def _without_face(type: t.Type) -> t.Type:
    return t.Maybe(type) if isinstance(type, t.Enum | t.Name | t.Cell | t.Player | t.Piece) else type


def nothing_of(value: Value) -> ir.Expr:
    """What a face-down piece has instead: none, 0 or nothing."""
    core = value.expr.type if value.expr is not None else None
    match core:
        case Set():
            return ir.SetConst(0, core)
        case Bag():
            return ir.BagConst((0,) * core.size, core)
        case Seq():
            return ir.SeqConst((), core)
    return NONE if isinstance(value.type, t.Enum | t.Name | t.Maybe | t.Cell | t.Player | t.Piece) else ZERO


# ---------------------------------------------------------------- of players


def _of_player(cx: Context, base: Value, name: str, span: Span) -> Value | None:
    who = coerce.scalar(cx, base, span)
    attr = cx.world.player_attrs.get(name)
    if attr is not None:
        return _reading(read(cx, attr, who, None, span), (attr,), base, span)
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
    who = coerce.player(cx, of, span)
    other = const(1 - who.value) if isinstance(who, ir.Const) else prim("sub", ONE, who)
    return _aspect(Value(t.PLAYER, other), "rival", of, span)


def team(cx: Context, of: Value, span: Span) -> Value:
    return _aspect(team_of(cx.world, coerce.player(cx, of, span)), "team", of, span)


def partner(cx: Context, of: Value, span: Span) -> Value:
    return _aspect(partner_of(cx.world, coerce.player(cx, of, span), span), "partner", of, span)


def family_member(cx: Context, place: PlaceSym, of: Value, span: Span) -> Value:
    """`hand of player`: one place of a family."""
    assert place.family is not None
    owner = coerce.convert(cx, of, place.family, span)
    if coerce.is_poison(owner):
        return owner
    base, _ = state.span_of(cx.world, place.family)
    offset = state.minus_base(coerce.scalar(cx, owner, span), base)
    type = t.Cell(frozenset({place.name}), place.core.cell_kind)
    if place.board is not None:
        board = _board_copy(cx, place, offset)
        return told(board, m.PlaceValue(span, board.type, place, meant(of, span)))
    at = const(place.core.base + offset.value) if isinstance(offset, ir.Const) else prim("add", offset, const(place.core.base))
    return Value(type, at, meaning=m.PlaceValue(span, type, place, meant(of, span)))


def _board_copy(cx: Context, place: PlaceSym, copy: ir.Expr) -> Value:
    """All cells of one player's own board."""
    cells, type = place.core.cells, state.site_set(place.core)
    values = tuple(((1 << cells) - 1) << (i * cells) for i in range(place.core.copies))
    table = state.set_table(cx.world, f"{place.name}.copies", type, values)
    return Value(t.SetOf(t.Cell(frozenset({place.name}), place.core.cell_kind)), ir.Look(table, copy))


# ---------------------------------------------------------------- of pieces


def _of_piece(cx: Context, base: Value, type: t.Piece, name: str, span: Span) -> Value | None:
    world = cx.world
    piece = coerce.scalar(cx, base, span)
    syms = [world.kinds[k] for k in sorted(type.kinds)] or [k for k in world.kinds.values() if not k.core.counted]
    if name == "owner":
        kind = state.owner_type(world, syms[0])
        assert isinstance(kind, t.Scalar)
        return _aspect(Value(t.Maybe(kind), state.owner_of(world, syms[0], piece)), "owner", base, span)
    if name == "place":
        return _aspect(coerce.site(cx, base, span), "place", base, span)
    having = [s for s in syms if name in s.attrs]
    if not having:
        place = world.places.get(name)
        if place is not None and isinstance(place.family, t.Piece):
            return family_member(cx, place, base, span)
        if name in {"row", "column", "side", "number"} or _board_attribute(cx, type, name):
            return find(cx, coerce.site(cx, base, span), name, span)
        return None
    result = read_piece(cx, having[0], having[0].attrs[name], piece, None, span)
    for sym in having[1:]:
        other = read_piece(cx, sym, sym.attrs[name], piece)
        joined = t.join(result.type, other.type)
        if joined is None or result.expr is None or other.expr is None:
            return cx.error(codes.TYPE_MISMATCH, f"`{name}` of a {having[0].name} and of a {sym.name} are different things.", span)
        belongs = (
            prim("ge", piece, const(sym.core.base))
            if sym.core.base > having[0].core.base
            else prim("lt", piece, const(sym.core.base + sym.core.count))
        )
        result = Value(joined, ir.Cond(belongs, other.expr, result.expr))
    return _reading(result, tuple(s.attrs[name] for s in having), base, span)


def _board_attribute(cx: Context, type: t.Piece, name: str) -> bool:
    where = state.location_type(cx.world, type)
    return isinstance(where, t.Cell) and any(name in cx.world.places[p].attrs for p in where.places)


def member_of_family(cx: Context, base: Value, name: str, member: Value, span: Span) -> Value | None:
    """`player.skill(attribute)`: an attribute that has a value for each member of a type."""
    world = cx.world
    inner = t.bare(base.type)
    attr: AttrSym | None = None
    sym: KindSym | None = None
    match inner:
        case t.Player():
            attr = world.player_attrs.get(name)
        case t.Piece(kinds) if len(kinds) == 1:
            sym = world.kinds[next(iter(kinds))]
            attr = sym.attrs.get(name)
        case t.Enum():
            attr = world.enum_attrs.get(inner.name, {}).get(name)
    if attr is None or attr.per is None:
        return None
    which = coerce.convert(cx, member, attr.per, span)
    index = coerce.scalar(cx, which, span)
    at = coerce.scalar(cx, base, span)
    value = read_piece(cx, sym, attr, at, index) if sym is not None else read(cx, attr, at, index)
    return _reading(value, (attr,), base, span, member)


# ---------------------------------------------------------------- of cells


def _of_cell(cx: Context, base: Value, type: t.Cell, name: str, span: Span) -> Value | None:
    world = cx.world
    place = coerce.place_of_type(cx, base.type)
    if place is None:
        having = [p for p in world.boards() if name in p.attrs and (not type.places or p.name in type.places)]
        place = having[0] if len(having) == 1 else (world.boards()[0] if len(world.boards()) == 1 else None)
    at = coerce.scalar(cx, base, span)
    if place is None:
        return None
    attr = place.attrs.get(name)
    if attr is not None:
        index = state.minus_base(at, place.core.base)
        if attr.nature == "printed" and place.core.copies > 1:
            index = prim("mod", index, const(place.core.cells))
        return _reading(read(cx, attr, index, None, span), (attr,), base, span)
    board = place.board
    if board is not None and name in {"row", "column"}:
        values = tuple((board.xy(i % board.cells)[1 if name == "row" else 0]) + 1 for i in range(place.core.sites))
        table = state.constant_table(world, f"{place.name}.{name}", values)
        number = Value(t.Number(1, max(values)), ir.Look(table, state.minus_base(at, place.core.base)))
        return _aspect(number, "row" if name == "row" else "column", base, span)
    if board is not None and name == "number" and board.shape in {"ring", "track"}:
        count = board.cells
        table = state.constant_table(world, f"{place.name}.number", tuple(i % count + 1 for i in range(place.core.sites)))
        number = Value(t.Number(1, count), ir.Look(table, state.minus_base(at, place.core.base)))
        return _aspect(number, "number", base, span)
    if name == "side" and place.sides:
        sides = tuple(min(i // place.sides, world.seats - 1) for i in range(place.core.sites))
        table = state.constant_table(world, f"{place.name}.side", sides)
        return _aspect(Value(t.PLAYER, ir.Look(table, state.minus_base(at, place.core.base))), "side", base, span)
    if name == "owner":
        return _aspect(owner_on(cx, place, at, span), "owner", base, span)
    family = cx.world.places.get(name)
    if family is not None and isinstance(family.family, t.Cell):
        return family_member(cx, family, base, span)
    held = coerce.piece_on(cx, place, at, span) if len(place.core.limits) == 1 else None
    if held is not None:
        held = told(held, m.Convert(span, held.type, "occupant", meant(base, span)))
    return find(cx, held, name, span) if held is not None and not coerce.is_poison(held) else None


def owner_on(cx: Context, place: PlaceSym, at: ir.Expr, span: Span) -> Value:
    """Whose piece is on a cell; nobody's if there is none. A place of a player's own is his."""
    if place.family is not None and isinstance(place.family, t.Player) and place.board is None:
        return Value(t.PLAYER, state.minus_base(at, place.core.base))
    result: ir.Expr = NONE
    syms = [cx.world.kinds[cx.world.program.kinds[n].name] for n in place.core.limits]
    for sym in syms:
        owners = state.owner_count(cx.world, sym.core)
        for owner in reversed(range(owners)):
            if sym.core.heaped:
                low = state.span_of(cx.world, t.Piece(frozenset({sym.name})))[0]
                test = prim("gt", state.heap(sym, at, const(owner), low), ZERO)
            elif sym.core.counted and not sym.core.owners:
                continue
            else:
                test = has(state.cells_with(cx.world, sym, place, const(owner)), at)
            result = ir.Cond(test, const(owner), result)
    owner_type = state.owner_type(cx.world, syms[0]) if syms else t.PLAYER
    assert isinstance(owner_type, t.Scalar)
    return Value(t.Maybe(owner_type), result)


def owned_on(cx: Context, place: PlaceSym, at: ir.Expr, owner: ir.Expr) -> ir.Expr | None:
    """Whether a piece on a cell belongs to somebody, as one test; None if it cannot be said that way."""
    if isinstance(owner, ir.Const) and owner.value < 0:
        return None
    if place.family is not None:
        return None
    result: ir.Expr | None = None
    for number in place.core.limits:
        sym = cx.world.kinds[cx.world.program.kinds[number].name]
        if sym.core.counted and not sym.core.owners:
            continue
        if sym.core.heaped:
            low = state.span_of(cx.world, t.Piece(frozenset({sym.name})))[0]
            test = prim("gt", state.heap(sym, at, owner, low), ZERO)
        else:
            test = has(state.cells_with(cx.world, sym, place, owner), at)
        result = test if result is None else either(result, test)
    return result
