"""Tests of an attribute: who, how many cards, in which order, and what is a success."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.two_princes.table import EDWARD, HANDS, PRINCES, RICHARD, scene

proves = pytest.mark.proves


@proves("TP-113")
def test_a_test_names_an_attribute_and_a_number() -> None:
    """Written in full in an encounter, in brackets on the front of a challenge: both are the same test."""
    here = scene().resolve("LI1")
    assert (here.value("tested"), here.value("goal")) == ("knowledge", 4)
    here = scene(part="part_a").resolve("The_Barred_Window").both("Wrench the bar out (Physique 7)")
    assert (here.value("tested"), here.value("goal")) == ("physique", 7)


@proves("TP-114", "TP-120", "TP-122")
def test_the_six_steps_in_their_order() -> None:
    here = scene(part="part_a", bags={EDWARD: "Rope_1"}, skills={RICHARD: {"physique": 1}}).resolve("The_Guard_at_the_Stair").both("Rush")
    assert here.who == EDWARD and here.titles == ["1", "2", "3", "4", "5"]
    here.dare(2, 1).draw("E1", "E4")
    assert here.value("tally") == 0 or here.value("tally") == 2  # cards first
    here.draw("R2")
    assert here.value("tally") == 1 + 1 + 2 + 1 and here.titles == ["use Rope", "decline"]  # then attributes, then items
    assert here.discard(EDWARD) == here.discard(RICHARD) == set()
    here.choose("decline")  # then the comparison, and what comes of it
    assert here.value("success") == 0 and here.discard(EDWARD) == {"WO_1"} and here.discard(RICHARD) == {"WO_2"}
    assert set(here.pile("played Edward")) == {"E1", "E4"}  # and only then the cleaning up
    here.do("clean_up").settle()
    assert here.pile("played Edward") == []
    assert here.hand(EDWARD) | set(here.pile("deck Edward")) == {"E1", "E2", "E3", "E4", "E5", "E6", "WO_1", "TI_1"}


@proves("TP-115")
def test_one_to_five_cards() -> None:
    here = scene().test("charm", 3)
    for prince in PRINCES:
        assert here.who == prince and here.titles == ["1", "2", "3", "4", "5"]
        here.dare(1)


@proves("TP-116")
def test_numbers_are_fixed_before_a_card_is_drawn() -> None:
    here = scene().test("charm", 3)
    asked = []
    while here.who is not None:
        asked.append(here.who)
        here.dare(2)
    assert asked == [EDWARD, RICHARD] and here.pile("played Edward") == []
    here.draw("E1", "E2", "R1", "R2")
    assert here.idle
    split = scene(part="part_a").resolve("The_Washhouse").choose("Ask", "Go").dare(1, 5)
    assert split.who is None and split.pile("played Edward") == []
    split.draw("E1")
    assert split.who is None  # Richard's five are drawn without asking him again


@proves("TP-118")
def test_cards_are_drawn_at_random() -> None:
    here = scene().test("charm", 3, EDWARD).dare(1)
    assert here.who is None
    assert {float(o.probability) for o in here.now.outcomes} == {0.2} and len(here.now.outcomes) == 5
    here = scene().test("charm", 3, EDWARD).dare(5).settle()
    assert set(here.pile("played Edward")) == set(HANDS[EDWARD].split())
    counts: Counter[str] = Counter()
    for id in HANDS[EDWARD].split():
        counts[scene().test("charm", 3, EDWARD).dare(1).draw(id).pile("played Edward")[0]] += 1
    assert counts == Counter(HANDS[EDWARD].split())


@proves("TP-119")
def test_the_score_is_the_sum_of_everything() -> None:
    hands = {EDWARD: "E4 TI_1 E1 E2 E3", RICHARD: "R3 AF_1 R1 R2 R4"}
    bags = {EDWARD: "Lantern_1 Psalter", RICHARD: "Wooden_knight"}
    here = scene(hands=hands, bags=bags, skills={EDWARD: {"courage": 2}, RICHARD: {"courage": 3}})
    here.test("courage", 20).dare(2, 1).draw("E4", "TI_1", "R3")
    assert here.value("tally") == (2 + 0) + 2 - 1 + (2 + 3)
    here.choose("use Lantern", "use Wooden knight", "use Psalter", "decline")
    assert here.value("tally") == 8 + 3
    here.settle()
    assert here.value("success") == 0


@proves("TP-099", "TP-102")
def test_only_those_who_are_tested_take_part() -> None:
    bags = {EDWARD: "Signet_ring", RICHARD: "Velvet_cap"}
    here = scene(part="part_a", bags=bags, skills={EDWARD: {"charm": 1}, RICHARD: {"charm": 9}}).resolve("The_Clerk_Remembers", RICHARD)
    assert here.who == EDWARD and (here.value("tested"), here.value("goal")) == ("charm", 5)
    here.dare(1).draw("E1")
    assert here.value("tally") == 2 and here.titles == ["use Signet ring", "decline"]
    here.choose("decline")
    assert here.idle and here.pile("played Richard") == [] and here.misery == 1 and here.facts == {"the_guards_are_alerted"}
    joint = scene(part="part_a").resolve("The_Password").dare(1, 1)
    assert joint.own(EDWARD, "dare") == joint.own(RICHARD, "dare") == 1


@proves("TP-121")
@pytest.mark.parametrize(("value", "success"), [(4, 1), (5, 1), (6, 0)])
def test_reaching_the_number_is_enough(value: int, success: int) -> None:
    here = scene(skills={EDWARD: {"charm": 3}}).test("charm", value, EDWARD).dare(1).draw("E2")
    assert (here.value("tally"), here.value("success")) == (5, success)


@proves("TP-124")
def test_less_than_nothing() -> None:
    hands = {**HANDS, EDWARD: "SI_1 AF_1 AF_2 TI_1 E3"}
    here = scene(hands=hands).test("courage", 3, EDWARD).dare(4).draw("SI_1", "AF_1", "AF_2", "TI_1")
    assert here.value("tally") == -4 and here.value("success") == 0


@proves("TP-100", "TP-103", "TP-101")
def test_apart_and_together() -> None:
    apart = scene(part="part_a", skills={EDWARD: {"charm": 4}}).resolve("The_Washhouse").choose("Ask", "Go").dare(1, 1).draw("E1", "R5")
    assert apart.own(EDWARD, "passed") == 1 and apart.own(RICHARD, "passed") == 0
    assert apart.discard(RICHARD) == {"SI_1"} and apart.discard(EDWARD) == set() and apart.where("The_Wet_Bundle") == "shelf"
    joint = scene(part="part_a", skills={EDWARD: {"charm": 3}}).resolve("The_Washhouse").both("Ask").dare(1, 1).draw("E1", "R1")
    assert joint.own(EDWARD, "passed") == joint.own(RICHARD, "passed") == 1 and joint.value("tally") == 5


@proves("TP-104")
@pytest.mark.parametrize(
    ("edward", "richard", "misery"), [("Walk", "Walk", 0), ("Swing", "Swing", 0), ("Walk", "Swing", 1), ("Swing", "Walk", 1)]
)
def test_what_comes_of_deciding_differently(edward: str, richard: str, misery: int) -> None:
    strong = dict.fromkeys(("physique", "courage"), 9)
    here = (
        scene(part="part_b", skills={EDWARD: strong, RICHARD: strong}).resolve("The_Outer_Ward").choose(edward, richard).dare(1, 1).settle()
    )
    assert here.misery == misery


@proves("TP-105")
def test_a_challenge_without_a_test() -> None:
    """Nobody plays a card and nothing is tested, and yet something comes of it: a card that frightens leaves the hand."""
    hands = {**HANDS, EDWARD: "AF_1 E1 E2 E3 E4"}
    here = scene(hands=hands, part="part_b").resolve("The_Chapel_Vow").both("Pray for courage")
    while not here.idle:
        here.choose(here.titles[0])  # the card that is drawn instead
    assert here.value("tested") is None
    assert here.where("AF_1") == "stock" and len(here.hand(EDWARD)) == 5
    assert {"E1", "E2", "E3", "E4"} <= here.hand(EDWARD)


@proves("TP-011")
def test_misery_stops_a_test_at_the_cards() -> None:
    hands = {**HANDS, EDWARD: "SI_1 E1 E2 E3 E4"}
    here = scene(hands=hands, misery=5, part="part_a", bags={EDWARD: "Signet_ring"}).test("charm", 1, EDWARD).dare(1).draw("SI_1")
    assert here.ending == "The Silent Chamber" and here.idle
