"""Taking a turn: whoever has earned another one has it right after, and whoever has to skip one skips it."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Field, int_field
from rulewright.dsl.lower.values import ONE, ZERO, prim
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import World

MOST = 9  # turns that are waiting to be taken, or to be skipped
Out = list[ir.Stmt]


def said(world: World) -> None:
    """Fields for further and skipped turns, if some sentence speaks of them."""
    for phrase in nodes(world.chapters, e.Phrase):
        words = [a.name for a in phrase.arguments if isinstance(a, e.Word)]
        if "another" in words and "turn" in words and world.again is None:
            world.again = _counter(world, "again")
        if ("skips" in words or "skip" in words) and "turn" in words and world.skipped is None:
            world.skipped = _counter(world, "skipped")


def _counter(world: World, name: str) -> Field:
    return world.program.add_field(int_field(f"turns.{name}", 0, MOST, world.seats))


def more(field: Field, who: ir.Expr, span: int) -> ir.Stmt:
    return ir.Store(field, who, prim("add", ir.Load(field, who), ONE), False, span)


def _less(field: Field, who: ir.Expr) -> ir.Stmt:
    return ir.Store(field, who, prim("sub", ir.Load(field, who), ONE), False, -1)


def taken(world: World, who: ir.Expr, turn: Out) -> Out:
    """A turn, with the further ones its player has earned; or none, if he has to skip it."""
    out = list(turn)
    if world.again is not None:
        out.append(ir.While(prim("gt", ir.Load(world.again, who), ZERO), (_less(world.again, who), *turn), -1))
    if world.skipped is not None:
        out = [ir.If(prim("gt", ir.Load(world.skipped, who), ZERO), (_less(world.skipped, who),), tuple(out))]
    return out
