"""An optional clock: so many seconds for each seat, and some more for each decision. Times stand in the record, so it can be read again.

Clocks are no part of the rules. They begin to run when the first decision has been taken. Anybody can give another seat more time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

GIFT = 60.0
MOST = 7 * 24 * 60 * 60.0


@dataclass(slots=True)
class Clock:
    more: float  # seconds for each decision
    left: dict[str, float]  # seat -> seconds, as its clock stood when it began to run
    since: dict[str, float] = field(default_factory=dict)  # the seats whose clocks run, and from when on

    def decided(self, seat: str, at: float) -> None:
        if seat in self.since:
            self.left[seat] += self.more - (at - self.since.pop(seat))

    def run(self, seats: Iterable[str], at: float) -> None:
        """From now on these seats are thinking; the others' clocks stand."""
        asked = set(seats)
        for seat in set(self.since) - asked:
            self.left[seat] -= at - self.since.pop(seat)
        for seat in asked - set(self.since):
            if seat in self.left:
                self.since[seat] = at

    def wake(self, at: float) -> None:
        """The server was away: that time is nobody's."""
        self.since = dict.fromkeys(self.since, at)

    def up(self, at: float) -> str | None:
        """A seat whose time is up."""
        return next((s for s, since in self.since.items() if self.left[s] - (at - since) <= 0), None)

    def next(self, at: float) -> float | None:
        """In how many seconds a time is up, if nobody decides."""
        return min((self.left[s] - (at - since) for s, since in self.since.items()), default=None)


def wound(settings: dict[str, Any], seats: Iterable[str], machines: Iterable[str]) -> Clock | None:
    """The clock of a match, if its settings ask for one."""
    asked = settings.get("clock")
    if not asked:
        return None
    return Clock(float(asked.get("more", 0)), {s: float(asked["seconds"]) for s in seats if s not in set(machines)})


def wanted(asked: Any) -> dict[str, float] | None:
    """What somebody who makes a match says about its clock, brought into bounds."""
    if not asked:
        return None
    seconds, more = float(asked["seconds"]), float(asked.get("more", 0))
    if seconds <= 0:
        return None
    return {"seconds": min(MOST, max(10.0, seconds)), "more": min(3600.0, max(0.0, more))}
