"""What a position is worth to each seat, by playing on from it at random. It sees everything: it is for measuring a game, not for play."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from rulewright.agents.natively import searcher
from rulewright.agents.playouts import played_on
from rulewright.agents.reward import began, rewards
from rulewright.agents.tree import Settings
from rulewright.compiler import arena as a
from rulewright.core.goals import HALF, WHOLE
from rulewright.core.random import GAMMA, MASK, mix, seeded
from rulewright.interpreter.errors import RuleError

if TYPE_CHECKING:
    from rulewright.play.game import Game


def valued(game: Game, state: bytes, settings: Settings, count: int) -> tuple[float, ...]:
    """The mean reward of each seat, from 0 to 1, over so many playouts. The same seed draws the same players and the same chance."""
    native = searcher(game)
    if native is None:
        return by_hand(game, state, settings, count)
    head = (ctypes.c_int64 * (a.HEADER // 8))()
    head[a.RNG] = ctypes.c_int64(seeded(settings.seed & MASK)).value
    head[a.DEPTH], head[a.SCALE] = settings.depth, settings.scale
    head[a.TURNS] = settings.turns
    root, room = ctypes.create_string_buffer(state, len(state)), ctypes.create_string_buffer(len(state))
    context, out = native.new_context(), (ctypes.c_int64 * len(game.seats))()
    at = ctypes.addressof
    native.value(at(head), at(root), at(room), at(context), count, at(out))
    return tuple(total / (count * WHOLE) for total in out)


def by_hand(game: Game, state: bytes, settings: Settings, count: int) -> tuple[float, ...]:
    """The same over the interpreter."""
    engine, program = game.interpreter, game.program
    assert program.over is not None
    rng, seats = seeded(settings.seed & MASK), len(game.seats)
    totals = [0] * seats
    bases = began(program, engine.ask, engine.unpack(state))
    for _ in range(count):
        rng = (rng + GAMMA) & MASK
        now = engine.unpack(state)
        try:
            over = played_on(engine.machine, program, now, mix(rng), settings)
            gained = rewards(program, engine.ask, now, over or now[program.over.at], settings.scale, bases)
        except RuleError:
            gained = [HALF] * seats
        engine.told()
        totals = [t + g for t, g in zip(totals, gained, strict=True)]
    return tuple(total / (count * WHOLE) for total in totals)
