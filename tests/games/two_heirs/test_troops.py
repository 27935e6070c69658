"""Troops: stepping, going out, coming back; and what they change in the middle of a turn."""

from __future__ import annotations

import pytest

from tests.games.two_heirs.table import Sitting, begin

proves = pytest.mark.proves
NINE = "LI1@(0,0):open LI2@(0,1):open LI3@(1,1):open LI4@(1,0):W LI5@(1,-1):B LI6@(0,-1):open LI7@(-1,-1):W LI8@(-1,0):B LI9@(-1,1):open"
HOME = "White_retinue@(0,0) White_first@court White_second@court"
RING = "TR4 TR5 TR3 TR1 TR2 TR6"
EIGHT = {"(0,1)", "(1,1)", "(1,0)", "(1,-1)", "(0,-1)", "(-1,-1)", "(-1,0)", "(-1,1)"}


def goals(sitting: Sitting, action: str, troop: str) -> set[str]:
    return {move.split()[1] for move in sitting.of(action) if move.split()[0] == troop}


@proves("TH-080", "TH-155")
def test_a_step_to_any_of_eight_tiles() -> None:
    sitting = begin(land=NINE, reserve=RING)
    assert goals(sitting, "march", "White_retinue") == EIGHT  # own and other buildings, and open terrain
    sitting.play("march White_retinue (1,-1)")
    assert sitting.now.troops["White_retinue"] == (1, -1)


@proves("TH-080")
def test_a_step_needs_a_tile_beside_it() -> None:
    sitting = begin(land="LI1@(0,0):open LI2@(1,0):open LI3@(2,0):open", reserve=RING)
    assert goals(sitting, "march", "White_retinue") == {"(1,0)"}
    assert sitting.why("march", troop="White_retinue", to="(0, 1)").reason == "That is no tile without a troop."


@proves("TH-081")
def test_no_step_onto_a_troop() -> None:
    troops = "White_retinue@(0,0) White_first@(1,0) White_second@court Blue_retinue@(0,1) Blue_first@court Blue_second@court"
    sitting = begin(land=NINE, troops=troops, reserve=RING)
    assert goals(sitting, "march", "White_retinue") == EIGHT - {"(1,0)", "(0,1)"}
    assert goals(sitting, "deploy", "White_second").isdisjoint({"(0,0)", "(1,0)", "(0,1)"})
    assert not sitting.why("march", troop="White_retinue", to="(0, 1)").allowed


@proves("TH-082", "TH-083")
def test_going_out_beside_ones_own() -> None:
    land = "LI1@(0,0):open LI2@(1,0):open LI3@(2,0):open LI5@(3,0):open"
    sitting = begin(land=land, troops=f"{HOME} Blue_retinue@(3,0)", reserve=RING)
    assert goals(sitting, "deploy", "White_first") == {"(1,0)"}
    assert sitting.reach() == 3
    sitting.play("deploy White_first (1,0)")
    assert sitting.reach() == 2 and sitting.now.moved == {"White_first"}
    assert goals(sitting, "deploy", "White_second") == {"(2,0)"}  # beside the one that has just gone out
    sitting.play("deploy White_second (2,0)")
    assert sitting.reach() == 1


@proves("TH-084")
def test_back_to_court_from_anywhere() -> None:
    land = "LI1@(0,0):open LI2@(7,7):open"
    sitting = begin(land=land, troops="White_retinue@(0,0) White_first@(7,7) White_second@court", reserve=RING)
    assert sitting.reach() == 2
    sitting.play("withdraw White_first")
    assert sitting.now.troops["White_first"] == "court" and sitting.reach() == 3


@proves("TH-085")
def test_the_retinue_stays_in_the_land() -> None:
    troops = "White_retinue@(0,0) White_first@(1,0) White_second@court"
    sitting = begin(land=NINE, troops=troops, reserve=RING)
    assert sitting.of("withdraw") == {"White_first"}
    assert sitting.why("withdraw", troop="White_retinue").reason == "The retinue never returns to court."
    assert goals(sitting, "march", "White_retinue")  # but it may step


