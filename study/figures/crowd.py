"""The chance of winning of each side through a match, where more than two sit at the table."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from rulewright.agents.batch import Result
from rulewright.study.figures.fairness import sides, won
from rulewright.study.rows import Rows
from rulewright.study.stats import logistic

EDGE = 0.005  # values nearer than that to 0 or 1 are taken as so near
OVERTAKEN = 0.1  # a lead changes where somebody's chance is so much above that of whoever led


@dataclass(frozen=True, slots=True)
class Crowd:
    """A match between several sides: what the search last said of each at every decision that somebody thought about (a row for each
    decision, a column for each side), what that means as a chance, and the results."""

    seen: np.ndarray
    results: tuple[float, ...]
    chances: np.ndarray
    match: Result | None = None

    @property
    def even(self) -> float:
        return 1 / len(self.results)

    def pairs(self, put_right: bool) -> list[tuple[np.ndarray, float]]:
        """What was expected of each side, and what came."""
        told = self.chances if put_right else self.seen
        return [(told[:, side], result) for side, result in enumerate(self.results)]

    def winner(self) -> np.ndarray | None:
        return self.chances[:, self.results.index(1.0)] if 1.0 in self.results else None

    def changes(self) -> int:
        leader, found = int(self.chances[0].argmax()), 0
        for row in self.chances:
            best = int(row.argmax())
            if row[best] > row[leader] + OVERTAKEN:
                leader, found = best, found + 1
        return found

    def led(self, part: float) -> float | None:
        """The result of whoever led after that part of the match; nothing where several did."""
        row = self.chances[int(part * (len(self.chances) - 1))]
        best = np.nonzero(row == row.max())[0]
        return self.results[int(best[0])] if len(best) == 1 else None


def crowds(rows: Rows) -> list[Crowd]:
    """All matches, each put right by what the other half of them taught, as it is between two.

    A search speaks for whoever decides. Of the others counts what it said when it was their turn last; before that, an even chance.
    """
    found, each = [], list(sides(rows).values())
    whose = {seat: number for number, side in enumerate(each) for seat in side}
    for match in rows.whole:
        now, seen = np.full(len(each), 1 / len(each)), []
        for note in (n for n in match.notes if n.value >= 0):
            now[whose[note.seat]] = note.value
            seen.append(now.copy())
        if len(seen) >= 4:
            found.append(Crowd(np.array(seen), tuple(won(match, side) for side in each), np.array(seen), match))
    weights = [_learnt(found[0::2]), _learnt(found[1::2])]
    return [replace(c, chances=_told(c, *weights[1 - n % 2])) for n, c in enumerate(found)]


def _columns(crowd: Crowd, side: int, length: float) -> np.ndarray:
    """A lean to each side, what the search says of one beside what it says of the others, and how far the match is."""
    inside = np.clip(crowd.seen, EDGE, 1 - EDGE)
    logit = np.log(inside / (1 - inside))
    count = logit.shape[1]
    others = (logit.sum(axis=1) - logit[:, side]) / (count - 1)
    far = np.minimum(np.arange(len(logit)) / length, 1.5)
    lean = np.zeros((len(logit), count))
    lean[:, side] = 1.0
    return np.column_stack([lean, logit[:, side], others, logit[:, side] * far, others * far])


def _learnt(half: list[Crowd]) -> tuple[np.ndarray, float]:
    if not half:
        return np.zeros(0), 1.0
    length = float(np.median([len(c.seen) for c in half]))
    pairs = [(_columns(c, side, length), result) for c in half for side, result in enumerate(c.results)]
    return logistic(np.concatenate([x for x, _ in pairs]), np.concatenate([np.full(len(x), y) for x, y in pairs])), length


def _told(crowd: Crowd, weights: np.ndarray, length: float) -> np.ndarray:
    """Chances of all sides, which are one together."""
    if not len(weights):
        return crowd.seen
    each = [1 / (1 + np.exp(-_columns(crowd, side, length) @ weights)) for side in range(len(crowd.results))]
    found = np.stack(each, axis=1)
    return np.asarray(found / found.sum(axis=1, keepdims=True))
