"""How much an agent may think for one decision: so many iterations, so many seconds, or both."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulewright.play.errors import PlayError

UNITS = {"ms": 0.001, "s": 1.0, "min": 60.0}
LONGEST = 24 * 3600.0
MOST = 10**9
WRITTEN = "A budget is a number of iterations or a time, as in `mcts:5000`, `mcts:2s`, `mcts:500ms`."


@dataclass(frozen=True, slots=True)
class Budget:
    """What ends the thinking: whatever comes first."""

    iterations: int | None = None
    seconds: float | None = None

    def __str__(self) -> str:
        parts = [f"{self.iterations}"] if self.iterations is not None else []
        parts += [f"{self.seconds:g}s"] if self.seconds is not None else []
        return " or ".join(parts)


def budget(text: str) -> Budget:
    """`5000`, `2s`, `500ms` or `1min` as a budget; anything else is refused."""
    found = re.fullmatch(r"(\d+(?:[.]\d+)?)\s*(ms|s|min)?", text.strip().lower().replace(",", "").replace("_", ""))
    if found is None:
        raise PlayError(f"“{text}” is no budget.", WRITTEN)
    number, unit = found.groups()
    if unit is None:
        if "." in number:
            raise PlayError(f"{text} iterations cannot be made: a number of iterations is whole.", WRITTEN)
        if not 1 <= int(number) <= MOST:
            raise PlayError(f"A budget is at least 1 iteration and at most {MOST:,}, not {text}.", WRITTEN)
        return Budget(iterations=int(number))
    seconds = float(number) * UNITS[unit]
    if seconds <= 0:
        raise PlayError("With a time of zero there is nothing to think about.", "Give it some time, as in `mcts:100ms`, or take `random`.")
    if seconds > LONGEST:
        raise PlayError(f"{text} is longer than a day.", WRITTEN)
    return Budget(seconds=seconds)
