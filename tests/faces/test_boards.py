"""Boards: every cell has its place, at true size everything can be read, and book, terminal and browser look at it from the same side."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from rich.console import Console

from rulewright.cli.drawing.boards import board as in_terminal
from rulewright.cli.drawing.marks import Marks
from rulewright.cli.screen import THEME
from rulewright.core.program import Place
from rulewright.faces import fitting, studio
from rulewright.faces.boards import Board, draw
from rulewright.faces.canvas import LEAST_PT, Canvas
from rulewright.faces.graphs import laid, spread
from rulewright.faces.painter import Painter
from rulewright.faces.posters import poster
from rulewright.faces.ways import routed
from rulewright.play.finding import list_games
from rulewright.play.game import load
from rulewright.server.looks import Looks
from rulewright.server.stage import Stage

Point = tuple[float, float]


@cache
def painter(game: str) -> Painter:
    return studio.painter(load(game))


def boards(artist: Painter) -> list[Place]:
    return [p for p in artist.game.program.places if p.board is not None and p.shape not in {"open_grid", "edges"}]


@pytest.mark.parametrize("game", list_games())
def test_every_cell_has_its_place_on_the_board(game: str) -> None:
    for place in boards(painter(game)):
        drawn, board = poster(painter(game), place)
        assert set(board.spots) == set(range(place.cells))
        assert all(0 < x < drawn.width and 0 < y < drawn.height for x, y in board.spots.values())
        assert len({(round(x, 2), round(y, 2)) for x, y in board.spots.values()}) == place.cells
        if isinstance(drawn, Canvas):
            assert not drawn.outside(3.0)
            assert all(b.pt >= LEAST_PT and drawn.contrast(b) >= 4.5 for b in drawn.boxes if b.pt)


def test_a_graph_lies_where_its_author_lays_it() -> None:
    place = next(p for p in painter("kingdom_of_heroes").game.program.places if p.name == "map")
    assert place.at
    spots = poster(painter("kingdom_of_heroes"), place)[1].spots
    for one, other in combinations(range(place.cells), 2):
        for axis in (0, 1):
            said, drawn = place.at[one][axis] - place.at[other][axis], spots[one][axis] - spots[other][axis]
            assert (said > 0) == (drawn > 0.01) and (said == 0) == (abs(drawn) < 0.01)


def test_what_overlaps_is_moved_apart() -> None:
    found = laid(((0, 0), (0.1, 0.1), (3, 0)), 20, 10)
    assert all(abs(a - c) >= 19.9 or abs(b - d) >= 9.9 for (a, b), (c, d) in combinations(found, 2))


def test_a_road_does_not_run_on_another_one() -> None:
    first = [(0.0, 0.0), (100.0, 0.0)]
    box = (30.0, 5.0, 70.0, 60.0)
    alone = routed((20, 0), (80, 0), [box])
    beside = routed((20, 0), (80, 0), [box], [first])
    assert alone == [(20, 0), (80, 0)] and beside != alone


# ---------------------------------------------------------------- the same orientation everywhere


def on_paper(game: str, name: str) -> list[Point]:
    place = next(p for p in painter(game).game.program.places if p.name == name)
    spots = poster(painter(game), place)[1].spots
    return [spots[i] for i in range(place.cells)]


def in_browser(game: str, name: str) -> list[Point]:
    loaded = painter(game).game
    spot = next(s for s in Stage(loaded, Looks(loaded), None).spots if s.place.name == name)
    return [(cell["x"], cell["y"]) for cell in spot.cells]


def in_text(game: str, name: str) -> list[Point]:
    """Where the names of cells stand in the terminal, as an onlooker sees them."""
    loaded = painter(game).game
    place = next(p for p in loaded.start(0).view(None).places if p.name == name)
    console = Console(theme=THEME, width=200, file=io.StringIO(), color_system=None)
    console.print(in_terminal(loaded, place, Marks(loaded, False), 200, None))
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    names = [cell.name for cell in place.cells]
    words = [{m.group(): float(m.start()) for m in re.finditer(r"\w+", line)} for line in lines]
    labels = [(y, row) for y, row in enumerate(words) if len(row.keys() & set(names)) >= len(names) / 3]
    return [next((row[name], float(y)) for y, row in labels if name in row) for name in names]


def area(points: list[Point]) -> float:
    return sum(a * d - c * b for (a, b), (c, d) in zip(points, [*points[1:], points[0]], strict=True))


@pytest.mark.parametrize(
    ("game", "name"), [("chess", "board"), ("hex", "board"), ("backgammon", "board"), ("oware", "board"), ("kingdom_of_heroes", "map")]
)
def test_book_and_browser_look_from_the_same_side(game: str, name: str) -> None:
    paper, screen = on_paper(game, name), in_browser(game, name)
    for one, other in combinations(range(len(paper)), 2):
        for axis in (0, 1):
            a, b = paper[one][axis] - paper[other][axis], screen[one][axis] - screen[other][axis]
            assert abs(a) < 0.5 or abs(b) < 0.01 or (a > 0) == (b > 0), (one, other, axis)


@pytest.mark.parametrize(("game", "name"), [("backgammon", "board"), ("oware", "board")])
def test_terminal_and_book_look_from_the_same_side(game: str, name: str) -> None:
    paper, text = on_paper(game, name), in_text(game, name)
    for one, other in combinations(range(len(paper)), 2):
        a, b = paper[one][1] - paper[other][1], text[one][1] - text[other][1]
        assert abs(a) < 0.5 or (a > 0) == (b > 0), (one, other)
        if abs(a) < 0.5:
            assert (paper[one][0] > paper[other][0]) == (text[one][0] > text[other][0])


def test_rings_run_clockwise_everywhere() -> None:
    ways = [found("two_heirs", "reserve") for found in (on_paper, in_browser, in_text)]
    assert all(area(way) > 0 for way in ways)  # y grows downwards


HILLS = """game "Hills" for A, B
  > Graze.

