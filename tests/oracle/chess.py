"""Chess beside OpenSpiel: moves are compared in long algebraic notation; a promotion is one move of theirs and two of ours."""

from __future__ import annotations

import random
from typing import Any

import pyspiel

from rulewright.play import load
from rulewright.play.game import Game
from tests.oracle.pairs import cell, outcome

LETTERS = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}


def moves_of(game: Game, state: Any) -> dict[str, list[tuple[int, tuple[int, ...]]]]:
    """Our moves by name, each with the options that make it."""
    engine = game.engine
    choice = engine.choice(state)
    assert choice is not None and game.program.loc is not None
    numbers = engine.as_list(state)
    role = game.world.kinds["Man"].attrs["role"].core
    assert role is not None and role.field is not None
    pawn = 5
    found: dict[str, list[tuple[int, tuple[int, ...]]]] = {}
    for option in engine.options(state):
        alt = choice.alts[option[0]]
        start = numbers[game.program.loc.at + option[1][0]]
        if alt.name == "castle":
            name = _castling(game, state, numbers, start)
            found[name] = [option]
            continue
        name = cell(game, start) + cell(game, option[1][1])
        if numbers[role.field.at + option[1][0]] == pawn and name[3] in "18":
            after = engine.copy(state)
            engine.choose(after, option)
            members = game.names._enums["Role"]
            for promotion in engine.options(after):
                found[name + LETTERS[members[promotion[1][0]]]] = [option, promotion]
            continue
        found[name] = [option]
    return found


def _castling(game: Game, state: Any, numbers: list[int], rook: int) -> str:
    """The king's move of a castling: two cells towards the rook."""
    name = cell(game, rook)
    row = name[1]
    return f"e{row}{'g' if name[0] == 'h' else 'c'}{row}"


def compare_chess(matches: int) -> int:
    game = load("chess")
    spiel = pyspiel.load_game("chess")
    engine = game.engine
    compared = 0
    for seed in range(matches):
        rng = random.Random(seed)
        state, other = engine.start(seed), spiel.new_initial_state()
        while engine.choice(state) is not None:
            assert not other.is_terminal(), f"theirs is over, ours is not (seed {seed})\n{other}"
            assert other.current_player() == 1 - engine.decider(state)
            board = other.board()
            yours = {str(pyspiel.chess.action_to_move(a, board).to_lan()): a for a in other.legal_actions()}
            mine = moves_of(game, state)
            assert mine.keys() == yours.keys(), f"seed {seed}: {sorted(mine.keys() ^ yours.keys())}\n{other}"
            name = rng.choice(sorted(mine))
            for option in mine[name]:
                engine.choose(state, option)
            other.apply_action(yours[name])
            compared += 1
        assert other.is_terminal(), f"ours is over, theirs is not (seed {seed})\n{other}"
        returns = outcome(game, engine.as_list(state))
        assert [returns[1], returns[0]] == other.returns(), f"seed {seed}: {returns} {other.returns()}\n{other}"
    return compared
