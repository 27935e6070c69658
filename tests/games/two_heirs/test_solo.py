"""The solo variant: setting up, Henry's turn, treasures, and how it is scored."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest

from rulewright.play.game import games_folder
from tests.games.two_heirs.position import SEATS, Position, Spot, eyes_of, game_with
from tests.games.two_heirs.table import Sitting, begin, shown
from tests.games.two_heirs.tiles import TILES

proves = pytest.mark.proves
HOME = "White_retinue@(0,0) White_first@court White_second@court"
HENRY = "Blue_retinue@sideline Blue_first@sideline Blue_second@sideline"
CLOCK = {
    "north": (0, 1),
    "northeast": (1, 1),
    "east": (1, 0),
    "southeast": (1, -1),
    "south": (0, -1),
    "southwest": (-1, -1),
    "west": (-1, 0),
    "northwest": (-1, 1),
}
FILL = ("LI1", "LI2", "LI3", "LI6", "TC1", "TC2", "TC3", "TC4")  # without roads
RING = "TR4 TR5 TR3 TR1 TR2 TR6"  # stone, wheat, wood, wood, wheat, stone
STOCK = "TR7 LI9 LI8 LI7"


def alone(**more: object) -> Sitting:
    """Your turn as White against Henry. There is one Mill lying face down, and nothing built."""
    start: dict[str, object] = {"solo": True, "land": "LI4@(0,0):open", "troops": f"{HOME} {HENRY}", "reserve": RING, "supply": STOCK}
    return begin(**{**start, **more})  # type: ignore[arg-type]


def opening(seed: int = 1, **options: str) -> Position:
    game = game_with(True, "interpreter", **options)
    return eyes_of(game).read(game.start(seed).state)


def laid_by_henry(before: Position, after: Position) -> dict[Spot, str]:
    return {spot: tile.id for spot, tile in after.land.items() if spot not in before.land}


def henry_lays(tile: str, site: str, *, filled: tuple[str, ...] = (), **more: object) -> Spot | None:
    """Where Henry lays a tile when your last building stands in the middle and some cells around it are taken."""
    fill = [t for t in (*FILL, "TC8", "TC7") if t not in {tile, site}]
    land = [f"{site}@(0,0):W", "LI4@(3,3):open"]
    land += [f"{t}@({CLOCK[way][0]},{CLOCK[way][1]}):open" for way, t in zip(filled, fill, strict=False)]
    sitting = alone(
        land=" ".join(land),
        troops=f"White_retinue@(3,3) White_first@court White_second@court {HENRY}",
        reserve=f"LI7 {tile}",
        supply="",
        last_site=(0, 0),
        **more,
    )
    before = sitting.now
    sitting.play("take LI7", "done")
    found = laid_by_henry(before, sitting.now)
    assert list(found.values()) in ([tile], [])
    return next(iter(found), None)


# ---------------------------------------------------------------- setting up


@proves("THS-001")
def test_ten_treasures_and_a_scaffold() -> None:
    with (Path(games_folder()) / "two_heirs" / "treasures.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert len({row["id"] for row in table}) == len(table) == 10
    assert [row["kind"] for row in table] == ["column"] * 3 + ["row"] * 3 + ["corner"] * 4
    assert len({(row["kind"], row["terrain"], row["spots"]) for row in table}) == 10
    assert opening().last_site is not None


@proves("THS-002")
def test_the_table_is_set_as_for_two() -> None:
    position = opening()
    assert len(position.supply) == 20 and len(position.ring) == 6 and len(position.land) == 1
    assert len(set(position.tiles)) == 27
    assert position.at_court("White") == 2 and position.troops["White_retinue"] == (0, 0)
    assert not any(position.hands.values())


@proves("THS-003")
@pytest.mark.parametrize("human", SEATS)
def test_you_choose_your_colour(human: str) -> None:
    position = opening(human=human)
    henry = SEATS[1 - SEATS.index(human)]
    assert position.in_land(human) == 1 and position.in_land(henry) == 0
    assert position.crown == human


@proves("THS-004")
def test_henrys_troops_wait_beside_the_land() -> None:
    position = opening()
    assert [where for troop, where in position.troops.items() if troop.startswith("Blue")] == ["sideline"] * 3
    assert sum(where == (0, 0) for where in position.troops.values()) == 1
    assert alone().reach("White") == 3


@proves("THS-005", "THS-006", "THS-007", "THS-008")
@pytest.mark.parametrize(("level", "number"), [("poor", 6), ("brave", 8), ("hammer", 10)])
def test_treasures_of_the_levels(level: str, number: int) -> None:
    piles = {tuple(sorted(t for t, where in opening(seed, level=level).treasures.items() if where == "trove")) for seed in range(12)}
    assert {len(pile) for pile in piles} == {number}
    assert len(piles) > 1 or number == 10  # which of them, chance decides
    game = game_with(True, "interpreter", level=level)
    trove = next(place for place in game.start(1).view("White").places if place.name == "trove")
    assert trove.hidden == {"Treasure": number} and not trove.cells[0].pieces  # nobody sees which


@proves("THS-005")
def test_what_was_put_away_is_not_told() -> None:
    match = game_with(True, "interpreter", level="poor").start(1)
    told = " ".join(match.log("White"))
    assert not any(f" {treasure}" in told for treasure in eyes_of(match.game).kinds["Treasure"].ids)


@proves("THS-009")
def test_you_begin() -> None:
    assert all(opening(seed).crown == "White" for seed in range(10))


@proves("THS-010", "THS-030")
def test_you_and_henry_in_turn() -> None:
    """After each of your turns Henry has laid a tile, and it is your turn again; he never has one in hand."""
    sitting = alone(supply="TC9 TC5 TC6 TC7 TC8")
    for turns in (1, 2, 3, 4):
        sitting.play(f"take {sitting.now.ring[0]}", "done")
        now = sitting.now
        assert sitting.who == "White"
        assert sum(tile.owner == "Blue" and tile.up for tile in now.land.values()) == turns
        assert not now.hands["Blue"]
        if turns == 3:
            break


# ---------------------------------------------------------------- Henry takes a tile


def taken(reserve: str, supply: str) -> str:
    """What Henry takes after you took the first tile of the reserve."""
    sitting = alone(reserve=reserve, supply=supply)
    before = sitting.now
    sitting.play(f"take {reserve.split()[0]}", "done")
    return next(iter(laid_by_henry(before, sitting.now).values()))


@proves("THS-011", "THS-012")
def test_henry_takes_the_colour_on_top_of_the_supply() -> None:
    """The supply shows a stone after your slot was filled: the first stone, however far away."""
    assert taken("TR5 TR2 TR3 TR4 TR6", "TC1 TC9 TC7") == "TR4"
    assert taken("TR5 TR2 TR3 TR1 TC2 TR4", "TC1 TC9 TC7") == "TR4"
    assert taken("TR5 TR2 TR1 TR3 TC2 TR4", "TC1 TC3 TC7") == "TR1"


@proves("THS-012")
def test_the_colour_is_read_before_the_slot_is_filled() -> None:
    assert taken("TR5 TR2 TR3 TR4 TR6", "TC1 TC3 TC9") == "TR3"  # TC3 is wood, TC9 behind it stone


@proves("THS-013")
def test_henry_takes_the_first_tile_if_there_is_none_of_the_colour() -> None:
    assert taken("TR4 TR2 TR3 TR5 TR1", "TC1 TC9 TC5") == "TR2"  # no stone but the one you took


@proves("THS-014")
def test_henry_takes_the_first_tile_without_a_supply() -> None:
    assert taken("TR4 - TR2 TR3", "") == "TR2"


@proves("THS-015")
def test_the_shield_moves_for_henry_too() -> None:
    sitting = alone(reserve="TR5 TR2 TR3 TR4 TR6 TC2", supply="TC1 TC9 TC7 TC6")
    sitting.play("take TR5", "done")  # your slot was filled with TC1; Henry follows the stone TC9, and takes TR4
    now = sitting.now
    assert (now.gap, now.crown) == (4, "White")
    assert now.reserve[1] == "TC9" and now.supply == ("TC7", "TC6")  # the very tile that guided him fills the slot
    assert len(now.ring) == 6


@proves("THS-016", "THS-039")
def test_henrys_tile_can_bring_the_end() -> None:
    sitting = alone(supply="TC9 TC5")
    sitting.play("take TR4", "done")
    assert sitting.now.supply == () and sitting.who == "White"
    sitting.play(f"take {sitting.now.ring[0]}")
    assert not sitting.match.over
    sitting.play("done")  # and Henry's last turn follows by itself
    assert sitting.match.over
    assert sum(tile.owner == "Blue" for tile in sitting.now.land.values()) == 2


@proves("THS-039")
def test_your_tile_can_bring_the_end() -> None:
    sitting = alone(supply="TC9")
    sitting.play("take TR4", "done")
    assert not sitting.match.over  # Henry had his last turn; yours comes now
    sitting.play(f"take {sitting.now.ring[0]}", "done")
    assert sitting.match.over
    assert sum(tile.owner == "Blue" for tile in sitting.now.land.values()) == 1


# ---------------------------------------------------------------- Henry lays it


@proves("THS-017")
def test_henrys_roads_are_turned() -> None:
    """A Market with a road from north to east: Henry's runs from south to west."""
    for spot, roads in (((0, -1), 2), ((-1, 0), 2), ((0, 1), 0), ((1, 0), 0)):
        tile = "TR2" if spot[0] == 0 else "TR1"
        assert shown(f"TR3@(0,0):B {tile}@({spot[0]},{spot[1]}):B", solo=True).entry("roads", "Blue") == roads
    sitting = alone(land="LI4@(0,0):open", reserve="TR4 TC9", supply="")
    sitting.play("take TR4", "done")
    laid = sitting.now.land[0, 1]
    assert (laid.id, laid.owner, laid.up) == ("TC9", "Blue", True)


