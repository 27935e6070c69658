"""Points: buildings and troops on them, and roads."""

from __future__ import annotations

import pytest

from tests.games.two_heirs.table import begin, shown

proves = pytest.mark.proves


def points(land: str, troops: str = "", seat: str = "White", **options: str) -> int:
    """Points for buildings alone."""
    return shown(land, troops, **options).entry("buildings", seat)


# ---------------------------------------------------------------- in general


@proves("TH-096")
def test_ones_own_standing_buildings_count() -> None:
    land = "TC9@(0,0):{} LI7@(5,5):{} LI8@(5,8):open"
    assert points(land.format("W", "B")) == 5 and points(land.format("W", "B"), seat="Blue") == 2
    assert points(land.format("open", "W")) == 2 and points(land.format("open", "W"), seat="Blue") == 0


@proves("TH-097")
def test_every_building_is_counted_by_itself() -> None:
    """Two Markets share a neighbour between them; both count it."""
    assert points("TR4@(0,0):W LI1@(1,0):open TR5@(2,0):W") == 2 + 2


@proves("TH-099")
@pytest.mark.parametrize("troop", ["White_retinue", "White_first", "White_second"])
def test_twice_where_an_own_troop_stands(troop: str) -> None:
    assert points("TC9@(0,0):W TC1@(3,3):W", f"{troop}@(0,0)") == 10


@proves("TH-100")
def test_other_troops_change_nothing() -> None:
    land = "TC9@(0,0):W LI1@(1,0):open"
    both = shown(land, "Blue_first@(0,0) White_first@(1,0)")
    assert both.score("White") == 5 and both.score("Blue") == 0


@proves("TH-101")
def test_roads_are_not_doubled() -> None:
    land = "TR6@(0,0):W TR2@(0,1):W TR8@(0,2):W"
    plain, guarded = shown(land), shown(land, "White_first@(0,0)")
    assert plain.entry("roads") == guarded.entry("roads") == 3
    assert guarded.entry("buildings") - plain.entry("buildings") == 3  # the Pilgrimage Site is a building, and counts twice


@proves("TH-102")
def test_tiles_elsewhere_are_worth_nothing() -> None:
    sitting = begin(land="LI1@(0,0):open", reserve="TC9 TR4", white="LI7", supply="LI8")
    assert sitting.score("White") == sitting.score("Blue") == 0


@proves("TH-103")
def test_buildings_and_roads_together() -> None:
    sitting = shown("TC9@(0,0):W TR2@(0,1):W", "White_first@(0,0)")
    assert (sitting.entry("buildings"), sitting.entry("roads")) == (12, 2)
    assert sitting.score("White") == 14 and sitting.score("Blue") == 0


# ---------------------------------------------------------------- roads


def roads(land: str) -> tuple[int, int]:
    sitting = shown(land)
    return sitting.entry("roads", "White"), sitting.entry("roads", "Blue")


@proves("TH-104")
def test_sections_meet_at_an_edge() -> None:
    assert roads("TR1@(0,0):W TR5@(1,0):W") == (2, 0)
    assert roads("TR1@(0,0):W TR5@(0,1):W") == (0, 0)  # beside each other, but not at the ends
    assert roads("TR1@(0,0):W TR5@(1,1):W") == (0, 0)  # corners do not meet
    assert roads("TR1@(0,0):W TR5@(2,0):W") == (0, 0)
    assert roads("TR3@(0,0):W TR4@(1,0):W") == (2, 0)  # east meets west
    assert roads("TR3@(0,0):B TR4@(1,0):W") == (0, 0)  # Blue's is turned: its road runs from south to west


@proves("TH-105")
def test_one_tile_is_no_road() -> None:
    assert roads("TR1@(0,0):W TR3@(3,3):B") == (0, 0)


@proves("TH-106")
def test_each_road_by_itself() -> None:
    assert roads("TR1@(0,0):W TR5@(1,0):W LI8@(2,0):W TR2@(0,5):B LI7@(0,6):B") == (3, 2)


