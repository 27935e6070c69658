"""What one wants to know of a game before opening it: of which kind it is, and how long a match takes."""

from __future__ import annotations

import csv
from functools import cache

from rulewright.play.finding import games_folder
from rulewright.play.game import Game

LENGTHS = "lengths.csv"


def kind(game: Game) -> str:
    """In a few words: played on a board, with cards, as a story; and whether something is hidden from somebody."""
    program = game.program
    if program.endings:
        found = "story"
    elif any(place.board is not None for place in program.places):
        found = "board"
    elif any(place.shape in ("deck", "hand") for place in program.places):
        found = "cards"
    else:
        found = "table"
    seen = [s for place in program.places for s in (place.seen, *place.seen_kinds.values())]
    return f"{found}, hidden" if any(s != "all" for s in seen) else found


@cache
def lengths() -> dict[str, int]:
    """The median number of decisions in random matches of the shipped games, as `make lengths` has found them."""
    with (games_folder() / LENGTHS).open(encoding="utf-8", newline="") as text:
        return {row["game"]: int(row["decisions"]) for row in csv.DictReader(text)}