@proves("THS-018")
def test_henry_pays_nothing() -> None:
    sitting = alone(reserve="TR4 TC9", supply="")
    assert sum(TILES["TC9"].cost) == 4 and sitting.now.in_land("Blue") == 0
    sitting.play("take TR4", "done")
    assert sitting.now.land[0, 1].id == "TC9"


@proves("THS-019", "THS-029")
def test_henry_builds_beside_your_last_building() -> None:
    """You construct twice and lay open terrain: the second building is your last one."""
    sitting = alone(land="LI4@(0,0):open", reserve="TR4 TR3 TR5 TR9", supply="", white="LI2 LI3 LI5")
    sitting.play("construct LI2 (-1,0)", "construct LI3 (1,0)", "expand LI5 (-1,-1)", "take TR4")
    assert sitting.now.last_site == (1, 0)
    before = sitting.now
    sitting.play("done")
    after = sitting.now
    assert set(laid_by_henry(before, after)) == {(1, 1)}
    assert after.last_site == (1, 0)  # the scaffold stays when Henry builds


@proves("THS-020")
def test_before_your_first_building_it_is_the_first_piece_of_land() -> None:
    sitting = alone(reserve="TR4 TC9 TC5", supply="", white="LI5")
    sitting.play("expand LI5 (1,1)", "take TR4")
    before = sitting.now
    assert before.last_site == (0, 0)
    sitting.play("done")
    assert set(laid_by_henry(before, sitting.now)) == {(0, 1)}


