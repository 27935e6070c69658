"""What can be set: where a value goes, and what it is now."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.record import entity
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import ZERO, Slot, Step, Value, const, has, prim
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.world import AttrSym, KindSym, PlaceSym, World


@entity
class Target:
    """Where a value goes, and what it is now."""

    type: t.Type
    now: Value
    local: Slot | None = None
    attr: AttrSym | None = None
    index: ir.Expr | None = None
    owner_of: Value | None = None  # `set tile.owner to player`

    def store(self, value: ir.Expr, span: int) -> Step:
        if self.local is not None:
            return ir.Assign(self.local, value)
        assert self.attr is not None and self.attr.core is not None and self.index is not None
        field = self.attr.core.field
        assert field is not None
        if self.attr.core.bits:
            return ir.StoreBit(field, ZERO, self.index, value)
        return ir.Store(field, self.index, value, self.attr.clamped, span)


def of_name(value: Value) -> Target | None:
    """A name given by `let`; None if it stands for something that is worked out."""
    return Target(value.type, value, value.expr) if isinstance(value.expr, ir.Local) else None


def of_game(node: m.Read) -> Target:
    return _at(node, node.attrs[0], ZERO)


def of_one(node: m.Read, owner: Value) -> Target:
    """An attribute of a player or of a member of a type."""
    assert owner.expr is not None
    return _at(node, node.attrs[0], owner.expr)


def of_cell(node: m.Read, place: PlaceSym, cell: Value) -> Target:
    assert cell.expr is not None
    return _at(node, node.attrs[0], state.minus_base(cell.expr, place.core.base))


def of_piece(node: m.Read, sym: KindSym, piece: Value) -> Target:
    attr, at = node.attrs[0], piece.expr
    assert attr.core is not None and attr.core.field is not None and at is not None
    if attr.core.bits:
        return Target(attr.type, Value(attr.type, has(ir.Load(attr.core.field, ZERO), at), meaning=node), None, attr, at)
    return _at(node, attr, state.minus_base(at, sym.core.base))


def of_member(world: World, node: m.Read, base: int, owner: ir.Expr | None, member: ir.Expr) -> Target:
    """One value of a family; pieces are counted from the first of their kind."""
    attr = node.attrs[0]
    assert attr.per is not None
    low, size = state.span_of(world, attr.per)
    row = state.minus_base(member, low)
    if owner is not None:
        if base >= 0:
            owner = prim("sub", owner, const(base))
        row = prim("add", prim("mul", owner, const(size)), row)
    return _at(node, attr, row)


def _at(node: m.Read, attr: AttrSym, index: ir.Expr) -> Target:
    assert attr.core is not None and attr.core.field is not None
    return Target(attr.type, Value(attr.type, ir.Load(attr.core.field, index), meaning=node), None, attr, index)
