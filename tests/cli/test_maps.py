"""Maps of regions, what stands on cards and posts, values of a type in a table and on a track; and no picture twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.cli.drawing.families import track
from rulewright.cli.drawing.marks import Marks
from rulewright.play.game import load
from rulewright.play.match import Match

from .conftest import Run
from .test_drawing import drawn

Write = Callable[[str, str], Path]

ISLES = """\
game "Isles" for Ann, Bob
type Clan: red or blue or green
type Ground: rock or sand
piece Sailor of each Clan: from "sailors.csv"
  brave: flag = no
piece Ship: from "ships.csv", holding any Sailor
  printed ground: Ground
  printed guns: 0 to 9
place sea: graph of Isle from "isles.csv", holding any Sailor, holding 1 Ship
  printed ground: Ground or none
  printed harbour: flag
place forts: graph of Fort from "forts.csv", holding any Sailor
  printed isle: Isle
each Clan has
  chief: Player or none = none
  honour: 0 to 60 = 0
setup
  put Ship on Skerry
  put Red_sailor_1 on Kestrel
  put Red_sailor_2 on Skerry
  put Blue_sailor_1 on Skerry
  put Blue_sailor_2 on Skerry
  put Blue_sailor_3 on Keep
  set Red_sailor_2.brave to yes
  set red.chief to Ann
  set blue.chief to Bob
  set red.honour to 12
  set blue.honour to 12
turn
  player must
    "Go": pass
    "Stay"
      player chooses Clan
      player chooses Isle in sea
      gain 1 honour for clan
"""
TABLES = {
    "sailors.csv": "name,copies\nsailor,4\n",
    "ships.csv": "name,ground,guns\nKestrel,sand,7\n",
    "isles.csv": "name,ground,harbour,neighbours\nSkerry,sand,yes,Holm\nHolm,rock,,Deep\nDeep,,,\n",
    "forts.csv": "name,isle,neighbours\nKeep,Holm,\n",
}


@pytest.fixture
def isles(write: Write) -> Path:
    for name, text in TABLES.items():
        write(name, text)
    return write("isles.rules", ISLES)


def box(text: str, title: str) -> list[str]:
    """The lines inside the box of a region; boxes stand side by side."""
    lines = text.splitlines()
    top = next(n for n, line in enumerate(lines) if f"╭─ {title} " in line)
    left = lines[top].index(f"╭─ {title} ")
    right = lines[top].index("╮", left)
    found: list[str] = []
    for line in lines[top + 1 :]:
        inside = line.ljust(right + 1)[left : right + 1]
        if inside.startswith("╰"):
            return found
        found.append(inside.strip("│ \N{NO-BREAK SPACE}"))
    raise AssertionError(f"the box of {title} has no end")


def test_regions_tell_everything_about_them(isles: Path) -> None:
    text = drawn(load(isles, engine="interpreter").start(0))
    skerry = box(text, "Skerry")
    assert skerry[0] == "sand, harbour"
    assert skerry[1] == "Kestrel" and skerry[2] == "7 guns"  # its ground is that of the isle: said once
    assert skerry[3].replace("\N{NO-BREAK SPACE}", "").split() == ["red", "sailor"]
    assert [line.replace("\N{NO-BREAK SPACE}", "") for line in skerry[4:6]] == ["red sailor (brave)", "blue 2 sailor"]
    assert skerry[-1] == "→ Holm"


def test_places_inside_regions_and_on_cards_are_told_there(isles: Path) -> None:
    text = drawn(load(isles, engine="interpreter").start(0))
    assert box(text, "Holm")[:3] == ["rock", "Keep", "blue\N{NO-BREAK SPACE} sailor"]
    assert "forts" not in text and text.count("Kestrel") == 1  # neither has a line of its own besides
    assert "empty: Deep" in text


def test_values_of_a_type_in_a_table_and_on_a_track(isles: Path) -> None:
    lines = drawn(load(isles, engine="interpreter").start(0)).splitlines()
    head = next(n for n, line in enumerate(lines) if line.split()[:1] == ["clan"])
    assert lines[head].replace("\N{NO-BREAK SPACE}", "").split() == ["clan", "red", "blue"]  # green takes no part
    assert [line.split() for line in lines[head + 2 : head + 4]] == [["chief", "Ann", "Bob"], ["honour", "12", "12"]]
    at = next(n for n, line in enumerate(lines) if line.startswith("honour 10"))
    assert lines[at + 1].index("r") == lines[at + 2].index("b") == len("honour ") + 2  # both on 12, one below the other
    assert not any("honour of" in line for line in lines)


def test_a_track_begins_where_somebody_is() -> None:
    marks = Marks(load("connect_four", engine="interpreter"), False)
    lines = track("fame", {"red": 3, "blue": 9}, marks).plain.splitlines()
    assert lines == ["fame 0····5····10···15···20", "        r     b"]
    assert track("fame", {"red": 57}, marks).plain.splitlines()[0] == "fame 55···60···65···70···75"


def test_the_table_is_not_drawn_again_before_something_changes(run: Run, isles: Path) -> None:
    result = run("play", isles, "--seat", "all=human", "--seed", 1, typed=("Stay", "blue", "Holm", "Go"))
    first, second, third, fourth, *_ = result.out.split("Ann>")
    assert "╭─ Skerry" in first
    assert "so far: Stay" in second and "╭─ Skerry" not in second
    assert "so far: Stay, blue" in third and "╭─ Skerry" not in third
    assert "╭─ Skerry" in fourth and "so far" not in fourth  # honour was gained


LONE = """\
game "Lone" for Ann, Bob
piece Stone: 1
place table: pile of Stone
type Colour: red or blue
setup
  put Stone on table
turn
  player chooses Colour
  player chooses Stone in table
  player must
    "Stop": draw
    "Go on": pass
"""


def test_nobody_is_asked_to_choose_the_only_one(run: Run, write: Write) -> None:
    result = run("play", write("lone.rules", LONE), "--seat", "all=human", "--seed", 1, typed=("red", "undo", "blue", "Stop"))
    assert "Which stone" not in result.out
    assert "so far: red, Stone" in result.out and "so far: blue, Stone" in result.out
    assert result.out.count("Which colour do you choose?") == 2  # taking back goes back to a choice that was one


def test_everything_fits_the_terminal(isles: Path) -> None:
    matches: list[Match] = [load(isles, engine="interpreter").start(0), load("kingdom_of_heroes", engine="interpreter").start(1)]
    for match in matches:
        for width in (60, 80, 120, 200):
            assert max(len(line) for line in drawn(match, match.game.seats[0], width).splitlines()) <= width