@proves("THS-021", "THS-024")
@pytest.mark.parametrize("number", range(8))
def test_from_the_north_clockwise(number: int) -> None:
    """Without any road the first free cell counts."""
    ways = list(CLOCK)
    assert henry_lays("LI5", "LI1", filled=tuple(ways[:number])) == CLOCK[ways[number]]


@proves("THS-021")
def test_the_north_is_yours_even_if_you_are_blue() -> None:
    sitting = alone(
        human="Blue",
        crown="Blue",
        troops="Blue_retinue@(0,0) Blue_first@court Blue_second@court White_retinue@sideline White_first@sideline White_second@sideline",
        reserve="TR4 TC9",
        supply="",
    )
    sitting.play("take TR4", "done")
    assert sitting.now.land[0, 1].owner == "White"
    # your roads lie as printed, Henry's are turned
    assert shown("TR3@(0,0):B TR2@(0,1):B", solo=True, human="Blue").entry("roads", "Blue") == 2
    assert shown("TR3@(0,0):W TR2@(0,-1):W", solo=True, human="Blue").entry("roads", "White") == 2


@proves("THS-022")
def test_henry_joins_your_road_if_he_can() -> None:
    """Your Market has roads to the north and east. Henry's Inn runs from east to west: it joins in the east."""
    assert henry_lays("TR5", "TR3") == (1, 0)
    assert henry_lays("TR8", "TR3") == (0, 1)  # from north to south: it joins in the north
    assert henry_lays("TR9", "TR6") == (0, 1)  # printed north and west, so turned south and east: north, for it comes first
    assert henry_lays("TR9", "TR6", filled=("north",)) == (-1, 0)  # then in the west: its east end meets it


