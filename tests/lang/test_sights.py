"""What each seat sees in small games with hidden things: nothing before its time, and nothing of others."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from rulewright.play import load
from rulewright.play.match import Match
from rulewright.play.models import PlaceView

HERE = Path(__file__).parent
pytestmark = pytest.mark.parametrize("engine", ["interpreter", "native"])


def started(name: str, engine: str, seed: int = 1, chance: str = "auto") -> Match:
    return load(HERE / f"{name}.rules", engine=engine).start(seed, chance=chance)


def place(match: Match, seat: str | None, name: str, owner: str | None = None) -> PlaceView:
    return next(p for p in match.view(seat).places if p.name == name and p.owner == owner)


def names(shown: PlaceView) -> list[str]:
    return [piece.name or "?" for cell in shown.cells for piece in cell.pieces] + ["?"] * sum(shown.hidden.values())


def test_buried_things_are_remembered(engine: str) -> None:
    """GH 1: presence is public, the face is known to those who have seen it, also after it was hidden again."""
    match = started("memory/buried", engine)
    mine = names(place(match, "Ann", "hand", "Ann"))[0]
    match.choose(f"bury {mine} on 1")
    assert [names(place(match, seat, "beach")) for seat in ("Ann", "Bob", "Cid", None)] == [[mine], ["?"], ["?"], ["?"]]
    match.choose("dig 1")
    assert names(place(match, "Bob", "beach")) == [mine]
    assert names(place(match, "Cid", "beach")) == ["?"]
    match.choose("decline")
    match.choose("unveil 1")
    assert [names(place(match, seat, "beach")) for seat in ("Ann", "Bob", "Cid")] == [[mine]] * 3


def test_secret_choices_stay_secret_until_all_have_chosen(engine: str) -> None:
    """TP 1: the second one decides on the same state and sees nothing of the first choice."""
    looks = []
    for first in ("Go left", "Go right"):
        match = started("secret_choices/crossroads", engine)
        match.choose(first)
        assert match.decision is not None and match.decision.seat == "Bob"
        looks.append((match.decision.options, match.decision.prompt, match.view("Bob"), match.view(None)))
    assert looks[0] == looks[1]


def test_the_back_of_a_card_is_read_after_the_decision(engine: str) -> None:
    """TP 3: of the card that is next everybody knows the sign, nobody the gift; a card that is left stays unread."""
    match = started("stages/front_and_back", engine)
    match.choose("Leave it")
    for seat in ("Ann", "Bob", None):
        closed = place(match, seat, "closed")
        assert [p.name for cell in closed.cells for p in cell.pieces] in ([None], [])
        shown = [p.attributes for cell in closed.cells for p in cell.pieces]
        assert all(set(attributes) <= {"sign"} for attributes in shown)
    match.choose("Open it")
    assert len(names(place(match, None, "table"))) == 1
    assert "?" not in names(place(match, None, "table"))


def test_hints_say_nothing_about_cards(engine: str) -> None:
    """TP 4: the other one learns mood and number, and never a card that is held."""
    match = started("communication/closed_hands", engine)
    match.choose("worried")
    match.choose("I play two cards")
    assert match.view("Bob").players["Ann"] == {"mood": "worried", "offer": "2"}
    assert names(place(match, "Bob", "hand", "Ann")) == ["?"] * 4
    assert "?" not in names(place(match, "Ann", "hand", "Ann"))


def test_taken_in_the_open_and_hidden_afterwards(engine: str) -> None:
    """KH 19: the log tells which card was taken; afterwards only its owner can look at it."""
    match = started("partial_sight/taken_then_hidden", engine)
    assert match.decision is not None
    card = names(place(match, None, "row"))[0]
    number = next(o.number for o in match.decision.options if card in o.title)
    match.choose(number)
    assert any(line.startswith("Ann: take ") and card in line for line in match.view("Bob").log)
    assert names(place(match, "Bob", "trophies", "Ann")) == ["?"]
    assert names(place(match, "Ann", "trophies", "Ann")) == [card]


def test_top_colour(engine: str) -> None:
    """TH 18: of the topmost card all seats see the colour, and no seat the name."""
    match = started("partial_sight/top_colour", engine)
    for seat in ("Ada", "Bo", None):
        deck = place(match, seat, "deck")
        known = [piece for cell in deck.cells for piece in cell.pieces]
        assert all(piece.name is None for piece in known)
        assert all(set(piece.attributes) <= {"colour"} for piece in known)


def test_weighted_die(engine: str) -> None:
    """KH 16: faces that are there twice are twice as likely, exactly."""
    match = started("dice/weighted", engine, chance="ask")
    match.choose("Roll")
    assert match.decision is not None
    assert {o.title: o.probability for o in match.decision.outcomes} == {
        "1": Fraction(1, 6),
        "2": Fraction(1, 3),
        "3": Fraction(1, 3),
        "4": Fraction(1, 6),
    }


def test_cards_drawn_at_random_are_of_the_promised_number(engine: str) -> None:
    """TP 5: both numbers are fixed first; then every set of that many cards of the hand is as likely as another."""
    match = started("random_draw/committed_number", engine, chance="ask")
    while match.decision is not None and match.decision.seat is None:
        match.choose(0)
    match.choose("2")
    assert match.decision is not None and match.decision.seat == "Bob"
    match.choose("1")
    drawn = 0
    while match.decision is not None and match.decision.seat is None:
        assert sum(o.probability for o in match.decision.outcomes) == 1
        match.choose(0)
        drawn += 1
    assert drawn == 3
    assert [len(names(place(match, seat, "hand", seat))) for seat in ("Ann", "Bob")] == [4, 5]
