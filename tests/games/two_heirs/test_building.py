"""Constructing buildings, what they cost and what there is to pay with, and laying open terrain."""

from __future__ import annotations

import pytest

from tests.games.two_heirs.table import Sitting, begin

proves = pytest.mark.proves
HOME = "White_retinue@(0,0) White_first@court White_second@court"
AROUND = {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)}


def spots(sitting: Sitting, action: str, tile: str) -> set[tuple[int, int]]:
    """Where a tile may be laid now."""
    found = set()
    for move in sitting.of(action):
        name, cell = move.split()
        if name == tile:
            x, y = cell.strip("()").split(",")
            found.add((int(x), int(y)))
    return found


# ---------------------------------------------------------------- constructing


@proves("TH-057")
def test_a_building_belongs_to_its_builder() -> None:
    for seat in ("White", "Blue"):
        troops = f"{seat}_retinue@(0,0) {seat}_first@court {seat}_second@court"
        hands = {"white": "LI2"} if seat == "White" else {"blue": "LI2"}
        sitting = begin(troops=troops, reserve="TR4 TR3 TR5", crown=seat, **hands)
        sitting.play("construct LI2 (1,0)")
        now = sitting.now
        laid = now.land[1, 0]
        assert (laid.id, laid.owner, laid.up) == ("LI2", seat, True)
        assert not now.hands[seat] and len(now.land) == 2


@proves("TH-058")
def test_any_number_of_buildings_in_a_turn() -> None:
    sitting = begin(reserve="TR3 TR4 TR5", white="TC1 TC3 TC5")
    sitting.play("construct TC1 (1,0)", "construct TC3 (0,1)", "construct TC5 (-1,0)")
    assert [sitting.now.land[spot].owner for spot in ((1, 0), (0, 1), (-1, 0))] == ["White"] * 3


@proves("TH-059", "TH-063")
def test_on_free_cells_around_ones_troops() -> None:
    sitting = begin(reserve="TR3 TR4 TR5", white="LI2")
    assert spots(sitting, "construct", "LI2") == AROUND  # to all sides, negative ones too
    land = "LI1@(0,0):open LI3@(1,0):open LI5@(2,0):open"
    sitting = begin(land=land, troops=f"{HOME} Blue_retinue@(2,0)", reserve="TR3 TR4 TR5", white="LI2")
    assert spots(sitting, "construct", "LI2") == AROUND - {(1, 0)}  # not beside tiles where only Blue stands, nor on a tile
    refused = sitting.why("construct", tile="LI2", on="(3, 0)")
    assert not refused.allowed


@proves("TH-059")
def test_any_troop_will_do() -> None:
    """The first troop has been sent out in this turn, and is turned over: one may build around it."""
    land = "LI1@(0,0):open LI3@(1,0):open"
    sitting = begin(land=land, reserve="TR4 TR3 TR5", white="LI2")
    assert (2, 0) not in spots(sitting, "construct", "LI2")
    sitting.play("deploy White_first (1,0)")
    assert (2, 0) in spots(sitting, "construct", "LI2")


@proves("TH-060")
def test_all_of_the_cost_is_needed() -> None:
    """One stone and one wheat, and two wood; the Inn costs two stone and a wheat."""
    sitting = begin(reserve="TR3 TR4 TR8", white="TR1")
    assert sitting.access() == (2, 1, 1)
    assert not sitting.of("construct")
    refused = sitting.why("construct", tile="TR1", on="(1, 0)")
    assert refused.reason == "You are 1 resources short, and have 0 reductions."
    sitting = begin(reserve="TR6 TR4 TR8", white="TR1")
    assert sitting.access() == (1, 2, 1)
    assert "construct TR1 (1,0)" in sitting.moves