@proves("THS-022")
def test_joining_comes_before_blocking() -> None:
    """Blocking in the north would come first in the round, but joining in the east is better for him."""
    assert henry_lays("TR5", "TR3") == (1, 0)


@proves("THS-023")
def test_henry_blocks_your_road_if_he_cannot_join_it() -> None:
    """Your Market has roads to the north and east; the north is taken."""
    assert henry_lays("TR8", "TR3", filled=("north",)) == (1, 0)  # from north to south, it cannot join in the east
    assert henry_lays("LI5", "TR3", filled=("north",)) == (1, 0)  # north and east printed: turned south and west, it joins
    assert henry_lays("LI1", "TR3") == (0, 1)  # a tile without roads can block
    assert henry_lays("LI1", "TR3", filled=("north",)) == (1, 0)


@proves("THS-024")
def test_else_he_takes_the_first_free_cell() -> None:
    assert henry_lays("TR8", "TR3", filled=("north", "east")) == (1, 1)
    assert henry_lays("TR8", "LI1", filled=("north", "northeast", "east")) == (1, -1)


@proves("THS-025")
def test_or_the_tile_leaves_the_game() -> None:
    land = "TR3@(0,0):W LI4@(3,3):open " + " ".join(f"{t}@({x},{y}):open" for t, (x, y) in zip(FILL, CLOCK.values(), strict=True))
    sitting = alone(
        land=land,
        troops=f"White_retinue@(3,3) White_first@court White_second@court {HENRY}",
        reserve="TC5 TR8 TR9",
        supply="TC6 TC7 TC8",
        trove="F1 F2",
        last_site=(0, 0),
    )
    before = sitting.now
    sitting.play("take TC5", "done")
    after = sitting.now
    assert set(after.land) == set(before.land)
    assert "TR8" in after.box and after.gap == 2 and after.crown == "White" and after.supply == ("TC8",)  # taken as ever
    assert after.treasures == before.treasures
    assert after.troops == before.troops


