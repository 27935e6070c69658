"""How open a match stays: the chance of winning through the match, as the search sees it, put right against results of other matches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from rulewright.agents.batch import Result
from rulewright.agents.intervals import wilson
from rulewright.study.alarms import LEAST
from rulewright.study.chart import Axis, axis
from rulewright.study.drawing import dots
from rulewright.study.figures.crowd import crowds
from rulewright.study.figures.fairness import sides
from rulewright.study.figures.through import Way, changes, closeness, course, decided, extremes, leader
from rulewright.study.model import Estimate, Figure
from rulewright.study.rows import Rows
from rulewright.study.stats import hanging, logistic

TRUSTED = 0.05  # the largest mean distance between what was expected and what came at which the chapter is believed; more with few matches
CLASSES = 5
EDGE = 0.005  # values nearer than that to 0 or 1 are taken as so near
BELOW, OVER = 0.45, 0.55  # a lead changes where a chance goes from one to the other


@dataclass(frozen=True, slots=True)
class Course:
    """A match between two: the first seat's value at every decision somebody thought about, as the search had it and as a chance of
    winning, who decided, and the first seat's result."""

    seen: np.ndarray
    who: np.ndarray
    result: float
    chance: np.ndarray
    match: Result | None = None

    @property
    def even(self) -> float:
        return 0.5

    def pairs(self, put_right: bool) -> list[tuple[np.ndarray, float]]:
        """What was expected, and what came."""
        return [(self.chance if put_right else self.seen, self.result)]

    def changes(self) -> int:
        """How often the chance goes from below one bound to above the other, or back."""
        return _changes(self.chance)

    def led(self, part: float) -> float | None:
        """The result of whoever led after that part of the match; nothing where both did."""
        value = self.chance[int(part * (len(self.chance) - 1))]
        return None if value == 0.5 else self.result if value > 0.5 else 1 - self.result

    @property
    def chances(self) -> np.ndarray:
        return np.stack([self.chance, 1 - self.chance], axis=1)

    def winner(self) -> np.ndarray | None:
        """The chance of whoever won, all the way; nothing where it was shared."""
        return self.chance if self.result == 1.0 else 1 - self.chance if self.result == 0.0 else None


def courses(rows: Rows) -> list[Course]:
    """All matches, each put right by what the other half of them taught: even numbers by odd ones, odd ones by even ones."""
    found = []
    for match in rows.whole:
        notes = [n for n in match.notes if n.value >= 0]
        if len(notes) >= 4:
            seen = np.array([n.value if n.seat == 0 else 1 - n.value for n in notes])
            found.append(Course(seen, np.array([n.seat for n in notes]), match.points(0), seen, match))
    halves = [found[0::2], found[1::2]]
    weights = [_learnt(half) for half in halves]
    return [replace(c, chance=_told(c, *weights[1 - n % 2])) for n, c in enumerate(found)]


def _columns(course: Course, length: float) -> np.ndarray:
    """What a chance is made of: a lean to a seat and to whoever decides, what the search of whoever decides says and that of the other
    said last (each thinks well of its own plans), and how far the match is, beside matches of the usual length."""
    inside = np.clip(course.seen, EDGE, 1 - EDGE)
    logit = np.log(inside / (1 - inside))
    other = logit[_before(course.who)]
    far = np.minimum(np.arange(len(inside)) / length, 1.5)
    return np.stack([np.ones(len(inside)), 1.0 - 2 * course.who, logit, logit * far, other, other * far], axis=1)


def _before(who: np.ndarray) -> np.ndarray:
    """For each decision, the last one of the other before it; the decision itself where there is none yet."""
    found, last = np.arange(len(who)), [-1, -1]
    for at, seat in enumerate(who):
        if last[1 - seat] >= 0:
            found[at] = last[1 - seat]
        last[seat] = at
    return found


def _learnt(half: list[Course]) -> tuple[np.ndarray, float]:
    if not half:
        return np.array([0.0, 0.0, 1.0, 0.0, 0.0, 0.0]), 1.0
    length = float(np.median([len(c.seen) for c in half]))
    x = np.concatenate([_columns(c, length) for c in half])
    return logistic(x, np.concatenate([np.full(len(c.seen), c.result) for c in half])), length


def _told(course: Course, weights: np.ndarray, length: float) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-_columns(course, length) @ weights)))


