"""What a search should know of a game before it begins: how long playouts are worth while, and how much a lead counts.

The depth is found by trial (`rulewright learn`): searches with other depths play each other, and the winner is kept beside the
fingerprint of the rules. As long as nobody has tried, a look at random matches decides: they are played to the end unless they hardly
ever come there and the rules measure who leads.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.agents.natively import searcher
from rulewright.agents.tree import TO_THE_END, Settings
from rulewright.compiler.batch import COLUMNS
from rulewright.core.goals import aims
from rulewright.dsl.cache import cache_folder
from rulewright.play.outcomes import CUT
from rulewright.play.simulate import simulate

if TYPE_CHECKING:
    from rulewright.play.game import Game

LOOKED_AT, LONGEST = 24, 2_000  # random matches, and their decisions at most
SHORT = 16  # decisions of a playout where the end is too far away
DEPTHS = (0, 4, 16, 64, TO_THE_END)
MATCHES, ITERATIONS = 100, 100  # of a trial


@dataclass(frozen=True, slots=True)
class Look:
    """What random matches say about a game."""

    length: float
    ended: float  # the share that came to an end
    scale: int


@cache
def look(game: Game) -> Look:
    """A few random matches; where there is no native code, hardly any."""
    native = searcher(game)
    if native is not None:
        rows, _ = native.batch(LOOKED_AT, 1, limit=LONGEST, widths=False)
        over, decisions = rows[:, 0], rows[:, 4]
        scores = rows[:, len(COLUMNS) :].reshape(LOOKED_AT, len(game.seats), len(game.program.scores))
    else:
        result = simulate(game, 2, 1, limit=200, widths=0, threads=1)
        over, decisions, scores = result.over, result.decisions, result.scores
    scale = 10
    if scores.shape[2] and scores.shape[1] > 1:
        totals = scores.sum(axis=2)
        scale = max(1, int((totals.max(axis=1) - totals.min(axis=1)).mean()))
    return Look(float(decisions.mean()), float((over != CUT).mean()), scale)


def settings_for(game: Game) -> Settings:
    """The settings for a game: as they were learnt, or as a first look suggests."""
    seen = look(game)
    learnt = read(game)
    if aims(game.program).dangers:  # all can lose, and the rules say how far that is
        return Settings(turns=1, scale=seen.scale)  # what comes of one's own turn says more than what others do at random after it
    if learnt is not None:
        return Settings(depth=learnt.depth, scale=seen.scale)
    measured = bool(aims(game.program).measures) and not aims(game.program).together
    return Settings(depth=SHORT if measured and seen.ended < 0.5 else TO_THE_END, scale=seen.scale)


@dataclass(slots=True)
class Learnt:
    """What a trial has found: the depth, and what each depth reached against the best before it."""

    depth: int
    matches: int
    iterations: int
    trials: list[tuple[int, int, float]] = field(default_factory=list)  # a depth, the one it played against, its share


def _path(game: Game) -> Path:
    return cache_folder() / "learnt" / f"{game.fingerprint}.json"


def read(game: Game) -> Learnt | None:
    try:
        data = json.loads(_path(game).read_text(encoding="utf-8"))
        return Learnt(int(data["depth"]), int(data["matches"]), int(data["iterations"]), [tuple(t) for t in data["trials"]])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write(game: Game, learnt: Learnt) -> None:
    path = _path(game)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(learnt)), encoding="utf-8")


def depths(game: Game) -> tuple[int, ...]:
    """The depths that are worth trying: cut playouts only where the rules measure who leads, whole ones only where they end."""
    measured = bool(aims(game.program).measures) and not aims(game.program).together
    return tuple(d for d in DEPTHS if (measured or d == TO_THE_END) and (d != TO_THE_END or look(game).ended > 0.5))
