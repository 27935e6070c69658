"""Death by its cause, and who comes after."""

from __future__ import annotations

import pytest

from tests.games.grandlins_heirs.table import Sitting, begin

proves = pytest.mark.proves
FAR = "J5"
DYING = "roll 1", "walk C4"


def trapped(red: str = "C3 H2", hand: str = "", **more: object) -> Sitting:
    """Red dies in a pitfall on C4."""
    sitting = begin(red, FAR, board=f"C4:TR2_1 {more.pop('board', '')}", hand=hand, **more)  # type: ignore[arg-type]
    return sitting.play(*DYING)


# ---------------------------------------------------------------- whose the treasures are


@proves("GH-078", "GH-132")
def test_slain_by_a_henchman() -> None:
    sitting = begin("C3 G9 H1 S2", "C4 G8 S2 A5", hand="Orb_1 Orb_2 TR1_1", blues="AR1_1")
    sitting.play("roll 1", "walk C4", "attack Blue", "Strike", "Strike back", "roll 1", "roll 6")
    now = sitting.now
    assert {"Orb_1", "Orb_2"} <= now.hand("Blue") and now.henchmen["Blue"].gold == 15
    assert now.where["TR1_1"] == "discard"


@proves("GH-132")
def test_the_victim_of_an_attack() -> None:
    sitting = begin("C3 G8 S2 A5", "C4 G9 H1", blues="Orb_1 Orb_2 TR1_1")
    sitting.play("roll 1", "walk C4", "attack Blue", "Strike", "Strike back", "roll 6", "roll 1")
    now = sitting.now
    assert {"Orb_1", "Orb_2"} <= now.hand("Red") and now.henchmen["Red"].gold == 15 and sitting.who == "Blue"


@proves("GH-133")
@pytest.mark.parametrize("cause", ["trap", "poison", "portal", "mine"])
def test_nobody_slew_him(cause: str) -> None:
    """The treasures lie where he fell, and are nobody's; the gold is lost."""
    card = {"trap": "TR2_1", "poison": "PO1_1", "portal": "SI1_1", "mine": "SI4_1"}[cause]
    start = "C3 H1 G6 psn" if cause == "poison" else "C3 H1 G6"
    sitting = begin(start, FAR, board="" if cause == "poison" else f"C4:{card}", hand="Orb_1 TR1_1").play(*DYING)
    sitting.play(*{"trap": [], "poison": ["Play no card"], "portal": ["use SI1_1", "roll 1"], "mine": ["use SI4_1"]}[cause])
    now = sitting.now
    assert now.where["Orb_1"] == "C4" and not now.guarded and not now.purses
    assert now.henchmen["Blue"].gold == 5 and now.henchmen["Red"].gold == 5
    sitting.play("Like the first")
    while sitting.now.active == "Red":
        sitting.quiet()
    assert sitting.now.where["Orb_1"] == "C4"


@proves("GH-133", "GH-075")
def test_whoever_comes_may_take_it() -> None:
    sitting = trapped(hand="Orb_1").play("Like the first", "Play no card")
    later = begin("C3", FAR, board="C4:Orb_1").play(*DYING)
    assert "collect Orb_1" in later.moves and sitting.now.where["Orb_1"] == "C4"


@proves("GH-078", "GH-134")
def test_slain_by_a_villain() -> None:
    sitting = begin("C3 H1 G3", "C5 S15 A15 G5", board="C4:VI06_1 C4:Crown_1", hand="Orb_1", deck="AR1_1 AR1_2 AR1_3 AR1_4")
    sitting.play(*DYING, "Strike", "roll 1", "roll 6")
    now = sitting.now
    assert now.guarded == {"Orb_1", "Crown_1"} and now.purses == {"VI06_1": 3}  # what lay there is his as well
    sitting.play("Like the first", "Play no card")
    sitting.play("roll 1", "walk C4")
    assert sitting.who == "Blue" and sitting.moves == {"Strike", "Flee"}  # he guards them
    sitting.play("Strike", "roll 6", "roll 1")
    now = sitting.now
    assert {"Orb_1", "Crown_1"} <= now.hand("Blue") and now.henchmen["Blue"].gold == 5 + 4 + 3


@proves("GH-134")
def test_fleeing_from_the_guard_brings_nothing() -> None:
    sitting = begin("C3", FAR, board="C4:VI02_1 C4:Orb_1!").play(*DYING, "Flee", "roll 1")
    assert sitting.now.guarded == {"Orb_1"} and not sitting.of("collect")


def test_villains_may_be_forbidden_to_take_gold() -> None:
    sitting = begin("C3 H1 G3", FAR, board="C4:VI06_1", hand="Orb_1", options=("villains_take_gold=no",))
    sitting.play(*DYING, "Strike", "roll 1", "roll 6")
    assert not sitting.now.purses and sitting.now.guarded == {"Orb_1"}


def test_a_death_at_home_leaves_the_treasures_at_home() -> None:
    """They fall into the slot of the castle, and there they count."""
    sitting = begin("A0 H1 psn", FAR, board="A0:Crown_1", hand="Orb_1", options=("treasures_to_win=2",))
    sitting.play("roll 1", "rest", "Play no card")
    outcome = sitting.match.outcome
    assert outcome is not None and outcome.winners == ("Red",)


