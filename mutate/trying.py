"""Tries one broken rule: does it mean the same, does an example notice, does any match show it?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rulewright.dsl.declare.gather import ALTERED
from rulewright.dsl.syntax import declarations as d
from rulewright.mutate.breaking import changes
from rulewright.mutate.difference import PATIENCE, Difference, difference
from rulewright.mutate.settings import Setting, Tried, core
from rulewright.play.errors import BadGame, PlayError
from rulewright.play.examples import run_example

CAUGHT, SURVIVED, SAME, REFUSED = "caught", "survived", "same", "refused"


@dataclass(slots=True)
class Verdict:
    """What became of a broken rule."""

    what: str  # caught, survived, same, refused
    by: str = ""  # the example or test that notices it; or why it was refused
    difference: Difference | None = None
    matches: int = 0  # that were played beside each other, if nobody noticed it

    def enough(self, wanted: int, asked: int) -> bool:
        """Whether nothing is left to do for one that is said to mean the same."""
        return self.what != SURVIVED or self.difference is not None or self.matches >= min(wanted, asked)

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


@contextmanager
def broken(path: Path, number: int) -> Iterator[None]:
    """While this lasts, a file is read with one of its changes made."""
    target = path.resolve()

    def alter(read: Path, file: d.File) -> None:
        if read.resolve() == target:
            changes(file)[number].make()

    ALTERED.append(alter)
    try:
        yield
    finally:
        ALTERED.remove(alter)


def judge(path: Path, settings: list[Tried], parsed: dict[Any, Any]) -> tuple[Verdict, Setting | None]:
    """The verdict of the examples on rules that are broken now, and a setting in which they come to something else."""
    differs: Setting | None = None
    loadable = False
    refusal = ""
    for tried in settings:
        if differs is not None and not tried.examples:
            break  # those with examples come first
        try:
            game = tried.setting.load(path, parsed)
        except BadGame as error:
            refusal = refusal or error.message
            if tried.setting == Setting() or tried.examples:
                return Verdict(REFUSED, error.message), None
            continue
        loadable = True
        if core(game.program) == tried.core:
            continue
        differs = differs or tried.setting
        game.interpreter.machine.longest = PATIENCE
        for number in tried.examples:
            try:
                result = run_example(game, game.world.example_code[number])
            except (PlayError, ArithmeticError, LookupError, AssertionError, RecursionError) as error:
                return Verdict(CAUGHT, f"{game.world.examples[number].title} ({type(error).__name__})"), differs
            if not result.passed:
                return Verdict(CAUGHT, result.title), differs
    if differs is None:
        return Verdict(SAME) if loadable and not refusal else Verdict(REFUSED, refusal), None
    return Verdict(SURVIVED), differs


def beside(path: Path, setting: Setting, parsed: dict[Any, Any], matches: int, seconds: float) -> Verdict:
    """Nobody noticed: the broken rules are played beside the true ones."""
    played, found = difference(path, setting, parsed, matches, seconds) if matches else (0, None)
    return Verdict(SURVIVED, difference=found, matches=played)