@proves("THS-019", "THS-024")
def test_an_encampment_you_have_broken_up_is_still_your_last_building() -> None:
    """It has no roads any more, so Henry takes the first free cell around it."""
    assert henry_lays("TR8", "LI8") == (1, 0)  # standing, its road runs from east to west
    land = "LI8@(0,0):W LI4@(3,3):open"
    troops = f"White_retinue@(3,3) White_first@court White_second@court {HENRY}"
    sitting = alone(land=land, troops=troops, reserve="TC5 TC1 TR8", supply="", last_site=(0, 0))
    before = sitting.now
    sitting.play("take TC5", "break_camp LI8", "take TC1", "done")
    assert laid_by_henry(before, sitting.now) == {(0, 1): "TR8"}


@proves("THS-026")
def test_a_treasure_on_every_building_while_they_last() -> None:
    sitting = alone(reserve="TR4 TC9 TR9 TC8 TR8 TC7", supply="", trove="V1")
    sitting.play("take TR4", "done")
    assert sitting.now.treasures["V1"] == (0, 1)
    seen = next(p for p in sitting.match.view("White").places if p.name == "land")
    tokens = [piece for cell in seen.cells for piece in cell.pieces if piece.kind == "Treasure"]
    assert [(t.id, t.attributes["kind"], t.attributes["terrain"]) for t in tokens] == [("V1", "column", "wood")]  # face up
    sitting = alone(reserve="TR4 TC9", supply="", trove="")
    sitting.play("take TR4", "done")
    assert sitting.now.land[0, 1].id == "TC9" and not any(isinstance(w, tuple) for w in sitting.now.treasures.values())


@proves("THS-026")
def test_the_uppermost_treasure_comes_first() -> None:
    sitting = alone(reserve="TR4 TC9 TR9 TC8 TR8 TC7", supply="", trove="F2 V1 V2")
    sitting.play("take TR4", "done")
    now = sitting.now
    assert now.treasures["F2"] == (0, 1) and now.treasures["V1"] == now.treasures["V2"] == "trove"


@proves("THS-018", "THS-026")
def test_the_building_is_his_before_the_treasure_is_turned_up() -> None:
    """One thing after the other: while a treasure is drawn, the tile below lies there already, and is Henry's."""
    game = game_with(True, "interpreter")
    eyes, match, drawn = eyes_of(game), game.start(1, chance="ask"), 0
    for number in range(400):
        if match.decision is None or drawn > 2:
            break
        if match.decision.seat is None and any(o.title in eyes.kinds["Treasure"].ids for o in match.decision.options):
            now = eyes.read(match.state)
            last = [tile for tile in now.land.values() if tile.up]
            assert all(tile.owner is not None for tile in last)
            drawn += bool(last)
        match.choose(number * 7 % len(match.decision.options))
    assert drawn > 2


@proves("THS-027")
@pytest.mark.parametrize(("tile", "troop"), [("TR8", "Blue_first"), ("TC9", "Blue_second"), ("TC6", "Blue_retinue")])
def test_the_troop_with_the_cross_of_the_tile(tile: str, troop: str) -> None:
    assert TILES[tile].colour == {"Blue_first": "green", "Blue_second": "grey", "Blue_retinue": "yellow"}[troop]
    for start in (HENRY, HENRY.replace(f"{troop}@sideline", f"{troop}@(5,5)")):
        sitting = alone(land="LI4@(0,0):open LI2@(5,5):B", troops=f"{HOME} {start}", reserve=f"TR4 {tile}", supply="")
        sitting.play("take TR4", "done")
        moved = {name for name, where in sitting.now.troops.items() if where == (0, 1)}
        assert moved == {troop}
        assert (5, 5) not in sitting.now.troops.values()


@proves("THS-028")
def test_henrys_troops_bar_the_way_and_nothing_else() -> None:
    land = "LI4@(0,0):open TC9@(1,0):B LI2@(0,1):open"
    sitting = alone(land=land, troops=f"{HOME} Blue_second@(1,0) Blue_first@sideline Blue_retinue@sideline")
    assert sitting.of("march") == {"White_retinue (0,1)"}
    assert {move.split()[1] for move in sitting.of("deploy")} == {"(0,1)"}
    assert sitting.entry("buildings", "Blue") == 5  # not doubled by the troop