@proves("TH-061")
def test_a_building_faces_its_builder() -> None:
    """A road from north to east: on Blue's side of the table it runs from south to west."""
    for seat, joined in (("White", {"(0,1)", "(1,0)"}), ("Blue", {"(0,-1)", "(-1,0)"})):
        found = set()
        for spot, tile in (("(0,1)", "TR2"), ("(0,-1)", "TR2"), ("(1,0)", "TR5"), ("(-1,0)", "TR5")):
            owner = seat[0]
            sitting = begin(
                land=f"LI1@(1,1):open {tile}@{spot}:{owner}",
                troops=f"{seat}_retinue@(1,1) {seat}_first@court {seat}_second@court",
                reserve="LI6 TC1 LI2",
                crown=seat,
                **{seat.lower(): "TR3"},
            )
            sitting.play("construct TR3 (0,0)")
            if sitting.entry("roads", seat):
                found.add(spot)
        assert found == joined


@proves("TH-062")
def test_roads_need_not_fit() -> None:
    """A road that ends at a Mill without one, and beside open terrain."""
    sitting = begin(land="LI1@(0,0):W LI3@(1,1):open", reserve="LI6 TC1 LI2", white="TR5")
    assert "construct TR5 (1,0)" in sitting.moves
    sitting.play("construct TR5 (1,0)")
    assert sitting.entry("roads") == 0


# ---------------------------------------------------------------- resources


@proves("TH-064")
def test_every_tile_in_reach_gives_one() -> None:
    sitting = begin(troops="White_first@court White_second@court", reserve="TR4 TR5 TR3 TR1 TR2 TR6")
    assert sitting.access() == (1, 1, 1)
    before = sitting.now.reserve
    assert before[1:4] == ("TR4", "TR5", "TR3")
    sitting = begin(reserve="TR4 TR5 TR3", white="LI3").play("construct LI3 (1,0)")
    assert sitting.now.reserve[1:4] == ("TR4", "TR5", "TR3")  # it stays where it is


@proves("TH-065", "TH-071", "TH-075")
def test_whatever_ones_troops_stand_on() -> None:
    """A Farm of Blue, a Smithy of Blue, and open wood that Blue laid: White's troops find one of each."""
    land = "TC1@(0,0):B LI5@(1,0):B LI3@(2,0):open"
    troops = "White_retinue@(0,0) White_first@(1,0) White_second@(2,0) Blue_retinue@(5,5) Blue_first@court Blue_second@court"
    sitting = begin(land=f"{land} LI2@(5,5):open", troops=troops)
    assert sitting.access("White") == (1, 1, 1)  # one wheat from the Farm, not two
    assert sitting.access("Blue") == (0, 1, 1)  # the stone under the retinue, and Blue's own Farm


@proves("TH-065")
def test_troops_on_a_field_and_in_a_wood() -> None:
    sitting = begin(land="LI1@(0,0):open LI3@(1,0):open", troops="White_retinue@(0,0) White_first@(1,0)")
    assert sitting.access() == (1, 0, 1)


@proves("TH-065")
def test_troops_at_court_give_nothing_by_themselves() -> None:
    sitting = begin(reserve="")
    assert sitting.now.at_court("White") == 2 and sitting.access() == (0, 0, 1)


@proves("TH-066", "TH-130", "TH-131", "TH-132")
@pytest.mark.parametrize(("land", "more"), [("TC1@(5,5):W TC2@(6,5):W", (0, 0, 2)), ("TC3@(5,5):W", (1, 0, 0)), ("TC5@(5,5):W", (0, 1, 0))])
def test_farm_sawmill_and_quarry(land: str, more: tuple[int, int, int]) -> None:
    sitting = begin(land=f"LI2@(0,0):open {land}")
    assert sitting.access("White") == (more[0], 1 + more[1], more[2])
    assert sitting.access("Blue") == (0, 0, 0)


