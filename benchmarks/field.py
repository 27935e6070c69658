"""Games that nobody tuned for, as new users wrote them, beside OpenSpiel: uniformly random matches on one core, in one run.

Some come in two phrasings of the same rules, which should be equally fast. Theirs are played with `evaluate_bots` and uniform bots, all
in C++; hidden information and chance are no obstacle there.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.timing import busy, enough, interleaved, one_core, ratio

FOLDER = Path(__file__).parents[1] / "tests" / "field"
# Our file, options that make the rules the same, their game.
GAMES: tuple[tuple[str, dict[str, str], str], ...] = (
    ("amazons", {}, "amazons"),
    ("amazons_lists", {}, "amazons"),
    ("clobber", {}, "clobber"),
    ("dots_and_boxes", {}, "dots_and_boxes"),
    ("havannah", {}, "havannah(board_size=8)"),
    ("havannah_rhombus", {}, "havannah(board_size=8)"),
    ("hearts", {}, "hearts"),
    ("kalah", {}, "mancala"),
    ("liars_dice", {}, "liars_dice"),
    ("nine_mens_morris", {}, "nine_mens_morris"),
    ("morris_grid", {}, "nine_mens_morris"),
    ("pig", {}, "pig"),
    ("quoridor", {"size": "5"}, "quoridor(board_size=5)"),
    ("quoridor_posts", {}, "quoridor(board_size=5)"),
    ("quoridor_fast", {}, "quoridor(board_size=5)"),
    ("quoridor", {}, "quoridor(board_size=9)"),
    ("quoridor_posts", {"size": "9"}, "quoridor(board_size=9)"),
    ("quoridor_fast", {"size": "9"}, "quoridor(board_size=9)"),
)
# The same rules in two phrasings, with the options that make them so, and within which factor they should be.
PAIRS: tuple[tuple[str, str, dict[str, str], float], ...] = (
    ("amazons", "amazons_lists", {}, 1.5),
    ("quoridor_fast", "quoridor_posts", {}, 1.5),
    ("quoridor_fast", "quoridor_posts", {"size": "9"}, 1.5),
    ("nine_mens_morris", "morris_grid", {}, 2),
)
LEAST = 0.15  # seconds of one measurement


def ours(name: str, options: dict[str, str]) -> Any:
    from benchmarks.playouts import ours as played

    file = FOLDER / f"{name}.rules"
    return played(str(file) if file.is_file() else name, options)  # some of them have come into the project


def theirs(name: str) -> Any:
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(game.num_players())]

    def play(count: int) -> None:
        for seed in range(count):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)

    count = enough(play, LEAST)
    return lambda: count / busy(lambda: play(count))


def main(repetitions: int = 5, only: tuple[str, ...] = ()) -> None:
    one_core()
    print("Random playouts of games in tests/field, one core, as a multiple of OpenSpiel's C++")
    print(f"{'game':<22}{'OpenSpiel/s':>14}{'Rulewright/s':>14}{'ratio':>8}{'low':>7}{'high':>7}")
    for name, options, other in GAMES:
        if only and name not in only:
            continue
        mine, other_rates = interleaved([ours(name, options), theirs(other)], repetitions)
        ratios = sorted(a / b for a, b in zip(mine, other_rates, strict=True))
        shown = " ".join([name, *options.values()])
        rates = f"{median(other_rates):>14,.0f}{median(mine):>14,.0f}{ratio(mine, other_rates):>8.2f}"
        print(f"{shown:<22}{rates}{ratios[0]:>7.2f}{ratios[-1]:>7.2f}", flush=True)
    if not only:
        pairs(repetitions)


def pairs(repetitions: int = 5) -> None:
    """Two phrasings of the same rules, side by side."""
    print("\nTwo phrasings of the same rules, in the same run: how many times as fast the first is")
    print(f"{'first':<22}{'second':<18}{'ratio':>8}{'low':>7}{'high':>7}{'within':>8}")
    for one, other, options, within in PAIRS:
        first, second = interleaved([ours(one, options), ours(other, options)], repetitions)
        ratios = sorted(a / b for a, b in zip(first, second, strict=True))
        shown = " ".join([one, *options.values()])
        print(f"{shown:<22}{other:<18}{ratio(first, second):>8.2f}{ratios[0]:>7.2f}{ratios[-1]:>7.2f}{within:>8g}", flush=True)