# ---------------------------------------------------------------- treasures


@proves("THS-031", "THS-038")
def test_a_treasure_that_is_found_when_it_is_laid() -> None:
    """Two tiles lie above Henry's new building: the token with those corners goes at once."""
    land = "LI4@(0,0):open LI2@(-1,2):open LI5@(1,2):open"
    sitting = alone(land=land, reserve="TR4 TC9", supply="", trove="F1 V1")
    sitting.play("take TR4", "done")
    assert sitting.now.land[0, 1].id == "TC9"
    assert sitting.now.treasures["F1"] == "box" and sitting.now.treasures["V1"] == "trove"
    assert sitting.entry("treasures", "Blue") == 5  # only the one in the pile


@proves("THS-032", "THS-038")
def test_a_treasure_that_is_found_later() -> None:
    """The token shows both corners in the north; one of them is filled, you fill the other."""
    land = "LI4@(0,0):open TC9@(1,1):B LI2@(0,2):open LI3@(1,2):open"
    troops = f"White_retinue@(1,2) White_first@court White_second@court {HENRY}"
    for spot, gone in (("(1,3)", False), ("(2,2)", True)):
        sitting = alone(land=land, troops=troops, treasures="F1@(1,1)", trove="V1", white="LI5")
        assert sitting.now.treasures["F1"] == (1, 1)
        sitting.play(f"expand LI5 {spot}")
        assert sitting.now.treasures["F1"] == ("box" if gone else (1, 1)) and sitting.now.treasures["V1"] == "trove"


@proves("THS-032")
def test_a_treasure_is_also_found_by_henrys_own_tile() -> None:
    """Henry's building in the north completes the column of his token."""
    land = "LI4@(0,0):open TC9@(0,-3):B LI6@(0,-1):open"
    sitting = alone(land=land, treasures="V1@(0,-3)", reserve="TR4 TR8", supply="")
    sitting.play("take TR4", "done")
    assert sitting.now.land[0, 1].id == "TR8" and sitting.now.treasures["V1"] == "box"


@proves("THS-032")
def test_a_treasure_found_in_the_very_last_turn_does_not_count() -> None:
    sitting = alone(land="LI4@(0,0):open TC9@(0,-3):B", treasures="V1@(0,-3)", reserve="TR4 TR8 TC5", supply="", white="LI6")
    sitting.play("take TR4", "done")
    assert sitting.now.land[0, 1].id == "TR8" and sitting.now.treasures["V1"] == (0, -3)  # one wood is not enough
    sitting.play("take TC5", "expand LI6 (0,-1)", "done")
    assert sitting.match.over and sitting.now.treasures["V1"] == "box"
    outcome = sitting.match.outcome
    assert outcome is not None and {line.name: line.points for line in outcome.scores["Blue"]}["treasures"] == 0


def found(treasure: str, land: str, rules: str = "two_heirs") -> bool:
    """Whether a treasure on a building of Henry in the middle is found in this land."""
    sitting = alone(land=f"{land} LI4@(7,8):open", troops=f"White_retinue@(7,8) {HENRY}", treasures=f"{treasure}@(0,0)", rules=rules)
    return sitting.now.treasures[treasure] == "box"


LINES = [("1", ("TC3", "TC4"), "TC1", "TR8"), ("2", ("TC5", "TC8"), "TC1", "TC9"), ("3", ("TC1", "TC2"), "TC5", "TC6")]


@proves("THS-033")
@pytest.mark.parametrize(("number", "two", "other", "own"), LINES)
def test_two_of_a_colour_in_the_column(number: str, two: tuple[str, str], other: str, own: str) -> None:
    a, b = two
    assert found(f"V{number}", f"{own}@(0,0):B {a}@(0,2):open {b}@(0,-4):W")
    assert not found(f"V{number}", f"{own}@(0,0):B {a}@(0,2):open")  # its own tile does not count
    assert not found(f"V{number}", f"{own}@(0,0):B {a}@(0,2):open {b}@(1,0):open")  # another column
    assert not found(f"V{number}", f"{own}@(0,0):B {a}@(0,2):open {other}@(0,3):open")  # another colour
    assert found(f"V{number}", f"{own}@(0,0):B {a}@(0,2):open {b}@(0,3):open {other}@(0,4):open")  # at least two


