"""`--find "win rate of Ann = 45 %" --by hand_limit`: at which value of something is a share what it should be?"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rulewright.play.errors import PlayError
from rulewright.study.model import Estimate, Figure
from rulewright.study.rows import Rows
from rulewright.study.stats import share

ASKED = re.compile(r"win rate of (.+?)\s*=\s*(\d+(?:\.\d+)?)\s*%")
TEAM = {"the team", "all", "everybody", "everyone"}
BEGINS = {"who begins", "the first", "the starter"}
ALL = 6  # so few values are all played; of more, the middle of what is left, again and again


@dataclass(frozen=True, slots=True)
class Aim:
    """Whose share of wins is to be what."""

    who: str
    share: float

    def points(self, rows: Rows) -> list[float]:
        seats = rows.game.seats
        if self.who in TEAM:
            return [float(bool(m.winners)) for m in rows.whole]
        if self.who in BEGINS:
            return [m.points(m.notes[0].seat) for m in rows.whole if m.notes]
        return [m.points(seats.index(self.who)) for m in rows.whole]


def read(text: str, seats: tuple[str, ...]) -> Aim:
    found = ASKED.fullmatch(text.strip())
    if found is None:
        raise PlayError(f"--find {text} is not understood.", 'Write --find "win rate of Ann = 40 %".')
    who, wanted = found[1].strip(), float(found[2]) / 100
    if who not in seats and who.lower() not in TEAM | BEGINS:
        raise PlayError(f"{who} does not sit at this table.", f"Choose one of: {', '.join(seats)}, the team, who begins.")
    if not 0 <= wanted <= 1:
        raise PlayError("A win rate lies between 0 % and 100 %.")
    return Aim(who if who in seats else who.lower(), wanted)


def seek(aim: Aim, what: str, values: tuple[str, ...], played: Callable[[str], Rows]) -> Figure:
    """Play values until the best is known. Many of them are taken as a rising or falling row, and halved."""
    found: dict[str, Estimate] = {}

    def ask(value: str) -> float:
        if value not in found:
            found[value] = share(f"{what} = {value}", aim.points(played(value)))
        return found[value].value

    halving = len(values) > ALL
    if halving:
        low, high = 0, len(values) - 1
        rising = ask(values[high]) >= ask(values[low])
        while high - low > 1:
            middle = (low + high) // 2
            if (ask(values[middle]) < aim.share) == rising:
                low = middle
            else:
                high = middle
    else:
        for value in values:
            ask(value)
    order = [v for v in values if v in found]
    best = min(order, key=lambda v: abs(found[v].value - aim.share))
    hit = found[best]
    fits = [v for v in order if found[v].low <= aim.share <= found[v].high]
    told = f"{100 * hit.value:.0f} % ({100 * hit.low:.0f} to {100 * hit.high:.0f})"
    if fits:
        sure = f"At {' and '.join(fits)} the range holds {100 * aim.share:g} %; more matches would tell them apart."
    else:
        sure = f"At no value that was played does the range hold {100 * aim.share:g} %."
    if halving:
        sure += " Values between were halved, as if the share rose or fell all the way."
    return Figure(
        id=f"find-{what}",
        chapter="Fairness",
        title=f"Where the win rate of {aim.who} is {100 * aim.share:g} %",
        shows=f"Nearest is {what} = {best}: {told}.",
        sure=f"{sure} Each value was played {hit.count} times on the same seeds.",
        estimates=tuple(found[v] for v in order),
    )
