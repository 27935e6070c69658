"""Pieces, actions, points, endings, rules: what is used, and what is not."""

from __future__ import annotations

from collections import Counter

from rulewright.agents.intervals import wilson
from rulewright.study import places
from rulewright.study.drawing import Panel, beside, panels
from rulewright.study.model import Estimate, Figure, Finding
from rulewright.study.rows import Rows
from rulewright.study.stats import hanging, resampled, share
from rulewright.study.words import said

OFFERS = 100  # fewer say nothing
SHOWN = 24
ALWAYS = 0.98  # taken so often where there is something else, as far as can be told
SMALL, RARE, POINTS = 0.03, 0.02, 200  # of all points; of the matches; matches, before it is said that an entry decides nothing


def taken(rows: Rows) -> Figure | None:
    """How often something is taken when it is offered beside something else. It says nothing about how strong that is."""
    offered: Counter[str] = Counter()
    chosen: Counter[str] = Counter()
    for match in rows.matches:
        for note in match.notes:
            if note.options > 1:
                offered.update(note.offered - note.forced)
                chosen.update(note.taken - note.forced)
    told = sorted(((n, c) for n, c in offered.items() if c >= OFFERS), key=lambda r: (-chosen[r[0]] / r[1], r[0]))
    if len(told) < 2:
        return None
    found = tuple(share(name, [1.0] * chosen[name] + [0.0] * (count - chosen[name])) for name, count in told)
    findings = []
    for estimate in found:
        lines = places.thing(rows.game, estimate.name)
        if estimate.value == 0:
            says = f"{said(estimate.name)} is never taken, though it was offered {estimate.count:,} times."
            tries = "Make it worth taking, or leave it out."
            findings.append(Finding(kind="never_taken", severity="look", says=says, lines=lines, try_=tries, figure="taken"))
        elif estimate.low >= ALWAYS and len(found) > 2:
            says = f"{said(estimate.name)} is always taken: {estimate.value * estimate.count:,.0f} of {estimate.count:,} times."
            tries = "Ask whether it is a choice; if not, let it happen by itself."
            findings.append(Finding(kind="always_taken", severity="note", says=says, lines=lines, try_=tries, figure="taken"))
    most, least = found[0], found[-1]
    return Figure(
        id="taken",
        chapter="Pieces and actions",
        title="What is taken when it is offered",
        shows=f"{said(most.name)} is taken most often ({100 * most.value:.0f} %), {said(least.name)} least ({100 * least.value:.0f} %).",
        sure=f"Only what was offered at least {OFFERS} times beside something else. Being taken often is not being strong.",
        estimates=found[:SHOWN],
        table=(("", "offered in a match", "taken in a match"), *_counts(rows, [e.name for e in found[:SHOWN]])),
        findings=tuple(findings),
        drawing=panels("taken", "What is taken when it is offered", *_columns(found[:SHOWN])),
    )


def _columns(found: tuple[Estimate, ...]) -> tuple[list[str], list[Panel], int]:
    rows = [(100 * e.value, 100 * e.low, 100 * e.high) for e in found]
    return [said(e.name) for e in found], [Panel("taken when it was offered beside something else", rows, bars=True)], 560


def _counts(rows: Rows, names: list[str]) -> list[tuple[str, ...]]:
    """How often something was offered and taken in a match, forced or not."""
    offered: Counter[str] = Counter()
    chosen: Counter[str] = Counter()
    for match in rows.matches:
        for note in match.notes:
            offered.update(note.offered)
            chosen.update(note.taken)
    count = max(1, len(rows.matches))
    return [(said(n), f"{offered[n] / count:.1f}", f"{chosen[n] / count:.1f}") for n in names]


