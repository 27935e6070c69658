"""Backgammon beside OpenSpiel. A move of theirs is a whole roll; ours is one checker, so positions after a roll are compared."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from typing import Any

import pyspiel

from rulewright.play import load
from rulewright.play.game import Game
from tests.oracle.pairs import outcome

BAR = 100
Position = tuple[tuple[int, ...], ...]


def position(game: Game, state: list[int]) -> Position:
    """Checkers of both players on the 24 points and on the bar."""
    heap = game.world.kinds["Checker"].core.tokens
    board, bar = game.world.places["board"].core, game.world.places["bar"].core
    assert heap is not None
    low = min(p.base for p in game.program.places)

    def count(site: int, owner: int) -> int:
        return state[heap.at + (site - low) * 2 + owner]

    return tuple((*tuple(count(board.base + i, p) for i in range(24)), count(bar.base + p, p)) for p in (0, 1))


def their_position(other: Any) -> Position:
    return tuple((*tuple(other.board(p, i) for i in range(24)), other.board(p, BAR)) for p in (0, 1))


def pips(game: Game, state: list[int]) -> int:
    field = game.world.game_attrs["pips"].core
    assert field is not None and field.field is not None
    return sum(state[field.field.at : field.field.at + 6])


def ways(game: Game, state: Any) -> dict[Position, list[Any]]:
    """All positions to which the present roll (or half of a double) can lead, with the options that lead there."""
    engine = game.engine
    who = engine.decider(state)
    found: dict[Position, list[Any]] = {}

    def explore(now: Any, path: list[Any]) -> None:
        left = pips(game, engine.as_list(now))
        for option in engine.options(now):
            after = engine.copy(now)
            engine.choose(after, option)
            numbers = engine.as_list(after)
            going = engine.choice(after) is not None and engine.decider(after) == who and pips(game, numbers) == left - 1
            if going:
                explore(after, [*path, option])
            else:
                found.setdefault(position(game, numbers), [*path, option])

    explore(state, [])
    return found


def compare_backgammon(matches: int) -> int:
    game = load("backgammon")
    spiel = pyspiel.load_game("backgammon")
    return sum(_match(game, spiel, seed) for seed in range(matches))


def _match(game: Game, spiel: Any, seed: int) -> int:
    rng = random.Random(seed)
    engine = game.engine
    state, other = engine.start(seed), spiel.new_initial_state()
    compared = 0
    while engine.choice(state) is not None:
        if engine.decider(state) < 0:
            _roll(game, state, other, rng, compared)
            _passes(other)
            continue
        assert not other.is_terminal()
        assert other.current_player() == engine.decider(state), f"seed {seed}"
        mine = ways(game, state)
        yours: dict[Position, int] = {}
        for action in other.legal_actions():
            yours.setdefault(their_position(other.child(action)), action)
        assert mine.keys() == yours.keys(), f"seed {seed}, roll {compared}: ours {len(mine)}, theirs {len(yours)}\n{other}"
        chosen = rng.choice(sorted(mine))
        for option in mine[chosen]:
            engine.choose(state, option)
        other.apply_action(yours[chosen])
        compared += 1
        _passes(other)
    assert other.is_terminal(), f"ours is over, theirs is not (seed {seed})"
    assert outcome(game, engine.as_list(state)) == other.returns()
    return compared


def _passes(other: Any) -> None:
    """Who cannot move has to say so on their side; on ours the turn just ends."""
    while not other.is_terminal() and not other.is_chance_node():
        actions = other.legal_actions()
        if len(actions) != 1 or "Pass" not in other.action_to_string(actions[0]) or "/" in other.action_to_string(actions[0]):
            return
        other.apply_action(actions[0])


def _roll(game: Game, state: Any, other: Any, rng: random.Random, compared: int) -> None:
    """The same dice on both sides; and the same odds for them."""
    assert other.is_chance_node(), f"ours rolls, theirs does not\n{other}"
    engine = game.engine
    outcomes = other.chance_outcomes()
    action = rng.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0]
    text = other.action_to_string(-1, action)
    found = re.search(r"roll: (\d)(\d)", text)
    assert found is not None
    one, two = int(found[1]), int(found[2])
    if "starts" not in text:
        assert abs(dict(outcomes)[action] - float(Fraction(1, 36))) < 1e-12
    elif "O starts" in text:
        one, two = min(one, two), max(one, two)
    else:
        one, two = max(one, two), min(one, two)
    for face in (one, two):
        options = engine.options(state)
        assert [o[1][0] for o in options] == [1, 2, 3, 4, 5, 6]
        engine.choose(state, options[face - 1])
    other.apply_action(action)
