"""Perft: how many ways the play can go, turn by turn. The classic check of a game's rules against published counts."""

from __future__ import annotations

from typing import Any

from rulewright.play.engines import Engine
from rulewright.play.game import Game


def perft(game: Game, depth: int, state: Any = None, seed: int = 0) -> int:
    """The number of different courses over so many turns; decisions inside one turn belong together."""
    engine = game.engine
    start = engine.start(seed) if state is None else engine.copy(state)
    return _count(game, engine, start, depth, _turn(game, engine, start))


def _turn(game: Game, engine: Engine, state: Any) -> int:
    field = game.program.turns
    assert field is not None
    data = engine.pack(state)[field.offset : field.offset + field.width]
    return int.from_bytes(data, "little", signed=True)


def _count(game: Game, engine: Engine, state: Any, depth: int, turn: int) -> int:
    if depth == 0:
        return 1
    over = engine.choice(state) is None
    if over:
        return 0
    total = 0
    for option in engine.options(state):
        after = engine.copy(state)
        engine.choose(after, option)
        ended = engine.choice(after) is None
        now = turn if ended else _turn(game, engine, after)
        if ended:
            total += 1 if depth == 1 else 0
        elif now != turn:
            total += _count(game, engine, after, depth - 1, now)
        else:
            total += _count(game, engine, after, depth, turn)
    return total
