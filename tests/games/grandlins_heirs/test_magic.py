"""The ruler's magic: one card a day, inserting, maps and treasures, spells."""

from __future__ import annotations

import pytest

from tests.games.grandlins_heirs import ledger
from tests.games.grandlins_heirs.position import SQUARES, eyes_of, game_with
from tests.games.grandlins_heirs.table import Sitting, begin

proves = pytest.mark.proves
FAR = "J5"
FOUR = "TR1_1 TR1_2 TR1_3 TR1_4"


def at_the_ritual(red: str = "C3", hand: str = "", **more: object) -> Sitting:
    return begin(red, FAR, hand=hand, **more).play("roll 1", "rest")  # type: ignore[arg-type]


# ---------------------------------------------------------------- one card a day


@proves("GH-030")
@pytest.mark.parametrize("first", ["insert TR2_1", "cast SP6", "raise MA_F0"])
def test_one_card_a_day_whatever_way(first: str) -> None:
    """Each way to play a card closes all the others."""
    sitting = at_the_ritual("F0 H5", "TR2_1 SP6 MA_F0 SP7")
    assert sitting.actions >= {"insert", "cast", "raise"}
    sitting.play(first)
    if "lay TR2_1 C7" in sitting.moves:
        sitting.play("lay TR2_1 C7")
    assert sitting.now.active == "Blue"


@proves("GH-030", "GH-072")
def test_hiding_a_treasure_is_playing_a_card() -> None:
    sitting = at_the_ritual("A0", "Crown_1 Orb_1 TR1_1 SP6").play("hide Crown_1")
    assert sitting.now.active == "Blue"
    spent = begin("A1", FAR, hand="Crown_1 TR1_1 SP5_1").play("roll 1", "cast SP5_1", "roll 1", "walk A0")
    assert spent.play("rest").now.active == "Blue"
    assert spent.now.where["Crown_1"] == "hand Red"


@proves("GH-030")
def test_a_spell_on_the_way_and_no_map_at_its_end() -> None:
    sitting = begin("E0", FAR, hand="MA_F0 SP6").play("cast SP6", "roll 1", "walk F0")
    assert sitting.now.active == "Blue" and sitting.now.where["MA_F0"] == "hand Red"


@proves("GH-031")
def test_nobody_plays_a_card_on_the_day_of_another() -> None:
    """Blue is attacked, holds Paralyze and Mend, and is never asked about them."""
    sitting = begin("C3", "C4 H9", hand="TR1_1", blues="SP1_1 SP6").play("roll 1", "walk C4", "attack Blue", "Strike")
    assert sitting.who == "Blue" and sitting.moves == {"Strike back", "Flee"}
    sitting.play("Strike back")
    assert sitting.who is None and sitting.moves == {f"roll {n}" for n in range(1, 7)}


@proves("GH-032")
def test_with_four_cards_nobody_has_to_play() -> None:
    assert "Play no card" in at_the_ritual(hand=FOUR).moves


@proves("GH-033")
def test_with_five_cards_one_must() -> None:
    sitting = at_the_ritual(hand=f"{FOUR} TR2_1 TR2_2")
    assert "Play no card" not in sitting.moves
    sitting.play("insert TR2_1", "lay TR2_1 C7")
    assert sitting.now.active == "Blue" and len(sitting.now.hand("Red")) == 5  # one is enough


@proves("GH-033")
def test_a_spell_will_do() -> None:
    sitting = at_the_ritual(hand=f"{FOUR} SP6").play("cast SP6")
    assert sitting.now.active == "Blue"


@proves("GH-033")
def test_no_duty_without_a_way_to_fulfil_it() -> None:
    """Five treasures far from home: nothing can be played."""
    sitting = begin("C3", FAR, hand="Crown_1 Crown_2 Crown_3 Crown_4 Orb_1").play("roll 1", "rest")
    assert sitting.now.active == "Blue" and len(sitting.now.hand("Red")) == 5


