"""Faults that told somebody what he may not know, each put right: titles, log, answers, undo, who is asked, secret choices."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulewright.cli.table.prose import sections
from rulewright.play import PlayError, load
from rulewright.play.errors import BadGame
from rulewright.play.game import Game
from rulewright.play.knowledge.order import in_order
from rulewright.play.match import Match

LEAK = """game "Leak" for 2 players
  > Lay cards face down.
type Value: 1 to 8
piece Card: 1 per Value, face_down
  printed value: Value
  face: up or down = up
place stock: deck of Card, seen by none
place hand of each Player: hand of Card, seen by owner
place table: pile of Card
setup
  put all Card on stock
  shuffle stock
  each Player draws 3 Card from stock
play
  repeat 2 times
    each Player takes turn
turn
  player must lay
  player must steal
action lay Card in hand of player
  > Lay a card face down.
  move card to table
  flip card
action steal Card in hand of player.rival
  > Take a card of your rival without seeing it.
  move card to hand of player
score
  cards: count Card in hand of player
winner: most score, then shared
"""
OPENLY = LEAK.replace("  flip card\n", "").replace("Lay a card face down.", "Lay a card.")
DICE = """game "Dice" for Ann, Bob
  > Hide a die.
each Player has secret pips: 0 to 6 = 0
setup
  each Player
    roll die giving rolled
    gain rolled pips
turn
  player must pass_on
action pass_on
  > Nothing.
  if turn_number > 3: finish
