"""Boards with something printed on them, and with pieces that lie hidden: what everybody sees, and what one remembers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.cli.drawing.marks import Mark
from rulewright.play.game import load
from rulewright.play.match import Match
from tests.cli.test_drawing import drawn

Write = Callable[[str, str], Path]

ISLES = """\
game "Isles" for Red, Blue
type Ground: sand or grass
type Shop: inn or forge
piece Chest: 2
  | name   |
  | Silver |
  | Gold   |
piece Bottle: 2
  | name |
  | Wine |
  | Rum  |
piece Captain of each Player: 1 per Player
  courage: 0 to 9 = 3
  seasick: flag = no
  drunk: flag = no
place sea: grid 4 by 3 of Spot from "spots.csv", holding 1 Chest seen by witnesses, holding 1 Bottle seen by witnesses, holding any Captain
  printed ground: Ground
  printed port: flag
  printed lord: Player or none
  printed shop: Shop or none
place vault: deck of Chest, seen by none
place cellar: deck of Bottle, seen by none
setup
  put all Chest on vault
  put all Bottle on cellar
  shuffle vault
  shuffle cellar
  move top(vault) to B1
  move top(vault) to C1
  move top(cellar) to C1
  each Player puts Captain on the Spot in sea where spot.lord is player
  set Blue.captain.seasick to yes
turn
  player must
    look
    "Stop": draw
action look at Spot in sea
  requires some Chest in spot
  show the Chest in spot to player
"""
PORTS = {"A0": "Red", "D2": "Blue"}
SHOPS = {"B2": "inn"}
NAMES = [f"{letter}{digit}" for digit in range(3) for letter in "ABCD"]
LINES = [
    ",".join([name, "grass" if "0" in name else "sand", "yes" if name in PORTS else "", PORTS.get(name, ""), SHOPS.get(name, "")])
    for name in NAMES
]
SPOTS = "\n".join(["name,ground,port,lord,shop", *LINES])


@pytest.fixture
def isles(write: Write) -> Match:
    write("spots.csv", SPOTS)
    return load(write("isles.rules", ISLES), engine="interpreter").start(0)


def rows(match: Match, seat: str, width: int = 80) -> list[str]:
    return drawn(match, seat, width).splitlines()


def test_capital_letters_along_the_edge(isles: Match) -> None:
    lines = rows(isles, "Red")
    assert any(line.split() == ["A", "B", "C", "D"] for line in lines)
    assert {line.split()[0] for line in lines if line[:1].isdigit()} == {"0", "1", "2"}
    assert not any("A1" in line for line in lines)


def test_what_is_rare_is_told_where_it_is(isles: Match) -> None:
    text = drawn(isles, "Red")
    assert text.count("port·R") == text.count("port·B") == 1 and text.count("inn") == 1
    assert "sand" not in text and "grass" not in text  # that is everywhere
    coloured = drawn(isles, "Red", colour=True)
    assert coloured.count("port") == 2 and "port·" not in coloured


def test_hidden_and_remembered(isles: Match) -> None:
    """Red looks into a chest: from now on the board of Red says what is in it, and the board of Blue does not."""
    assert drawn(isles, "Red", 120).count("(Chest?)") == 2 and drawn(isles, "Red", 120).count("(Bottle?)") == 1
    isles.choose("look at B1")
    red, blue = drawn(isles, "Red", 120), drawn(isles, "Blue", 120)
    assert red.count("(Silver)") + red.count("(Gold)") == 1 and red.count("(Chest?)") == 1
    assert "Silver" not in blue and "Gold" not in blue and blue.count("(Chest?)") == 2


def test_everybody_has_one_captain(isles: Match) -> None:
    lines = rows(isles, "Red", 60)  # below the board
    told = {line.split()[0]: line.split()[1:] for line in lines if line.split()[:1] in (["courage"], ["seasick"], ["drunk"])}
    assert told == {"courage": ["3", "3"], "seasick": ["no", "yes"]}  # that nobody is drunk needs no row


def test_ever_shorter_forms() -> None:
    mark = Mark("(Treasure?)", "?", "", forms=("Treasure?", "Trea?", "Tr?", "T?"))
    assert [mark.fit(width) for width in (11, 10, 8, 4, 2)] == ["(Treasure?)", "Treasure?", "Trea?", "Tr?", "T?"]
    remembered = Mark("(Assassin)", "Assassin", "", forms=("Assassin",))
    assert [remembered.fit(width) for width in (10, 9, 6)] == ["(Assassin)", "Assassin", "Assas…"]
