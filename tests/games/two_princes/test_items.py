"""Items: uses, whose they are, trading, and what cannot be lost."""

from __future__ import annotations

import pytest

from tests.games.two_princes.table import EDWARD, HANDS, RICHARD, Scene, scene, whole

proves = pytest.mark.proves


@proves("TP-039", "TP-040", "TP-041")
def test_several_uses_until_nothing_is_left() -> None:
    here = scene(bags={EDWARD: "Edwards_notebook"}).test("knowledge", 9, EDWARD).dare(1).draw("E1")
    assert here.value("tally") == 1
    here.choose("use Edward's notebook", "use Edward's notebook")
    assert here.value("tally") == 3 and here.uses("Edwards_notebook") == 0
    assert here.idle  # a third use is not even offered
    assert here.where("Edwards_notebook") == "bag Edward"
    here.do("clean_up").settle()
    assert here.where("Edwards_notebook") == "box"


@proves("TP-042")
def test_an_item_helps_only_its_own_attribute() -> None:
    here = scene(bags={EDWARD: "Edwards_notebook"}).test("charm", 9, EDWARD).dare(1).draw("E1")
    assert here.idle
    here = scene(bags={EDWARD: "Edwards_notebook Signet_ring"}).test("charm", 9, EDWARD).dare(1).draw("E1")
    assert here.titles == ["use Signet ring", "decline"]
    assert here.why("use", EDWARD, item="Edward's notebook").reason == "It is of no help in this test."


def test_the_psalter_helps_two() -> None:
    for attribute in ("courage", "knowledge"):
        assert scene(bags={EDWARD: "Psalter"}).test(attribute, 9, EDWARD).dare(1).draw("E1").titles == ["use Psalter", "decline"]
    assert scene(bags={EDWARD: "Psalter"}).test("charm", 9, EDWARD).dare(1).draw("E1").idle


@proves("TP-043", "TP-044", "TP-102")
def test_items_help_those_who_have_them_and_are_tested() -> None:
    bags = {EDWARD: "Rope_1", RICHARD: "Slingshot"}
    assert scene(bags=bags).test("physique", 9, EDWARD).dare(1).draw("E1").titles == ["use Rope", "decline"]
    assert scene(bags=bags).test("physique", 9, RICHARD).dare(1).draw("R1").titles == ["use Slingshot", "decline"]
    here = scene(bags=bags).test("physique", 9).dare(1, 1).draw("E1", "R1")
    assert (here.who, here.titles) == (EDWARD, ["use Rope", "decline"])
    here.choose("decline")
    assert (here.who, here.titles) == (RICHARD, ["use Slingshot", "decline"])


@proves("TP-043", "TP-009")
def test_mothers_letter_helps_either_prince() -> None:
    here = scene(bags={EDWARD: "Mothers_letter"}).test("courage", 9, RICHARD).dare(1).draw("R1")
    assert (here.who, here.titles) == (EDWARD, ["use Mother's letter", "decline"])
    here.choose("decline")
    assert (here.who, here.titles) == (RICHARD, ["use Mother's letter", "decline"])
    here.choose("use")
    assert here.value("tally") == 3 and here.uses("Mothers_letter") == 0


def test_a_fright_in_his_own_test_does_not_keep_him_from_helping() -> None:
    hands = {**HANDS, EDWARD: "AF_1 E1 E2 E3 E4"}
    here = scene(hands=hands, bags={EDWARD: "Mothers_letter"}, part="part_b").resolve("The_Outer_Ward")
    here.choose("Walk", "Swing").dare(1, 1).draw("AF_1")
    assert here.who == RICHARD  # Edward is afraid in his own test; his brother may still use the letter
    here.choose("decline").draw("R1")
    assert here.idle  # Richard's test is one of Physique
    here = scene(hands=hands, bags={EDWARD: "Mothers_letter"}, part="part_b").resolve("The_Outer_Ward")
    here.choose("Swing", "Walk").dare(1, 1).draw("AF_1", "R1")
    assert here.who == EDWARD and here.titles == ["use Mother's letter", "decline"]


@proves("TP-045")
def test_items_are_there_at_once() -> None:
    here = scene().resolve("SO1").dare(3).draw("E1", "E2", "E4").settle()
    assert here.where("Velvet_cap") == "bag Edward" and here.uses("Velvet_cap") == 2
    here.do("clean_up").settle().test("charm", 9, EDWARD).dare(1)
    here.choose(here.titles[0])
    assert here.titles == ["use Velvet cap", "decline"]


def test_an_exhausted_item_is_not_gained() -> None:
    here = scene(bags={RICHARD: "Star_chart"}).resolve("LI3")
    assert here.where("Star_chart") == "bag Richard" and here.pile("bag Edward") == []


@proves("TP-046")
def test_trading_only_before_a_card_is_drawn() -> None:
    here = whole(2)
    windows = 0
    titles: list[str] = []
    while here.match is not None and not here.match.over and windows < 30:
        if any(title.startswith("hand over") for title in here.titles):
            assert here.pile("table") == []
            windows += 1
            here.choose("decline")
        else:
            titles += here.titles
            here.choose(here.titles[0])
    assert windows == 30 and not any(title.startswith("hand over") for title in titles)


