"""Which matches there have to be, and how they are made: between random players, by the rules as they are now."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from rulewright.agents.registry import player
from rulewright.play import load
from rulewright.play.differential import variants_of
from rulewright.play.finding import list_games
from rulewright.play.game import Game
from rulewright.play.models import Transcript

FOLDER = Path(__file__).parent
# Random players would wander about for hundreds of thousands of decisions; a last day brings the match to an end. Elsewhere they
# would leave so many missions that the kingdom falls after one round; it endures, so that all rounds and the score are kept.
OPTIONS = {"grandlins_heirs": {"last_day": "40"}, "kingdom_of_heroes": {"endurance": "13"}}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A match that has to be kept: a game as it is, with the fewest or the most players, or with one of its variants."""

    game: str
    players: int | None = None
    variant: str | None = None

    @property
    def name(self) -> str:
        parts = [self.game]
        if self.players is not None:
            parts.append(f"{self.players}_players")
        if self.variant is not None:
            parts.append(re.sub(r"\W+", "_", self.variant.lower()).strip("_"))
        return "-".join(parts)

    @property
    def seed(self) -> int:
        """One for each, so that no two are the same match."""
        return crc32(self.name.encode()) % 1000

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.json"

    def load(self, engine: str | None) -> Game:
        return load(
            self.game, OPTIONS.get(self.game), players=self.players, variants=(self.variant,) if self.variant else (), engine=engine
        )


def wanted(games: list[str] | None = None) -> Iterator[Wanted]:
    """Every match that has to be kept, of some games or of all."""
    for name in games or list_games():
        game = load(name, engine="interpreter")
        yield Wanted(name)
        for number in {game.world.game.fewest, game.world.game.most} - {len(game.seats)}:
            yield Wanted(name, players=number)
        for variant in variants_of(game):
            yield Wanted(name, variant=variant)


def make(match: Wanted) -> Transcript:
    """Play a match to its end. It is not bound to the present text of the rules: every move is verified when it is played again."""
    game = match.load(None)
    play = game.start(match.seed)
    agents = {seat: player("random", match.seed * 31 + number) for number, seat in enumerate(game.seats)}
    while (now := play.decision) is not None:
        assert now.seat is not None
        play.choose(agents[now.seat](play))
    return play.transcript().model_copy(update={"fingerprint": ""})


def written(transcript: Transcript) -> str:
    """A transcript as text with a line for each move, so that two can be compared."""
    data = transcript.model_dump(mode="json")
    moves = ",\n".join(f"  {json.dumps(move, ensure_ascii=False)}" for move in data.pop("moves"))
    outcome = json.dumps(data.pop("outcome"), ensure_ascii=False)
    head = json.dumps(data, ensure_ascii=False).removesuffix("}")
    return f'{head},\n "moves": [\n{moves}\n ],\n "outcome": {outcome}}}\n'