@proves("TH-107")
def test_the_leader_scores_the_difference() -> None:
    assert roads("TR2@(4,0):W TR8@(4,1):B LI7@(4,2):B") == (0, 1)
    assert roads("TR2@(4,0):W TR8@(4,1):W LI7@(4,2):B") == (1, 0)


@proves("TH-108")
def test_equal_shares_score_nothing() -> None:
    assert roads("TR2@(4,0):W TR8@(4,1):B LI7@(4,2):B TC9@(4,3):W") == (0, 0)


@proves("TH-109")
def test_open_terrain_is_no_road() -> None:
    assert roads("TR2@(0,0):W TR8@(0,1):W LI7@(0,2):W") == (3, 0)
    assert roads("TR2@(0,0):W TR8@(0,1):open LI7@(0,2):W") == (0, 0)


@proves("TH-110")
def test_four_sections_are_the_ends_of_four_roads() -> None:
    assert roads("TR6@(0,0):W TR2@(0,1):W TR8@(0,-1):W TR1@(1,0):W TR5@(-1,0):W") == (8, 0)


@proves("TH-111")
def test_a_building_counts_once_on_a_road() -> None:
    """A ring that begins and ends at the Pilgrimage Site, closed and broken."""
    ring = "TR6@(0,0):W TR9@(1,0):W TR4@(1,1):{} LI9@(0,1):W"
    closed, broken = shown(ring.format("W")), shown(ring.format("open"))
    assert closed.entry("roads") == 4 and broken.entry("roads") == 2 + 2
    # Without the Robber Barony (2), the Encampment (2) and the Market (1 and two beside it) the Pilgrimage Site is left.
    assert closed.entry("buildings") - 2 - 2 - 3 == 4
    assert broken.entry("buildings") - 2 - 2 == 2


@proves("TH-112")
def test_a_road_goes_on_whoever_owns_it() -> None:
    assert roads("TR2@(0,0):W TR8@(0,1):B LI7@(0,2):W") == (1, 0)


# ---------------------------------------------------------------- Travel


@proves("TH-113")
def test_inn() -> None:
    west, east = "LI1@(-1,0):open LI2@(-2,0):B TC4@(-3,0):W LI5@(-4,0):open", "TC5@(1,0):open TC3@(2,0):open"
    inn = "TR1@(0,0):W"
    assert points(f"{inn} {west} {east}") == 6
    assert points(f"{inn} TC5@(1,0):open TC3@(2,0):open TC4@(3,0):open LI1@(-1,0):open LI2@(-2,0):open LI4@(-3,0):open") == 7
    assert points(f"{inn} LI1@(0,1):open LI2@(0,-1):open") == 1  # its line is the row
    assert points("TR2@(0,0):W LI1@(0,1):open LI2@(0,-1):open TC3@(1,0):open") == 3  # the other Inn's is the column
    assert points("TR1@(0,0):B LI1@(1,0):open", seat="Blue") == 2  # half a turn leaves rows rows


@proves("TH-113")
@pytest.mark.parametrize(("ruling", "worth"), [("any", 1 + 3 + 2), ("near", 1 + 1 + 1), ("run", 1 + 0 + 1)])
def test_how_far_an_inn_looks(ruling: str, worth: int) -> None:
    """West: a gap, two tiles, a gap, two more. East: one tile, then one after two gaps."""
    west = "LI1@(-3,0):open LI2@(-4,0):open LI5@(-6,0):open TC3@(-7,0):open"
    east = "TC5@(1,0):open TC8@(4,0):open"
    assert points(f"TR1@(0,0):W {west} {east}", inn_counts=ruling) == worth


