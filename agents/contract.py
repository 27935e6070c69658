"""What an agent is given and what it gives back.

An agent never gets a match. It gets a `Packet`: what one seat may know, and nothing else. It answers with the number of an option
and with its `Reasons`, which are plain records: the prompt, JSON and a table in a browser show the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from rulewright.agents.budget import Budget

if TYPE_CHECKING:
    from rulewright.play.engines import Option
    from rulewright.play.game import Game
    from rulewright.play.knowledge.packet import Group


@dataclass(frozen=True, slots=True)
class Packet:
    """What a seat may know when it has to decide."""

    game: Game
    seat: int
    state: bytes  # what the seat knows of the state: the generator and everything hidden are blank or in a fixed order
    options: tuple[Option, ...]
    decision: int  # its number in the match, for random numbers of its own
    secret: bool = False  # whether anything can be hidden in this game
    groups: tuple[Group, ...] = ()  # hidden pieces, and where the seat knows each of them can be
    secrets: tuple[tuple[int, int, int], ...] = ()  # places of hidden values, lowest and highest
    answers: tuple[int, ...] = ()  # places of what others have answered in the secret round that is under way


@dataclass(frozen=True, slots=True)
class Line:
    """One option as an agent sees it."""

    option: int
    visits: int
    value: float  # from 0, the worst, to 1, the best for the seat
    proven: bool = False  # the value is certain
    then: tuple[str, ...] = ()  # what is expected to follow, in words


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why an option was chosen, the best lines first."""

    lines: tuple[Line, ...] = ()
    iterations: int = 0
    seconds: float = 0.0
    blocks: int = 0
    bytes: int = 0
    full: bool = False  # the memory was used up, and the search went on with what it had
    proven: bool = False
    worlds: int = 0  # how many ways the hidden things could lie were looked at; 0 if nothing is hidden
    note: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The number of an option, and why."""

    option: int
    reasons: Reasons = field(default_factory=Reasons)


def renumbered(verdict: Verdict, numbers: tuple[int, ...]) -> Verdict:
    """A verdict about the options of a packet, with the numbers that the match has for them."""
    lines = tuple(replace(line, option=numbers[line.option]) for line in verdict.reasons.lines)
    return Verdict(numbers[verdict.option], replace(verdict.reasons, lines=lines))


Watch = Callable[[int, float], bool]  # iterations and seconds so far; an agent stops at once when it says no


class Agent(Protocol):
    """A player. It may remember what it has worked out, but knows of a match only what packets tell it."""

    def decide(self, packet: Packet, budget: Budget, watch: Watch | None = None) -> Verdict: ...
