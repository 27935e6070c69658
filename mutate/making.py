"""Breaks every rule of a game in turn, each in a process of its own, and collects the verdicts."""

from __future__ import annotations

import random
import re
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import ceil
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import monotonic
from typing import Any

from rulewright.dsl.syntax import declarations as d
from rulewright.mutate.breaking import changes
from rulewright.mutate.equal import ENOUGH, Reasons
from rulewright.mutate.keeping import Kept, kept, named
from rulewright.mutate.settings import Setting, Tried, settings
from rulewright.mutate.testing import Tests, collected
from rulewright.mutate.trying import CAUGHT, REFUSED, SAME, SURVIVED, Verdict, beside, broken, judge
from rulewright.play.errors import PlayError
from rulewright.play.examples import run_example
from rulewright.play.finding import find_game
from rulewright.play.fingerprint import canonical

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

Parsed = dict[Any, Any]
TAGS = re.compile(r"\s*\[[A-Z][^\]]*\]$")  # of a ledger, behind a line
ENDLESS = "it does not end"
FOR_EQUAL = 900.0  # seconds to play all matches of one that is said to mean the same
PATIENT = 4.0  # times as long as the tests take while nothing is broken
BUSY = 20.0  # times as long by the clock as by the processor
OUT_OF_TIME = getattr(signal, "SIGXCPU", 0)


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is done."""

    sample: int | None = None  # so many of them, drawn at random
    seed: int = 0
    lines: tuple[str, ...] = ()  # only what stands in these lines: `14`, `fights.rules:39`
    seconds: float | None = None  # for all of it
    each: float = 120.0  # of a processor, for one of them beside its tests, before it counts as one that does not end
    matches: int = 10_000  # played beside each other where nothing is noticed
    looking: float = 5.0  # seconds for them
    workers: int = 1
    tests: tuple[str, ...] = ()  # for pytest; none: only the examples
    equal: Reasons = field(default_factory=dict)  # why some that nobody notices cannot be noticed


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
    reason: str = ""  # why it means the same, if somebody says so

    @property
    def equal(self) -> bool:
        """A reason is given, and it holds in as many matches as it takes."""
        v = self.verdict
        return v is not None and v.what == SURVIVED and bool(self.reason) and v.difference is None and v.matches >= ENOUGH

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
    def unnoticed(self) -> list[Mutant]:
        return [m for m in self.those(SURVIVED) if not m.equal]

    @property
    def equal(self) -> list[Mutant]:
        """Those with another core that cannot be told from the true rules all the same."""
        return [m for m in self.those(SURVIVED) if m.equal]

    @property
    def counted(self) -> int:
        """Those that mean something else, and can be said."""
        return len(self.those(CAUGHT)) + len(self.unnoticed)

    @property
    def left(self) -> int:
        return sum(m.verdict is None for m in self.mutants)

    def as_data(self) -> dict[str, Any]:
        return {
            "game": self.title,
            "of": self.of,
            "caught": len(self.those(CAUGHT)),
            "survived": len(self.unnoticed),
            "equal": len(self.equal),
            "same": len(self.those(SAME)),
            "refused": len(self.those(REFUSED)),
            "left": self.left,
            "mutants": [
                {
                    "file": m.path.name,
                    "line": m.line,
                    "sort": m.sort,
                    "says": m.says,
                    "text": m.text,
                    **m.verdict.as_data(),
                    "reason": m.reason,
                }
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
    chosen = every if plan.sample is None else _lot(every, plan.seed)[: plan.sample]
    report.mutants = sorted(chosen, key=lambda m: (m.path.name, m.number))
    known = kept(store, _rules(parsed), _texts(tried, path, parsed, plan.tests))
    for mutant in report.mutants:
        mutant.verdict = known.get(mutant.key)
        mutant.reason = plan.equal.get((mutant.path.name, TAGS.sub("", mutant.text), mutant.says), "")
        if mutant.reason and mutant.verdict is not None and not mutant.verdict.enough(ENOUGH, plan.matches):
            mutant.verdict = None  # there is more time for it now
    waiting = [m for m in chosen if m.verdict is None]
    if progress is not None:
        progress(len(report.mutants) - len(waiting))
    if waiting and plan.tests:
        collected(plan.tests, lambda tests: _run(path, waiting, tried, parsed, plan, known, progress, tests))
    elif waiting:
        _run(path, waiting, tried, parsed, plan, known, progress, None)
    return report


def _run(
    path: Path,
    waiting: list[Mutant],
    tried: list[Tried],
    parsed: Parsed,
    plan: Plan,
    known: Kept,
    progress: Callable[[int], None] | None,
    tests: Tests | None,
) -> None:
    try:
        _sound(path, tried, parsed, tests, known)
        for mutant, verdict in _judged(path, waiting, tried, parsed, plan, tests):
            mutant.verdict = verdict
            known.put(mutant.key, verdict)
            known.write()
            if tests is not None and verdict.what == CAUGHT:
                tests.noticed[verdict.by] += 1
            if progress is not None:
                progress(1)
    except KeyboardInterrupt:
        pass


def _lot(mutants: list[Mutant], seed: int) -> list[Mutant]:
    """In an order by lot: a larger sample begins with the smaller one, and so does one that is cut off."""
    drawn = list(mutants)
    random.Random(seed).shuffle(drawn)
    return drawn


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
        named_file = Path(folder.partition("::")[0])
        for file in sorted(named_file.rglob("*.py")) if named_file.is_dir() else [named_file]:
            found[str(file)] = named(file.read_text(encoding="utf-8")) if file.is_file() else ""
    return found


def _shape(example: d.Example) -> str:
    return str([canonical(step) for step in example.steps])


def _sound(path: Path, tried: list[Tried], parsed: Parsed, tests: Tests | None, known: Kept) -> None:
    """Nobody can notice a broken rule who already complains."""
    for t in tried:
        game = t.setting.load(path, parsed)
        for number in t.examples:
            result = run_example(game, game.world.example_code[number])
            if not result.passed:
                raise PlayError(f"The example “{result.title}” does not hold before anything is broken.", result.message)
    if tests is None:
        return
    if known.sound is None:
        if "fork" not in get_all_start_methods():
            raise PlayError("Tests can judge only where a process can be copied (fork), which this system does not do.")
        context = get_context("fork")
        here, there = context.Pipe(False)
        process = context.Process(target=lambda: there.send(tests.measured()))
        process.start()
        there.close()
        try:
            failed, times, seconds = here.recv()
        except EOFError:
            raise PlayError("The tests end their process before anything is broken.", "Mend them first.") from None
        process.join()
        if failed:
            raise PlayError(f"The test {failed} fails before anything is broken.", "Mend it first.")
        known.hold(times, seconds)
    assert known.sound is not None
    tests.times, tests.seconds = known.sound
    tests.noticed.update(known.noticing())


# ---------------------------------------------------------------- processes


def _judged(
    path: Path, waiting: list[Mutant], tried: list[Tried], parsed: Parsed, plan: Plan, tests: Tests | None
) -> Iterator[tuple[Mutant, Verdict]]:
    """Verdicts as they come. A process that works too long is ended: the broken rules never end, and that is noticed by anybody."""
    each = plan.each + (PATIENT * tests.seconds if tests is not None else 0.0) + max(plan.looking, FOR_EQUAL if plan.equal else 0.0)
    until = None if plan.seconds is None else monotonic() + plan.seconds
    if "fork" not in get_all_start_methods():
        for mutant in waiting:
            if until is not None and monotonic() > until:
                return
            yield mutant, _try(path, mutant, tried, parsed, plan, tests)
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
                process = context.Process(target=_child, args=(there, each, path, following, tried, parsed, plan, tests))
                process.start()
                there.close()
                running[here] = process, following, monotonic() + each * BUSY
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
                yield slow, Verdict(CAUGHT, ENDLESS)
    finally:
        for process, _, _ in running.values():
            process.kill()
            process.join()


def _received(pipe: Connection, process: Any) -> Verdict:
    try:
        found: Verdict = pipe.recv()
        process.join()
    except EOFError:
        process.join()
        found = Verdict(CAUGHT, ENDLESS if process.exitcode == -OUT_OF_TIME else "it breaks the program")
    return found


def _child(pipe: Connection, seconds: float, *work: Any) -> None:
    """Time is that of a processor where this can be known: others may be busy."""
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (ceil(seconds), resource.RLIM_INFINITY))
    pipe.send(_try(*work))
    pipe.close()


def _try(path: Path, mutant: Mutant, tried: list[Tried], parsed: Parsed, plan: Plan, tests: Tests | None) -> Verdict:
    rest = {key: value for key, value in parsed.items() if key[0] != mutant.path}
    with broken(mutant.path, mutant.number):
        verdict, setting = judge(path, tried, rest)
        if verdict.what != SURVIVED or setting is None:
            return verdict
        caught = tests.run() if tests is not None else ""
        looking = max(plan.looking, FOR_EQUAL) if mutant.reason else plan.looking
        return Verdict(CAUGHT, caught) if caught else beside(path, setting, rest, plan.matches, looking)
