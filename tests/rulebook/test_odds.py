"""Odds: every fraction in the tables is what counting all outcomes by hand gives."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from rulewright.rulebook.model import Table
from rulewright.rulebook.parts.book import make
from rulewright.rulebook.text import joined

from .books import book

FIGHT = """game "Fight" for 2 players: A, B

each Player has
  power: 1 to 6 = 3
  health: 0 to 20 = 10
  dazed: flag

turn
  player must fight

action fight
  > Both roll.
  roll die giving mine
  rival rolls die giving theirs
  let stunned = rival.dazed
  let lead = player.power + mine - rival.power - (0 if stunned else theirs)
  if lead > 0: set rival.health to max(0, rival.health - lead)
  else if lead < 0 and not stunned: set player.health to max(0, player.health + lead)

when player.health is 0: rival wins
"""


def tables(found: tuple[object, ...]) -> list[Table]:
    return [b for b in found if isinstance(b, Table)]


def odds(title: str, of: str = "", path: Path | None = None) -> list[Table]:
    sections = (make(path, kit=False).book if path is not None else book(of)).reference
    inside = next(s for s in sections if s.title == "Odds").sections
    return tables(next(s for s in inside if s.title == title).blocks)


def cells(table: Table) -> list[list[str]]:
    return [[joined(c) for c in row.cells] for row in table.rows]


def share(text: str) -> Fraction:
    return {"always": Fraction(1), "never": Fraction(0)}.get(text) or Fraction(text.split(" ")[0] if "/" in text else 0)


def test_a_fight_by_the_difference_in_power(tmp_path: Path) -> None:
    path = tmp_path / "fight.rules"
    path.write_text(FIGHT, encoding="utf-8")
    (table,) = odds("Fight", path=path)
    assert joined(table.head[0]) == "Your power minus your rival’s power"
    assert "not" in joined(table.caption)  # told: nobody is dazed
    rows = cells(table)
    assert len(rows) == 13
    rolls = list(product(range(1, 7), repeat=2))
    for label, win, lose, tie in rows:
        ahead = int(label.replace("−", "-"))
        assert share(win) == Fraction(sum(ahead + a - b > 0 for a, b in rolls), 36)
        assert share(lose) == Fraction(sum(ahead + a - b < 0 for a, b in rolls), 36)
        assert share(tie) == Fraction(sum(ahead + a - b == 0 for a, b in rolls), 36)


@pytest.mark.parametrize("title", ["Cross swords", "Trade blows"])
def test_fights_of_a_big_game(title: str) -> None:
    (table,) = odds(title, "grandlins_heirs")
    even = next(row for row in cells(table) if row[0] == "0")
    assert [share(c) for c in even[1:]] == [Fraction(15, 36), Fraction(15, 36), Fraction(6, 36)]


def test_casualties_for_each_face() -> None:
    by_roll = odds("Casualties", "kingdom_of_heroes")[-1]
    assert [joined(h) for h in by_roll.head[1:]] == ["1: 1/6 (17 %)", "2: 1/3 (33 %)", "3: 1/3 (33 %)", "4: 1/6 (17 %)"]
    for label, *found in cells(by_roll):
        assert [int(c) for c in found] == [int(label) // face for face in (1, 2, 3, 4)]


def test_a_double() -> None:
    (table,) = odds("Turn", "backgammon")
    assert cells(table) == [["the one is equal to the two", "1/6 (17 %)"], ["not so", "5/6 (83 %)"]]
