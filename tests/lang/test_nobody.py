"""`none` among the things in braces, and players of a table who do not take part."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.play import load
from rulewright.play.examples import run_examples

LISTED = """
game "Lords" for Ann, Bob

game has
  lord: Player or none = none
  guest: Player = Bob

define welcome = lord in {none, guest}
define strange = lord in {Ann, guest}

turn
  player must rest

action rest
  pass

when turn_number > 2
  draw

example "Nobody's house is open to all"
  then welcome
  then lord in {none, Ann}
  then not strange
  then not (lord in {Ann, Bob})

example "A lord lets in himself alone"
  given lord is Ann
  then not welcome
  then lord in {none, Ann}
  then strange
"""

HOUSES = """
game "Houses" for 2 to 3 players: Ann, Bob, Cid

place street: track of 3, holding any Man
  | name | lord |
  | one  | Ann  |
  | two  | Cid  |
  | three |     |
  printed lord: Player or none
piece Man of each Player: 1 per Player

define owned = count Cell in street where cell.lord is not none

setup
  put all Man on spot(street, 1)

turn
  player must rest

action rest
  pass

when turn_number > 2
  draw

score
  owned: owned

winner: most score, then shared
"""


def test_none_in_braces(tmp_path: Path) -> None:
    path = tmp_path / "lords.rules"
    path.write_text(LISTED, encoding="utf-8")
    results = run_examples(path)
    assert [r.message for r in results if not r.passed] == []
    assert len(results) == 2


@pytest.mark.parametrize(("players", "owned"), [(2, 1), (3, 2)])
def test_whoever_does_not_take_part_is_nobody(tmp_path: Path, players: int, owned: int) -> None:
    path = tmp_path / "houses.rules"
    path.write_text(HOUSES, encoding="utf-8")
    match = load(path, players=players).start(1)
    assert match.score()["Ann"]["owned"] == owned
