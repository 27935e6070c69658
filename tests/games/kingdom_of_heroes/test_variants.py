"""Two players with two colours each, and the game of three rounds."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rulewright.play import load
from rulewright.play.errors import BadGame, PlayError
from tests.games.kingdom_of_heroes.ledger import CARDS
from tests.games.kingdom_of_heroes.position import COLOURS, class_of
from tests.games.kingdom_of_heroes.table import Sitting, begin, looked_at, started
from tests.games.kingdom_of_heroes.test_casualties import fallen
from tests.games.kingdom_of_heroes.test_missions import judge
from tests.games.kingdom_of_heroes.test_rewards import won

proves = pytest.mark.proves
THREE = "Three rounds"

# ---------------------------------------------------------------- two colours each


@proves("KH2-001")
def test_setting_up_for_two() -> None:
    now = started(2, chance="ask").now
    assert now.owners == {"red": "Red", "green": "Red", "blue": "Blue", "yellow": "Blue"} and now.crowns == {"Red": 15, "Blue": 15}
    for colour in COLOURS:
        assert Counter(class_of(h) for h in now.heroes("Capital", colour)) == {"A": 5, "K": 1, "M": 1}
        assert Counter(class_of(h) for h in now.heroes(f"reserve {colour}", colour)) == {"A": 3, "K": 2, "M": 1}


@proves("KH2-002", "KH2-004", "KH-052")
def test_seven_turns_each_in_any_order_of_colours() -> None:
    sitting = started(2, 5)
    while sitting.asked == "dispatch":
        sitting.match.choose(0)
    assert sitting.now.turn_space == 1
    turns, starter = [], sitting.now.starter
    while sitting.now.turn_space < 8:
        if sitting.asked == "choose colour":
            assert len(sitting.options) == 2
            turns.append(sitting.who)
        sitting.stroll()  # always the same colour
    assert turns == [starter, "Blue" if starter == "Red" else "Red"] * 7


@proves("KH2-003")
def test_one_colour_in_a_turn() -> None:
    sitting = begin("turn", seat="Red", players=2, at={"Capital": "red 2A, green 2A"}, crowns=20)
    assert (sitting.asked, sitting.options) == ("choose colour", ["red", "green"])
    sitting.play("green / Move a group / Capital / green adventurer / done / Northwood / done")
    assert sitting.options == ["promote green adventurer", "decline"]
    sitting.play("decline")
    assert sitting.options == ["recruit green adventurer at Capital", "decline"]
    stuck = begin("turn", seat="Red", players=2, at={"Sandmine": "red 1A", "Capital": "green 1A"})
    assert stuck.options == ["green"]  # who can move must
    nobody = begin("turn", seat="Red", players=2, at={"Sandmine": "red 1A", "Tower": "green 1A"}, crowns=2)
    assert nobody.options == ["red", "green"]
    assert nobody.play("red").options == ["recruit red adventurer at Capital", "decline"]


@proves("KH2-005")
def test_colours_are_apart() -> None:
    village = begin("turn", seat="Red", players=2, at={"Westwood": "red 4A", "Fernham": "green 4A"})
    village.play("red / Move a group / Westwood", *["red adventurer"] * 4)
    assert "Fernham" in village.options
    mine = begin("turn", seat="Red", players=2, at={"Millbrook": "red 1A", "Ironmine": "green 1A"})
    mine.play("red / Move a group / Millbrook / red adventurer / Ironpeaks / station red adventurer at Ironmine")
    assert mine.now.at("Ironmine") == "red 1A, green 1A"
    assert begin("resolution", players=2, at={"Ironmine": "red 1A, green 1A"}).now.crowns == {"Red": 6, "Blue": 0}
    drafted = begin("turn", seat="Red", players=2, cards={"Orcs": "Kingsmeadow"}, at={"Orcs": "green 3A", "Capital": "red 2A"})
    drafted.play("red / Move a group / Capital / red adventurer / red adventurer / Kingsmeadow")
    assert "done" not in drafted.options  # green's three do not excuse red
    value = looked_at(players=2, cards={"Orcs": "Ironpeaks"}, at={"Orcs": "red 2A, green 2A, blue 3A"})
    assert [value.ask("force", "Orcs", colour) for colour in ("red", "green", "blue")] == [4, 4, 6]


@proves("KH2-005")
def test_a_one_costs_each_colour_a_hero() -> None:
    sitting = judge("Orcs", "red 2A, green 2A, blue 1A", players=2).play("red", "appoint red adventurer", "1")
    assert fallen(sitting) == ["red", "green", "blue"]


@proves("KH2-005")
def test_a_ring_is_lost_between_two_colours_of_one_player() -> None:
    lost = won(judge("Excalibur", "red 3A 2M, blue 1K, yellow 1K", players=2), appointed="adventurer")
    assert lost.now.trophies("Red") and not lost.now.rings
    sister = won(judge("Excalibur", "red 3A 2M, green 2K", players=2), appointed="adventurer")
    assert {hero.split("_")[0] for hero in sister.now.rings} == {"Green"}  # the leader is a colour, not a player


@proves("KH2-006")
def test_the_player_names_the_colour_that_leads() -> None:
    sitting = judge("Orcs", "red 2A, green 2A, blue 1A", players=2, starter="Blue")
    assert (sitting.who, sitting.options) == ("Red", ["red", "green"])
    assert sitting.play("green").now.leader == "green" and sitting.options == ["appoint green adventurer"]
    both = judge("Orcs", "red 2A, green 2A, blue 2A, yellow 2A", players=2, starter="Blue")
    assert (both.who, both.options) == ("Blue", ["blue", "yellow"])  # first the order of turns, then the player's choice
    other = judge("Orcs", "red 2A, blue 2A", players=2, starter="Blue")
    assert other.now.leader == "blue"


@proves("KH2-007", "KH2-009")
def test_thirteen_crowns() -> None:
    sitting = judge("Two_Headed_Ogre", "blue 3A, red 2A, green 2A", players=2, region="Gullmeadow")
    assert sitting.now.leader == "blue" and sitting.now.fame == {"red": 2, "blue": 2, "green": 2, "yellow": 0}
    sitting.play("appoint blue adventurer", "3")
    assert fallen(sitting) == ["blue", "red", "green"]
    assert sitting.over and sitting.now.crowns == {"Red": 6, "Blue": 4} and sitting.now.bank == 98
    assert sitting.now.at("Capital") == "red 1A, blue 2A, green 1A, Sapphire, Zatorius"


@proves("KH2-008")
def test_one_purse_and_one_collection() -> None:
    sitting = won(judge("Orcs", "green 3A, Sapphire", players=2, crowns=(0, 5), region="Ironpeaks"))
    assert sitting.now.crowns == {"Red": 3, "Blue": 5} and sitting.now.trophies("Red") == ["Orcs"] and sitting.now.hearts["Red"] == 1
    pays = begin("recruitment", "red", seat="Red", players=2, crowns=(2, 0)).play("recruit red adventurer at Capital")
    assert pays.over and pays.now.crowns["Red"] == 0  # what green has earned


@proves("KH2-009")
def test_fame_of_both_colours_is_added() -> None:
    assert looked_at(players=2, fame=(7, 1, 5, 2)).score["Red"]["fame"] == 12
    assert looked_at(players=2, fame=(7, 1, 5, 2)).score["Blue"]["fame"] == 3
    tokens = looked_at(players=2, at={"Steppe": "red 1A*, green 1K*"})
    assert tokens.score["Red"]["tokens"] == 2


@proves("KH2-010")
def test_everything_else_is_the_same() -> None:
    """Four rounds, the collapse, wages of both colours, and the right to win."""
    rounds = set()
    sitting = started(2, 1, endurance="13")
    dice = Random(1)
    while not sitting.over:
        rounds.add(sitting.now.round)
        sitting.match.choose(dice.randrange(len(sitting.options)))
    assert rounds == {1, 2, 3, 4}
    collapse = begin("play", players=2, stacks={"A": "Orcs Troll", "B": "Lizard_Men The_Blue_Rose", "C": "Vampires Minotaur"}, round=0)
    while not collapse.over:
        collapse.stroll()
    assert collapse.match.outcome is not None and collapse.match.outcome.kind == "loss"
    wages = begin("wages", players=2, at={"Capital": "red 2A, green 2A"}, crowns=(3, 0)).play("done")
    assert wages.options == ["green adventurer"]  # one crown is left for two
    assert looked_at(players=2, trophies={"Red": "Troll"}).ask("eligible", "Red") == 0
    assert looked_at(players=2, trophies={"Red": "Tower_of_Despair"}).ask("eligible", "Red") == 1


# ---------------------------------------------------------------- three rounds


@proves("KH3-001", "KH3-004")
def test_three_rounds_for_three() -> None:
    with pytest.raises((BadGame, PlayError)):
        load("kingdom_of_heroes", players=4, variants=(THREE,), engine="interpreter")
    sitting = started(3, 3, variant=THREE, endurance="13")
    seats = sitting.now.seats
    first = {1: sitting.now.starter}
    while not sitting.over:
        first.setdefault(sitting.now.round, sitting.now.starter)
        sitting.match.choose(0)
    assert set(first) == {1, 2, 3}
    last = {seats[(seats.index(starter) + 2) % 3] for starter in first.values()}
    assert last == set(seats)  # everybody is last once


@proves("KH3-002")
def test_smaller_stacks() -> None:
    removed = Counter[str]()
    for seed in range(16):
        now = stacked(seed).now
        sizes = {letter: sum(CARDS[c].letter == letter and at != "box" for c, at in now.where.items() if c in CARDS) for letter in "ABCDE"}
        assert sizes == {"A": 6, "B": 6, "C": 8, "D": 8, "E": 8}
        assert all(at == f"stack {CARDS[c].letter.lower()}" for c, at in now.where.items() if c in CARDS and at.startswith("stack"))
        out = [card for card, at in now.where.items() if card in CARDS and at == "box"]
        assert not any(CARDS[card].heart for card in out)
        removed.update(out)
    assert len(removed) == 13  # all others of A and B have been removed at some time
    assert sum(CARDS[card].heart for card in CARDS if CARDS[card].letter in {"A", "B"}) == 3
    view = stacked(0).match.view("Red")
    assert not any("box" in place.name for place in view.places)  # nobody sees what was removed


def stacked(seed: int) -> Sitting:
    return started(3, seed, variant=THREE)


@proves("KH3-003")
def test_three_hearts_and_crystals() -> None:
    now = stacked(0).now
    assert (now.hearts_left, now.crystals_left) == (3, 3)


@proves("KH3-004")
@pytest.mark.parametrize(("round", "hearts"), [(2, 1), (3, 2)])
def test_the_third_round_is_the_last(round: int, hearts: int) -> None:
    position: dict[str, Any] = {"region": "Ironpeaks", "hearts": (0, 1, 0), "tokens": 3, "variant": THREE}
    sitting = won(judge("Orcs", "red 3A, Sapphire", round=round, **position))
    assert sitting.now.hearts["Red"] == hearts


@proves("KH3-005")
def test_otherwise_as_for_three() -> None:
    sitting = stacked(1)
    now = sitting.now
    assert set(now.crowns.values()) == {12}
    for colour in COLOURS[:3]:
        assert Counter(class_of(h) for h in now.heroes("Capital", colour)) == {"A": 7, "K": 1, "M": 1}
    while sitting.asked == "dispatch":
        sitting.match.choose(0)
    turns = 0
    while sitting.now.turn_space < 8:
        turns += sitting.asked == "choose"
        sitting.stroll()
    assert turns == 15 and len(now.missions) == 10
