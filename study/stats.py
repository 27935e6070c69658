"""Ranges and tests. Matches are independent of each other, decisions within a match are not: only matches are resampled."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from rulewright.agents.intervals import Z, wilson
from rulewright.study.model import Estimate

RESAMPLES = 1000


def share(name: str, points: Sequence[float], fair: tuple[float, float] | None = None, sure: float = 0.0) -> Estimate:
    """The mean of results between 0 and 1, with Wilson's range, of so many standard errors if somebody says how many."""
    count = len(points)
    value = sum(points) / count if count else 0.0
    low, high = wilson(value, count, sure or Z)
    return Estimate(name=name, value=value, low=low, high=high, count=count, fair=fair)


def middle(name: str, values: Sequence[float], seed: int = 1) -> Estimate:
    """The median, with the range that resampled matches give it."""
    return resampled(name, values, lambda sample: np.median(sample, axis=-1), seed)


def resampled(name: str, values: Sequence[float], figure: Callable[[np.ndarray], np.ndarray], seed: int = 1) -> Estimate:
    """Any figure of a list of matches, with a percentile range of resampled lists. The same seed gives the same range."""
    data = np.asarray(values, dtype=float)
    if not len(data):
        return Estimate(name=name, value=0.0, low=0.0, high=0.0, count=0, unit="number")
    drawn = data[np.random.default_rng(seed).integers(0, len(data), (RESAMPLES, len(data)))]
    low, high = np.quantile(figure(drawn), (0.025, 0.975))
    return Estimate(name=name, value=float(figure(data[None])[0]), low=float(low), high=float(high), count=len(data), unit="number")


def difference(one: Estimate, two: Estimate) -> tuple[float, float, float]:
    """How much larger the second share is, with Newcombe's range."""
    gap = two.value - one.value
    low = gap - math.hypot(two.value - two.low, one.high - one.value)
    high = gap + math.hypot(two.high - two.value, one.value - one.low)
    return gap, low, high


def chance_of(value: float, fair: float, count: float) -> float:
    """How often a fair share would be off by that much: two-sided."""
    return min(1.0, 2 * min(above(value, fair, count), above(1 - value, 1 - fair, count)))


def above(value: float, bound: float, count: float) -> float:
    """How often a share of at most `bound` would come out as high as that: one-sided, from the binomial distribution itself.

    Parts of wins are rounded away from the alarm; matches that are shared spread less than won and lost ones.
    """
    total = math.floor(count)
    least = math.floor(value * total + 1e-9)
    if total < 1 or least <= 0:
        return 1.0
    hits = np.arange(least, total + 1)
    ways = math.lgamma(total + 1) - _log_factorials(hits) - _log_factorials(total - hits)
    return min(1.0, float(np.exp(ways + hits * math.log(bound) + (total - hits) * math.log1p(-bound)).sum()))


def _log_factorials(numbers: np.ndarray) -> np.ndarray:
    return np.array([math.lgamma(n + 1) for n in numbers.tolist()])


def outside(value: float, band: tuple[float, float], count: float) -> float:
    """How often a share within a band would come out that far above or below it: two-sided."""
    if not count:
        return 1.0
    return min(1.0, 2 * min(above(value, band[1], count), above(1 - value, 1 - band[0], count)))


def above_mean(values: Sequence[float], bound: float) -> float:
    """How often matches with a mean of at most `bound` would have so high a mean: one-sided, by Student's distribution."""
    count = len(values)
    if count < 2:
        return 1.0
    data = np.asarray(values, dtype=float)
    error = float(data.std(ddof=1)) / math.sqrt(count)
    if error == 0:
        return 0.0 if data[0] > bound else 1.0
    return student((float(data.mean()) - bound) / error, count - 1)


def student(t: float, freedom: int) -> float:
    """The upper tail of Student's distribution: the density, added up over the angle whose tangent is t / sqrt(freedom)."""
    angle = math.atan(t / math.sqrt(freedom))
    grid = np.linspace(angle, math.pi / 2, 2001)
    weight = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(math.pi)
    heights = np.cos(grid) ** (freedom - 1)
    return float(weight * np.sum((heights[1:] + heights[:-1]) / 2 * np.diff(grid)))


def hanging(parts: Sequence[tuple[int, int]]) -> float:
    """So many independent answers as the answers of all matches are worth, given (yes, all) of each: those of one match hang together."""
    asked = np.array([a for _, a in parts if a], dtype=float)
    told = np.array([y for y, a in parts if a], dtype=float)
    total = float(asked.sum())
    if len(asked) < 2:
        return min(total, 1.0)
    value = float(told.sum()) / total
    plain = value * (1 - value) / total
    spread = len(asked) / (len(asked) - 1) * float(((told - value * asked) ** 2).sum()) / total**2
    return total / max(1.0, spread / plain) if plain > 0 else float(len(asked))


def holm(ps: Sequence[float]) -> list[float]:
    """Chances of a false alarm when all tests are taken together (Holm)."""
    order = sorted(range(len(ps)), key=lambda i: ps[i])
    found, largest = [0.0] * len(ps), 0.0
    for place, i in enumerate(order):
        largest = max(largest, min(1.0, ps[i] * (len(ps) - place)))
        found[i] = largest
    return found


def settles(value: float, fair: float) -> int:
    """How many matches would tell a share from a fair one at 95 of 100."""
    gap = abs(value - fair)
    return math.ceil((Z / gap) ** 2 / 4) if gap > 0.005 else 0


def two_sided(value: float, error: float) -> float:
    """How often nothing would look like that much: two-sided, normal."""
    return math.erfc(abs(value) / error / math.sqrt(2)) if error > 0 else float(value == 0)


def upper(z: float) -> float:
    """The upper tail of the normal distribution."""
    return 0.5 * math.erfc(z / math.sqrt(2))


def chi_square(value: float, freedom: int) -> float:
    """The chance of a sum of squares as large as that (Wilson and Hilferty)."""
    if freedom < 1 or value <= 0:
        return 1.0
    part = 2 / (9 * freedom)
    z = ((value / freedom) ** (1 / 3) - (1 - part)) / math.sqrt(part)
    return 0.5 * math.erfc(z / math.sqrt(2))


def clustered(y: np.ndarray, x: np.ndarray, groups: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Least squares; the covariances allow for rows of one group hanging together, and for rows that spread more than others."""
    inverse = np.linalg.pinv(x.T @ x)
    values = inverse @ x.T @ y
    left = (y - x @ values)[:, None] * x
    count = int(groups.max()) + 1 if len(groups) else 0
    sums = np.zeros((count, x.shape[1]))
    np.add.at(sums, groups, left)
    real = len(np.unique(groups))
    scale = real / max(1, real - x.shape[1])
    return values, scale * inverse @ (sums.T @ sums) @ inverse