def held(rows: Rows) -> Figure | None:
    """What players have when it is over, beside what was offered to them and what they took. It says nothing about how strong that is."""
    matches = [m for m in rows.whole if m.held]
    names = sorted({name for m in matches for mine in m.held for name, _ in mine})
    if not names:
        return None
    offered: Counter[str] = Counter()
    chosen: Counter[str] = Counter()
    for match in matches:
        for note in match.notes:
            offered.update(note.offered)
            chosen.update(note.taken)
    found, table = [], []
    for name in names:
        has = [[dict(mine).get(name, 0) for mine in m.held] for m in matches]
        parts = [(sum(n > 0 for n in seats), len(seats)) for seats in has]
        value = sum(y for y, _ in parts) / sum(n for _, n in parts)
        low, high = wilson(value, max(1, int(hanging(parts))))
        found.append(Estimate(name=name, value=value, low=low, high=high, count=len(matches)))
        number = resampled(name, [sum(seats) / len(seats) for seats in has])
        each = (f"{counter[name] / len(matches):.1f}" if offered[name] else "not by name" for counter in (offered, chosen))
        table.append((name, *each, f"{number.value:.2f} ({number.low:.2f} to {number.high:.2f})"))
    order = sorted(range(len(names)), key=lambda n: (-found[n].value, names[n]))[:SHOWN]
    most, least = found[order[0]], found[order[-1]]
    ends = f"{most.name} is held at the end by {100 * most.value:.0f} % of the seats"
    return Figure(
        id="held",
        chapter="Pieces and actions",
        title="Offered, taken, held at the end",
        shows=f"{ends}, {least.name} by {100 * least.value:.0f} %." if len(order) > 1 else f"{ends}.",
        sure="Ranges: seats that have at least one. Held is what lies in a place of one's own or belongs to one when it is over, however "
        "it came there. To have something at the end is not to win by it.",
        estimates=tuple(found[n] for n in order),
        table=(("", "offered in a match", "taken in a match", "held by a seat at the end (range)"), *(table[n] for n in order)),
        lines=tuple(dict.fromkeys(line for n in (order[0], order[-1]) for line in places.thing(rows.game, names[n]))),
    )


def points(rows: Rows) -> Figure | None:
    """What the points come from, and how often another would have won without an entry."""
    entries = [name for name, _ in rows.game.program.scores]
    if len(entries) < 2 or not rows.whole:
        return None
    total = sum(abs(v) for m in rows.whole for seat in m.scores for v in seat) or 1
    bars, found, findings = [], [], []
    for number, name in enumerate(entries):
        part = sum(abs(seat[number]) for m in rows.whole for seat in m.scores) / total
        bars.append((name.replace("_", " "), part))
        flips = [float(_best(m.scores) != _best(tuple(s[:number] + s[number + 1 :] for s in m.scores))) for m in rows.whole]
        flip = share(f"another winner without {name.replace('_', ' ')}", flips)
        found.append(flip)
        if part < SMALL and flip.value < RARE and flip.count >= POINTS:
            says = f"{name.replace('_', ' ').capitalize()} gives {100 * part:.0f} % of the points and hardly ever decides a match."
            lines, tries = places.score(rows.game), "Leave it out, or let it give more."
            findings.append(Finding(kind="small_entry", severity="note", says=says, lines=lines, try_=tries, figure="points"))
    return Figure(
        id="points",
        chapter="Pieces and actions",
        title="Where points come from",
        shows=", ".join(f"{name} {100 * part:.0f} %" for name, part in sorted(bars, key=lambda b: -b[1])[:4]) + ".",
        sure="Ranges: the share of matches in which somebody else would have most points if this entry were not counted.",
        estimates=tuple(found),
        bars=tuple(bars),
        findings=tuple(findings),
        drawing=_winners(rows, entries),
    )


def _winners(rows: Rows, entries: list[str]) -> str:
    """What the points of winners and of all others are made of."""
    found = []
    for label, wins in (("winner", True), ("others", False)):
        lists = [seat for m in rows.whole if m.winners for n, seat in enumerate(m.scores) if bool(m.winners >> n & 1) is wins]
        if lists:
            found.append((label, [sum(s[n] for s in lists) / len(lists) for n in range(len(entries))]))
    if not found or any(v < 0 for _, means in found for v in means):
        return ""
    return beside("points", "Points of winners and of others", [said(n) for n in entries], found)


def _best(scores: tuple[tuple[int, ...], ...]) -> frozenset[int]:
    sums = [sum(s) for s in scores]
    return frozenset(n for n, s in enumerate(sums) if s == max(sums))


def endings(rows: Rows) -> Figure | None:
    """How stories end."""
    names = rows.game.program.endings
    if not names:
        return None
    found = tuple(share(name, [float(m.ending == n) for m in rows.whole]) for n, name in enumerate(names))
    never = [e.name for e in found if e.value == 0]
    return Figure(
        id="endings",
        chapter="Endings",
        title="How it ends",
        shows=f"{len(names) - len(never)} of {len(names)} endings were reached.",
        sure=f"An ending that was not seen in {len(rows.whole)} matches comes in at most {300 / max(1, len(rows.whole)):.1f} % of them.",
        estimates=tuple(sorted(found, key=lambda e: -e.value)[:SHOWN]),
    )