@proves("TH-067")
@pytest.mark.parametrize(("tile", "all_of_it"), [("TC1", (0, 0, 2)), ("TC3", (2, 0, 0)), ("TC5", (0, 2, 0))])
def test_two_from_an_occupied_one(tile: str, all_of_it: tuple[int, int, int]) -> None:
    assert begin(land=f"{tile}@(0,0):W").access() == all_of_it


@proves("TH-068")
def test_all_sources_together() -> None:
    """Two tiles in reach, two troops in the land, and a Farm; the same position as in the rules."""
    sitting = begin(
        land="LI2@(0,0):open TR5@(1,0):W TC1@(1,1):W",
        troops="White_retinue@(0,0) White_second@(1,0) White_first@court",
        reserve="TR4 TR3 TR9 LI6",
        white="TR1 TC6",
    )
    assert sitting.access() == (1, 2, 2)
    sitting.play("construct TR1 (0,1)", "construct TC6 (0,-1)")  # both in one turn


@proves("TH-069")
def test_resources_are_not_used_up() -> None:
    """Two wheat and a wood pay for the Bakery, and again for the Trading Post."""
    sitting = begin(land="LI1@(0,0):open", reserve="TC1 LI3 LI2", white="LI4 TC6")
    assert sitting.access() == (1, 1, 2)
    sitting.play("construct LI4 (1,0)")
    assert sitting.access() == (1, 1, 2)
    sitting.play("construct TC6 (0,1)")


@proves("TH-070", "TH-154")
def test_access_ends_with_its_source() -> None:
    land = "LI3@(0,0):open LI2@(1,0):open"
    sitting = begin(land=land, reserve="TR5 TR2 LI1", white="TC1 TC2")
    sitting.play("construct TC1 (0,1)")  # with the wood below the retinue
    sitting.play("march White_retinue (1,0)")
    assert not sitting.of("construct")  # it has left the wood
    sitting = begin(land="LI1@(0,0):open", reserve="TR3 TR4 TR9 TR6 LI2 LI5", white="TC1")
    assert "construct TC1 (1,0)" in sitting.moves
    sitting.play("take TR3")
    assert not sitting.of("construct")  # the only wood in reach has been taken
    sitting = begin(
        land="LI7@(0,0):W TC3@(0,1):open", troops="White_retinue@(0,1) White_first@court White_second@court", reserve="TR5 TR2 LI1"
    )
    assert sitting.access() == (1, 0, 3)


@proves("TH-071")
def test_the_rivals_farm_gives_nothing() -> None:
    sitting = begin(land="LI2@(0,0):open TC1@(1,0):B TC2@(1,1):B")
    assert sitting.access("White") == (0, 1, 0)
    assert sitting.access("Blue") == (0, 0, 2)


@proves("TH-133")
def test_a_farm_serves_at_once() -> None:
    """The Trading Post needs a second wheat; the Farm built just before brings it."""
    sitting = begin(land="LI1@(0,0):open", reserve="LI3 LI2 TR4", white="TC1 TC6")
    assert "TC6" not in {move.split()[0] for move in sitting.of("construct")}
    sitting.play("construct TC1 (1,0)")
    assert "construct TC6 (0,1)" in sitting.moves


# ---------------------------------------------------------------- open terrain


@proves("TH-072")
def test_open_terrain_costs_nothing() -> None:
    sitting = begin(reserve="", white="TC9")
    assert not sitting.of("construct")
    sitting.play("expand TC9 (1,0)")
    laid = sitting.now.land[1, 0]
    assert (laid.id, laid.owner, laid.up) == ("TC9", None, False)
    assert not sitting.now.hands["White"]


@proves("TH-073")
def test_open_terrain_is_laid_around_ones_troops() -> None:
    land = "LI1@(0,0):open LI3@(1,0):open"
    sitting = begin(land=land, troops=f"{HOME} Blue_retinue@(1,0)", reserve="TR4", white="LI2")
    assert spots(sitting, "expand", "LI2") == AROUND - {(1, 0)}


