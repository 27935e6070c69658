"""How open a match stays: the chance of winning through the match, as the search sees it, put right against results of other matches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from rulewright.agents.intervals import wilson
from rulewright.study import places
from rulewright.study.alarms import EARLY, LEAST, RUNAWAY, WAY_BACK
from rulewright.study.figures.crowd import Crowd, crowds
from rulewright.study.figures.fairness import sides
from rulewright.study.model import Estimate, Figure, Finding
from rulewright.study.pictures import paths
from rulewright.study.rows import Rows
from rulewright.study.stats import above, hanging, logistic, middle, resampled, share

TRUSTED = 0.05  # the largest mean distance between what was expected and what came at which the chapter is believed; more with few matches
CLASSES = 5
EDGE = 0.005  # values nearer than that to 0 or 1 are taken as so near
DECIDED = 0.9  # a chance of the later winner: as good as won
LOST = 0.5  # of an even chance: as good as lost
BELOW, OVER = 0.45, 0.55  # a lead changes where a chance goes from one to the other
CLOSE = 0.05  # of the winner's points
TENTHS = (0.1, 0.3, 0.5, 0.7, 0.9)


@dataclass(frozen=True, slots=True)
class Course:
    """A match between two: the first seat's value at every decision somebody thought about, as the search had it and as a chance of
    winning, and the first seat's result."""

    seen: np.ndarray
    result: float
    chance: np.ndarray

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


Way = Course | Crowd


def courses(rows: Rows) -> list[Course]:
    """All matches, each put right by what the other half of them taught: even numbers by odd ones, odd ones by even ones."""
    found = []
    for match in rows.whole:
        seen = np.array([n.value if n.seat == 0 else 1 - n.value for n in match.notes if n.value >= 0])
        if len(seen) >= 4:
            found.append(Course(seen, match.points(0), seen))
    halves = [found[0::2], found[1::2]]
    weights = [_learnt(half) for half in halves]
    return [Course(c.seen, c.result, _told(c, *weights[1 - n % 2])) for n, c in enumerate(found)]


def _columns(course: Course, length: float) -> np.ndarray:
    """What a chance is made of: a lean to a seat, what the search says, and how far the match is, beside matches of the usual length."""
    inside = np.clip(course.seen, EDGE, 1 - EDGE)
    logit = np.log(inside / (1 - inside))
    far = np.minimum(np.arange(len(inside)) / length, 1.5)
    return np.stack([np.ones(len(inside)), logit, logit * far], axis=1)


