"""`make fuzz`: spoils rules, tables, saves, transcripts and options until the time is over, and keeps what breaks the program.

`python -m tests.fuzz [SECONDS] [SEED]`. Findings are written to `out/fuzz`; small rules that come to something new join the corpus beside
this file, from which later runs and the tests go on. Leaves with 1 if there is a finding.
"""

from __future__ import annotations

import hashlib
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from multiprocessing import get_context
from pathlib import Path
from typing import Any

os.environ.setdefault("RULEWRIGHT_LLVM", "0")

from tests.fuzz.cases import CASES, CORPUS, NOW, ROOT, Found

OUT = ROOT / "out" / "fuzz"
WEIGHTS = {"rules": 8, "games": 3, "tables": 2, "saves": 4, "transcripts": 2, "options": 1}
PATIENCE = 60  # seconds of a processor for one case, however busy the machine is
BATCH = 25  # cases in one process
LARGEST, MOST = 3_000, 150  # bytes of a file in the corpus, and files


def batch(pipe: Any, seeds: list[int]) -> None:
    """Cases in a process of their own, which may break; what each is about is told before it is tried."""
    NOW.tell = lambda name, content: pipe.send(("about", 0, (name, content)))
    os.environ["RULEWRIGHT_CACHE"] = tempfile.mkdtemp(prefix="rulewright-fuzz-")
    for seed in seeds:
        chance = random.Random(seed)
        sort = chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
        pipe.send(("begin", seed, sort))
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
        try:
            pipe.send(("done", seed, CASES[sort](chance)))
        except Found as found:
            pipe.send(("found", seed, (sort, found.name, found.content, _where(found.__cause__), traceback.format_exc())))
        signal.setitimer(signal.ITIMER_PROF, 0)
    pipe.send(("end", 0, ()))


def _where(error: BaseException | None) -> str:
    frames = traceback.extract_tb(error.__traceback__) if error is not None else []
    ours = [f for f in frames if "rulewright" in f.filename or "/dsl/" in f.filename] or list(frames)
    last = ours[-1] if ours else None
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.name}" if last else type(error).__name__


def main(seconds: float, seed: int) -> int:
    until = time.monotonic() + seconds
    counts: Counter[str] = Counter()
    found: dict[str, int] = {}
    seen = {_sign(p.read_bytes()) for p in CORPUS.glob("*.rules")}
    known: set[str] = set()
    number = seed << 32
    context = get_context("fork")
    while time.monotonic() < until:
        here, there = context.Pipe(False)
        seeds = list(range(number, number + BATCH))
        number += BATCH
        process = context.Process(target=batch, args=(there, seeds))
        process.start()
        there.close()
        current: tuple[int, str] = (0, "")
        about = ("seed", b"")
        try:
            while True:
                what, at, rest = here.recv()
                if what == "end":
                    break
                if what == "begin":
                    current, about = (at, rest), ("seed", str(at).encode())
                    counts[rest] += 1
                elif what == "about":
                    about = rest
                elif what == "found":
                    _keep(found, *rest, seed=at)
                else:
                    _join(known, seen, *rest)
        except EOFError:
            process.join()
            reason = "takes too long" if process.exitcode == -signal.SIGPROF else f"ends the process ({process.exitcode})"
            _keep(found, current[1], *about, reason, "", seed=current[0])
        process.join()
    print(f"{sum(counts.values()):,} cases: {', '.join(f'{n:,} {sort}' for sort, n in sorted(counts.items()))}; seed {seed}.")
    for where, times in found.items():
        print(f"  {times:>4} × {where}")
    print(f"{len(found)} findings." if found else "Nothing found.")
    return 1 if found else 0


def _keep(found: dict[str, int], sort: str, name: str, content: bytes, where: str, trace: str, seed: int) -> None:
    key = f"{sort}: {where}"
    found[key] = found.get(key, 0) + 1
    if found[key] > 3:
        return
    folder = OUT / _sign(key.encode())
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{found[key]}-{name}").write_bytes(content)
    (folder / "trace.txt").write_text(f"{key}\nseed {seed}\n\n{trace}", encoding="utf-8")
    print(key, flush=True)


def _join(known: set[str], seen: set[str], sign: str, name: str, content: bytes) -> None:
    """A small text that comes to something new is kept."""
    new = set(sign.split(" ")) - known
    known |= new
    key = _sign(content)
    if new and name == "rules" and len(content) <= LARGEST and key not in seen and len(seen) < MOST:
        seen.add(key)
        (CORPUS / f"{key}.rules").write_bytes(content)


def _sign(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 600.0, int(sys.argv[2]) if len(sys.argv) > 2 else 0))
