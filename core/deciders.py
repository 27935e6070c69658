"""Who can come to decide anything. A seat that the rules themselves move, such as the rival in a solo game, never does."""

from __future__ import annotations

from rulewright.core.program import Program
from rulewright.core.ranges import Ranges


def deciders(program: Program) -> frozenset[int]:
    """The seats that the bounds of the program leave for its decisions."""
    ranges = Ranges(program)
    found: set[int] = set()
    for choice in program.choices:
        if choice.decider is not None:
            low, high = ranges.of(choice.decider)
            found.update(range(max(low, 0), min(high + 1, len(program.seats))))
    return frozenset(found)
