"""Uniformly random playouts on one core: native code beside OpenSpiel's C++ rollouts, in the same run.

OpenSpiel does not let Python call its rollout evaluator. A search of one simulation with k rollouts does nothing else for
large k, so the time of a rollout is what k more of them add.
"""

from __future__ import annotations

from statistics import median
from typing import Any

from benchmarks.timing import busy, enough, interleaved, one_core, ratio

# Our game, theirs, options of ours that make the rules the same, what we set out to reach, what we hoped for.
GAMES: tuple[tuple[str, str, dict[str, str], float, float], ...] = (
    ("tic_tac_toe", "tic_tac_toe", {}, 4, 10),
    ("connect_four", "connect_four", {}, 6, 15),
    ("breakthrough", "breakthrough", {}, 3, 10),
    ("reversi", "othello", {}, 7, 25),
    ("hex", "hex(board_size=11)", {"swap": "no"}, 1.5, 5),
    ("checkers", "checkers", {}, 13, 25),
    ("chess", "chess", {}, 2.5, 5),
    ("oware", "oware", {}, 3, 6),
)
LEAST = 0.15  # seconds of one measurement
PORTION = 4096


def ours(name: str, options: dict[str, str]) -> Any:
    """Play so many random matches of a shipped game; matches per second."""
    from rulewright.play import load
    from rulewright.play.engines import NativeCode

    engine = load(name, options=options).engine
    assert isinstance(engine, NativeCode)
    native = engine.native

    def play(count: int) -> None:
        """In portions, as `simulate` does it."""
        for first in range(0, count, PORTION):
            native.batch(min(PORTION, count - first), 1, first, widths=False)

    count = enough(play, LEAST)
    return lambda: count / busy(lambda: play(count))


def theirs(name: str) -> Any:
    """The same with OpenSpiel."""
    import pyspiel

    game = pyspiel.load_game(name)
    state = game.new_initial_state()

    def roll(count: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 7, False)
        bot.step(state)

    count = enough(roll, LEAST)
    return lambda: count / (busy(lambda: roll(count + 1)) - busy(lambda: roll(1)))


def main(repetitions: int = 9, only: tuple[str, ...] = ()) -> None:
    one_core()
    print("Random playouts, one core, as a multiple of OpenSpiel's C++ rollouts")
    print(f"{'game':<14}{'OpenSpiel/s':>14}{'Rulewright/s':>14}{'ratio':>8}{'low':>7}{'high':>7}{'reach':>7}{'aim':>6}")
    for name, other, options, reach, aim in GAMES:
        if only and name not in only:
            continue
        mine, other_rates = interleaved([ours(name, options), theirs(other)], repetitions)
        ratios = sorted(a / b for a, b in zip(mine, other_rates, strict=True))
        print(
            f"{name:<14}{median(other_rates):>14,.0f}{median(mine):>14,.0f}{ratio(mine, other_rates):>8.1f}"
            f"{ratios[0]:>7.1f}{ratios[-1]:>7.1f}{reach:>7g}{aim:>6g}",
            flush=True,
        )
