"""How fast rules are read: lines per second of parsing and checking when warm, and the command line from a cold process.

    python benchmarks/parse_speed.py [GAME ...]

Time is the processor time of this process (or of its child), the best of several runs, so that other work on the machine does not
matter much. Aims: 20,000 lines a second parsed and checked, 0.6 s for `check` of the largest game, 0.15 s for `--version`.
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rulewright.dsl.check.program import build
from rulewright.dsl.declare.gather import gather
from rulewright.dsl.declare.world import declare
from rulewright.dsl.diagnostics import Findings
from rulewright.dsl.driver import load
from rulewright.dsl.source import Sources
from rulewright.dsl.syntax.parser import parse

GAMES = Path(__file__).resolve().parents[1] / "games"
BYTECODE = Path(tempfile.gettempdir()) / "rulewright-benchmark-bytecode"
RUNS = 5


def best(work: Callable[[], object]) -> float:
    """The least processor time that some work takes."""
    found = []
    for _ in range(RUNS):
        gc.collect()
        gc.disable()
        begin = time.process_time()
        work()
        found.append(time.process_time() - begin)
        gc.enable()
    return min(found)


def stages(path: Path) -> dict[str, float]:
    """The seconds of reading a game, pass after pass."""

    def gathered() -> Sources:
        sources = Sources()
        gather(path, sources, Findings())
        return sources

    def parsed() -> None:
        for source in texts:
            parse(source, Findings())

    def checked() -> None:
        sources, findings = Sources(), Findings()
        build(declare(gather(path, sources, findings), sources, findings, path.parent, {}, None), True)

    texts = [s for s in gathered() if s.path.suffix == ".rules"]
    lines = sum(s.text.count("\n") for s in texts)
    return {
        "lines": lines,
        "parse": best(parsed),
        "check": best(checked),
        "all": best(lambda: load(path, examples=True)),
    }


def cold(*arguments: str) -> tuple[float, float]:
    """The processor time and the time on the clock of the command line in a process of its own."""
    found = []
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | {"PYTHONPYCACHEPREFIX": str(BYTECODE)}
    command = [sys.executable, "-m", "rulewright", *arguments]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False, env=environment)  # compiles what has not been compiled yet
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begin = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False, env=environment)
        clock = time.perf_counter() - begin
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock))
    return min(found)


def main(names: list[str] | None = None) -> None:
    names = names or sorted(p.name for p in GAMES.iterdir() if (p / f"{p.name}.rules").is_file())
    total = {"lines": 0.0, "parse": 0.0, "check": 0.0, "all": 0.0}
    print(f"{'game':22}{'lines':>8}{'parse':>12}{'parse+check':>14}{'all passes':>14}    lines per second, warm")
    for name in names:
        load(GAMES / name / f"{name}.rules")
        found = stages(GAMES / name / f"{name}.rules")
        for key, value in found.items():
            total[key] += value
        _row(name, found)
    _row("together", total)
    largest = max(names, key=lambda n: sum(f.stat().st_size for f in (GAMES / n).glob("*.rules")))
    for arguments in (["check", "two_heirs"], ["check", largest], ["--version"]):
        used, clock = cold(*arguments)
        print(f"rulewright {' '.join(arguments):30} cold: {used:.3f} s of processor time, {clock:.3f} s on the clock")


def _row(name: str, found: dict[str, float]) -> None:
    rates = [f"{found['lines'] / found[key]:,.0f}" for key in ("parse", "check", "all")]
    print(f"{name:22}{found['lines']:8,.0f}{rates[0]:>12}{rates[1]:>14}{rates[2]:>14}")


if __name__ == "__main__":
    main(sys.argv[1:])
