"""What lies in the boxes of the classics: the numbers that their component lists print, and that no match could show."""

from __future__ import annotations

import pytest

from rulewright.play import load

BOXES = {
    "amazons": {"Amazon": 4, "Arrow": 0},
    "backgammon": {"Checker": 15},
    "breakthrough": {"Pawn": 16},
    "checkers": {"Man": 24},
    "chess": {"Man": 32},
    "clobber": {"Stone": 0},
    "connect_four": {"Disc": 0},
    "dots_and_boxes": {"Line": 0, "Claim": 0},
    "goofspiel": {"Card": 26, "Prize": 13},
    "hex": {"Stone": 0},
    "kalah": {"Seed": 48},
    "kuhn_poker": {"Card": 3},
    "leduc_poker": {"Card": 6},
    "liars_dice": {"Side": 12},
    "oware": {"Seed": 48},
    "pig": {"Die": 1},
    "reversi": {"Disc": 0},
    "tic_tac_toe": {"Mark": 0},
}


@pytest.mark.parametrize("name", sorted(BOXES))
def test_what_is_in_the_box(name: str) -> None:
    """Equal pieces of an owner count for one owner; 0: as many as are needed."""
    game = load(name, engine="interpreter")
    assert {kind.name: kind.count for kind in game.program.kinds} == BOXES[name]
