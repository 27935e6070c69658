"""Players that are no people: each looks at a match whose decision is due and names the number of an option.

They are known by name, so that a seat can be given to one of them (`--seat Black=greedy`). A new one is a function in `AGENTS`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rulewright.dsl.diagnostics.suggest import did_you_mean
from rulewright.play.errors import PlayError
from rulewright.play.foresight import best
from rulewright.play.match import Match

Agent = Callable[[Match], int]


def first(seed: int) -> Agent:
    """Always the first option: dull, and the same on every machine."""
    return lambda match: 0


def chance(seed: int) -> Agent:
    """Any option, all equally likely; the same seed gives the same choices."""
    dice = Random(seed)

    def decide(match: Match) -> int:
        return dice.randrange(_count(match))

    return decide


def greedy(seed: int) -> Agent:
    """The option after which things look best at once: a won match, or else the best lead. Among equals, any."""
    dice = Random(seed)

    def decide(match: Match) -> int:
        return best(match.game, match._engine, match._state, match.raw_options, dice)

    return decide


AGENTS: dict[str, Callable[[int], Agent]] = {"random": chance, "greedy": greedy, "first": first}


def agent(name: str, seed: int) -> Agent:
    """The agent of that name, with its own random numbers."""
    made = AGENTS.get(name)
    if made is None:
        raise PlayError(f"There is no agent called {name}.", did_you_mean(name, AGENTS) or f"There is: {', '.join(AGENTS)}.")
    return made(seed)


def _count(match: Match) -> int:
    now = match.decision
    assert now is not None
    return len(now.options)
