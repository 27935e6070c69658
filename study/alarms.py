"""Which findings are alarms. Everything that decides about it stands here, and was fixed before anything was measured.

A finding is either a fact (a match was cut, nobody met a rule) or a test. A test has two chances: `p`, of such a figure where nothing is
wrong at all, and `beyond`, of such a figure where what is wrong is just small enough for nobody to notice. All tests of a verdict are one
family, whether they would give an alarm or not: taken together (Holm), something is *worth a look* where `p` is below 5 of 100, and
*serious* where `beyond` is so as well, and there were enough matches for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.study.model import Finding
from rulewright.study.stats import holm

ALARM = 0.05
WIDTH = 0.1  # of a fair share, to either side: nobody would notice
LEAST = 30  # matches, before a share is tested at all: normal errors are wrong with fewer

# What is noticed, by kind of finding, and how many matches a serious one takes.
ENOUGH = {"seat": 300, "start": 300, "runaway": 200, "early": 200, "no_way_back": 200, "no_skill": 60, "no_choice": 100, "real": 20}
RUNAWAY = 0.9  # of the leaders at half time win
EARLY = 0.3  # of the matches are decided before half time
WAY_BACK = 0.03  # of the winners had looked lost
DULL = 0.5  # of all decisions have nothing to decide
FLAT, RISING = 0.571, 0.640  # shares of the better of two players: 50 and 100 points of Elo
ONE_WAY = 0.6  # of the wins against others, by fewer than FEW of the seats
FEW = 0.4
BETTER = 0.5  # of all who took one of two that differ in one number took the better one


def settled(findings: Sequence[Finding]) -> list[Finding]:
    """Facts, and the tests that hold when all are taken together, each with how bad it is."""
    kept: dict[int, Finding] = {n: f for n, f in enumerate(findings) if f.p is None}
    for family in dict.fromkeys(f.family for f in findings):
        tests = [(n, f) for n, f in enumerate(findings) if f.family == family and f.p is not None]
        together = holm([_chance(f.p) for _, f in tests])
        serious = holm([_chance(f.beyond) for _, f in tests])
        for (n, f), p, beyond in zip(tests, together, serious, strict=True):
            if p < ALARM:
                bad = f.severity == "serious" and beyond < ALARM and f.count >= ENOUGH.get(f.least or f.kind, 0)
                kept[n] = f.model_copy(update={"severity": "serious" if bad else "note" if f.severity == "note" else "look", "held": p})
    return [kept[n] for n in sorted(kept)]


def _chance(p: float | None) -> float:
    return 1.0 if p is None else min(1.0, p)
