"""Simulation on one core and on two."""

from __future__ import annotations

import os

from benchmarks.timing import enough, interleaved, ratio, seconds

GAMES = ("connect_four", "chess", "two_heirs")


def main(repetitions: int = 15) -> None:
    from rulewright.play import load
    from rulewright.play.simulate import simulate

    if (os.cpu_count() or 1) < 2:
        print("Scaling needs two cores; this machine has one.")
        return
    print("Matches per second on two cores, as a multiple of one")
    for name in GAMES:
        game = load(name, engine="native")
        count = enough(lambda n: simulate(game, n, 1, widths=0, threads=1), 1.0)

        def rate(threads: int) -> float:
            return count / seconds(lambda: simulate(game, count, 1, widths=0, threads=threads))

        one, two = interleaved([lambda: rate(1), lambda: rate(2)], repetitions)
        print(f"{name:<22}{ratio(two, one):>8.2f}", flush=True)
