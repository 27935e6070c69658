"""What a seat can work out is shown, and nothing that would tell what is hidden."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from rulewright.cli.drawing.marks import Marks
from rulewright.cli.drawing.scene import scene
from rulewright.cli.screen import THEME
from rulewright.play.game import load
from rulewright.play.knowing import known
from rulewright.play.match import Match

from .conftest import Run

Write = Callable[[str, str], Path]

CARDS = """
game "Weights" for Red, Blue
  > Guess.


piece Card: from "cards.csv"
  printed weight: 1 to 9

place deck: deck of Card, seen by none
place hand of each Player: hand of Card, seen by owner
place table: pile of Card

each Player has
  secret bid: 0 to 9 = 0

define load(player) = sum card.weight for Card in hand of player
  > What your cards weigh together.
define laid = sum card.weight for Card in table
define size_of(player) = count Card in hand of player
  > How many cards you hold.
define pledged(player) = player.bid + laid
  > Your bid, on top of what is on the table.
define silent(player) = 2 * size_of(player)

setup
  put all Card on deck
  shuffle deck
  each Player draws 3 Card from deck
  move top(deck) to table

turn
  player must lay

action lay Card in hand of player
  set player.bid to card.weight
  move card to table

score
  weight: load(player)

winner: most score
"""
ROWS = "id,weight\n" + "".join(f"C{n},{n}\n" for n in range(1, 10))


def weights(write: Write) -> Match:
    write("cards.csv", ROWS)
    return load(str(write("weights.rules", CARDS)), engine="interpreter").start(4)


def test_what_depends_on_hidden_cards_is_not_told(write: Write) -> None:
    match = weights(write)
    red, blue, nobody = known(match, "Red"), known(match, "Blue"), known(match, None)
    own = match.score()["Red"]["weight"]
    assert red.players["Red"] == {"load": str(own), "size_of": "3", "pledged": red.players["Red"]["pledged"]}
    assert red.players["Blue"] == {"size_of": "3"}  # neither the cards nor the bid of the other
    assert "load" not in blue.players["Red"] and "load" in blue.players["Blue"]
    assert nobody.players == {"Red": {"size_of": "3"}, "Blue": {"size_of": "3"}}
    assert not red.scores and not nobody.scores  # each would have to know the other's
    assert "silent" not in red.players["Red"]  # a definition without prose is no word of the game


def test_after_the_end_everything_is_told(write: Write) -> None:
    game = load("goofspiel", engine="interpreter")
    match = game.start(1)
    while not match.over:
        match.choose(0)
    assert known(match, "Player1").scores == match.score()


def drawn(match: Match, seat: str, width: int = 140) -> str:
    console = Console(theme=THEME, width=width, file=io.StringIO(), color_system=None)
    console.print(scene(match.game, match.view(seat), Marks(match.game, False), console, known(match, seat)))
    return str(console.file.getvalue())  # type: ignore[attr-defined]


def test_the_two_heirs_are_told_what_they_reach_and_score() -> None:
    """White builds an Encampment with a road from north to south, and steps onto it."""
    match = load("two_heirs", engine="interpreter").start(47)
    for move in ("take Encampment (LI7)", "construct Encampment (LI7) on (0, 1)"):
        match.choose(move)
    found = known(match, "White")
    assert found.players["White"] == {"reach": "3", "access": "1 wood, 3 stone"}
    assert found.worth == ("points",)
    assert found.pieces["LI7"]["points"] == "2" and found.pieces["LI7"]["guarded"] == "no"
    assert found.sections == {"LI7": ("NS",)}
    assert found.scores["White"] == {"buildings": 2, "roads": 0}  # though hands are hidden: the score does not depend on them
    text = drawn(match, "White")
    assert "Encampment·W" in text and "wood, 2 points" in text
    assert "╥" in text and "╨" in text and "╫" not in text  # the road comes out at both ends, and joins nothing
    assert "1 wood, 1 stone" in text  # what the tiles of the reserve cost
    assert "access" in text and "1 wood, 3 stone" in text
    assert found.pieces == known(match, "Blue").pieces


def test_roads_that_meet_are_drawn_as_one() -> None:
    from tests.games.two_heirs.table import shown

    text = drawn(shown("TR2@(0,0):W TR8@(0,1):B TR1@(1,0):W TR5@(2,0):W").match, "White")
    assert text.count("╫") == 1 and text.count("╪") == 1
    assert text.count("╥") == text.count("╨") == text.count("╡") == 1  # loose ends; the one in the west meets a tile without a road


def test_a_turn_of_the_two_heirs_at_the_prompt(run: Run) -> None:
    """White takes a Farm she cannot pay for; asks why; and lays it face down."""
    typed = (
        "take Farm",
        "why construct Farm",
        "why construct Farm on (3, 0)",
        "why take Smithy",
        "expand Farm on (0, 1)",
        "look (0, 1)",
        "quit",
    )
    told = run("play", "two_heirs", "--seed", 16, typed=typed).out
    assert "reserve" in told and "Shield" in told and "(stone)" in told  # the ring, and the first piece of land
    assert "retinue·W" in told and "retinue·B" in told
    assert "access" in told and "reach" in told
    assert "construct Farm: You are 1 resources short, and have 0 reductions." in told
    assert "You may lay a tile on any free cell" in told
    assert "Count that many tiles clockwise from the shield" in told
    assert "terrain wheat · face down" in told


def test_a_turn_against_henry_at_the_prompt(run: Run) -> None:
    typed = ("take Encampment (LI7)", "construct Encampment (LI7) on (0, 1)", "done", "look trove", "quit")
    told = run("play", "two_heirs", "--variant", "Henry", "--option", "level=hammer", "--seed", 13, typed=typed).out
    assert "10 Treasure face down" in told and "9 Treasure face down" in told  # Henry has laid one
    assert "treasures" in told and "50" in told  # and has 5 points for each
    assert "sideline" in told and "last site (0, 1)" in told
