"""What buildings do during play: Encampments that are broken up, Siege Towers that destroy."""

from __future__ import annotations

import pytest

from tests.games.two_heirs.table import Sitting, begin, shown

proves = pytest.mark.proves
RING = "TR4 TR5 TR3 TR1 TR2 TR6"
CAMP = "LI1@(0,0):open LI7@(1,0):W"


def camp(land: str = CAMP, **more: str) -> Sitting:
    return begin(**{"land": land, "reserve": RING, "supply": "TC1 TC3 TC5 TC6 TC7", **more})


# ---------------------------------------------------------------- Encampment


@proves("TH-124")
def test_an_encampment_brings_another_tile() -> None:
    sitting = camp()
    assert not sitting.of("break_camp")
    assert sitting.why("break_camp", tile="LI7").reason == "Take your tile first."
    sitting.play("take TR4")
    assert sitting.of("break_camp") == {"LI7"}
    slot = sitting.now.gap
    sitting.play("break_camp LI7")
    now = sitting.now
    assert (now.crown, now.gap) == ("White", slot)  # only its face has changed
    sitting.play("take TR5")
    assert sitting.now.hands["White"] == {"TR4", "TR5"} and sitting.now.crown == "Blue"


@proves("TH-124")
def test_the_other_tile_has_to_be_taken() -> None:
    sitting = camp().play("take TR4", "break_camp LI7")
    assert "done" not in sitting.moves
    sitting.play("take TR5", "done")
    assert sitting.match.game.options["free_camp"] == "no"


@proves("TH-124")
@pytest.mark.parametrize("takes", [True, False])
def test_the_other_tile_may_be_left_if_that_was_agreed(takes: bool) -> None:
    sitting = camp(free_camp="yes").play("take TR4", "break_camp LI7")
    assert sitting.moves == {"decline", "take TR5", "take TR3", "take TR1"}
    sitting.play("take TR5" if takes else "decline")
    now = sitting.now
    assert now.crown == "Blue"
    assert now.hands["White"] == ({"TR4", "TR5"} if takes else {"TR4"})
    assert "take" not in sitting.actions
    sitting.play("done", "take TR3" if takes else "take TR5")


@proves("TH-124")
def test_the_rivals_encampment_is_not_ones_own() -> None:
    sitting = camp("LI1@(0,0):open LI7@(1,0):B").play("take TR4")
    assert not sitting.of("break_camp")


@proves("TH-125")
def test_a_broken_encampment_is_open_terrain() -> None:
    """A troop stands on it and stays; its road is gone, and the Lodge counts one building less."""
    land = "LI1@(0,0):open LI7@(1,0):W TR8@(1,1):W LI6@(3,3):W"
    troops = "White_retinue@(0,0) White_first@(1,0) White_second@court"
    sitting = camp(land, troops=troops)
    assert (sitting.entry("roads"), sitting.entry("buildings")) == (2, 2 * 2 + 2 + 3)
    wood = sitting.access()[0]
    sitting.play("take TR4", "break_camp LI7")
    now = sitting.now
    laid = now.land[1, 0]
    assert (laid.owner, laid.up) == (None, False) and now.troops["White_first"] == (1, 0)
    assert (sitting.entry("roads"), sitting.entry("buildings")) == (0, 2 + 2)
    assert wood == 1 and sitting.access()[0] == 2  # TR3 has come within reach; the wood below the troop is still there


@proves("TH-126")
def test_each_encampment_serves_once() -> None:
    sitting = camp("LI1@(0,0):open LI7@(1,0):W LI8@(5,5):W").play("take TR4", "break_camp LI7")
    assert not sitting.of("break_camp")  # first the tile
    sitting.play("take TR5")
    assert sitting.of("break_camp") == {"LI8"}
    sitting.play("break_camp LI8", "take TR3", "done")
    assert sitting.who == "Blue" and len(sitting.now.hands["White"]) == 3