@proves("GH-034", "GH-035", "GH-036")
@pytest.mark.parametrize(
    ("hand", "drawn"),
    [("", 4), ("TR1_1 TR1_2", 2), ("Crown_1 Orb_1 Orb_2", 1), ("Crown_1 Orb_1 Orb_2 Orb_3", 0), (FOUR, 0), (f"{FOUR} Orb_1 Orb_2", 0)],
)
def test_the_hand_is_filled_to_four(hand: str, drawn: int) -> None:
    sitting = at_the_ritual(hand=hand)
    deck = len(sitting.now.at("deck"))
    if sitting.now.active == "Red":
        sitting.play(*(["Play no card"] if "Play no card" in sitting.moves else ["insert TR1_1", "lay TR1_1 C7"]))
        assert deck - len(sitting.now.at("deck")) == drawn
    assert len(sitting.now.hand("Red")) == max(4, len(hand.split()) - (len(hand.split()) > 4))


@proves("GH-036")
def test_nothing_is_discarded_of_too_many() -> None:
    sitting = at_the_ritual(hand=f"{FOUR} TR2_1 TR2_2").play("insert TR2_1", "lay TR2_1 C7")
    assert len(sitting.now.hand("Red")) == 5 and not sitting.now.at("discard")


@proves("GH-069")
def test_the_discard_pile_becomes_the_draw_pile() -> None:
    """One card is left and three are needed: draw one, shuffle, draw two."""
    sitting = at_the_ritual(hand="TR1_1", deck="AR1_1", discard="PO1_1 PO1_2 PO2_1 PO2_2").play("Play no card")
    assert "AR1_1" in sitting.now.hand("Red") and not sitting.now.at("discard")
    assert sitting.moves == {f"draw {card}" for card in ("PO1_1", "PO1_2", "PO2_1", "PO2_2")}
    sitting.play("draw PO2_1", "draw PO1_2")
    assert sitting.now.hand("Red") == {"TR1_1", "AR1_1", "PO2_1", "PO1_2"} and len(sitting.now.at("deck")) == 2


@proves("GH-069")
def test_when_both_piles_are_empty_one_draws_what_there_is() -> None:
    sitting = at_the_ritual(hand="TR1_1", deck="AR1_1").play("Play no card")
    assert sitting.now.hand("Red") == {"TR1_1", "AR1_1"} and sitting.now.active == "Blue"


# ---------------------------------------------------------------- inserting


@proves("GH-049")
def test_anywhere_on_the_board() -> None:
    sitting = at_the_ritual("A0", "TR1_1").play("insert TR1_1", "lay TR1_1 I2")
    assert sitting.now.where["TR1_1"] == "I2"


@proves("GH-050", "GH-051")
def test_no_card_is_hidden_on_a_full_board() -> None:
    """Two squares are left, and a henchman stands on each of them; one more is free as soon as its card is gone."""
    squares = sorted(SQUARES - {"C3", "I2"} - set(ledger.CITY) - set(ledger.CASTLES))
    cards = [name for name in eyes_of(game_with()).kinds["Card"].ids if name != "TR1_1"]
    full = [f"{square}:{card}" for square, card in zip(squares, cards, strict=False)]
    for board, offered in ((full, False), (full[1:], True)):
        sitting = begin("C3", "I2", board=" ".join(board), hand="TR1_1").play("roll 1", "rest")
        assert bool(sitting.of("insert")) is offered
        assert "Play no card" in sitting.moves


