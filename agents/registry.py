"""Agents by name. A new one is a class with `decide` in a file of its own, and a line in `AGENTS`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.agents.budget import Budget, budget
from rulewright.agents.contract import Agent, Verdict, Watch, renumbered
from rulewright.agents.mcts import Mcts
from rulewright.agents.packets import sealed_of
from rulewright.agents.simple import Chance, First, Greedy
from rulewright.dsl.diagnostics.suggest import did_you_mean
from rulewright.play.errors import PlayError
from rulewright.play.match import Match


@dataclass(frozen=True, slots=True)
class Sort:
    """A sort of agent: how one is made from a seed, and what it may think unless somebody says otherwise."""

    make: Callable[[int], Agent]
    about: str
    budget: Budget | None = None  # None: it does not think, and takes no budget


AGENTS: dict[str, Sort] = {
    "mcts": Sort(Mcts, "searches the tree of what can be done", Budget(iterations=1000)),
    "random": Sort(Chance, "any option, all equally likely"),
    "greedy": Sort(Greedy, "the option that looks best at once"),
    "first": Sort(First, "always the first option"),
}
# Names for people, and the agent with its budget that each stands for.
LEVELS = {"easy": "mcts:50", "fair": "mcts:1000", "strong": "mcts:2s"}


def names() -> list[str]:
    return [*LEVELS, *AGENTS]


@dataclass(frozen=True, slots=True)
class Spec:
    """An agent as somebody wrote it: `mcts:2s`."""

    text: str
    name: str
    budget: Budget
    depth: int | None = None  # decisions of a playout, where somebody tries that out: `mcts@16:100`

    def __str__(self) -> str:
        return self.text


def spec(text: str) -> Spec:
    """The agent that a text names, with its budget; what cannot be is refused in a sentence."""
    name, sign, rest = LEVELS.get(text.strip(), text.strip()).partition(":")
    level, _, _ = text.strip().partition(":")
    if level in LEVELS and ":" in text:
        raise PlayError(
            f"{level} is a level and has its own budget.", f"Write `{level}` alone, or `{LEVELS[level].partition(':')[0]}:{rest}`."
        )
    name, at, deep = name.partition("@")
    sort = AGENTS.get(name)
    if sort is None:
        raise PlayError(f"There is no agent called {name}.", _meant(name))
    if at and (sort.budget is None or not deep.isdigit()):
        raise PlayError(f"{name}@{deep} is no agent.", "Only a search has a depth of playouts, a whole number, as in `mcts@16:100`.")
    depth = int(deep) if at else None
    if not sign:
        return Spec(text.strip(), name, sort.budget or Budget(), depth)
    if sort.budget is None:
        raise PlayError(f"{name} does not think, so it takes no budget.", f"Write `{name}` alone.")
    return Spec(text.strip(), name, budget(rest), depth)


def _meant(name: str) -> str:
    return did_you_mean(name, names()) or f"Choose one of: {', '.join(names())}."


class Player:
    """An agent with its budget, at a seat."""

    def __init__(self, spec: Spec, seed: int, memory: int | None = None, bars: bytes = b"") -> None:
        self.spec = spec
        self.agent: Agent = AGENTS[spec.name].make(seed)
        if isinstance(self.agent, Mcts):
            self.agent = Mcts(seed, depth=spec.depth, memory=memory, bars=bars)

    def decide(self, match: Match, watch: Watch | None = None) -> Verdict:
        """What it would choose at the decision that is due, and why. The match stays as it is."""
        packet, numbers = sealed_of(match)
        verdict = self.agent.decide(packet, self.spec.budget, watch)
        return renumbered(verdict, numbers)

    def __call__(self, match: Match) -> int:
        return self.decide(match).option


def player(text: str, seed: int, memory: int | None = None) -> Player:
    """The agent of that name and budget, with its own random numbers and, if it searches, at most so many bytes for its tree."""
    return Player(spec(text), seed, memory)
