"""The numbers of the reference stay the same between printings: other players, other options, other prose, another rule at the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.rulebook.model import Exact, Item, Section
from rulewright.rulebook.parts.book import make

RULES = """game "Lots" for 2 to 4 players: Ash, Birch, Cedar, Dill
  > Buy the best lots.

option days: 2 to 5 = 3
  > How many days? Three.

option spoils: flag = no
  > Do lots spoil? No.

piece Lot: from "lots.csv"
  printed worth: 1 to 9

chapter "The hall"

place deck: deck of Lot
place hall: pile of Lot
place shelf of each Player: pile of Lot

setup
  put all Lot on deck
  shuffle deck
  > Shuffle all lots into the deck.

chapter "The days"

play
  repeat days times
    day
  > After that the game is over.

phase day
  > Lay out as many lots as there are players.
  refill hall to count Player from deck
  each Player takes selling
  if spoils: move all Lot in hall to box

phase selling
  > Take a lot from the hall.
  player may take

action take Lot in hall
  move lot to shelf of player

score
  lots: sum lot.worth for Lot in shelf of player
    > The numbers on your lots.
"""


def numbers(folder: Path, rules: str = RULES, **how: object) -> dict[str, str]:
    """The number of each rule, by its heading and its words."""
    (folder / "lots.csv").write_text("id,name,worth,copies\nfield,Field,2,6\nbarn,Barn,4,6\n", encoding="utf-8")
    (folder / "lots.rules").write_text(rules, encoding="utf-8")
    found: dict[str, str] = {}

    def lines(items: tuple[Item, ...], where: str) -> None:
        for n, item in enumerate(items):
            if item.number:
                found[f"{where} {n}"] = item.number
            lines(item.items, f"{where} {n}")

    def walk(section: Section, where: str) -> None:
        own = f"{where}/{section.title}"
        found[own] = section.number
        for block in section.blocks:
            if isinstance(block, Exact):
                lines(block.items, own)
        for inside in section.sections:
            walk(inside, own)

    for section in make(folder / "lots.rules", kit=False, **how).book.reference:  # type: ignore[arg-type]
        walk(section, "")
    return found


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    found = numbers(tmp_path_factory.mktemp("first"))
    assert len(found) > 20 and len(set(found.values())) == len(found), "each rule has a number of its own"
    return found


@pytest.mark.parametrize("how", [{"players": 2}, {"players": 3}, {"options": {"days": "5"}}, {"options": {"spoils": "yes"}}])
def test_players_and_options_change_no_number(first: dict[str, str], how: dict[str, object], tmp_path: Path) -> None:
    assert numbers(tmp_path, **how) == first


def test_prose_changes_no_number(first: dict[str, str], tmp_path: Path) -> None:
    told = RULES.replace(
        "action take Lot in hall\n", 'action take Lot in hall\n  called "buy"\n  > Take a lot from the hall to your shelf.\n'
    )
    silent = RULES.replace("  > Lay out as many lots as there are players.\n", "")
    for text in (told, silent):
        assert list(numbers(tmp_path, text).values()) == list(first.values())


def test_what_is_added_at_the_end_of_a_chapter_leaves_all_numbers_before_it(first: dict[str, str], tmp_path: Path) -> None:
    more = RULES.replace('chapter "The days"', "define worthy(lot) = lot.worth > 3\n  > Worth more than three.\n\n" + 'chapter "The days"')
    found = numbers(tmp_path, more)
    assert {name: found[name] for name in first} == first and set(found) > set(first)
