"""What a step belongs to: the routines that are under way, by the names they are printed with, and what they are about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.core.flow import Code
from rulewright.core.program import Proc, Shown
from rulewright.core.types import Int
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.meaning.rules import Rules
from rulewright.dsl.meaning.sentences import Tell
from rulewright.dsl.world import RoutineSym
from rulewright.play.narration.words import spaced

if TYPE_CHECKING:
    from rulewright.play.game import Game

UNNAMED = frozenset({"turn", "play"})
ABOUT = frozenset({"piece", "player", "cell"})  # numbers and words could be worked out from what is hidden, and are left out


@dataclass(frozen=True, slots=True)
class Under:
    """A routine that is under way: what it is called, and what it is about."""

    proc: int
    frame: int
    name: str
    about: tuple[tuple[Shown, int], ...]


class Purposes:
    """Reads off the stack of a state what is under way."""

    def __init__(self, game: Game) -> None:
        self.game = game
        routines = [r for rs in game.world.routines.values() for r in rs]
        rules = rules_of(game.world)
        self._names = {id(r.proc): printed(r) for r in routines if r.sort not in UNNAMED and told_of(rules, r)}

        self.chosen = {r.proc.number for r in routines if r.sort in {"action", "interrupt"}}  # who chose them is told already
        self._turns = {id(r.proc) for r in routines if r.sort == "turn"}

    def in_a_turn(self, state: list[int]) -> bool:
        return any(id(code.proc) in self._turns for code, _ in self.game.knower.exchange.frames(state))

    def under_way(self, state: list[int]) -> list[Under]:
        """The routines that the author speaks of, the outermost first."""
        found = []
        for code, at in self.game.knower.exchange.frames(state):
            name = self._names.get(id(code.proc))
            if name is not None:
                about = tuple((self._counted(shown), value) for shown, value in _about(code, code.proc, state, at))
                found.append(Under(code.proc.number, at, name, about))
        return found[::-1]

    def _counted(self, shown: Shown) -> Shown:
        """Pieces that are only counted have no numbers of their own: they are told by where they are."""
        kind = self.game.world.kinds.get(shown.name) if shown.sort == "piece" else None
        return Shown("token", shown.name) if kind is not None and kind.core.counted else shown


def told_of(rules: Rules, routine: RoutineSym) -> bool:
    """Whether the author speaks of a routine: it has a printed name or prose, and the book does not leave it out."""
    notes = routine.said.notes
    if notes is not None and (notes.manner == "left out" or notes.called is not None):
        return notes.manner != "left out"
    return any(isinstance(step, Tell) for whole in rules.routines if whole.symbol is routine for step in whole.body)


def printed(routine: RoutineSym) -> str:
    notes = routine.said.notes
    return notes.called.one if notes is not None and notes.called is not None else spaced(routine.name)


def _about(code: Code, proc: Proc, state: list[int], at: int) -> list[tuple[Shown, int]]:
    found = []
    for param in proc.params:
        shown = proc.sorts.get(param.index)
        slot = code.slots.get(param.index)
        if shown is not None and shown.sort in ABOUT and slot is not None and isinstance(param.type, Int) and state[at + slot] >= 0:
            found.append((shown, state[at + slot]))
    return found
