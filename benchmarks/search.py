"""Iterations a second beside OpenSpiel's C++ `MCTSBot`, one core, the same number of simulations, in turns in one run.

    python -m benchmarks.search [GAME …]

From the start and from a position in the middle, reached by the same number of random moves on both sides.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import median
from time import process_time

from rulewright.agents.natively import NativeTree, searcher
from rulewright.agents.packets import without_chance
from rulewright.agents.tree import Settings
from rulewright.play.game import load

# Our name, theirs, simulations, moves to the middle, what was asked for.
GAMES = {
    "tic_tac_toe": ("tic_tac_toe", 10_000, 3, 4),
    "connect_four": ("connect_four", 10_000, 10, 6),
    "breakthrough": ("breakthrough", 4_000, 20, 6),
    "hex": ("hex", 2_000, 30, 6),
    "chess": ("chess", 150, 20, 10),
    "checkers": ("checkers", 2_000, 20, 15),
    "reversi": ("othello", 1_000, 20, 30),
    "oware": ("oware", 2_000, 20, 3),
}
ROUNDS = 3


def ours(name: str, moves: int, simulations: int) -> float:
    game = load(name)
    native = searcher(game)
    assert native is not None
    match = game.start(1)
    dice = Random(1)
    for _ in range(moves):
        now = match.decision
        if now is None:
            break
        match.choose(dice.randrange(len(now.options)))
    state = without_chance(game.program, match.state)
    tree = NativeTree(native, state, Settings(seed=1, proofs=False))  # theirs has its solver off, too
    start = process_time()
    tree.run(simulations)
    spent = process_time() - start
    return tree.facts().iterations / max(spent, 1e-9)


def theirs(name: str, moves: int, simulations: int) -> float:
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    dice = Random(1)
    for _ in range(moves):
        if not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, simulations, 1000, False, 1, False)
    start = process_time()
    bot.mcts_search(state)
    return simulations / max(process_time() - start, 1e-9)


def main(names: tuple[str, ...] = ()) -> None:
    print(f"{'game':14} {'from':7} {'ours/s':>12} {'theirs/s':>12} {'ratio':>7}  low to high   asked")
    for name, (other, simulations, middle, asked) in GAMES.items():
        if names and name not in names:
            continue
        for where, moves in (("start", 0), ("middle", middle)):
            pairs = [(ours(name, moves, simulations), theirs(other, moves, simulations)) for _ in range(ROUNDS)]
            ratios = sorted(a / b for a, b in pairs)
            rates = f"{median(a for a, _ in pairs):12,.0f} {median(b for _, b in pairs):12,.0f}"
            print(f"{name:14} {where:7} {rates} {median(ratios):7.1f}  {ratios[0]:.1f} to {ratios[-1]:.1f}  {asked:5}", flush=True)


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))
