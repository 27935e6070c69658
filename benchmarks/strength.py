"""Who wins at equal processor time: our search on one core against OpenSpiel's C++ `MCTSBot`, seats swapped, random openings.

    python -m benchmarks.strength [GAME …]

MATCHES in the environment says how many (400); they are always the same ones, and two matches share an opening. Theirs is told how many
simulations it may make, from how many it made in the time of its move before; what both have spent is counted and printed.
Theirs has its solver on, ours its proofs and the subtree of what was played.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any

from rulewright.agents.intervals import wilson
from rulewright.agents.natively import NativeTree, root_table, searcher
from rulewright.agents.packets import without_chance
from rulewright.agents.tree import Settings, best
from rulewright.agents.tuning import settings_for
from rulewright.play.engines import Option
from rulewright.play.game import Game
from tests.oracle.pairs import PAIRS, Pair, ready

MATCHES = int(os.environ.get("MATCHES", "400"))
GAMES = {"connect_four": 0.01, "breakthrough": 0.1, "reversi": 0.1, "hex": 0.1, "checkers": 0.1}  # seconds a move
OPENING = 2  # random moves
SMALLEST = 8  # simulations at least
LARGEST = 1_000_000
TOO_LONG = 400  # moves


@dataclass
class Side:
    """What somebody has spent on thinking."""

    moves: int = 0
    seconds: float = 0.0
    simulations: int = 0

    def note(self, seconds: float, simulations: int) -> None:
        self.moves += 1
        self.seconds += seconds
        self.simulations += simulations

    @property
    def mean(self) -> float:
        return self.seconds / max(1, self.moves)


class Ours:
    def __init__(self, game: Game, seed: int, seconds: float, side: Side) -> None:
        self.game, self.settings, self.seconds, self.side = game, settings_for(game), seconds, side
        self.seed = seed
        self.tree: NativeTree | None = None

    def move(self, state: bytes) -> Option:
        native = searcher(self.game)
        assert native is not None
        start = process_time()
        state = without_chance(self.game.program, state)
        if self.tree is None or not self.tree.move_to(state):
            self.tree = NativeTree(native, state, Settings(seed=self.seed, depth=self.settings.depth, scale=self.settings.scale))
        portion = 16
        self.tree.run(SMALLEST)
        while process_time() - start < self.seconds and not self.tree.facts().proven:
            before = process_time()
            self.tree.run(portion)
            spent = max(process_time() - before, 1e-6)
            left = self.seconds - (process_time() - start)
            portion = max(1, min(4 * portion, int(portion * min(left, self.seconds / 10) / spent)))
        self.side.note(process_time() - start, self.tree.facts().iterations)
        return best(self.tree.branches())[0].option


class Theirs:
    def __init__(self, spiel: Any, seed: int, seconds: float, side: Side) -> None:
        self.spiel, self.seed, self.seconds, self.side = spiel, seed, seconds, side
        self.rate = 0.0

    def move(self, state: Any) -> int:
        import pyspiel

        def think(simulations: int) -> int:
            self.seed += 1
            bot = pyspiel.MCTSBot(self.spiel, pyspiel.RandomRolloutEvaluator(1, self.seed), 1.4, simulations, 1000, True, self.seed, False)
            return int(bot.step(state))

        if not self.rate:
            start = process_time()
            think(SMALLEST * 4)
            self.rate = SMALLEST * 4 / max(process_time() - start, 1e-6)
        wanted = min(LARGEST, max(SMALLEST, int(self.rate * self.seconds)))
        start = process_time()
        action = think(wanted)
        spent = process_time() - start
        # Its solver may end it early; then it has not become as fast as that.
        self.rate = min(2 * self.rate, wanted / max(spent, 1e-6))
        self.side.note(spent, wanted)
        return action


def contest(pair: Pair, game: Game, spiel: Any, number: int, seconds: float, sides: tuple[Side, Side]) -> float:
    """What our search wins of one match: 1, 0.5 or 0."""
    engine, dice = game.engine, Random(number // 2)
    mine = number % 2
    state, other = engine.start(number // 2), spiel.new_initial_state()
    us, them = Ours(game, number, seconds, sides[0]), Theirs(spiel, 1_000 * number, seconds, sides[1])
    for move in range(TOO_LONG):
        if engine.choice(state) is None:
            break
        while not other.is_terminal() and pair.forced(other):
            other.apply_action(other.legal_actions()[0])
        if other.is_terminal():
            break
        choice, options, who = engine.choice(state), engine.options(state), engine.decider(state)
        assert choice is not None
        names = {pair.name_ours(game, choice, option, engine.as_list(state)): option for option in options}
        yours = pair.theirs_by_name(other)
        if move < OPENING:
            name = dice.choice(sorted(names))
        elif len(options) == 1:
            name = next(iter(names))
        elif who == mine:
            chosen = us.move(engine.pack(state))
            name = next(n for n, option in names.items() if option == chosen)
        else:
            name = _answered(them, other, yours)
        for action in yours[name]:
            other.apply_action(action)
        engine.choose(state, names[name])
    else:
        return 0.5
    while not other.is_terminal() and pair.forced(other):
        other.apply_action(other.legal_actions()[0])
    won = other.returns()[pair.seats[mine]]
    return 0.5 + float(won) / 2


def _answered(them: Theirs, other: Any, yours: dict[str, list[int]]) -> str:
    """Theirs may need several actions for what is one move of ours."""
    made: list[int] = []
    now = other.clone()
    while True:
        made.append(them.move(now) if len(now.legal_actions()) > 1 else now.legal_actions()[0])
        found = [name for name, actions in yours.items() if actions == made]
        if found:
            return found[0]
        now.apply_action(made[-1])


def main(names: tuple[str, ...] = ()) -> None:
    print(
        "| game | seconds a move | matches | share | 95 % interval | seconds spent | simulations a move |\n|---|---:|---:|---:|---|---|---|"
    )
    for name, seconds in GAMES.items():
        if names and name not in names:
            continue
        pair, game, spiel = ready(name)
        root_table()
        sides, points = (Side(), Side()), 0.0
        for number in range(MATCHES):
            points += contest(pair, game, spiel, number, seconds, sides)
            done = number + 1
            if done % 20 == 0 or done == MATCHES:
                low, high = wilson(points / done, done)
                spent = " / ".join(f"{s.mean:.3f}" for s in sides)
                made = " / ".join(f"{s.simulations / max(1, s.moves):,.0f}" for s in sides)
                result = f"{100 * points / done:.1f} % | {100 * low:.1f} to {100 * high:.1f} %"
                print(f"| {name} | {seconds} | {done} | {result} | {spent} | {made} |", flush=True)


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))


__all__ = ["PAIRS", "main"]
