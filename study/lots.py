"""Lots: who has to do without what, or has to take what wherever it can be had."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.core.random import seeded

ONE_IN = 4  # a name is drawn for a seat in one match of so many


def drawn(seats: int, wanted: Sequence[str], seed: int) -> tuple[tuple[str, ...], ...]:
    """The names that are drawn for each seat of a match, each name for itself, from a stream that nothing else draws from."""
    found = []
    for seat in range(seats):
        word = seeded(seed, 64 + seat)
        found.append(tuple(name for i, name in enumerate(wanted) if (word >> 2 * i) % ONE_IN == 0))
    return tuple(found)
