"""The experiment: who has to do without what, or has to take what, is drawn by lot for many names at once (a factorial plan), so that one
set of matches measures all of them."""

from __future__ import annotations

from collections import Counter

import numpy as np

from rulewright.study.lots import drawn
from rulewright.study.rows import Rows

MOST_NAMES = 16
LEAST_TAKEN = 20
THROUGH = 0.9  # of an action: so often it is done with a piece that is asked about itself


def names(rows: Rows) -> list[str]:
    """What is worth asking about: taken now and then by somebody who could have done without it; the most taken first.

    Pieces that have names of their own, and actions; but no action that is always done with one of these pieces, since whoever is barred
    from it is barred from all of them.
    """
    pieces = {name for kind in rows.game.program.kinds if len(set(kind.names)) > 1 for name in kind.names}
    actions = set(rows.game.program.actions)
    taken: Counter[str] = Counter()
    through: Counter[str] = Counter()
    for match in rows.matches:
        for note in match.notes:
            if note.options > 1:
                free = note.taken - note.forced
                taken.update(free & (pieces | actions))
                if free & pieces:
                    through.update(note.taken & actions)
    found = [name for name, times in sorted(taken.items(), key=lambda t: (-t[1], t[0])) if times >= LEAST_TAKEN]
    return [name for name in found if name in pieces or through[name] < THROUGH * taken[name]][:MOST_NAMES]


def design(rows: Rows, together: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each seat of each match: what it had over the others, whose lot was what, and the number of the match.

    A column is 1 where the lot of a name fell to the seat and to no other, -1 where it fell to all others. Where nobody plays against
    another, it is the share of seats to which it fell, and what counts is what all have reached.
    """
    y: list[float] = []
    x: list[list[float]] = []
    groups: list[int] = []
    seats = len(rows.game.seats)
    for group, match in enumerate(rows.whole):
        lots = drawn(seats, rows.names, match.seed)
        mine = np.array([[float(name in fallen) for name in rows.names] for fallen in lots])
        reached = worths(rows, match.number)
        starter = match.notes[0].seat if match.notes else 0
        if together or seats == 1:
            y.append(float(np.mean(reached)))
            x.append([*mine.mean(axis=0), 0.0, 1.0])
            groups.append(group)
            continue
        for seat in range(seats):
            others = [n for n in range(seats) if n != seat]
            y.append(reached[seat] - float(np.mean([reached[n] for n in others])))
            begins = float(seat == starter) - 1 / seats
            x.append([*(mine[seat] - mine[others].mean(axis=0)), begins, float(seat == 0) - 1 / seats])
            groups.append(group)
    return np.array(y), np.array(x), np.array(groups)


def worths(rows: Rows, number: int) -> list[float]:
    """What each seat reached: points where the rules count them, else its share of the win."""
    match = rows.matches[number]
    if rows.game.program.scores:
        return [float(sum(entries)) for entries in match.scores]
    return [match.points(seat) for seat in range(len(rows.game.seats))]
