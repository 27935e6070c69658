"""`make mutants`: changes our own code in small ways, one at a time, and tells which changes the tests near it do not notice.

`python -m tests.mutants [SECONDS] [SEED] [AREA …]`. Cosmic Ray says what can be changed. Files are drawn by their length, changes in them
by lot, area after area in turn until the time is over: the result is a sample, and says so. Only the tests in `AREAS` judge, in a copy of
the project; a change that survives them may still be noticed by others. Changes that only concern annotations are not drawn.
"""

from __future__ import annotations

import ast
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
GAMES = ["tests/lang/test_micro_games.py", "tests/games/test_boxes.py"]
AREAS = {
    "core": ["tests/engine/test_core.py", "tests/engine/test_passes.py", "tests/engine/test_failures.py", *GAMES],
    "dsl/lower": [*GAMES, "tests/lang"],
    "interpreter": ["tests/engine/test_core.py", "tests/engine/test_failures.py", *GAMES],
    "play": ["tests/play/test_narration.py", "tests/play/test_groups.py", "tests/play/test_why.py", "tests/play/test_contract.py"],
}
SLOWER, ATLEAST = 3, 60  # times as long as the tests take, and seconds of a processor, before a change counts as one that never ends


@dataclass(frozen=True)
class Change:
    """One change of one file: what Cosmic Ray calls it, and where."""

    path: Path
    operator: str
    occurrence: int
    line: int


@cache
def _operators() -> dict[str, Any]:
    """Those of Cosmic Ray that need to be told nothing."""
    from cosmic_ray.plugins import get_operator, operator_names

    found = {}
    for name in sorted(operator_names()):
        with suppress(TypeError):
            found[name] = get_operator(name)()
    return found


@cache
def listed(path: Path) -> list[Change]:
    """All changes of a file; for each place and kind of operator one by lot, as some kinds have a dozen for one place."""
    from cosmic_ray.ast import ast_nodes, get_ast

    nodes = list(ast_nodes(get_ast(path.read_text(encoding="utf-8"))))
    found: dict[tuple[str, Any], list[Change]] = {}
    for name, operator in _operators().items():
        places = [place for node in nodes for place in operator.mutation_positions(node)]
        for number, (start, _) in enumerate(places):
            family = name.rpartition("/")[2].partition("_")[0]
            found.setdefault((family, start), []).append(Change(path, name, number, start[0]))
    chance = random.Random(str(path.name))
    return [chance.choice(changes) for changes in found.values()]


def changed(change: Change) -> str | None:
    """The text of the file with the change; None if it means the same, or is no Python."""
    from cosmic_ray.mutating import mutate_code

    text = change.path.read_text(encoding="utf-8")
    new = mutate_code(text, _operators()[change.operator], change.occurrence)
    try:
        return None if new is None or _meaning(new) == _meaning(text) else str(new)
    except SyntaxError:
        return None


class _Plain(ast.NodeTransformer):
    """Without annotations and texts of documentation, which nothing carries out."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        self.generic_visit(node)
        node.annotation = ast.Constant(0)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.Expr:
        self.generic_visit(node)
        return ast.Expr(ast.Constant(0)) if isinstance(node.value, ast.Constant) else node


def _meaning(text: str) -> str:
    return ast.dump(_Plain().visit(ast.parse(text)))


def drawn(area: str, chance: random.Random) -> tuple[Change, str]:
    """A change by lot, with the text it makes."""
    files = [p for p in sorted((ROOT / area).rglob("*.py")) if p.name != "__init__.py"]
    while True:
        path = chance.choices(files, [p.stat().st_size for p in files])[0]
        if listed(path):
            change = chance.choice(listed(path))
            text = changed(change)
            if text is not None:
                return change, text


# ---------------------------------------------------------------- tests


def copy(folder: Path) -> None:
    """The project as it is, links included, without what was made."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, names):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, target, follow_symlinks=False)


def noticed(folder: Path, area: str, limit: int) -> tuple[str, float]:
    """The test that fails (empty if none does), and the seconds of a processor that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", *AREAS[area]],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)),
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if ended.returncode == 0:
        return "", seconds
    failed = [line for line in ended.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return failed[0].split(" - ")[0] if failed else f"the tests end with {ended.returncode}", seconds


def main(seconds: float, seed: int, areas: list[str]) -> int:
    until = time.monotonic() + seconds
    tally: dict[str, Counter[str]] = {area: Counter() for area in areas}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy(folder)
        limits = {}
        for area in areas:
            failed, took = noticed(folder, area, 3600)
            if failed:
                print(f"{area}: {failed} before anything is changed.")
                return 2
            limits[area] = int(SLOWER * took) + ATLEAST
            print(f"{area}: the tests hold and take {took:.0f} s.", flush=True)
        chances = {area: random.Random(f"{seed} {area}") for area in areas}
        while time.monotonic() < until:
            for area in areas:
                change, text = drawn(area, chances[area])
                target = folder / change.path.relative_to(ROOT)
                target.write_text(text, encoding="utf-8")
                by, _ = noticed(folder, area, limits[area])
                shutil.copy2(change.path, target)
                tally[area]["noticed" if by else "survived"] += 1
                where = f"{change.path.relative_to(ROOT)}:{change.line} {change.operator.rpartition('/')[2]}"
                print(f"  {'noticed ' if by else 'SURVIVED'} {where} ({change.occurrence}) {by}", flush=True)
                if time.monotonic() > until:
                    break
    for area, counts in tally.items():
        print(f"{area}: {counts['noticed']} of {counts.total()} drawn by lot (seed {seed}) are noticed by {' '.join(AREAS[area])}.")
    return 0


if __name__ == "__main__":
    wanted = sys.argv[3:] or list(AREAS)
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 3600.0, int(sys.argv[2]) if len(sys.argv) > 2 else 0, wanted))