def figures(rows: Rows, together: bool = False) -> list[Figure]:
    """Nothing where nobody plays against another, or all results are alike: then there is no lead."""
    if together:
        return []
    close = closeness(rows)
    told: Sequence[Way] = courses(rows) if len(rows.game.seats) == 2 else crowds(rows) if len(sides(rows)) > 1 else []
    if len(told) < LEAST or len({result for c in told for _, result in c.pairs(True)[:1]}) < 2:
        return [close] if close is not None else []
    trust = calibration(told)
    ends = [close] if close is not None else []
    if trust.unable:
        return [trust, *ends]
    return [course(rows, told), leader(rows, told), changes(told), *ends, decided(rows, told), *extremes(rows, told), trust]


def gap(expected: list[np.ndarray], results: list[float]) -> tuple[float, list[tuple[float, float]]]:
    """The mean distance between what was expected and what came, and both for each class of decisions."""
    all_, came = np.concatenate(expected), np.concatenate([np.full(len(v), r) for v, r in zip(expected, results, strict=True)])
    edges = np.quantile(all_, np.linspace(0, 1, CLASSES + 1))
    classes = np.clip(np.searchsorted(edges, all_, side="right") - 1, 0, CLASSES - 1)
    pairs = [
        (float(all_[classes == c].mean()), float(came[classes == c].mean()), float((classes == c).mean())) for c in set(classes.tolist())
    ]
    return sum(abs(a - b) * weight for a, b, weight in pairs), [(a, b) for a, b, _ in sorted(pairs)]


def calibration(told: Sequence[Way]) -> Figure:
    """Expected against found, in matches that nothing was learnt from: decisions by the chance they had, and how their matches ended."""
    (raw, _), (error, pairs) = (gap(*map(list, zip(*(p for c in told for p in c.pairs(right)), strict=True))) for right in (False, True))
    limit = max(TRUSTED, 1 / math.sqrt(len(told)))
    classes = _classes(told, [expected for expected, _ in pairs])
    unable = "" if error <= limit else "What is expected is too far from what comes: the rest of the chapter on tension is left out."
    return Figure(
        id="calibration",
        chapter="Tension",
        title="Can the search be believed?",
        shows=f"What the search expected was {100 * raw:.0f} points of 100 beside what came; put right by the other half of the matches, "
        f"{100 * error:.0f}.",
        sure=f"Out of sample: what a value means is learnt from one half of the {len(told)} matches and judged on the other, both ways "
        f"round. Up to {100 * limit:.0f} is believed. Each dot: of the decisions with about that chance, how many were won; on the broken "
        "line it would be as many as expected.",
        estimates=classes,
        unable=unable,
        drawing=_believed(classes, [expected for expected, _ in pairs]),
    )


def _classes(told: Sequence[Way], expected: list[float]) -> tuple[Estimate, ...]:
    """What was expected and what came of the decisions around each of these chances; decisions of one match hang together."""
    bounds = [(a + b) / 2 for a, b in pairwise(expected)]
    found = []
    for number in range(len(expected)):
        parts, sums = [], np.zeros(3)
        for way in told:
            mine = [(chances[np.searchsorted(bounds, chances) == number], result) for chances, result in way.pairs(True)]
            here = np.array([(len(c), c.sum(), len(c) * result) for c, result in mine]).sum(axis=0)
            parts.append((round(float(here[2])), int(here[0])))
            sums += here
        if sums[0]:
            chance, came = float(sums[1] / sums[0]), float(sums[2] / sums[0])
            low, high = wilson(came, max(1, int(hanging(parts))))
            band = (max(0.0, chance - TRUSTED), min(1.0, chance + TRUSTED))
            found.append(Estimate(name=f"expected {100 * chance:.0f} %", value=came, low=low, high=high, count=int(sums[0]), fair=band))
    return tuple(found)


def _believed(classes: Sequence[Estimate], expected: Sequence[float]) -> str:
    points = [(100 * at, 100 * e.value, 100 * e.low, 100 * e.high) for at, e in zip(expected, classes, strict=False)]
    if not points:
        return ""
    scale = axis([v for at, _, low, high in points for v in (at, low, high)], bounds=(0.0, 100.0))
    x, y = (Axis(scale.low, scale.high, scale.marks, title, " %") for title in ("expected", "came"))
    return dots("calibration", "What was expected, and what came", points, x, y)


def _changes(chance: np.ndarray) -> int:
    """How often a chance goes from below one bound to above the other, or back."""
    sides = np.where(chance > OVER, 1, np.where(chance < BELOW, -1, 0))
    sides = sides[sides != 0]
    return int(np.sum(sides[1:] != sides[:-1])) if len(sides) else 0
