"""How open a match stays: what the search thought of it, once that was held against results."""

from __future__ import annotations

import numpy as np

from rulewright.study import places
from rulewright.study.alarms import LEAST, RUNAWAY
from rulewright.study.model import Estimate, Figure, Finding
from rulewright.study.rows import Rows
from rulewright.study.stats import above, resampled, share

TRUSTED = 0.08  # the largest mean distance between what was expected and what came, at which the chapter is believed
CLASSES = 5


def values(rows: Rows) -> list[tuple[np.ndarray, float]]:
    """For each match between two: the first seat's value at every decision somebody thought about, and the first seat's result."""
    found = []
    for match in rows.whole:
        seen = [n.value if n.seat == 0 else 1 - n.value for n in match.notes if n.value >= 0]
        if len(seen) >= 4:
            found.append((np.array(seen), match.points(0)))
    return found


def figures(rows: Rows) -> list[Figure]:
    told = values(rows) if len(rows.game.seats) == 2 else []
    if len(told) < 30:
        return []
    trust = calibration(told)
    if trust.unable:
        return [trust]
    return [trust, leader(rows, told), decided(told)]


def calibration(told: list[tuple[np.ndarray, float]]) -> Figure:
    """Expected against found: decisions by the value they had, and how their matches ended."""
    expected = np.concatenate([v for v, _ in told])
    came = np.concatenate([np.full(len(v), r) for v, r in told])
    edges = np.quantile(expected, np.linspace(0, 1, CLASSES + 1))
    places_ = np.clip(np.searchsorted(edges, expected, side="right") - 1, 0, CLASSES - 1)
    gaps, weights, bars = [], [], []
    for c in range(CLASSES):
        here = places_ == c
        if here.any():
            gaps.append(abs(expected[here].mean() - came[here].mean()))
            weights.append(here.mean())
            bars.append((f"expected {100 * expected[here].mean():.0f} %", float(came[here].mean())))
    error = float(np.dot(gaps, weights))
    unable = "" if error <= TRUSTED else "What the search expects is too far from what comes: the chapter on tension is left out."
    return Figure(
        id="calibration",
        chapter="Tension",
        title="Can the search be believed?",
        shows=f"What the search expected was {100 * error:.0f} points of 100 beside what came, on average.",
        sure="Up to 8 is believed. Each bar: of the decisions with about that expectation, how many were won in the end.",
        bars=tuple(bars),
        unable=unable,
    )


def leader(rows: Rows, told: list[tuple[np.ndarray, float]]) -> Figure:
    found: list[Estimate] = []
    for name, part in (("at a quarter", 0.25), ("at half time", 0.5), ("at three quarters", 0.75)):
        wins = []
        for seen, result in told:
            value = seen[int(part * (len(seen) - 1))]
            if value != 0.5:
                wins.append(result if value > 0.5 else 1 - result)
        found.append(share(f"leader {name} wins", wins))
    quarter = found[0]
    findings: tuple[Finding, ...] = ()
    if quarter.count >= LEAST:
        lines = places.score(rows.game)
        says = f"Who leads after a quarter wins {100 * quarter.value:.0f} % ({100 * quarter.low:.0f} to {100 * quarter.high:.0f})."
        tries = "Let what is gained early not bring more of the same, or let the end weigh more."
        p = above(quarter.value, RUNAWAY, quarter.count)
        findings = (
            Finding(
                kind="runaway",
                severity="serious",
                says=says,
                lines=lines,
                try_=tries,
                figure="leader",
                p=p,
                beyond=p,
                count=quarter.count,
            ),
        )
    return Figure(
        id="leader",
        chapter="Tension",
        title="Does the leader win?",
        shows=f"Who looks better at half time wins {100 * found[1].value:.0f} %; 50 would be a coin, 100 a match decided by then.",
        sure="Who leads is what the search expects, not points on the table.",
        estimates=tuple(found),
        findings=findings,
    )


def decided(told: list[tuple[np.ndarray, float]]) -> Figure:
    """From when on the later winner never looks worse than nine to one."""
    whens, comebacks = [], []
    for seen, result in told:
        if result in (0.0, 1.0):
            mine = seen if result == 1.0 else 1 - seen
            below = np.nonzero(mine < 0.9)[0]
            whens.append((below[-1] + 1) / len(mine) if len(below) else 0.0)
            comebacks.append(float(mine.min() < 0.25))
    when = resampled("decided after this share of a match", whens, lambda s: np.median(s, axis=-1))
    back = share("winners who once looked lost", comebacks)
    return Figure(
        id="decided",
        chapter="Tension",
        title="When it is decided",
        shows=f"Half of the matches are open until {100 * when.value:.0f} % of their decisions are made; "
        f"{100 * back.value:.0f} % of winners had looked lost.",
        sure="Decided: from then on the winner never looks worse than nine to one. Lost: worse than one to three.",
        estimates=(when, back),
    )
