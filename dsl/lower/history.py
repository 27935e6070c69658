"""Positions that have stood before: kept only if a rule asks for repetition."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import int_field
from rulewright.core.types import INT_MAX, INT_MIN
from rulewright.dsl.world import World

REMEMBERED = 128


def need_history(world: World) -> None:
    """The hashes of the last positions at the start of a turn."""
    if any(f.name == "history" for f in world.program.fields):
        return
    world.program.add_field(int_field("history", INT_MIN, INT_MAX, REMEMBERED, compared=False))
    world.program.add_field(int_field("remembered", 0, 2**31 - 1, compared=False))


def recording(world: World) -> list[ir.Stmt]:
    """Note the position at the start of a turn. Whether it is needed is known only when all rules are checked."""
    return [ir.Effect("record", (), -1)]
