"""What lies in the boxes of the small games: the numbers that their component lists print, and that no match could show."""

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
    "fenland": {"Tile": 29, "Hut": 6},
    "goofspiel": {"Card": 26, "Prize": 13},
    "havannah": {"Stone": 0},
    "hearts": {"Card": 52},
    "hedge_and_hive": {"Card": 24},
    "hex": {"Stone": 0},
    "kalah": {"Seed": 48},
    "keepers_of_the_light": {"Role": 7, "Signal": 14},
    "kuhn_poker": {"Card": 3},
    "lantern_whist": {"Card": 36},
    "leduc_poker": {"Card": 6},
    "liars_dice": {"Side": 12},
    "nine_mens_morris": {"Man": 9},
    "oware": {"Seed": 48},
    "pig": {"Die": 1},
    "quoridor": {"Pawn": 2, "Wall": 0},
    "reversi": {"Disc": 0},
    "salt_roads": {"Cart": 0, "Contract": 8},
    "tic_tac_toe": {"Mark": 0},
}


@pytest.mark.parametrize("name", sorted(BOXES))
def test_what_is_in_the_box(name: str) -> None:
    """Equal pieces of an owner count for one owner; 0: as many as are needed."""
    game = load(name, engine="interpreter")
    assert {kind.name: kind.count for kind in game.program.kinds} == BOXES[name]
