"""What becomes of a match on its way: how sure the later winner could be, who led, when it was decided, how close it ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from rulewright.agents.batch import Result
from rulewright.study import places
from rulewright.study.alarms import EARLY, LEAST, RUNAWAY, WAY_BACK
from rulewright.study.chart import PERCENT, Axis, axis
from rulewright.study.drawing import Curve, curves, fan, few, histogram
from rulewright.study.figures.fairness import sides
from rulewright.study.model import Estimate, Figure, Finding
from rulewright.study.pictures import paths
from rulewright.study.rows import Rows
from rulewright.study.stats import above, middle, resampled, share

DECIDED = 0.9  # a chance of the later winner: as good as won
LOST = 0.5  # of an even chance: as good as lost
CLOSE = 0.05  # of the winner's points
TENTHS = (0.1, 0.3, 0.5, 0.7, 0.9)
STEPS = tuple(n / 20 for n in range(21))  # of a match, for curves


class Way(Protocol):
    """A match with the chance of winning all the way."""

    @property
    def even(self) -> float: ...

    @property
    def match(self) -> Result | None: ...

    @property
    def chances(self) -> np.ndarray: ...

    def pairs(self, put_right: bool) -> list[tuple[np.ndarray, float]]: ...

    def changes(self) -> int: ...

    def led(self, part: float) -> float | None: ...

    def winner(self) -> np.ndarray | None: ...


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
        "Bands are shares of the matches, not how sure this is."
        + (" The lines below show one match of many: its lead changes about as often as usual." if len(names) > 2 else ""),
        drawing=_fan(ways, told[0].even) + (paths("course", names, told[usual].chances) if len(names) > 2 else ""),
        estimates=(*found, changes, drama.model_copy(update={"unit": "share"})),
    )


def _fan(ways: Sequence[np.ndarray], even: float) -> str:
    """The chance of whoever won, at every twentieth of the match: the middle one, half of all, nine of ten."""
    there = np.array([[100 * float(way[int(step * (len(way) - 1))]) for step in STEPS] for way in ways])
    parts = np.quantile(there, (0.05, 0.25, 0.5, 0.75, 0.95), axis=0)
    x = Axis(0, 100, PERCENT, "part of the match", " %")
    return fan("course", "The chance of whoever won, through the match", [100 * s for s in STEPS], parts, x, 100 * even)


def changes(told: Sequence[Way]) -> Figure:
    """How often the lead changes: not the mean alone, but in how many matches how often."""
    counts = [c.changes() for c in told]
    never, often = share("never", [float(n == 0) for n in counts]), share("three times or more", [float(n >= 3) for n in counts])
    middle_ = middle("changes of the lead", counts)
    return Figure(
        id="changes",
        chapter="Tension",
        title="Changes of the lead",
        shows=f"In half of the matches the lead changes at most {middle_.value:.0f}×; in {100 * never.value:.0f} % it never does.",
        sure="Counted as above, so that small turns of the search make none.",
        estimates=(middle_, never, often),
        drawing=histogram("changes", "Changes of the lead", counts, "changes of the lead in a match") if len(set(counts)) > 1 else "",
    )


def extremes(rows: Rows, told: Sequence[Way]) -> list[Figure]:
    """Three matches to look at: the greatest comeback, the most even, the most one-sided."""
    won = [(c, way) for c in told if c.match is not None and (way := c.winner()) is not None]
    if len(won) < LEAST:
        return []
    even = told[0].even
    picked: list[tuple[str, Way, np.ndarray]] = []
    for title, key in _extreme(even):
        left = [(c, way) for c, way in won if all(c is not other for _, other, _ in picked)]
        best = min(left, key=lambda pair: key(pair[1]))
        picked.append((title, *best))
    told_ = [(title, _ended(rows, c.match), way) for title, c, way in picked if c.match is not None]
    lowest = picked[0][2].min()
    numbers = ", ".join(str(c.match.number) for _, c, _ in picked if c.match is not None)
    seconds = [resampled(title, [float(way.mean())]).model_copy(update={"unit": "share"}) for title, _, way in picked]
    return [
        Figure(
            id="extremes",
            chapter="Tension",
            title="Three matches",
            shows=f"Whoever won the first had a chance of {100 * lowest:.0f} % at the worst. Hatched: the winner was behind.",
            sure=f"Single matches, picked because they are extreme: they show what can happen, not what does. These are matches "
            f"{numbers} of the study; with `--rows` their moves are written as transcripts, for `rulewright replay`.",
            estimates=tuple(e.model_copy(update={"name": f"{e.name}: the winner's chance, on average"}) for e in seconds),
            drawing=few("extremes", "The chance of whoever won in three matches", told_, 100 * even),
            matches=tuple(c.match.number for _, c, _ in picked if c.match is not None),
            wide=True,
        )
    ]


def _extreme(even: float) -> list[tuple[str, Callable[[np.ndarray], float]]]:
    """What a match is picked for: it has the least of this."""
    return [
        ("the greatest comeback", lambda way: float(way.min())),
        ("the most even", lambda way: float(np.abs(way - even).mean())),
        ("the most one-sided", lambda way: -float(way.mean())),
    ]


def _ended(rows: Rows, match: Result) -> str:
    """Its number, and how it ended."""
    winner = rows.game.seats[next(n for n in range(len(rows.game.seats)) if match.winners >> n & 1)]
    points = [sum(entries) for entries in match.scores]
    told = f", {' to '.join(map(str, points))}" if any(points) and len(points) < 5 else ""
    return f"match {match.number}: {winner}{told}"


def leader(rows: Rows, told: Sequence[Way]) -> Figure:
    found: list[Estimate] = []
    for name, part in (("at a quarter", 0.25), ("at half time", 0.5), ("at three quarters", 0.75)):
        wins = [result for c in told if (result := c.led(part)) is not None]
        found.append(share(f"leader {name} wins", wins))
    half = found[1]
    curve = [share("", [result for c in told if (result := c.led(step)) is not None]) for step in STEPS[1:-1]]
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
        drawing=_leads(curve, 100 * told[0].even),
        findings=_alarm(rows, "runaway", says, "leader", p, half.count),
    )


def _leads(curve: Sequence[Estimate], even: float) -> str:
    ends = [v for e in curve for v in (100 * e.low, 100 * e.high)]
    y = axis([even, *ends, 100.0], "the leader wins", " %", bounds=(0.0, 100.0))
    ys, lows, highs = ([100 * getattr(e, part) for e in curve] for part in ("value", "low", "high"))
    line = Curve("", ys, lows, highs)
    x = Axis(0, 100, PERCENT, "part of the match", " %")
    return curves("leader", "How often whoever leads wins in the end", [100 * s for s in STEPS[1:-1]], [line], x, y, even, 50)


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
        drawing=histogram("closeness", "Points between first and second", gaps, "points between who wins and who comes next")
        if len(set(gaps)) > 1
        else "",
    )
