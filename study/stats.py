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


def chance_of(value: float, fair: float, count: int) -> float:
    """How often a fair share would be off by that much: two-sided, normal."""
    if not count:
        return 1.0
    z = abs(value - fair) / math.sqrt(fair * (1 - fair) / count)
    return math.erfc(z / math.sqrt(2))


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
