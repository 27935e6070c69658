"""What `differential` does: random matches of games and their variants on both engines at once, on all cores."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from rich.text import Text

from rulewright.cli.facts import print_facts
from rulewright.cli.failure import FOUND, USAGE, Failure
from rulewright.cli.loading import load
from rulewright.cli.progress import progress
from rulewright.cli.screen import out
from rulewright.cli.words import counted
from rulewright.play.differential import Compared, Disagreement, Twins, compare, game_files, twins_of, variants_of
from rulewright.play.engines import native_available
from rulewright.play.finding import list_games

WORTH_A_PROCESS = 20  # matches: fewer are played sooner than another process is ready


@dataclass(frozen=True, slots=True)
class Subject:
    """A game as it is played here. Every process makes its own engines for it."""

    name: str
    options: dict[str, str]
    players: int | None
    variant: str = ""

    @property
    def title(self) -> str:
        return f"{self.name} ({self.variant})" if self.variant else self.name

    def twins(self) -> Twins:
        variants = [self.variant] if self.variant else None
        return twins_of(load(self.name, self.options, self.players, variants, engine="interpreter"))


def compare_games(
    targets: list[str], number: int, seed: int, limit: int, players: int | None, options: dict[str, str], as_json: bool = False
) -> int:
    """Compare the engines on all targets; the exit code is 1 where they differ."""
    if not native_available():
        raise Failure("There is no native engine to compare with.", "llvmlite cannot be loaded here.")
    facts: list[dict[str, object]] = []
    for name in dict.fromkeys(_games(targets)):
        plain = load(name, options, players, engine="interpreter")
        for variant in ("", *variants_of(plain)):
            subject = Subject(name, options, players, variant)
            try:
                twins = subject.twins()  # a mistake in the rules is told here, and native code is made once
            except Failure as failure:
                if not variant or failure.code != USAGE:
                    raise
                if not as_json:  # it has not these options or players
                    out().print(Text.assemble(("  – ", "faint"), f"{subject.title}: {failure.message}"))
                continue
            facts.append(_compared(subject, twins, range(seed, seed + number), limit, as_json))
    if as_json:
        print_facts(facts)
    return 0 if all(f["agree"] for f in facts) else FOUND


def _games(targets: list[str]) -> Iterator[str]:
    for target in targets:
        if target == "all":
            yield from list_games()
        elif Path(target).is_dir():
            yield from map(str, game_files(Path(target)))
        else:
            yield target


def _compared(subject: Subject, twins: Twins, matches: range, limit: int, as_json: bool) -> dict[str, object]:
    """Compare the engines on some matches, tell how it went unless programs ask, and give it as data."""
    found: list[Compared] = []
    fact: dict[str, object] = {"game": subject.name, "variant": subject.variant}
    with progress(subject.title, len(matches), quiet=as_json) as advance, _played(subject, twins, matches, limit) as results:
        try:
            for result in results:
                found.append(result)
                if advance is not None:
                    advance(1)
        except Disagreement as difference:
            if not as_json:
                out().print(Text.assemble(("  ✗ ", "error"), f"{subject.title}, match {matches[len(found)]}: {difference}"))
            return {**fact, "agree": False, "match": matches[len(found)], "difference": str(difference)}
    broken = [f.failure for f in found if f.failure is not None]
    left = sum(not f.ended for f in found) - len(broken)
    decisions = sum(f.decisions for f in found)
    told = f"{subject.title}: {counted(len(found), 'match', 'matches')}, {counted(decisions, 'decision')}"
    told += f", {left} left after {counted(limit, 'decision')}" if left else ""
    told += f", {len(broken)} stopped alike ({twins.describe(broken[0])})" if broken else ""
    if not as_json:
        out().print(Text.assemble(("  ✓ ", "good"), told))
    return {**fact, "agree": True, "matches": len(found), "decisions": decisions, "left": left, "stopped_alike": len(broken)}


@contextmanager
def _played(subject: Subject, twins: Twins, matches: range, limit: int) -> Iterator[Iterator[Compared]]:
    """The matches in their order, played by as many processes as there are cores and enough to do for."""
    workers = min(os.cpu_count() or 1, len(matches) // WORTH_A_PROCESS)
    if workers < 2:
        yield (compare(twins, match, limit) for match in matches)
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin, (subject,))
    try:
        yield pool.map(partial(_compare, limit=limit), matches)
    finally:
        pool.shutdown(cancel_futures=True)  # after a difference the other matches need not be played


_mine: list[Twins] = []  # the engines of a process that plays matches for another


def _begin(subject: Subject) -> None:
    _mine.append(subject.twins())


def _compare(match: int, limit: int) -> Compared:
    found = compare(_mine[0], match, limit)
    found.state = None  # nobody asks for it, and it would have to be carried over
    return found
