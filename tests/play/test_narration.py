"""What came of a step is told in sentences: who, what and why; and to each reader only what that reader could see."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.words import plural
from rulewright.play import load
from rulewright.play.match import Match
from rulewright.play.narration.words import counted, gathered, listed

RULES = """\
game "Duel" for Ann, Bob
  stage: calm or wild = calm
  > Calm or wild.
  noise: 0 to 9 = 0

each Player has
  health: 0 to 9 = 5
  > How well you are.
  luck: 0 to 9 = 0

piece Card: 4
  | name |
  | Ace  |
  | Jack |
  | King |
  | Nine |
place deck: deck of Card, seen by none
place hand of each Player: hand of Card, seen by owner
place heap: pile of Card
  called "discard pile"

setup
  put all Card on deck
  shuffle deck
  each Player draws 1 Card from deck

turn
  player must strike or lay
  if turn_number >= 4: finish

action lay Card in hand of player
  move card to heap
  player draws 1 Card from deck

action strike
  blow on player.rival

to blow on Player as foe
  called "a blow"
  > Roll; the other loses one.
  foe rolls die giving pips
  lose 1 foe.health
  gain 1 noise
  set stage to wild

winner: most player.health, then shared
"""


@pytest.fixture(scope="module", params=["interpreter", "native"])
def duel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Match:
    path: Path = tmp_path_factory.mktemp("duel") / "duel.rules"
    path.write_text(RULES, encoding="utf-8")
    return load(path, engine=request.param).start(1)


def test_a_roll_says_whose_it_is_and_what_for(duel: Match) -> None:
    match = duel.clone()
    match.choose("strike")
    roll = next(e for e in match.events("Ann") if "rolls" in e.text)
    assert roll.text.startswith("chance: Bob rolls ") and roll.text.endswith(" (a blow: Bob)")
    assert roll.sentences == ("Bob loses 1 health (4 left).", "Stage: wild.")  # `noise` and `luck` are not explained: bookkeeping


def test_a_draw_is_told_to_each_as_he_sees_it(duel: Match) -> None:
    first = {seat: duel.events(seat)[0] for seat in ("Ann", "Bob", None)}
    card = first["Ann"].text.removeprefix("chance: ").removesuffix(" (setup)")
    assert first["Ann"].sentences == (f"{card} goes from the deck to Ann's hand.",)
    for other in ("Bob", None):
        assert first[other].sentences == ("A Card goes from the deck to Ann's hand.",)
        assert card not in first[other].text


def test_what_lies_open_is_named_with_the_printed_name_of_its_place(duel: Match) -> None:
    match = duel.clone()
    now = match.decision
    assert now is not None
    option = next(o for o in now.options if o.title.startswith("lay "))
    match.choose(option)
    card = option.title.removeprefix("lay ")
    laid = next(e for e in match.events("Bob") if e.text == f"Ann: lay {card}")
    assert laid.sentences == (f"{card} goes from Ann's hand to the discard pile.",)


def test_it_is_the_same_after_a_match_is_loaded(duel: Match) -> None:
    match = duel.clone()
    match.choose("strike")
    again = Match.load(match.game, match.save())
    for seat in ("Ann", "Bob", None):
        assert again.events(seat) == match.events(seat)


def test_a_mission_is_told() -> None:
    """Judging is told by mission; who is offered to bury reads for which."""
    match = load("kingdom_of_heroes", players=3).start(7)
    heads: list[str] = []
    while match.decision is not None and match.number < 400 and len(heads) < 3:
        match.choose(0 if match.number % 3 else len(match.decision.options) - 1)
        heads = [s for e in match.events(None) for s in e.sentences if s.startswith("One mission: ")]
    assert len(heads) >= 3


MARKS = """
game "Two marks" for Ann, Bob

piece Man of each Player: 2 per Player
  done: flag = no
  > A man that has gone is turned.
  ill: flag = no
  > A man that is ill goes on all the same.
place board: grid 4 by 2
place den of each Player: pile of Man

setup
  each Player puts all Man of player on den of player

turn
  player must go

action go Man of player in den of player to Cell in board
  requires not man.done
  requires cell is empty
  set man.done to yes
  set man.ill to yes
  move man to cell

when turn_number > 3
  finish
"""


def test_marks_of_what_was_done_are_not_told_but_what_befell_somebody_is(tmp_path: Path) -> None:
    path = tmp_path / "marks.rules"
    path.write_text(MARKS, encoding="utf-8")
    match = load(path, engine="interpreter").start(1)
    match.choose(0)
    told = " ".join(s for e in match.events("Ann") for s in e.sentences)
    assert "ill" in told and "done" not in told


def test_words() -> None:
    assert listed(["a"]) == "a" and listed(["a", "b", "c"]) == "a, b and c"
    assert [plural(w) for w in ("knight", "witch", "duty", "day")] == ["knights", "witches", "duties", "days"]
    assert counted(["mage", "knight", "mage"]) == ["2 mages", "knight"]
    assert gathered(["Ace goes from A to B.", "King goes from A to B.", "A Card goes to C.", "A Card goes to C."]) == [
        "Ace and King go from A to B.",
        "A Card goes to C. (2 times)",
    ]