@proves("TH-127")
def test_an_encampment_that_stands_is_worth_two() -> None:
    assert shown("LI7@(0,0):W").score() == 2
    assert shown("LI7@(0,0):W", "White_first@(0,0)").score() == 4
    assert shown("LI7@(0,0):open", "White_first@(0,0)").score() == 0


@proves("TH-128")
def test_in_the_turn_in_which_it_was_built() -> None:
    sitting = begin(land="LI3@(0,0):open", reserve="LI7 TR4 TR6 TR5 TR9", supply="TC1 TC3")
    sitting.play("take LI7")
    assert not sitting.of("break_camp")  # in hand it is none
    sitting.play("construct LI7 (0,1)", "break_camp LI7", "take TR4")
    assert sitting.now.hands["White"] == {"TR4"}


@proves("TH-129")
def test_the_other_tile_is_taken_like_any_other() -> None:
    sitting = camp(supply="TC1 TC3").play("take TR4")
    assert sitting.now.supply == ("TC3",)
    sitting.play("break_camp LI7", "take TR5")
    now = sitting.now
    assert now.supply == () and now.reserve[1] == "TC3" and len(now.ring) == 6
    turns = []
    sitting.play("done")
    while not sitting.match.over:
        turns.append(sitting.who)
        sitting.play(f"take {sitting.now.ring[0]}", "done")
    assert turns == ["Blue", "White"]  # it has brought the end


# ---------------------------------------------------------------- Siege Tower

WAR = "LI3@(0,0):open TR4@(1,1):B WA2@(1,2):W"


def war(land: str = WAR, white: str = "WA3", **more: str) -> Sitting:
    return begin(**{"land": land, "reserve": "WA1 TR8 TR3", "white": white, **more})


@proves("TH-136")
def test_the_second_siege_tower_may_destroy() -> None:
    sitting = war().play("construct WA3 (1,0)")
    assert sitting.moves == {"destroy TR4", "decline"} and sitting.who == "White"
    sitting = war().play("construct WA3 (0,1)")
    assert sitting.moves == {"destroy TR4", "decline"}


@proves("TH-136")
def test_at_a_corner_it_does_not_count() -> None:
    sitting = war("LI3@(1,-1):open TR4@(1,1):B WA2@(1,2):W", troops="White_retinue@(1,-1)").play("construct WA3 (0,0)")
    assert "destroy" not in sitting.actions
    sitting = war("LI3@(1,-1):open TR4@(1,1):B WA2@(1,2):W", troops="White_retinue@(1,-1)").play("construct WA3 (1,0)")
    assert "destroy" in sitting.actions


@proves("TH-136")
def test_both_towers_must_be_ones_own() -> None:
    sitting = war("LI3@(0,0):open TR4@(1,1):B WA2@(1,2):B").play("construct WA3 (1,0)")
    assert "destroy" not in sitting.actions
    own = war("LI3@(0,0):open TR4@(1,1):W WA2@(1,2):W").play("construct WA3 (1,0)")
    assert "destroy" not in own.actions  # a building of one's own is not threatened


@proves("TH-140")
def test_only_siege_towers_count() -> None:
    """A farm of yours beside the building is no tower, whether it stood there first or is the third."""
    sitting = war("LI3@(0,0):open TR4@(1,1):B LI2@(1,2):W").play("construct WA3 (1,0)")
    assert "destroy" not in sitting.actions
    sitting = war("LI3@(0,0):open TR4@(1,1):B WA2@(1,2):W LI2@(2,1):W").play("construct WA3 (1,0)")
    assert sitting.moves == {"destroy TR4", "decline"}


@proves("TH-136")
def test_any_building_can_be_destroyed() -> None:
    for target in ("WA4", "WA6", "LI7", "TR6"):
        sitting = war(f"LI3@(0,0):open {target}@(1,1):B WA2@(1,2):W").play("construct WA3 (1,0)")
        assert f"destroy {target}" in sitting.moves


