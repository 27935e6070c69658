"""Breaks every rule of a game in turn, each in a process of its own, and collects the verdicts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import monotonic
from typing import Any

from rulewright.dsl.syntax import declarations as d
from rulewright.mutate.breaking import changes
from rulewright.mutate.keeping import kept, named
from rulewright.mutate.settings import Setting, Tried, settings
from rulewright.mutate.testing import by_tests
from rulewright.mutate.trying import CAUGHT, REFUSED, SAME, SURVIVED, Verdict, broken, judge
from rulewright.play.errors import PlayError
from rulewright.play.examples import run_example
from rulewright.play.finding import find_game
from rulewright.play.fingerprint import canonical

Parsed = dict[Any, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is done."""

    sample: int | None = None  # so many of them, drawn at random
    seed: int = 0
    lines: tuple[str, ...] = ()  # only what stands in these lines: `14`, `fights.rules:39`
    seconds: float | None = None  # for all of it
    each: float = 120.0  # for one of them, before it counts as one that does not end
    matches: int = 10_000  # played beside each other where nothing is noticed
    looking: float = 5.0  # seconds for them
    workers: int = 1
    tests: tuple[str, ...] = ()  # for pytest; none: only the examples


@dataclass(slots=True)
class Mutant:
    """One broken rule, and what became of it (None: not tried yet)."""

    path: Path
    number: int
    line: int
    text: str  # of the line
    sort: str
    says: str
    verdict: Verdict | None = None

    @property
    def key(self) -> str:
        return f"{self.path.name}:{self.number}"


@dataclass(slots=True)
class Report:
    """All broken rules of a game that were looked at."""

    title: str
    mutants: list[Mutant] = field(default_factory=list)
    of: int = 0  # how many there are, tried or not

    def those(self, what: str) -> list[Mutant]:
        return [m for m in self.mutants if m.verdict is not None and m.verdict.what == what]

    @property
    def counted(self) -> int:
        """Those that mean something else, and can be said."""
        return len(self.those(CAUGHT)) + len(self.those(SURVIVED))

    @property
    def left(self) -> int:
        return sum(m.verdict is None for m in self.mutants)

    def as_data(self) -> dict[str, Any]:
        return {
            "game": self.title,
            "of": self.of,
            "caught": len(self.those(CAUGHT)),
            "survived": len(self.those(SURVIVED)),
            "same": len(self.those(SAME)),
            "refused": len(self.those(REFUSED)),
            "left": self.left,
            "mutants": [
                {"file": m.path.name, "line": m.line, "sort": m.sort, "says": m.says, "text": m.text, **m.verdict.as_data()}
                for m in self.mutants
                if m.verdict is not None
            ],
        }


def mutate(game: str | Path, plan: Plan, store: Path | None = None, progress: Callable[[int], None] | None = None) -> Report:
    """Break every rule and judge; what is known from before is not tried again. Ctrl-C and the time limit leave a part."""
    path = find_game(str(game))
    parsed: Parsed = {}
    tried = settings(path, parsed)
    first = Setting().load(path, parsed)
    report = Report(first.title)
    every = [m for m in _listed(parsed) if not plan.lines or {str(m.line), f"{m.path.name}:{m.line}"} & {*plan.lines}]
    report.of = len(every)
    chosen = every if plan.sample is None else random.Random(plan.seed).sample(every, min(plan.sample, len(every)))
    report.mutants = sorted(chosen, key=lambda m: (m.path.name, m.number))
    known = kept(store, _rules(parsed), _texts(tried, path, parsed, plan.tests))
    for mutant in report.mutants:
        mutant.verdict = known.get(mutant.key)
    waiting = [m for m in report.mutants if m.verdict is None]
    if progress is not None:
        progress(len(report.mutants) - len(waiting))
    if waiting:
        _sound(path, tried, parsed, plan.tests)
    try:
        for mutant, verdict in _judged(path, waiting, tried, parsed, plan):
            mutant.verdict = verdict
            known.put(mutant.key, verdict)
            known.write()
            if progress is not None:
                progress(1)
    except KeyboardInterrupt:
        pass
    return report


def number_of(game: str | Path) -> int:
    """How many ways there are to break a game."""
    parsed: Parsed = {}
    Setting().load(find_game(str(game)), parsed)
    return sum(1 for _ in _listed(parsed))


def _listed(parsed: Parsed) -> Iterator[Mutant]:
    seen: set[Path] = set()
    for (path, _, _), (file, text) in sorted(parsed.items(), key=lambda item: (item[0][0], item[0][1])):
        if path in seen:
            continue
        seen.add(path)
        lines = text.split("\n")
        for number, change in enumerate(changes(file)):
            line = text.count("\n", 0, change.span.start)
            yield Mutant(path, number, line + 1, lines[line].split("#")[0].strip(), change.sort, change.says)


