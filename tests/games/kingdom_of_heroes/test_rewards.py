"""What successful missions bring: money, heroes, rings, cards, hearts and crystals; the tower; wages."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.kingdom_of_heroes.ledger import REGIONS, VILLAGES
from tests.games.kingdom_of_heroes.table import Sitting, begin
from tests.games.kingdom_of_heroes.test_missions import judge

proves = pytest.mark.proves


def won(sitting: Sitting, appointed: str = "adventurer", roll: str = "4") -> Sitting:
    """The leader appoints somebody, the die is rolled, everybody loses whoever is offered first."""
    if sitting.asked == "appoint":
        sitting.play(next(option for option in sitting.options if appointed in option))
    sitting.play(roll)
    while sitting.asked == "bury":
        sitting.match.choose(0)
    return sitting


# ---------------------------------------------------------------- money


@proves("KH-123", "KH-125", "KH-126")
def test_thirteen_crowns_for_three() -> None:
    sitting = won(judge("Two_Headed_Ogre", "red 3A, blue 1A, green 1A"))
    assert sitting.now.crowns == {"Red": 4, "Blue": 3, "Green": 3} and sitting.now.bank == 108 - 10


@proves("KH-123")
def test_who_has_lost_everybody_still_shares() -> None:
    sitting = won(judge("Two_Headed_Ogre", "red 4A, blue 1A"), roll="1")
    assert not sitting.now.heroes("Two_Headed_Ogre", "blue") and sitting.now.crowns == {"Red": 5, "Blue": 4, "Green": 0}
    alone = won(judge("Medusa", "red 1M*, blue 1A"), appointed="mage", roll="1")
    assert alone.now.trophies("Red") == ["Medusa"]  # the leader, too, though nobody is left


@proves("KH-124")
def test_white_heroes_take_no_share() -> None:
    sitting = won(judge("Sorceress", "red 1K 1A, blue 1A, Zatorius"), appointed="knight")
    assert sitting.now.crowns == {"Red": 4, "Blue": 3, "Green": 0}  # 10 in three shares


@proves("KH-126")
def test_less_than_a_crown_for_each() -> None:
    at = "red 2A 1K, blue 1A, green 1A, yellow 1A"
    sitting = won(judge("Fortress_of_the_Beast", at, players=4), appointed="knight")
    assert sitting.now.crowns == {"Red": 4, "Blue": 0, "Green": 0, "Yellow": 0}


@proves("KH-150", "KH-124", "KH-098")
def test_a_mission_led_by_a_white_hero() -> None:
    """Five crowns, two sharers and the king: one each; the rest stays in the bank, and the card leaves the game."""
    sitting = won(judge("Medusa", "red 1A, blue 1A, Zatorius"))
    assert sitting.now.crowns == {"Red": 1, "Blue": 1, "Green": 0} and sitting.now.bank == 106
    assert sitting.now.where["Medusa"] == "box" and sitting.now.fame["red"] == sitting.now.fame["blue"] == 1
    assert set(sitting.now.crystals.values()) == {0} and sitting.now.crystals_left == 4


def test_an_empty_bank_pays_what_it_has_by_option() -> None:
    def purses(**options: Any) -> dict[str, int]:
        return won(judge("Orcs", "red 3A", crowns=(0, 53, 53), region="Ironpeaks", **options)).now.crowns

    assert purses() == {"Red": 3, "Blue": 53, "Green": 53}
    assert purses(deep_bank="no") == {"Red": 2, "Blue": 53, "Green": 53}


# ---------------------------------------------------------------- heroes


@proves("KH-127", "KH-131")
def test_heroes_are_shared_without_the_king() -> None:
    """Two adventurers for three sharers: both go to the leader, out of the reserve."""
    sitting = won(judge("Warriors_from_the_East", "red 1K 1A, blue 1A, green 1A"), appointed="knight")
    assert (sitting.who, sitting.options) == ("Red", ["lodge red adventurer at Steppe", "lodge red adventurer at Eastwick"])
    before = len(sitting.now.spare("red", "A"))
    sitting.play("lodge red adventurer at Steppe", "lodge red adventurer at Eastwick")
    assert sitting.over and len(sitting.now.spare("red", "A")) == before - 2
    two = won(judge("Warriors_from_the_East", "red 1K 1A, blue 1A"), appointed="knight")
    two.play("lodge red adventurer at Steppe")
    assert two.who == "Blue"
    assert two.play("lodge blue adventurer at Steppe").over


@proves("KH-128", "KH-127")
def test_the_only_one_of_its_class_is_the_leaders() -> None:
    sitting = won(judge("City_of_the_Gorillas", "red 3A, blue 1A, green 1A"))
    sitting.play("lodge red knight at Steppe", "lodge blue adventurer at Steppe", "lodge green adventurer at Steppe")
    assert sitting.over and sitting.now.at("Steppe") == "red 1K, blue 1A, green 1A"
    worm = won(judge("Worm_of_Fear", "red 1K 2A, blue 1M 1A"), appointed="knight")
    worm.play("lodge red mage at Steppe", "lodge red adventurer at Steppe")
    worm.play("lodge blue adventurer at Steppe", "lodge blue adventurer at Steppe")
    assert worm.over and worm.now.at("Steppe") == "red 1A 1M, blue 2A"  # two each; the mage is part of the leader's share


@proves("KH-128", "KH-127")
def test_the_only_one_of_its_class_is_lost_if_a_white_hero_leads() -> None:
    """Three adventurers for three; nobody may choose the mage."""
    worm = judge("Worm_of_Fear", "red 1A, blue 1A, green 1A, Sapphire, Zatorius")
    assert worm.asked == "roll" and worm.now.leader is None
    won(worm)
    offered = []
    while not worm.over:
        offered += worm.options
        worm.match.choose(0)
    assert len(offered) == 6 and all("adventurer at" in option for option in offered)
    assert worm.now.at("Steppe") == "red 1A, blue 1A, green 1A, Sapphire, Zatorius"


def test_classes_divided_one_by_one_by_option() -> None:
    sitting = won(judge("Worm_of_Fear", "red 1K 2A, blue 1M 1A", hero_shares="by_class"), appointed="knight")
    while not sitting.over:
        sitting.match.choose(0)
    assert sitting.now.at("Steppe") == "red 2A 1M, blue 1A"


@proves("KH-129")
def test_in_the_region_or_in_its_village() -> None:
    for region in REGIONS:
        sitting = won(judge("Warriors_from_the_East", "red 1K 2A", region=region), appointed="knight")
        inns = [village for village, around in VILLAGES.items() if region in around]
        assert len(inns) <= 1
        assert sitting.options == [f"lodge red adventurer at {place}" for place in [region, *inns]]
        sitting.play(sitting.options[0], sitting.options[-1])
        assert sitting.over and sitting.now.at("Warriors_from_the_East") == ""
        gained = [sitting.now.at(place).count("1A") for place in [region, *inns]]
        assert gained == [1, 1] if inns else sitting.now.at(region).count("2A") == 1  # beside the card, and in the village


@proves("KH-130")
def test_a_full_village_takes_nobody() -> None:
    sitting = won(judge("Warriors_from_the_East", "red 1K 2A", {"Eastwick": "red 1A 2K, blue 4A"}), appointed="knight")
    sitting.play("lodge red adventurer at Eastwick")
    assert sitting.options == ["lodge red adventurer at Steppe"]


@proves("KH-132", "KH-133")
def test_out_of_the_reserve_or_from_elsewhere() -> None:
    """No knight is left in reserve: one may come from a village, a region, the capital, but from no card."""
    at = {"Millbrook": "red 1K", "Orcs": "red 1K", "Capital": "red 1K"}
    cards = {"Black_Knight": "Steppe", "Orcs": "Ironpeaks"}
    sitting = begin("judge", "Black_Knight", cards=cards, at={"Black_Knight": "red 1A 1K", **at})
    won(sitting, appointed="knight")
    assert sitting.options == [
        "lodge red knight in Millbrook at Steppe",
        "lodge red knight in Millbrook at Eastwick",
        "lodge red knight in Capital at Steppe",
        "lodge red knight in Capital at Eastwick",
        "decline",
    ]
    sitting.play("lodge red knight in Millbrook at Eastwick")
    assert sitting.now.at("Eastwick") == "red 1K" and sitting.now.at("Millbrook") == "" and sitting.now.at("Orcs") == "red 1K"


@proves("KH-133")
def test_a_hero_who_cannot_come_is_lost() -> None:
    at = {"Black_Knight": "red 1A 1K", "Orcs": "red 3K"}
    sitting = begin("judge", "Black_Knight", cards={"Black_Knight": "Steppe", "Orcs": "Ironpeaks"}, at=at)
    assert won(sitting, appointed="knight").over  # all knights are on cards, the one on this card as well
    assert sitting.now.at("Steppe") == "" and sitting.now.at("Capital").startswith("red 1A 1K")
    unwanted = judge("Black_Knight", "red 1A 1K", {"Millbrook": "red 3K"})
    assert won(unwanted, appointed="knight").play("decline").now.at("Millbrook") == "red 3K"


def test_survivors_may_be_taken_by_option() -> None:
    at = {"Black_Knight": "red 1A 1K", "Orcs": "red 3K"}
    cards = {"Black_Knight": "Steppe", "Orcs": "Ironpeaks"}
    sitting = won(begin("judge", "Black_Knight", cards=cards, at=at, survivors_help="yes"), appointed="knight")
    assert sitting.options == ["lodge red knight at Steppe", "lodge red knight at Eastwick", "decline"]


@proves("KH-132")
def test_even_from_the_tower() -> None:
    sitting = judge("Troll", "red 1A 1K", {"Capital": "red 7A", "Fernham": "red 1A", "Tower": "red 1A"})
    won(sitting, appointed="knight")
    assert "lodge red adventurer in Tower at Steppe" in sitting.options


# ---------------------------------------------------------------- rings


@proves("KH-134", "KH-138")
def test_a_ring_for_the_leader() -> None:
    sitting = won(judge("Excalibur", "red 2K 1A, blue 1K", region="Kingsmeadow"), appointed="knight")
    assert sitting.over and {hero.split("_")[0] for hero in sitting.now.rings} == {"Red"}
    (wearer,) = sitting.now.rings
    assert wearer.startswith("Red_knight") and sitting.now.where[wearer] == "Capital" and sitting.now.rings_left == 3
    turn = begin("turn", seat="Red", at={"Capital": "red 1K* 1K"})
    turn.play("Move a group / Capital / red knight (ring) / done / Owlwood / done")
    assert turn.now.at("Owlwood") == "red 1K*"  # it goes where he goes


@proves("KH-135")
def test_a_ring_for_the_only_other_one() -> None:
    sitting = won(judge("Excalibur", "red 3A 2M, blue 2K"), appointed="adventurer")
    assert sitting.now.leader is None  # it is over
    assert sitting.now.trophies("Red") == ["Excalibur"] and {h.split("_")[0] for h in sitting.now.rings} == {"Blue"}


@proves("KH-136")
def test_a_ring_is_lost_if_several_others_could_wear_it() -> None:
    sitting = won(judge("Excalibur", "red 3A 2M, blue 1K, green 1K"), appointed="adventurer")
    assert sitting.now.trophies("Red") and not sitting.now.rings and sitting.now.rings_left == 4


@proves("KH-136", "KH-137")
def test_nobody_wears_it() -> None:
    """The knights that served have fallen; and Sapphire takes no ring."""
    sitting = judge("Excalibur", "red 1A 3M, blue 1K, Sapphire").play("appoint red adventurer", "2", "bury red mage")
    sitting.play("bury blue knight", "bury red mage")
    assert sitting.over and not sitting.now.rings


@proves("KH-137", "KH-135")
def test_a_white_knight_is_nobody_else() -> None:
    sitting = won(judge("Excalibur", "red 3A, blue 1K, Sapphire"), appointed="adventurer")
    assert sitting.now.trophies("Red") and {h.split("_")[0] for h in sitting.now.rings} == {"Blue"}


@proves("KH-139")
def test_nobody_wears_two() -> None:
    other = won(judge("The_Shield_in_the_Tomb", "red 1A* 1K 1M, blue 1A"), appointed="adventurer")
    assert sorted(h.split("_")[0] for h in other.now.rings) == ["Blue", "Red"]  # red's only adventurer has one already
    alone = won(judge("Excalibur", "red 2K* 1A", region="Kingsmeadow"), appointed="knight")
    assert len(alone.now.rings) == 2 and alone.now.rings_left == 2


# ---------------------------------------------------------------- cards, hearts, crystals


@proves("KH-140")
def test_survivors_go_home() -> None:
    sitting = won(judge("Troll", "red 2A 1K, blue 2A", {"Steppe": "green 1A"}), appointed="knight")
    sitting.play("lodge red adventurer at Steppe")
    assert sitting.over and sitting.now.at("Capital") == "red 1A 1K, blue 2A, Sapphire, Zatorius"
    assert sitting.now.at("Steppe") == "red 1A, green 1A" and sitting.now.at("Troll") == ""


@proves("KH-141")
def test_the_leader_takes_the_card_and_hides_it() -> None:
    sitting = won(judge("Orcs", "red 3A", region="Ironpeaks"))
    assert sitting.now.where["Orcs"] == "trophies Red" and not sitting.now.missions

    def seen(seat: str) -> list[str | None]:
        place = next(p for p in sitting.match.view(seat).places if p.name == "trophies" and p.owner == "Red")
        return [piece.name for cell in place.cells for piece in cell.pieces]

    assert seen("Red") == ["Orcs"] and seen("Blue") == []
    hidden = next(p.hidden for p in sitting.match.view("Blue").places if p.name == "trophies" and p.owner == "Red")
    assert hidden == {"Mission": 1}


@proves("KH-147")
def test_a_heart_for_the_leader_of_the_princess() -> None:
    sitting = won(judge("Orcs", "red 3A, Sapphire", region="Ironpeaks"))
    assert sitting.now.hearts == {"Red": 1, "Blue": 0, "Green": 0} and sitting.now.hearts_left == 3
    assert sitting.now.trophies("Red") == ["Orcs"] and sitting.now.crowns["Red"] == 3 + 0
    assert set(sitting.now.crystals.values()) == {0}


@proves("KH-148")
def test_a_crystal_for_the_leader_of_the_wizard() -> None:
    sitting = won(judge("Medusa", "red 1M, blue 1A, Zatorius"), appointed="mage")
    assert sitting.now.crystals == {"Red": 1, "Blue": 0, "Green": 0} and sitting.now.crystals_left == 3
    assert set(sitting.now.hearts.values()) == {0}


@proves("KH-147", "KH-148")
@pytest.mark.parametrize("round", [3, 4])
def test_none_where_none_are_left(round: int) -> None:
    hearts = won(judge("Orcs", "red 3A, Sapphire", region="Ironpeaks", hearts=(0, 3, 1), round=round))
    assert hearts.now.hearts == {"Red": 0, "Blue": 3, "Green": 1} and hearts.now.hearts_left == 0
    crystals = won(judge("Medusa", "red 1M, blue 1A, Zatorius", crystals=(0, 3, 1), round=round), appointed="mage")
    assert crystals.now.crystals == {"Red": 0, "Blue": 3, "Green": 1} and crystals.now.crystals_left == 0


@proves("KH-149")
@pytest.mark.parametrize(("round", "won_hearts"), [(3, 1), (4, 3)])
def test_in_the_last_round_all_that_are_left(round: int, won_hearts: int) -> None:
    sitting = won(judge("Orcs", "red 3A, Sapphire", region="Ironpeaks", hearts=(0, 1, 0), round=round))
    assert sitting.now.hearts["Red"] == won_hearts
    wizard = won(judge("Medusa", "red 1M, blue 1A, Zatorius", crystals=(0, 1, 0), round=round), appointed="mage")
    assert wizard.now.crystals["Red"] == won_hearts
    led = won(judge("Medusa", "red 1A, blue 1A, Zatorius", round=round))
    assert set(led.now.crystals.values()) == {0} and led.now.crystals_left == 4  # he leads: nobody takes any
    both = won(judge("Medusa", "red 1A, blue 1A, Zatorius, Sapphire", round=round))
    assert both.now.hearts_left == 4 and set(both.now.hearts.values()) == {0}  # he leads, and the princess is with him
    failed = won(judge("Black_Dragon", "red 1A, Sapphire", round=round))
    assert set(failed.now.hearts.values()) == {0} and failed.now.hearts_left == 4


# ---------------------------------------------------------------- the tower


@proves("KH-153", "KH-154")
def test_the_tower_makes_mages() -> None:
    for home in ("Capital", "Westwood"):
        sitting = begin("training", at={"Tower": "red 1A"}, cards={"Giant_Spider": "Westwood"}, crowns=4)
        assert sitting.options == ["train red adventurer", "decline"]
        sitting.play("train red adventurer")
        assert sitting.options == ["Westwood", "Capital"]
        sitting.play(home)
        assert sitting.over and sitting.now.crowns["Red"] == 1 and sitting.now.at("Tower") == ""
        assert "red 1M" in sitting.now.at(home) and sitting.now.at("Giant_Spider") == ""
        assert len(sitting.now.spare("red", "A")) == 10


@proves("KH-155", "KH-153")
def test_who_does_not_pay_goes_back() -> None:
    declined = begin("training", at={"Tower": "red 1A, blue 1A"}, crowns=(4, 2, 0)).play("decline")
    assert declined.over and declined.now.at("Capital").startswith("red 1A, blue 1A") and declined.now.crowns["Red"] == 4
    full = begin("training", at={"Tower": "red 1A", "Steppe": "red 3M"}, crowns=9)
    assert full.over and full.now.at("Capital").startswith("red 1A")  # no mage is left in reserve


@proves("KH-082")
def test_a_ring_is_given_up_in_the_tower_too() -> None:
    sitting = begin("training", at={"Tower": "red 1A*"}, crowns=3).play("train red adventurer", "Capital")
    assert sitting.now.fame["red"] == 1 and not sitting.now.rings


@proves("KH-156")
def test_at_any_time_while_missions_are_judged() -> None:
    """Before a roll, and before a reward: the new mage frees an adventurer for the reserve just in time."""
    at = {"Troll": "red 1A 1K", "Capital": "red 8A", "Tower": "red 1A, blue 1A"}
    sitting = begin("resolution", cards={"Troll": "Steppe"}, at=at, crowns=3)
    assert sitting.options == ["appoint red adventurer", "appoint red knight", "train red adventurer"]
    sitting.play("appoint red knight")
    assert (sitting.who, sitting.options) == ("Red", ["train red adventurer", "go on"])  # before the roll
    sitting.play("go on")
    assert (sitting.who, sitting.options) == ("Blue", ["train blue adventurer", "go on"])
    sitting.play("train blue adventurer", "Capital", "4")
    assert "decline" in sitting.options and not sitting.now.spare("red", "A")  # nobody in reserve: only moving somebody
    sitting.play("train red adventurer", "Westwood")
    assert "lodge red adventurer at Steppe" in sitting.options
    sitting.play("lodge red adventurer at Steppe")
    assert sitting.now.at("Steppe") == "red 1A" and sitting.now.at("Westwood") == "red 1M"
    early = begin("turn", seat="Red", at={"Tower": "red 1A", "Steppe": "red 1K"}, crowns=9).play("Move a group")
    assert not any("train" in option for option in early.options)


# ---------------------------------------------------------------- wages


@proves("KH-157", "KH-158")
def test_wages() -> None:
    at = {"Capital": "red 5A 2K 1M", "Steppe": "red 2A", "Fernham": "red 1A", "Ironmine": "red 1A"}
    sitting = begin("wages", at=at, crowns=9).play("done")
    assert sitting.over and sitting.now.crowns["Red"] == 4 and sitting.now.at("Capital").startswith("red 5A 2K 1M")
    assert sitting.now.bank == 108 - 27 + 5
    broke = begin("wages", at={"Capital": "red 10A"}, crowns=0)
    while not broke.over and broke.who == "Red":
        broke.match.choose(0)
    assert broke.now.at("Capital") == "Sapphire, Zatorius" and len(broke.now.spare("red", "A")) == 10  # nobody is paid: all ten go


@proves("KH-158")
def test_who_is_not_paid_leaves() -> None:
    sitting = begin("wages", at={"Capital": "red 4A 1A*, blue 1A"}, crowns=(3, 1, 0))
    assert sitting.options == ["red adventurer"]  # at least two of the five; who wears a ring is asked for last
    sitting.play("red adventurer")
    assert sitting.options == ["red adventurer", "red adventurer (ring)"]
    sitting.play("red adventurer")
    assert sitting.options == ["red adventurer", "red adventurer (ring)", "done"]  # the others by choice
    sitting.play("red adventurer (ring)", "done")
    assert sitting.now.at("Capital").startswith("red 2A") and sitting.now.crowns["Red"] == 1
    assert not sitting.now.rings and len(sitting.now.spare("red", "A")) == 8
    assert sitting.play("blue adventurer").now.crowns["Blue"] == 1  # by choice
