"""The tree of a search, as whoever asks about it sees it, and its settings. `natively` and `by_hand` fill it, with the same numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from rulewright.core.goals import WHOLE
from rulewright.play.engines import Option

MEMORY = 64 << 20
TO_THE_END = 1 << 40


@dataclass(frozen=True, slots=True)
class Settings:
    """What a search can be told."""

    seed: int = 0
    depth: int = TO_THE_END  # decisions of a playout before it is judged by who leads
    explore: float = 0.7
    scale: int = 10  # a lead of so much is worth half of what a lead can be worth
    memory: int = MEMORY
    turns: int = TO_THE_END  # players who decide one after the other before it is judged; 1: whoever decides now, until somebody else does
    relative: bool = False  # explore as much as the rewards that were seen lie apart
    proofs: bool = True
    contest: int = 1  # options that a playout draws; it takes the one that promises most by what such actions have led to
    bars: bytes = b""  # options that seats do without (`agents.bars`)


@dataclass(frozen=True, slots=True)
class Branch:
    """An option that was tried: how often, what came of it, and whether that is certain."""

    option: Option
    visits: int
    sum: int
    certain: int | None  # its reward for whoever decides, if proven
    child: int = 0  # the block behind it

    @property
    def value(self) -> float:
        if self.certain is not None:
            return self.certain / WHOLE
        return self.sum / (self.visits * WHOLE) if self.visits else 0.0


@dataclass(frozen=True, slots=True)
class Facts:
    """How far a search has come."""

    iterations: int
    blocks: int
    full: bool
    deepest: int
    proven: bool
    bytes: int
    broken: int  # iterations in which rules could not be carried out


Block = tuple[int, int, int, int, tuple[tuple[Option, int, int, int], ...]]  # decider, visits, proof, tried; option, visits, child, sum


class Tree(Protocol):
    def run(self, iterations: int) -> None: ...
    def facts(self) -> Facts: ...
    def branches(self, block: int = 0) -> list[Branch]:
        """The options of a block (0: the root) that were tried."""
        ...


def best(branches: list[Branch]) -> list[Branch]:
    """The best first: what is proven to win, then by visits; what is proven to lose comes last."""

    def rank(branch: Branch) -> tuple[int, int, float]:
        certain = 0 if branch.certain is None else 1 if branch.certain == WHOLE else -1 if branch.certain == 0 else 0
        return certain, branch.visits, branch.value

    return sorted(branches, key=rank, reverse=True)
