"""Fights with henchmen and villains, flight, and the example turn of the ledger."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from rulewright.play.engines import native_available
from tests.games.grandlins_heirs import ledger
from tests.games.grandlins_heirs.bouts import Bout
from tests.games.grandlins_heirs.position import game_with
from tests.games.grandlins_heirs.table import Sitting, begin

proves = pytest.mark.proves
FAR = "J5"
ENGINE = "native" if native_available() else "interpreter"
FIGHTS = 10_000 if os.environ.get("RULEWRIGHT_LONG") else 300


def duel(red: str = "", blue: str = "", **more: str) -> Sitting:
    """Red has attacked Blue on C4."""
    sitting = begin(f"C3 {red}", f"C4 {blue}", **more)  # type: ignore[arg-type]
    return sitting.play("roll 1", "walk C4", "attack Blue")


def villain(card: str, red: str = "", **more: object) -> Sitting:
    """Red has come upon a villain on C4."""
    board = f"C4:{card} {more.pop('board', '')}"
    sitting = begin(f"C3 {red}", FAR, board=board, **more)  # type: ignore[arg-type]
    return sitting.play("roll 1", "walk C4")


def blow(sitting: Sitting, mine: int, theirs: int) -> Sitting:
    sitting.play("Strike")
    if "Strike back" in sitting.moves:
        sitting.play("Strike back")
    return sitting.play(f"roll {mine}", f"roll {theirs}")


# ---------------------------------------------------------------- the resolver agrees


@proves("GH-114", "GH-115", "GH-116", "GH-117", "GH-121", "GH-122", "GH-123", "GH-125", "GH-126", "GH-127", "GH-132", "GH-134")
def test_random_fights_end_as_worked_out_by_hand() -> None:
    """Both ways of fighting, all villains, with and without spells: every blow, every flight, every death."""
    game = game_with(engine=ENGINE)
    dice = Random(2024)
    ends: Counter[tuple[bool, str]] = Counter()
    blows = 0
    for _ in range(FIGHTS):
        bout = Bout(game, dice)
        ends[bout.villain is not None, bout.fight()] += 1
        blows += bout.blows
    assert sum(ends.values()) == FIGHTS and blows > 1.5 * FIGHTS
    assert {end for against, end in ends if against} >= {"fled", "dead", "slain"}
    assert {end for against, end in ends if not against} >= {"fled", "chased", "dead", "slain"}


# ---------------------------------------------------------------- between henchmen


@proves("GH-113")
def test_nobody_has_to_attack() -> None:
    sitting = begin("C3 A3", "C4 A2").play("roll 1", "walk C4")
    before = sitting.now.henchmen
    sitting.play("Leave it at that")
    assert sitting.now.henchmen == before and sitting.now.stage == "conjuring"


@proves("GH-113")
def test_only_who_arrives_attacks() -> None:
    sitting = begin("C3", "C4").play("roll 1", "walk C4")
    assert sitting.who == "Red" and sitting.of("attack") == {"Blue"}


@proves("GH-114")
def test_power_is_worked_out_anew_for_every_blow() -> None:
    """2 and 5 make 7; after one blow 6."""
    sitting = duel("S2 A5", "S7 A0")
    assert blow(sitting, 3, 3).man("Blue").health == 15  # 10 against 10
    assert blow(sitting, 3, 3).man().health == 14  # 9 against 10
    assert sitting.man().power == 5


@proves("GH-115")
def test_the_greater_impact_wounds_by_the_difference() -> None:
    sitting = blow(duel("S7", "S4"), 3, 5)
    assert sitting.man("Blue").health == 14 and sitting.man().health == 15
    assert blow(duel("S2", "S9"), 1, 6).man().health == 3


@proves("GH-116", "GH-117")
def test_equal_impacts_hurt_nobody_but_the_weapons() -> None:
    sitting = blow(duel("S2 A4", "S3 A1"), 3, 5)
    assert sitting.man().health == sitting.man("Blue").health == 15
    assert (sitting.man().arming, sitting.man("Blue").arming) == (3, 0)


@proves("GH-117")
def test_arming_does_not_fall_below_nothing() -> None:
    sitting = blow(duel("S2 A0", "S2 A0"), 3, 3)
    assert (sitting.man().arming, sitting.man("Blue").arming) == (0, 0)


@proves("GH-118")
def test_until_one_flees_or_dies() -> None:
    sitting = duel(hand="SP6")
    for _ in range(4):
        assert sitting.who == "Red" and sitting.moves == {"Strike", "Flee", "cast SP6"}
        sitting.play("Strike")
        assert sitting.who == "Blue" and sitting.moves == {"Strike back", "Flee"}
        sitting.play("Strike back", "roll 2", "roll 2")


@proves("GH-118")
def test_the_attacker_is_asked_first() -> None:
    sitting = duel().play("Flee")
    assert sitting.who is None  # Blue's blow is rolled; Blue was not asked


# ---------------------------------------------------------------- with villains


@proves("GH-100")
def test_a_villain_attacks_at_once() -> None:
    sitting = villain("VI20", hand="SP6 TR1_1 MA_C4")
    assert sitting.moves == {"Strike", "Flee", "cast SP6"} and sitting.now.stage == "fighting"


@proves("GH-119")
@pytest.mark.parametrize("players", [2, 4])
def test_the_villains_die_is_not_the_henchmans(players: int) -> None:
    """Two dice are cast one after the other, and for the second one nothing is left to the player whose day it is."""
    sitting = villain("VI06_1", "S2 A5", players=players).play("Strike")
    assert sitting.who is None and sitting.moves == {f"roll {n}" for n in range(1, 7)}
    sitting.play("roll 5")
    assert sitting.who is None and sitting.moves == {f"roll {n}" for n in range(1, 7)}
    assert sitting.play("roll 2").now.villain_health == 11
    rolls = [line for line in sitting.match.log(None) if " rolls " in line][-2:]
    assert rolls[0].startswith("chance: Red rolls 5 (") and rolls[1].startswith("chance: Blue rolls 2 (")  # who sits on Red's left


@proves("GH-120", "GH-129")
def test_a_villain_is_well_again_the_next_day() -> None:
    sitting = blow(villain("VI02_1", "S10 H15"), 6, 1)
    assert sitting.now.villain_health == 15 - 13
    sitting.play("Flee", "roll 1", "Play no card").tomorrow().play("roll 3", "rest")
    assert sitting.now.stage == "fighting" and sitting.now.villain_health == 15


@proves("GH-121")
def test_a_villain_does_not_tire() -> None:
    sitting = villain("VI06_1", "S6 A0")
    for _ in range(5):
        blow(sitting, 3, 3)
    assert sitting.man().health == 15 and sitting.now.villain_health == 15


@proves("GH-122")
@pytest.mark.parametrize(("gold", "purse", "after"), [(5, 0, 9), (13, 0, 15), (5, 3, 12)])
def test_his_gold_and_what_he_guarded(gold: int, purse: int, after: int) -> None:
    sitting = villain("VI06_1", f"S15 A10 G{gold}", board="C4:Orb_1!", purse={"VI06_1": purse})
    blow(sitting, 6, 1)
    now = sitting.now
    assert now.henchmen["Red"].gold == after and now.where["Orb_1"] == "hand Red" and now.where["VI06_1"] == "discard"
    assert not now.guarded and not now.purses


@proves("GH-123")
def test_poison_comes_with_a_wound_only() -> None:
    assert blow(villain("VI06_1", "S2"), 1, 6).man().poisoned
    assert not blow(villain("VI06_1", "S6"), 3, 3).man().poisoned
    assert not blow(villain("VI06_1", "S9"), 6, 1).man().poisoned
    assert villain("VI06_1", "S2").play("Flee", "roll 1").man().poisoned
    assert not villain("VI06_1", "S9").play("Flee", "roll 1").man().poisoned
    assert not blow(villain("VI05_1", "S2"), 1, 6).man().poisoned


@proves("GH-123")
def test_the_warlock_eats_iron() -> None:
    assert blow(villain("VI12", "S6 A5"), 1, 3).man().arming == 3
    assert villain("VI12", "S6 A5").play("Flee", "roll 1").man().arming == 4


# ---------------------------------------------------------------- flight


@proves("GH-124")
def test_flight_before_the_first_blow() -> None:
    assert "Flee" in villain("VI20").moves
    assert "Flee" in duel().moves and "Flee" in duel().play("Strike").moves


@proves("GH-125", "GH-126")
@pytest.mark.parametrize(("card", "red", "pips", "loss"), [("VI06_1", "S2 A2", 1, 3), ("VI06_1", "S2 A2", 6, 8), ("VI02_1", "S7", 3, 0)])
def test_a_blow_in_the_back(card: str, red: str, pips: int, loss: int) -> None:
    sitting = villain(card, red)
    arming = sitting.man().arming
    sitting.play("Flee", f"roll {pips}")
    assert sitting.man().health == 15 - loss and sitting.man().arming == arming


@proves("GH-127")
def test_the_pursuer_wears_his_weapon() -> None:
    sitting = duel("S2 A2", "S2 A4").play("Flee", "roll 3")
    assert sitting.man("Blue").arming == 3 and sitting.man().arming == 2 and sitting.man().health == 15 - 5


@proves("GH-127", "GH-124")
def test_the_defender_may_flee_too() -> None:
    sitting = duel("S2 A4", "S2 A3").play("Strike", "Flee", "roll 5")
    assert (sitting.man().arming, sitting.man("Blue").arming, sitting.man("Blue").health) == (3, 3, 9)
    assert sitting.man("Blue").fleeing and not sitting.man().fleeing


@proves("GH-128")
def test_who_has_fled_stays_until_tomorrow() -> None:
    sitting = villain("VI06_1").play("Flee", "roll 1")
    assert sitting.man().square == "C4" and sitting.now.stage == "conjuring" and "walk" not in sitting.actions
    sitting.play("Play no card").tomorrow().play("roll 1", "walk C5")
    assert sitting.now.stage == "conjuring" and sitting.man().square == "C5"


def test_who_has_fled_may_still_raise_or_insert() -> None:
    """Only what lies around is out of his reach."""
    sitting = villain("VI02_1", "S9", hand="MA_C4 TR1_1").play("Flee", "roll 1")
    assert sitting.moves == {"raise MA_C4", "insert MA_C4", "insert TR1_1", "Play no card"}


@proves("GH-129")
def test_who_does_not_go_is_attacked_again() -> None:
    sitting = villain("VI02_1", "S9").play("Flee", "roll 1", "Play no card")
    assert sitting.now.where["VI02_1"] == "C4"
    assert sitting.tomorrow().play("roll 6", "rest").now.stage == "fighting"


@proves("GH-130")
def test_one_attack_a_day() -> None:
    sitting = duel("S5", "S5").play("Strike", "Flee", "roll 1")
    assert not sitting.of("attack") and sitting.man().square == sitting.man("Blue").square == "C4"
    sitting.tomorrow("Blue").tomorrow()
    assert "attack Blue" in sitting.play("roll 1", "rest").moves
    three = begin("C3", "C4", "C4", players=3).play("roll 1", "walk C4")
    assert three.of("attack") == {"Blue", "Yellow"}
    assert not three.play("attack Yellow", "Strike", "Flee", "roll 1").of("attack")


@proves("GH-131")
def test_a_deadly_blow_in_the_back() -> None:
    sitting = duel("H2 G6 S2", "S2 G3", hand="Orb_1").play("Flee", "roll 3")
    assert sitting.now.where["Orb_1"] == "hand Blue" and sitting.man("Blue").gold == 9 and "Red" in sitting.now.bereft


# ---------------------------------------------------------------- spells in a fight


def test_paralyze_in_an_exchange() -> None:
    """No die for the foe, no damage from him, and no wear of his weapon."""
    sitting = duel("S5", "S4 A3", hand="SP1_1").play("cast SP1_1", "Strike", "Strike back", "roll 4")
    assert sitting.man("Blue").health == 13 and sitting.man("Blue").arming == 3 and sitting.man().health == 15
    assert sitting.moves == {"Strike", "Flee"}
    weak = villain("VI20", "S2", hand="SP1_1").play("Strike", "roll 1", "cast SP1_1")
    assert weak.man().health == 15 and weak.now.villain_health == 15
    assert blow(weak, 1, 1).now.bereft == {"Red"}  # only the next blow


def test_fury_until_the_fight_ends() -> None:
    sitting = villain("VI06_1", "S2", hand="SP8").play("cast SP8")
    assert blow(sitting, 3, 3).man().health == 15
    assert blow(sitting, 4, 3).now.villain_health == 14


def test_fury_does_not_last_into_the_next_fight() -> None:
    sitting = villain("VI06_1", "S2", hand="SP8").play("cast SP8")
    assert blow(sitting, 3, 3).man().health == 15
    sitting.play("Flee", "roll 1").tomorrow().play("roll 2", "walk C3", "walk C4")
    before = sitting.man().health
    assert before - blow(sitting, 3, 3).man().health == 4  # two and no fury, against six


def test_a_flight_is_forgotten_in_the_next_fight() -> None:
    """Red fled from Blue. When Blue attacks him the next day, Red may strike back, and then he does."""
    sitting = duel("S5", "S4").play("Flee", "roll 1").tomorrow("Blue").play("roll 2", "walk C3", "walk C4", "attack Red")
    assert sitting.man("Red").fleeing is False
    before = sitting.man("Blue").health
    assert before - blow(sitting, 1, 6).man("Blue").health == 5 + 6 - 4 - 1  # a chase would not have hurt him


def test_mend_in_the_middle() -> None:
    sitting = villain("VI06_1", "S2 H6", hand="SP6").play("Strike", "roll 1", "cast SP6", "roll 5")
    assert sitting.man().health == 6 + 4 - 8


# ---------------------------------------------------------------- the example turn


@proves("GHX-02", "GHX-03", "GHX-04", "GHX-05", "GHX-06", "GHX-07", "GHX-08")
def test_the_table_of_the_example_turn() -> None:
    """Column by column: the villain's roll and impact, strength, arming, power, roll and impact, difference, both healths, poison."""
    sitting = begin("D4 A5", "A9", board="B3:VI06_1 B3:Orb_1!", hand="Crown_1 TR1_1 MA_F0 SP1_1", deck="AR1_1 AR1_2").play("roll 4")
    assert ledger.apart("D4", "F0") == 6 and ledger.apart("D4", "B3") == 3
    assert sitting.seen("Red", "B3") == [None, None]  # a card and a treasure, that is all one sees
    sitting.play("walk C4", "walk C3", "walk B3")
    table = [
        (2, 8, 2, 5, 7, 5, 12, 4, 11, 15, False),
        (6, 12, 2, 4, 6, 3, 9, -3, 11, 12, True),
        (3, 9, 2, 3, 5, 4, 9, 0, 11, 12, True),
    ]
    power = ledger.CARDS["VI06"].number("power")
    for theirs, their_impact, strength, arming, mine_power, mine, impact, difference, villain_health, health, poisoned in table:
        man, before = sitting.man(), (sitting.now.villain_health, sitting.man().health)
        assert (man.strength, man.arming, man.power) == (strength, arming, mine_power)
        assert (power + theirs, man.power + mine) == (their_impact, impact)
        blow(sitting, mine, theirs)
        now = sitting.now
        assert (before[0] - now.villain_health) - (before[1] - now.henchmen["Red"].health) == difference
        assert (now.villain_health, now.henchmen["Red"].health) == (villain_health, health)
        assert now.henchmen["Red"].poisoned == poisoned
    man = sitting.man()
    assert (man.strength, man.arming, man.power) == (2, 2, 4)
    sitting.play("Flee", "cast SP1_1")
    now = sitting.now
    assert now.active == "Blue" and now.where["SP1_1"] == "discard"
    assert (now.henchmen["Red"].health, now.henchmen["Red"].arming) == (11, 2)  # 12 after the fight, 11 after the poison
    assert now.hand("Red") == {"Crown_1", "TR1_1", "MA_F0", "AR1_1"} and now.where["Orb_1"] == "B3"
    sitting.tomorrow().play("roll 2", "walk B4")
    assert sitting.now.stage == "marching" and sitting.now.where["VI06_1"] == "B3"
    again = sitting.play("walk B3")
    assert again.now.stage == "fighting" and again.now.villain_health == 15


@proves("GHX-06")
@pytest.mark.parametrize("pips", range(1, 7))
def test_what_the_flight_would_have_cost(pips: int) -> None:
    sitting = villain("VI06_1", "S2 A2 H12 psn").play("Flee", f"roll {pips}")
    assert 12 - sitting.man().health == 2 + pips and sitting.man().arming == 2


@proves("GHX-01")
def test_an_advantage_of_three() -> None:
    assert blow(villain("VI04_1", "S7"), 3, 5).now.villain_health == 14
