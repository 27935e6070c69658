"""What an author says in `show`: how the table of a seat is laid out. It changes neither play nor the fingerprint."""

from __future__ import annotations

from pathlib import Path

from rulewright.play import load
from rulewright.server.shelf import Box

RULES = """game "A table" for White, Black

piece Stone of each Player: 5 per Player
piece Tile: 7

place land: grid 3 by 3
place reserve: ring of 7
place court: pile of Tile
place supply: pile of Tile
place den of each Player: pile of Stone
each Player has food: 0 to 5 = 2
{show}
setup
  put all Tile on supply
  each Player puts all Stone of player on den of player
  each Cell in reserve: move first Tile in supply to cell
  put first Tile in reserve on court

turn
  player chooses Cell in land where cell is empty
  move first Stone in den of player to cell

when land is full: finish
"""
SHOW = """
show
  reserve first
  court inside reserve
  supply beside land
  den of each Player small
  food of each Player as track
  White at {side}

"""


def box(tmp_path: Path, show: str) -> Box:
    path = tmp_path / f"table{len(list(tmp_path.iterdir()))}.rules"
    path.write_text(RULES.replace("{show}", show), encoding="utf-8")
    return Box(load(path, engine="interpreter"), "table")


def test_what_an_author_says(tmp_path: Path) -> None:
    plain, shown = box(tmp_path, ""), box(tmp_path, SHOW.format(side="south"))
    assert shown.game.fingerprint == plain.game.fingerprint
    spots = {s.ref: s for s in shown.stage(0).spots}
    assert spots["x:reserve"].role == "main" and {s.ref: s for s in plain.stage(0).spots}["x:land"].role == "main"
    assert spots["x:court"].wished == {"inside": "x:reserve"} and spots["x:supply"].wished == {"beside": "x:land"}
    assert spots["x:den.White"].wished == spots["x:den.Black"].wished == {"small": True}
    assert spots["x:land"].wished == {}
    reader = shown.game.start(0).seen_by(0)
    assert shown.values.of_player(reader, 0, 0) == [{"name": "food", "text": "2", "low": 0, "high": 5}]


def test_sides_of_the_table(tmp_path: Path) -> None:
    """The side at which somebody sits is the near one; who is not named sits opposite."""

    def near(side: str, seat: int) -> set[str]:
        cells = next(s for s in box(tmp_path, SHOW.format(side=side)).stage(seat).spots if s.ref == "x:land").cells
        return {c["name"] for c in cells if c["y"] == max(c["y"] for c in cells)}

    south, north, west, east = {"a1", "b1", "c1"}, {"a3", "b3", "c3"}, {"a1", "a2", "a3"}, {"c1", "c2", "c3"}
    for side, own, other in (("south", south, north), ("north", north, south), ("west", west, east), ("east", east, west)):
        assert (near(side, 0), near(side, 1)) == (own, other)


def test_forms_where_colours_do_not_tell(tmp_path: Path) -> None:
    """Red and green are about as dark as each other, white and black are not."""
    rules = """game "Forms" for {seats}

piece Man of each Player: 2 per Player
  moved: flag = no

place land: grid 3 by 3

action step with Man of player in land
  set man.moved to yes

turn: player may step

when turn_number > 9: finish
"""
    for seats, told in (("Red, Green", {"mark"}), ("White, Black", set())):
        path = tmp_path / f"forms{len(told)}.rules"
        path.write_text(rules.replace("{seats}", seats), encoding="utf-8")
        faces = [look for key, look in Box(load(path, engine="interpreter"), "forms").looks.sheet.items() if ".back" not in key]
        assert faces and all(("form" in look) == bool(told) for look in faces)
