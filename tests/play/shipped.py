"""The games that come with Rulewright, ready to be played by tests, and random matches of them."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import cache

from rulewright.dsl.declare.gather import gather
from rulewright.dsl.diagnostics import Findings
from rulewright.dsl.source import Sources
from rulewright.play import load
from rulewright.play.engines import Option
from rulewright.play.finding import find_game, list_games
from rulewright.play.game import Game
from rulewright.play.match import Match

LONG = bool(os.environ.get("RULEWRIGHT_LONG"))

# Between players who do not know what they want, some games last for tens of thousands of decisions. Where matches are played to
# their end, a last day is agreed upon.
AGREED: dict[str, dict[str, str]] = {"grandlins_heirs": {"last_day": "60"}} if LONG else {}


def shipped() -> list[tuple[str, str]]:
    """Every game by itself, and with each of its variants."""
    found = []
    for name in list_games():
        gathered = gather(find_game(name), Sources(), Findings())
        found += [(name, ""), *((name, variant.title) for variant in gathered.variants)]
    return found


GAMES = shipped()
IDS = [f"{name}-{variant}" if variant else name for name, variant in GAMES]


@cache
def loaded(name: str, variant: str = "", engine: str = "native") -> Game:
    return load(name, AGREED.get(name), variants=(variant,) if variant else (), engine=engine)


def played(match: Match, seed: int, limit: int = 1 << 40) -> Iterator[int]:
    """Play at random; before each decision, the number of the option that will be taken."""
    rng = random.Random(seed)
    for _ in range(limit):
        now = match.decision
        if now is None:
            return
        number = rng.randrange(len(now.options))
        yield number
        match.choose(number)


def finish(game: Game, data: bytes, choices: list[Option]) -> bytes:
    """Go on from a state with the given choices, chance speaking for itself; the state at the end."""
    engine = game.engine
    state = engine.unpack(data)
    rest = iter(choices)
    while True:
        choice = engine.choice(state)
        if choice is None:
            return engine.pack(state)
        if choice.decider is None:
            number = engine.chance(state)
            engine.choose(state, engine.options(state)[number])
        else:
            option = next(rest, None)
            if option is None:
                return engine.pack(state)
            engine.choose(state, option)
