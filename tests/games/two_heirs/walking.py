"""Random matches in native code, decision by decision, so that every state on the way can be looked at."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rulewright.interpreter.random import below, seeded, step
from rulewright.play.engines import NativeCode
from rulewright.play.game import Game

TAKES_ITS_TIME = frozenset({"construct", "take", "done", "march", "deploy", "destroy", "discard"})


def walk(game: Game, seed: int, number: int) -> Iterator[bytearray]:
    """Match `number` of a seed as `simulate` plays it: every state at which somebody decides, and the last one."""
    assert isinstance(game.engine, NativeCode)
    native = game.engine.native
    match = seeded(seed, number)
    agent = seeded(match, 1)
    state = native.start(match)
    while native.choice(state) is not None:
        yield state
        if native.decider(state) < 0:
            chosen = native.chance(state)
        else:
            agent, bits = step(agent)
            chosen = below(bits, native.count(state))
        native.choose(state, native.nth(state, chosen))
    yield state


def build_up(game: Game, seed: int) -> Iterator[bytearray]:
    """A match between players who like to build: the land they leave is richer than that of plain chance."""
    assert isinstance(game.engine, NativeCode)
    native = game.engine.native
    dice = Random(seed)
    state = native.start(seed)
    while (choice := native.choice(state)) is not None:
        yield state
        options = native.options(state)
        if native.decider(state) < 0:
            chosen = native.chance(state)
        else:
            chosen = dice.randrange(len(options))
            if dice.random() < 0.9:
                names = [choice.alts[alt].name for alt, _ in options]
                building = [i for i, name in enumerate(names) if name == "construct"]
                liked = building or [i for i, name in enumerate(names) if name in TAKES_ITS_TIME] or [chosen]
                chosen = dice.choice(liked)
        native.choose(state, options[chosen])
    yield state
