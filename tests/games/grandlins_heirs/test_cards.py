"""What happens when a card is uncovered: weapons, potions, traps, sites, the Portal, cards of black magic."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.grandlins_heirs import ledger
from tests.games.grandlins_heirs.ledger import State
from tests.games.grandlins_heirs.position import SQUARES
from tests.games.grandlins_heirs.table import Sitting, begin

proves = pytest.mark.proves
FAR = "J5"
AT_ONCE = [card for card in ledger.CARDS.values() if card.type in {"Arming", "Potion", "Trap"}]
SITES = [card for card in ledger.CARDS.values() if card.type == "Site" and card.script]
TRIED = [
    State(15, 5, 2, 0),
    State(1, 0, 0, 0),
    State(15, 15, 15, 15, True),
    State(7, 4, 3, 9, True),
    State(3, 14, 14, 13),
    State(2, 3, 1, 1),
]


def told(state: State) -> str:
    return f"C3 H{state.H} G{state.G} S{state.S} A{state.A}" + (" psn" if state.psn else "")


def meeting(card: str, state: State = TRIED[0], **more: object) -> Sitting:
    """Red steps onto a card."""
    sitting = begin(told(state), FAR, board=f"C4:{card}", **more)  # type: ignore[arg-type]
    return sitting.play("roll 6", "walk C4")


def found(sitting: Sitting) -> State:
    man = sitting.man()
    return State(man.health, man.gold, man.strength, man.arming, man.poisoned)


# ---------------------------------------------------------------- at once


@proves("GH-095", "GH-097", "GH-098", "GH-104", "GH-105")
@pytest.mark.parametrize("card", AT_ONCE, ids=lambda card: card.name)
def test_cards_that_work_at_once(card: ledger.Card) -> None:
    """Whatever the henchman has, and whether he likes it or not; and the card is discarded."""
    for state in TRIED:
        name = ledger.copies(card.id)[0]
        sitting = meeting(name, state)
        expected = ledger.apply(card.script, state)
        assert sitting.now.where[name] == "discard"
        if expected.H == 0:
            assert "Red" in sitting.now.bereft and sitting.man().square == "A0"
        else:
            assert found(sitting) == expected and sitting.man().square == "C4"
            assert sitting.now.stage == "conjuring"  # nobody was asked


@proves("GH-095")
def test_a_battle_axe() -> None:
    assert meeting("AR6_1", State(A=2)).man().arming == 8


@proves("GH-097")
def test_a_pointless_potion_is_gone_too() -> None:
    sitting = meeting("PO1_1")
    assert found(sitting) == State() and sitting.now.where["PO1_1"] == "discard"


@proves("GH-098")
def test_a_trap_springs_once() -> None:
    sitting = meeting("TR2_1")
    assert sitting.man().health == 12 and not sitting.now.at("C4")


@proves("GH-104")
def test_all_four_operations_occur() -> None:
    """Cards add, subtract, set and divide; each attribute is touched by at least two of these."""
    used = {(word[0], word[1]) for card in ledger.CARDS.values() for word in card.script.split() if word[1:2] in "+-=/" and word[1:2]}
    assert {sign for _, sign in used} == {"+", "-", "=", "/"}
    assert all(sum(letter == l for l, _ in used) >= 2 for letter in "HGSA")


@proves("GH-105")
@pytest.mark.parametrize(
    ("card", "state", "letter", "value"),
    [("PO10", State(G=14), "G", 15), ("PO8", State(S=0), "S", 0), ("AR6_1", State(A=13), "A", 15), ("TR5", State(G=1), "G", 0)],
)
def test_nothing_leaves_0_to_15(card: str, state: State, letter: str, value: int) -> None:
    assert getattr(found(meeting(card, state)), letter) == value


@proves("GH-105", "GH-112")
def test_damage_may_be_more_than_there_is() -> None:
    sitting = meeting("TR3_1", State(H=2))
    assert "Red" in sitting.now.bereft and sitting.who == "Red" and "Like the first" in sitting.moves


@proves("GH-094")
def test_everybody_sees_the_card() -> None:
    sitting = meeting("SI2_1", players=3)
    for seat in ("Red", "Blue", "Yellow"):
        assert sitting.seen(seat, "C4") == ["Healing Spring"]


# ---------------------------------------------------------------- poison


@proves("GH-106", "GH-107", "GH-108")
def test_a_health_a_day_from_the_first_day_on() -> None:
    sitting = meeting("TR1_1", State(H=12)).play("Play no card")
    seen = [sitting.man().health]
    for _ in range(3):
        sitting.tomorrow().play("roll 1", "rest")
        while sitting.now.active == "Red":
            sitting.quiet()
        seen.append(sitting.man().health)
    assert seen == [11, 10, 9, 8]


@proves("GH-106")
def test_only_at_the_end_of_ones_own_days() -> None:
    sitting = begin("C3 H10 psn", FAR, players=4).play("roll 1", "rest", "Play no card")
    assert sitting.man().health == 9
    sitting.tomorrow()
    assert sitting.man().health == 9


@proves("GH-107")
def test_the_last_health() -> None:
    sitting = begin("C3 H1 psn", FAR).play("roll 1", "rest", "Play no card")
    assert "Red" in sitting.now.bereft and sitting.man().square == "A0"


def test_a_second_dose_makes_it_no_worse() -> None:
    assert meeting("TR1_1", State(H=9, psn=True)).play("Play no card").man().health == 8


@proves("GH-109")
def test_a_poisoned_henchman_goes_as_far_as_ever() -> None:
    sitting = begin("C3 psn", FAR).play("roll 5", "walk C2", "walk C1", "walk C0", "walk D0", "walk E0")
    assert sitting.man().square == "E0"
    for seat in ("Red", "Blue", None):
        (man,) = sitting.cell(seat, "E0").pieces
        assert man.attributes["poisoned"] == "yes"


@proves("GH-110")
def test_only_a_cure_ends_it() -> None:
    for card in AT_ONCE:
        cured = not meeting(ledger.copies(card.id)[0], State(psn=True)).man().poisoned
        assert cured == (card.script == "cure")
    assert not meeting("SI3", State(psn=True)).play("use SI3").man().poisoned
    assert not begin("C3 psn", FAR, hand="SP7").play("cast SP7").man().poisoned


# ---------------------------------------------------------------- sites


@proves("GH-099", "GH-104")
@pytest.mark.parametrize("card", SITES, ids=lambda card: card.name)
def test_sites_may_be_used(card: ledger.Card) -> None:
    name = ledger.copies(card.id)[0]
    for state in TRIED:
        sitting = meeting(name, state)
        payable = ledger.PRICES.get(card.id, 0) <= state.G
        assert sitting.moves == ({f"use {name}", "Pass by"} if payable else {"Pass by"})
        if payable:
            expected = ledger.apply(card.script, state)
            sitting.play(f"use {name}")
            assert sitting.now.where[name] == ("discard" if card.name == "Strongbox" else "C4")
            if expected.H == 0:
                assert "Red" in sitting.now.bereft and sitting.man().gold == 5  # the mine brings a dead man nothing
            else:
                assert found(sitting) == expected


@proves("GH-099", "GH-146")
def test_a_site_that_was_passed_by_is_hidden_again() -> None:
    sitting = meeting("SI2_1", players=3).play("Pass by", "Play no card")
    assert sitting.now.where["SI2_1"] == "C4" and sitting.man().health == 15
    assert sitting.seen(None, "C4") == [None]  # it lies there as before
    assert sitting.seen("Blue", "C4") == sitting.seen("Yellow", "C4") == ["Healing Spring"]  # but they remember


# ---------------------------------------------------------------- cards of black magic


@proves("GH-102")
@pytest.mark.parametrize("card", ["MA_F0", "SP6"])
def test_black_cards_may_be_taken(card: str) -> None:
    hand = "TR1_1 TR1_2 TR1_3 TR1_4"
    sitting = meeting(card, hand=hand)
    assert sitting.moves == {f"pocket {card}", "Leave it there"}
    sitting.play(f"pocket {card}")
    assert len(sitting.now.hand("Red")) == 5 and sitting.now.where[card] == "hand Red" and not sitting.now.played
    left = meeting(card, hand=hand).play("Leave it there")
    assert left.now.where[card] == "C4" and len(left.now.hand("Red")) == 4


@proves("GH-058")
def test_a_spell_that_is_uncovered_does_nothing() -> None:
    sitting = meeting("SP6", State(H=5))
    assert sitting.man().health == 5
    assert sitting.play("Leave it there").man().health == 5


@proves("GH-103")
def test_what_was_found_may_be_played_on_the_same_day() -> None:
    sitting = meeting("MA_C4", hand="SP6").play("pocket MA_C4")
    assert "raise MA_C4" in sitting.moves
    spent = begin("C3", FAR, board="C4:MA_C4", hand="SP6").play("roll 6", "cast SP6", "walk C4", "pocket MA_C4")
    assert spent.now.active == "Blue" and spent.now.where["MA_C4"] == "hand Red"


# ---------------------------------------------------------------- what comes first


@proves("GH-111")
def test_the_card_comes_before_the_henchman() -> None:
    sitting = begin("C3", "C4", board="C4:TR2_1 C4:Orb_1").play("roll 6", "walk C4")
    assert sitting.man().health == 12 and sitting.now.where["TR2_1"] == "discard"
    assert sitting.moves == {"attack Blue", "collect Orb_1", "Leave it at that"}
    assert "attack Blue" in sitting.play("collect Orb_1").moves


@proves("GH-111")
def test_a_villain_one_has_fled_from_is_not_settled() -> None:
    sitting = begin("C3 S9", "C4", board="C4:VI02_1 C4:Orb_1").play("roll 6", "walk C4", "Flee", "roll 1")
    assert not {"attack", "collect"} & sitting.actions and sitting.now.stage == "conjuring"


@proves("GH-112")
def test_the_dead_take_nothing() -> None:
    sitting = begin("C3 H2", "C4", board="C4:TR2_1 C4:Orb_1").play("roll 6", "walk C4", "Like the first")
    assert sitting.now.where["Orb_1"] == "C4" and not {"attack", "collect"} & sitting.actions


# ---------------------------------------------------------------- the Portal


@proves("GH-148")
def test_the_portal_may_kill() -> None:
    sitting = begin("H6 G9", FAR, board="H7:SI1_1", hand="Orb_1").play("roll 1", "walk H7", "use SI1_1", "roll 1")
    now = sitting.now
    assert now.where["Orb_1"] == "H7" and "Orb_1" not in now.guarded
    assert now.henchmen["Red"].square == "A0" and now.henchmen["Red"].gold == 5 and now.henchmen["Blue"].gold == 5


@proves("GH-149")
@pytest.mark.parametrize(("pips", "land"), ledger.PORTAL.items())
def test_each_number_leads_to_a_land(pips: int, land: str) -> None:
    sitting = begin("H6", FAR, board="H7:SI1_1").play("roll 1", "walk H7", "use SI1_1", f"roll {pips}")
    squares = {square for square in SQUARES if ledger.land(square) == land}
    assert sitting.of("choose") == squares - {"A9"}  # the castle of Blue stays closed


@proves("GH-150")
def test_six_leads_anywhere() -> None:
    sitting = begin("H6", FAR, board="H7:SI1_1").play("roll 1", "walk H7", "use SI1_1", "roll 6")
    assert sitting.of("choose") == SQUARES - set(ledger.CITY) - {"A9"}
    four = begin("H6", FAR, board="H7:SI1_1", players=4).play("roll 1", "walk H7", "use SI1_1", "roll 6")
    assert four.of("choose") == SQUARES - set(ledger.CITY) - {"A9", "J9", "J0"}


def test_six_leads_anywhere_indeed_if_agreed() -> None:
    sitting = begin("H6", FAR, board="H7:SI1_1", options=("magic_goes_anywhere=yes",))
    assert sitting.play("roll 1", "walk H7", "use SI1_1", "roll 6").of("choose") == SQUARES


@proves("GH-151")
def test_what_lies_there_is_uncovered() -> None:
    sitting = begin("H6", FAR, board="H7:SI1_1 B6:TR2_1").play("roll 4", "walk H7", "use SI1_1", "roll 4", "choose B6")
    assert sitting.man().square == "B6" and sitting.man().health == 12 and sitting.now.where["TR2_1"] == "discard"
    assert "walk" not in sitting.actions  # the journey is over


@proves("GH-151")
def test_from_portal_to_portal() -> None:
    sitting = begin("H6", FAR, board="H7:SI1_1 B6:SI1_2").play("roll 4", "walk H7", "use SI1_1", "roll 4", "choose B6")
    assert sitting.moves == {"use SI1_2", "Pass by"}


@proves("GH-152")
def test_nobody_has_to_go_through() -> None:
    sitting = begin("H6", FAR, board="H7:SI1_1").play("roll 4", "walk H7", "Pass by")
    assert sitting.man().square == "H7" and sitting.now.where["SI1_1"] == "H7"
    used = begin("H6", FAR, board="H7:SI1_1").play("roll 4", "walk H7", "use SI1_1", "roll 2", "choose B1")
    assert used.now.where["SI1_1"] == "H7" and used.man().square == "B1"


def test_effects_in_any_order_keep_within_their_ranges() -> None:
    """Long rows of effects, as the ledger's scripts and the rules have them."""
    dice = Random(7)
    for _ in range(12):
        cards = dice.sample([name for name in ledger.ALL if ledger.OF[name].type in {"Arming", "Potion", "Trap"}], 3)
        sitting = begin("C3 H9 G7 S4 A6", FAR, board=" ".join(f"C{4 + i}:{card}" for i, card in enumerate(cards)))
        state = State(9, 7, 4, 6)
        for i, card in enumerate(cards):
            sitting.play("roll 1", f"walk C{4 + i}", "Play no card")
            state = ledger.apply(ledger.OF[card].script, state)
            state = ledger.apply("H-1", state) if state.psn else state
            if state.H == 0:
                break
            assert found(sitting) == state
            sitting.tomorrow()
