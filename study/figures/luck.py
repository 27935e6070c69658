"""Luck: what chance brought beside what it could have brought, event by event, and how much of the result that explains."""

from __future__ import annotations

import math
from collections import defaultdict

import numpy as np

from rulewright.agents.batch import Result
from rulewright.agents.fortune import Event
from rulewright.study.drawing import stack
from rulewright.study.model import Estimate, Figure
from rulewright.study.rows import Rows
from rulewright.study.stats import RESAMPLES, logistic
from rulewright.study.words import source

SETUP = "the setup"
EDGE = 0.02  # values nearer than that to 0 or 1 are taken as so near


def luck(rows: Rows) -> Figure | None:
    """The share of the variance of the result that events of chance explain.

    What is right on average changes only by chance and by decisions. So the covariance of the result with the sum of what chance
    changed is the part of the variance that is luck; errors of the values that have nothing to do with the result do not enter.
    """
    matches = [m for m in rows.whole if m.events]
    if len(matches) < 20:
        return None
    seats = range(len(rows.game.seats))
    result = np.array([[m.points(s) for s in seats] for m in matches])
    parts: dict[str, np.ndarray] = defaultdict(lambda: np.zeros_like(result))
    slopes = _slopes(matches, rows)
    for n, match in enumerate(matches):
        scale = slopes[n % 2]
        for event in match.events:
            name = SETUP if event.decision == 0 and event is match.events[0] else _source(event)
            for seat in seats:
                now = _sure(event.now[seat], scale)
                expected = sum(_sure(other[seat], scale) for other in event.else_) / len(event.else_)
                parts[name][n, seat] += now - expected
    whole = sum(parts.values(), np.zeros_like(result))
    if float(result.var()) == 0:
        return None
    total = _explained("luck in all", result, whole)
    named = [_explained(name, result, part) for name, part in parts.items()]
    named.sort(key=lambda e: (-e.value, e.name))
    share = f"{100 * total.value:.0f} % ({100 * total.low:.0f} to {100 * total.high:.0f})"
    most = f"; most of it is {named[0].name}" if total.value >= 0.01 else ""
    return Figure(
        id="luck",
        chapter="Skill and luck",
        title="How much is luck",
        shows=f"Between equal players chance explains {share} of who wins{most}.",
        sure=f"{len(matches)} matches: each time chance spoke, what came is held against {len(matches[0].events[0].else_)} other outcomes "
        "of the same stream. The rest is what players chose, better or worse.",
        estimates=(total, *named[:8]),
        drawing=_parts(total, named),
    )


def _parts(total: Estimate, named: list[Estimate]) -> str:
    """Luck by where it came from, and the rest."""
    sources = [(e.name, e.value) for e in named[:4] if e.value >= 0.005]
    known = sum(part for _, part in sources)
    scale = min(1.0, total.value / known) if known else 1.0
    told = [(name, part * scale) for name, part in sources]
    left = max(0.0, total.value - sum(part for _, part in told))
    other = [("luck of other kinds", left)] if left >= 0.005 else []
    return stack("luck", "What settles who wins", [("what players choose", 1 - total.value), *told, *other])


def nothing(rows: Rows) -> Figure:
    count = len(rows.whole)
    return Figure(
        id="luck",
        chapter="Skill and luck",
        title="How much is luck",
        shows="Nothing is left to chance in these rules.",
        sure="No die, no deck, no draw: read off the rules.",
        estimates=(Estimate(name="luck in all", value=0.0, low=0.0, high=0.0, count=count),),
    )


def _source(event: Event) -> str:
    names = list(dict.fromkeys(map(source, event.streams)))
    return " and ".join(names) if len(names) < 3 else "several at once"


def _sure(value: float, scale: float) -> float:
    """A mean reward of random playouts as a chance of winning."""
    inside = min(max(value, EDGE), 1 - EDGE)
    return 1 / (1 + math.exp(-scale * math.log(inside / (1 - inside))))


def _slopes(matches: list[Result], rows: Rows) -> tuple[float, float]:
    """How sure what random playouts say has to be made, for matches with even and odd numbers, each from the others."""
    found = []
    for other in (1, 0):
        x, y = [], []
        for n, match in enumerate(matches):
            if n % 2 == other:
                for event in match.events:
                    for seat in range(len(rows.game.seats)):
                        inside = min(max(event.now[seat], EDGE), 1 - EDGE)
                        x.append(math.log(inside / (1 - inside)))
                        y.append(match.points(seat))
        found.append(_slope(np.array(x), np.array(y)))
    return found[0], found[1]


def _slope(x: np.ndarray, y: np.ndarray) -> float:
    """The slope of a logistic curve through the middle."""
    return min(5.0, max(0.2, float(logistic(x[:, None], y)[0])))


def _explained(name: str, result: np.ndarray, part: np.ndarray) -> Estimate:
    """The covariance with the result, as a share of its variance; seats taken together, matches resampled."""
    count = len(result)

    def share(numbers: np.ndarray) -> float:
        r, p = result[numbers], part[numbers]
        var = float(((r - r.mean(axis=0)) ** 2).sum())
        return float(((r - r.mean(axis=0)) * (p - p.mean(axis=0))).sum()) / var if var > 0 else 0.0

    rng = np.random.default_rng(1)
    tried = [share(rng.integers(0, count, count)) for _ in range(RESAMPLES)]
    low, high = (min(1.0, max(0.0, float(q))) for q in np.quantile(tried, (0.025, 0.975)))
    return Estimate(name=name, value=min(1.0, max(0.0, share(np.arange(count)))), low=low, high=high, count=count)