@proves("TH-075")
def test_open_terrain_serves_whoever_stands_on_it() -> None:
    """White lays a wood; Blue sends a troop there, and has wood."""
    troops = f"{HOME} Blue_retinue@(0,1) Blue_first@court Blue_second@court"
    sitting = begin(land="LI1@(0,0):open LI2@(0,1):open", troops=troops, reserve="TR4 TR9 TR6 LI5 TC5 TC8", white="TC3", supply="TC9")
    sitting.play("expand TC3 (1,1)", "take TR4", "done")
    assert sitting.access("Blue") == (0, 4, 0)
    sitting.play("deploy Blue_first (1,1)")
    assert sitting.access("Blue") == (1, 3, 0)


@proves("TH-076")
@pytest.mark.parametrize("missing", ["wood", "wheat"])
def test_open_terrain_stands_for_any_one_resource(missing: str) -> None:
    """The Farm costs a wood and a wheat. Whichever is missing, the open terrain makes up for it."""
    land, reserve = ("LI1@(0,0):open", "TR4 TR9 TR6") if missing == "wood" else ("LI3@(0,0):open", "TR4 TR9 TR6")
    sitting = begin(land=land, reserve=reserve, white="TC1 LI5")
    assert "TC1" not in {move.split()[0] for move in sitting.of("construct")}
    sitting.play("expand LI5 (1,1)", "construct TC1 (1,0)")
    assert sitting.now.discounts["White"] == 0


@proves("TH-076")
def test_a_reduction_that_is_not_needed_is_kept() -> None:
    sitting = begin(reserve="TR4 TR5 TR3", white="LI3 TC9 LI5")
    sitting.play("expand LI5 (1,1)", "construct LI3 (1,0)")
    assert sitting.now.discounts["White"] == 1


@proves("TH-077")
def test_one_reduction_for_one_building() -> None:
    sitting = begin(land="LI1@(0,0):open", reserve="TR4 TR9 TR6", white="TC1 TC2 LI5")
    sitting.play("expand LI5 (1,1)", "construct TC1 (1,0)")
    assert "construct" not in sitting.actions


@proves("TH-078")
def test_reductions_end_with_the_turn() -> None:
    sitting = begin(
        land="LI1@(0,0):open LI2@(0,1):open",
        troops=f"{HOME} Blue_retinue@(0,1) Blue_first@court Blue_second@court",
        reserve="TR4 TR9 TR6 TC5 TC8 TC9",
        supply="TR1 TR2 TR3 TR5",
        white="TC1 LI5",
    )
    sitting.play("expand LI5 (1,1)")
    assert "construct TC1 (1,0)" in sitting.moves
    sitting.play("take TR4", "done", "take TR9", "done")
    assert sitting.who == "White" and sitting.now.discounts["White"] == 0
    assert sitting.access()[0] == 0 and "TC1" not in {move.split()[0] for move in sitting.of("construct")}


@proves("TH-079")
def test_several_tiles_of_open_terrain_in_a_turn() -> None:
    sitting = begin(reserve="TR4", white="TC9 LI5 LI2")
    sitting.play("expand TC9 (1,0)", "expand LI5 (0,1)", "expand LI2 (-1,-1)")
    assert sitting.now.discounts["White"] == 3
    assert sum(not tile.up for tile in sitting.now.land.values()) == 4


@proves("TH-079")
def test_reductions_on_one_building_are_an_option() -> None:
    """The Lodge lacks two wood. Two tiles of open terrain pay for both, unless it was agreed that they do not add up."""
    start = {"land": "LI1@(0,0):open", "reserve": "TR4 TR5 TR2", "white": "LI6 LI2 LI5"}
    for stacking, allowed in (("yes", True), ("no", False)):
        sitting = begin(**start, stacking=stacking).play("expand LI2 (1,0)", "expand LI5 (0,1)")
        assert ("construct LI6 (1,1)" in sitting.moves) == allowed
