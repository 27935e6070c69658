"""Does thought pay? A ladder of players, each against each other on the same seeds with seats changed."""

from __future__ import annotations

import math

from rulewright.agents.arena import Tournament
from rulewright.agents.intervals import wilson
from rulewright.study import places
from rulewright.study.alarms import FLAT, LEAST, RISING
from rulewright.study.drawing import rungs
from rulewright.study.model import Estimate, Figure, Finding
from rulewright.study.rows import Rows
from rulewright.study.stats import above
from rulewright.study.words import short


def ladder(rows: Rows, held: Tournament) -> Figure | None:
    """Shares of the stronger of each two neighbours."""
    if not held.pairs:
        return None
    found = []
    for weak, strong in zip(held.agents, held.agents[1:], strict=False):
        pair = next(p for p in held.pairs if {p.one, p.two} == {weak, strong})
        value = pair.share if pair.one == strong else 1 - pair.share
        low, high = wilson(value, pair.matches)
        found.append(Estimate(name=f"{short(strong)} against {short(weak)}", value=value, low=low, high=high, count=pair.matches))
    findings: tuple[Finding, ...] = ()
    fewest = min(e.count for e in found)
    decided = any(p.wins + p.losses for p in held.pairs)
    if fewest >= LEAST and decided:  # a test of the contrary: that some step is as high as nobody would overlook
        lines = places.routine(rows.game, "turn", "play")
        says = "Thought does not pay: players who search do not win more than players who choose at random."
        tries = "Let decisions change what happens, or call it a game of luck."
        p = max(1.0 if e.value > FLAT else above(1 - e.value, 1 - RISING, e.count) for e in found)
        findings = (
            Finding(kind="no_skill", severity="serious", says=says, lines=lines, try_=tries, figure="ladder", p=p, beyond=p, count=fewest),
        )
    best = found[-1]
    return Figure(
        id="ladder",
        chapter="Skill and luck",
        title="Does thought pay?",
        shows=f"{best.name}: {100 * best.value:.0f} % of the points; {found[0].name}: {100 * found[0].value:.0f} %.",
        sure="Looks are what a search tries at each decision; random chooses blindly. A draw, and a match that all lose, is half a point."
        + ("" if decided else " No match was won by anybody: this says nothing about thought."),
        estimates=tuple(found),
        findings=findings,
        drawing=_heights(held.agents, found) if decided else "",
    )


def _heights(agents: list[str], steps: list[Estimate]) -> str:
    """Each player above the one before by what it won against it, on the scale of Elo; errors of the steps add up."""
    at, error, heights = 0.0, 0.0, [(0.0, 0.0, 0.0)]
    for e in steps:
        step, low, high = (_elo(v, e.count) for v in (e.value, e.low, e.high))
        at, error = at + step, math.hypot(error, (high - low) / 2)
        heights.append((at, at - error, at + error))
    told = [f"{100 * e.value:.0f} %" for e in steps]
    return rungs("ladder", "Players in the order of their strength", [short(a) for a in agents], heights, told)


def _elo(share: float, count: int) -> float:
    """A share of points as a distance; half a match each way keeps what was won or lost altogether finite."""
    inside = (share * count + 0.5) / (count + 1)
    return 400 * math.log10(inside / (1 - inside))