@proves("GH-050", "GH-051", "GH-052")
def test_only_into_a_free_square() -> None:
    sitting = begin("C3", "I2", board="G7:AR1_1 H8:Orb_1", hand="TR1_1").play("roll 1", "rest", "insert TR1_1")
    free = {move.split()[1] for move in sitting.of("lay")}
    assert free == SQUARES - {"C3", "I2", "G7"} - set(ledger.CITY) - set(ledger.CASTLES)
    assert "H8" in free  # a treasure alone is no card
    reasons = {square: sitting.why("lay", card="Poison Thorns", on=square).prose for square in ("I2", "C3", "G7", "E4", "J9", "A0")}
    assert "henchman" in reasons["I2"] and "henchman" in reasons["C3"]
    assert "lies there already" in reasons["G7"] and "lies there already" in reasons["E4"]
    assert "castle" in reasons["J9"] and "castle" in reasons["A0"]


@proves("GH-053")
@pytest.mark.parametrize("square", ["C3", "J9", "J0", "A1", "E4"])
def test_a_treasure_is_left_nowhere_but_at_home(square: str) -> None:
    """Not even in a castle that is nobody's."""
    sitting = at_the_ritual(square, "Crown_1")
    if "decline" in sitting.moves:
        sitting.play("decline")
    assert not sitting.of("hide") and not any("Crown_1" in move for move in sitting.moves)


@proves("GH-054")
@pytest.mark.parametrize("card", ["MA_F0", "SP6", "AR1_1", "VI20", "SI1_1", "PO3", "TR1_1"])
def test_white_and_black_cards_can_be_inserted(card: str) -> None:
    sitting = at_the_ritual("C3", card)
    before = len(sitting.now.at("hoard"))
    sitting.play(f"insert {card}", f"lay {card} G7")
    assert sitting.now.where[card] == "G7" and len(sitting.now.at("hoard")) == before


@proves("GH-057")
def test_a_white_card_in_the_hand_does_nothing() -> None:
    """At every decision of a day: no way to use it but to insert it."""
    sitting = begin("C3 H5 psn", FAR, board="C4:SI2_1", hand="PO1_1 PO2_1 AR6_1 SI9")
    offered = set()
    for move in ("roll 2", "walk C4", "Pass by", "insert PO1_1"):
        offered |= sitting.actions
        sitting.play(move)
    assert offered <= {"roll", "walk", "rest", "use", "Pass", "insert", "Play"}
    assert sitting.man().health == 5 and sitting.man().poisoned


@proves("GH-058")
def test_black_magic_inserted_is_no_magic() -> None:
    sitting = at_the_ritual("F0 H5", "MA_F0 SP6").play("insert SP6", "lay SP6 G7")
    assert sitting.man().health == 5 and sitting.now.where["SP6"] == "G7"


# ---------------------------------------------------------------- maps


@proves("GH-062", "GH-063")
def test_a_map_raises_a_treasure() -> None:
    sitting = begin("E0", FAR, hand="MA_F0 TR1_1", hoard="Goblet_1 Orb_1").play("roll 1")
    assert "raise" not in sitting.actions
    sitting.play("walk F0", "raise MA_F0")
    now = sitting.now
    assert now.where["Goblet_1"] == "hand Red" and now.where["MA_F0"] == "discard" and now.at("hoard") == {"Orb_1"}


@proves("GH-062")
def test_passing_through_is_not_enough() -> None:
    sitting = begin("E0", FAR, hand="MA_F0").play("roll 2", "walk F0", "walk G0")
    assert not sitting.of("raise")


@proves("GH-062")
def test_who_woke_up_there_can_raise() -> None:
    assert "raise MA_F0" in at_the_ritual("F0", "MA_F0").moves


@proves("GH-063")
def test_the_hand_stays_as_large() -> None:
    sitting = begin("F0", FAR, hand="MA_F0 TR1_1 TR1_2 TR1_3").play("roll 1", "rest")
    sitting.play("raise MA_F0")
    assert len(sitting.now.hand("Red")) == 4 and len(sitting.now.at("hoard")) == 11


