"""What actions led to: a table that a search fills while it plays on at random, and by which it draws what to play next.

A slot holds the sum of rewards and their number, for a seat and an action. Equal pieces are one and the same here. The numbers are
whole, so that both engines keep the same table.
"""

from __future__ import annotations

from functools import cache

from rulewright.core.program import Program

SLOTS = 1 << 14
NOTED = 1_024  # actions of a playout whose outcome is noted
HEAD = 1 + NOTED  # words before the slots: how many are noted, and where


@cache
def alike(program: Program) -> tuple[int, ...]:
    """For each individual piece the first that cannot be told from it."""
    found = list(range(program.pieces))
    for kind in program.kinds:
        if not kind.counted and kind.twins:
            first: dict[int, int] = {}
            for n, twin in enumerate(kind.twins):
                found[kind.base + n] = first.setdefault(twin, kind.base + n)
    return tuple(found)
