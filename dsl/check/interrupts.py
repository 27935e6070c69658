"""Interrupts: in which phase one may be played, and in which ways."""

from __future__ import annotations

from rulewright.dsl.check.actions import ways_of
from rulewright.dsl.check.context import Context
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower.values import Routine, Value
from rulewright.dsl.lower.ways import Made
from rulewright.dsl.lower.weave import weave_interrupt
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import RoutineSym, World


def weave_interrupts(world: World) -> None:
    for routines in world.routines.values():
        for routine in routines:
            if routine.sort == "interrupt":
                _weave_interrupt(world, routine)


def _weave_interrupt(world: World, routine: RoutineSym) -> None:
    decl = routine.decl
    assert isinstance(decl, d.Interrupt)
    node = decl.during
    name = node.left.name if isinstance(node, e.Of) and isinstance(node.left, e.Word) else node.name if isinstance(node, e.Word) else ""
    phase = next((r for r in world.routines.get(name, ()) if r.sort in {"turn", "phase", "play"}), None)
    if phase is None:
        known = [n for n, rs in world.routines.items() if any(r.sort in {"turn", "phase"} for r in rs)]
        world.unknown(codes.UNKNOWN_NAME, f"There is no phase `{name}`.", name, node.span, known)
        return
    routine.offered = True

    def ways(core: Routine, who: Value) -> Made | None:
        found = ways_of(Context(world, core, {}, who), routine, who, {})
        return found.made if found is not None else None

    weave_interrupt(world, routine, phase, isinstance(node, e.Of), ways)
