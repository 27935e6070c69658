"""What an author says in `show`: how the table of a seat is laid out. It changes neither play nor the fingerprint."""

from __future__ import annotations

from math import atan2, degrees
from pathlib import Path

from rulewright.faces.graphs import on_lines
from rulewright.play import load
from rulewright.server.gathering import joined
from rulewright.server.live import Told
from rulewright.server.shelf import Box
from rulewright.server.sight import Glance, Sight

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


PIPES = """game "Pipes" for Red, Blue

type Side: pipe or wall

piece Tile: turning
  printed edge of each Way: Side
  | name  | edge                   | copies |
  | Elbow | pipe, pipe, wall, wall | 4      |
piece Man of each Player: 1 per Player

place deck: pile of Tile
place floor: grid 3 by 3
{show}
setup
  put all Tile on deck
  put Man of Red on first Cell in floor
  put Man of Blue on last Cell in floor

turn
  player must lay
  else: finish

action lay Tile in deck on Cell in floor with Way in turns(tile) as top
  requires cell is empty
  move tile to cell
  turn tile to top
"""


def test_turned_tiles_follow_the_side_of_the_seat(tmp_path: Path) -> None:
    """A tile is turned with the board: its sides go on showing to the same neighbours."""
    for show in ("", *(f"show\n  Red at {side}\n" for side in ("south", "west", "north", "east"))):
        path = tmp_path / f"pipes{len(list(tmp_path.iterdir()))}.rules"
        path.write_text(PIPES.replace("{show}", show), encoding="utf-8")
        found = Box(load(path, engine="interpreter"), "pipes")
        match = found.game.start(0)
        assert match.decision is not None
        match.choose(next(o.number for o in match.decision.options if "b2" in o.title and "east" in o.title))
        for seat in (0, 1):
            sight = Sight(found.stage(seat), b"key", 0)
            parts = sight.look(Glance(match.seen_by(seat), {}, {}))
            cells = {key.rpartition(":")[2]: part for key, part in parts.items() if key.startswith("c:floor:")}
            north = cells["b3"]["x"] - cells["b2"]["x"], cells["b3"]["y"] - cells["b2"]["y"]
            turned = degrees(atan2(north[0], -north[1]))  # clockwise, from the far side of the table
            assert cells["b2"]["pieces"][0]["turn"] == (90 + turned) % 360, (show, seat)


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


def test_points_on_lines_are_a_cell_apart() -> None:
    game = load("nine_mens_morris", engine="interpreter")
    spot = next(s for s in Box(game, "nine_mens_morris").stage(0).spots if s.role == "main")
    at = {cell["name"]: (cell["x"], cell["y"]) for cell in spot.cells}
    assert sorted({round(x - at["a1"][0], 2) for x, _ in at.values()}) == [0, 1, 2, 3, 4, 5, 6]
    assert at["d7"][0] == at["d1"][0] and at["a4"][1] == at["g4"][1]
    assert on_lines(((0.0, 0.0), (0.01, 0.5), (1.0, 1.0))) == []  # lines so near each other would take the whole table


def test_cards_that_are_dealt_at_once_are_one_sentence() -> None:
    texts = ["A goes from the deck to your hand.", "B goes from the deck to your hand.", "A Card goes from the deck to Ann's hand."]
    lines = [Told("chance", None, (text,), None) for text in [*texts, texts[2]]]
    said = joined(lines)
    assert len(said) == 1
    assert said[0].texts == ("A and B go from the deck to your hand. A Card goes from the deck to Ann's hand (2 times).",)
