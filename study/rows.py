"""The matches of a study: played by agents on all cores, each with the rows that figures read. Nothing depends on who plays which match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.agents.batch import Result, Task, play_all, prepare
from rulewright.core.random import MASK, seeded, stream
from rulewright.study.lots import drawn
from rulewright.study.store import Store

if TYPE_CHECKING:
    from rulewright.play.game import Game

LIMIT = 20_000  # decisions after which a match is cut; the study says so
MAIN, BARRING, FORCING = "main", "experiment", "forced"  # arms of a study


@dataclass(frozen=True, slots=True)
class Arm:
    """Matches of one kind: who plays, how many, and what is done to them."""

    name: str
    level: str
    count: int
    names: tuple[str, ...] = ()  # what each seat has to do without now and then, by lot
    forced: bool = False  # or rather has to take, wherever it can
    fortune: int = 0  # other outcomes of chance that are looked at

    def tasks(self, game: Game, seed: int, limit: int = LIMIT) -> list[Task]:
        """Match i of a seed is the same match whatever else is played."""
        own = seed & MASK if self.name == MAIN else seeded(seed & MASK, stream(self.name))
        found = []
        for n in range(self.count):
            chance = seeded(own, n) >> 1
            lots = drawn(len(game.seats), self.names, chance) if self.names else ()
            bars, forces = ((), lots) if self.forced else (lots, ())
            who = (self.level,) * len(game.seats)
            found.append(Task(n, chance, who, limit, notes=True, bars=bars, forces=forces, fortune=self.fortune))
        return found


@dataclass(frozen=True, slots=True)
class Rows:
    """Matches between equal players, in the order of their numbers."""

    game: Game
    level: str
    seed: int
    wished: int
    matches: tuple[Result, ...]
    arm: str = MAIN
    names: tuple[str, ...] = ()  # of the lots, if there were any
    open: bool = False  # whether matches that were cut count as well, as far as they went

    @property
    def whole(self) -> tuple[Result, ...]:
        """Those that came to an end by the rules; where none did, all as far as they went, if somebody says so."""
        return tuple(m for m in self.matches if m.ended or self.open)

    @property
    def complete(self) -> bool:
        return len(self.matches) == self.wished

    def moves(self) -> Sequence[tuple[int, tuple[int, ...]]]:
        """The seed and the moves of every match that ended, so that it can be played again."""
        return [(m.seed, m.moves) for m in self.whole]


@dataclass(frozen=True, slots=True)
class Means:
    """What matches are played with: cores, a cluster, a folder in which they are kept until the study is done."""

    workers: int | None = None
    cluster: str = ""
    folder: Path | None = None
    progress: Callable[[int], None] | None = None
    stopped: list[str] = field(default_factory=list)  # arms in which somebody pressed Ctrl-C


def collect(game: Game, arm: Arm, seed: int, means: Means | None = None) -> Rows:
    """Play the matches. Ctrl-C keeps those from the first on that were finished without a gap."""
    means = means or Means()
    prepare(game, [arm.level])
    store = Store(game, arm.name, (arm.level, *arm.names, str(arm.fortune), str(seed), str(LIMIT)), means.folder)
    wanted = arm.tasks(game, seed)
    found: dict[int, Result] = {n: r for n, r in store.known.items() if n < arm.count}
    step = means.progress or (lambda _: None)
    step(len(found))
    try:
        for result in play_all(game, [t for t in wanted if t.number not in found], means.workers, means.cluster):
            found[result.number] = result
            store.keep(result)
            step(1)
    except KeyboardInterrupt:
        means.stopped.append(arm.name)
    finally:
        store.close()
    first = next((n for n in range(arm.count) if n not in found), arm.count)
    return Rows(game, arm.level, seed, arm.count, tuple(found[n] for n in range(first)), arm.name, arm.names)
