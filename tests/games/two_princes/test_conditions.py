"""Condition cards: what they count for, what they do, where they go."""

from __future__ import annotations

import pytest

from tests.games.two_princes.table import EDWARD, HANDS, PRINCES, RICHARD, scene, whole

proves = pytest.mark.proves


@proves("TP-015")
@pytest.mark.parametrize(("attribute", "tally"), [("physique", 0), ("charm", 2), ("courage", 1), ("knowledge", 1)])
def test_only_the_tested_attribute_counts(attribute: str, tally: int) -> None:
    here = scene().test(attribute, 9, EDWARD).dare(1).draw("E2")
    assert here.value("tally") == tally


@proves("TP-017", "TP-022")
def test_several_tired_cards_cost_one() -> None:
    hands = {**HANDS, RICHARD: "TI_1 TI_2 TI_3 R1 R2"}
    here = scene(hands=hands, skills={RICHARD: {"physique": 4}}).test("physique", 5, RICHARD).dare(3).draw("TI_1", "TI_2", "TI_3")
    assert here.value("tally") == 3


@proves("TP-017")
def test_the_printed_numbers_count_for_every_copy() -> None:
    hands = {**HANDS, RICHARD: "WO_1 WO_2 R3 R1 R2"}
    here = scene(hands=hands, skills={RICHARD: {"physique": 4}}).test("physique", 5, RICHARD).dare(2).draw("WO_1", "WO_2")
    assert here.value("tally") == 2


@proves("TP-018")
def test_each_prince_suffers_for_himself() -> None:
    hands = {EDWARD: "TI_1 E1 E2 E3 E4", RICHARD: "TI_2 R1 R2 R3 R4"}
    assert scene(hands=hands).test("physique", 5).dare(1, 1).draw("TI_1", "TI_2").value("tally") == -2
    sick = {EDWARD: "SI_1 E1 E2 E3 E4", RICHARD: "SI_2 R1 R2 R3 R4"}
    assert scene(hands=sick).test("charm", 5).dare(1, 1).draw("SI_1", "SI_2").misery == 2


@proves("TP-019")
def test_each_type_by_itself() -> None:
    hands = {**HANDS, RICHARD: "TI_1 SI_1 R1 R2 R3"}
    here = scene(hands=hands).test("charm", 5, RICHARD).dare(2).draw("TI_1", "SI_1")
    assert here.value("tally") == -1 and here.misery == 1


@proves("TP-020")
def test_once_in_every_test() -> None:
    hands = {**HANDS, RICHARD: "SI_1 SI_2 R1 R2 R3"}
    here = scene(hands=hands, decks={EDWARD: "E6", RICHARD: "R4 R5 R6"})
    here.test("charm", 1, RICHARD).dare(1).draw("SI_1").do("clean_up").settle()
    assert here.misery == 1
    here.test("charm", 1, RICHARD).dare(1).draw("SI_2")
    assert here.misery == 2


@proves("TP-021", "TP-008")
def test_haunted_cards_do_harm_one_by_one() -> None:
    hands = {**HANDS, RICHARD: "HA_1 HA_2 HA_3 R2 R3"}
    here = scene(hands=hands).test("knowledge", 5, RICHARD).dare(3).draw("HA_1", "HA_2", "HA_3")
    assert here.titles == ["1", "2", "3", "4", "5", "6"]
    here.roll(1, 6, 1)
    assert here.misery == 2 and here.value("tally") == 3


@proves("TP-012", "TP-023")
def test_sickness_brings_misery_even_with_success() -> None:
    hands = {**HANDS, EDWARD: "SI_1 E1 E2 E3 E4"}
    here = scene(hands=hands, skills={EDWARD: {"charm": 5}}).test("charm", 5, EDWARD).dare(1).draw("SI_1")
    assert here.value("success") == 1 and here.misery == 1


def test_fear_keeps_from_using_items() -> None:
    hands = {**HANDS, EDWARD: "AF_1 AF_2 E1 E2 E3"}
    bags = {EDWARD: "Signet_ring", RICHARD: "Velvet_cap"}
    here = scene(hands=hands, bags=bags).test("charm", 5).dare(1, 1).draw("AF_1", "R1")
    assert here.who == RICHARD and here.titles == ["use Velvet cap", "decline"]
    assert "cannot bring yourself" in here.why("use", EDWARD, item="Signet ring").reason
    calm = scene(hands=hands, bags=bags).test("charm", 5).dare(1, 1).draw("E1", "R1")
    assert calm.who == EDWARD


def test_wounds_tire_once_before_drawing() -> None:
    hands = {**HANDS, RICHARD: "WO_1 WO_2 R1 R2 R3"}
    here = scene(hands=hands, decks={EDWARD: "E6", RICHARD: "R4 R5"})
    here.test("charm", 1, RICHARD).dare(2).draw("WO_1", "WO_2").do("clean_up").settle()
    assert here.discard(RICHARD) == {"WO_1", "WO_2", "TI_1"}
    assert here.hand(RICHARD) == {"R1", "R2", "R3", "R4", "R5"}


