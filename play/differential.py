"""Both engines side by side: every answer of one is compared with the other's, byte by byte.

The interpreter says what the rules mean; native code must do the same. `Twins` looks like an engine and runs both; whatever
they do not agree on is a `Disagreement`. `rulewright differential` plays random matches at length.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulewright.core.program import Choice, Proc, Program
from rulewright.dsl.cache import cache_folder
from rulewright.interpreter.errors import REASONS, RuleError
from rulewright.play.engines import Interpreted, NativeCode, Option
from rulewright.play.game import Game


class Disagreement(Exception):
    """The engines differ; the sentence says in what."""


class Twins(Interpreted):
    """The interpreter, watched by native code: what it answers has been answered alike by both."""

    name = "twins"

    def __init__(self, program: Program, folder: Path | None = None) -> None:
        super().__init__(program)
        self.other = NativeCode(program, folder)
        self._seen: tuple[list[int], bytes] = ([], b"")
        self._left = bytearray()  # the native state as it was left behind, with what native code keeps beside it

    # ------------------------------------------------------------ what both must do alike

    def start(self, seed: int) -> list[int]:
        mine, theirs = self._both(lambda: Interpreted.start(self, seed), lambda: self.other.start(seed), "at the start")
        self._same(mine, theirs, "after the start")
        state: list[int] = mine
        return state

    def options(self, state: list[int]) -> list[Option]:
        theirs = self._native(state)
        mine, others = self._both(lambda: Interpreted.options(self, state), lambda: self.other.options(theirs), "while options are listed")
        if mine != others:
            raise Disagreement(f"Options of “{self._prompt(state)}”: {_shorter(mine)} and natively {_shorter(others)}.")
        self._same(state, theirs, "after options were listed")
        found: list[Option] = mine
        return found

    def decider(self, state: list[int]) -> int:
        mine, theirs = super().decider(state), self.other.decider(self._native(state))
        if mine != theirs:
            raise Disagreement(f"Who decides “{self._prompt(state)}”: {mine} and natively {theirs}.")
        return mine

    def choose(self, state: list[int], option: Option) -> None:
        theirs, prompt = self._native(state), self._prompt(state)
        place = f"after {option} of “{prompt}”"
        self._both(lambda: Interpreted.choose(self, state, option), lambda: self.other.choose(theirs, option), place)
        self._same(state, theirs, place)

    def chance(self, state: list[int]) -> int:
        theirs = self._native(state)
        mine, other = super().chance(state), self.other.chance(theirs)
        if mine != other:
            raise Disagreement(f"Chance brings {mine} and natively {other}.")
        self._same(state, theirs, "after chance")
        return mine

    def position(self, state: list[int]) -> int:
        mine, theirs = super().position(state), self.other.position(self._native(state))
        if mine != theirs:
            raise Disagreement(f"The position is {mine:x} and natively {theirs:x}.")
        return mine

    def perform(self, proc: Proc, state: list[int], args: list[Any]) -> None:
        self.machine.push(state, proc, args)
        theirs = self._native(state)
        place = f"in “{proc.name}”"
        self._both(lambda: self.machine.advance(state), lambda: self.other.native.resume(theirs), place)
        self._same(state, theirs, place)

    def scores(self, state: list[int]) -> list[list[int]]:
        """Every entry of the score for every seat."""
        entries = self.program.scores
        mine, theirs = self._both(
            lambda: [[self.ask(func, state, seat) for _, func in entries] for seat in range(len(self.program.seats))],
            lambda: self.other.native.scores(self._native(state)),
            "in the score",
        )
        if mine != theirs:
            raise Disagreement(f"The score is {mine} and natively {theirs}.")
        found: list[list[int]] = mine
        return found

    # ------------------------------------------------------------ comparing

    def pack(self, state: list[int]) -> bytes:
        """As it is written anyway; the last state is kept, because several questions are asked about it."""
        if state != self._seen[0]:
            self._seen = (state[:], super().pack(state))
        return self._seen[1]

    def _native(self, state: list[int]) -> bytearray:
        """The state for native code: the one it has made itself, if that is where it was left, so that what it keeps is put to the test."""
        data = self.pack(state)
        return self._left[:] if self._left and self.other.pack(self._left) == data else self.other.unpack(data)

    def _prompt(self, state: list[int]) -> str:
        choice: Choice | None = self.choice(state)
        return choice.prompt if choice is not None else "nothing"

    def _both(self, mine: Callable[[], Any], theirs: Callable[[], Any], place: str) -> tuple[Any, Any]:
        """The results of both; rules that cannot be carried out must fail in both, for the same reason at the same place."""
        first, one = _outcome(mine)
        second, other = _outcome(theirs)
        if first != second:
            raise Disagreement(f"{place}: {self.describe(first)}; natively {self.describe(second)}.")
        if first is not None:
            raise RuleError(*first)
        return one, other

    def describe(self, failure: tuple[str, int] | None) -> str:
        """A failure of the rules in words: the reason, and where it is in the text."""
        if failure is None:
            return "nothing is wrong"
        reason, span = failure
        where = self.program.spans[span] if 0 <= span < len(self.program.spans) else "nowhere"
        return f"{reason} at {where}"

    def _same(self, state: list[int], native: bytearray, place: str) -> None:
        self._left = native[:]
        wrong = self.other.native.stale(native)
        if wrong:
            raise Disagreement(f"{place}: {', '.join(wrong)}: what is kept is not what it is defined to be.")
        if self.pack(state) == self.other.pack(native):
            return
        theirs = self.other.as_list(native)
        for field in self.program.fields:
            here, there = state[field.at : field.at + field.count], theirs[field.at : field.at + field.count]
            if here != there:
                raise Disagreement(f"{place}: {field.name} is {_shorter(here)} and natively {_shorter(there)}.")
        raise Disagreement(f"{place}: the bytes between the fields differ.")


def _outcome(run: Callable[[], Any]) -> tuple[tuple[str, int] | None, Any]:
    try:
        return None, run()
    except Exception as error:
        reason, span = getattr(error, "reason", None), getattr(error, "span", None)
        if reason not in REASONS or span is None:
            raise
        return (reason, span), None


def _shorter(values: Any) -> str:
    text = str(values)
    return text if len(text) <= 400 else text[:400] + " …"


# ---------------------------------------------------------------- matches


@dataclass(slots=True)
class Compared:
    """A match on which both agreed: how many decisions it took, whether it ended, and with which failure of the rules if any."""

    decisions: int
    ended: bool
    failure: tuple[str, int] | None = None
    state: list[int] | None = None


def compare(twins: Twins, seed: int, limit: int = 1 << 40, watch: Callable[[list[int]], None] | None = None) -> Compared:
    """One random match on both. `watch` is shown the state at every stop."""
    rng = random.Random(seed)
    decisions = 0
    try:
        state = twins.start(seed)
        while True:
            twins.position(state)
            if watch is not None:
                watch(state)
            if twins.choice(state) is None:
                break
            options = twins.options(state)
            if twins.decider(state) < 0:
                number = twins.chance(state)
            else:
                if decisions >= limit:
                    return Compared(decisions, False, state=state)
                decisions += 1
                number = rng.randrange(len(options))
            twins.choose(state, options[number])
        twins.scores(state)
    except RuleError as failure:
        return Compared(decisions, False, (failure.reason, failure.span))
    return Compared(decisions, True, state=state)


def twins_of(game: Game) -> Twins:
    """Both engines for a game; its questions are answered by both from now on."""
    twins = Twins(game.program, cache_folder() / "native")
    game.__dict__["interpreter"] = twins
    return twins


# ---------------------------------------------------------------- which games


def game_files(folder: Path) -> list[Path]:
    """Every file below a folder that declares a game; what lies in a folder called `bad` is wrong on purpose."""
    files = [f for f in sorted(folder.rglob("*.rules")) if "bad" not in f.relative_to(folder).parts]
    return [f for f in files if any(line.startswith("game ") for line in f.read_text(encoding="utf-8").splitlines())]


def variants_of(game: Game) -> list[str]:
    """The variants there are of a game: blocks in its file, and files beside it."""
    return [v.title for v in game.loaded.gathered.variants] if game.loaded.gathered is not None else []
