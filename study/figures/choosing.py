"""Real choices: at how many decisions is there more than one good option, and at how many does it not matter?"""

from __future__ import annotations

import math

import numpy as np

from rulewright.agents.batch import Note
from rulewright.study import places
from rulewright.study.alarms import DULL, WIDTH
from rulewright.study.drawing import stack
from rulewright.study.model import Estimate, Figure, Finding
from rulewright.study.rows import Rows
from rulewright.study.stats import above_mean, chi_square, resampled
from rulewright.study.words import player

CLASSES = ("one option", "all the same", "one clearly best", "two or three good ones", "four or more good ones", "cannot tell")
UNTOLD = 5
SMALL, STAKE, SURE = 0.02, 0.03, 1.64  # a difference nobody minds; what has to be at stake; one-sided range of a value


def sort_of(note: Note) -> int | None:
    """The number of the class of a decision; nothing where nobody looked at it.

    Options that could not be told apart are all the same only where a difference that somebody would notice would have shown."""
    if note.options == 1:
        return 0
    looked = [(visits, value) for visits, value in note.looks if visits]
    if len(looked) < 2:
        return None
    spreads = [max(value * (1 - value), 0.0025) / visits for visits, value in looked]
    weights = [1 / s for s in spreads]
    mean = sum(w * v for w, (_, v) in zip(weights, looked, strict=True)) / sum(weights)
    distance = sum(w * (v - mean) ** 2 for w, (_, v) in zip(weights, looked, strict=True))
    values = [value for _, value in looked]
    if max(values) - min(values) < STAKE or chi_square(distance, len(looked) - 1) > 0.05:
        ends = (max(range(len(looked)), key=values.__getitem__), min(range(len(looked)), key=values.__getitem__))
        widest = max(values) - min(values) + SURE * math.sqrt(sum(spreads[n] for n in ends))
        return 1 if widest < WIDTH else UNTOLD
    top = max(range(len(looked)), key=lambda n: (looked[n][0], looked[n][1]))
    good = 0
    for n, (_, value) in enumerate(looked):
        error = math.sqrt(spreads[n] + spreads[top])
        good += looked[top][1] - value < SMALL + (SURE * error if n != top else 0)
    return 2 if good == 1 else 3 if good <= 3 else 4


def _mean(name: str, shares: list[float]) -> Estimate:
    """The mean of shares of decisions, matches resampled."""
    return resampled(name, shares, np.mean).model_copy(update={"unit": "share"})


def real(rows: Rows) -> Figure | None:
    """The share of decisions of each sort, matches resampled by their means."""
    told = [[c for note in m.notes if (c := sort_of(note)) is not None] for m in rows.whole]
    told = [classes for classes in told if classes]
    if len(told) < 5:
        return None
    found = [_mean(name, [classes.count(n) / len(classes) for classes in told]) for n, name in enumerate(CLASSES)]
    none = [sum(c < 2 for c in classes) / len(classes) for classes in told]
    dull = _mean("nothing to decide", none)
    lines = places.routine(rows.game, "turn", "play")
    says = f"In {100 * dull.value:.0f} % of all decisions ({100 * dull.low:.0f} to {100 * dull.high:.0f}) there is nothing to decide: "
    says += "one option, or all the same."
    tries, p = "Give players options that lead to different things.", above_mean(none, DULL)
    finding = Finding(
        kind="no_choice",
        severity="serious",
        says=says,
        lines=lines,
        try_=tries,
        figure="real",
        p=p,
        beyond=p,
        count=len(none),
        least="real",
    )
    several = found[3].value + found[4].value
    return Figure(
        id="real",
        chapter="Length and pace",
        title="Real choices",
        shows=f"{100 * several:.0f} % of decisions have several good options; in {100 * dull.value:.0f} % there is nothing to decide.",
        sure=f"Judged by {player(rows.level)} in {len(told)} matches. Good is what is not clearly worse than the best. All the same: a "
        "difference of ten wins in a hundred would have shown. Cannot tell: it would not; more looks would.",
        estimates=tuple(found),
        findings=(finding,),
        drawing=stack("real", "Of all decisions", [(e.name, e.value) for e in found]),
    )
