"""What a condition claims: numbers, comparisons, denials, whose something is. Words about the same things that leave one of them out
passed the older gate, which asked for a share of the nouns and believed `book: prose` without a look."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.rulebook.coverage import check
from rulewright.rulebook.needs import needs
from rulewright.rulebook.parts.book import Made, make
from rulewright.rulebook.report import report

GAME = """game "Ferry" for Ann, Bob
  > Bring goods across.

piece Crate: from "crates.csv"
  printed weight: 1 to 9

place shore: pile of Crate
place boat: pile of Crate

each Player has
  coins: 0 to 20 = 6
  rank: 0 to 9 = 0

setup
  put all Crate on shore
  > Put all crates on the shore.

play
  repeat 4 times
    each Player takes turn
  > After four rounds the game is over.

turn
  > Load a crate, or wait.
  player may load

action load Crate in shore
  {how}
  > Bring a crate from the shore into the boat. {prose}
  {rule}
  move crate to boat
  set crate.owner to player

define heavy(crate) = crate.weight > 6

score
  coins: player.coins
    > 1 point for each coin.
"""
PLACE = "ferry.rules:30"

# What is left out: the rule, words about its things that leave it out, and words that say it.
CASES = {
    "the number 3": ("requires player.coins >= 3", "You need enough coins.", "You need at least three coins."),
    "at least how much": ("requires player.coins >= 3", "Three coins shine.", "Three coins or more are needed."),
    "at most how much": ("requires count Crate in boat < 4", "Four crates lie in the boat.", "Fewer than four crates lie in the boat."),
    "that it is empty": ("requires boat is empty", "Look into the boat.", "The boat has to be empty."),
    "what is not so": (
        "requires not heavy(crate) or player.coins is 2",
        "Of weight 6 and more, or 2 coins.",
        "Of weight 6, no more, or 2 coins.",
    ),
    "whose it is": ("requires crate.owner is player", "A crate has a mark.", "The crate has to be your own."),
    "the number 5": ("set player.rank to 5", "The rank rises.", "The rank rises to five."),
    "the number 6": ("requires heavy(crate)", "More weight counts.", "It weighs more than six: look at the weight."),
}


def ferry(folder: Path, rule: str, prose: str, how: str) -> Made:
    (folder / "crates.csv").write_text("id,name,weight,copies\nbox,Box,3,4\nbale,Bale,7,4\n", encoding="utf-8")
    text = GAME.format(rule=rule, prose=prose, how=how).replace("  \n", "")
    (folder / "ferry.rules").write_text(text, encoding="utf-8")
    return make(folder / "ferry.rules", kit=False)


@pytest.mark.parametrize("missing", CASES)
def test_prose_that_is_said_to_be_enough_has_every_claim(missing: str, tmp_path: Path) -> None:
    rule, short, whole = CASES[missing]
    broken = ferry(tmp_path, rule, short, "book: prose")
    assert check(broken).complete, "the older gate has nothing to say"
    assert f"{PLACE}: the words of load leave out {missing}" in [str(n) for n in needs(broken)]
    assert [str(n) for n in needs(ferry(tmp_path, rule, whole, "book: prose"))] == []


@pytest.mark.parametrize("missing", CASES)
def test_what_prose_leaves_out_is_printed(missing: str, tmp_path: Path) -> None:
    rule, short, whole = CASES[missing]
    place = "ferry.rules:29"  # one line less

    def made(prose: str) -> bool:
        return any(line.place == place for line in report(ferry(tmp_path, rule, prose, "")).made)

    assert made(short), "it is neither in the words nor in a sentence"
    assert not made(whole), "it is told twice"


def test_words_in_two_sentences_are_no_condition(tmp_path: Path) -> None:
    """Number and comparison stand in the prose, but not with what they are about."""
    book = ferry(tmp_path, "requires player.coins >= 3", "Coins are round. At least three friends cheer.", "")
    assert any("at least 3" in line.text for line in report(book).made), [line.text for line in report(book).made]
