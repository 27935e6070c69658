"""How long it takes until native code is there: cold (nothing in the cache) and warm, each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

BYTECODE = Path(tempfile.gettempdir()) / "rulewright-benchmark-bytecode"  # as an installed package has it
GAMES = ("tic_tac_toe", "chess", "two_heirs", "kingdom_of_heroes", "two_princes", "grandlins_heirs")
SCRIPT = """
import sys, time
from rulewright.play import load
wall, busy = time.perf_counter(), time.process_time()
load(sys.argv[1], engine="native").engine.native.batch(1, 1, limit=2000)
print(time.perf_counter() - wall, time.process_time() - busy)
"""


def start(game: str, cache: str) -> tuple[float, float]:
    """Seconds on the wall and of processor time until the first match of a game was played natively, in whatever tier there is."""
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONDONTWRITEBYTECODE", "RULEWRIGHT_LLVM"}}
    environment |= {"RULEWRIGHT_CACHE": cache, "PYTHONPYCACHEPREFIX": str(BYTECODE)}
    done = subprocess.run([sys.executable, "-c", SCRIPT, game], capture_output=True, text=True, check=True, env=environment)
    wall, busy = done.stdout.split()
    return float(wall), float(busy)


def main(repetitions: int = 3) -> None:
    print("Loading a game for native play, seconds: the wall's clock (processor time)")
    print(f"{'game':<22}{'cold':>16}{'warm':>16}")
    for game in GAMES:
        cold: list[tuple[float, float]] = []
        warm: list[tuple[float, float]] = []
        for _ in range(repetitions):
            with tempfile.TemporaryDirectory() as cache:
                start("tic_tac_toe" if game != "tic_tac_toe" else "hex", cache)
                cold.append(start(game, cache))
                warm.append(start(game, cache))
        print(f"{game:<22}{_shown(cold):>16}{_shown(warm):>16}", flush=True)


def _shown(times: list[tuple[float, float]]) -> str:
    return f"{median(w for w, _ in times):.2f} ({median(b for _, b in times):.2f})"
