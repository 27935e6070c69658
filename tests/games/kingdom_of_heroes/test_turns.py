"""The turn counter, the order of turns, and the parts of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.kingdom_of_heroes.table import Sitting, begin, started

proves = pytest.mark.proves


def first_round(sitting: Sitting) -> list[tuple[str, int]]:
    """Who takes turns, and where the marker stands: read off when the menu of moves is offered, once in each turn."""
    found: list[tuple[str, int]] = []
    while sitting.now.turn_space < 8:
        if sitting.asked == "choose":
            found.append((sitting.who or "", sitting.now.turn_space))
        sitting.stroll()
    return found


@proves("KH-051", "KH-052", "KH-053", "KH-054", "KH-089")
@pytest.mark.parametrize(("players", "space", "each"), [(3, 3, 5), (4, 4, 4)])
def test_turns_of_a_round(players: int, space: int, each: int) -> None:
    sitting = started(players, 3)
    starter, seats = sitting.now.starter, sitting.now.seats
    while sitting.asked == "dispatch":
        sitting.match.choose(0)
    assert sitting.now.turn_space == space and sitting.who == starter
    turns = first_round(sitting)
    assert len(turns) == players * each == {3: 15, 4: 16}[players]
    first = seats.index(starter)
    assert [who for who, _ in turns] == [seats[(first + i) % players] for i in range(players * each)]
    assert [at for who, at in turns if who == starter] == list(range(space, 8))  # the first turn is where the marker was put


@proves("KH-055", "KH-056")
def test_first_move_then_promote_then_recruit() -> None:
    sitting = begin("turn", seat="Red", at={"Capital": "red 3A"}, crowns=20)
    assert sitting.options == ["Move a group", "Move two heroes one after the other"]  # nothing else, and no way out
    sitting.play("Move a group / Capital / red adventurer / done / Northwood / done")
    assert (sitting.asked, sitting.options) == ("promote", ["promote red adventurer", "decline"])
    sitting.play("decline")
    assert sitting.asked == "recruit"
    sitting.play("recruit red adventurer at Capital / decline")
    assert sitting.over and sitting.now.at("Capital").startswith("red 3A")  # who was recruited has not moved


@proves("KH-055")
def test_both_are_optional() -> None:
    sitting = begin("turn", seat="Red", at={"Capital": "red 3A"}, crowns=20)
    sitting.play("Move a group / Capital / red adventurer / done / Northwood / done / decline / decline")
    assert sitting.over and sitting.now.crowns["Red"] == 20


@proves("KH-056", "KH-088")
def test_whoever_can_move_must() -> None:
    for place in ("Fernham", "Steppe", "Capital"):
        sitting = begin("turn", seat="Red", at={place: "red 1M"})
        assert sitting.asked == "choose" and "decline" not in sitting.options and "done" not in sitting.options


@proves("KH-088", "KH-061", "KH-070")
def test_whoever_cannot_move_passes_or_recruits() -> None:
    at = {"Orcs": "red 2A", "Sandmine": "red 1A", "Tower": "red 1A"}
    sitting = begin("turn", seat="Red", cards={"Orcs": "Ironpeaks"}, at=at)
    assert sitting.over  # no money, no move: a pass
    rich = begin("turn", seat="Red", cards={"Orcs": "Ironpeaks"}, at=at, crowns=5)
    assert rich.options == ["recruit red adventurer at Capital", "decline"]
    rich.play("recruit red adventurer at Capital / decline")
    assert rich.over and rich.now.at("Capital").startswith("red 1A")  # who cannot move any more this turn


# ---------------------------------------------------------------- promoting


def town(at: str, crowns: int, elsewhere: dict[str, str] | None = None, **position: Any) -> Sitting:
    """After the movement of a turn: what can be promoted."""
    sitting = begin("promotion", "red", seat="Red", at={"Capital": at, **(elsewhere or {})}, crowns=crowns, **position)
    return sitting


@proves("KH-078", "KH-079")
def test_adventurers_of_the_capital_become_knights() -> None:
    sitting = town("red 3A", 7, {"Fernham": "red 2A", "Steppe": "red 1A"})
    sitting.play("promote red adventurer", "promote red adventurer")
    assert sitting.over  # one crown is left
    assert sitting.now.crowns["Red"] == 1 and sitting.now.bank == 108 - 3 * 7 + 6
    assert sitting.now.at("Capital").startswith("red 1A 2K")
    assert sitting.now.at("Fernham") == "red 2A" and sitting.now.at("Steppe") == "red 1A"
    assert town("red 1K 1M", 20, {"Fernham": "red 2A", "Steppe": "red 1A"}).over  # nobody to promote in the capital


@proves("KH-079")
def test_a_promotion_costs_three() -> None:
    assert town("red 3A", 2).over
    assert town("red 3A", 3).play("promote red adventurer").over


@proves("KH-080")
def test_knights_come_from_the_reserve() -> None:
    assert town("red 3A 2K", 20, {"Steppe": "red 2K"}).over
    sitting = town("red 3A", 20, {"Steppe": "red 3K"})
    sitting.play("promote red adventurer")
    assert sitting.over and sitting.now.at("Capital").startswith("red 2A 1K")
    turn = begin("turn", seat="Red", at={"Capital": "red 3A 1K", "Steppe": "red 3K"}, crowns=9)
    assert turn.why("promote", hero="Red_adventurer_1").reason == "There is no knight in your reserve."


@proves("KH-081")
def test_who_is_replaced_can_be_recruited_at_once() -> None:
    sitting = begin("turn", seat="Red", at={"Capital": "red 10A"}, crowns=5)
    sitting.play("Move a group / Capital / red adventurer / done / Northwood / done")
    assert not sitting.now.spare("red", "A")
    sitting.play("promote red adventurer")
    assert len(sitting.now.spare("red", "A")) == 1
    sitting.play("recruit red adventurer at Capital")
    assert sitting.over and sitting.now.crowns["Red"] == 0 and sitting.now.at("Capital").startswith("red 9A 1K")


@proves("KH-082")
def test_a_promoted_hero_gives_up_the_ring_for_fame() -> None:
    sitting = town("red 1A 1A*", 6)
    assert sitting.options == ["promote red adventurer", "promote red adventurer (ring)", "decline"]  # it is your choice whom
    sitting.play("promote red adventurer (ring)")
    assert sitting.now.fame["red"] == 1 and not sitting.now.rings and sitting.now.rings_left == 4
    sitting.play("promote red adventurer")
    assert sitting.now.fame["red"] == 1


# ---------------------------------------------------------------- recruiting


def hiring(at: dict[str, str], crowns: int, **position: Any) -> Sitting:
    return begin("recruitment", "red", seat="Red", at=at, crowns=crowns, **position)


@proves("KH-083", "KH-084")
def test_adventurers_for_two_crowns_in_the_capital() -> None:
    sitting = hiring({"Steppe": "red 7A"}, 9)  # nobody of red is in the capital: none is needed
    assert sitting.options == ["recruit red adventurer at Capital", "decline"]  # no knight, no mage
    sitting.play("recruit red adventurer at Capital", "recruit red adventurer at Capital", "recruit red adventurer at Capital")
    assert sitting.over and sitting.now.crowns["Red"] == 3 and sitting.now.at("Capital").startswith("red 3A")
    assert hiring({"Steppe": "red 10A"}, 9).over  # only from the reserve
    assert hiring({}, 1).over
    turn = begin("turn", seat="Red", at={"Capital": "red 1A"}, crowns=9)
    refused = turn.why("recruit", hero="Red_knight_1", at="Capital")
    assert refused.reason == "Only adventurers of the reserve can be recruited."


@proves("KH-085", "KH-083")
def test_one_crown_in_a_village_where_you_are() -> None:
    sitting = hiring({"Fernham": "red 1M", "Millbrook": "blue 1A"}, 1)
    assert sitting.options == ["recruit red adventurer at Fernham", "decline"]  # not where only others are
    sitting.play("recruit red adventurer at Fernham")
    assert sitting.over and sitting.now.crowns["Red"] == 0 and sitting.now.at("Fernham") == "red 1A 1M"
    turn = begin("turn", seat="Red", at={"Kingsmeadow": "red 1A"}, crowns=1)
    turn.play("Move a group / Kingsmeadow / red adventurer / Millbrook / done")
    assert turn.options == ["recruit red adventurer at Millbrook", "decline"]  # who has just come counts


@proves("KH-086", "KH-074")
def test_no_more_than_four_in_a_village() -> None:
    sitting = hiring({"Fernham": "red 1A 1K 1M, blue 4A"}, 1)
    sitting.play("recruit red adventurer at Fernham")
    assert sitting.over and sitting.now.at("Fernham") == "red 2A 1K 1M, blue 4A"
    full = hiring({"Fernham": "red 4A"}, 9)
    assert full.options == ["recruit red adventurer at Capital", "decline"]
    turn = begin("turn", seat="Red", at={"Fernham": "red 4A"}, crowns=1)
    assert turn.why("recruit", hero="Red_adventurer_5", at="Fernham").reason == "A village never holds more than four heroes of a colour."


@proves("KH-087")
def test_in_several_places() -> None:
    sitting = hiring({"Fernham": "red 1K", "Sandford": "red 1K"}, 9)
    sitting.play("recruit red adventurer at Fernham", "recruit red adventurer at Fernham", "decline")
    sitting.play("recruit red adventurer at Sandford", "decline", "recruit red adventurer at Capital", "decline")
    assert sitting.over and sitting.now.crowns["Red"] == 9 - 2 - 1 - 2
    assert [sitting.now.at(place) for place in ("Fernham", "Sandford")] == ["red 2A 1K", "red 1A 1K"]
