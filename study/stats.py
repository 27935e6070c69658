"""Ranges and tests, by SciPy. Matches are independent of each other, decisions within a match are not: only matches are resampled.

What SciPy does not have stands here in full: Newcombe's range of a difference, Holm's correction, least squares with errors that allow
for groups. Tests hold them against worked examples.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence

import numpy as np

from rulewright.agents.intervals import Z, wilson
from rulewright.play.errors import PlayError
from rulewright.study.model import Estimate

try:
    from scipy import optimize, special, stats
except ImportError:
    raise PlayError("A study needs SciPy.", 'Install it: pip install "rulewright[study]"') from None

RESAMPLES, MANY = 1000, 2000
SLIGHT = 1e-4  # how much large weights of a logistic curve count against it


def share(name: str, points: Sequence[float], fair: tuple[float, float] | None = None, sure: float = 0.0) -> Estimate:
    """The mean of results between 0 and 1, with Wilson's range, of so many standard errors if somebody says how many."""
    count = len(points)
    value = sum(points) / count if count else 0.0
    low, high = wilson(value, count, sure or Z)
    return Estimate(name=name, value=value, low=low, high=high, count=count, fair=fair)


def middle(name: str, values: Sequence[float], seed: int = 1) -> Estimate:
    """The median, with the range that resampled matches give it."""
    return resampled(name, values, np.median, seed)


def resampled(name: str, values: Sequence[float], figure: Callable[..., np.ndarray] = np.mean, seed: int = 1) -> Estimate:
    """A mean, median or such of a list of matches, with the range of resampled lists, put right for its lean and its slant (BCa). The same
    seed gives the same range."""
    data = np.asarray(values, dtype=float)
    if not len(data):
        return Estimate(name=name, value=0.0, low=0.0, high=0.0, count=0, unit="number")
    value = float(figure(data))
    low, high = (value, value) if data.min() == data.max() else _bootstrapped(data, figure, seed)
    return Estimate(name=name, value=value, low=low, high=high, count=len(data), unit="number")


def _bootstrapped(data: np.ndarray, figure: Callable[..., np.ndarray], seed: int) -> tuple[float, float]:
    """The first has no answer where leaving out a match never changes a figure, and leaves out each of them in turn: not of too many."""
    for method in ("BCa", "percentile") if len(data) <= MANY else ("percentile",):
        rng = np.random.default_rng(seed)
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = stats.bootstrap((data,), figure, n_resamples=RESAMPLES, batch=250, vectorized=True, method=method, rng=rng)
        low, high = (float(v) for v in found.confidence_interval)
        if math.isfinite(low) and math.isfinite(high):
            return low, high
    return float(data.min()), float(data.max())


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
    return float(special.bdtrc(least - 1, total, bound)) if total >= 1 and least > 0 else 1.0


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
    """The upper tail of Student's distribution."""
    return float(special.stdtr(freedom, -t))


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
    return 2 * upper(abs(value) / error) if error > 0 else float(value == 0)


def upper(z: float) -> float:
    """The upper tail of the normal distribution."""
    return float(special.ndtr(-z))


def chi_square(value: float, freedom: int) -> float:
    """The chance of a sum of squares as large as that."""
    return float(special.chdtrc(freedom, value)) if freedom >= 1 and value > 0 else 1.0


def logistic(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The weights with which sums of columns, as logits, tell results between 0 and 1 best: greatest likelihood, with a little weight on
    small ones, so that results that can be told apart completely have an answer, too."""

    def far(weights: np.ndarray) -> tuple[float, np.ndarray]:
        told = x @ weights
        gone = np.logaddexp(0, told) - y * told
        return float(gone.mean()) + SLIGHT * float(weights @ weights), x.T @ (special.expit(told) - y) / len(y) + 2 * SLIGHT * weights

    return np.asarray(optimize.minimize(far, np.zeros(x.shape[1]), jac=True, method="BFGS").x)


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
