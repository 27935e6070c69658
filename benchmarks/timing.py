"""How things are timed: in turns, so that a machine which becomes slower becomes slower for everybody."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter, process_time


def one_core() -> None:
    """Stay on one core from here on, where the system can promise it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def seconds(work: Callable[[], object]) -> float:
    """On the clock of the wall."""
    start = perf_counter()
    work()
    return perf_counter() - start


def busy(work: Callable[[], object]) -> float:
    """Seconds of processor time: what other programs take of the core does not count."""
    start = process_time()
    work()
    return process_time() - start


def interleaved(works: Sequence[Callable[[], float]], repetitions: int) -> list[list[float]]:
    """Measure each in turn, several times round: the numbers of each."""
    found: list[list[float]] = [[] for _ in works]
    for _ in range(repetitions):
        for work, numbers in zip(works, found, strict=True):
            numbers.append(work())
    return found


def ratio(first: Sequence[float], second: Sequence[float]) -> float:
    """The median of the ratios of what was measured in the same round."""
    return median(a / b for a, b in zip(first, second, strict=True))


def enough(work: Callable[[int], object], least: float) -> int:
    """How many to do at once so that it takes at least so long."""
    count = 16
    while busy(lambda: work(count)) < least:
        count *= 2
    return count
