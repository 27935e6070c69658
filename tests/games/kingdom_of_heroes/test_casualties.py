"""Who falls."""

from __future__ import annotations

import pytest

from tests.games.kingdom_of_heroes.table import Sitting, begin
from tests.games.kingdom_of_heroes.test_missions import judge

proves = pytest.mark.proves


def fallen(sitting: Sitting) -> list[str]:
    """Everybody loses whoever is offered first, until nobody is asked any more; who was asked, in order."""
    found = []
    while sitting.asked == "bury":
        found.append(sitting.options[0].split()[1])
        sitting.match.choose(0)
    return found


@proves("KH-110", "KH-111", "KH-118")
def test_one_roll_also_for_a_colour_alone() -> None:
    sitting = judge("Orcs", "red 3A", region="Ironpeaks").play("appoint red adventurer")
    assert sitting.who is None
    sitting.play("2")
    assert sitting.options == ["bury red adventurer"] and sitting.now.champion == "Red_adventurer_1"
    sitting.play("bury red adventurer")
    assert sitting.over and sitting.now.where["Red_adventurer_1"] == "Capital"  # floor(3 / 2) = 1, and not the representative


@proves("KH-111", "KH-114", "KH-118")
@pytest.mark.parametrize(("roll", "dead"), [("1", 1), ("2", 0), ("3", 0), ("4", 0)])
def test_a_lone_hero_falls_only_on_a_one(roll: str, dead: int) -> None:
    """Sapphire fills the other symbol, and leads nothing: red is worth as much as she is."""
    sitting = judge("Troll", "red 1A*, Sapphire").play("appoint red adventurer", roll)
    assert sitting.now.leader == "red"
    assert len(fallen(sitting)) == dead


@proves("KH-112", "KH-115", "KH-152")
def test_white_heroes_are_counted() -> None:
    """Three red, one blue and Zatorius are five: a roll of 3 costs one hero; without him it would be one as well, with a 4 none."""
    assert fallen(judge("Two_Headed_Ogre", "red 3A, blue 1A, Zatorius").play("appoint red adventurer", "4")) == ["red"]
    assert fallen(judge("Orcs", "red 3A, blue 1A").play("appoint red adventurer", "4")) == ["red"]
    assert fallen(judge("Orcs", "red 3A").play("appoint red adventurer", "4")) == []
    assert fallen(judge("Orcs", "red 3A, Sapphire").play("appoint red adventurer", "4")) == ["red"]


@proves("KH-113")
@pytest.mark.parametrize("roll", ["3", "4"])
def test_a_roll_above_the_number_costs_nothing(roll: str) -> None:
    sitting = judge("Mountain_of_the_Griffin", "red 2A").play("appoint red adventurer", roll)
    assert fallen(sitting) == []


@proves("KH-114")
def test_a_one_costs_everybody_a_hero() -> None:
    sitting = judge("Lizard_Men", "red 1K, blue 3A", starter="Green").play("appoint blue adventurer", "1")
    assert fallen(sitting) == ["red", "blue"]
    assert sitting.now.where["Red_knight_1"] == "reserve red"
    lone = judge("Orcs", "red 3K, blue 2A, green 2A").play("appoint red knight", "1")
    assert lone.now.leader == "red" and lone.options == ["bury red knight"]  # the representative among them
    assert fallen(lone) == ["red", "blue", "green"]


@proves("KH-114")
def test_the_representative_may_be_the_one_on_a_one() -> None:
    sitting = judge("Tower_of_Despair", "red 1K 2A").play("appoint red knight", "1")
    assert sitting.options == ["bury red adventurer", "bury red knight"]
    assert sitting.play("bury red knight").now.where["Red_knight_1"] == "reserve red"


@proves("KH-115")
@pytest.mark.parametrize(("roll", "due"), [("2", 5), ("3", 3), ("4", 2)])
def test_number_divided_by_roll(roll: str, due: int) -> None:
    sitting = judge("Two_Headed_Ogre", "red 10A").play("appoint red adventurer", roll)
    assert fallen(sitting) == ["red"] * due


def ten(roll: str) -> Sitting:
    sitting = judge("Two_Headed_Ogre", "yellow 5A, red 2A, green 2A, blue 1A", players=4, region="Gullmeadow")
    return sitting.play("appoint yellow adventurer", roll)


