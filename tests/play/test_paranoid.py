"""Whatever random players do, every piece is in exactly one place, no place is too full, every value is in its range.

In CI a match or two of each game, as `rulewright simulate --paranoid` plays them; `RULEWRIGHT_LONG=1` plays a thousand of each
(or as many as `RULEWRIGHT_MATCHES` says), decided by native code and looked over after every decision.
"""

from __future__ import annotations

import os
import random

import pytest

from rulewright.play.errors import PlayError
from rulewright.play.game import Game
from rulewright.play.invariants import problems
from rulewright.play.simulate import simulate

from .shipped import GAMES, IDS, LONG, loaded

MATCHES = int(os.environ.get("RULEWRIGHT_MATCHES", "1000"))
DECISIONS = {"backgammon": 6, "chess": 25, "grandlins_heirs": 100, "kingdom_of_heroes": 150, "two_princes": 150}


@pytest.mark.parametrize(("name", "variant"), GAMES, ids=IDS)
def test_random_matches_are_sound(name: str, variant: str) -> None:
    game = loaded(name, variant)
    if LONG:
        for seed in range(MATCHES):
            _play_and_look(game, seed)
        return
    found = simulate(game, 2, 11, limit=DECISIONS.get(name, 300), paranoid=True)
    assert found.engine == "interpreter"
    assert found.error.tolist() == [0, 0]


def _play_and_look(game: Game, seed: int) -> None:
    """One random match natively, to its end."""
    engine, program = game.engine, game.program
    rng = random.Random(seed)
    state = engine.start(seed)
    decisions = 0
    while True:
        found = problems(program, engine.as_list(state))
        assert not found, f"match {seed}, decision {decisions}: {found[0]}"
        if engine.choice(state) is None:
            return
        options = engine.options(state)
        number = engine.chance(state) if engine.decider(state) < 0 else rng.randrange(len(options))
        engine.choose(state, options[number])
        decisions += 1


def test_what_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The look at a state can fail: pieces in impossible places and values out of range are named."""
    game = loaded("checkers")
    state = game.engine.as_list(game.start(1)._state)
    program = game.program
    assert problems(program, state) == []
    for field in program.fields:
        if field.name in {"stack", "history", "rng"}:
            continue
        broken = state[:]
        broken[field.at] = field.high + 1 if not hasattr(field.type, "full") else field.type.full + 1
        assert problems(program, broken), field.name
    monkeypatch.setattr("rulewright.play.invariants.problems", lambda program, state: ["A stone is nowhere."])
    with pytest.raises(PlayError, match="A stone is nowhere"):
        simulate(game, 1, 1, limit=3, paranoid=True)


def test_a_piece_too_many_is_found() -> None:
    """Two pieces on a cell for one, and an index that does not agree with where the pieces are."""
    game = loaded("two_heirs")
    program = game.program
    assert program.loc is not None
    state = game.engine.as_list(game.start(1)._state)
    broken = state[:]
    broken[program.loc.at] = broken[program.loc.at + 1]
    assert problems(program, broken)