@proves("GH-064", "GH-065")
def test_raising_is_the_card_of_the_day_and_optional() -> None:
    sitting = at_the_ritual("F0", "MA_F0 TR1_1")
    assert sitting.moves == {"raise MA_F0", "insert MA_F0", "insert TR1_1", "Play no card"}
    assert at_the_ritual("F0", "MA_F0 TR1_1").play("raise MA_F0").now.active == "Blue"
    assert sitting.play("insert TR1_1", "lay TR1_1 G7").now.where["MA_F0"] == "hand Red"


@proves("GH-067")
def test_no_map_no_treasure() -> None:
    assert not at_the_ritual("F0", "MA_F1 TR1_1").of("raise")
    assert not at_the_ritual("F0", "TR1_1").of("raise")


@proves("GH-068")
def test_maps_are_worthless_when_all_treasures_are_raised() -> None:
    sitting = begin(
        "F0", FAR, hand="MA_F0 MA_F1", blues="MA_E8 MA_E9 TR1_1", hoard="Orb_1", deck="AR1_1 AR1_2 MA_D7 AR1_3 AR2_1 AR2_2 AR2_3"
    )
    sitting.play("roll 1", "rest", "raise MA_F0")
    now = sitting.now
    assert {"MA_F0", "MA_F1", "MA_E8", "MA_E9", "MA_D7"} == now.at("discard")
    assert now.hand("Blue") == {"TR1_1", "AR1_2", "AR1_3"}  # one for each of his maps, and none of them a map
    assert now.hand("Red") == {"Orb_1", "AR1_1", "AR2_1", "AR2_2"}


@proves("GH-068")
def test_a_map_found_later_goes_the_same_way() -> None:
    sitting = begin("C3", FAR, board="C4:MA_F0", hand="TR1_1", hoard="", deck="AR1_1 AR1_2").play("roll 1", "walk C4", "pocket MA_F0")
    assert sitting.now.where["MA_F0"] == "discard" and sitting.now.hand("Red") == {"TR1_1", "AR1_1"}


@proves("GH-068")
def test_nobody_draws_forever_when_only_maps_are_left() -> None:
    sitting = begin("C3", FAR, hand="TR1_1", hoard="", deck="MA_F0 MA_F1", discard="MA_E8").play("roll 1", "rest", "Play no card")
    sitting.play("draw MA_E8")
    assert sitting.now.hand("Red") == {"TR1_1"} and sitting.now.active == "Blue"


# ---------------------------------------------------------------- treasures


@proves("GH-070")
def test_treasures_on_the_way_are_lost_with_the_henchman() -> None:
    sitting = begin("C3 H2", FAR, board="C4:TR2_1", hand="Orb_1 Orb_2 TR1_1").play("roll 1", "walk C4")
    assert not any(name.startswith("Orb") for name in sitting.now.hand("Red"))
    assert {"Orb_1", "Orb_2"} <= sitting.now.at("C4")


@proves("GH-071", "GH-073")
def test_one_treasure_a_day_and_any_number_in_the_end() -> None:
    sitting = begin("A0", FAR, board="A0:Crown_1", hand="Orb_1 Orb_2 TR1_1 TR1_2")
    for number, treasure in enumerate(("Orb_1", "Orb_2"), 2):
        sitting.play("roll 1", "rest", f"hide {treasure}")
        assert len(sitting.now.at("A0")) == number and sitting.now.active == "Blue"
        sitting.tomorrow()


@proves("GH-074")
def test_nothing_is_hidden_from_afar() -> None:
    sitting = at_the_ritual("A1", "Orb_1 TR1_1")
    assert not sitting.of("hide")
    assert "own castle" in sitting.why("hide", treasure="Orb").prose
    away = begin("A0", FAR, board="A0:Crown_1", hand="Orb_1").play("roll 1", "walk A1")
    assert not away.of("hide")


