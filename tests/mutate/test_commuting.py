"""Rules in another order that provably mean the same have the same core; those in an order that counts have not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.mutate.settings import core
from rulewright.play import load

RULES = """game "Orders" for Ann, Ben
type Colour: red or green or blue
piece Stone: 6
place left: grid 3 by 1, holding any Stone
each Player has points: 0 to 9 = 0
each Player has colour: Colour = red
setup
  put 2 Stone on a1
  put 1 Stone on b1
turn
  player must go
action go Colour
  gain 1 points
  gain 2 player.rival.points
  set player.colour to colour
  if worth(player) > 2: player wins
define worth(player)
  player.colour is red: player.points
  player.colour is green: 1
  else: 0
when turn_number > 9: draw
"""


SECOND = "  player.colour is red: player.points\n"


def of(folder: Path, text: str) -> str:
    path = folder / "orders.rules"
    path.write_text(text, encoding="utf-8")
    return core(load(path, engine="interpreter").program)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("  put 2 Stone on a1\n", "  put 1 Stone on b1\n"),
        ("  gain 1 points\n", "  gain 2 player.rival.points\n"),
        ("  player.colour is red: player.points\n", "  player.colour is green: 1\n"),
    ],
    ids=["a set-up that leaves nothing to chance", "sums", "cases of one value"],
)
def test_an_order_that_means_nothing(tmp_path: Path, one: str, two: str) -> None:
    other = RULES.replace(one + two, two + one)
    assert other != RULES and of(tmp_path, other) == of(tmp_path, RULES)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("  gain 1 points\n", "  set player.points to 2\n"),
        ("  set player.colour to colour\n", "  if worth(player) > 2: player wins\n"),
        ("  player.points > 3: 1\n", "  player.points > 5: 2\n"),
        ("  player.colour is red: player.points\n", "  player.points is 3: 1\n"),
        ("  put 2 Stone on a1\n", "  put 6 Stone on c1\n"),
    ],
    ids=[
        "a sum and a value",
        "what is written is read",
        "cases that overlap",
        "cases of two values",
        "a set-up that comes to something else",
    ],
)
def test_an_order_that_counts(tmp_path: Path, one: str, two: str) -> None:
    first = next(line for line in (one, two, SECOND) if line in RULES)
    text = RULES.replace(first, one + two).replace(one + two + two, one + two)
    other = text.replace(one + two, two + one)
    assert other != text and of(tmp_path, other) != of(tmp_path, text)