@proves("TH-136")
@pytest.mark.parametrize("siege", ["unlimited", "single"])
def test_two_buildings_threatened_at_once(siege: str) -> None:
    land = "LI3@(0,0):open TR4@(1,1):B WA2@(1,2):W TR5@(2,0):B WA4@(3,0):W"
    sitting = war(land, siege=siege).play("construct WA3 (1,0)")
    if siege == "unlimited":
        first = next(move for move in sitting.moves if move != "decline")
        sitting.play(first)
        assert len(sitting.moves) == 2 and first not in sitting.moves
        sitting.play(next(move for move in sitting.moves if move != "decline"))
        assert not sitting.now.land[1, 1].up and not sitting.now.land[2, 0].up
    else:
        assert sitting.moves == {"destroy TR4", "destroy TR5", "decline"}
        sitting.play("destroy TR5")
        assert sitting.now.land[1, 1].up and not sitting.now.land[2, 0].up
    assert "take" in sitting.actions  # the turn goes on


@proves("TH-137")
def test_what_is_destroyed_is_open_terrain() -> None:
    """A guarded Inn of Blue on a road: its points, its road and its owner go, its colour and the troop stay."""
    land = "LI3@(0,0):open TR2@(1,1):B WA2@(0,1):W WA6@(1,2):B"
    troops = "White_retinue@(0,0) White_first@court White_second@court Blue_first@(1,1) Blue_second@court"
    sitting = war(land, troops=troops)
    assert sitting.entry("roads", "Blue") == 2 and sitting.entry("buildings", "Blue") == 2 * 2 + 1
    sitting.play("construct WA3 (1,0)", "destroy TR2")
    now = sitting.now
    laid = now.land[1, 1]
    assert (laid.id, laid.owner, laid.up) == ("TR2", None, False)
    assert now.troops["Blue_first"] == (1, 1)
    assert sitting.entry("roads", "Blue") == 0 and sitting.entry("buildings", "Blue") == 1
    assert sitting.access("Blue")[2] == 1  # the wheat below the troop


@proves("TH-138")
def test_destroying_is_voluntary() -> None:
    sitting = war().play("construct WA3 (1,0)", "decline")
    assert sitting.now.land[1, 1].up and sitting.now.land[1, 1].owner == "Blue"


@proves("TH-138", "TH-136")
def test_a_chance_that_was_declined_is_gone() -> None:
    """A third tower beside a building that was spared is not its second."""
    sitting = war(white="WA3 WA5").play("construct WA3 (1,0)", "decline", "construct WA5 (0,1)")
    assert "destroy" not in sitting.actions


@proves("TH-139")
def test_one_tower_does_nothing() -> None:
    sitting = war("LI3@(0,0):open TR4@(1,1):B").play("construct WA3 (1,0)")
    assert "destroy" not in sitting.actions
    sitting = war("LI3@(0,0):open TR4@(1,1):B WA2@(1,2):open").play("construct WA3 (1,0)")
    assert "destroy" not in sitting.actions  # a tower lying face down is none


@proves("TH-140")
def test_building_beside_two_towers_is_safe() -> None:
    land = "LI3@(0,0):open WA2@(1,1):W WA1@(0,2):W LI1@(1,2):open"
    troops = "Blue_retinue@(0,0) Blue_first@court Blue_second@court White_retinue@(1,2) White_first@court White_second@court"
    sitting = begin(land=land, troops=troops, reserve="TR3 TR5 TR6 WA4", crown="Blue", blue="LI2", white="WA3", supply="TR1 TR2")
    sitting.play("construct LI2 (0,1)")
    assert sitting.who == "Blue" and "destroy" not in sitting.actions
    sitting.play("take TR3", "done")
    assert sitting.who == "White" and "destroy" not in sitting.actions


@proves("TH-137", "TH-156")
def test_open_terrain_cannot_be_destroyed_again() -> None:
    sitting = war("LI3@(0,0):open TR4@(1,1):open WA2@(1,2):W").play("construct WA3 (1,0)")
    assert "destroy" not in sitting.actions