@proves("GH-075")
def test_a_treasure_of_nobodys_is_taken_besides() -> None:
    sitting = begin("C3", FAR, board="C4:Orb_1", hand="SP6").play("roll 1", "cast SP6", "walk C4", "collect Orb_1")
    assert sitting.now.where["Orb_1"] == "hand Red"
    unplayed = begin("C3", FAR, board="C4:Orb_1", hand="TR1_1").play("roll 1", "walk C4", "collect Orb_1")
    assert "insert TR1_1" in unplayed.moves


@proves("GH-076")
def test_who_flees_takes_nothing() -> None:
    sitting = begin("C3 S9", FAR, board="C4:VI02_1 C4:Orb_1").play("roll 1", "walk C4", "Flee", "roll 1")
    assert not sitting.of("collect") and sitting.now.where["Orb_1"] == "C4"
    sitting.tomorrow()
    assert sitting.now.where["Orb_1"] == "C4"


@proves("GH-112")
@pytest.mark.parametrize(("lying", "done"), [("SI2_1", "use"), ("SP6", "pocket"), ("Orb_1", "collect"), ("MA_F0", "pocket")])
def test_who_flees_finds_nothing_by_magic_either(lying: str, done: str) -> None:
    """Teleportation after a flight: what lies there, the henchman neither uses nor takes."""
    board, hand = f"C4:VI02_1 H8:{lying}", "SP2_1"
    calm = begin("C3 S9 G9", FAR, board=board, hand=hand).play("roll 1", "cast SP2_1", "choose H8")
    assert calm.of(done)
    fled = begin("C3 S9 G9", FAR, board=board, hand=hand).play("roll 1", "walk C4", "Flee", "roll 1", "cast SP2_1", "choose H8")
    assert fled.man().square == "H8" and fled.man().fleeing
    assert not fled.of(done) and fled.now.where[lying] == "H8"


@proves("GH-077")
def test_the_card_is_dealt_with_first() -> None:
    sitting = begin("C3 H9", FAR, board="C4:PO2_1 C4:Orb_1").play("roll 1", "walk C4")
    assert sitting.man().health == 13 and "collect Orb_1" in sitting.moves
    site = begin("C3", FAR, board="C4:SI2_1 C4:Orb_1").play("roll 1", "walk C4")
    assert not site.of("collect") and "collect Orb_1" in site.play("Pass by").moves


# ---------------------------------------------------------------- spells


@proves("GH-059")
def test_a_spell_at_every_moment_of_the_day() -> None:
    """Before the roll, between two steps, before a site, in a fight, over a treasure, at the ritual."""
    mend = "cast SP6"
    assert mend in begin("C3", FAR, hand="SP6").moves
    walking = begin("C3", FAR, board="C5:SI2_1", hand="SP6").play("roll 2")
    assert mend in walking.moves and mend in walking.play("walk C4").moves
    assert mend in walking.play("walk C5").moves
    assert mend in walking.play("Pass by").moves
    fight = begin("C3", FAR, board="C4:VI02_1", hand="SP6").play("roll 1", "walk C4")
    assert mend in fight.moves
    assert fight.play("Strike").moves == {"go_on", mend}  # before the die is cast
    assert mend in begin("C3", FAR, board="C4:Orb_1", hand="SP6").play("roll 1", "walk C4").moves
    assert mend in begin("E4", FAR, hand="SP6").play("roll 1", "rest").moves


@proves("GH-060", "GH-061")
def test_it_works_at_once_and_is_discarded() -> None:
    sitting = begin("C3 H5", FAR, hand="SP6").play("cast SP6")
    assert sitting.man().health == 9 and sitting.now.at("discard") == {"SP6"} and sitting.now.played
    raised = at_the_ritual("F0", "MA_F0").play("raise MA_F0")
    assert raised.now.at("discard") == {"MA_F0"}


