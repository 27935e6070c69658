"""Looks for a match in which a broken rule makes a difference: the same seeds with both rules, natively; then decision by decision."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from rulewright.core.random import MASK, player, seeded
from rulewright.dsl.declare.gather import ALTERED
from rulewright.interpreter.errors import REASONS, RuleError
from rulewright.mutate.settings import Setting
from rulewright.play.engines import Interpreted
from rulewright.play.errors import PlayError
from rulewright.play.game import Game
from rulewright.play.simulate import drawn, simulate

LONGEST = 1000  # decisions of a match
PATIENCE = 20_000  # rounds of a loop that shipped games never need
SEED = 0
HIDDEN = "it goes another way in a place that neither options nor scores show."


@dataclass(slots=True)
class Difference:
    """A match of both rules, with the same chance and the same choices, until it goes another way."""

    seed: int
    decision: int
    says: str
    flags: list[str]


def difference(path: Path, setting: Setting, parsed: dict[Any, Any], matches: int, seconds: float) -> tuple[int, Difference | None]:
    """How many matches were played with each, and the first that differs."""
    now = setting.load(path, parsed, None)
    alterations, ALTERED[:] = ALTERED[:], []
    try:
        before = setting.load(path, {}, None)
    finally:
        ALTERED[:] = alterations
    return compare(before, now, setting, matches, seconds)


def compare(before: Game, now: Game, setting: Setting, matches: int, seconds: float) -> tuple[int, Difference | None]:
    """A match by hand, which shows most of them; then batches that grow, until one differs or the time is over."""
    told = _told(before, now, seeded(SEED, 0), setting, perf_counter() + seconds)
    if told is not None:
        return 1, told
    assert before.engine is not None and now.engine is not None  # compiled now, which is not the time that is given
    until = perf_counter() + seconds
    done, batch = 0, 2
    while done < matches:
        count = min(batch, matches - done)
        number = _differs(before, now, count, SEED + done)
        if number is not None:
            seed = seeded((SEED + done) & MASK, number)
            return done + number + 1, _told(before, now, seed, setting) or Difference(seed, LONGEST, HIDDEN, setting.flags())
        done, batch = done + count, batch * 4
        if perf_counter() > until:
            break
    return done, None


def _differs(before: Game, now: Game, count: int, seed: int) -> int | None:
    """The number of the first match that ends in another way, has other scores, or offers more or less on the way."""
    try:
        one, two = (simulate(game, count, seed, limit=LONGEST, widths=count, threads=1) for game in (before, now))
    except PlayError:
        return None
    wrong = (one.over != two.over) | (one.winners != two.winners) | (one.decisions != two.decisions) | (one.options != two.options)
    if one.scores.shape == two.scores.shape:
        wrong |= (one.scores != two.scores).any(axis=(1, 2))
    found = wrong.nonzero()[0]
    return int(found[0]) if len(found) else None


def _told(before: Game, now: Game, seed: int, setting: Setting, until: float | None = None) -> Difference | None:
    """Where the two part, in words: both are played with the same choices until they do, or until the match or the time is over."""
    agents = [seeded(seed, player(seat)) for seat in before.seats]
    one, two = _Side(before, seed), _Side(now, seed)
    for decision in range(LONGEST):
        told = _parted(one, two)
        if told:
            return Difference(seed, decision, told, setting.flags())
        if one.choice is None or (until is not None and perf_counter() > until):
            return None
        if one.who < 0:
            one.chance()
            two.chance()
        else:
            agents[one.who], number = drawn(agents[one.who], one.options, one.engine.machine.candidates(one.state))
            title = one.titles[number]
            one.take(title)
            two.take(title)
    return None


class _Side:
    """One of two matches that are played beside each other."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.engine: Interpreted = game.interpreter
        self.engine.machine.longest = PATIENCE
        self.failure = ""
        self.state: list[int] = []
        try:
            self.state = self.engine.start(seed)
        except RuleError as error:
            self.failure = REASONS[error.reason]
        self._look()

    def _look(self) -> None:
        self.options: list[Any] = []
        self.titles: list[str] = []
        self.choice, self.who = None, -1
        try:
            if not self.failure:
                self.choice = self.engine.choice(self.state)
            if self.choice is None:
                return
            self.who = self.engine.decider(self.state)
            self.options = self.engine.options(self.state)
        except RuleError as error:
            self.failure, self.choice = REASONS[error.reason], None
            return
        names = self.game.names
        self.titles = [names.title(self.choice, self.choice.alts[a], args, self.state) for a, args in self.options]

    def _choose(self, number: int) -> None:
        try:
            self.engine.choose(self.state, self.options[number])
        except RuleError as error:
            self.failure = REASONS[error.reason]
        self._look()

    def take(self, title: str) -> None:
        self._choose(self.titles.index(title))

    def chance(self) -> None:
        self._choose(self.engine.chance(self.state))

    def ending(self) -> str:
        program = self.game.program
        if self.failure:
            return f"the rules break ({self.failure})"
        assert program.over is not None and program.winners is not None
        if self.choice is not None:
            return f"{self.game.names.seat(self.who) if self.who >= 0 else 'chance'} decides “{self.choice.prompt}”"
        winners = [s for i, s in enumerate(self.game.seats) if self.state[program.winners.at] >> i & 1]
        return f"the match is over, won by {' and '.join(winners)}" if winners else "the match is over without a winner"

    def scores(self) -> dict[str, int]:
        try:
            return {s: sum(self.engine.ask(f, self.state, i) for _, f in self.game.program.scores) for i, s in enumerate(self.game.seats)}
        except (RuleError, IndexError):
            return {}


def _parted(one: _Side, two: _Side) -> str:
    """What is different now, as a sentence; empty if nothing shows."""
    if (one.choice is None) != (two.choice is None) or one.failure != two.failure:
        return f"with the change {two.ending()}; without it {one.ending()}."
    if one.choice is None:
        if one.ending() != two.ending():
            return f"with the change {two.ending()}; without it {one.ending()}."
    elif two.choice is not None and (one.who != two.who or one.choice.prompt != two.choice.prompt):
        return f"with the change {two.ending()}; without it {one.ending()}."
    if sorted(one.titles) != sorted(two.titles):
        who = one.game.names.seat(one.who) if one.who >= 0 else "Chance"
        more = [t for t in two.titles if t not in one.titles]
        less = [t for t in one.titles if t not in two.titles]
        return (
            "; ".join([f"{who} may also take {_some(more)}"] * bool(more) + [f"{who} may not take {_some(less)}"] * bool(less)) + "."
            if more or less
            else f"{who} has another number of the same choices."
        )
    here, there = one.scores(), two.scores()
    if here != there:
        return "; ".join(f"{s} has {there[s]} points instead of {here[s]}" for s in here if s in there and here[s] != there[s]) + "."
    return ""


def _some(titles: list[str]) -> str:
    shown = ", ".join(f"“{t}”" for t in titles[:3])
    return shown + (f" and {len(titles) - 3} more" if len(titles) > 3 else "")
