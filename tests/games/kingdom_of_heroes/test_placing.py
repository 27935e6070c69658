"""The start of a round: map card, missions that move on, new missions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.kingdom_of_heroes.ledger import CARDS, REGIONS, chart
from tests.games.kingdom_of_heroes.table import begin, looked_at, started

proves = pytest.mark.proves
EMPTY = ["Map_2", "Map_3", "Map_4", "Map_5"]


def dealt(letter: str, **position: Any) -> dict[str, str]:
    """The cards in the regions after one card of a letter has been placed."""
    return begin("deal", letter, **position).now.missions


def round_of(**position: Any) -> dict[str, str]:
    return begin("deal_missions", **position).now.missions


@proves("KH-031", "KH-032")
@pytest.mark.parametrize("name", ["Map_1", "Map_2", "Map_3", "Map_4", "Map_5"])
def test_lowest_number_without_a_card(name: str) -> None:
    """Every icon, on every map card: the first card to the lowest number, the next one to the next."""
    numbers = chart(name)
    for icon, ids in {"ME": "Troll Black_Knight", "MO": "Orcs Mountain_of_the_Griffin", "EA": "Succubus Vampires"}.items():
        cards = [CARDS[id] for id in ids.split()]
        assert all(card.icon == icon for card in cards)
        order = sorted(cards[0].regions, key=lambda region: numbers[region][0])
        sitting = looked_at(chart=name)
        assert sitting.ask("landing", cards[0].id) == sitting.eyes.sites[order[0]]
        sitting = looked_at(chart=name, cards={cards[0].id: order[0]})
        assert sitting.ask("landing", cards[1].id) == sitting.eyes.sites[order[1]]


@proves("KH-032", "KH-041")
def test_heroes_do_not_fill_a_region() -> None:
    """A knight stands in the meadow with the lowest number: the card comes there, and he is not on it."""
    sitting = begin("deal", "A", chart="Map_3", stacks={"A": "Troll"}, at={"Kingsmeadow": "red 1K"})
    assert sitting.now.missions == {"Kingsmeadow": "Troll"}
    assert sitting.now.at("Kingsmeadow") == "red 1K" and sitting.now.at("Troll") == ""


@proves("KH-033")
def test_cards_without_a_region_go_under_the_stack() -> None:
    mountains = {"Black_Dragon": "Ironpeaks", "Red_Dragon": "Greyridge", "Minotaur": "Dawnpeaks"}
    sitting = begin("deal", "A", cards=mountains, stacks={"A": "Orcs Tower_of_Despair Desert_Assassin Troll Medusa"})
    assert sitting.now.where["Desert_Assassin"] == "Saltcoast"
    assert sitting.now.stacks["A"] == ["Troll", "Medusa", "Orcs", "Tower_of_Despair"]  # in the order in which they went there


@proves("KH-033")
def test_a_stack_that_has_nothing_to_offer_is_passed_over() -> None:
    mountains = {"Black_Dragon": "Ironpeaks", "Red_Dragon": "Greyridge", "Minotaur": "Dawnpeaks"}
    sitting = begin("deal", "A", cards=mountains, stacks={"A": "Orcs Tower_of_Despair"})
    assert sitting.now.stacks["A"] == ["Orcs", "Tower_of_Despair"] and len(sitting.now.missions) == 3
    assert begin("deal", "A", cards=mountains, stacks={}).now.missions.keys() == set(mountains.values())


@proves("KH-034", "KH-012")
def test_circles_decide_only_between_equal_numbers() -> None:
    for name in ("Map_1", *EMPTY):
        numbers = chart(name)
        order = sorted(CARDS["Medusa"].regions, key=lambda region: (numbers[region][0], not numbers[region][1]))
        taken: dict[str, str] = {}
        for filler, region in zip(("Troll", "Desert_Assassin", "Giant_Spider"), order, strict=False):
            sitting = looked_at(chart=name, cards=taken)
            assert sitting.ask("landing", "Medusa") == sitting.eyes.sites[region], (name, taken)
            taken[filler] = region


@proves("KH-035", "KH-036", "KH-037", "KH-040")
def test_ten_cards_two_of_each_letter() -> None:
    """Every first round, whatever the shuffle, the map card and the number of players."""
    for seed in range(30):
        now = started(3 + seed % 2, seed).now
        placed = now.missions.values()
        assert len(placed) == 10
        assert Counter(CARDS[card].letter for card in placed) == dict.fromkeys("ABCDE", 2)


@proves("KH-035")
def test_in_alphabetical_order_twice() -> None:
    """Each stack offers meadows first. A has the best of them; B, C and D follow; so does E, whose card finds no meadow any more."""
    stacks = {
        "A": "Troll Orcs",
        "B": "Black_Knight Lizard_Men",
        "C": "Excalibur Minotaur",
        "D": "Castle_of_the_Traitor Temple_of_the_Serpent",
        "E": "Barbarian_Invasion Bone_Dragon Black_Dragon",
    }
    sitting = begin("deal_missions", chart="Map_1", stacks=stacks)
    now = sitting.now
    assert [now.where[card] for card in ("Troll", "Black_Knight", "Excalibur")] == ["Gullmeadow", "Steppe", "Kingsmeadow"]
    assert now.where["Temple_of_the_Serpent"] == "Saltcoast"  # D was next, and had no meadow left: the desert with number 1
    assert now.where["Bone_Dragon"] == "Northwood"
    assert now.where["Orcs"] == "Dawnpeaks" and now.where["Lizard_Men"] == "Lowdunes"  # and again from A
    assert now.stacks["D"] == ["Castle_of_the_Traitor"] and now.stacks["E"] == ["Barbarian_Invasion"]
    assert now.where["Minotaur"] == "Ironpeaks" and now.where["Black_Dragon"] == "Greyridge"


@proves("KH-037")
def test_two_regions_stay_free() -> None:
    """Ten cards lie there: no more. With nine, the very next one is the last, in the middle of a pass."""
    cards = "Troll Orcs Medusa Desert_Assassin Giant_Spider Black_Knight Mountain_of_the_Griffin Lizard_Men The_Blue_Rose Excalibur"
    where = "Kingsmeadow Ironpeaks Westwood Saltcoast Northwood Gullmeadow Greyridge Lowdunes Owlwood Steppe"
    ten = dict(zip(cards.split(), where.split(), strict=True))
    stacks = {"A": "Warriors_from_the_East", "B": "Scepter_of_the_Dead_King", "C": "Minotaur"}
    assert len(round_of(cards=ten, stacks=stacks)) == 10
    nine = {card: region for card, region in ten.items() if card != "Excalibur"}
    found = round_of(cards=nine, stacks=stacks)
    assert len(found) == 10 and "Warriors_from_the_East" in found.values()
    assert not {"Scepter_of_the_Dead_King", "Minotaur"} & set(found.values())


@proves("KH-038")
def test_three_red_cards_at_most() -> None:
    stacks = {"E": "Bone_Dragon Barbarian_Invasion", "A": "Giant_Spider Troll"}
    two = {"Black_Dragon": "Ironpeaks", "Worm_of_Fear": "Saltcoast"}
    found = round_of(cards=two, stacks=stacks)
    assert sum(CARDS[card].hue == "red" for card in found.values()) == 3 and "Barbarian_Invasion" not in found.values()
    assert {"Giant_Spider", "Troll"} <= set(found.values())  # the other stacks go on
    three = {**two, "Monster_of_the_Abyss": "Gullmeadow"}
    assert "Bone_Dragon" not in round_of(cards=three, stacks=stacks).values()


@proves("KH-039")
def test_four_yellow_cards_at_most() -> None:
    stacks = {"C": "Excalibur Sorceress", "D": "Vampires Temple_of_the_Serpent", "E": "Worm_of_Fear", "B": "Black_Knight"}
    three = {"Minotaur": "Ironpeaks", "Ghost_Ship": "Gullmeadow", "Green_Dragon": "Owlwood"}
    found = set(round_of(cards=three, stacks=stacks).values())
    assert found == {*three, "Excalibur", "Black_Knight", "Worm_of_Fear"}  # one C, no D, and again neither


@proves("KH-040")
def test_any_number_of_blue_cards() -> None:
    blue = {"Troll": "Gullmeadow", "Orcs": "Ironpeaks", "Giant_Spider": "Northwood", "Desert_Assassin": "Saltcoast", "Medusa": "Westwood"}
    found = round_of(cards=blue, stacks={"A": "Warriors_from_the_East Tower_of_Despair", "B": "Black_Knight Lizard_Men"})
    assert len(found) == 9 and all(CARDS[card].hue == "blue" for card in found.values())


def test_more_passes_by_option() -> None:
    assert len(round_of(stacks={"A": "Orcs Troll Medusa"})) == 2
    assert len(round_of(stacks={"A": "Orcs Troll Medusa"}, passes="3")) == 3


# ---------------------------------------------------------------- a new round


@proves("KH-160", "KH-161", "KH-031", "KH-026")
def test_marker_and_map_card_of_a_new_round() -> None:
    sitting = started(3, 2, endurance="13")
    starters, charts = [sitting.now.starter], [on_table(sitting.now.where)]
    while not sitting.over:
        if sitting.now.round > len(starters):
            starters.append(sitting.now.starter)
            charts.append(on_table(sitting.now.where))
        sitting.match.choose(0)
    seats = sitting.now.seats
    first = seats.index(starters[0])
    assert starters == [seats[(first + i) % 3] for i in range(4)] and starters[0] == starters[3]
    assert len(set(charts)) == 4  # never the same again, and none is shuffled back
    assert sum(at == "charts" for at in sitting.now.where.values()) == 1


def on_table(where: dict[str, str]) -> str:
    return next(card for card, at in where.items() if at == "table")


@proves("KH-162")
def test_what_was_not_fulfilled_stays() -> None:
    cards = {"Orcs": "Ironpeaks", "Troll": "Kingsmeadow"}
    sitting = begin("new_round", cards=cards, at={"Orcs": "red 2A, blue 1K"}, chart="Map_2", round=1, stacks={})
    assert sitting.now.missions == {"Ironpeaks": "Orcs", "Kingsmeadow": "Troll"} and sitting.now.at("Orcs") == "red 2A, blue 1K"
    turn = begin("turn", seat="Red", cards=cards, at={"Orcs": "red 2A", "Capital": "red 1K"}, round=2)
    turn.play("Move a group")
    assert turn.options == ["Capital"]  # those on the card are bound to it in later rounds as well


@proves("KH-163")
def test_a_mission_moves_on_with_its_heroes() -> None:
    """The new starting player takes the ship with all aboard to any free region on the coast, before new cards are drawn."""
    sitting = begin(
        "new_round",
        cards={"Ghost_Ship": "Gullmeadow", "Desert_Assassin": "Saltcoast", "Black_Knight": "Steppe"},
        at={"Ghost_Ship": "red 2A, Zatorius"},
        starter="Red",
        stacks={"A": "Medusa"},
    )
    assert sitting.who == "Blue"  # who has just become the starting player
    assert set(sitting.options) == {"send Ghost Ship to Westwood", "send Ghost Ship to Lowdunes"}
    assert sitting.now.stacks["A"] == ["Medusa"]
    sitting.play("send Ghost Ship to Lowdunes")
    assert sitting.now.where["Ghost_Ship"] == "Lowdunes" and sitting.now.at("Ghost_Ship") == "red 2A, Zatorius"
    assert sitting.now.where["Medusa"] in REGIONS and sitting.now.region_of("Zatorius") == "Lowdunes"


@proves("KH-163", "KH-162")
def test_a_mission_that_finds_no_free_region_stays() -> None:
    coast = {"Ghost_Ship": "Gullmeadow", "Desert_Assassin": "Saltcoast", "Giant_Spider": "Westwood", "Lizard_Men": "Lowdunes"}
    sitting = begin("new_round", cards=coast, at={"Ghost_Ship": "red 1K"}, stacks={})
    assert sitting.over and sitting.now.where["Ghost_Ship"] == "Gullmeadow"
    other = begin("new_round", cards={"Orcs": "Ironpeaks"}, stacks={})
    assert other.over and other.now.missions == {"Ironpeaks": "Orcs"}  # nothing is said on this card about moving


def test_a_mission_that_goes_next_door_instead() -> None:
    sitting = begin("new_round", cards={"Ghost_Ship": "Gullmeadow"}, stacks={}, roaming="neighbours")
    assert {option.split()[-1] for option in sitting.options} == {"Westwood", "Lowdunes", "Kingsmeadow"}


@proves("KH-163")
def test_the_starting_player_decides_which_mission_moves_on_first() -> None:
    """The ship has no free coast while the worm is on Lowdunes; if the worm goes first, the ship can follow."""
    cards = {"Ghost_Ship": "Saltcoast", "Worm_of_Fear": "Lowdunes", "Giant_Spider": "Westwood", "Desert_Assassin": "Gullmeadow"}
    sitting = begin("new_round", cards=cards, starter="Red", stacks={})
    assert sitting.who == "Blue" and all(option.startswith("send Worm of Fear to ") for option in sitting.options)
    sitting.play(sitting.options[0])
    assert sitting.who == "Blue" and list(sitting.options) == ["send Ghost Ship to Lowdunes"]
    sitting.play("send Ghost Ship to Lowdunes")
    assert sitting.over and sitting.now.where["Ghost_Ship"] == "Lowdunes"


@proves("KH-163")
def test_any_of_several_missions_can_move_on_first() -> None:
    sitting = begin("new_round", cards={"Ghost_Ship": "Saltcoast", "Worm_of_Fear": "Lowdunes"}, starter="Red", stacks={})
    assert {" ".join(option.split()[1:3]) for option in sitting.options} == {"Ghost Ship", "Worm of"}
    first = next(option for option in sitting.options if "Worm" in option)
    sitting.play(first)
    assert not any("Worm" in option for option in sitting.options)  # each moves on once