@proves("TH-086")
def test_a_troop_that_has_moved_rests_until_the_next_turn() -> None:
    troops = f"{HOME} Blue_retinue@(1,1) Blue_first@court Blue_second@court"
    sitting = begin(land=NINE, troops=troops, reserve=RING, supply="TC1 TC3 TC5 TC6")
    sitting.play("march White_retinue (1,0)")
    assert not goals(sitting, "march", "White_retinue")
    assert sitting.why("march", troop="White_retinue", to="(0, 0)").reason == "Each troop moves once in a turn."
    sitting.play("take TR4", "done")
    assert not sitting.now.moved
    sitting.play("take TR5", "done")
    assert "(0,0)" in goals(sitting, "march", "White_retinue")


@proves("TH-087")
def test_all_three_may_move() -> None:
    sitting = begin(land=NINE, troops="White_retinue@(0,0) White_first@(1,0) White_second@court", reserve=RING)
    sitting.play("march White_retinue (0,1)", "withdraw White_first", "deploy White_second (1,1)")
    assert sitting.now.moved == {"White_retinue", "White_first", "White_second"}


@proves("TH-088")
def test_onto_a_tile_of_this_turn() -> None:
    sitting = begin(reserve=RING, white="LI3 LI2")
    sitting.play("construct LI3 (1,0)", "march White_retinue (1,0)", "expand LI2 (2,0)", "deploy White_first (2,0)")
    assert sitting.now.troops["White_retinue"] == (1, 0) and sitting.now.troops["White_first"] == (2, 0)


@proves("TH-153")
def test_coming_back_brings_a_tile_within_reach() -> None:
    """The third slot holds the only wood: called back, the troop makes it serve, and it can be taken as well."""
    land = "LI1@(0,0):open LI2@(1,0):open"
    troops = "White_retinue@(0,0) White_first@(1,0) White_second@court"
    sitting = begin(land=land, troops=troops, reserve="TR4 TR5 TR3 TR9 TR6", white="TC1")
    assert not sitting.of("construct")
    sitting.play("withdraw White_first", "construct TC1 (0,1)", "take TR3")
    assert sitting.now.hands["White"] == {"TR3"}


@proves("TH-154")
def test_a_step_may_cost_the_cell() -> None:
    """Three ways to a wood: two of them lose the cell in the east, sending a troop out does not."""
    land = "LI2@(0,0):open LI3@(1,0):open TR5@(2,0):W LI5@(0,1):open"
    troops = "White_retinue@(0,0) White_first@(2,0) White_second@court Blue_retinue@(0,1) Blue_first@court Blue_second@court"

    def start() -> Sitting:
        sitting = begin(land=land, troops=troops, reserve="TR9 PA4 PA6 TR3 PA8", white="PA2", sets="travel,industry,patrol")
        sitting.play("take TR9")
        assert sitting.access() == (0, 2, 2) and not sitting.of("construct")
        return sitting

    stepped = start().play("march White_first (1,0)")
    assert stepped.access() == (1, 2, 1)
    assert stepped.of("construct") and "PA2 (3,0)" not in stepped.of("construct")
    called_back = start().play("withdraw White_first")
    assert (called_back.reach(), called_back.access()) == (3, (1, 2, 1))
    assert called_back.of("construct") and "PA2 (3,0)" not in called_back.of("construct")
    sent_out = start().play("deploy White_second (1,0)")
    assert (sent_out.reach(), sent_out.access()) == (1, (1, 2, 1))
    assert "PA2 (3,0)" in sent_out.of("construct")


@proves("TH-155")
def test_open_terrain_of_every_origin_can_be_entered() -> None:
    """A broken camp and a building that was destroyed: troops go there, and build beside."""
    land = "LI1@(0,0):open LI7@(1,0):W"
    sitting = begin(land=land, reserve=RING, supply="TC1 TC3", white="LI3")
    sitting.play("take TR4", "break_camp LI7", "take TR5", "deploy White_first (1,0)")
    assert "expand LI3 (2,0)" in sitting.moves
    war = begin(land="LI3@(0,0):open WA2@(1,2):W TR4@(1,1):B", reserve="WA1 TR8 TR3", white="WA3")
    war.play("construct WA3 (1,0)", "destroy TR4")
    assert "deploy White_first (1,1)" in war.moves
