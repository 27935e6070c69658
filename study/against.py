"""Two versions side by side: every figure on the same seeds, what differs and how sure that is, all comparisons taken together."""

from __future__ import annotations

import math

import numpy as np

from rulewright.agents.intervals import Z
from rulewright.study.drawing import Panel, panels
from rulewright.study.model import Estimate, Figure, Study
from rulewright.study.rows import Rows
from rulewright.study.stats import difference, holm, two_sided
from rulewright.study.words import said

CORRELATED = 0.1  # results of the same seed: from here on they are compared match by match
HOLDS = 0.05
MOST = 40  # differences in a picture; the table has all
SKIPPED = {"dominated", "calibration"}  # what they compare is not the same thing in two versions


class Compared:
    """One number in both versions."""

    def __init__(self, title: str, old: Estimate, new: Estimate, paired: tuple[float, float] | None = None) -> None:
        self.title, self.old, self.new, self.paired = title, old, new, paired is not None
        if paired is not None:
            self.gap, half = paired
            self.low, self.high = self.gap - half, self.gap + half
        elif old.unit == "share":
            self.gap, self.low, self.high = difference(old, new)
        else:
            self.gap = new.value - old.value
            self.low = self.gap - math.hypot(new.value - new.low, old.high - old.value)
            self.high = self.gap + math.hypot(new.high - new.value, old.value - old.low)
        self.count = min(old.count, new.count)
        self.p = 1.0 if self.high == self.low else two_sided(self.gap, (self.high - self.low) / (2 * Z))

    def told(self, value: float, sign: bool = False) -> str:
        form = "+" if sign else ""
        if self.old.unit == "share":
            return f"{100 * value:{form}.0f}"
        return f"{value:{form}.{0 if abs(self.old.value) >= 100 else 1}f}"

    def row(self, holds: bool) -> tuple[str, ...]:
        unit = " %" if self.old.unit == "share" else ""
        told = f"{self.told(self.gap, True)} ({self.told(self.low, True)} to {self.told(self.high, True)})"
        return (
            self.title,
            self.old.name,
            f"{self.told(self.old.value)}{unit}",
            f"{self.told(self.new.value)}{unit}",
            told.replace("-", "−") + (" by seeds" if self.paired else ""),
            "changed" if holds else "",
        )


def against(new: Study, old: Study, rows: Rows, before: Rows) -> Figure:
    """A table of everything that both studies measured."""
    pairs = _pairs(rows, before)
    found: list[Compared] = []
    known = {f.id: f for f in old.figures}
    for figure in new.figures:
        other = known.get(figure.id)
        if other is None or figure.id in SKIPPED or figure.id.startswith("sweep"):
            continue
        names = {e.name: e for e in other.estimates}
        for e in figure.estimates:
            if e.name in names and e.count and names[e.name].count:
                found.append(Compared(figure.title, names[e.name], e, pairs.get((figure.id, e.name))))
    held = [p < HOLDS for p in holm([c.p for c in found])]
    changed = [c for c, holds in zip(found, held, strict=True) if holds]
    told = "; ".join(f"{c.old.name} ({c.told(c.old.value)} to {c.told(c.new.value)})" for c in changed[:4])
    if changed:
        shows = f"{len(changed)} of {len(found)} numbers have changed for certain: {told}{' …' if len(changed) > 4 else ''}."
    else:
        shows = f"None of {len(found)} numbers has changed that could be told from chance."
    smallest = min((c.high - c.gap for c in found if c.old.unit == "share" and c.high > c.gap), default=0.0)
    return Figure(
        id="against",
        chapter="Two versions",
        title=f"Against {old.title} ({old.fingerprint})",
        shows=shows,
        sure=f"The same seeds, {len(before.matches)} and {len(rows.matches)} matches. A change has to hold when all {len(found)} "
        "comparisons are taken together (Holm). By seeds: results of the same seed hang together, and were compared match by match. "
        f"A change of a share of less than about {max(2, round(100 * smallest))} points would not show.",
        drawing=_drawn(found, held),
        wide=True,
        table=(("figure", "number", "before", "now", "difference (range)", ""), *(c.row(h) for c, h in zip(found, held, strict=True))),
    )


def _drawn(found: list[Compared], held: list[bool]) -> str:
    """Differences of shares in points of a hundred; a filled dot has changed for certain."""
    shares = [(c, h) for c, h in zip(found, held, strict=True) if c.old.unit == "share" and c.high > c.low][:MOST]
    if not shares:
        return ""
    rows = [(100 * c.gap, 100 * c.low, 100 * c.high) for c, _ in shares]
    names = [f"{said(c.title)}: {said(c.old.name)}" for c, _ in shares]
    panel = Panel("now less before, in points of a hundred", rows, full=[h for _, h in shares])
    return panels("against", "What has changed", names, [panel], 720)


def _pairs(rows: Rows, before: Rows) -> dict[tuple[str, str], tuple[float, float]]:
    """Differences match by match, with half the width of their range, where results of the same seed hang together."""
    if rows.level != before.level or rows.seed != before.seed:
        return {}
    both = [(a, b) for a, b in zip(rows.matches, before.matches, strict=False) if a.ended and b.ended]
    if len(both) < 30:
        return {}
    found = {}
    for number, name in enumerate(rows.game.seats):
        if name in before.game.seats:
            other = before.game.seats.index(name)
            pair = _paired([a.points(number) for a, _ in both], [b.points(other) for _, b in both])
            if pair is not None:
                found["seats", name] = pair
    return found


def _paired(now: list[float], then: list[float]) -> tuple[float, float] | None:
    one, two = np.array(now), np.array(then)
    if one.std() == 0 or two.std() == 0 or float(np.corrcoef(one, two)[0, 1]) <= CORRELATED:
        return None
    gaps = one - two
    return float(gaps.mean()), Z * float(gaps.std(ddof=1)) / math.sqrt(len(gaps))