@proves("TP-027", "TP-123")
def test_the_hand_is_filled_after_a_test() -> None:
    here = scene(decks={EDWARD: "E6 HH_1 HH_2", RICHARD: "R6"}).test("charm", 1, EDWARD).dare(3).draw("E1", "E2", "E3")
    assert here.sizes(EDWARD) == (2, 3, 0)
    here.do("clean_up").settle()
    assert here.sizes(EDWARD) == (5, 0, 3) and here.discard(EDWARD) == {"E1", "E2", "E3"}
    assert here.own(EDWARD, "dare") == 0


@proves("TP-028")
def test_the_hand_is_filled_when_a_card_is_removed() -> None:
    hands = {**HANDS, EDWARD: "AF_1 AF_2 E1 E2 E3"}
    here = scene(hands=hands)
    here.do("shed", here.word("Condition", "afraid"), 1).settle()
    assert here.sizes(EDWARD) == (5, 0, 0) and "E6" in here.hand(EDWARD)
    assert len(here.hand(EDWARD) & {"AF_1", "AF_2"}) == 1 and here.where("AF_1") == "stock"


@proves("TP-028")
def test_nothing_is_removed_that_is_not_there() -> None:
    here = scene()
    here.do("shed", here.word("Condition", "afraid"), 3)
    assert here.idle and here.hand(EDWARD) == set(HANDS[EDWARD].split())


@proves("TP-029")
def test_new_conditions_go_to_the_discard_pile() -> None:
    here = scene()
    here.do("catch", here.word("Condition", "wounded"), 1)
    assert here.sizes(EDWARD) == (5, 1, 1) and here.discard(EDWARD) == {"WO_1"} and here.sizes(RICHARD) == (5, 1, 0)


def test_an_exhausted_type_is_not_added() -> None:
    """The stock is finite; the princes' own tired cards are not part of it."""
    here = scene(places={"box": " ".join(f"TI_{n}" for n in range(1, 19)) + " E6"}, decks={RICHARD: "R6"})
    here.do("catch", here.word("Condition", "tired"), 3)
    assert here.sizes(EDWARD)[2] == here.sizes(RICHARD)[2] == 0


@proves("TP-030")
def test_an_empty_draw_pile_makes_tired() -> None:
    here = scene().test("charm", 1, EDWARD).dare(2).draw("E1", "E2").do("clean_up").settle()
    assert here.sizes(EDWARD) == (5, 2, 0)
    cards = here.hand(EDWARD) | set(here.pile("deck Edward"))
    assert len(cards) == 7 and "TI_1" in cards


@proves("TP-031")
def test_every_reshuffle_makes_tired() -> None:
    here = scene()
    for number in (1, 2, 3):
        here.test("charm", 1, EDWARD).dare(5)
        here.settle().do("clean_up").settle()
        cards = here.hand(EDWARD) | set(here.pile("deck Edward")) | here.discard(EDWARD)
        assert sum(card.startswith("TI_") for card in cards) == number


@proves("TP-032")
def test_not_before_a_card_is_needed() -> None:
    here = scene().test("charm", 1, EDWARD).dare(1).draw("E1").do("clean_up").settle()
    assert here.sizes(EDWARD) == (5, 0, 1) and here.discard(EDWARD) == {"E1"}


@proves("TP-033")
def test_a_pile_that_was_looked_through_is_shuffled() -> None:
    here = scene(decks={EDWARD: "E6 HH_1 HH_2 HH_3 WO_1 SI_1", RICHARD: "R6"})
    here.do("look_through")
    assert here.who == EDWARD and {t.removeprefix("move ") for t in here.titles} >= {"Wounded", "Sick"}
    here.choose("move Wounded")
    assert here.discard(EDWARD) == {"WO_1"} and here.sizes(EDWARD) == (5, 5, 1)
    here.test("charm", 1, EDWARD).dare(1).draw("E1").do("clean_up")
    assert here.who is None and len(here.titles) == 5  # any card of the pile may come first


@proves("TP-034", "TP-117")
def test_nobody_sees_the_others_hand() -> None:
    here = whole(5)
    assert here.match is not None
    for viewer in (*PRINCES, None):
        for place in here.match.view(viewer).places:
            if place.name == "hand":
                names = [x.name for c in place.cells for x in c.pieces]
                assert (len(names), place.hidden) == ((5, {}) if place.owner == viewer else (0, {"Card": 5}))


@proves("TP-007")
def test_attributes_only_grow_one_by_one() -> None:
    here = scene(skills={EDWARD: {"charm": 1}})
    for number in range(2, 30):
        here.do("raise", here.word("Attribute", "charm"), 1)
        assert here.skill(EDWARD, "charm") == number
    assert here.skill(RICHARD, "charm") == 0
