"""How long a match is, how much there is to choose, how long one waits."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import groupby

import numpy as np

from rulewright.study import places
from rulewright.study.alarms import DULL, LEAST
from rulewright.study.chart import PERCENT, Axis, axis
from rulewright.study.drawing import Curve, curves, histogram
from rulewright.study.model import Estimate, Figure, Finding
from rulewright.study.rows import LIMIT, Rows
from rulewright.study.stats import above_mean, middle, resampled, share
from rulewright.study.words import players


def cut(rows: Rows) -> Figure:
    """Matches that the rules did not end: whatever else a report says is about the others."""
    broken = [m for m in rows.matches if not m.ended]
    found = share("not ended by the rules", [float(not m.ended) for m in rows.matches])
    findings: tuple[Finding, ...] = ()
    if broken:
        says = f"{len(broken)} of {len(rows.matches)} matches did not end by the rules: cut after {LIMIT:,} decisions, or broken."
        lines = places.routine(rows.game, "play", "turn")
        findings = (Finding(kind="cut", severity="serious", says=says, lines=lines, try_="Give every match an end.", figure="cut"),)
    return Figure(
        id="cut",
        chapter="Length and pace",
        title="Matches that end",
        shows=f"{len(rows.matches) - len(broken)} of {len(rows.matches)} matches end by the rules.",
        sure="None was cut."
        if not broken
        else "Everything below is about those that do."
        if len(broken) < len(rows.matches)
        else "So nothing can be said of who wins, how long it takes or what anything is worth. What follows is about what players "
        "had to choose, what they took and which rules came up until then.",
        estimates=(found,),
        findings=findings,
    )


SECONDS = 15  # for a decision between two options or more
TURN = "A turn is what one seat decides in a row."
RARELY = 0.2  # won at most so often, as far as can be told


def lost(rows: Rows) -> Figure:
    """Where nobody plays against another: how often it is won, or how it ends."""
    who = players(rows.level)
    won = share("won", [float(bool(m.winners)) for m in rows.whole])
    findings: tuple[Finding, ...] = ()
    told = not rows.game.program.endings
    if told and won.high < RARELY and won.count >= 20:
        says = f"Nobody wins: {who} lost {won.count - round(won.value * won.count)} of {won.count} matches. "
        says += "The rest of the report is about players who lose: rules that only survivors meet look dead in it."
        lines = places.routine(rows.game, "play", "turn")
        tries = "Play at a higher level first; if that loses as well, make it easier."
        findings = (Finding(kind="lost", severity="serious", says=says, lines=lines, try_=tries, figure="won"),)
    return Figure(
        id="won",
        chapter="Fairness",
        title="How often it is won",
        shows=f"{who[0].upper()}{who[1:]} win {100 * won.value:.0f} % ({100 * won.low:.0f} to {100 * won.high:.0f}) of {won.count} matches."
        if told
        else "There is nobody to win against: what counts is how it ends.",
        sure="Everything below is about players of this strength." if told else "See the chapter on endings.",
        estimates=(won,) if told else (),
        findings=findings,
    )


CLASSES = 8


def spread_out(values: Sequence[int], what: str) -> tuple[tuple[str, float], ...]:
    """Shares of the matches by how many of something they had, in classes of round width."""
    low, high = (min(values), max(values)) if values else (0, 0)
    rough = (high - low + 1) / CLASSES
    power = 10 ** max(0, math.floor(math.log10(rough))) if rough > 1 else 1
    width = next(step * power for step in (1, 2, 5, 10) if step * power >= rough)
    counts = Counter(value // width for value in values)
    numbers = range(low // width, high // width + 1) if values else range(0)
    told = ((n * width, (n + 1) * width - 1, counts[n] / len(values)) for n in numbers)
    return tuple((f"{first} {what}" if first == last else f"{first} to {last} {what}", part) for first, last, part in told)


def lengths(rows: Rows) -> Figure:
    decisions = middle("decisions", [m.decisions for m in rows.whole])
    counted = all(m.turns for m in rows.whole)
    each = [m.turns if counted else sum(1 for _ in groupby(n.seat for n in m.notes)) for m in rows.whole]
    turns, seats = middle("turns", each), len(rows.game.seats)
    rounds = (middle("rounds", [math.ceil(t / seats) for t in each]),) if counted and seats > 1 else ()
    minutes = middle("minutes", [SECONDS / 60 * sum(n.options > 1 for n in m.notes) for m in rows.whole])
    ordered = sorted(m.decisions for m in rows.whole)
    spread = f"{ordered[len(ordered) // 20]} to {ordered[-1 - len(ordered) // 20]}" if ordered else "none"
    return Figure(
        id="length",
        chapter="Length and pace",
        title="How long a match is",
        shows=f"Half of the matches take {decisions.value:.0f} decisions or fewer, in {turns.value:.0f} turns; nine of ten take {spread}. "
        f"At {SECONDS} seconds for each decision that is one, that is {minutes.value:.0f} minutes.",
        sure=(
            "Turns are those that the rules give; a round is as many as there are players."
            if rounds
            else TURN
            if not counted
            else "Turns are those that the rules give."
        )
        + f" How long people think is not known: {SECONDS} seconds are a guess, the rest is counted.",
        estimates=(decisions, turns, *rounds, minutes),
        bars=spread_out([m.decisions for m in rows.whole], "decisions"),
        drawing=histogram("length", "How long a match is", ordered, "decisions in a match", f"half have at most {decisions.value:.0f}")
        if len(set(ordered)) > 1
        else "",
    )


PARTS = 10  # of a match, from its first decision to its last


def growth(rows: Rows) -> Figure | None:
    """How much there is to choose from, and how much is decided in a row, from the beginning of a match to its end."""
    options: list[list[float]] = [[] for _ in range(PARTS)]
    runs: list[list[float]] = [[] for _ in range(PARTS)]
    for match in rows.whole:
        if len(match.notes) < 2 * PARTS:
            continue
        each = np.array_split(np.array([n.options for n in match.notes], dtype=float), PARTS)
        turns = [len(run) for run in (list(run) for _, run in groupby(n.seat for n in match.notes)) for _ in run]
        for part, (here, there) in enumerate(zip(each, np.array_split(np.array(turns, dtype=float), PARTS), strict=True)):
            options[part].append(float(here.mean()))
            runs[part].append(float(there.mean()))
    if len(options[0]) < LEAST:
        return None
    found = [resampled(f"options at a decision, {ORDINALS[n]} tenth", part) for n, part in enumerate(options)]
    turn = [resampled(f"decisions in the turn, {ORDINALS[n]} tenth", part) for n, part in enumerate(runs)]
    xs = [100 * (n + 0.5) / PARTS for n in range(PARTS)]
    lines = [Curve("options at a decision", *_three(found))]
    if max(e.value for e in turn) > 1.05:
        lines.append(Curve("decisions in the turn", *_three(turn)))
    most = max(range(PARTS), key=lambda n: found[n].value)
    between = f"{found[most].value:.1f} in the {ORDINALS[most]} tenth of the match, " if 0 < most < PARTS - 1 else ""
    y = axis([0.0, *(v for e in (*found, *turn) for v in (e.low, e.high))], count=4)
    return Figure(
        id="growth",
        chapter="Length and pace",
        title="How a match grows",
        shows=f"A decision has {found[0].value:.1f} options at the beginning, {between}{found[-1].value:.1f} at the end"
        + (f"; a turn has {turn[0].value:.1f} decisions, and {turn[-1].value:.1f} at the end." if len(lines) > 1 else "."),
        sure=f"Means of {len(options[0])} matches, each cut into {PARTS} parts with as many decisions; bands are ranges.",
        estimates=(*found, *(turn if len(lines) > 1 else ())),
        drawing=curves("growth", "How a match grows", xs, lines, Axis(0, 100, PERCENT, "part of the match", " %"), y),
    )


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "last")


def _three(found: Sequence[Estimate]) -> tuple[list[float], list[float], list[float]]:
    return [e.value for e in found], [e.low for e in found], [e.high for e in found]


def choices(rows: Rows) -> Figure:
    """How often there is nothing to decide."""
    forced = [sum(n.options == 1 for n in m.notes) / len(m.notes) for m in rows.whole if m.notes]
    found = share("one option only", forced)
    findings: tuple[Finding, ...] = ()
    if len(forced) >= LEAST:
        lines = places.routine(rows.game, "turn", "play")
        says = f"In {100 * found.value:.0f} % of all decisions there is one option only."
        tries, p = "Give players more to decide.", above_mean(forced, DULL)
        findings = (
            Finding(
                kind="no_choice", severity="serious", says=says, lines=lines, try_=tries, figure="choices", p=p, beyond=p, count=len(forced)
            ),
        )
    widths = middle("options", [sum(n.options for n in m.notes) / len(m.notes) for m in rows.whole if m.notes])
    return Figure(
        id="choices",
        chapter="Length and pace",
        title="What there is to choose",
        shows=f"There are {widths.value:.1f} options at a decision at the median; {100 * found.value:.0f} % of decisions have only one.",
        sure="Whether options differ is not asked here, only how many there are.",
        estimates=(found, widths),
        findings=findings,
    )


def waiting(rows: Rows) -> Figure:
    """How many decisions of others lie between two of mine."""
    longest = [max((len(list(run)) for _, run in groupby(n.seat for n in m.notes)), default=0) for m in rows.whole]
    found = middle("decisions in the longest turn", longest)
    return Figure(
        id="waiting",
        chapter="Length and pace",
        title="Waiting",
        shows=f"In half of the matches nobody decides more than {found.value:.0f}× in a row.",
        sure="Between two, that is the longest wait of the other.",
        estimates=(found,),
        bars=spread_out(longest, "in a row"),
        drawing=histogram("waiting", "How long the longest turn is", longest, "decisions in the longest turn")
        if len(set(longest)) > 1
        else "",
    )
