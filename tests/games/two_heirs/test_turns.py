"""The course of a turn, what is within reach, taking a tile, and the limit of the hand."""

from __future__ import annotations

import pytest

from tests.games.two_heirs.position import game_with
from tests.games.two_heirs.table import Sitting, begin

proves = pytest.mark.proves
RING = "TR4 TR5 TR3 TR1 TR2 TR6"  # stone, wheat, wood, wood, wheat, stone
BOTH = "White_retinue@(0,0) White_first@court White_second@court Blue_retinue@(0,1) Blue_first@court Blue_second@court"
LAND = "LI1@(0,0):open LI2@(0,1):open"


def turn(**more: str) -> Sitting:
    """White's turn with everybody at court but the retinues; eight tiles are left in the supply."""
    start = {"land": LAND, "troops": BOTH, "reserve": RING, "supply": "TC1 TC3 TC5 TC6 TC7 TC8 TC9 TR7"}
    return begin(**{**start, **more})


# ---------------------------------------------------------------- the turn


@proves("TH-028")
def test_turns_alternate() -> None:
    sitting = turn()
    seen = []
    for _ in range(6):
        seen.append(sitting.who)
        sitting.play(f"take {sitting.now.ring[0]}", "done")
    assert seen == ["White", "Blue"] * 3


@proves("TH-029")
def test_taking_is_enough() -> None:
    sitting = turn(white="LI3")
    assert sitting.actions >= {"take", "expand", "construct"}
    sitting.play("take TR4", "done")
    assert sitting.who == "Blue"


@proves("TH-030", "TH-052")
def test_any_order_and_bit_by_bit() -> None:
    sitting = turn(land=f"{LAND} LI3@(1,0):open", white="LI6 LI5")
    sitting.play("march White_retinue (1,0)")  # move
    sitting.play("expand LI6 (2,0)")  # play
    sitting.play("take TR5")  # take
    sitting.play("construct TR5 (2,1)")  # play
    sitting.play("deploy White_first (2,0)")  # move
    sitting.play("expand LI5 (3,0)", "done")
    assert sitting.who == "Blue"


@proves("TH-031")
def test_one_tile_in_a_turn() -> None:
    sitting = turn().play("take TR4")
    assert "take" not in sitting.actions
    assert sitting.why("take", tile="TR5").reason == "You have taken your tile for this turn."


@proves("TH-032")
def test_no_end_before_a_tile_is_taken() -> None:
    sitting = turn(white="LI3")
    assert "done" not in sitting.moves
    sitting.play("expand LI3 (1,0)")
    assert "done" not in sitting.moves
    sitting.play("take TR4")
    assert "done" in sitting.moves


@proves("TH-033")
def test_a_troop_moves_once() -> None:
    out = BOTH.replace("White_first@court", "White_first@(1,0)")
    sitting = turn(land=f"{LAND} LI3@(1,0):open LI5@(2,0):open", troops=out).play("withdraw White_first")
    assert not any(move.startswith("deploy White_first") for move in sitting.moves)
    assert "deploy White_second (1,0)" in sitting.moves
    sitting = turn(land=f"{LAND} LI3@(1,0):open LI5@(2,0):open", troops=out).play("march White_first (2,0)")
    assert "march White_first (1,0)" not in sitting.moves and "withdraw White_first" not in sitting.moves


@proves("TH-034")
def test_a_tile_just_taken_may_be_played() -> None:
    sitting = turn()
    assert not sitting.of("construct") and not sitting.of("expand")
    sitting.play("take TR5")
    assert "construct TR5 (1,0)" in sitting.moves and "expand TR5 (1,0)" in sitting.moves


@proves("TH-035")
def test_nothing_else_can_be_done() -> None:
    sitting = turn(land=f"{LAND} LI7@(1,0):W", white="LI3 LI5 TR8 TR9")
    assert sitting.actions == {"take", "expand", "construct", "march", "deploy"}
    sitting.play("take TR4")
    assert sitting.actions == {"done", "expand", "construct", "march", "deploy", "break_camp"}
    assert not any("Blue" in move for move in sitting.moves)


@proves("TH-036", "TH-055", "TH-078", "TH-086")
def test_the_end_of_a_turn() -> None:
    sitting = turn(land=f"{LAND} LI3@(1,0):open", white="LI4 LI5 LI6 TR8")
    sitting.play("expand TR8 (1,-1)", "march White_retinue (1,0)", "take TR4")
    before = sitting.now
    assert (before.discounts["White"], before.moved, len(before.hands["White"])) == (1, {"White_retinue"}, 4)
    sitting.play("done", "discard LI5")
    after = sitting.now
    assert after.discounts == {"White": 0, "Blue": 0}
    assert not after.moved
    assert after.hands["White"] == {"LI4", "LI6", "TR4"}
    assert sitting.who == "Blue"


# ---------------------------------------------------------------- reach


@proves("TH-037", "TH-040", "TH-044")
@pytest.mark.parametrize(("out", "reach"), [(0, 3), (1, 2), (2, 1)])
def test_reach_is_one_more_than_troops_at_court(out: int, reach: int) -> None:
    where = ["(1,0)", "(1,1)"][:out] + ["court"] * (2 - out)
    troops = f"White_retinue@(0,0) White_first@{where[0]} White_second@{where[1]}"
    sitting = turn(land=f"{LAND} LI3@(1,0):open LI5@(1,1):open", troops=troops)
    assert sitting.reach() == reach
    assert sitting.of("take") == set(RING.split()[:reach])


