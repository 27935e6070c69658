"""`rulewright story`: the story as it follows from the rules, what is wrong with it, and its picture."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulewright.play import load
from rulewright.play.story import Node, Story, story_of
from tests.cli.conftest import Run

RULES = """
game "Crossroads" for Ann
  known: set of Secret = {}

type Secret: the_ford or the_toll or the_wolf

piece Scene: 4
  | number | name      |
  | 1      | Road      |
  | 2      | Mill      |
  | 3      | Ferry     |
  | 4      | Cave      |
  printed number: 1 to 9
piece Ending: 2
  | name |
  | Home |
  | Lost |
place deck: deck of Scene, seen by none
place table: pile of Scene

setup
  put Scene 1 on deck

play
  repeat 3 times
    if deck is not empty
      let scene = top(deck)
      move scene to table
      Ann resolves scene
  finale

phase finale
  if the_ford in known: resolve "Home"
  else: resolve "Lost"

to bring Scene
  put scene under deck

to learn Secret
  set known to known + {secret}

Scene 1 "Road"
  > A road.
  Ann must
    "Left"
      > To the left.
      bring Scene 2
    "Right"
      > To the right.
      bring Scene 3

Scene 2 "Mill"
  > A mill.
  learn the_ford

Scene "Ferry"
  > A ferry.
  if the_toll in known
    > You can pay.
    learn the_ford

Ending "Home"
  > Home.
  conclude with "Home"

Ending "Lost"
  > Lost.
  conclude with "Lost"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "crossroads.rules"
    file.write_text(RULES, encoding="utf-8")
    return file


def links(story: Story, sort: str) -> set[tuple[str, str]]:
    return {(link.source.name, link.target.name) for link in story.links if link.sort == sort}


def test_what_follows_from_the_rules(path: Path) -> None:
    story = story_of(load(path))
    assert {n.name for n in story.of("card")} == {"Road", "Mill", "Ferry"} and {n.name for n in story.of("ending")} == {"Home", "Lost"}
    assert links(story, "adds") == {("the course of play", "Road"), ("Road", "Mill"), ("Road", "Ferry")}
    assert links(story, "learns") == {("Mill", "the_ford"), ("Ferry", "the_ford")}
    assert links(story, "asks") == {("the_ford", "Home"), ("the_toll", "Ferry")}
    assert links(story, "leads") == {("the course of play", "Home"), ("the course of play", "Lost")}
    assert Node("card", "Cave", "Scene") in story.silent


def test_what_is_wrong_with_it(path: Path) -> None:
    problems = story_of(load(path)).problems()
    assert problems == [
        "Scene “Cave” has no text.",
        "“the toll” is asked for by “Ferry”, but nothing ever brings it about.",
        "“the wolf” is neither brought about nor asked for.",
    ]
    path.write_text(
        path.read_text(encoding="utf-8").replace("  if the_ford in known: resolve", "  if known is empty: resolve"), encoding="utf-8"
    )
    assert "“the ford” is brought about by “Mill”, “Ferry”, but nothing ever asks for it." in story_of(load(path)).problems()


def test_an_ending_that_nothing_leads_to(path: Path) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace('  else: resolve "Lost"', '  else: resolve "Home"'), encoding="utf-8")
    assert "Nothing leads to the ending “Lost”." in story_of(load(path)).problems()


def test_a_number_that_does_not_exist_is_an_error(path: Path, run: Run) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace("bring Scene 3", "bring Scene 7"), encoding="utf-8")
    result = run("check", path)
    assert result.code == 1 and "7" in result.out + result.err and "Scene" in result.out + result.err


def test_the_command(path: Path, run: Run, room: Path) -> None:
    result = run("story", path, "-n", 50)
    assert result.code == 1 and "Scene “Cave” has no text." in result.out
    assert "3 cards, 3 facts, 2 endings" in result.out
    picture = room / "crossroads.story.svg"
    root = ElementTree.parse(picture).getroot()
    words = ["".join(t.itertext()) for t in root.iter() if t.tag.endswith("text")]
    assert {"Crossroads", "1 Road", "2 Mill", "the ford", "Home", "Lost"} <= set(words)
    assert sum(t.tag.endswith("path") for t in root.iter()) == len(story_of(load(path)).links)


def test_a_game_without_a_story(run: Run) -> None:
    result = run("story", "tic_tac_toe")
    assert result.code == 1 and "tells no story" in result.err
