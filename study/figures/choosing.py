"""Real choices: at how many decisions is there more than one good option, and at how many does it not matter?"""

from __future__ import annotations

import math

from rulewright.agents.batch import Note
from rulewright.study import places
from rulewright.study.model import Estimate, Figure, Finding
from rulewright.study.rows import Rows
from rulewright.study.stats import chi_square, resampled

CLASSES = ("one option", "all the same", "one clearly best", "two or three good ones", "four or more good ones")
SMALL, STAKE, SURE = 0.02, 0.03, 1.64  # a difference nobody minds; what has to be at stake; one-sided range of a value
DULL = 0.5


def sort_of(note: Note) -> int | None:
    """The number of the class of a decision; nothing where nobody looked at it."""
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
        return 1
    top = max(range(len(looked)), key=lambda n: (looked[n][0], looked[n][1]))
    good = 0
    for n, (_, value) in enumerate(looked):
        error = math.sqrt(spreads[n] + spreads[top])
        good += looked[top][1] - value < SMALL + (SURE * error if n != top else 0)
    return 2 if good == 1 else 3 if good <= 3 else 4


def _mean(name: str, shares: list[float]) -> Estimate:
    """The mean of shares of decisions, matches resampled."""
    return resampled(name, shares, lambda sample: sample.mean(axis=-1)).model_copy(update={"unit": "share"})


def real(rows: Rows) -> Figure | None:
    """The share of decisions of each sort, matches resampled by their means."""
    told = [[c for note in m.notes if (c := sort_of(note)) is not None] for m in rows.whole]
    told = [classes for classes in told if classes]
    if len(told) < 5:
        return None
    found = [_mean(name, [classes.count(n) / len(classes) for classes in told]) for n, name in enumerate(CLASSES)]
    dull = _mean("nothing to decide", [sum(c < 2 for c in classes) / len(classes) for classes in told])
    findings: tuple[Finding, ...] = ()
    if dull.low > DULL:
        lines = places.routine(rows.game, "turn", "play")
        says = f"In {100 * dull.value:.0f} % of all decisions ({100 * dull.low:.0f} to {100 * dull.high:.0f}) there is nothing to decide: "
        says += "one option, or all the same."
        tries = "Give players options that lead to different things."
        findings = (Finding(kind="no_choice", severity="serious", says=says, lines=lines, try_=tries, figure="real"),)
    several = found[3].value + found[4].value
    return Figure(
        id="real",
        chapter="Length and pace",
        title="Real choices",
        shows=f"{100 * several:.0f} % of decisions have several good options; in {100 * dull.value:.0f} % there is nothing to decide.",
        sure=f"Judged by {rows.level} in {len(told)} matches: all the same, as far as so many looks can tell; good is what is not clearly "
        "worse than the best.",
        estimates=tuple(found),
        findings=findings,
    )
