"""Random matches, decision by decision, so that every state on the way can be looked at."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from random import Random
from typing import Any

from rulewright.core.random import below, seeded, step
from rulewright.play.engines import NativeCode, Option
from rulewright.play.game import Game

LIKED = frozenset({"take", "done", "march", "deploy", "destroy", "discard", "decline"})


def walk(game: Game, seed: int, number: int) -> Iterator[Any]:
    """Match `number` of a seed as `simulate` plays it: every state at which somebody decides, and the last one."""
    engine = game.engine
    match = seeded(seed, number)
    agent = seeded(match, 1)
    state = engine.start(match)
    while engine.choice(state) is not None:
        yield state
        if engine.decider(state) < 0:
            chosen = engine.chance(state)
        else:
            agent, bits = step(agent)
            chosen = below(bits, _count(game, state))
        engine.choose(state, _nth(game, state, chosen))
    yield state


def build_up(game: Game, seed: int) -> Iterator[Any]:
    """A match between players who like to build: the land they leave is richer than that of plain chance."""
    engine = game.engine
    dice = Random(seed)
    state = engine.start(seed)
    while (choice := engine.choice(state)) is not None:
        yield state
        options = engine.options(state)
        if engine.decider(state) < 0:
            chosen = engine.chance(state)
        else:
            chosen = dice.randrange(len(options))
            if dice.random() < 0.9:
                names = [choice.alts[alt].name for alt, _ in options]
                building = [i for i, name in enumerate(names) if name == "construct"]
                chosen = dice.choice(building or [i for i, name in enumerate(names) if name in LIKED] or [chosen])
        engine.choose(state, options[chosen])
    yield state


def last(states: Iterator[Any]) -> Any:
    """The state a match ends in."""
    return deque(states, maxlen=1)[0]


def _count(game: Game, state: Any) -> int:
    return game.engine.native.count(state) if isinstance(game.engine, NativeCode) else len(game.engine.options(state))


def _nth(game: Game, state: Any, number: int) -> Option:
    return game.engine.native.nth(state, number) if isinstance(game.engine, NativeCode) else game.engine.options(state)[number]
