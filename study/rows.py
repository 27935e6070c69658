"""The matches of a study: played by agents on all cores, each with the rows that figures read. Nothing depends on who plays which match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.agents.batch import Result, Task, play_all, prepare
from rulewright.core.random import MASK, seeded

if TYPE_CHECKING:
    from rulewright.play.game import Game

LIMIT = 20_000  # decisions after which a match is cut; the study says so


@dataclass(frozen=True, slots=True)
class Rows:
    """Matches between equal players, in the order of their numbers."""

    game: Game
    level: str
    seed: int
    wished: int
    matches: tuple[Result, ...]

    @property
    def whole(self) -> tuple[Result, ...]:
        """Those that came to an end by the rules."""
        return tuple(m for m in self.matches if m.ended)

    @property
    def complete(self) -> bool:
        return len(self.matches) == self.wished


def tasks(game: Game, level: str, count: int, seed: int, limit: int = LIMIT) -> list[Task]:
    """Match i of a seed is the same match whatever else is played."""
    return [Task(n, seeded(seed & MASK, n) >> 1, (level,) * len(game.seats), limit, notes=True) for n in range(count)]


def collect(
    game: Game, level: str, count: int, seed: int, workers: int | None = None, progress: Callable[[int], None] | None = None
) -> Rows:
    """Play the matches. Ctrl-C keeps those from the first on that were finished without a gap."""
    prepare(game, [level])
    found: dict[int, Result] = {}
    try:
        for result in play_all(game, tasks(game, level, count, seed), workers):
            found[result.number] = result
            if progress is not None:
                progress(1)
    except KeyboardInterrupt:
        pass
    first = next((n for n in range(count) if n not in found), count)
    return Rows(game, level, seed, count, tuple(found[n] for n in range(first)))
