"""Which matches are hashed, and how: results of random players, for each game, variant and number of players."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from rulewright.play.game import Game, load
from rulewright.play.simulate import simulate
from tests.transcripts.making import OPTIONS, Wanted, wanted

FILE = Path(__file__).parent / "hashes.json"
FEW, MANY = 20, 1000
SEED = 0


@cache
def games() -> dict[str, Wanted]:
    """By name, every game with every number of players, and every variant of it."""
    found = {match.name: match for match in wanted()}
    for name in sorted({match.game for match in found.values()}):
        game = load(name, engine="interpreter")
        for number in set(range(game.world.game.fewest, game.world.game.most + 1)) - {len(game.seats)}:
            match = Wanted(name, players=number)
            found[match.name] = match
    return dict(sorted(found.items()))


def hashed(match: Wanted, count: int, engine: str | None = None) -> str:
    """A hash of how so many matches went: how each ended, who won, with which score, after how many decisions and options."""
    game: Game = load(match.game, OPTIONS.get(match.game), match.players, (match.variant,) if match.variant else (), engine)
    played = simulate(game, count, SEED, widths=FEW)
    digest = hashlib.sha256()
    for column in (played.over, played.winners, played.ending, played.decisions, played.options[:FEW], played.error, played.scores):
        digest.update(column.astype("<i8").tobytes())
    return digest.hexdigest()[:16]


def kept() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found
