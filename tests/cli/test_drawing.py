"""Boards of every shape, drawn without colour so that they can be read here."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from rich.console import Console

from rulewright.cli.drawing.marks import Mark, Marks, short_names
from rulewright.cli.drawing.palette import Palette
from rulewright.cli.drawing.scene import scene
from rulewright.cli.screen import THEME
from rulewright.play.game import load
from rulewright.play.match import Match

Write = Callable[[str, str], Path]


def drawn(match: Match, seat: str | None = None, width: int = 80, *, colour: bool = False) -> str:
    console = Console(theme=THEME, width=width, file=io.StringIO(), force_terminal=colour, color_system="256" if colour else None)
    console.print(scene(match.game, match.view(seat), Marks(match.game, colour), console))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in str(text).splitlines())


def test_small_grid_has_lines() -> None:
    match = load("tic_tac_toe", engine="interpreter").start(0)
    match.choose("mark b2")
    assert drawn(match) == (
        "  ┌───┬───┬───┐\n"
        "3 │   │   │   │\n"
        "  ├───┼───┼───┤\n"
        "2 │   │ X │   │\n"
        "  ├───┼───┼───┤\n"
        "1 │   │   │   │\n"
        "  └───┴───┴───┘\n"
        "    a   b   c"
    )


def test_large_grid_is_close_and_has_the_letters_of_the_pictures() -> None:
    lines = drawn(load("chess", engine="interpreter").start(0)).splitlines()
    assert lines[0].startswith("8  r  n  b  q  k  b  n  r")
    assert lines[7].startswith("1  R  N  B  Q  K  B  N  R")
    assert lines[8].split() == list("abcdefgh")


def test_hexagons_lean() -> None:
    match = load("hex", engine="interpreter").start(0)
    match.choose("place a1")
    match.choose("place k11")
    lines = drawn(match).splitlines()
    assert lines[0].split()[0] == "11" and lines[0].rstrip().endswith("B")
    assert lines[10].strip().startswith("1  R")
    indents = [line.index("·") for line in lines[1:10]]
    assert [a - b for a, b in pairwise(indents)] == [2] * 8  # half a cell from row to row
    assert all(len(line) <= 60 for line in drawn(match, width=60).splitlines())


def test_ring_with_ones_own_half_before_one() -> None:
    match = load("oware", engine="interpreter").start(0)
    south, north = drawn(match, "South").splitlines(), drawn(match, "North").splitlines()
    assert south[4].replace("│", " ").split() == ["1", "2", "3", "4", "5", "6"]
    assert north[4].replace("│", " ").split() == ["7", "8", "9", "10", "11", "12"]
    assert south[2].count("4") == 6


ZOO = """\
game "Zoo" for Red, Green, Blue
piece Meeple of each Player
piece Tile: 1 per Animal, face_down showing animal
  printed animal: Animal
  face: up or down = up
type Animal: lion or tiger or bear
place land: open_grid, holding 1 Tile
place road: track of 40, holding any Meeple
place map: graph of Region from "regions.csv", holding any Meeple
place deck: deck of Tile, seen by none
setup
  put all Tile on deck
  move top(deck) to (1, 2)
  flip the Tile in (1, 2)
  put 2 Meeple of Green on Fen
  put Meeple of Red on Hill
  put Meeple of Blue on first Cell in road
turn
  player must
    "Stop": draw
"""


def test_land_track_regions_piles(write: Write) -> None:
    write("regions.csv", "name,neighbours\nFen,Hill\nHill,Moor\nMoor,\n")
    match = load(write("zoo.rules", ZOO), engine="interpreter").start(0)
    text = drawn(match)
    lines = text.splitlines()
    assert any(line.split() == ["0", "1", "2"] for line in lines)  # cropped to what is used, with a free cell around
    assert any(line.startswith("2 │") and ("lion" in line or "tiger" in line or "bear" in line) for line in lines)
    assert "Fen" in text and "2 G" in text
    assert "empty: Moor" in text
    assert "2 Tile face down" in text
    assert "1 B" in text  # the one on the long track; its empty cells are left out
    assert text.count("┬") < 30


def test_everything_fits_the_terminal() -> None:
    for name in ("two_heirs", "goofspiel", "backgammon"):
        match = load(name, engine="interpreter").start(1)
        for width in (60, 80, 120):
            assert max(len(line) for line in drawn(match, match.game.seats[0], width).splitlines()) <= width, (name, width)


def test_colour_says_whose_a_piece_is() -> None:
    match = load("connect_four", engine="interpreter").start(0)
    match.choose(0)
    assert "\x1b[" in drawn(match, colour=True)
    palette = Palette(["Yellow", "Red", "Ann"])
    assert len({palette.chip(s) for s in ("Yellow", "Red", "Ann", None)}) == 4


def test_short_names() -> None:
    assert short_names(["White", "Black"]) == {"White": "W", "Black": "B"}
    assert short_names(["Player1", "Player2"]) == {"Player1": "1", "Player2": "2"}
    assert short_names(["Mara", "Mina"]) == {"Mara": "Ma", "Mina": "Mi"}


def test_marks_keep_whose_they_are() -> None:
    mark = Mark("Pilgrimage Site·W", "PW", "", tail="·W")
    assert mark.fit(30) == "Pilgrimage Site·W"
    assert mark.fit(10) == "Pilgrim…·W"
    assert mark.fit(3) == "PW"


CARRIED = """\
game "Carried" for Red, Blue
piece Hero of each Player: 1 per Player, holding any Item
piece Item: 1 per Weight
  printed weight: Weight
type Weight: light or heavy
place board: grid 2 by 2
setup
  each Player puts Hero on first Cell in row(player, 1)
  put all Item on the Hero of Red
turn
  player must
    "Stop": draw
"""


def test_what_a_piece_carries(write: Write) -> None:
    match = load(write("carried.rules", CARRIED), engine="interpreter").start(0)
    line = next(x for x in drawn(match, "Blue").splitlines() if x.startswith("Hero"))
    assert "light" in line and "heavy" in line
