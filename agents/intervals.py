"""How sure a share is: Wilson's interval, one that may be looked at again and again, and Elo."""

from __future__ import annotations

import math
from collections.abc import Mapping

Z = 1.959964  # for 95 of 100


def wilson(share: float, count: int, z: float = Z) -> tuple[float, float]:
    """Wilson's interval of a share, of 95 % if nothing else is said."""
    if not count:
        return 0.0, 1.0
    z2 = z * z / count
    middle = (share + z2 / 2) / (1 + z2)
    half = z / (1 + z2) * math.sqrt(share * (1 - share) / count + z2 / (4 * count))
    return max(0.0, middle - half), min(1.0, middle + half)


def anytime(share: float, count: int, alpha: float = 0.05) -> tuple[float, float]:
    """An interval that holds at every look at once, so that one may stop when it is narrow enough.

    A normal mixture (Robbins) over a variable between 0 and 1, whose variance is at most 1/4; it is narrowest at some 400 matches.
    """
    if not count:
        return 0.0, 1.0
    rho = 1 / 400 * 8
    half = math.sqrt(0.5 * (1 + 1 / (count * rho)) * math.log(math.sqrt(count * rho + 1) / alpha) / count)
    return max(0.0, share - half), min(1.0, share + half)


def elo(points: Mapping[tuple[str, str], tuple[float, float]], names: list[str]) -> dict[str, float]:
    """Ratings from points won and matches played by pairs, the mean at 0. Half a point each way keeps them finite."""
    strength = dict.fromkeys(names, 1.0)
    for _ in range(500):
        fresh = {}
        for one in names:
            won = games = 0.0
            for two in names:
                if (one, two) in points:
                    p, n = points[one, two]
                elif (two, one) in points:
                    q, n = points[two, one]
                    p = n - q
                else:
                    continue
                won += p + 0.5
                games += (n + 1) / (strength[one] + strength[two])
            fresh[one] = won / games if games else 1.0
        mean = math.exp(sum(map(math.log, fresh.values())) / len(fresh))
        strength = {name: value / mean for name, value in fresh.items()}
    return {name: 400 * math.log10(value) for name, value in strength.items()}
