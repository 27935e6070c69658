"""`python -m tests.play.lengths` writes games/lengths.csv: the median number of decisions in random matches of every shipped game."""

from __future__ import annotations

import csv
import sys

import numpy as np

from rulewright.play.finding import games_folder, list_games
from rulewright.play.game import load
from rulewright.play.shelf import LENGTHS
from rulewright.play.simulate import simulate

MATCHES = 51


def median(name: str, matches: int = MATCHES) -> int:
    return int(np.median(simulate(load(name), matches, seed=1).decisions))


def main() -> None:
    with (games_folder() / LENGTHS).open("w", encoding="utf-8", newline="") as text:
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(["game", "decisions"])
        for name in list_games():
            rows.writerow([name, found := median(name)])
            print(f"{name}: {found}", file=sys.stderr)


if __name__ == "__main__":
    main()
