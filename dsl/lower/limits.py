"""`once per turn`: one bit for each player or each card, set when the deed is done and cleared whenever that turn or phase begins."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Attribute, Field, Shown, int_field
from rulewright.core.record import entity
from rulewright.core.types import Set
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import ONE, ZERO, Routine, Step, Value, prim
from rulewright.dsl.world import KindSym, World


@entity
class Limit:
    """The bits of a limit, and which of them it is now."""

    field: Field
    index: ir.Expr


def bits(world: World, count: int, kind: KindSym | None) -> Field:
    """The bits of a new limit. A card that has been used is not like one that has not."""
    field = world.program.add_field(int_field(f"once.{len(world.limits) + 1}", 0, 1, count))
    if kind is not None:
        before = [n for n in kind.core.attributes if n.startswith("used")]
        name = f"used_{len(before) + 1}" if before else "used"
        kind.core.attributes[name] = Attribute(name, Shown("flag"), field=field)
    return field


def of_player(field: Field, who: Value) -> Limit:
    assert who.expr is not None
    return Limit(field, who.expr)


def of_piece(field: Field, kind: KindSym, piece: Value) -> Limit:
    assert piece.expr is not None
    return Limit(field, state.minus_base(piece.expr, kind.core.base))


def unused(limit: Limit) -> ir.Expr:
    return prim("eq", ir.Load(limit.field, limit.index), ZERO)


def mark(limit: Limit) -> Step:
    return ir.Store(limit.field, limit.index, ONE, False, -1)


def weave_limits(world: World) -> None:
    """Whenever the turn or phase begins, everything can be done once again."""
    for phase, field in world.limits.values():
        proc = phase.proc
        number = Routine(proc.locals, proc.names, proc.sorts).new("i")
        everything = Set(0, field.count)
        clear = ir.For(number, ir.SetConst(everything.full, everything), (ir.Store(field, number, ZERO, False, -1),))
        proc.body = (clear, *proc.body)
