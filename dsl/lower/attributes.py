"""What things have: declared attributes, and what everything of a sort has without being declared."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.types import Bag, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.lower import conversions, state
from rulewright.dsl.lower.teams import partner_of, team_of
from rulewright.dsl.lower.values import NONE, ONE, ZERO, Frame, Value, const, either, has, prim
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.world import AttrSym, KindSym, PlaceSym, World

# ---------------------------------------------------------------- declared attributes


def read(frame: Frame, node: m.Read, of: Value | None, member: Value | None = None) -> Value:
    """The value of an attribute of something, or of the game."""
    world, index = frame.world, of.expr if of is not None else ZERO
    which = member.expr if member is not None else None
    assert index is not None
    first = node.attrs[0]
    # Where it stands is said of what can fail: an attribute of a thing, or one of several values of the game.
    placed = (member is None) != (first.owner == "game")
    result = _one(frame, first, index, which, node if placed else None)
    for attr in node.attrs[1:]:
        other, here, there = _one(frame, attr, index, which, None), world.kinds[attr.of].core, world.kinds[first.of].core
        belongs = prim("ge", index, const(here.base)) if here.base > there.base else prim("lt", index, const(here.base + here.count))
        result = ir.Cond(belongs, other, result)
    return Value(node.type, result, meaning=node)


def _one(frame: Frame, attr: AttrSym, of: ir.Expr, member: ir.Expr | None, node: m.Read | None) -> ir.Expr:
    match attr.owner:
        case "kind":
            return _of_piece(frame, attr, of, member, node)
        case "cell":
            place = frame.world.places[attr.of]
            index = state.minus_base(of, place.core.base)
            if attr.nature == "printed" and place.core.copies > 1:
                index = prim("mod", index, const(place.core.cells))
            return _load(frame, attr, index, member, node)
        case _:
            return _load(frame, attr, of, member, node)


def _load(frame: Frame, attr: AttrSym, index: ir.Expr, member: ir.Expr | None, node: m.Read | None) -> ir.Expr:
    """The value of an attribute of the owner with this index (from 0)."""
    if attr.per is not None and member is None:
        return held(frame, attr, index)
    core = attr.core
    assert core is not None
    if attr.per is not None and member is not None:
        base, size = state.span_of(frame.world, attr.per)
        index = prim("add", prim("mul", index, const(size)), state.minus_base(member, base))
    where = frame.world.span_number(node.span) if node is not None else -1
    if core.table is not None:
        return ir.Look(core.table, index, where)
    assert core.field is not None
    return ir.Load(core.field, index, where)


def held(frame: Frame, attr: AttrSym, index: ir.Expr) -> ir.Expr:
    """What somebody has of each, as one bag."""
    assert isinstance(attr.per, t.Scalar) and attr.core is not None
    type = state.set_type(frame.world, attr.per)
    member = frame.routine.new(attr.name)
    at = prim("add", prim("mul", index, const(type.size)), state.minus_base(member, type.base))
    amount = ir.Look(attr.core.table, at) if attr.core.table is not None else ir.Load(attr.core.field, at)  # type: ignore[arg-type]
    bag = Bag(type.base, type.size)
    one = prim("bag_one", member, amount, type=bag)
    return ir.Fold("bags", (ir.In(member, ir.SetConst(type.full, type)),), one, None, bag)


def _as_it_lies(sym: KindSym, index: ir.Expr, way: ir.Expr, ways: int) -> ir.Expr:
    """The direction as it was before the piece was turned: that of the table."""
    top = sym.attrs["top"].core
    assert top is not None and top.field is not None
    return prim("mod", prim("add", prim("sub", way, ir.Load(top.field, index)), const(ways)), const(ways))


def _of_piece(frame: Frame, attr: AttrSym, piece: ir.Expr, member: ir.Expr | None, node: m.Read | None) -> ir.Expr:
    """An attribute of an individual piece. What lies face down has only what it still shows."""
    sym, core = frame.world.kinds[attr.of], attr.core
    assert core is not None
    if core.bits:
        assert core.field is not None
        value = has(ir.Load(core.field, ZERO), piece)
    else:
        index = state.minus_base(piece, sym.core.base)
        if isinstance(attr.per, t.Way) and sym.turning and member is not None:
            member = _as_it_lies(sym, index, member, len(attr.per.names))
        value = _load(frame, attr, index, member, node)
    face = state.face(sym, attr)
    if face is None:
        return value
    assert face.core is not None and face.core.field is not None and isinstance(face.type, t.Enum)
    up = const(face.type.members.index("up")) if "up" in face.type.members else ZERO
    shows = prim("eq", ir.Load(face.core.field, state.minus_base(piece, sym.core.base)), up)
    return ir.Cond(shows, value, _nothing(value, attr.type))


def _nothing(value: ir.Expr, type: t.Type) -> ir.Expr:
    """What a face-down piece has instead: none, 0 or nothing."""
    match value.type:
        case Set() as core:
            return ir.SetConst(0, core)
        case Bag() as core:
            return ir.BagConst((0,) * core.size, core)
        case Seq() as core:
            return ir.SeqConst((), core)
    return NONE if isinstance(type, t.Enum | t.Name | t.Maybe | t.Cell | t.Player | t.Piece) else ZERO


# ---------------------------------------------------------------- what everything of a sort has


def aspect(frame: Frame, node: m.Aspect, of: Value) -> Value:
    """The owner, place, row, side … of something."""
    if node.which == "place":
        found = conversions.place(frame.world, of, node.type) if isinstance(t.bare(of.type), t.Piece) else of
        return Value(node.type, found.expr, whole=found.whole, constant=found.constant, meaning=node)
    return Value(node.type, _aspect(frame.world, node, of), meaning=node)


def _aspect(world: World, node: m.Aspect, of: Value) -> ir.Expr:
    assert of.expr is not None
    match node.which:
        case "rival":
            return const(1 - of.expr.value) if isinstance(of.expr, ir.Const) else prim("sub", ONE, of.expr)
        case "team":
            return team_of(world, of.expr)
        case "partner":
            return partner_of(world, of.expr)
        case "owner" if isinstance(inner := t.bare(of.type), t.Piece):
            return state.owner_of(world, state.kinds_meant(world, inner)[0], of.expr)
    inner = t.bare(of.type)
    assert isinstance(inner, t.Cell)
    place = state.place_meant(world, inner, node.which)
    assert place is not None
    if node.which == "owner":
        return owner_on(world, place, of.expr)
    table = state.constant_table(world, f"{place.name}.{node.which}", state.site_numbers(world, place, node.which))
    return ir.Look(table, state.minus_base(of.expr, place.core.base))


def owner_on(world: World, place: PlaceSym, at: ir.Expr) -> ir.Expr:
    """Whose piece is on a cell; nobody's if there is none. A place of a player's own is theirs."""
    if isinstance(place.family, t.Player) and place.board is None:
        return state.minus_base(at, place.core.base)
    result: ir.Expr = NONE
    for sym in [world.kinds[world.program.kinds[n].name] for n in place.core.limits]:
        if sym.core.counted and not sym.core.owners:
            continue
        for owner in reversed(range(state.owner_count(world, sym.core))):
            if sym.core.heaped:
                low = state.span_of(world, t.Piece(frozenset({sym.name})))[0]
                test = prim("gt", state.heap(sym, at, const(owner), low), ZERO)
            else:
                test = has(state.cells_with(world, sym, place, const(owner)), at)
            result = ir.Cond(test, const(owner), result)
    return result


def owned_on(world: World, place: PlaceSym, at: ir.Expr, owner: ir.Expr) -> ir.Expr | None:
    """Whether a piece on a cell belongs to somebody, as one test; None if it cannot be said that way."""
    if isinstance(owner, ir.Const) and owner.value < 0:
        return None
    if place.family is not None:
        return None
    result: ir.Expr | None = None
    for number in place.core.limits:
        sym = world.kinds[world.program.kinds[number].name]
        if sym.core.counted and not sym.core.owners:
            continue
        if sym.core.heaped:
            low = state.span_of(world, t.Piece(frozenset({sym.name})))[0]
            test = prim("gt", state.heap(sym, at, owner, low), ZERO)
        else:
            test = has(state.cells_with(world, sym, place, owner), at)
        result = test if result is None else either(result, test)
    return result