@proves("THS-034")
@pytest.mark.parametrize(("number", "two", "other", "own"), LINES)
def test_two_of_a_colour_in_the_row(number: str, two: tuple[str, str], other: str, own: str) -> None:
    a, b = two
    assert found(f"H{number}", f"{own}@(0,0):B {a}@(2,0):open {b}@(-4,0):W")
    assert not found(f"H{number}", f"{own}@(0,0):B {a}@(2,0):open")
    assert not found(f"H{number}", f"{own}@(0,0):B {a}@(2,0):open {b}@(0,1):open")
    assert not found(f"H{number}", f"{own}@(0,0):B {a}@(2,0):open {other}@(3,0):open")


CORNERS = {"F1": ("northwest", "northeast"), "F2": ("southwest", "southeast"), "F3": ("north", "west"), "F4": ("south", "east")}


@proves("THS-035", "THS-036")
@pytest.mark.parametrize("treasure", CORNERS)
def test_two_tiles_in_the_drawn_formation(treasure: str) -> None:
    """Exactly the two drawn cells, as you see them; tiles of any colour. Henry's own half turn changes nothing."""
    for pair in CORNERS.values():
        land = " ".join(f"{tile}@({CLOCK[way][0]},{CLOCK[way][1]}):open" for tile, way in zip(("TC1", "TC3"), pair, strict=True))
        assert found(treasure, f"TC9@(0,0):B {land}") == (pair == CORNERS[treasure])
    first = CLOCK[CORNERS[treasure][0]]
    assert not found(treasure, f"TC9@(0,0):B TC1@({first[0]},{first[1]}):open")


@proves("THS-036")
def test_a_line_without_a_colour_takes_any(tmp_path: Path) -> None:
    """None of the ten tokens shows a line in brown. If one did, any two tiles in the line would do."""
    folder = tmp_path / "two_heirs"
    shutil.copytree(Path(games_folder()) / "two_heirs", folder)
    table = folder / "treasures.csv"
    table.write_text(table.read_text(encoding="utf-8").replace("V1,column,wood,", "V1,column,,"), encoding="utf-8")
    brown = str(folder / "two_heirs.rules")
    assert found("V1", "TC9@(0,0):B TC1@(0,2):open TC3@(0,-4):open", rules=brown)
    assert not found("V1", "TC9@(0,0):B TC1@(0,2):open TC3@(1,0):open", rules=brown)
    assert not found("V1", "TC9@(0,0):B TC1@(0,2):open TC3@(0,-4):open")


# ---------------------------------------------------------------- scoring


@proves("THS-040")
def test_you_score_as_usual() -> None:
    land = "TC9@(0,0):W TR2@(0,1):W"
    sitting = shown(land, "White_first@(0,0)", solo=True)
    assert (sitting.entry("buildings"), sitting.entry("roads"), sitting.score()) == (12, 2, 14)
    assert sitting.entry("best") == 0 and sitting.entry("treasures") == 0


@proves("THS-041")
def test_henrys_three_best_buildings_count_twice() -> None:
    """Worth 5, 2, 2, 1, 1 and 0: together 11, and 9 once more; his troops double nothing."""
    sitting = shown("TC9@(0,0):B LI7@(5,0):B LI9@(9,9):B TR3@(3,7):B LI2@(12,0):B TC1@(15,2):B", "Blue_first@(0,0)", solo=True)
    assert (sitting.entry("buildings", "Blue"), sitting.entry("best", "Blue")) == (5 + 2 + 2 + 1 + 1 + 0, 5 + 2 + 2)


