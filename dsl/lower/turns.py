"""Taking a turn: whoever has earned another one has it right after, and whoever has to skip one skips it."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Field, int_field
from rulewright.dsl.lower.values import ONE, ZERO, Step, Steps, prim
from rulewright.dsl.world import World

MOST = 9  # turns that are waiting to be taken, or to be skipped


def counter(world: World, name: str) -> Field:
    """How many further turns, or turns to be skipped, each player has."""
    return world.program.add_field(int_field(f"turns.{name}", 0, MOST, world.seats))


def more(field: Field, who: ir.Expr, span: int) -> Step:
    return ir.Store(field, who, prim("add", ir.Load(field, who), ONE), False, span)


def _less(field: Field, who: ir.Expr) -> Step:
    return ir.Store(field, who, prim("sub", ir.Load(field, who), ONE), False, -1)


def taken(world: World, who: ir.Expr, turn: Steps) -> Steps:
    """A turn, with the further ones its player has earned; or none, if they have to skip it."""
    out = list(turn)
    if world.again is not None:
        out.append(ir.While(prim("gt", ir.Load(world.again, who), ZERO), (_less(world.again, who), *turn), -1))
    if world.skipped is not None:
        out = [ir.If(prim("gt", ir.Load(world.skipped, who), ZERO), (_less(world.skipped, who),), tuple(out))]
    return out
