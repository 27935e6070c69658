"""`make mutants`: changes our own code in small ways, one at a time, and tells which changes the tests near it do not notice.

`python -m tests.mutants [SECONDS] [SEED] [AREA …]`, with COUNT in the environment at most so many of each area. Cosmic Ray says what can
be changed. Files are drawn by their length, changes in them by lot: the result is a sample, and says so. pytest collects the tests in
`AREAS` once; every change has a copy of that process, in which the code of the changed functions is exchanged. So nothing counts that is
carried out while a module is imported, nor what only concerns annotations. A change that survives may still be noticed by other tests.
"""

from __future__ import annotations

import ast
import gc
import json
import os
import random
import resource
import sys
import time
import types
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rulewright.mutate.testing import Tests, collected

ROOT = Path(__file__).resolve().parents[2]
GAMES = ["tests/mutants/examples.py", "tests/games/test_boxes.py"]
AREAS = {
    "core": ["tests/engine/test_core.py", "tests/engine/test_passes.py", "tests/engine/test_failures.py", *GAMES],
    "dsl/lower": ["tests/engine/test_core.py", *GAMES],
    "interpreter": ["tests/engine/test_core.py", "tests/engine/test_failures.py", *GAMES],
    "play": ["tests/play/test_narration.py", "tests/play/test_groups.py", "tests/play/test_contract.py", *GAMES],
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


def exchange(path: Path, text: str) -> int:
    """Put the changed code into the functions of this process that were made from a file; how many are different now."""
    named = {os.path.realpath(f): f for f in {c.co_filename for c in _codes()}}.get(str(path))
    if named is None:
        return 0
    new = {(c.co_qualname, c.co_firstlineno): c for c in _inside(compile(text, named, "exec"))}
    number = 0
    for function in gc.get_objects():
        if isinstance(function, types.FunctionType) and function.__code__.co_filename == named:
            old = function.__code__
            other = new.get((old.co_qualname, old.co_firstlineno))
            if other is not None and other != old and other.co_freevars == old.co_freevars:
                function.__code__ = other
                number += 1
    return number


def _codes() -> list[types.CodeType]:
    return [f.__code__ for f in gc.get_objects() if isinstance(f, types.FunctionType)]


def _inside(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            yield from _inside(part)


def judged(tests: Tests, change: Change, text: str, limit: int) -> str | None:
    """In a copy of this process: the test that notices the change; empty if none does; None if no function is different."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        said = "nothing" if not exchange(change.path, text) else tests.run() or "survived"
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        said = answer.read()
    os.waitpid(child, 0)
    if said == "nothing":
        return None
    return "" if said == "survived" else said or "it does not end, or it ends everything"


def sound(tests: Tests) -> None:
    """Times of the tests while nothing is changed; a copy runs them, so that this process has loaded nothing."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        with os.fdopen(writing, "w") as told:
            json.dump(tests.measured(), told)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        failed, tests.times, tests.seconds = json.load(answer)
    os.waitpid(child, 0)
    if failed:
        raise SystemExit(f"{failed} fails before anything is changed.")


def try_area(area: str, seconds: float, seed: int, count: int) -> None:
    def work(tests: Tests) -> None:
        sound(tests)
        print(f"{area}: {len(tests.items)} tests hold and take {tests.seconds:.0f} s.", flush=True)
        chance, until, tally = random.Random(f"{seed} {area}"), time.monotonic() + seconds, Counter[str]()
        limit = int(SLOWER * tests.seconds) + ATLEAST
        while time.monotonic() < until and tally.total() < count:
            change, text = drawn(area, chance)
            by = judged(tests, change, text, limit)
            if by is None:  # it is carried out while the module is imported, or never
                continue
            tally["noticed" if by else "survived"] += 1
            tests.noticed[by] += bool(by)
            where = f"{change.path.relative_to(ROOT)}:{change.line} {change.operator.rpartition('/')[2]}"
            print(f"  {'noticed ' if by else 'SURVIVED'} {where} ({change.occurrence}) {by}", flush=True)
        print(f"{area}: {tally['noticed']} of {tally.total()} drawn by lot (seed {seed}) are noticed.", flush=True)

    collected(tuple(AREAS[area]), work, may_load=True)


def main(seconds: float, seed: int, areas: list[str], count: int) -> int:
    """Each area in a process of its own: pytest is started once in each."""
    for area in areas:
        child = os.fork()
        if child == 0:
            try_area(area, seconds / len(areas), seed, count)
            os._exit(0)
        os.waitpid(child, 0)
    return 0


if __name__ == "__main__":
    wanted = sys.argv[3:] or list(AREAS)
    most = int(os.environ.get("COUNT", "1000000"))
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 3600.0, int(sys.argv[2]) if len(sys.argv) > 2 else 0, wanted, most))
