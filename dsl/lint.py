"""What is legal but looks wrong."""

from __future__ import annotations

from rulewright.core.program import Program
from rulewright.dsl.world import World


def lint(world: World, program: Program) -> None:
    """Add warnings to the findings."""
