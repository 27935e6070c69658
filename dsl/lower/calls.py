"""Calls: definitions, what is in a bag, what each has chosen, what somebody could do, what would be."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Proc
from rulewright.core.types import INT, Bag, Row, Seq, Set, Type
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import NONE, ZERO, Routine, Value, const, equals, prim
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.world import CardSym, PlaceSym, World


def core_type(world: World, type: t.Type) -> Type:
    """What a value of a type is kept in."""
    match type:
        case t.SetOf(elem):
            return state.set_type(world, elem)
        case t.ListOf(_, cap):
            return Seq(INT, cap)
        case t.BagOf(elem):
            inner = state.set_type(world, elem)
            return Bag(inner.base, inner.size)
        case t.GroupsOf(elem, cap):
            return Seq(state.set_type(world, elem), cap)
        case _:
            return INT


def whoever(player: Value | None) -> ir.Expr:
    """The acting player to hand on; -1 if there is none (the routine may not need one)."""
    return player.expr if player is not None and player.expr is not None else NONE


def defined(node: m.Defined, player: Value | None, arguments: list[Value]) -> Value:
    """A definition of something; who acts is handed on if it speaks of them."""
    codes: list[ir.Expr] = [whoever(player) if node.actor is not None else NONE]
    for value in arguments:
        assert value.expr is not None
        codes.append(value.expr)
    return Value(node.type, ir.Call(node.define.func, tuple(codes)), meaning=node)


def is_card(name: ir.Expr, card: CardSym) -> ir.Expr:
    """Whether something bears one of the names that a card's rules are about."""
    check: ir.Expr = ZERO
    for number in card.names:
        one = equals(name, const(number))
        check = one if check is ZERO else prim("or", check, one)
    return check


def owner_or_holder(world: World, owner: Value, kind: str, piece: Value) -> Value:
    """The owner of a card; of what belongs to nobody, the player in whose hand or front it lies."""
    assert owner.expr is not None and piece.expr is not None
    lying = state.place_owner(world, state.location(world, piece.expr, frozenset({kind})))
    return Value(t.PLAYER, ir.Cond(prim("ge", owner.expr, ZERO), owner.expr, lying))


def in_bag(node: m.InBag, bag: Value, item: ir.Expr) -> Value:
    """How often something is in a bag."""
    assert bag.expr is not None
    return Value(node.type, prim("bag_count", bag.expr, item), meaning=node)


def answer(node: m.Answer, row: Value, who: ir.Expr) -> Value:
    """What one player chose, where each has chosen."""
    assert row.expr is not None
    if isinstance(row.expr.type, Row) and isinstance(row.expr.type.elem, Set):
        return Value(node.type, prim("row_set", row.expr, who, type=row.expr.type.elem), meaning=node)
    return Value(node.type, prim("row_at", row.expr, who), meaning=node)


def keepers(world: World, piece: t.Type) -> list[PlaceSym]:
    """The places of players in which something can lie."""
    elem = t.bare(piece)
    kinds = [world.kinds[k].core.number for k in elem.kinds] if isinstance(elem, t.Piece) else []
    return [p for p in world.places.values() if isinstance(p.family, t.Player) and any(k in p.core.limits for k in kinds)]


def keeper(world: World, node: m.Aspect, site: Value) -> Value:
    """Whose place something lies in; none in a place of nobody."""
    at, of = site.expr, node.of
    assert isinstance(of, m.Aspect)
    places = keepers(world, of.of.type)
    assert at is not None
    result: ir.Expr = NONE
    for place in places:
        core = place.core
        inside = prim("and", prim("ge", at, const(core.base)), prim("lt", at, const(core.base + core.sites)))
        copy = prim("div", prim("sub", at, const(core.base)), const(core.cells)) if core.cells > 1 else prim("sub", at, const(core.base))
        result = ir.Cond(inside, copy, result)
    return Value(node.type, result, meaning=node)


def would(type: t.Type, proc: Proc, arguments: tuple[ir.Expr, ...], value: Value, meaning: m.Expr | None) -> Value:
    """What a value would be after a sentence."""
    assert value.expr is not None
    return Value(type, ir.Would(proc, arguments, value.expr), meaning=meaning)


def name_shown(routine: Routine, value: Value) -> None:
    """Remember what sort of thing a local holds, so that it can be shown."""
    if isinstance(value.expr, ir.Local) and isinstance(value.type, t.Scalar):
        routine.sorts[value.expr.index] = t.shown(value.type)