winner: most player.pips, then shared
"""


@pytest.fixture
def leak(tmp_path: Path) -> Game:
    return made(tmp_path, LEAK)


def made(folder: Path, text: str) -> Game:
    path = folder / "leak.rules"
    path.write_text(text, encoding="utf-8")
    return load(path)


def titles(match: Match) -> list[str]:
    assert match.decision is not None
    return [option.title for option in match.decision.options]


def test_a_card_laid_face_down_is_not_named_to_the_rival(leak: Game) -> None:
    match = leak.start(1)
    first = titles(match)[0]
    match.choose(0)
    assert match.log("Player1")[-1] == f"Player1: {first}"
    assert match.log("Player2")[-1] == match.log(None)[-1] == "Player1: lay a Card"


def test_hidden_cards_have_no_names_in_options(leak: Game) -> None:
    match = leak.start(1)
    match.choose(0)
    assert titles(match) == ["steal a Card in hand of Player2"] * 3


def test_which_of_several_hidden_cards_is_taken_is_a_lot(leak: Game) -> None:
    """The first of them is not always the lowest: over many matches each rank comes first."""
    ranks = set()
    for seed in range(40):
        match = leak.start(seed)
        match.choose(0)
        order = [args[0] for _, args in match.raw_options]
        ranks.add(sorted(order).index(order[0]))
        assert match.choice is not None and in_order(match, match.choice, sorted(match.raw_options)) == match.raw_options
    assert ranks == {0, 1, 2}


def test_nobody_is_answered_what_he_cannot_know(leak: Game) -> None:
    match = leak.start(1)
    match.choose(0)
    spots = match._memory.of(0)  # but for the card that was laid, each can be in the stock or in the other hand
    answers = {match.why_not("steal", {"card": str(p + 1)}, "Player1").reason for p, where in spots.items() if len(where) > 1}
    assert answers == {"You cannot know that yet."}


def test_what_was_openly_shown_is_not_taken_back(leak: Game, tmp_path: Path) -> None:
    match = made(tmp_path, OPENLY).start(1)
    match.choose(0)
    with pytest.raises(PlayError, match="Somebody has seen something new since"):
        match.undo()
    match.undo(force=True)
    hidden = leak.start(1)
    hidden.choose(0)
    hidden.undo()  # nobody has seen the face


def test_a_roll_that_everybody_sees_is_no_secret(tmp_path: Path) -> None:
    """Dice are rolled in the open: rules that put such a roll into a secret attribute are refused, however they do it."""
    for sentence in ("gain rolled pips", "set pips to rolled"):
        with pytest.raises(BadGame, match="Everybody has seen this roll"):
            made(tmp_path, DICE.replace("gain rolled pips", sentence))


@pytest.mark.parametrize("name", ["goofspiel", "two_princes"])
def test_secret_choices_are_told_once_all_are_made(name: str) -> None:
    match = load(name).start(0)
    dice = Random(0)
    for _ in range(400):
        choice = match.choice
        if choice is None:
            break
        seat, number = match.deciding(None), dice.randrange(len(titles(match)))
        title = titles(match)[number]
        before = len(match.log(None))
        match.choose(number)
        if choice.secret and match.choice is not choice:
            told = match.log(None)[before:]
            assert any(line == f"{seat} has chosen {title}" for line in told)
            return
    raise AssertionError("nobody chose in secret")


def test_the_first_tile_and_open_terrain_of_the_two_heirs_stay_hidden() -> None:
    game = load("two_heirs")
    for seed in range(6):
        match = game.start(seed)
        land = next(place for place in match.view(None).places if place.name == "land")
        assert all(piece.name is None for cell in land.cells for piece in cell.pieces if piece.kind == "Tile")
        assert match.log(None)[6].startswith("chance: a Tile")
        assert match.events(None)[6].sentences == ("A Tile goes from the supply to (0, 0).",)
    match = game.start(16)
    assert match.decision is not None and match.decision.seat == "White"
    match.choose("take Farm")
    match.choose("expand Farm on (0, 1)")
    assert match.log("White")[-1].startswith("White: expand Farm")
    assert "Farm" not in match.log("Blue")[-1] and match.log("Blue")[-1].startswith("White: expand a Tile")


def test_who_could_interrupt_is_not_told() -> None:
    game = load("grandlins_heirs", {"last_day": "30"})
    asked = 0
    for seed in range(4):
        match = game.start(seed)
        for number in range(250):
            now = match.decision
            if now is None or match.choice is None:
                break
            if any(alt.role == "go_on" for alt in match.choice.alts):
                asked += 1
                others = [seat for seat in (*game.seats, None) if seat != now.seat]
                assert all(match.view(seat).deciding is None for seat in others)
                assert match.view(now.seat).deciding == now.seat
                if asked > 2:
                    return
            match.choose(number * 7 % len(now.options))
    raise AssertionError("nobody could interrupt")


def test_rules_at_the_prompt_do_not_tell_the_story() -> None:
    """`rules` at the first prompt of a story once printed both boxes of every challenge and all endings."""
    game = load("two_princes", engine="interpreter")
    lines = "\n".join(line for _, section in sections(game) for line in section)
    assert len(game.program.texts) > 400 and "Nobody wins this game alone" in lines
    assert [text for text in game.program.texts if text[:60] in lines] == []
    spells = dict(sections(load("grandlins_heirs", engine="interpreter")))
    assert any(title.endswith(": Fury") for title in spells)  # what is no story stays


# ---------------------------------------------------------------- the opposite: what everybody may know is told


def test_a_printed_name_of_another_piece_is_shown() -> None:
    """A Trading Post shows what it counts."""
    match = load("two_heirs", {"sets": "church,crafts,patrol"}, engine="interpreter").start(1)
    tiles = [p for place in match.view("White").places for cell in place.cells for p in cell.pieces]
    shown = {t.id: t.attributes["counts"] for t in tiles if t.name in {"Trading Post", "Guildhall"}}
    printed = {"TC6": "Farm", "TC7": "Sawmill", "TC8": "Quarry", "CR7": "Basket Shop", "CR8": "Pottery", "CR9": "Cooperage"}
    assert shown and all(printed[name] == value for name, value in shown.items() if name is not None)


def test_a_hidden_event_has_its_article() -> None:
    match = load("two_princes", engine="interpreter").start(3)
    lines = match.log("Edward")
    assert any(line.startswith("chance: an Event") for line in lines)
    assert not any(line.startswith("chance: a Event") for line in lines)


LOTS = """game "Lots" for Ann, Bob
type Bid: 0 to 3
each Player has points: 0 to 30 = 0
play
  repeat 3 times
    each Player chooses secretly Bid
    each Player: gain bid of player points
  finish
winner: most player.points, then shared
"""


def test_secret_choices_are_told_after_each_round(tmp_path: Path) -> None:
    """The same is asked again at once; what was chosen before was told only at the end of all rounds."""
    path = tmp_path / "lots.rules"
    path.write_text(LOTS, encoding="utf-8")
    match = load(path, engine="interpreter").start(1)
    match.choose("2")
    assert match.log("Bob")[-1] == "Ann: has chosen"
    match.choose("3")
    assert match.log("Ann")[-2:] == ("Ann has chosen 2", "Bob has chosen 3")
