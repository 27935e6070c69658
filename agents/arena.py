"""Tournaments: every pair of agents on the same seeds, with seats changed, until enough matches were played.

Where nobody plays against another, every agent plays all seats by itself, on the same seeds.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.agents.batch import NO_LIMIT, Result, Task, play_all, prepare
from rulewright.agents.intervals import anytime, elo, wilson
from rulewright.agents.registry import spec
from rulewright.core.goals import aims
from rulewright.core.random import seeded

if TYPE_CHECKING:
    from rulewright.play.game import Game


@dataclass(slots=True)
class Pair:
    """What came of all matches between two."""

    one: str
    two: str
    matches: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0

    @property
    def share(self) -> float:
        return self.points / self.matches if self.matches else 0.0

    def as_data(self) -> dict[str, Any]:
        low, high = wilson(self.share, self.matches)
        return {**asdict(self), "share": self.share, "low": low, "high": high}


@dataclass(slots=True)
class Alone:
    """What an agent reached with all seats to itself."""

    agent: str
    matches: int = 0
    won: int = 0
    total: float = 0.0
    endings: dict[str, int] = field(default_factory=dict)
    decisions: int = 0
    worth: float = 0.0


@dataclass(slots=True)
class Tournament:
    game: str
    agents: list[str]
    seed: int
    pairs: list[Pair] = field(default_factory=list)
    alone: list[Alone] = field(default_factory=list)
    matches: int = 0
    reused: int = 0  # matches that had been played before
    decisions: int = 0
    elo: dict[str, float] = field(default_factory=dict)
    stopped: str = ""

    def as_data(self) -> dict[str, Any]:
        return {**asdict(self), "pairs": [p.as_data() for p in self.pairs]}


def seatings(seats: int) -> list[str]:
    """Who sits where, as letters: half of the seats each, as even as can be over all rotations."""
    base = "a" * ((seats + 1) // 2) + "b" * (seats // 2)
    rotations = [base[i:] + base[:i] for i in range(seats)]
    found = rotations + [r.translate(str.maketrans("ab", "ba")) for r in rotations]
    return list(dict.fromkeys(found))


def seatings_of(game: Game) -> list[str]:
    """The same for a game, in which partners are one player: of a team all seats have the same letter."""
    seats = len(game.seats)
    if not game.program.teams:
        return seatings(seats)
    sides = list(dict.fromkeys(game.program.mates(seat) for seat in range(seats)))
    found = ["".join(way[sides.index(game.program.mates(seat))] for seat in range(seats)) for way in seatings(len(sides))]
    return list(dict.fromkeys(found))


def for_all_alike(game: Game) -> bool:
    """Whether there is nobody to play against."""
    return aims(game.program).together or len(game.deciding) == 1


def tasks(game: Game, agents: list[str], rounds: int, seed: int, limit: int) -> Iterator[Task]:
    """All matches: round by round, so that wherever it stops every pair has played alike."""
    number = 0
    for turn in range(rounds):
        chance = seeded(seed, turn) >> 1
        if for_all_alike(game):
            for name in agents:
                yield Task(number, chance, (name,) * len(game.seats), limit)
                number += 1
            continue
        for one, two in combinations(agents, 2):
            for seating in seatings_of(game):
                yield Task(number, chance, tuple(one if s == "a" else two for s in seating), limit)
                number += 1


def hold(
    game: Game,
    agents: list[str],
    matches: int,
    seed: int = 0,
    *,
    limit: int | None = None,
    until: float | None = None,
    workers: int | None = None,
    folder: Path | None = None,
    progress: Callable[[int], None] | None = None,
    cluster: str = "",
) -> Tournament:
    """Play until every pair has had so many matches, or, with `until`, every share is known that well. Ctrl-C ends it early."""
    for name in agents:
        spec(name)
    found = Tournament(game.name, agents, seed)
    per = 1 if for_all_alike(game) else len(seatings_of(game))
    rounds = -(-matches // per)
    record = Record(game, agents, seed, limit, folder)
    book = Book(game, found)
    wanted = list(tasks(game, agents, rounds, seed, limit or NO_LIMIT))
    for task in wanted:
        if task.number in record.known:
            book.enter(record.known[task.number])
            found.reused += 1
            if progress is not None:
                progress(1)
    left = [task for task in wanted if task.number not in record.known]
    prepare(game, agents)
    try:
        for result in play_all(game, left, workers, cluster) if left else ():
            record.keep(result)
            book.enter(result)
            if progress is not None:
                progress(1)
            if until is not None and book.sure(until):
                found.stopped = f"every share is known to {100 * until:g} %"
                break
    except KeyboardInterrupt:
        found.stopped = "stopped; the same command goes on from here"
    finally:
        record.close()
    book.finish()
    return found


class Book:
    """Adds results up."""

    def __init__(self, game: Game, found: Tournament) -> None:
        self.game, self.found = game, found
        if for_all_alike(game):
            found.alone = [Alone(a) for a in found.agents]
        else:
            found.pairs = [Pair(a, b) for a, b in combinations(found.agents, 2)]

    def enter(self, result: Result) -> None:
        self.found.matches += 1
        self.found.decisions += result.decisions
        if self.found.alone:
            self._alone(result)
        else:
            self._between(result)

    def _alone(self, result: Result) -> None:
        mine = next(a for a in self.found.alone if a.agent == result.seats[0])
        mine.matches += 1
        mine.decisions += result.decisions
        mine.won += bool(result.winners)
        mine.total += sum(sum(s) for s in result.scores)
        if result.ending >= 0:
            name = self.game.program.endings[result.ending]
            mine.endings[name] = mine.endings.get(name, 0) + 1
            mine.worth += self.game.program.worths.get(result.ending, 0)

    def _between(self, result: Result) -> None:
        names = set(result.seats)
        pair = next(p for p in self.found.pairs if {p.one, p.two} == names)
        all_lost = result.ended and not result.winners  # then nobody was better than another
        points = 0.5 if all_lost else sum(result.points(seat) for seat, name in enumerate(result.seats) if name == pair.one)
        pair.matches += 1
        pair.points += points
        if points > 0.5:
            pair.wins += 1
        elif points < 0.5:
            pair.losses += 1
        else:
            pair.draws += 1

    def sure(self, width: float) -> bool:
        shares = [(p.share, p.matches) for p in self.found.pairs] or [(a.won / max(1, a.matches), a.matches) for a in self.found.alone]
        return all((high - low) / 2 <= width for low, high in (anytime(s, n) for s, n in shares))

    def finish(self) -> None:
        if self.found.pairs:
            points = {(p.one, p.two): (p.points, float(p.matches)) for p in self.found.pairs}
            self.found.elo = elo(points, self.found.agents)


class Record:
    """Matches that were played, on disk: whoever is stopped goes on where it was."""

    def __init__(self, game: Game, agents: list[str], seed: int, limit: int | None, folder: Path | None) -> None:
        self.known: dict[int, Result] = {}
        self._file: Any = None
        if folder is None:
            return
        from rulewright import __version__

        told = [__version__, game.fingerprint, *agents, str(seed), str(limit), game.engine.name]
        path = folder / f"{hashlib.sha256(json.dumps(told).encode()).hexdigest()[:20]}.jsonl"
        try:
            for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
                self._read(line)
            folder.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a", encoding="utf-8")
        except OSError:
            self._file = None

    def _read(self, line: str) -> None:
        try:
            data = json.loads(line)
            data["seats"], data["scores"] = tuple(data["seats"]), tuple(tuple(s) for s in data["scores"])
            result = Result(**data)
        except (ValueError, TypeError, KeyError):
            return  # a line that was cut off
        self.known[result.number] = result

    def keep(self, result: Result) -> None:
        if self._file is not None:
            self._file.write(json.dumps(asdict(result)) + "\n")
            self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
