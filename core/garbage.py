"""Reading rules makes many objects that stay: to look for garbage among them is a fourth of the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from time import perf_counter

PATIENCE = 16  # how often what was made may go unseen: then all garbage is looked for,
SHARE = 20  # unless the last search, which grows with all that lives, would be more than this part of the time since then
_times = count(1)
_last = [0.0, 0.0]  # when the last search ended, and how long it took


@contextmanager
def not_collected() -> Iterator[None]:
    """Put off the search for garbage; what is made meanwhile counts as old, so that it is not looked through right afterwards."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            began = perf_counter()
            if next(_times) % PATIENCE == 0 and began - _last[0] >= SHARE * _last[1]:
                gc.collect()
                _last[:] = perf_counter(), perf_counter() - began
            else:
                gc.freeze()
                gc.unfreeze()
            gc.enable()