@proves("THS-041")
def test_fewer_than_three_buildings_all_count_twice() -> None:
    sitting = shown("TC9@(0,0):B LI7@(5,0):B", solo=True)
    assert (sitting.entry("buildings", "Blue"), sitting.entry("best", "Blue")) == (7, 7)


@proves("THS-042")
def test_henry_is_your_rival() -> None:
    assert shown("TR8@(0,0):W TC1@(0,1):B TC3@(1,0):B", solo=True).entry("buildings") == 6
    assert shown("TR8@(0,0):B TC1@(0,1):W TC3@(1,0):W", solo=True).entry("buildings", "Blue") == 6
    war = alone(land="LI3@(0,0):open TR4@(1,1):B WA2@(1,2):W", reserve="WA1 TR8 TR3", supply="", white="WA3", treasures="F2@(1,1)")
    war.play("construct WA3 (1,0)", "destroy TR4")
    now = war.now
    assert not now.land[1, 1].up and now.land[1, 1].owner is None
    assert now.treasures["F2"] == (1, 1)  # the treasure stays until it is found


@proves("THS-042")
def test_henry_destroys_nothing_and_breaks_no_camp() -> None:
    """His second Siege Tower beside your building, and an Encampment of his: he just lays tiles."""
    land = "LI3@(0,0):W WA2@(1,0):B LI4@(-1,-1):open LI8@(5,5):B"
    troops = f"White_retinue@(-1,-1) White_first@court White_second@court {HENRY}"
    sitting = alone(land=land, troops=troops, reserve="TR4 WA3", supply="", last_site=(0, 0))
    sitting.play("take TR4", "done")
    now = sitting.now
    assert now.land[0, 1].id == "WA3" and now.land[0, 0].up and now.land[5, 5].up


@proves("THS-043")
def test_henrys_roads_count_once() -> None:
    sitting = shown("TR2@(0,0):B TR8@(0,1):B", solo=True)
    assert sitting.entry("roads", "Blue") == 2 and sitting.entry("roads") == 0


@proves("THS-044")
def test_five_for_every_treasure_that_is_left() -> None:
    sitting = shown("TC1@(0,0):B TC2@(5,5):B", solo=True, treasures="V1@(0,0) H2@(5,5)", trove="F1 F2 F3")
    assert sitting.entry("treasures", "Blue") == 25 and sitting.entry("treasures") == 0
    assert shown("TC1@(0,0):B", solo=True).entry("treasures", "Blue") == 0  # those put away do not count


@proves("THS-045")
@pytest.mark.parametrize(("yours", "winner"), [("TC9", "White"), ("LI7", "Blue")])
def test_you_win_only_with_more(yours: str, winner: str) -> None:
    """Henry has a treasure of 5 points no more than once: found by nobody it counts, and your Encampment is worth 2."""
    trove = "V1" if winner == "Blue" else ""
    sitting = alone(land=f"LI4@(0,0):open {yours}@(5,5):W", reserve="TC5 TC3 TC4", supply="", trove=trove)
    sitting.play("take TC5", "done", "take TC4", "done")  # the supply is empty now: Henry's last turn comes between
    outcome = sitting.match.outcome
    assert outcome is not None
    assert (outcome.kind, outcome.winners) == ("win", (winner,))
    assert (outcome.points("White") > outcome.points("Blue")) == (winner == "White")


@proves("THS-045")
def test_equal_points_are_lost_even_with_troops_at_court() -> None:
    sitting = alone(land="LI4@(0,0):open TC9@(5,5):W", reserve="TC5 TC3 TC4", supply="", trove="V1")
    sitting.play("take TC5", "done", "take TC4", "done")
    outcome = sitting.match.outcome
    assert outcome is not None
    assert outcome.points("White") == outcome.points("Blue") == 5
    assert outcome.winners == ("Blue",)
