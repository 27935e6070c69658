"""What counts: pictures that follow from the formula of a card, and numbers in them that are those of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.rulebook.model import CardTable, Figure, Section
from rulewright.rulebook.parts.book import make

GAME = """game "Yards" for 2 players: A, B
  > Lay tiles.

type Soil: sand or clay

piece Tile: from "tiles.csv"
  printed soil: Soil

place heap: pile of Tile
place land: grid 5 by 5 of Cell

setup
  put all Tile on heap

play
  repeat 3 times
    each Player takes turn

turn
  > Lay a tile.
  player may lay

action lay Tile in heap to Cell in land
  > Lay a tile beside another.
  move tile to cell

define worth(tile) = 0

Tile "Yard"
  > Points.
  worth = {formula}

Tile "Wall"
  > Nothing.
  worth = 0

score
  tiles: sum worth(tile) for Tile in land
    > What your tiles say.
"""


def yard(folder: Path, formula: str) -> Figure | None:
    (folder / "tiles.csv").write_text("id,name,soil,copies\nyard,Yard,sand,4\nwall,Wall,clay,4\n", encoding="utf-8")
    (folder / "yards.rules").write_text(GAME.replace("{formula}", formula), encoding="utf-8")
    book = make(folder / "yards.rules", kit=False).book

    def flat(sections: tuple[Section, ...]) -> list[Section]:
        return [found for s in sections for found in (s, *flat(s.sections))]

    rows = [r for s in flat(book.sections) for b in s.blocks if isinstance(b, CardTable) for r in b.rows]
    return next(r.picture for r in rows if r.names[0].name == "Yard")


@pytest.mark.parametrize(
    ("formula", "alt"),
    [
        ("1 + count Tile in beside(this)", "1 for itself, 1 for each of 3: 1 + 3 = 4 points"),
        ("2 + 2 * count Tile in beside(this) as other where other.soil is clay", "2 for itself, 2 for each of 2: 2 + 4 = 6 points"),
        ("3 * count Tile in line(this, diagonal)", "0 for itself, 3 for each of 3: 9 points"),
        ("count Tile in area(this, soil)", "1 for itself, 1 for each of 3: 4 points"),
    ],
)
def test_the_picture_has_the_numbers_of_the_formula(formula: str, alt: str, tmp_path: Path) -> None:
    found = yard(tmp_path, formula)
    assert found is not None and found.alt == f"What counts: {alt}"


@pytest.mark.parametrize("formula", ["5", "count Tile in land", "count Tile in beside(this) * count Tile in around(this)"])
def test_no_picture_of_what_no_picture_shows(formula: str, tmp_path: Path) -> None:
    assert yard(tmp_path, formula) is None
