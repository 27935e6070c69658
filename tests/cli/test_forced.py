"""Where there is only one thing to do nobody is asked, and what was done is told; a story asks all the same, so that it can be read."""

from __future__ import annotations

from pathlib import Path

from .conftest import Run

FERRY = """game "Ferry" for Ann, Bob
  > Cross.

place river: pile of Boat
piece Boat: 1

setup
  put all Boat on river

turn
  player must row
  player must rest or sing
  if turn_number > 2: finish

action row
  > Row.
  pass

action rest
  > Rest.
  pass

action sing
  > Sing.
  pass

winner: none
"""

LANE = """game "Lane" for Ann
  > Walk.

piece Scene: 1
  | number | name |
  | 1      | Lane |
  printed number: 1 to 9
piece Ending: 1
  | name |
  | Home |
place deck: deck of Scene, seen by none
place table: pile of Scene

setup
  put Scene 1 on deck

play
  let scene = top(deck)
  move scene to table
  Ann resolves scene
  resolve "Home"

Scene 1 "Lane"
  > A lane.
  Ann must
    "Go home"
      > You go.
      pass

Ending "Home"
  > Home.
  conclude with "Home"
"""


def test_one_option_passes_by_itself_and_is_told(run: Run, room: Path) -> None:
    (room / "ferry.rules").write_text(FERRY, encoding="utf-8")
    result = run("play", "ferry.rules", "--seat", "all=human", "--seed", 1, typed=("rest", "rest", "sing"))
    assert result.code == 0, result.err
    assert "do you row" not in result.out and result.out.count("What do you do?") == 3  # only what can be decided is asked
    asked = result.out.split("What do you do?")
    assert " Ann  rows." in asked[0] and " Bob  rows." in asked[1] and " Ann  rows." in asked[2]  # each is told before the next question
    assert "Nobody wins." in asked[3]


def test_the_only_thing_an_agent_can_do_is_told_as_well(run: Run, room: Path) -> None:
    (room / "ferry.rules").write_text(FERRY, encoding="utf-8")
    result = run("play", "ferry.rules", "--seat", "Bob=first", "--seed", 1, typed=("rest", "sing"))
    assert result.out.count("What do you do?") == 2
    assert " Bob  rows." in result.out.split("What do you do?")[1]


def test_a_story_still_asks(run: Run, room: Path) -> None:
    (room / "lane.rules").write_text(LANE, encoding="utf-8")
    waits = run("play", "lane.rules", "--seat", "all=human", "--seed", 1, typed=("quit",))
    assert "1 Go home" in waits.out and "You go." not in waits.out
    goes = run("play", "lane.rules", "--seat", "all=human", "--seed", 1, typed=("Go home",))
    assert goes.code == 0 and "You go." in goes.out and "Home." in goes.out