@proves("TH-038")
@pytest.mark.parametrize("slot", range(7))
def test_counting_clockwise_around_the_ring(slot: int) -> None:
    """Wherever the shield lies, the next three slots are meant, and the ring has no end."""
    sitting = begin(land=LAND, troops=BOTH, reserve=RING, shield=slot)
    reserve = sitting.now.reserve
    assert reserve[slot] == "Shield"
    assert sitting.of("take") == {reserve[(slot + n) % 7] for n in (1, 2, 3)}


@proves("TH-039")
def test_both_reach_three_at_the_start() -> None:
    """Three tiles can be taken on the first turn, whoever begins: of seven in the reserve those next to the shield."""
    sitting = turn()
    assert (sitting.reach("White"), sitting.reach("Blue")) == (3, 3)
    for seed in range(3):
        match = game_with(False, "interpreter").start(seed)
        assert match.decision is not None
        assert len([o for o in match.decision.options if o.action == "take"]) == 3


@proves("TH-041")
def test_reach_is_ones_own() -> None:
    troops = "White_retinue@(0,0) White_first@(1,0) White_second@(1,1) Blue_retinue@(0,1) Blue_first@court Blue_second@court"
    sitting = turn(land=f"{LAND} LI3@(1,0):open LI5@(1,1):open", troops=troops)
    assert (sitting.reach("White"), sitting.reach("Blue")) == (1, 3)
    assert sitting.of("take") == {"TR4"}
    sitting.play("take TR4", "done")
    assert sitting.of("take") == {"TR5", "TR3", "TR1"}


@proves("TH-042")
def test_a_tile_serves_before_it_is_taken() -> None:
    """The Lodge needs two wood: one is on the slot beside the shield, and then taken."""
    sitting = turn(land="LI3@(0,0):open LI2@(0,1):open", reserve="TR3 TR4 TR5", white="LI6")
    sitting.play("construct LI6 (1,0)", "take TR3")
    assert sitting.now.hands["White"] == {"TR3"}


@proves("TH-043")
def test_reach_changes_at_once() -> None:
    sitting = turn(land=f"{LAND} LI3@(1,0):open")
    assert sitting.of("take") == {"TR4", "TR5", "TR3"}
    sitting.play("deploy White_first (1,0)")
    assert sitting.of("take") == {"TR4", "TR5"}


@proves("TH-045")
def test_after_taking_one_counts_from_the_new_slot() -> None:
    sitting = begin(land="LI1@(0,0):open", reserve=RING, supply="TC1 TC2")
    assert sitting.access() == (1, 1, 2)  # TR4 TR5 TR3, and the field
    sitting.play("take TR5")
    assert sitting.access() == (2, 0, 2)  # TR3 TR1 TR2, and the field


# ---------------------------------------------------------------- taking


@proves("TH-046", "TH-047", "TH-048", "TH-049", "TH-050")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_happens_when_a_tile_is_taken(number: int) -> None:
    sitting = turn()
    tile = RING.split()[number - 1]
    sitting.play(f"take {tile}")
    now = sitting.now
    assert now.hands["White"] == {tile}
    assert now.reserve[number] == "Shield"
    assert now.crown == "Blue"
    assert now.reserve[0] == "TC1" and now.supply[0] == "TC3" and len(now.supply) == 7
    assert None not in now.reserve and len(now.ring) == 6


@proves("TH-046")
def test_beyond_reach() -> None:
    sitting = turn(land=f"{LAND} LI3@(1,0):open", troops=BOTH.replace("White_first@court", "White_first@(1,0)"))
    assert sitting.of("take") == {"TR4", "TR5"}
    for tile in ("TR3", "TR1", "TR2", "TR6"):
        assert not sitting.why("take", tile=tile).allowed


@proves("TH-051", "TH-089")
def test_the_last_tile_of_the_supply() -> None:
    sitting = turn(supply="TC1", white="LI3")
    sitting.play("take TR4")
    assert sitting.now.supply == ()
    assert {"expand", "construct", "done"} <= sitting.actions  # the turn goes on as usual
    sitting.play("construct LI3 (1,0)", "march White_retinue (1,0)", "done")
    assert sitting.who == "Blue"


# ---------------------------------------------------------------- the limit of the hand


@proves("TH-053", "TH-054", "TH-056")
def test_three_tiles_may_be_kept() -> None:
    sitting = turn(white="LI3 LI5 LI6").play("take TR4")
    assert len(sitting.now.hands["White"]) == 4  # during the turn that is allowed
    sitting.play("done")
    assert sitting.moves == {f"discard {tile}" for tile in ("LI3", "LI5", "LI6", "TR4")}
    before = sitting.now
    sitting.play("discard TR4")
    after = sitting.now
    assert after.hands["White"] == {"LI3", "LI5", "LI6"}
    assert after.box - before.box == {"TR4"} and after.supply == before.supply and after.reserve == before.reserve
    assert sitting.who == "Blue"  # three are kept: nothing else can be thrown away


@proves("TH-056")
def test_three_tiles_are_kept() -> None:
    sitting = turn(white="LI3 LI5").play("take TR4")
    assert not sitting.of("discard")
    sitting.play("done")
    assert sitting.who == "Blue" and len(sitting.now.hands["White"]) == 3


@proves("TH-053")
def test_two_too_many() -> None:
    sitting = turn(white="LI3 LI5 LI6", land=f"{LAND} LI7@(1,0):W")
    sitting.play("take TR4", "break_camp LI7", "take TR5", "done", "discard LI3", "discard TR5")
    assert sitting.now.hands["White"] == {"LI5", "LI6", "TR4"} and sitting.who == "Blue"