def _learnt(half: list[Course]) -> tuple[np.ndarray, float]:
    if not half:
        return np.array([0.0, 1.0, 0.0]), 1.0
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
    found = [trust] if trust.unable else [trust, course(rows, told), leader(rows, told), decided(rows, told)]
    return [*found, close] if close is not None else found


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
    unable = "" if error <= limit else "What is expected is too far from what comes: the rest of the chapter on tension is left out."
    return Figure(
        id="calibration",
        chapter="Tension",
        title="Can the search be believed?",
        shows=f"What the search expected was {100 * raw:.0f} points of 100 beside what came; put right by the other half of the matches, "
        f"{100 * error:.0f}.",
        sure=f"Out of sample: what a value means is learnt from one half of the {len(told)} matches and judged on the other, both ways "
        f"round. Up to {100 * limit:.0f} is believed. Each bar: of the decisions with about that chance, how many were won; hatched: what "
        "was expected, and 5 points to either side.",
        estimates=_classes(told, [expected for expected, _ in pairs]),
        unable=unable,
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


def course(rows: Rows, told: Sequence[Way]) -> Figure:
    """How sure the later winner could be, from the beginning to the end; and how often the lead changed."""
    ways = [way for c in told if (way := c.winner()) is not None]
    found = []
    for part in TENTHS:
        chances = [float(way[int(part * (len(way) - 1))]) for way in ways]
        found.append(resampled(f"winner, at {100 * part:.0f} % of the match", chances).model_copy(update={"unit": "share"}))
    drama = resampled("the winner below even", [float(np.maximum(told[0].even - way, 0).mean()) for way in ways])
    changes = resampled("changes of the lead", [float(c.changes()) for c in told])
    usual = sorted(range(len(told)), key=lambda n: (abs(told[n].changes() - changes.value), n))[0]
    names = list(sides(rows))
    between = (
        "50 would be a match that is open to the end. A lead changes where a chance goes from below 45 to above 55 of 100, or back. "
        if len(names) == 2
        else f"{100 * told[0].even:.0f} would be a match that is open to the end. The search speaks for whoever decides; of the others "
        "counts what it said at their last turn. A lead changes where somebody is 10 points of 100 above whoever led. "
    )
    return Figure(
        id="course",
        chapter="Tension",
        title="The winner's chance through the match",
        shows=f"At half time whoever wins in the end has a chance of {100 * found[2].value:.0f} % on average; the lead changes "
        f"{changes.value:.1f}× in a match.",
        sure=f"{between}On average over the match the winner was {100 * drama.value:.0f} points of 100 below even. "
        "The lines show one match of many: its lead changes about as often as usual.",
        drawing=paths("course", names, told[usual].chances),
        estimates=(*found, changes, drama.model_copy(update={"unit": "share"})),
    )


def _changes(chance: np.ndarray) -> int:
    """How often a chance goes from below one bound to above the other, or back."""
    sides = np.where(chance > OVER, 1, np.where(chance < BELOW, -1, 0))
    sides = sides[sides != 0]
    return int(np.sum(sides[1:] != sides[:-1])) if len(sides) else 0


def leader(rows: Rows, told: Sequence[Way]) -> Figure:
    found: list[Estimate] = []
    for name, part in (("at a quarter", 0.25), ("at half time", 0.5), ("at three quarters", 0.75)):
        wins = [result for c in told if (result := c.led(part)) is not None]
        found.append(share(f"leader {name} wins", wins))
    half = found[1]
    says = f"Who leads at half time wins {100 * half.value:.0f} % ({100 * half.low:.0f} to {100 * half.high:.0f})."
    even = "50 would be a coin" if told[0].even == 0.5 else f"{100 * told[0].even:.0f} would be no lead at all"
    p = above(half.value, RUNAWAY, half.count)
    return Figure(
        id="leader",
        chapter="Tension",
        title="Does the leader win?",
        shows=f"Who looks better at half time wins {100 * found[1].value:.0f} %; {even}, 100 a match decided by then.",
        sure="Who leads is what the search expects, put right as told above, not points on the table.",
        estimates=tuple(found),
        findings=_alarm(rows, "runaway", says, "leader", p, half.count),
    )


def _alarm(rows: Rows, kind: str, says: str, figure: str, p: float, count: int) -> tuple[Finding, ...]:
    """A test of how open a match is, at the line that makes more of what one has, if there is one."""
    if count < LEAST:
        return ()
    tries = "Let what is gained early not bring more of the same, or let the end weigh more."
    lines = places.growing(rows.game) or places.score(rows.game)
    return (Finding(kind=kind, severity="serious", says=says, lines=lines, try_=tries, figure=figure, p=p, beyond=p, count=count),)


def decided(rows: Rows, told: Sequence[Way]) -> Figure:
    """From when on the later winner never looks worse than nine to one."""
    whens, comebacks = [], []
    for way in (c.winner() for c in told):
        if way is None:
            whens.append(1.0)  # what is shared in the end was never decided
            continue
        below = np.nonzero(way < DECIDED)[0]
        whens.append((below[-1] + 1) / len(way) if len(below) else 0.0)
        comebacks.append(float(way.min() < LOST * told[0].even))
    when = middle("decided after this part of it", whens).model_copy(update={"unit": "share"})
    early = share("decided before half time", [float(w < 0.5) for w in whens])
    back = share("winners who once looked lost", comebacks)
    soon = f"{100 * early.value:.0f} % of the matches ({100 * early.low:.0f} to {100 * early.high:.0f}) are decided before half time."
    lost = f"{100 * back.value:.0f} % of the winners ({100 * back.low:.0f} to {100 * back.high:.0f})"
    never = f"Who looks lost is lost: only {lost} had looked so."
    return Figure(
        id="decided",
        chapter="Tension",
        title="When it is decided",
        shows=f"Half of the matches are open until {100 * when.value:.0f} % of their decisions are made; {100 * early.value:.0f} % are "
        f"decided before half time, and {100 * back.value:.0f} % of winners had looked lost.",
        sure="Decided: from then on the winner never looks worse than nine to one; what is shared in the end is never decided. Lost: less "
        "than half of an even chance.",
        estimates=(when, early, back),
        findings=(
            *_alarm(rows, "early", soon, "decided", above(early.value, EARLY, early.count), early.count),
            *_alarm(rows, "no_way_back", never, "decided", above(1 - back.value, 1 - WAY_BACK, back.count), back.count),
        ),
    )


def closeness(rows: Rows) -> Figure | None:
    """How far apart first and second are in the end, where the rules count points."""
    if not rows.game.program.scores or len(rows.game.seats) < 2:
        return None
    gaps, near = [], []
    for match in (m for m in rows.whole if m.winners):
        points = [float(sum(entries)) for entries in match.scores]
        first = max(p for seat, p in enumerate(points) if match.winners >> seat & 1)
        second = max((p for seat, p in enumerate(points) if not match.winners >> seat & 1), default=first)
        gaps.append(abs(first - second))
        near.append(float(abs(first - second) <= CLOSE * abs(first)))
    if len(gaps) < LEAST or not any(any(map(any, m.scores)) for m in rows.whole):
        return None
    gap, close = middle("points between who wins and who comes next", gaps), share("within a twentieth of the winner's", near)
    return Figure(
        id="closeness",
        chapter="Tension",
        title="How close it ends",
        shows=f"In half of the matches whoever comes next has at most {gap.value:g} points less than whoever wins; "
        f"{100 * close.value:.0f} % end within a twentieth of the winner's points.",
        sure="Read off the final scores; the search has no part in it. Partners are one.",
        estimates=(close, gap),
    )
