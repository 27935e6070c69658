"""The same game with one thing changed: an option, the number of players, a definition that is a number, or the factor of a score entry.

Options and players are settings of a load. A definition and a factor stand in the text: it is copied beside what it reads, and the copy
is changed at that place alone.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.dsl import types as t
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.diagnostics.suggest import did_you_mean
from rulewright.dsl.meaning import expressions as m
from rulewright.play.errors import PlayError

if TYPE_CHECKING:
    from rulewright.dsl.source import Span
    from rulewright.play.game import Game

NUMBERS = re.compile(r"([\w.]+)=(-?\d+)\.\.(-?\d+)")
FACTORS = re.compile(r"(score\.\w+)=(\d+(?:\.\d+)?)x\.\.(\d+(?:\.\d+)?)x")
LISTED = re.compile(r"([\w.]+)=([\w./]+(?:,[\w./]+)+)")
STEPS = [Fraction(n, 4) for n in (0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32)]  # factors that are tried between two
MOST_VALUES = 40
READ = {".rules", ".csv", ".tsv", ".xlsx", ".json"}
LARGEST = 5_000_000  # bytes of a file beside the rules that is copied along


@dataclass(frozen=True, slots=True)
class Change:
    """What is changed, and the values it takes one after the other."""

    what: str
    values: tuple[str, ...]

    @property
    def in_text(self) -> bool:
        return self.sort in {"definition", "factor"}

    sort: str = "option"  # option, players, definition, factor


def read(text: str, game: Game) -> Change:
    """`hand_limit=2..6`, `level=easy,brave`, `players=2..4`, `score.roads=0.5x..2x`; what makes no sense is refused in a sentence."""
    found = _values(text.strip())
    if found is None:
        raise PlayError(f"{text} is not understood.", "Write NAME=LOW..HIGH, NAME=ONE,TWO, or score.ENTRY=0.5x..2x.")
    what, values = found
    if not 1 < len(values) <= MOST_VALUES:
        raise PlayError(f"{text}: that is no range, or more than {MOST_VALUES} values.", "Write NAME=LOW..HIGH, the lower number first.")
    return Change(what, values, _sort(what, game))


def _values(text: str) -> tuple[str, tuple[str, ...]] | None:
    if (numbers := NUMBERS.fullmatch(text)) is not None:
        low, high = int(numbers[2]), int(numbers[3])
        return numbers[1], tuple(str(v) for v in range(low, min(high, low + MOST_VALUES + 1) + 1))
    if (factors := FACTORS.fullmatch(text)) is not None:
        least, most = Fraction(factors[2]), Fraction(factors[3])
        return factors[1], tuple(str(s) for s in sorted({least, most, *(s for s in STEPS if least < s < most)}) if least < most)
    if (listed := LISTED.fullmatch(text)) is not None:
        return listed[1], tuple(listed[2].split(","))
    return None


def _sort(what: str, game: Game) -> str:
    if what == "players":
        return "players"
    if what.startswith("score."):
        entry_of(game, what.removeprefix("score."))
        return "factor"
    if what in game.world.options:
        return "option"
    if what in game.world.defines:
        number_of(game, what)
        return "definition"
    names = [*game.world.options, *(n for n in game.world.defines if _number(game, n) is not None), "players"]
    raise PlayError(f"There is no option, no definition and no score entry called {what}.", did_you_mean(what, names) or "")


def _number(game: Game, name: str) -> Span | None:
    found = next(x for x in rules_of(game.world).definitions if x.symbol.name == name)
    number = isinstance(found.value, m.Const) and isinstance(found.value.type, t.Number)
    return found.value.span if number and not found.params else None


def number_of(game: Game, name: str) -> Span:
    """Where the number of a definition stands."""
    span = _number(game, name)
    if span is None:
        raise PlayError(f"{name} is no definition of one number, so it has no other values.", "Write `define NAME = NUMBER`, or an option.")
    return span


def entry_of(game: Game, name: str) -> Span:
    """Where the value of a score entry stands."""
    entries = game.world.score.entries if game.world.score is not None else []
    for entry in entries:
        if entry.name == name:
            return entry.value.span
    names = [entry.name for entry in entries]
    raise PlayError(f"There is no score entry called {name}.", did_you_mean(name, names) or f"Choose one of: {', '.join(names) or 'none'}.")


def written(game: Game, change: Change, value: str, folder: Path) -> Path:
    """The rules with a definition or a factor changed, in a folder of their own."""
    if change.sort == "definition":
        span, text = number_of(game, change.what), value
        if not re.fullmatch(r"-?\d+", value):
            raise PlayError(f"{change.what} is a number; {value} is none.")
    else:
        span = entry_of(game, change.what.removeprefix("score."))
        factor = Fraction(value)
        old = game.loaded.sources[span.file].text[span.start : span.end]
        text = f"({old}) * {factor.numerator} / {factor.denominator}" if factor != 1 else old
    sources = list(game.loaded.sources)
    home = game.path.resolve().parent
    for path in home.iterdir():
        if path.is_file() and path.suffix in READ and path.stat().st_size <= LARGEST:
            shutil.copyfile(path, folder / path.name)
    for number, source in enumerate(sources):
        inside = source.path.resolve()
        if inside.is_relative_to(home):
            target = folder / inside.relative_to(home)
            target.parent.mkdir(parents=True, exist_ok=True)
            whole = source.text[: span.start] + text + source.text[span.end :] if number == span.file else source.text
            target.write_text(whole, encoding="utf-8")
        elif number == span.file:
            raise PlayError(f"{change.what} stands in {source.path.name}, which lies in another folder; it cannot be changed for a trial.")
    return folder / game.path.name