def _rules(parsed: Parsed) -> str:
    """A name for the rules in all files, without prose and examples."""
    trees = sorted((path.name, str(canonical(file.body))) for (path, _, _), (file, _) in parsed.items())
    return named(str(list(dict.fromkeys(trees))))


def _texts(tried: list[Tried], path: Path, parsed: Parsed, tests: tuple[str, ...]) -> dict[str, str]:
    """A name for every example and every test file, by what it is called."""
    found: dict[str, str] = {}
    for t in tried:
        if t.examples:
            game = t.setting.load(path, parsed)
            for number in t.examples:
                found[game.world.examples[number].title] = named(_shape(game.world.examples[number]))
    for folder in tests:
        for file in sorted(Path(folder).rglob("*.py")) if Path(folder).is_dir() else [Path(folder)]:
            found[str(file)] = named(file.read_text(encoding="utf-8")) if file.is_file() else ""
    return found


def _shape(example: d.Example) -> str:
    return str([canonical(step) for step in example.steps])


def _sound(path: Path, tried: list[Tried], parsed: Parsed, tests: tuple[str, ...]) -> None:
    """Nobody can notice a broken rule who already complains."""
    for t in tried:
        game = t.setting.load(path, parsed)
        for number in t.examples:
            result = run_example(game, game.world.example_code[number])
            if not result.passed:
                raise PlayError(f"The example “{result.title}” does not hold before anything is broken.", result.message)
    if tests and "fork" in get_all_start_methods():
        context = get_context("fork")
        here, there = context.Pipe(False)
        process = context.Process(target=lambda: there.send(by_tests(tests)))
        process.start()
        failed = here.recv()
        process.join()
        if failed:
            raise PlayError(f"The tests in {failed} fail before anything is broken.", "Mend them first.")


# ---------------------------------------------------------------- processes


def _judged(path: Path, waiting: list[Mutant], tried: list[Tried], parsed: Parsed, plan: Plan) -> Iterator[tuple[Mutant, Verdict]]:
    """Verdicts as they come. A process that takes too long is ended: the broken rules never end, and that is noticed by anybody."""
    until = None if plan.seconds is None else monotonic() + plan.seconds
    if "fork" not in get_all_start_methods():
        for mutant in waiting:
            if until is not None and monotonic() > until:
                return
            yield mutant, _try(path, mutant, tried, parsed, plan)
        return
    context = get_context("fork")
    running: dict[Connection, tuple[Any, Mutant, float]] = {}
    queue = iter(waiting)
    try:
        while True:
            while len(running) < plan.workers and (until is None or monotonic() < until):
                if (following := next(queue, None)) is None:
                    break
                here, there = context.Pipe(False)
                process = context.Process(target=_child, args=(there, path, following, tried, parsed, plan))
                process.start()
                there.close()
                running[here] = process, following, monotonic() + plan.each
            if not running:
                return
            soonest = min(end for _, _, end in running.values())
            for ready in wait(list(running), max(0.0, soonest - monotonic())):
                assert isinstance(ready, Connection)
                process, done, _ = running.pop(ready)
                yield done, _received(ready, process)
            for late in [c for c, (_, _, end) in running.items() if monotonic() > end]:
                process, slow, _ = running.pop(late)
                process.kill()
                process.join()
                yield slow, Verdict(CAUGHT, "it does not end")
    finally:
        for process, _, _ in running.values():
            process.kill()
            process.join()


def _received(pipe: Connection, process: Any) -> Verdict:
    try:
        found: Verdict = pipe.recv()
    except EOFError:
        found = Verdict(CAUGHT, "it breaks the program")
    process.join()
    return found


def _child(pipe: Connection, *work: Any) -> None:
    pipe.send(_try(*work))
    pipe.close()


def _try(path: Path, mutant: Mutant, tried: list[Tried], parsed: Parsed, plan: Plan) -> Verdict:
    rest = {key: value for key, value in parsed.items() if key[0] != mutant.path}
    with broken(mutant.path, mutant.number):
        verdict = judge(path, tried, rest, 0 if plan.tests else plan.matches, plan.looking)
        if verdict.what == SURVIVED and plan.tests:
            caught = by_tests(plan.tests)
            verdict = Verdict(CAUGHT, caught) if caught else judge(path, tried, rest, plan.matches, plan.looking)
    return verdict
