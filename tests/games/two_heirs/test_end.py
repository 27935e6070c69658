"""How a match ends: the last tile of the supply, the last two turns, the winner."""

from __future__ import annotations

import pytest

from tests.games.two_heirs.table import Sitting, begin

proves = pytest.mark.proves
RING = "TR4 TR5 TR3 TR1 TR2 TR6"
LAND = "LI1@(0,0):open LI2@(0,1):open"
BOTH = "White_retinue@(0,0) White_first@court White_second@court Blue_retinue@(0,1) Blue_first@court Blue_second@court"


def last_but_one(**more: str) -> Sitting:
    """White's turn, one tile left in the supply."""
    return begin(**{"land": LAND, "troops": BOTH, "reserve": RING, "supply": "TC1", **more})


@proves("TH-090", "TH-094")
@pytest.mark.parametrize("first", ["White", "Blue"])
def test_one_more_turn_for_each(first: str) -> None:
    sitting = last_but_one(crown=first)
    seen = []
    while not sitting.match.over:
        seen.append(sitting.who)
        sitting.play(f"take {sitting.now.ring[0]}", "done")
    other = {"White": "Blue", "Blue": "White"}[first]
    assert seen == [first, other, first]
    assert sitting.match.outcome is not None


@proves("TH-091")
def test_no_slot_is_filled_any_more() -> None:
    sitting = last_but_one().play("take TR4", "done")
    assert len(sitting.now.ring) == 6 and sitting.now.gap == 1
    sitting.play("take TR5")
    now = sitting.now
    assert len(now.ring) == 5
    assert now.gap == 2 and now.reserve[1] is None and now.crown == "White"  # the shield moves and turns as ever


@proves("TH-091", "TH-129")
def test_none_is_filled_in_the_same_turn_either() -> None:
    sitting = last_but_one(land=f"{LAND} LI7@(1,0):W").play("take TR4", "break_camp LI7", "take TR5")
    assert len(sitting.now.ring) == 5


@proves("TH-092")
def test_empty_slots_are_skipped() -> None:
    troops = BOTH.replace("White_first@court", "White_first@(1,0)")
    sitting = begin(land=f"{LAND} LI3@(1,0):open", troops=troops, reserve="- TR3 - TR4 TR5 -")
    assert sitting.reach() == 2
    assert sitting.of("take") == {"TR3", "TR4"}
    assert sitting.access() == (2, 1, 1)
    scarce = begin(land=LAND, troops=BOTH, reserve="- - - TR4 - -")
    assert scarce.reach() == 3 and scarce.of("take") == {"TR4"}


@proves("TH-093")
def test_a_last_turn_is_a_turn_like_any_other() -> None:
    sitting = begin(land=f"{LAND} LI7@(1,0):W", troops=BOTH, reserve=RING, white="LI3 LI5 LI6")
    sitting.play("take TR4", "break_camp LI7", "take TR5", "march White_retinue (1,0)", "expand LI3 (2,0)", "done")
    assert sitting.moves == {f"discard {tile}" for tile in ("LI5", "LI6", "TR4", "TR5")}
    war = begin(land="LI3@(0,0):open WA2@(1,2):W TR4@(1,1):B", reserve="WA1 TR8 TR3", white="WA3")
    assert war.now.supply == ()
    war.play("construct WA3 (1,0)", "destroy TR4")
    assert not war.now.land[1, 1].up


@proves("TH-093", "TH-102")
def test_tiles_left_in_hand_are_worth_nothing() -> None:
    sitting = begin(land=LAND, troops=BOTH, reserve="TC9 TR4 TR2", white="TR1").play("take TC9", "done")  # the supply is empty now
    sitting.play("take TR4", "done", "take TR2", "done")
    assert sitting.match.over and sitting.now.hands["White"] == {"TC9", "TR1", "TR2"}
    assert sitting.score("White") == 0


@proves("TH-098")
def test_points_come_at_the_end() -> None:
    """Until then nobody has any: nothing in what players see counts them, and there is no outcome."""
    sitting = begin(land=f"{LAND} TC9@(1,0):W", troops=BOTH, reserve="TR4 TR5 TR3").play("take TR4", "done")
    view = sitting.match.view("White")
    assert set(view.players["White"]) == {"discounts"} and not view.game
    assert sitting.match.outcome is None
    sitting.play("take TR5", "done", "take TR3", "done")
    outcome = sitting.match.outcome
    assert outcome is not None and outcome.points("White") == 5


# ---------------------------------------------------------------- the winner


def decided(land: str, white: int, blue: int) -> Sitting:
    """The last two turns of a match: nothing is done any more. So many troops of each are at court."""
    cells = iter(["(8,8)", "(8,9)", "(9,8)", "(9,9)"])
    far = "LI1@(7,7):open LI2@(7,8):open LI3@(8,8):open LI5@(8,9):open LI6@(9,8):open LI8@(9,9):open"
    troops = ["White_retinue@(7,7)", "Blue_retinue@(7,8)"]
    for seat, number in (("White", white), ("Blue", blue)):
        where = ["court"] * number + [next(cells) for _ in range(2 - number)]
        troops += [f"{seat}_first@{where[0]}", f"{seat}_second@{where[1]}"]
    sitting = begin(land=f"{far} {land}", troops=" ".join(troops), reserve="TC1 TC2")
    return sitting.finish()


@proves("TH-150")
@pytest.mark.parametrize(("owner", "winner"), [("W", "White"), ("B", "Blue")])
def test_most_points_win(owner: str, winner: str) -> None:
    outcome = decided(f"TC9@(0,0):{owner}", 1, 1).match.outcome
    assert outcome is not None
    assert (outcome.kind, outcome.winners) == ("win", (winner,))
    assert outcome.points(winner) == 5


@proves("TH-151")
@pytest.mark.parametrize(("white", "blue", "winner"), [(1, 2, "Blue"), (2, 0, "White")])
def test_then_most_troops_at_court(white: int, blue: int, winner: str) -> None:
    outcome = decided("TR4@(0,0):W TR3@(4,4):B", white, blue).match.outcome
    assert outcome is not None
    assert outcome.points("White") == outcome.points("Blue") == 1
    assert (outcome.kind, outcome.winners) == ("win", (winner,))
    assert "Troop" in outcome.deciding


@proves("TH-152")
def test_then_nobody() -> None:
    outcome = decided("TR4@(0,0):W TR3@(4,4):B", 2, 2).match.outcome
    assert outcome is not None
    assert (outcome.kind, outcome.winners) == ("none", ())
    assert decided("TR4@(0,0):W TR3@(4,4):B", 0, 0).match.outcome == outcome
