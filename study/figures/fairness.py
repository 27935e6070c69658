"""Who wins: by seat, and by who began."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.agents.batch import Result
from rulewright.dsl.words import slug
from rulewright.study import places
from rulewright.study.alarms import ALARM, LEAST, WIDTH
from rulewright.study.drawing import uprights
from rulewright.study.model import Estimate, Figure, Finding
from rulewright.study.rows import Rows
from rulewright.study.stats import chance_of, chi_square, outside, settles, share, two_sided

BESIDE_FAIR = "The whole range lies beside what is fair."


def band(seats: int) -> tuple[float, float]:
    return (1 - WIDTH) / seats, (1 + WIDTH) / seats


def sides(rows: Rows) -> dict[str, tuple[int, ...]]:
    """Who wins apart from others: each seat, or partners together, by name."""
    program, seats = rows.game.program, rows.game.seats
    if not program.teams:
        return {name: (n,) for n, name in enumerate(seats)}
    found = dict.fromkeys(tuple(n for n in range(len(seats)) if program.mates(seat) >> n & 1) for seat in range(len(seats)))
    return {" and ".join(seats[n] for n in side): side for side in found}


def won(match: Result, side: tuple[int, ...]) -> float:
    """The result of a side."""
    return min(1.0, sum(match.points(seat) for seat in side))


def known(rows: Rows, width: float, sure: float) -> bool:
    """Whether the share of every side is known that well."""
    shares = [share(name, [won(m, side) for m in rows.whole], sure=sure) for name, side in sides(rows).items()]
    return all((e.high - e.low) / 2 <= width for e in shares)


def quarters(rows: Rows) -> str:
    """Whether quarters of the matches agree on who wins, as they do where matches have nothing to do with each other."""
    side = next(iter(sides(rows).values()))
    results = [won(m, side) for m in rows.whole]
    mean = sum(results) / len(results) if results else 0.0
    if len(results) < 4 * LEAST or not 0 < mean < 1:
        return ""
    parts = [results[n * len(results) // 4 : (n + 1) * len(results) // 4] for n in range(4)]
    p = chi_square(sum((sum(part) - mean * len(part)) ** 2 / (len(part) * mean * (1 - mean)) for part in parts), 3)
    told = "agree on who wins" if p >= 0.01 else "disagree on who wins more than chance would have it: believe it less"
    return f"Quarters of the matches {told} (p = {p:.3f})."


def by_seat(rows: Rows, sure: float = 0.0) -> Figure:
    """Shares of wins. `sure`: standard errors of a range that holds at every look, where somebody looks again and again."""
    seats = sides(rows)
    fair = band(len(seats))
    found = [share(name, [won(m, side) for m in rows.whole], fair, sure) for name, side in seats.items()]
    worst = max(found, key=lambda e: e.value)
    verb = "win" if len(seats[worst.name]) > 1 else "wins"
    lines = places.routine(rows.game, "setup", "play", "turn")
    findings = _alarm("seat", f"{worst.name} {verb} more than a fair share", worst, len(seats), lines, "seats", sure)
    return Figure(
        id="seats",
        chapter="Fairness",
        title="Wins by seat",
        shows=f"{worst.name} {verb} most: {_told(worst)} of {worst.count} matches; fair would be {100 / len(seats):.0f} %.",
        sure=_sure(worst, 1 / len(seats), picked=len(seats)),
        estimates=tuple(found),
        findings=findings,
        certain=_even(worst, len(seats)),
    )


def by_start(rows: Rows, sure: float = 0.0) -> Figure | None:
    """Whoever makes the first decision, where that is not always the same seat."""
    begun = [m for m in rows.whole if m.notes]
    starters = {m.notes[0].seat for m in begun}
    if len(starters) < 2:
        return None
    whose = {seat: side for side in sides(rows).values() for seat in side}
    seats = len(sides(rows))
    found = share("who begins", [won(m, whose[m.notes[0].seat]) for m in begun], band(seats), sure)
    lines = places.routine(rows.game, "play", "turn", "setup")
    says = "Who begins has an advantage" if found.value > 1 / seats else "Who begins is at a disadvantage"
    return Figure(
        id="start",
        chapter="Fairness",
        title="Wins of who begins",
        shows=f"Whoever decides first wins {_told(found)}.",
        sure=_sure(found, 1 / seats),
        estimates=(found, *_others(rows, begun, starters, seats)),
        certain=_even(found, seats),
        findings=_alarm("start", says, found, seats, lines, "start", sure),
    )


def _others(rows: Rows, begun: Sequence[Result], starters: set[int], seats: int) -> list[Estimate]:
    """Between two: who follows; and each seat in the matches that it began."""
    found = []
    if len(rows.game.seats) == 2:
        found.append(share("who follows", [m.points(1 - m.notes[0].seat) for m in begun], band(seats)))
    if seats == len(rows.game.seats):
        for seat in sorted(starters):
            mine = [m.points(seat) for m in begun if m.notes[0].seat == seat]
            found.append(share(f"{rows.game.seats[seat]}, beginning", mine, band(seats)))
    return found


def _alarm(kind: str, says: str, found: Estimate, seats: int, lines: tuple[str, ...], figure: str, sure: float) -> tuple[Finding, ...]:
    """A test of one share. Of more than two seats the one that wins most was picked, which counts as a test of each; who looks again and
    again has spent part of the 5 of 100 at every look."""
    if found.count < LEAST:
        return ()
    times = (seats if kind == "seat" and seats > 2 else 1) * (ALARM / two_sided(sure, 1.0) if sure else 1.0)
    weaker = "the others" if kind == "seat" else "whoever follows" if found.value > 1 / seats else "whoever begins"
    tries = f"Let {weaker} have a little more at the start, or sweep an option with `--sweep NAME=LOW..HIGH`."
    return (
        Finding(
            kind=kind,
            severity="serious",
            says=f"{says}: {_told(found)}.",
            lines=lines,
            try_=tries,
            figure=figure,
            p=min(1.0, times * chance_of(found.value, 1 / seats, found.count)),
            beyond=min(1.0, times * outside(found.value, band(seats), found.count)),
            count=found.count,
        ),
    )


def _even(found: Estimate, seats: int) -> bool:
    """Whether it is certain enough that nobody has a large advantage: the range stays within twice the band."""
    return found.low >= (1 - 2 * WIDTH) / seats and found.high <= (1 + 2 * WIDTH) / seats


def _told(found: Estimate) -> str:
    return f"{100 * found.value:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f})"


def _sure(found: Estimate, fair: float, picked: int = 1) -> str:
    """Of several seats the one that wins most was picked, so that its range has to be taken with salt."""
    if found.low > fair or found.high < fair:
        if picked > 2 and picked * chance_of(found.value, fair, found.count) > ALARM:
            return f"Cannot tell from fair: of {picked} seats one is always the first, and this far it gets by chance."
        return BESIDE_FAIR
    more = settles(found.value, fair)
    return "Cannot tell from fair." + (f" If this is the true share, about {more:,} matches would settle it." if more > found.count else "")


def sweep(name: str, points: Sequence[tuple[str, Rows]], together: bool = False) -> Figure:
    """At each value of something that was changed: the share of the first seat, and of who begins where that is not always the same; how
    often it is won where all win together. What is fair depends on how many take part."""
    found: list[Estimate] = []
    for value, rows in points:
        found += _swept(f"{name} = {value}", rows, together)
    fair = {e.name: sum(e.fair) / 2 for e in found if e.fair is not None}
    count = points[0][1].wished if points else 0
    if fair:
        best = min((e for e in found if e.name in fair), key=lambda e: abs(e.value - fair[e.name]))
        shows = f"Nearest to a fair share is {best.name}: {_told(best)}."
    else:
        shows = "; ".join(f"{e.name}: {_told(e)}" for e in found) + "." if found else "At no value did a match end."
    return Figure(
        id=f"sweep-{name}",
        chapter="Fairness",
        title=f"What {name} does",
        shows=shows,
        sure=f"Each value was played {count} times on the same seeds. Ranges that overlap do not differ for certain.",
        estimates=tuple(found),
        drawing=_values(name, found),
    )


def _values(name: str, found: Sequence[Estimate]) -> str:
    """The same numbers at each value, a small chart for each thing that was measured."""
    series: dict[str, list[tuple[str, float, float, float]]] = {}
    bands: dict[str, set[tuple[float, float]]] = {}
    for e in found:
        value, _, what = e.name.removeprefix(f"{name} = ").partition(": ")
        series.setdefault(what, []).append((value, 100 * e.value, 100 * e.low, 100 * e.high))
        bands.setdefault(what, set()).update([(100 * e.fair[0], 100 * e.fair[1])] if e.fair is not None else [])
    told = [
        (f"{what} wins" if what != "won" else what, rows, *(bands[what] if len(bands[what]) == 1 else [None]))
        for what, rows in series.items()
    ]
    return uprights(f"sweep-{slug(name)}", f"What {name} does", told) if told else ""


def _swept(label: str, rows: Rows, together: bool) -> list[Estimate]:
    seats = rows.game.seats
    if together:
        return [share(f"{label}: won", [float(bool(m.winners)) for m in rows.whole])]
    found = [share(f"{label}: {seats[0]}", [m.points(0) for m in rows.whole], band(len(seats)))]
    begun = [m for m in rows.whole if m.notes]
    if len({m.notes[0].seat for m in begun}) > 1:
        found.append(share(f"{label}: who begins", [m.points(m.notes[0].seat) for m in begun], band(len(seats))))
    return found
