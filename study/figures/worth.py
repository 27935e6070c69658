"""What a piece, a card or an action is worth: by experiment, never by the wins of its owners."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rulewright.agents.intervals import Z, wilson
from rulewright.study import places
from rulewright.study.alarms import BETTER, LEAST, WIDTH
from rulewright.study.design import design
from rulewright.study.drawing import Panel, panels
from rulewright.study.lots import ONE_IN, drawn
from rulewright.study.model import Estimate, Figure, Finding
from rulewright.study.rows import FORCING, Rows
from rulewright.study.stats import above, chi_square, clustered, hanging, two_sided, upper
from rulewright.study.words import said

if TYPE_CHECKING:
    from rulewright.core.program import Kind, Program

NOTHING = " is worth nothing to whoever may have it"
PER_COLUMN = 10  # matches for each number that is worked out
JOINT = 50  # offers of both at once, before one is said to be better
QUARTERS = 4


@dataclass(frozen=True, slots=True)
class Worths:
    """What a lot of each name is worth, with the uncertainty of all of them together: to be allowed it, or to have to take it."""

    names: tuple[str, ...]
    values: np.ndarray
    spread: np.ndarray  # covariances
    matches: int
    agree: float  # chance that quarters of the matches differ so much from each other
    band: float = 0.0  # what nobody would notice

    def estimate(self, number: int) -> Estimate:
        half = Z * math.sqrt(max(0.0, float(self.spread[number, number])))
        value = float(self.values[number])
        return Estimate(name=self.names[number], value=value, low=value - half, high=value + half, count=self.matches, unit="points")

    def order(self) -> list[int]:
        return sorted(range(len(self.names)), key=lambda n: (-float(self.values[n]), self.names[n]))

    def beyond(self, one: int, two: int) -> float:
        """The chance of such a difference between two names that are worth the same."""
        return two_sided(float(self.values[one] - self.values[two]), self._error(one, two))

    def above(self, one: int, two: int) -> float:
        """The chance of such a difference between two of which the first is worth more, but not so much that anybody would notice."""
        return upper((float(self.values[one] - self.values[two]) - self.band) / self._error(one, two))

    def below(self, number: int) -> float:
        """The chance of so small a worth of something that is worth as much as nobody would overlook."""
        return upper((self.band - float(self.values[number])) / math.sqrt(max(float(self.spread[number, number]), 1e-12)))

    def _error(self, one: int, two: int) -> float:
        return math.sqrt(max(float(self.spread[one, one] + self.spread[two, two] - 2 * self.spread[one, two]), 1e-12))


def enough(matches: int) -> int:
    """Of how many names so many matches can tell the worth."""
    return max(0, matches // PER_COLUMN - 2)


def measured(rows: Rows, together: bool) -> Worths | None:
    """Least squares, with errors that allow for seats of one match hanging together. Who is barred from a name loses what it is worth to
    be allowed it; who has to take one gains what that is worth."""
    y, x, groups = design(rows, together)
    if not len(y) or len(rows.names) > enough(len(set(groups))):
        return None
    count = len(rows.names)
    if rows.arm != FORCING:
        x[:, :count] *= -1
    values, spread = clustered(y, x, groups)
    distance, freedom = 0.0, 0
    for part in range(QUARTERS):
        mine = groups % QUARTERS == part
        if len(set(groups[mine])) > 4 * x.shape[1]:
            here, error = clustered(y[mine], x[mine], groups[mine])
            distance += float(np.sum((here[:count] - values[:count]) ** 2 / np.maximum(np.diag(error)[:count], 1e-12)))
            freedom += count
    agree = chi_square(distance, freedom * (QUARTERS - 1) // QUARTERS) if freedom else 1.0
    return Worths(rows.names, values[:count], spread[:count, :count], len(set(groups)), agree, noticed(rows, y))


def noticed(rows: Rows, leads: np.ndarray) -> float:
    """The lead that moves wins by as much as nobody would notice, which is what fairness is judged by, too.

    Between equals a lead spreads about 0 like an error; where it is added, wins move by its height times the density in the middle.
    """
    seats = max(2, len(rows.game.seats))
    if not rows.game.program.scores:
        return WIDTH / (seats - 1)
    return WIDTH / seats * math.sqrt(2 * math.pi) * float(leads.std())


def worth(rows: Rows, found: Worths, main: Rows | None = None) -> Figure:
    """`main`: matches in which nobody was barred, for what was taken there, and who won with it."""
    unit = "points of lead" if rows.game.program.scores else "wins a match"
    order = found.order()
    ranges = [found.estimate(n) for n in order]
    copies = [_copies(rows, found.names, n) for n in order]
    table = [("", "worth (range)", "taken more often where it may be", "worth of one")]
    for e, more in zip(ranges, copies, strict=True):
        one = f"{e.value / more:+.1f}".replace("-", "−") if more >= 0.2 else ""
        table.append((said(e.name), _told(e), f"{round(more, 1) + 0.0:.1f}".replace("-", "−"), one))
    best = ranges[0]
    sure = ("" if main is None else "Hatched: what nobody would notice. Who won with it says little: whoever leads can afford more. ") + (
        f"By lot: in {found.matches} matches of their own each seat had to do without each of these in one match of {ONE_IN}. "
        "A range that touches 0 may be nothing."
    )
    unknown = [said(e.name) for e in ranges if e.low < found.band and e.high > 0 and e.low < 0]
    if unknown:
        sure += f" It cannot tell whether these are worth anything: {', '.join(unknown)}; four times the matches would halve the ranges."
    if found.agree < 0.01:
        sure += f" Quarters of the matches disagree more than chance would have it (p = {found.agree:.3f}): believe it less."
    return Figure(
        id="worth",
        chapter="Pieces and actions",
        title="What it is worth to be allowed it",
        shows=f"{said(best.name)} is worth most: {_told(best)} {unit}.",
        sure=sure,
        estimates=tuple(ranges),
        table=tuple(table),
        drawing=_beside(ranges, copies, found.band, unit, main),
        wide=True,
        findings=(*_strong(rows, found, order, ranges), *_nothing(rows, found, order, copies)),
    )


def _beside(ranges: list[Estimate], copies: list[float], band: float, unit: str, main: Rows | None) -> str:
    """Names down the side: how often it was taken, who won with it, what it is worth to be allowed it, and what one is worth."""
    names = [e.name for e in ranges]
    columns = []
    if main is not None:
        columns.append(Panel("taken when it was offered", [_share_taken(main, name) for name in names], bars=True))
        columns.append(Panel("more wins of who took it (misleading)", [_owners(main, name) for name in names], " %", form="diamond"))
    columns.append(Panel(f"{unit} for being allowed it (by lot)", [(e.value, e.low, e.high) for e in ranges], band=band))
    each = [(e.value / more, e.low / more, e.high / more) if more >= 0.2 else None for e, more in zip(ranges, copies, strict=True)]
    if any(one is not None for one in each):
        columns.append(Panel("the same for each one taken", each, form="square"))
    return panels("worth", "What each is worth", [said(n) for n in names], columns)


def _share_taken(main: Rows, name: str) -> tuple[float, float, float] | None:
    parts = []
    for match in main.whole:
        notes = [n for n in match.notes if name in n.offered and n.options > 1 and name not in n.forced]
        parts.append((sum(name in n.taken for n in notes), len(notes)))
    asked = sum(n for _, n in parts)
    if not asked:
        return None
    value = sum(y for y, _ in parts) / asked
    low, high = wilson(value, max(1, int(hanging(parts))))
    return 100 * value, 100 * low, 100 * high


def _owners(main: Rows, name: str) -> tuple[float, float, float] | None:
    """By how much more than a fair share those won who took it where another did not. Shown to be mistrusted."""
    points, fair = [], 1 / len(main.game.seats)
    for match in main.whole:
        took = {n.seat for n in match.notes if name in n.taken}
        if took and len(took) < len(match.seats):
            points.append(sum(match.points(s) for s in took) / len(took))
    if len(points) < LEAST:
        return None
    value = sum(points) / len(points)
    low, high = wilson(value, len(points))
    return 100 * (value - fair), 100 * (low - fair), 100 * (high - fair)


def forced(rows: Rows, found: Worths) -> Figure:
    """What it does to take something wherever it can be had, right or not."""
    unit = "points of lead" if rows.game.program.scores else "wins a match"
    ranges = sorted((found.estimate(n) for n in range(len(found.names))), key=lambda e: (-e.value, e.name))
    costs, fine = ranges[-1], [said(e.name) for e in ranges if e.low > -found.band]
    if costs.high < 0:
        shows = f"To take {said(costs.name)} wherever one can costs most: {_told(costs)} {unit}."
    else:
        shows = "To take something wherever one can costs nothing that could be told from chance."
    if fine:
        shows += f" Never a mistake, as far as anybody would notice: {', '.join(fine)}."
    sure = (
        f"By lot: in {found.matches} matches of their own each seat had to take each of these wherever it could in one match of {ONE_IN}. "
    )
    sure += "What costs is only sometimes right, so that there is something to decide. The search knows of it; its random playouts do not."
    if found.agree < 0.01:
        sure += f" Quarters of the matches disagree more than chance would have it (p = {found.agree:.3f}): believe it less."
    return Figure(
        id="forced",
        chapter="Pieces and actions",
        title="What it is worth to have to take it",
        shows=shows,
        sure=sure,
        estimates=tuple(ranges),
        drawing=panels(
            "forced",
            "What it is worth to have to take it",
            [said(e.name) for e in ranges],
            [Panel(f"{unit} for having to take it (by lot)", [(e.value, e.low, e.high) for e in ranges], band=found.band)],
            560,
        ),
    )


def _told(e: Estimate) -> str:
    return f"{e.value:+.1f} ({e.low:+.1f} to {e.high:+.1f})".replace("-", "−")


def _strong(rows: Rows, found: Worths, order: list[int], ranges: list[Estimate]) -> tuple[Finding, ...]:
    """Whether the strongest is worth more than every other, by more than nobody would notice. It was picked, so each counts as a test."""
    if len(ranges) < 3:
        return ()
    best, next_ = ranges[0], ranges[1]
    says = f"{best.name} is stronger than anything else: worth {_told(best)}; "
    says += f"{next_.name} comes next with {_told(next_)}."
    p = min(1.0, max(found.above(order[0], n) for n in order[1:]) * len(order))
    tries = f"Let {best.name} cost more, or give less."
    lines = places.thing(rows.game, best.name)
    return (Finding(kind="strong", severity="look", says=says, lines=lines, try_=tries, figure="worth", p=p, count=found.matches),)


def _nothing(rows: Rows, found: Worths, order: list[int], copies: list[float]) -> tuple[Finding, ...]:
    """What is taken, and brings nothing that anybody would notice. These are notes, and a family of their own."""
    told = []
    for n, more in zip(order, copies, strict=True):
        if more >= 0.05:
            e = found.estimate(n)
            says = f"{e.name}{NOTHING}: {_told(e)}; less than "
            says += f"{found.band:.1f} would not be noticed."
            tries, lines = "Give it a use, or leave it out.", places.thing(rows.game, e.name)
            told.append(
                Finding(
                    kind="worthless",
                    severity="note",
                    says=says,
                    lines=lines,
                    try_=tries,
                    figure="worth",
                    p=found.below(n),
                    count=found.matches,
                    family="worths",
                )
            )
    return tuple(told)


def _copies(rows: Rows, names: Sequence[str], number: int) -> float:
    """How much more often a name is taken by a seat that may than by one that may not."""
    sums, counts = [0.0, 0.0], [0, 0]
    for match in rows.whole:
        bars = drawn(len(rows.game.seats), names, match.seed)
        taken = Counter(note.seat for note in match.notes if names[number] in note.taken)
        for seat, mine in enumerate(bars):
            barred = names[number] in mine
            sums[barred] += taken[seat]
            counts[barred] += 1
    means = [s / c if c else 0.0 for s, c in zip(sums, counts, strict=True)]
    return means[0] - means[1]


# ---------------------------------------------------------------- one better than another in everything


def dominated(rows: Rows, found: Worths | None) -> Figure | None:
    """Pieces that differ in one number alone, of which one is taken wherever both lie there."""
    pairs = [pair for kind in rows.game.program.kinds for pair in alike(rows.game.program, kind)]
    texts = {name for card in rows.game.world.cards for name in card.printed}
    pairs = [(a, b, what) for a, b, what in pairs if not {a, b} & texts]
    if not pairs:
        return None
    estimates, findings = [], []
    for one, two, what in pairs:
        parts: list[tuple[int, int]] = []  # of each match: who took the first of the two, who took either
        offered = 0
        for match in rows.whole:
            notes = [note for note in match.notes if {one, two} <= note.offered]
            first, second = sum(one in note.taken for note in notes), sum(two in note.taken for note in notes)
            offered += len(notes)
            parts.append((first, first + second))
        if offered < JOINT or not any(both for _, both in parts):
            continue
        both, mine = sum(b for _, b in parts), sum(a for a, _ in parts)
        better, worse, more = (one, two, mine) if 2 * mine > both else (two, one, both - mine)
        share, count = more / both, hanging(parts)
        low, high = wilson(share, max(1, int(count)))
        estimates.append(Estimate(name=f"{better} rather than {worse}", value=share, low=low, high=high, count=both))
        if not _against(found, worse, better):
            says = f"{worse} is {better}, only worse: they differ in nothing but their {what}, and where both were there "
            says += f"({offered:,} times) {better} was taken {more}× and {worse} {both - more}×."
            lines = places.thing(rows.game, worse)
            tries = f"Give {worse} something that {better} has not."
            p = min(1.0, 2 * above(share, BETTER, count))
            findings.append(
                Finding(kind="dominated", severity="look", says=says, lines=lines, try_=tries, figure="dominated", p=p, count=both)
            )
    if not estimates:
        return None
    return Figure(
        id="dominated",
        chapter="Pieces and actions",
        title="The same, only better",
        shows=f"{len(estimates)} pairs of pieces differ in one number only and were on offer together.",
        sure="The share of those who took the first of the two, of all who took one of them.",
        estimates=tuple(sorted(estimates, key=lambda e: -e.value)[:12]),
        findings=tuple(findings),
    )


def _against(found: Worths | None, worse: str, better: str) -> bool:
    """Whether the experiment says the contrary."""
    if found is None or worse not in found.names or better not in found.names:
        return False
    one, two = found.names.index(worse), found.names.index(better)
    return float(found.values[one]) > float(found.values[two]) and found.beyond(one, two) < 0.05


def alike(program: Program, kind: Kind) -> list[tuple[str, str, str]]:
    """Pairs of names whose printed values differ in exactly one number, and that number's name. There has to be another number in which
    they are alike: where there is only one, it is a scale, as the ranks of playing cards are."""
    first = {name: n for n, name in reversed(list(enumerate(kind.names)))}
    printed = {name: a for name, a in kind.attributes.items() if a.table is not None and name != "name"}
    numbers = [name for name, a in printed.items() if a.shown.sort == "number"]
    if len(first) < 2 or len(first) > 100 or len(numbers) < 2:
        return []
    found = []
    order = sorted(first, key=lambda name: first[name])
    for i, one in enumerate(order):
        for two in order[i + 1 :]:
            differ = [n for n, a in printed.items() if a.table is not None and a.table.values[first[one]] != a.table.values[first[two]]]
            if len(differ) == 1 and printed[differ[0]].shown.sort == "number":
                found.append((one, two, differ[0].replace("_", " ")))
    return found
