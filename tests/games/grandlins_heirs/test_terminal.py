"""The board in the terminal: castles, the city, henchmen, hidden cards, and what one remembers of them."""

from __future__ import annotations

import pytest

from tests.cli.test_drawing import drawn
from tests.games.grandlins_heirs.table import Sitting, begin

proves = pytest.mark.proves


@pytest.fixture(scope="module")
def sitting() -> Sitting:
    board = "B3:VI06_1 B3:Orb_1! G7:TR2_1 C3:SI1_1 A0:Crown_1 F8:MA_F1"
    sitting = begin("D4 H12 A5 psn", "A9", board=board, hand="AR6_1 TR1_1", seen="VI06_1 SI1_1")
    return sitting.play("roll 1", "rest", "insert AR6_1", "lay AR6_1 H2")


def test_a_hundred_squares_with_castles_and_city(sitting: Sitting) -> None:
    lines = drawn(sitting.match, "Red", 120).splitlines()
    assert lines[0].count("┬") == 9
    edge = next(number for number, line in enumerate(lines) if line.split() == list("ABCDEFGHIJ"))
    board = "\n".join(lines[:edge])
    assert [line[0] for line in lines[:edge] if line[0].isdigit()] == list("9876543210")
    assert board.count("castle·R") == board.count("castle·B") == 1 and board.count("castle") == 4
    for word in ("tavern", "healer", "gym", "blacksmith"):
        assert board.count(word) == 1
    assert board.count("road") == board.count("river") == 12


def test_henchmen_and_how_they_fare(sitting: Sitting) -> None:
    text = drawn(sitting.match, "Blue", 80)
    rows = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.split()}
    assert rows["health"] == ["11", "15"] and rows["arming"] == ["5", "0"] and rows["poisoned"] == ["yes", "no"]
    assert "Rp" in text


@proves("GH-055", "GH-144", "GH-146")
def test_everybody_has_a_board_of_their_own(sitting: Sitting) -> None:
    red, blue = drawn(sitting.match, "Red", 130), drawn(sitting.match, "Blue", 130)
    for text in (red, blue):
        assert "(Assassin)" in text and "(Portal)" in text and "(Treasure?)" in text
    assert "Battle-axe" in red and "Battle-axe" not in blue
    assert red.count("(Card?)") == 2 and blue.count("(Card?)") == 3


@pytest.mark.parametrize("width", [80, 100, 160])
def test_it_fits(sitting: Sitting, width: int) -> None:
    assert max(map(len, drawn(sitting.match, "Red", width).splitlines())) <= width