@proves("TH-113")
def test_an_inn_that_looks_without_gaps() -> None:
    line = "LI1@(1,0):open LI2@(2,0):open LI5@(3,0):open TC3@(4,0):open TC5@(-1,0):open TC8@(-2,0):open"
    for ruling in ("any", "near", "run"):
        assert points(f"TR1@(0,0):W {line}", inn_counts=ruling) == 1 + 3 + 2


@proves("TH-114")
def test_market() -> None:
    assert points("TR4@(0,0):W") == 1
    assert points("TR4@(0,0):W LI1@(0,1):open LI2@(1,0):open TC1@(0,-1):B") == 4
    assert points("TR4@(0,0):W LI1@(1,1):open LI2@(-1,-1):open") == 1  # corners do not count
    assert points("TR4@(0,0):W LI1@(0,1):open LI2@(1,0):open TC1@(0,-1):B TC2@(-1,0):W") == 5


@proves("TH-115")
def test_pilgrimage_site() -> None:
    arms = "TR2@(0,1):B TR8@(0,2):B LI7@(0,3):B TR1@(1,0):B"
    assert points(f"TR6@(0,0):W {arms}") == 4  # the longer arm with three tiles, and itself
    assert points("TR6@(0,0):W") == 1
    assert points("TR6@(0,0):W LI1@(0,1):open TC1@(1,0):B") == 1


@proves("TH-116")
def test_no_road_goes_through_a_pilgrimage_site() -> None:
    sitting = shown("TR5@(-1,0):W TR6@(0,0):W LI8@(1,0):W")
    assert sitting.entry("buildings") == 2 + 2 + 2  # the Market sees one tile; the Site two, not three; the Encampment
    assert sitting.entry("roads") == 2 + 2
    both = shown("TR6@(0,0):W TR5@(1,0):B TR7@(2,0):W")  # a Site at either end of one road
    assert both.entry("buildings") == 3 + 3 and both.entry("roads") == 1


@proves("TH-117")
def test_robber_barony() -> None:
    assert points("TR8@(0,0):W TC1@(0,1):B TC2@(1,0):B LI1@(0,-1):open TC3@(-1,0):W TC5@(1,1):B") == 6
    assert points("TR8@(0,0):W") == 2
    assert points("TR8@(0,0):W TC1@(0,1):B TC2@(1,0):B TC3@(0,-1):B TC4@(-1,0):B") == 10
    assert points("TR8@(0,0):W TC1@(0,1):open") == 2
    assert points("TR8@(0,0):B TC1@(0,1):W", seat="Blue") == 4


# ---------------------------------------------------------------- Land and Industry


@proves("TH-118", "TH-119", "TH-120")
@pytest.mark.parametrize(
    ("building", "same", "other"),
    [("LI1", "TC1 TC2 TC6 TR2", "TC3"), ("LI2", "TC5 TC8 TC9 TR6", "TC1"), ("LI3", "TC3 TC4 TC7 TR8", "TC5")],
)
def test_mill_mine_and_cowshed(building: str, same: str, other: str) -> None:
    """An L of four tiles of any owner, one more at a corner, and one beyond a tile of another colour."""
    a, b, c, d = same.split()
    region = f"{building}@(0,0):W {a}@(1,0):open {b}@(1,1):B {c}@(1,2):open"
    assert points(region) == 4
    assert points(f"{region} {d}@(2,3):open") == 4  # only a corner
    assert points(f"{building}@(0,0):W {other}@(1,0):open {a}@(2,0):open") == 1
    assert points(f"{building}@(0,0):W") == 1
    assert points(f"{building}@(0,0):W {a}@(1,0):open {b}@(2,0):open") == 3


@proves("TH-121")
def test_bakery() -> None:
    assert points("LI4@(0,0):W LI1@(4,4):B TC1@(5,5):W TC2@(8,8):W TR5@(2,2):open") == 3


@proves("TH-122")
def test_smithy() -> None:
    assert points("LI5@(0,0):W TC5@(4,4):W") == 2
    assert points("LI5@(0,0):W") == 1


