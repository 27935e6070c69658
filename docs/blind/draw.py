"""Draws the questions of a blind exam: 25 lines of a game's ledger by lot, the seed being the version, before its book is made.

`python docs/blind/draw.py two_heirs` prints them. The ledgers in `seeds/` say what the published rules ask for; they do not change with the
rules text, so that a version always draws the same lines.
"""

from __future__ import annotations

import csv
import random
import sys
from pathlib import Path

from rulewright import __version__

QUESTIONS = 25
LEDGERS = Path(__file__).parents[2] / "seeds"


def drawn(game: str, version: str = __version__) -> dict[str, str]:
    """The lines by their tags, in their order."""
    with (LEDGERS / f"{game}.csv").open(encoding="utf-8", newline="") as file:
        lines = {row["id"]: row["text"] for row in csv.DictReader(file)}
    chosen = random.Random(f"{version} {game}").sample(sorted(lines), min(QUESTIONS, len(lines)))
    return {tag: lines[tag] for tag in sorted(chosen)}


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(f"{name}:")
        for tag, text in drawn(name).items():
            print(f"  {tag} {text}")
