"""Missions are judged: mines, order, success, fame, value, leader, and what becomes of failed missions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.kingdom_of_heroes.ledger import CARDS
from tests.games.kingdom_of_heroes.table import Sitting, begin, looked_at

proves = pytest.mark.proves


def judge(card: str, heroes: str, at: dict[str, str] | None = None, region: str = "Steppe", **position: Any) -> Sitting:
    return begin("judge", card, cards={card: region}, at={card: heroes, **(at or {})}, **position)


def ready(card: str, heroes: str, **position: Any) -> bool:
    return bool(looked_at(cards={card: "Steppe"}, at={card: heroes}, **position).ask("ready", card))


def force(card: str, heroes: str, colour: str = "red", **position: Any) -> int:
    found = looked_at(cards={card: "Steppe"}, at={card: heroes}, **position).ask("force", card, colour)
    assert isinstance(found, int)
    return found


# ---------------------------------------------------------------- mines and order


@proves("KH-091", "KH-092")
def test_mines() -> None:
    sitting = begin("resolution", at={"Ironmine": "red 1A, blue 1A", "Sandmine": "red 1A"}, crowns=1)
    assert sitting.over and sitting.now.crowns == {"Red": 7, "Blue": 4, "Green": 1}
    assert sitting.now.at("Capital") == "red 2A, blue 1A, Sapphire, Zatorius"
    assert sitting.now.at("Ironmine") == sitting.now.at("Sandmine") == ""
    assert sitting.now.bank + sum(sitting.now.crowns.values()) == 108


@proves("KH-090", "KH-092")
def test_mines_before_missions_before_the_tower() -> None:
    """The mines have paid when the first mission is judged; whoever is in the tower still waits."""
    cards = {"Orcs": "Ironpeaks"}
    sitting = begin("resolution", cards=cards, at={"Orcs": "red 3A", "Sandmine": "red 1A", "Tower": "red 1A"})
    assert sitting.asked == "appoint" and sitting.now.crowns["Red"] == 3
    assert sitting.now.at("Capital").startswith("red 1A") and sitting.now.at("Tower") == "red 1A"
    sitting.play("appoint red adventurer", "go on", "3", "bury red adventurer")
    assert sitting.over and sitting.now.at("Tower") == "red 1A"


@proves("KH-093", "KH-094", "KH-110")
def test_from_west_to_east_red_ones_last() -> None:
    """Each mission is told by its roll: one for each, whoever is on it."""
    cards = {"Worm_of_Fear": "Saltcoast", "Medusa": "Gullmeadow", "Black_Dragon": "Dawnpeaks", "Troll": "Steppe", "Orcs": "Greyridge"}
    at = dict.fromkeys(cards, "red 1A")
    sitting = begin("resolution", cards=cards, at=at)
    order = []
    while not sitting.over:
        before = sitting.now
        sitting.play("1", "bury red adventurer")
        order += [card for card in cards if before.at(card) and not sitting.now.at(card)]
    assert order == ["Medusa", "Orcs", "Troll", "Worm_of_Fear", "Black_Dragon"]


# ---------------------------------------------------------------- success


@proves("KH-095", "KH-142")
@pytest.mark.parametrize(
    ("heroes", "enough"),
    [
        ("red 1K 2A", True),
        ("red 1K, blue 2A", True),
        ("red 1K, blue 1A, green 1A", True),
        ("red 3A", False),
        ("red 1K 1A", False),
        ("red 3K", False),
        ("red 2K 1A 1M", False),
    ],
)
def test_every_symbol_needs_its_hero(heroes: str, enough: bool) -> None:
    assert ready("Lizard_Men", heroes) == enough  # a knight and two adventurers


@proves("KH-096", "KH-152")
def test_white_heroes_serve() -> None:
    assert ready("Medusa", "red 1A, Zatorius") and not ready("Medusa", "red 1A, Sapphire")
    assert ready("Troll", "red 1A, Sapphire") and not ready("Troll", "red 1A, Zatorius")
    assert ready("Giant_Spider", "red 2A, Sapphire")  # the sign for any hero takes a white one, too
    assert judge("Medusa", "red 1A, Zatorius").now.fame["red"] == 1  # a success


@proves("KH-097")
@pytest.mark.parametrize(
    ("heroes", "enough"),
    [
        ("red 1M 1A", False),
        ("red 1M 1A 1K", True),
        ("red 2M 1A", True),
        ("red 1M 2A", True),
        ("red 1M 1A, blue 1K", True),
        ("red 3M", False),
    ],
)
def test_the_sign_for_any_hero_needs_one_more(heroes: str, enough: bool) -> None:
    assert ready("Bewitched_Princess", heroes) == enough  # a mage, an adventurer and anybody


def test_higher_ranks_may_serve_by_option() -> None:
    assert not ready("Orcs", "red 1A 1K 1M")
    assert ready("Orcs", "red 1A 1K 1M", higher_ranks="yes")


@proves("KH-098", "KH-123")
def test_fame_for_one_and_for_more() -> None:
    sitting = judge("Orcs", "red 1A, blue 5A, Sapphire")
    assert sitting.now.fame == {"red": 1, "blue": 2, "green": 0, "yellow": 0}  # before the die is rolled
    sitting.play("appoint blue adventurer", "1", "bury red adventurer", "bury blue adventurer")
    assert sitting.now.fame == {"red": 1, "blue": 2, "green": 0, "yellow": 0}


@proves("KH-099")
def test_fame_goes_on_beyond_the_track() -> None:
    sitting = judge("Orcs", "red 3A", fame=(49, 0, 0), region="Ironpeaks")
    assert sitting.now.fame["red"] == 51
    assert looked_at(fame=(51, 0, 0)).score["Red"]["fame"] == 51


# ---------------------------------------------------------------- value and leader


@proves("KH-101")
def test_value_of_heroes() -> None:
    assert force("Orcs", "red 2K 1M") == 6
    assert force("Medusa", "red 2K") == 4
    assert force("Demon_from_the_Deep", "red 2K 3A") == 7  # no symbol of theirs on the card
    assert force("Two_Headed_Ogre", "red 2K 1M 3A") == 9 + 2


@proves("KH-102", "KH-103")
def test_value_of_symbols() -> None:
    assert force("Giant_Spider", "red 5A, blue 1A") == 7
    assert force("Giant_Spider", "red 5A, blue 1A", "blue") == 2  # the same symbol serves both
    assert force("Two_Headed_Ogre", "red 5A") == 7  # two symbols; those for any hero give nothing
    assert force("Two_Headed_Ogre", "red 1K 1M") == 4
    assert force("Lizard_Men", "red 1K 1A") == 2 + 1 + 2
    assert force("Lizard_Men", "red 2K 3A") == 4 + 3 + 1 + 2  # each symbol once


@proves("KH-104")
def test_value_of_rings() -> None:
    assert force("Tower_of_Despair", "red 1K*") == 2 + 1 + 1
    position = looked_at(cards={"Troll": "Steppe"}, at={"Troll": "red 1K", "Capital": "red 1A*"})
    assert position.ask("force", "Troll", "red") == 3  # rings elsewhere count for nothing


@proves("KH-105")
@pytest.mark.parametrize(
    ("card", "white", "value"), [("Troll", "Sapphire", 3), ("Orcs", "Sapphire", 2), ("Medusa", "Zatorius", 3), ("Troll", "Zatorius", 2)]
)
def test_value_of_white_heroes(card: str, white: str, value: int) -> None:
    assert looked_at(cards={card: "Steppe"}, at={card: white}).ask("white_force", card) == value


@proves("KH-100")
def test_who_is_alone_leads() -> None:
    sitting = judge("Orcs", "red 3A", starter="Blue", region="Ironpeaks")
    assert sitting.who == "Red" and sitting.now.leader == "red"


@proves("KH-106")
def test_value_counts_not_number() -> None:
    sitting = judge("Lizard_Men", "red 3A, blue 2K 1A, green 1A")
    assert (sitting.who, sitting.now.leader) == ("Blue", "blue")  # 5, 7 and 2


@proves("KH-107")
@pytest.mark.parametrize(("starter", "leader"), [("Red", "red"), ("Blue", "green"), ("Green", "green")])
def test_ties_go_to_whoever_comes_first_in_this_round(starter: str, leader: str) -> None:
    sitting = judge("Orcs", "red 2A, green 2A", starter=starter)
    assert sitting.now.leader == leader


@proves("KH-108", "KH-150")
def test_white_leads_only_if_worth_most() -> None:
    tied = judge("Medusa", "red 1M, blue 1A, Zatorius")
    assert tied.now.leader == "red"  # 3 and 3
    sitting = judge("Medusa", "red 1A, blue 1A, Zatorius")
    assert sitting.now.leader is None and sitting.who is None  # 2 and 2 and 3: nobody appoints anybody


@proves("KH-109")
def test_who_represents_the_leader() -> None:
    sitting = judge("Lizard_Men", "red 1M 2A, blue 1K")
    assert sitting.options == ["appoint red adventurer"]  # a mage is not on the card
    sitting = judge("Lizard_Men", "red 2K 1A, blue 1A")
    assert sitting.options == ["appoint red adventurer", "appoint red knight"]
    mages = judge("Tower_of_Despair", "red 3M, blue 1K, green 2A")
    assert mages.now.leader == "red" and mages.options == ["appoint red mage"]
    anybody = judge("Giant_Spider", "red 1K 2A")
    assert anybody.options == ["appoint red adventurer"]  # the sign for any hero is nobody's own
    assert anybody.play("appoint red adventurer").now.champion == "Red_adventurer_1"


# ---------------------------------------------------------------- failure


@proves("KH-142", "KH-143", "KH-145")
def test_a_failed_mission() -> None:
    sitting = judge("Lizard_Men", "red 1K 1A, blue 1M", crowns=4)
    assert sitting.who is None and sitting.now.leader is None  # nobody leads, the die is rolled
    sitting.play("4", "bury red adventurer")
    assert sitting.over and sitting.now.where["Lizard_Men"] == "Steppe"
    assert sitting.now.at("Lizard_Men") == "red 1K, blue 1M"
    assert set(sitting.now.fame.values()) == {0} and set(sitting.now.crowns.values()) == {4}
    assert not any(sitting.now.trophies(seat) for seat in sitting.now.seats)


@proves("KH-146")
def test_a_card_without_heroes() -> None:
    for heroes in ("", "Sapphire"):
        sitting = judge("Lizard_Men", heroes)
        assert sitting.over and sitting.now.where["Lizard_Men"] == "Steppe"  # no roll


@proves("KH-151")
def test_white_heroes_stay_in_the_region() -> None:
    won = judge("Orcs", "red 3A, Sapphire", region="Ironpeaks").play("appoint red adventurer", "4", "bury red adventurer")
    assert won.over and won.now.where["Sapphire"] == "Ironpeaks"
    lost = judge("Lizard_Men", "red 1A, Sapphire", region="Ironpeaks").play("4", "bury red adventurer")
    assert lost.over and lost.now.region_of("Sapphire") == "Ironpeaks"
    assert won.now.where["Orcs"] == "trophies Red" and CARDS["Orcs"].letter == "A"
