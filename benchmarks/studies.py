"""How long a study takes with everything at its default, on all cores: the wall's clock, and processor time of all of them together."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

GAMES = ("tic_tac_toe", "two_heirs")
FIRST = ("-n", "10", "--ladder", "0", "--random", "10")  # compiles, so that the second is measured as somebody has it who works on a game


def study(game: str, folder: Path, *more: str) -> tuple[float, float]:
    """Seconds on the wall and of processor time."""
    command = [sys.executable, "-m", "rulewright", "study", game, "-o", str(folder / "report.html"), *more]
    wall, busy = perf_counter(), _busy()
    subprocess.run(command, capture_output=True, check=True, env=os.environ | {"RULEWRIGHT_CACHE": str(folder / "cache")})
    return perf_counter() - wall, _busy() - busy


def _busy() -> float:
    """Processor time of all programs that were started from here and are done."""
    times = os.times()
    return times.children_user + times.children_system


def main() -> None:
    print(f"A study with everything at its default, {os.cpu_count()} cores, seconds")
    print(f"{'game':<16}{'wall':>8}{'processor':>12}")
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            study(game, Path(folder), *FIRST)
            wall, busy = study(game, Path(folder))
        print(f"{game:<16}{wall:>8.1f}{busy:>12.1f}", flush=True)
