"""Draws the questions of a blind exam: 25 rules of a game by lot, the seed being the version, before its book is made.

`python docs/blind/draw.py two_heirs` prints the tags of the rules; whoever sets the exam writes a question for each from its line.
"""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

from rulewright import __version__

QUESTIONS = 25
GAMES = Path(__file__).parents[2] / "games"


def drawn(game: str, version: str = __version__) -> list[str]:
    """The tags, in their order."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted((GAMES / game).glob("*.rules")))
    found = sorted({tag.strip() for tags in re.findall(r"\[([A-Z]+-\d+(?:, *[A-Z]+-\d+)*)\]", text) for tag in tags.split(",")})
    return sorted(random.Random(f"{version} {game}").sample(found, min(QUESTIONS, len(found))))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(f"{name}: {', '.join(drawn(name))}")
