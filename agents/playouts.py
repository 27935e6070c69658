"""Playing on at random over the interpreter, with the same numbers as native code."""

from __future__ import annotations

from rulewright.agents.bars import DRAWS, barred
from rulewright.agents.habits import Habits
from rulewright.agents.tree import Settings
from rulewright.core.goals import WHOLE
from rulewright.core.program import Program
from rulewright.core.random import seeded
from rulewright.interpreter.machine import Machine
from rulewright.play.outcomes import CUT
from rulewright.play.simulate import drawn


class Turns:
    """Counts who decides, one after the other, until a search judges the position."""

    def __init__(self, settings: Settings) -> None:
        self.mover, self.left = -1, settings.turns

    def over(self, who: int) -> bool:
        """Whether somebody decides who comes after all whose decisions are looked at. If not, it is noted who decides."""
        other = who != self.mover
        self.mover = who
        self.left -= other
        return other and self.left < 0


class Spread:
    """How much is explored: as the settings say, or as far as the rewards lie apart that were seen."""

    def __init__(self, settings: Settings) -> None:
        self.explore, self.relative = settings.explore, settings.relative
        self.least, self.most = WHOLE, 0
        self.factor = 0.0 if settings.relative else settings.explore

    def note(self, reward: int) -> None:
        if self.relative:
            self.least, self.most = min(self.least, reward), max(self.most, reward)
            self.factor = self.explore * (float(self.most - self.least) / float(WHOLE))


def played_on(
    machine: Machine,
    program: Program,
    state: list[int],
    word: int,
    settings: Settings,
    habits: Habits | None = None,
    turns: Turns | None = None,
) -> int:
    """From a stop to the end of the match (0), or until so many decisions were made (CUT); chance and players come from a random word."""
    agent = seeded(word, 1)
    assert program.rng is not None
    for number in range(program.rng.count):
        chance = seeded(word, 2 + number)
        state[program.rng.at + number] = chance - (1 << 64) if chance >> 63 else chance
    decisions, turns = 0, turns or Turns(settings)
    while (choice := machine.choice(state)) is not None:
        who = machine.decider(state)
        if who < 0:
            options = machine.options(state)
            number = machine.chance(state)
        else:
            if decisions >= settings.depth or turns.over(who):
                return CUT
            decisions += 1
            options = machine.options(state)
            for _ in range(DRAWS):
                agent, number = drawn(agent, options, machine.candidates(state))
                if not barred(program, settings.bars, who, choice.number, options[number]):
                    break
            if habits is not None:
                best = habits.slot(who, choice.number, options[number])
                for _ in range(settings.contest - 1):
                    agent, other = drawn(agent, options, machine.candidates(state))
                    if not barred(program, settings.bars, who, choice.number, options[other]):
                        slot = habits.slot(who, choice.number, options[other])
                        if habits.better(best, slot):
                            best, number = slot, other
                habits.note(best, who)
        machine.choose(state, options[number])
    return 0