@proves("TP-046")
def test_a_window_before_every_card() -> None:
    """Two events, four encounters and two nights: eight windows, and Edward is asked first in each."""
    here = whole(2)
    asked = []
    while here.value("day") == 1 and here.value("misery") < 6:
        if any(title.startswith("hand over") for title in here.titles):
            asked.append(here.who)
            here.choose("decline")
        else:
            here.choose("Ask for money" if "Ask for money" in here.titles else here.titles[0])
    assert asked == [EDWARD, RICHARD] * 8


@proves("TP-047")
def test_trades_need_no_balance_and_keep_uses() -> None:
    here = scene(bags={EDWARD: "Edwards_notebook Rope_1", RICHARD: "Slingshot"}, uses={"Edwards_notebook": 1}).do("make_ready")
    here.choose("hand over Edward's notebook")
    assert here.where("Edwards_notebook") == "bag Richard" and here.uses("Edwards_notebook") == 1
    assert here.who == RICHARD
    here.choose("hand over Slingshot", "hand over Rope", "hand over Edward's notebook", "decline", "decline")
    assert here.idle
    assert set(here.pile("bag Edward")) == {"Slingshot", "Edwards_notebook"} and here.pile("bag Richard") == ["Rope_1"]


@proves("TP-048")
def test_keepsakes_are_never_given_away_or_lost() -> None:
    here = scene(bags={EDWARD: "Golden_key Signet_ring Rope_1", RICHARD: "Wooden_knight"}).do("make_ready")
    assert here.titles == ["hand over Rope", "decline"]
    assert "cannot be lost" in here.why("hand_over", EDWARD, item="Golden key").reason
    for keepsake in ("Golden key", "Signet ring", "Wooden knight"):
        lost(here, keepsake)
    assert {"Golden_key", "Signet_ring"} <= set(here.pile("bag Edward")) and here.pile("bag Richard") == ["Wooden_knight"]
    lost(here, "Rope")
    assert here.where("Rope_1") == "box"
    lost(here, "Lantern")  # nobody has one


def lost(here: Scene, name: str) -> None:
    kind = next(k for k in here.eyes.program.kinds if k.name == "Item")
    table = kind.attributes["name"].table
    assert table is not None
    number = table.values[kind.names.index(name)]
    here.do("give_up", number)


@proves("TP-048", "TP-040")
def test_a_keepsake_wears_out_like_anything_else() -> None:
    here = scene(bags={EDWARD: "Signet_ring"}, uses={"Signet_ring": 1}).test("charm", 9, EDWARD).dare(1).draw("E1").choose("use")
    here.do("clean_up").settle()
    assert here.where("Signet_ring") == "box"


@proves("TP-049", "TP-040")
def test_items_without_uses_stay_and_are_never_offered() -> None:
    for attribute in ("physique", "charm", "courage", "knowledge"):
        here = scene(bags={EDWARD: "Golden_key Raven_feather"}).test(attribute, 9, EDWARD).dare(1).draw("E1")
        assert here.idle
        here.do("clean_up").settle()
        assert set(here.pile("bag Edward")) == {"Golden_key", "Raven_feather"}


@proves("TP-049")
def test_items_that_ease_a_condition() -> None:
    hands = {EDWARD: "TI_1 TI_2 TI_3 E1 E2", RICHARD: "SI_1 R1 R2 R3 R4"}
    here = scene(hands=hands, bags={EDWARD: "Honey_cakes_1 Willow_bark_1"}).do("make_ready")
    assert "treat Edward with Honey cakes" in here.titles and "treat Richard with Willow bark" in here.titles
    assert "treat Richard with Honey cakes" not in here.titles
    here.choose("treat Edward with Honey cakes").settle()
    assert here.where("TI_1") == "stock" and here.uses("Honey_cakes_1") == 1 and here.sizes(EDWARD) == (5, 0, 0)
    here.do("make_ready").choose("treat Richard with Willow bark").settle()
    assert here.where("SI_1") == "stock" and here.where("Willow_bark_1") == "box"
    assert here.sizes(RICHARD) == (5, 0, 0)


def test_nobody_learns_what_the_other_has_by_offering_a_cure() -> None:
    """Willow bark may be given to a healthy brother; that it was of no use is all that shows."""
    here = scene(bags={EDWARD: "Willow_bark_1"}).do("make_ready")
    assert "treat Richard with Willow bark" in here.titles and "treat Edward with Willow bark" not in here.titles
    here.choose("treat Richard with Willow bark")
    assert here.where("Willow_bark_1") == "box" and here.hand(RICHARD) == set(HANDS[RICHARD].split())


def test_the_princes_agree_who_takes_an_item() -> None:
    here = scene().resolve("A_Royal_Boon").both("Ask for money")
    assert here.titles == [EDWARD, RICHARD]
    here.both(RICHARD)
    assert here.pile("bag Richard") == ["Purse_of_groats_1"]