def test_a_death_in_the_city() -> None:
    """Poison kills within the walls, too; the treasure lies on that square and stops nobody."""
    sitting = begin("E4 H1 psn", "D4", hand="Orb_1").play("roll 1", "rest", "decline", "Play no card", "Like the first")
    assert sitting.now.where["Orb_1"] == "E4"
    sitting.play("roll 2", "walk E4")
    assert "walk F4" in sitting.moves
    sitting.play("rest", "decline", "collect Orb_1")
    assert sitting.now.where["Orb_1"] == "hand Blue"


# ---------------------------------------------------------------- what becomes of the hand


@proves("GH-135")
def test_a_new_hand() -> None:
    sitting = trapped(hand="AR1_1 AR1_2 MA_F0 SP6 Orb_1", deck="PO1_1 PO1_2 PO2_1 PO2_2 PO2_3")
    assert sitting.now.hand("Red") == {"PO1_1", "PO1_2", "PO2_1", "PO2_2"}
    assert {"AR1_1", "AR1_2", "MA_F0", "SP6"} <= sitting.now.at("discard")


@proves("GH-135")
def test_a_new_hand_on_the_day_of_another() -> None:
    sitting = begin("C3 S9", "C4 H1", blues="AR1_1 MA_F0", deck="PO1_1 PO1_2 PO2_1 PO2_2 PO2_3")
    sitting.play(*DYING, "attack Blue", "Strike", "Strike back", "roll 6", "roll 1")
    assert sitting.now.hand("Blue") == {"PO1_1", "PO1_2", "PO2_1", "PO2_2"} and sitting.now.active == "Red"


# ---------------------------------------------------------------- the successor


@proves("GH-136")
def test_he_waits_at_home_until_tomorrow() -> None:
    sitting = trapped(hand="AR1_1", deck="AR6_1 SP5_1 AR2_1 AR2_2 AR2_3").play("Like the first")
    assert sitting.man().square == "A0" and not {"walk", "rest", "cast"} & sitting.actions
    assert "insert AR6_1" in sitting.moves  # but his ruler may play a card of the new hand
    sitting.tomorrow().play("roll 3")
    assert sitting.of("walk") == {"A1", "B0"}


@proves("GH-137")
def test_he_is_like_the_first_and_not_poisoned() -> None:
    man = trapped("C3 H2 G9 S7 A4 psn").play("Like the first").man()
    assert (man.health, man.gold, man.strength, man.arming, man.poisoned, man.fleeing) == (15, 5, 2, 0, False, False)


def shared(health: int, gold: int, arming: int, strength: int) -> Sitting:
    sitting = trapped().play("Share out 15 points")
    return sitting.play(f"choose {health}", f"choose {gold}", f"choose {arming}", f"choose {strength}")


@proves("GH-138")
@pytest.mark.parametrize(
    ("points", "expected"),
    [((3, 2, 4, 6), (12, 4, 3, 4)), ((4, 1, 6, 4), (15, 2, 2, 6)), ((1, 0, 0, 0), (4, 0, 0, 0)), ((2, 2, 6, 5), (8, 4, 2, 6))],
)
def test_fifteen_points(points: tuple[int, int, int, int], expected: tuple[int, int, int, int]) -> None:
    man = shared(*points).man()
    assert (man.health, man.gold, man.strength, man.arming) == expected


@proves("GH-139")
def test_six_points_at_most_and_fifteen_in_all() -> None:
    sitting = trapped().play("Share out 15 points")
    assert sitting.of("choose") == {"1", "2", "3", "4", "5", "6"}  # without health nobody lives
    assert sitting.play("choose 6").of("choose") == {"0", "1", "2", "3", "4", "5", "6"}
    assert sitting.play("choose 6").of("choose") == {"0", "1", "2", "3"}
    assert sitting.play("choose 2").of("choose") == {"0", "1"}


@proves("GH-139", "GH-105")
def test_no_more_than_fifteen_health() -> None:
    assert shared(6, 0, 0, 0).man().health == 15


@proves("GH-138")
def test_his_owner_chooses_on_the_day_of_another() -> None:
    sitting = begin("C3 S9", "C4 H1").play(*DYING, "attack Blue", "Strike", "Strike back", "roll 6", "roll 1")
    assert sitting.who == "Blue" and sitting.moves == {"Like the first", "Share out 15 points"}


@proves("GH-140")
def test_the_castle_is_not_touched() -> None:
    sitting = trapped(hand="Orb_1", board="A0:Crown_1 A0:Crown_2")
    assert sitting.now.at("A0") == {"Crown_1", "Crown_2"}


@proves("GH-141")
def test_there_is_always_another_one() -> None:
    sitting = begin("A0", FAR, board="A1:VI20", hand="TR1_1")
    for _ in range(6):
        sitting.play("roll 1", "walk A1", "Flee", "roll 6")
        assert "Red" in sitting.now.bereft and sitting.man().square == "A0" and len(sitting.now.hand("Red")) == 4
        sitting.play("Share out 15 points", "choose 1", "choose 0", "choose 0", "choose 0").tomorrow()
    assert not sitting.match.over and sitting.man().health == 4