def test_teleportation() -> None:
    sitting = begin("C3", FAR, board="H8:TR2_1", hand="SP2_1").play("roll 3", "cast SP2_1")
    assert sitting.of("choose") == SQUARES - set(ledger.CITY) - {"A9"}
    sitting.play("choose H8")
    assert sitting.man().square == "H8" and sitting.man().health == 12 and sitting.now.active == "Blue"


def test_teleportation_from_the_ritual() -> None:
    """The square is encountered, even late in the day."""
    sitting = at_the_ritual("C3", "SP2_1", board="H8:SI2_1").play("cast SP2_1", "choose H8")
    assert sitting.moves == {"use SI2_1", "Pass by"}
    assert sitting.play("Pass by").now.active == "Blue"


def test_no_teleportation_out_of_a_fight_nor_for_a_successor() -> None:
    fight = begin("C3", FAR, board="C4:VI02_1", hand="SP2_1").play("roll 1", "walk C4")
    assert fight.moves == {"Strike", "Flee"}
    dead = begin("C3 H2", FAR, board="C4:TR2_1", deck="SP2_1 AR1_1 AR1_2 AR1_3").play("roll 1", "walk C4")
    assert dead.now.where["SP2_1"] == "hand Red"
    assert not dead.of("cast") and not dead.play("Like the first").of("cast")
    assert "insert SP2_1" in dead.moves  # the ruler still has his magic


def test_haste() -> None:
    sitting = begin("C3", FAR, hand="SP5_1").play("roll 1", "cast SP5_1", "roll 4")
    assert sitting.now.steps == 5
    before = begin("C3", FAR, hand="SP5_1").play("cast SP5_1", "roll 6", "roll 6")
    assert before.now.steps == 12
    assert not at_the_ritual("C3", "SP5_1").of("cast")


def test_banishment() -> None:
    sitting = begin("C3", "I2", board="G7:VI06_1 G7:Orb_1! I2:AR1_1", hand="SP4", purse={"VI06_1": 7}).play("cast SP4")
    assert sitting.moves == {"choose G7"}  # not where a henchman stands
    now = sitting.play("choose G7").now
    assert now.where["VI06_1"] == "discard" and now.where["Orb_1"] == "G7" and "Orb_1" not in now.guarded and not now.purses


def test_shifting_soil() -> None:
    sitting = begin("C3", "I2", board="G7:VI06_1 G7:Orb_1! H8:AR1_1 I2:AR1_2", hand="SP9", purse={"VI06_1": 7}, seen="AR1_1")
    sitting.play("cast SP9")
    assert sitting.moves == {"choose G7", "choose H8"}
    now = sitting.play("choose G7", "choose H8").now
    assert (now.where["VI06_1"], now.where["AR1_1"], now.where["Orb_1"]) == ("H8", "G7", "G7")
    assert "Orb_1" not in now.guarded and not now.purses
    assert sitting.seen("Blue", "G7") == ["Knife", None] and sitting.seen("Blue", "H8") == [None]


@proves("GH-145")
def test_clairvoyance_is_for_the_caster_alone() -> None:
    sitting = begin("C3", FAR, board="G7:VI06_1 H8:AR1_1 I3:TR1_1", hand="SP3_1", players=3).play("cast SP3_1")
    assert sitting.of("peek") == {"G7", "H8", "I3"}
    sitting.play("peek G7")
    assert sitting.seen("Red", "G7") == ["Assassin"]
    sitting.play("peek H8")
    assert "peek" not in sitting.actions  # two are enough
    assert sitting.seen("Red", "H8") == ["Knife"] and sitting.seen("Red", "I3") == [None]
    for seat in ("Blue", "Yellow", None):
        assert sitting.seen(seat, "G7") == sitting.seen(seat, "H8") == [None]


def test_clairvoyance_may_end_with_one() -> None:
    sitting = begin("C3", FAR, board="G7:VI06_1 H8:AR1_1", hand="SP3_1").play("cast SP3_1", "peek G7", "decline")
    assert sitting.seen("Red", "H8") == [None]
