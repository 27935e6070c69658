"""The table of what actions led to, over the interpreter; `compiler.habits` keeps the same one in native code."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from rulewright.compiler.frame import CONTEST, HABITS
from rulewright.core.habits import HEAD, NOTED, SLOTS, alike
from rulewright.core.random import MASK, mix
from rulewright.core.sight import shapes

if TYPE_CHECKING:
    from rulewright.core.program import Program
    from rulewright.play.engines import Option


class Habits:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.sums, self.counts = [0] * SLOTS, [0] * SLOTS
        self.noted: list[tuple[int, int]] = []

    def slot(self, who: int, choice: int, option: Option) -> int:
        shape, twins = shapes(self.program), alike(self.program)
        alternative = shape.bases[choice] + option[0]
        key = mix(alternative * 16 + who + 1)
        for i, value in enumerate(option[1]):
            shown = twins[value] if value >= 0 and shape.pieces[alternative] >> i & 1 else value
            key = mix((key * 31 + shown) & MASK)
        return key & SLOTS - 1

    def better(self, one: int, two: int) -> bool:
        """Whether the second slot promises more; what was never tried promises most."""
        if not self.counts[two] or not self.counts[one]:
            return self.counts[one] > 0
        return self.sums[two] * self.counts[one] > self.sums[one] * self.counts[two]

    def note(self, slot: int, who: int) -> None:
        if len(self.noted) < NOTED:
            self.noted.append((slot, who))

    def learn(self, rewards: list[int]) -> None:
        for slot, who in self.noted:
            self.sums[slot] += rewards[who]
            self.counts[slot] += 1
        self.noted.clear()


def given(context: Any, contest: int) -> Any:
    """Give a context a table, where actions are drawn in contests; what is returned has to live as long as the context."""
    table = (ctypes.c_int64 * (HEAD + 2 * SLOTS))() if contest > 1 else None
    context[HABITS] = ctypes.addressof(table) if table is not None else 0
    context[CONTEST] = contest
    return table
