"""Reading rules makes many objects that stay: to look for garbage among them is a fourth of the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

PATIENCE = 16  # how often what was made may go unseen: then all garbage is looked for
_times = count(1)


@contextmanager
def not_collected() -> Iterator[None]:
    """Put off the search for garbage; what is made meanwhile counts as old, so that it is not looked through right afterwards."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            if next(_times) % PATIENCE == 0:
                gc.collect()
            else:
                gc.freeze()
                gc.unfreeze()
            gc.enable()
