"""How far native code is from what a person would write by hand: the same playouts in C with bitboards (`limit.c`), in the same run.

It needs a C compiler (`cc`). Both sides play whole random matches on one core; the C program knows its one game and nothing else.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.playouts import LEAST, ours
from benchmarks.timing import busy, enough, interleaved, one_core, ratio

GAMES = ("tic_tac_toe", "connect_four", "breakthrough", "reversi", "hex", "checkers", "oware")
OPTIONS = {"hex": {"swap": "no"}}  # that make the rules the same
SOURCE = Path(__file__).parent / "limit.c"


def compiled(folder: Path) -> Any:
    """The C programs as a library; None where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    target = folder / "limit.so"
    subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(target), str(SOURCE)], check=True)
    library = ctypes.CDLL(str(target))
    for name in GAMES:
        getattr(library, name).argtypes, getattr(library, name).restype = (ctypes.c_long, ctypes.c_uint64), ctypes.c_long
    return library


def limit(library: Any, name: str) -> Any:
    play = getattr(library, name)
    count = enough(lambda n: play(n, 1), LEAST)
    return lambda: count / busy(lambda: play(count, 1))


def main(repetitions: int = 9, only: tuple[str, ...] = ()) -> None:
    one_core()
    with TemporaryDirectory() as folder:
        library = compiled(Path(folder))
        if library is None:
            print("There is no C compiler here: the limit is not measured.")
            return
        print("Random playouts, one core: how many times as fast a program in C is that was written for one game")
        print(f"{'game':<14}{'C/s':>14}{'Rulewright/s':>14}{'ratio':>8}{'low':>7}{'high':>7}")
        for name in only or GAMES:
            mine, theirs = interleaved([ours(name, OPTIONS.get(name, {})), limit(library, name)], repetitions)
            ratios = sorted(b / a for a, b in zip(mine, theirs, strict=True))
            print(
                f"{name:<14}{median(theirs):>14,.0f}{median(mine):>14,.0f}{ratio(theirs, mine):>8.1f}{ratios[0]:>7.1f}{ratios[-1]:>7.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