@proves("TH-123")
def test_lodge() -> None:
    assert points("LI6@(0,0):W TC3@(4,4):W LI3@(8,8):W") == 3 + 1  # and the Cowshed its own point
    assert points("LI6@(0,0):W TC3@(4,4):W TC1@(6,6):W") == 2  # not the Farm


# ---------------------------------------------------------------- Trade and Church


@proves("TH-130", "TH-131", "TH-132")
@pytest.mark.parametrize("tile", ["TC1", "TC3", "TC5"])
def test_farm_sawmill_and_quarry_are_worth_nothing(tile: str) -> None:
    assert points(f"{tile}@(0,0):W") == 0
    assert points(f"{tile}@(0,0):W", "White_first@(0,0)") == 0


@proves("TH-134")
def test_trading_post() -> None:
    assert points("TC6@(0,0):W TC1@(3,3):W TC2@(6,6):W") == 6
    assert points("TC6@(0,0):W TC1@(3,3):W TC2@(6,6):B") == 3
    assert points("TC6@(0,0):W TC3@(3,3):W TC5@(6,6):W") == 0  # other buildings than the one drawn
    assert points("TC6@(0,0):W TC1@(3,3):open") == 0
    assert points("TC7@(0,0):W TC3@(3,3):W TC4@(6,6):W") == 6
    assert points("TC8@(0,0):W TC5@(3,3):W") == 3


@proves("TH-135")
def test_cathedral() -> None:
    assert points("TC9@(0,0):W") == 5
    assert points("TC9@(0,0):W", "White_retinue@(0,0)") == 10


# ---------------------------------------------------------------- War, Patrol


@proves("TH-141")
def test_siege_towers_are_worth_nothing() -> None:
    assert points("WA1@(0,0):W WA2@(1,0):W", "White_first@(0,0)") == 0


@proves("TH-142")
def test_stronghold() -> None:
    assert points("WA1@(0,0):W WA2@(4,4):W WA6@(1,1):W WA7@(8,8):W") == 4 + 4
    assert points("WA6@(0,0):W WA1@(1,0):B WA7@(0,1):B WA2@(2,2):open") == 1


@proves("TH-143")
def test_watchtower() -> None:
    assert points("PA1@(0,0):W TR1@(2,0):open PA7@(-5,0):B") == 3  # wood in the row, with gaps, whoever owns it
    assert points("PA1@(0,0):W TR1@(0,2):open TR5@(1,0):open") == 1  # not the column, not wheat
    assert points("PA2@(0,0):W TR1@(0,2):open TR3@(0,-4):open TR8@(1,0):open") == 3  # this one's line is the column
    assert points("PA1@(0,0):W PA3@(1,0):W") == 2  # a Watchtower of another colour is nothing to it: each counts itself
    five = " ".join(f"{tile}@({x},0):open" for tile, x in (("TR1", 1), ("TR3", 2), ("TR8", 3), ("PA2", 4), ("PA7", 5)))
    assert points(f"PA1@(0,0):W {five}") == 6  # no limit of three


@proves("TH-144")
def test_garrison() -> None:
    own, other = "PA1@(2,2):W", "PA2@(-3,3):B"
    assert points(f"PA7@(0,0):W {other} PA4@(3,-3):B") == 4
    assert points(f"PA7@(0,0):W {own} {other}") == 4 + 1  # and the own Watchtower its point
    assert points("PA7@(0,0):W") == 0
    assert points("PA7@(0,0):W PA2@(0,3):B PA4@(1,2):B") == 0  # off the diagonals
    assert points("PA7@(0,0):W PA2@(1,1):open") == 0  # face down it is none
    assert points("PA7@(0,0):W TR4@(1,1):open PA2@(2,2):B") == 2  # nothing blocks the view


# ---------------------------------------------------------------- Crafts


