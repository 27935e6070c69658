"""A game as it stands after its setup, before anybody has taken a turn."""

from __future__ import annotations

from rulewright.core.layout import initial
from rulewright.play.game import Game

SEED = 1
MOST_STEPS = 10_000


def set_up(game: Game, seed: int = SEED) -> list[int]:
    """The state after setup. Chance follows the seed; whatever players decide in it, they take the first option."""
    engine = game.interpreter
    state = initial(game.program)
    engine.machine.seed(state, seed)
    routine = game.world.routine("setup", "setup")
    if routine is None:
        return state
    if routine.proc not in game.program.code:  # nothing in it can stop
        engine.machine.perform(routine.proc, state, [-1])
        return state
    engine.perform(routine.proc, state, [-1])
    for _ in range(MOST_STEPS):
        if engine.choice(state) is None:
            break
        options = engine.options(state)
        number = engine.chance(state) if engine.decider(state) < 0 else 0
        engine.choose(state, options[number])
    return state
