"""What a guest reads in the terminal: sentences, never code. Every shipped game, and small ones for single faults."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from rulewright.cli.table.prose import explanation
from rulewright.play import load
from rulewright.play.finding import list_games
from rulewright.play.models import Refusal
from rulewright.play.questions import WHAT, question
from rulewright.rulebook.english.refusing import _demands, in_words
from rulewright.rulebook.english.scoring import tie_broken
from rulewright.rulebook.english.telling import done
from tests.cli.conftest import Run
from tests.play.shipped import loaded

CODE = re.compile(r"_|\w\(|\bplayer\.\w|\bis not none\b|\bthe rule demands\b|==|<=|>=|`|[{}]")
DICE = """game "Dice" for Ann, Bob
piece Die: 2, faces 1 to 6
place tray: pile of Die
setup
  put all Die on tray
turn
  roll all Die in tray
  player must stop_here or go_further
  if turn_number > 3: finish
action stop_here
  pass
action go_further
  requires some Die in tray where die.face > 9
  pass
winner: most count Die in tray, then shared
"""


@pytest.mark.parametrize("name", list_games())
def test_questions_and_refusals_are_sentences(name: str) -> None:
    game = loaded(name)
    asked = [question(game, choice) for choice in game.program.choices if choice.decider is not None]
    said = [line for choice in game.program.choices for line in explanation(game, choice)]
    assert asked and all(text.endswith("?") and text[0].isupper() for text in asked)
    ties = [tie_broken(game.world, number) for number in range(len(game.program.criteria))]
    demands = [demand for action in game.program.actions.values() for demand in action.demands]
    reasons = [_answer(name, demand.span) for demand in demands if not demand.prose and demand.sort != "price"]
    for text in [*asked, *said, *ties, *reasons]:
        assert not CODE.search(text), text


def _answer(name: str, span: int) -> str:
    """What is said of a demand about which the author says nothing."""
    game = loaded(name)
    coded = Refusal(allowed=False, action="", reason="requires code_of(player)", rule="code_of(player)", coded=True, span=span)
    found = in_words(game, coded)
    assert _demands(game)[game.program.spans[span]] == found.reason and found.rule == ""
    return found.reason


def test_what_is_asked(run: Run) -> None:
    """What there is to choose, and what for: once it was `choose named?`."""
    found = {question(loaded("keepers_of_the_light"), c) for c in loaded("keepers_of_the_light").program.choices if c.decider is not None}
    assert "Which players do you choose as named?" in found and "Which vote do you choose?" in found
    heirs = {question(loaded("two_heirs"), c) for c in loaded("two_heirs").program.choices if c.decider is not None}
    assert {WHAT, "Which tile do you destroy, if any?"} <= heirs


@pytest.mark.parametrize(
    ("name", "asked"),
    [("connect_four", "Drop: which column?"), ("checkers", "Jump: which man?"), ("fenland", "Settle on: which cell, if any?")],
)
def test_what_is_done_need_not_be_done_to_the_thing(name: str, asked: str) -> None:
    """Once it was “Which column do you drop?”."""
    assert asked in {question(loaded(name), c) for c in loaded(name).program.choices if c.decider is not None}


def test_a_counted_piece_that_a_rule_is_about(run: Run) -> None:
    """Amazons broke at the first arrow: the amazon that moved was looked up by a number it does not have."""
    result = run("play", "amazons", "--seed", 5, "--seat", "Black=first", typed=("42", "1"))
    assert result.code == 0 and "Which cell do you choose as target?" in result.out and "inside rulewright" not in result.err


@pytest.mark.parametrize(
    ("name", "title", "said"),
    [
        ("kingdom_of_heroes", "bury red knight", "buries red knight."),
        ("kingdom_of_heroes", "lodge green adventurer at Millbrook", "lodges green adventurer at Millbrook."),
        ("two_heirs", "destroy Market", "destroys Market."),
        ("chess", "go e2 to e4", "goes e2 to e4."),
    ],
)
def test_deeds_that_rules_ask_for_are_told_as_such(name: str, title: str, said: str) -> None:
    """Once it was “chooses bury red knight”."""
    assert done(loaded(name), title) == said


def test_dice_show_their_faces(tmp_path: Path) -> None:
    """Once it was told that `Die Die gains 3 face (now 4)`."""
    path = tmp_path / "dice.rules"
    path.write_text(DICE, encoding="utf-8")
    match = load(path, engine="interpreter").start(3)
    while (now := match.decision) is not None:
        match.choose(now.options[0])
    told = [sentence for event in match.all_events() for reader in event.came for sentence in reader]
    assert told and all(re.fullmatch(r"Die [12](?: and Die 2)? shows? [1-6]\.", t) for t in told), told


def test_a_simulation_tells_nothing_twice(run: Run) -> None:
    result = run("simulate", "keepers_of_the_light", "-n", 20, "--engine", "interpreter")
    assert result.code == 0 and result.out.count("Three ships are lost") <= 1 and "5 players: Ada" in result.out


def test_what_is_captured_is_told() -> None:
    """Pieces that are only counted went to a store or to the bar without a word."""
    for name, wanted in (
        ("oware", r"(A seed comes|\d+ seeds come) to (South|North)'s store\."),
        ("backgammon", r"A checker comes to (White|Black)'s bar\."),
    ):
        match, dice = loaded(name).start(3), random.Random(3)
        while len(match.moves) < 60 and (now := match.decision) is not None:
            match.choose(dice.randrange(len(now.options)))
        told = [sentence for event in match.all_events() for sentence in event.sentences]
        assert any(re.fullmatch(wanted, sentence) for sentence in told)
