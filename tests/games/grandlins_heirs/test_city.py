"""The city: no fights, four facilities, one of them a day."""

from __future__ import annotations

import pytest

from tests.games.grandlins_heirs import ledger
from tests.games.grandlins_heirs.table import begin

proves = pytest.mark.proves


@proves("GH-079")
@pytest.mark.parametrize("square", sorted(ledger.CITY))
def test_nobody_fights_in_the_city(square: str) -> None:
    sitting = begin(f"{square} G0", square).play("roll 1", "rest")
    assert "attack" not in sitting.actions
    outside = begin("D4", "D4").play("roll 1", "rest")
    assert "attack Blue" in outside.moves


@proves("GH-084")
def test_one_facility_a_day() -> None:
    """After the tavern he has no step left, and after his visit there is no other on this day."""
    sitting = begin("F4", "A9").play("roll 6", "walk E4", "rest", "work")
    assert sitting.man().gold == 7 and sitting.now.stage == "conjuring"
    assert not {"train", "heal", "detoxify", "buy", "work", "walk"} & sitting.actions


@proves("GH-085")
def test_who_stays_can_use_it_again() -> None:
    sitting = begin("E4", "A9").play("roll 5", "rest", "work", "Play no card").tomorrow().play("roll 5", "rest")
    assert "work" in sitting.moves
    assert sitting.play("work").man().gold == 9


@proves("GH-086")
@pytest.mark.parametrize(("before", "after"), [(5, 7), (14, 15), (15, 15), (0, 2)])
def test_two_gold_in_the_tavern(before: int, after: int) -> None:
    sitting = begin(f"E4 G{before}", "A9").play("roll 1", "rest")
    assert sitting.moves == {"work", "decline"}
    assert sitting.play("work").man().gold == after


@proves("GH-086")
def test_nobody_has_to_work() -> None:
    assert begin("E4", "A9").play("roll 1", "rest", "decline").man().gold == 5


@proves("GH-087", "GH-093")
def test_the_healer_stops_the_poison_for_five() -> None:
    sitting = begin("E5 H6 G5 psn", "A9").play("roll 1", "rest", "detoxify")
    man = sitting.man()
    assert (man.poisoned, man.health, man.gold) == (False, 6, 0)
    assert "detoxify" not in begin("E5 H6 G4 psn", "A9").play("roll 1", "rest").actions
    assert "detoxify" not in begin("E5 H6 G9", "A9").play("roll 1", "rest").actions


@proves("GH-088")
def test_three_health_for_one_gold() -> None:
    sitting = begin("E5 H5 G4", "A9").play("roll 1", "rest", "heal 3")
    assert (sitting.man().health, sitting.man().gold) == (14, 1)
    sitting.play("heal 1")  # two points of it are lost
    assert (sitting.man().health, sitting.man().gold) == (15, 0)


@proves("GH-088")
def test_one_by_one_or_at_once() -> None:
    one_by_one = begin("E5 H2 G9", "A9").play("roll 1", "rest", "heal 1", "heal 1", "heal 1")
    at_once = begin("E5 H2 G9", "A9").play("roll 1", "rest", "heal 3")
    assert one_by_one.man() == at_once.man()
    assert begin("E5 H5 G15", "A9").play("roll 1", "rest").of("heal") == {"1", "2", "3", "4"}
    assert not begin("E5 H15 G9", "A9").play("roll 1", "rest").of("heal")


@proves("GH-089")
def test_both_at_the_healers() -> None:
    sitting = begin("E5 H9 G7 psn", "A9").play("roll 1", "rest", "detoxify", "heal 2")
    man = sitting.man()
    assert (man.poisoned, man.health, man.gold) == (False, 15, 0)


@proves("GH-090")
def test_one_strength_a_day() -> None:
    sitting = begin("F4 G9", "A9").play("roll 1", "rest", "train")
    assert (sitting.man().gold, sitting.man().strength) == (6, 3)
    assert "train" not in sitting.actions
    sitting.play("Play no card").tomorrow().play("roll 1", "rest", "train")
    assert (sitting.man().gold, sitting.man().strength) == (3, 4)


@proves("GH-091")
def test_as_much_arming_as_one_can_pay() -> None:
    sitting = begin("F5 G5", "A9").play("roll 1", "rest")
    assert sitting.of("buy") == {"1", "2", "3", "4", "5"}
    assert (sitting.play("buy 5").man().gold, sitting.man().arming) == (0, 5)
    twice = begin("F5 G5", "A9").play("roll 1", "rest", "buy 2", "buy 1", "Leave")
    assert (twice.man().gold, twice.man().arming) == (2, 3)
    assert begin("F5 G9 A13", "A9").play("roll 1", "rest").of("buy") == {"1", "2"}


@proves("GH-093")
def test_nobody_runs_into_debt() -> None:
    assert "train" not in begin("F4 G2", "A9").play("roll 1", "rest").actions
    assert not begin("F5 G0", "A9").play("roll 1", "rest").of("buy")
    assert begin("E5 H1 G2", "A9").play("roll 1", "rest").of("heal") == {"1", "2"}
    mine = begin("C3 G1", "J5", board="C4:SI5").play("roll 1", "walk C4")
    assert mine.moves == {"Pass by"}  # the Sparring Ring asks for 2
