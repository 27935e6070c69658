"""What is legal but looks wrong: warnings about a game that has been checked.

The passes read the syntax tree (what is mentioned, what the prose says) and the core program (what can be reached, what is
read and written). They add findings and change nothing.
"""

from __future__ import annotations

from rulewright.core.program import Program
from rulewright.dsl.lint.conditions import settled_conditions
from rulewright.dsl.lint.endings import endless, unreachable_sentences
from rulewright.dsl.lint.numbers import prose_numbers
from rulewright.dsl.lint.reach import unreachable
from rulewright.dsl.lint.subject import Subject
from rulewright.dsl.lint.tails import swallowed_conditions
from rulewright.dsl.lint.unused import unplaced, unused
from rulewright.dsl.lint.values import prose_values
from rulewright.dsl.world import World

PASSES = (
    unreachable,
    unused,
    unplaced,
    endless,
    unreachable_sentences,
    settled_conditions,
    swallowed_conditions,
    prose_numbers,
    prose_values,
)


def lint(world: World, program: Program) -> None:
    """Add warnings to the findings, in the order of the text."""
    subject = Subject(world, program)
    before = len(world.findings.all)
    for look in PASSES:
        look(subject)
    found = world.findings.all[before:]
    found.sort(key=lambda f: f.primary.span)
    world.findings.all[before:] = found