CRAFTS = [
    ("CR1", "TR1", "TR2", [(0, 1), (0, -1)], [(1, 0), (-1, 0)]),
    ("CR2", "TR1", "TR2", [(1, 1), (-1, -1)], [(-1, 1), (1, -1)]),
    ("CR3", "TR4", "TR2", [(0, 1), (0, -1)], [(1, 0), (-1, 0)]),
    ("CR4", "TR4", "TR2", [(1, 1), (-1, -1)], [(-1, 1), (1, -1)]),
    ("CR5", "TR4", "TR1", [(0, 1), (0, -1)], [(1, 0), (-1, 0)]),
    ("CR6", "TR4", "TR1", [(1, 1), (-1, -1)], [(-1, 1), (1, -1)]),
]


def at(tile: str, spot: tuple[int, int], how: str = "open") -> str:
    return f"{tile}@({spot[0]},{spot[1]}):{how}"


@proves("TH-145", "TH-146", "TH-147", "TH-148")
@pytest.mark.parametrize(("craft", "one", "two", "pair", "cross"), CRAFTS)
def test_crafts(craft: str, one: str, two: str, pair: list[tuple[int, int]], cross: list[tuple[int, int]]) -> None:
    """3 for each pair of the two colours in facing cells, in either order; nothing for anything else."""
    alike = {"TR1": "TR3", "TR2": "TR5", "TR4": "TR6"}
    middle = at(craft, (0, 0), "W")
    assert points(middle) == 0
    assert points(f"{middle} {at(one, pair[0])} {at(two, pair[1])}") == 3
    assert points(f"{middle} {at(two, pair[0], 'B')} {at(one, pair[1])}") == 3
    assert points(f"{middle} {at(one, cross[0])} {at(two, cross[1])}") == 3
    assert points(f"{middle} {at(one, pair[0])} {at(two, pair[1])} {at(alike[one], cross[0])} {at(alike[two], cross[1])}") == 6
    assert points(f"{middle} {at(one, pair[0])} {at(alike[one], pair[1])}") == 0  # the same colour twice
    assert points(f"{middle} {at(one, pair[0])} {at(two, cross[0])}") == 0  # not opposite each other
    assert points(f"{middle} {at(one, pair[0])}") == 0
    others = [(1, 1), (-1, -1)] if pair == [(0, 1), (0, -1)] else [(0, 1), (0, -1)]
    assert points(f"{middle} {at(one, others[0])} {at(two, others[1])}") == 0  # the other formation


@proves("TH-147")
def test_cooperage_with_one_good_pair_of_two() -> None:
    assert points("CR5@(0,0):W TR4@(1,0):open TR1@(-1,0):open TR6@(0,1):open TR9@(0,-1):open") == 3
    assert points("CR5@(0,0):W TR6@(0,1):open TR9@(0,-1):open") == 0


@proves("TH-145")
def test_loose_formations_are_an_option() -> None:
    """Wood in the north, wheat in the east: a pair only if any two of the four count."""
    land = "CR1@(0,0):W TR1@(0,1):open TR2@(1,0):open"
    assert points(land) == 0 and points(land, formation="loose") == 3
    more = f"{land} TR3@(0,-1):open"
    assert points(more, formation="loose") == 3  # two wood, but one wheat
    assert points(f"{more} TR5@(-1,0):open", formation="loose") == 6


@proves("TH-149")
def test_guildhall() -> None:
    two_pairs = "CR3@(0,0):W TR4@(0,1):open TR2@(0,-1):open TR6@(1,0):open TR5@(-1,0):open"
    assert points(two_pairs) == 6
    assert points(f"{two_pairs} CR8@(7,7):W") == 8
    assert points(f"{two_pairs} CR8@(7,7):B") == 6  # the rival's
    assert points(f"{two_pairs} CR7@(7,7):W") == 6  # for another craft
    assert points(f"{two_pairs} CR8@(7,7):open") == 6
    assert points("CR8@(7,7):W", "White_first@(7,7)") == 0