@proves("KH-116")
def test_five_of_ten() -> None:
    sitting = ten("2")
    order = []
    while sitting.asked == "bury":
        order.append(sitting.options[0].split()[1])
        if len(order) == 5:
            assert sitting.now.at("Two_Headed_Ogre") == "red 1A, green 1A, yellow 4A"
        sitting.match.choose(0)
    assert order == ["yellow", "red", "green", "blue", "yellow"]


@proves("KH-117")
def test_equals_lose_together() -> None:
    assert fallen(ten("4")) == ["yellow", "red", "green"]


@proves("KH-116", "KH-117")
def test_too_many_fall_in_the_second_cycle() -> None:
    """Seven heroes, a roll of 2: three are due. One and one fall in the first cycle, then both again: four."""
    sitting = judge("Two_Headed_Ogre", "red 3A 1K, blue 3A").play("appoint red adventurer", "2")
    assert fallen(sitting) == ["red", "blue", "red"]  # 4 and 3: no tie
    sitting = judge("Two_Headed_Ogre", "red 3A, blue 3A, Sapphire", starter="Blue").play("appoint blue adventurer", "2")
    assert fallen(sitting) == ["blue", "red", "blue", "red"]


@proves("KH-118", "KH-117")
def test_the_leader_is_passed_over_if_only_the_representative_is_left() -> None:
    for roll in ("2", "3"):
        sitting = judge("Orcs", "red 1A, blue 1A, green 1A", region="Ironpeaks").play("appoint red adventurer", roll)
        assert fallen(sitting) == ["blue", "green"]


@proves("KH-119")
def test_everybody_chooses() -> None:
    sitting = judge("Lizard_Men", "red 1K 2A, blue 1A 1M", starter="Blue").play("appoint red adventurer", "2")
    assert (sitting.who, sitting.options) == ("Red", ["bury red adventurer", "bury red knight"])
    sitting.play("bury red knight")
    assert (sitting.who, sitting.options) == ("Blue", ["bury blue adventurer", "bury blue mage"])
    sitting.play("bury blue mage")
    assert sitting.now.where["Red_knight_1"] == "reserve red" and sitting.now.where["Blue_mage_1"] == "reserve blue"


@proves("KH-120")
def test_white_heroes_never_fall() -> None:
    """Two on a failed mission count as four: two are due, one can fall, and that is all."""
    sitting = judge("Black_Dragon", "red 1A, Sapphire").play("2")
    assert fallen(sitting) == ["red"] and sitting.over
    assert sitting.now.at("Black_Dragon") == "Sapphire"


@proves("KH-121")
def test_the_fallen_go_to_the_reserve() -> None:
    sitting = judge("Orcs", "red 3A", region="Ironpeaks", players=4).play("appoint red adventurer", "2", "bury red adventurer")
    assert sitting.now.where["Red_adventurer_2"] == "reserve red" and len(sitting.now.spare("red", "A")) == 6
    again = begin("recruitment", "red", seat="Red", players=4, crowns=2)
    assert again.options == ["recruit red adventurer at Capital", "decline"]


@proves("KH-122")
def test_a_ring_falls_with_its_hero() -> None:
    sitting = judge("Orcs", "red 2A 1A*", region="Ironpeaks").play("appoint red adventurer", "2")
    assert set(sitting.options) == {"bury red adventurer", "bury red adventurer (ring)"}
    sitting.play("bury red adventurer (ring)")
    assert not sitting.now.rings and sitting.now.rings_left == 4 and sitting.now.fame["red"] == 2  # no fame for the ring


@proves("KH-144")
@pytest.mark.parametrize(("roll", "left"), [("3", "yellow 2A"), ("2", ""), ("4", "yellow 2A"), ("1", "yellow 2A")])
def test_failed_missions_count_twice(roll: str, left: str) -> None:
    sitting = judge("Black_Dragon", "yellow 3A, red 1A", players=4).play(roll)
    fallen(sitting)
    assert sitting.over and sitting.now.at("Black_Dragon") == left


@proves("KH-144", "KH-145")
def test_twice_the_number_also_when_it_is_compared_with_the_roll() -> None:
    assert fallen(judge("Black_Dragon", "red 1A").play("2")) == ["red"]
    assert fallen(judge("Black_Dragon", "red 1A").play("3")) == []
