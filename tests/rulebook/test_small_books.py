"""What was seen in the books of small games: each fault was printed before."""

from __future__ import annotations

import pytest

from rulewright.rulebook.model import Box, Callout, Example, Section, Steps
from rulewright.rulebook.needs import needs
from rulewright.rulebook.parts.book import Made, make
from rulewright.rulebook.render.compose import Brick, compose
from rulewright.rulebook.text import joined

GAME = """game "Ferry" for Ann, Bob
  > Bring your stones over.

option goal: 2 to 9 = 3
  > How many stones you need.

option gentle: flag = no
  > May a stone wait? No.

piece Stone of each Player: 9 per Player
piece Card: 1 per Suit per Rank, named "{rank} of {suit}"

type Suit: sun or moon
type Rank: 1 to 13

place deck: deck of Card, seen by none
place bank of each Player: pile of Stone
place shore of each Player: pile of Stone

setup
  > Put your stones on your bank. Shuffle the cards into the deck.
  book: prose
  each Player: put all Stone of player on bank of player
  put all Card on deck
  shuffle deck

turn
  > The players take turns; Ann begins. Bring a stone over.
  player must ferry

action ferry
  > Bring a stone of yours from the bank to the shore.
  requires bank of player is not empty
    > Your bank is empty.
  move first Stone in bank of player to shore of player

when count Stone in shore of player >= goal
  > Whoever has brought {goal} stones over wins.
  player wins

example "The beginning"
  > All stones are on the bank.
  given setup
  then count Stone in bank of Ann is 9

example "The third stone"
  > Ann brings her third stone over.
  given setup
  when Ann ferries
  when Bob ferries
  when Ann ferries
  when Bob ferries
  when Ann ferries
  then winner is Ann
"""


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Made:
    file = tmp_path_factory.mktemp("ferry") / "ferry.rules"
    file.write_text(GAME, encoding="utf-8")
    return make(file, kit=False)


def _flat(section: Section) -> list[Section]:
    return [section, *(one for inside in section.sections for one in _flat(inside))]


def _all(made: Made) -> list[Section]:
    return [one for section in made.book.sections for one in _flat(section)]


def test_what_players_agree_upon_stands_in_a_box(ferry: Made) -> None:
    boxes = [b for s in _all(ferry) for b in s.blocks if isinstance(b, Callout)]
    assert [joined(b.text) for b in boxes if b.title == "As you agree"] == ["How many stones you need: 3."]
    steps = [joined(i.text) for s in _all(ferry) if s.kind == "setup" for b in s.blocks if isinstance(b, Steps) for i in b.items]
    assert not any("How many" in step for step in steps)


def test_a_turn_of_one_thing_is_not_told_twice(ferry: Made) -> None:
    turn = next(s for s in _all(ferry) if s.kind == "turn")
    assert [b.sort for b in turn.blocks] == ["prose"]


def test_cards_that_say_their_values_stand_in_a_line_with_their_picture(ferry: Made) -> None:
    parts = [p for s in _all(ferry) for b in s.blocks if isinstance(b, Box) for p in b.items]
    assert "In each suit (sun and moon): 1 to 13." in " ".join(joined(p.text) for p in parts)
    assert not any(s.title == "The cards" for s in _all(ferry))
    assert not [str(n) for n in needs(ferry) if "not listed" in str(n)]


def test_examples_of_the_end_stand_with_it_and_the_setup_is_pictured_once(ferry: Made) -> None:
    by_chapter = {s.title: [b.title for one in _flat(s) for b in one.blocks if isinstance(b, Example)] for s in ferry.book.sections}
    assert by_chapter["End of the game"] == ["The third stone"]
    assert "The beginning" not in [title for titles in by_chapter.values() for title in titles]


def test_a_chapter_that_does_not_fit_whole_goes_to_the_next_page() -> None:
    head = Brick("head", "page", chapter=True, whole=True, keep=True, height=8.0)
    entries = [Brick(f"entry {n}", "third", height=10.0, above=1.0) for n in range(4)]
    pages = compose([Brick("text", "page", chapter=True, height=170.0), head, *entries], 200.0)
    shown = [[b.source for band in page.bands for column in band.columns for b in column] for page in pages]
    assert shown[-1] == ["head", *(e.source for e in entries)]