place land: graph of Hill
  > Three hills.
  printed grass: 1 to 5
  | name   | grass | neighbours  |
  | Aldern | 3     | Birk, Cove  |
  | Birk   | 5     | Aldern,Cove |
  | Cove   | 2     | Aldern,Birk |

piece Flock of each Player: 3

turn
  > Put a flock on a hill.
  player must graze

action graze Hill in land
  > Put a flock there.
  put Flock on hill

score
  grass: sum hill.grass for Hill in land where some Flock of player in hill
    > The grass of your hills.
"""


def test_a_number_printed_on_a_cell_is_on_sheet_and_map(tmp_path: Path) -> None:
    (tmp_path / "hills.rules").write_text(HILLS, encoding="utf-8")
    artist = studio.painter(load(tmp_path / "hills.rules"))
    (place,) = boards(artist)
    sheet, _ = poster(artist, place)
    in_book = draw(Board(artist, None, place), 150.0)
    for number in (3, 5, 2):
        assert f"grass {number}" in "".join(sheet.parts)
        assert f"grass {number}" in "".join(in_book.parts)


def test_a_drawing_by_letters_is_no_larger_than_it_must_be() -> None:
    """Towns that lie twenty letters apart are not twenty boxes apart; columns and rows that are said one by one stay as they are."""
    letters = ((0.0, 0.0), (23.0, 0.0), (12.0, 3.0), (0.0, 6.0))
    found = laid(letters, 10.0, 5.0)
    assert all(abs(a - c) >= 10 or abs(b - d) >= 5 for i, (a, b) in enumerate(found) for c, d in found[:i])
    assert max(x for x, _ in found) < 80
    assert laid(((0.0, 0.0), (1.0, 0.0), (3.0, 2.0)), 10.0, 5.0) == [(0.0, 0.0), (10.0, 0.0), (30.0, 10.0)]


@pytest.mark.parametrize(("game", "most"), [("amazons", 1), ("quoridor", 1), ("nine_mens_morris", 1), ("havannah", 2), ("salt_roads", 2)])
def test_a_board_takes_as_few_sheets_as_a_little_smaller_pieces_allow(game: str, most: int) -> None:
    artist = painter(game)
    (place,) = boards(artist)
    drawn, board = poster(artist, place)
    assert fitting.sheets(drawn.width, drawn.height) <= most
    largest = max((max(artist.size(k.name)) for k in artist.holders(place)), default=0.0)
    for one, other in combinations(board.spots.values(), 2):
        assert dist(one, other) >= largest, "two pieces would not have room beside each other"


@pytest.mark.parametrize(("game", "kind"), [("quoridor", "Wall"), ("dots_and_boxes", "Line")])
def test_what_lies_on_edges_is_a_bar_between_two_corners(game: str, kind: str) -> None:
    artist = painter(game)
    (place,) = boards(artist)
    spots = poster(artist, place)[1].spots
    side = spots[1][0] - spots[0][0]
    wide, high = artist.size(kind)
    assert wide == fitting.BAR and high == pytest.approx(side - fitting.BAR, abs=0.1) and not artist.round(kind)
    (beside,) = {max(artist.size(k.name)) for k in artist.holders(place)}
    assert beside + wide <= side, "a piece has room between two bars"


def test_pieces_with_a_size_of_their_own_keep_it() -> None:
    own = replace(painter("amazons"), sizes={"Arrow": (20.0, 20.0)})
    assert own.size("Amazon") == own.size("Arrow") == (20.0, 20.0)


def test_points_lie_as_near_as_their_rows_and_columns_let_them() -> None:
    found = spread(((0.0, 0.0), (5.0, 0.0), (10.0, 0.0), (5.0, 2.0)), 20.0, 20.0)
    assert found == [(0.0, 0.0), (20.0, 0.0), (40.0, 0.0), (20.0, 20.0)]
