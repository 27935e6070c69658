"""The choice of the princess and of the wizard."""

from __future__ import annotations

import pytest

from tests.games.kingdom_of_heroes.ledger import CARDS
from tests.games.kingdom_of_heroes.table import Sitting, begin

proves = pytest.mark.proves


def called(sitting: Sitting) -> set[str]:
    """The cards that are offered."""
    names = {card.name: card.id for card in CARDS.values()}
    return {names[option.partition(" to ")[2]] for option in sitting.options}


def calls(white: str, cards: dict[str, str], at: dict[str, str] | None = None, starter: str = "Red") -> set[str]:
    return called(begin("call_up", white, cards=cards, at=at, starter=starter))


@proves("KH-042", "KH-047", "KH-048")
def test_first_the_princess_then_the_wizard() -> None:
    """A card that would be best for both goes to her; he has to be content with another."""
    cards = {"Bewitched_Princess": "Westwood", "Lizard_Men": "Lowdunes", "Orcs": "Ironpeaks"}
    sitting = begin("royal_choice", cards=cards, starter="Blue")
    assert (sitting.who, sitting.options) == ("Blue", ["dispatch Sapphire to Lizard Men"])
    sitting.play("dispatch Sapphire to Lizard Men")
    assert sitting.options == ["dispatch Zatorius to Bewitched Princess"]
    both = begin("royal_choice", cards={"Ghost_Ship": "Gullmeadow", "Red_Dragon": "Dawnpeaks"})
    assert called(both) == {"Ghost_Ship", "Red_Dragon"}  # each shows a knight and a mage, and is not blue
    both.play("dispatch Sapphire to Ghost Ship")
    assert called(both) == {"Red_Dragon"}
    both.play("dispatch Zatorius to Red Dragon")
    assert both.now.at("Ghost_Ship") == "Sapphire" and both.now.at("Red_Dragon") == "Zatorius"


@proves("KH-043")
def test_always_to_another_region() -> None:
    cards = {"Lizard_Men": "Lowdunes", "Orcs": "Ironpeaks"}
    assert calls("Sapphire", cards) == {"Lizard_Men"}
    assert calls("Sapphire", cards, {"Lowdunes": "Sapphire"}) == {"Orcs"}
    assert calls("Sapphire", {"Lizard_Men": "Lowdunes"}, {"Lowdunes": "Sapphire"}) == set()  # then she stays


@proves("KH-044")
def test_two_conditions_before_one_before_none() -> None:
    none, blue, knight, both = "Demon_from_the_Deep", "Orcs", "Black_Dragon", "Troll"
    where = {none: "Saltcoast", blue: "Ironpeaks", knight: "Dawnpeaks", both: "Steppe"}
    assert calls("Sapphire", where) == {both}
    assert calls("Sapphire", {card: where[card] for card in (none, blue, knight)}) == {blue, knight}  # of equal rank
    assert calls("Sapphire", {none: where[none]}) == {none}
    wild = {"Giant_Spider": "Westwood", "Troll": "Steppe"}
    assert calls("Sapphire", wild) == {"Troll"}  # the sign for any hero is not a knight's
    assert calls("Zatorius", {"The_Shield_in_the_Tomb": "Ashlands", "Medusa": "Gullmeadow"}) == {"Medusa"}


@proves("KH-045")
def test_no_hearts_for_the_princess() -> None:
    cards = {"Tower_of_Despair": "Ironpeaks", "Black_Dragon": "Dawnpeaks"}
    assert calls("Sapphire", cards) == {"Black_Dragon"}  # though the other is blue and shows a knight
    assert calls("Sapphire", {"Tower_of_Despair": "Ironpeaks"}) == set()
    assert calls("Zatorius", {"Bewitched_Princess": "Westwood"}) == {"Bewitched_Princess"}


@proves("KH-046")
def test_the_wizard_keeps_away_from_the_capital() -> None:
    for region in ("Kingsmeadow", "Northwood", "Owlwood", "Greyridge"):
        assert calls("Zatorius", {"The_Blue_Rose": region, "Orcs": "Ironpeaks"}) == {"Orcs"}
        assert calls("Sapphire", {"Troll": region}) == {"Troll"}
    assert calls("Zatorius", {"Medusa": "Saltcoast"}) == {"Medusa"}  # a portal is no neighbourhood


@proves("KH-048")
def test_the_starting_player_decides() -> None:
    cards = {"Lizard_Men": "Lowdunes", "Desert_Assassin": "Saltcoast", "Orcs": "Ironpeaks"}
    for starter in ("Red", "Blue", "Green"):
        sitting = begin("call_up", "Sapphire", cards=cards, starter=starter)
        assert sitting.who == starter and called(sitting) == {"Lizard_Men", "Desert_Assassin"}


@proves("KH-049")
def test_the_example_of_the_wizard() -> None:
    cards = {
        "Bewitched_Princess": "Westwood",  # blue, a mage, but he is there
        "The_Blue_Rose": "Northwood",  # blue, a mage, but beside the capital
        "Orcs": "Ironpeaks",
        "Pyramid_of_the_Dark_Sun": "Saltcoast",
        "Succubus": "Steppe",
    }
    at = {"Westwood": "Zatorius"}
    assert calls("Zatorius", cards, at) == {"Orcs", "Pyramid_of_the_Dark_Sun", "Succubus"}
    assert calls("Zatorius", cards | {"The_Blue_Rose": "Gullmeadow"}, at) == {"The_Blue_Rose"}


@proves("KH-050", "KH-043")
def test_a_failed_card_is_left_behind() -> None:
    cards = {"Black_Dragon": "Dawnpeaks", "Orcs": "Ironpeaks"}
    sitting = begin("royal_choice", cards=cards, at={"Black_Dragon": "red 1A, Sapphire"}, round=2)
    assert called(sitting) == {"Orcs"}  # not the card she has failed on, nor any other of that region
    sitting.play("dispatch Sapphire to Orcs")
    assert sitting.now.at("Black_Dragon") == "red 1A" and sitting.now.at("Orcs") == "Sapphire"
