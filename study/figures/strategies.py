"""Strategies: groups of seats that take the same things, and how often each group wins against the others."""

from __future__ import annotations

from collections import Counter

import numpy as np

from rulewright.study import places
from rulewright.study.alarms import FEW, ONE_WAY
from rulewright.study.model import Estimate, Figure, Finding
from rulewright.study.rows import Rows
from rulewright.study.stats import above, resampled, share
from rulewright.study.words import player

APART = 0.25  # the least silhouette of groups that are worth their name
MOST_GROUPS, MOST_SEATS = 5, 600
SHOWN = 12  # names of what seats take


def strategies(rows: Rows) -> Figure | None:
    """K-medoids over what each seat took, as shares."""
    names, owners, points = features(rows)
    if len(names) < 2 or len(points) < 40:
        return None
    chosen = points[:MOST_SEATS]
    distances = np.sqrt(((chosen[:, None, :] - chosen[None, :, :]) ** 2).sum(axis=2))
    best = max(((silhouette(distances, g), g) for g in (groups(distances, k) for k in range(2, MOST_GROUPS + 1))), key=lambda t: t[0])
    if best[0] < APART:
        return Figure(
            id="strategies",
            chapter="Pieces and actions",
            title="Ways to play",
            shows="No ways to play stand apart: what players take differs, but not in groups.",
            sure=f"{len(chosen)} seats of {player(rows.level)}; groups would need a silhouette of {APART}, the best have {best[0]:.2f}. "
            "Shown: how much of what a seat takes is this.",
            estimates=_usual(names, owners[: len(chosen)], chosen),
        )
    labels = best[1]
    order = [g for g, _ in Counter(labels.tolist()).most_common()]
    found, table, findings = [], [("group", "seats", "takes more than others")], []
    middle = chosen.mean(axis=0)
    for place, group in enumerate(order):
        mine = labels == group
        more = chosen[mine].mean(axis=0) - middle
        told = ", ".join(f"{names[n]} ({100 * chosen[mine][:, n].mean():.0f} %)" for n in np.argsort(-more)[:3] if more[n] > 0.01)
        name = f"group {chr(65 + place)}"
        results = _against(rows, owners[: len(chosen)], labels, group)
        estimate = share(f"{name} wins", results)
        found.append(estimate)
        table.append((name, f"{100 * mine.mean():.0f} %", told or "of everything a little"))
        if estimate.count >= 100 and mine.mean() < FEW:
            says = f"One way to play wins {100 * estimate.value:.0f} % ({100 * estimate.low:.0f} to {100 * estimate.high:.0f}) against all "
            says += f"others: {told}."
            p = above(estimate.value, ONE_WAY, estimate.count)
            tries = "Let another way answer it."
            lines = places.thing(rows.game, names[int(np.argmax(more))])
            findings.append(Finding(kind="strategy", severity="look", says=says, lines=lines, try_=tries, figure="strategies", p=p))
    return Figure(
        id="strategies",
        chapter="Pieces and actions",
        title="Ways to play",
        shows=f"{len(order)} ways to play stand apart.",
        sure="Seats that take the same things are one group. Shares of wins count only matches against another group; they are no "
        "experiment: who is winning may play otherwise because of it.",
        estimates=tuple(found),
        table=tuple(table),
        findings=tuple(findings),
    )


def _usual(names: list[str], owners: list[tuple[int, int]], points: np.ndarray) -> tuple[Estimate, ...]:
    """What a seat takes on average, the most taken first; matches are resampled, not seats."""
    matches = np.array([match for match, _ in owners])
    found = []
    for n, name in enumerate(names[:SHOWN]):
        means = [float(points[matches == match, n].mean()) for match in dict.fromkeys(matches.tolist())]
        found.append(resampled(name, means).model_copy(update={"unit": "share"}))
    return tuple(found)


def features(rows: Rows) -> tuple[list[str], list[tuple[int, int]], np.ndarray]:
    """Names that were chosen freely, the match and seat of each row, and what each seat took of them, as shares."""
    counts: list[Counter[str]] = []
    owners: list[tuple[int, int]] = []
    for number, match in enumerate(rows.whole):
        for seat in range(len(rows.game.seats)):
            mine: Counter[str] = Counter()
            for note in match.notes:
                if note.seat == seat and note.options > 1:
                    mine.update(note.taken - note.forced)
            if mine:
                counts.append(mine)
                owners.append((number, seat))
    total = sum(counts, Counter[str]())
    names = [name for name, _ in sorted(total.items(), key=lambda t: (-t[1], t[0]))[:24]]
    points = np.array([[c[name] / sum(c.values()) for name in names] for c in counts]).reshape(len(counts), len(names))
    return names, owners, points


def groups(distances: np.ndarray, count: int) -> np.ndarray:
    """K-medoids: begin with the most central seat, add whoever is farthest from all, then exchange until nothing changes."""
    medoids = [int(distances.sum(axis=1).argmin())]
    while len(medoids) < count:
        medoids.append(int(distances[:, medoids].min(axis=1).argmax()))
    for _ in range(50):
        labels = distances[:, medoids].argmin(axis=1)
        fresh = []
        for group in range(count):
            mine = np.nonzero(labels == group)[0]
            fresh.append(int(mine[distances[np.ix_(mine, mine)].sum(axis=1).argmin()]) if len(mine) else medoids[group])
        if fresh == medoids:
            break
        medoids = fresh
    return np.asarray(distances[:, medoids].argmin(axis=1))


def silhouette(distances: np.ndarray, labels: np.ndarray) -> float:
    """How far groups stand apart, from -1 to 1."""
    kinds = sorted(set(labels.tolist()))
    if len(kinds) < 2:
        return -1.0
    means = np.stack([distances[:, labels == k].sum(axis=1) / max(1, (labels == k).sum()) for k in kinds], axis=1)
    own = np.array([kinds.index(label) for label in labels.tolist()])
    sizes = np.array([(labels == k).sum() for k in kinds])[own]
    inner = means[np.arange(len(labels)), own] * sizes / np.maximum(1, sizes - 1)
    outer = np.where(np.arange(len(kinds))[None, :] == own[:, None], np.inf, means).min(axis=1)
    widest = np.maximum(inner, outer)
    each = np.where((sizes > 1) & (widest > 0), (outer - inner) / np.where(widest > 0, widest, 1.0), 0.0)
    return float(each.mean())


def _against(rows: Rows, owners: list[tuple[int, int]], labels: np.ndarray, group: int) -> list[float]:
    """Results of a group's seats in matches in which somebody of another group sat; between k seats, as if it were between two."""
    sorts: dict[int, dict[int, int]] = {}
    for (match, seat), label in zip(owners, labels.tolist(), strict=True):
        sorts.setdefault(match, {})[seat] = label
    found = []
    for match, seats in sorts.items():
        mine = [s for s, label in seats.items() if label == group]
        others = [s for s, label in seats.items() if label != group]
        if mine and others:
            one = sum(rows.whole[match].points(s) for s in mine) / len(mine)
            two = sum(rows.whole[match].points(s) for s in others) / len(others)
            found.append(one / (one + two) if one + two > 0 else 0.5)
    return found
