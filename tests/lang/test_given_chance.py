"""`given` decides nothing: what would leave something to chance or to a player is said at its place."""

from __future__ import annotations

from pathlib import Path

from rulewright.play.examples import run_examples

GAME = """game "Lots" for Ann, Ben

type Rank: low or high
piece Card: 2 per Rank
  printed rank: Rank
place deck: deck of Card, seen by none
place table: pile of Card

turn
  player must
    "Look": pass

example "Nothing is shuffled"
  given put all Card where card.rank is low on deck
  given move top(deck) to table
  then count Card in table is 1

example "Shuffled"
  given put all Card on deck
  given shuffle deck
  given move top(deck) to table
  then count Card in table is 1
"""


def test_what_is_given_leaves_nothing_to_chance(tmp_path: Path) -> None:
    path = tmp_path / "lots.rules"
    path.write_text(GAME, encoding="utf-8")
    known, shuffled = run_examples(path)
    assert known.passed
    assert not shuffled.passed and shuffled.line == 21
    assert shuffled.message.startswith("“move top(deck) to table” cannot be given: chance has to decide.")
