"""What is in the box, how the table is set, and what may be agreed before a match."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from rulewright.play import load
from rulewright.play.errors import PlayError
from rulewright.play.game import games_folder
from tests.games.two_heirs.position import Position, eyes_of, game_with
from tests.games.two_heirs.table import Sitting, begin, shown
from tests.games.two_heirs.tiles import RESOURCES, SETS, TILES

proves = pytest.mark.proves
FOLDER = Path(games_folder()) / "two_heirs"
CHOICES = [",".join(sets) for sets in combinations(SETS, 3)]


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def opening(seed: int, engine: str = "interpreter", **options: str) -> Position:
    game = game_with(False, engine, **options)
    state = game.engine.start(seed)
    while game.engine.decider(state) < 0:
        game.engine.choose(state, game.engine.options(state)[game.engine.chance(state)])
    return eyes_of(game).read(game.engine.pack(state))


def dealt(*tiles: str, crown: str = "White") -> Sitting:
    """A match whose chance brings these tiles first, one after the other."""
    match = game_with(False, "interpreter").start(0, chance="ask")
    for wanted in [*tiles, crown]:
        decision = match.decision
        assert decision is not None and decision.seat is None
        names = [option.title for option in decision.options]
        pieces = [option for option in decision.options if option.arguments[0].value == eyes_of(match.game).pieces.get(wanted, -1)]
        match.choose(pieces[0] if pieces else names.index(wanted))
    return Sitting(match)


FIRST_EIGHT = ("TR4", "TC9", "LI8", "TR6", "TC3", "LI1", "TC1", "LI3")


# ---------------------------------------------------------------- tiles


@proves("TH-001", "TH-002")
def test_six_sets_of_nine() -> None:
    table = rows("tiles.csv")
    assert len({row["id"] for row in table}) == len(table) == 54
    assert Counter(row["set"] for row in table) == dict.fromkeys(SETS, 9)


@proves("TH-003")
def test_every_tile_is_as_the_ledger_says() -> None:
    for row in rows("tiles.csv"):
        tile = TILES[row["id"]]
        cost = {part.split()[1]: int(part.split()[0]) for part in row["cost"].split(", ")}
        roads = tuple(road.replace("-", "") for road in row["sections"].split("; ") if road)
        assert (row["name"], SETS[row["set"]], row["terrain"]) == (tile.name, tile.set, tile.resource)
        assert tuple(cost.get(good, 0) for good in RESOURCES) == tile.cost
        assert roads == tile.roads
        if tile.name in {"Inn", "Watchtower"}:
            assert row["axis"] == tile.axis
        if tile.name in {"Trading Post", "Guildhall"}:
            assert row["counts"] == tile.drawn
        if row["form"]:
            assert row["form"] == {"orth": "straight", "diag": "diagonal"}[tile.form]
            assert {TILES_OF[good] for good in row["pair"].split(", ")} == set(tile.pair)
    with_roads = sum(bool(row["sections"]) for row in rows("tiles.csv"))
    assert 0 < with_roads < 54


TILES_OF = {"wood": "green", "stone": "grey", "wheat": "yellow"}


@proves("TH-004", "TH-074")
def test_a_tile_face_down_is_its_terrain_and_nothing_else() -> None:
    sitting = begin(reserve="TR4 TR3 TR1", white="TC1")
    sitting.play("expand TC1 (1,0)")
    view = sitting.match.view("White")
    land = next(place for place in view.places if place.name == "land")
    tile = next(cell for cell in land.cells if cell.name == "(1, 0)").pieces[0]
    assert (tile.name, tile.id, tile.owner) == (None, None, None)
    assert tile.attributes == {"terrain": "wheat", "face": "down"}


@proves("TH-074")
def test_open_terrain_is_no_building() -> None:
    around = "TC2@(0,1):open TC5@(1,0):open TR9@(-1,0):open"
    assert shown(f"LI4@(0,0):W {around}").score() == 1  # the Bakery alone
    assert shown(f"TR8@(0,0):W {around}").score() == 2  # no building beside the Robber Barony
    assert shown(f"TR4@(0,0):W {around}").score() == 4  # but tiles beside the Market
    assert shown("LI1@(0,0):W TC2@(0,1):open").score() == 2  # and a field beside the Mill


@proves("TH-005")
@pytest.mark.parametrize(("tile", "wood_stone_wheat"), [("LI3", (1, 0, 0)), ("LI2", (0, 1, 0)), ("LI1", (0, 0, 1))])
def test_colour_is_resource(tile: str, wood_stone_wheat: tuple[int, int, int]) -> None:
    """A troop on a green, grey or yellow tile has access to wood, stone or wheat."""
    assert TILES[tile].colour == ("green", "grey", "yellow")[wood_stone_wheat.index(1)]
    sitting = begin(land=f"{tile}@(0,0):open", troops="White_retinue@(0,0)")
    assert sitting.access() == wood_stone_wheat


@proves("TH-006", "TH-015")
def test_three_troops_for_each() -> None:
    table = rows("troops.csv")
    assert [row["retinue"] for row in table] == ["yes", "no", "no"]
    position = opening(1)
    for seat in ("White", "Blue"):
        assert [name for name in position.troops if name.startswith(seat)] == [f"{seat}_{row['id']}" for row in table]
        assert position.at_court(seat) == 2 and position.in_land(seat) == 1


@proves("TH-007")
def test_the_side_of_a_troop_changes_nothing() -> None:
    """A troop that has gone to court, and one that stepped: both turned over, both count as before."""
    sitting = begin(
        land="LI1@(0,0):open LI3@(1,0):open LI2@(0,1):open",
        troops="White_retinue@(0,0) White_first@(1,0) White_second@court",
        reserve="TR4 TR5 TR3 TR1",
        white="TR8",
    )
    assert sitting.of("take") == {"TR4", "TR5"}
    sitting.play("withdraw White_first")
    assert sitting.now.moved == {"White_first"}
    assert sitting.of("take") == {"TR4", "TR5", "TR3"}
    assert not sitting.of("construct")  # one wood, one stone, two wheat
    sitting.play("march White_retinue (1,0)")
    assert sitting.now.moved == {"White_first", "White_retinue"}
    assert "TR8 (2,0)" in sitting.of("construct")  # the wood under the turned troop counts


@proves("TH-008")
def test_one_shield_that_is_slot_and_face() -> None:
    sitting = begin(reserve="TR4 TR5 TR3 TR1 TR2 TR6", supply="TC1 TC2")
    before = sitting.now
    assert (before.gap, before.crown) == (0, "White")
    sitting.play("take TR5")
    after = sitting.now
    assert (after.gap, after.crown) == (2, "Blue")
    assert sum(slot == "Shield" for slot in after.reserve) == 1


@proves("TH-009")
def test_two_play() -> None:
    assert game_with(False, "interpreter").seats == ("White", "Blue")
    for number in (1, 3):
        with pytest.raises(PlayError):
            load("two_heirs", players=number)


VOCABULARY = {"set", "terrain", "cost", "sections", "axis", "form", "pair", "counts"}


@proves("TH-010")
def test_effects_are_named_buildings_with_drawn_parameters() -> None:
    """What an effect needs to know stands in a few columns, and every kind of building says what it does."""
    columns = set(rows("tiles.csv")[0])
    assert columns == {"id", "name"} | VOCABULARY
    game = game_with(False, "interpreter")
    printed = {number: name for name, number in game.world.piece_names["Tile"].items()}
    assert {printed[number] for card in game.world.cards for number in card.names} == {tile.name for tile in TILES.values()}


@proves("TH-011")
def test_who_sees_what() -> None:
    sitting = dealt(*FIRST_EIGHT)
    for seat in ("White", "Blue", None):
        places = {place.name: place for place in sitting.match.view(seat).places if place.owner is None}
        top = places["supply"].cells[0].pieces
        assert [(p.name, p.attributes) for p in top] == [(None, {"terrain": "wood"})]
        assert places["supply"].hidden == {"Tile": 19}
        start = places["land"].cells[0].pieces[0]
        assert (start.name, start.attributes["terrain"]) == (None, "wheat")
        assert [cell.pieces[0].id for cell in places["reserve"].cells][1:] == list(FIRST_EIGHT[:6])
        assert len(places["court"].cells[0].pieces) == 4
        told = [event for event in sitting.match.events(seat) if event.chance]
        assert "A Tile goes from the supply to (0, 0)." in [sentence for event in told for sentence in event.sentences]
        assert not any(TILES[FIRST_EIGHT[6]].name in " ".join((event.text, *event.sentences)) for event in told)
    sitting.play("take TC9")
    hands = {seat: next(p for p in sitting.match.view(seat).places if p.name == "hand") for seat in ("White", "Blue")}
    assert [p.id for p in hands["White"].cells[0].pieces] == ["TC9"]
    assert hands["Blue"].cells[0].pieces == () and hands["Blue"].hidden == {"Tile": 1}


# ---------------------------------------------------------------- setting up


@proves("TH-012")
def test_the_heirs_sit_opposite_each_other() -> None:
    """A Market with a road to the north: White's meets the tile in the north, Blue's the one in the south."""
    road = "TR2@(0,{y}):{who} TR3@(0,0):{who}"
    assert shown(road.format(y=1, who="W")).entry("roads") == 2
    assert shown(road.format(y=-1, who="W")).entry("roads") == 0
    assert shown(road.format(y=-1, who="B")).entry("roads", "Blue") == 2
    assert shown(road.format(y=1, who="B")).entry("roads", "Blue") == 0


@proves("TH-013", "TH-026")
@pytest.mark.parametrize("sets", CHOICES)
def test_any_three_sets(sets: str) -> None:
    position = opening(7, sets=sets)
    wanted = {id for id, tile in TILES.items() if tile.set in {SETS[name] for name in sets.split(",")}}
    assert sorted(position.tiles) == sorted(wanted)
    assert len(wanted) == 27


@proves("TH-026")
def test_there_are_twenty_choices() -> None:
    assert len(CHOICES) == len(set(CHOICES)) == 20


@proves("TH-014")
def test_the_supply_is_shuffled() -> None:
    orders = {seed: (p := opening(seed)).ring + list(p.supply) for seed in range(20)}
    assert orders[3] == (q := opening(3)).ring + list(q.supply)
    assert len({tuple(order) for order in orders.values()}) == 20
    firsts = Counter(opening(seed, "native").ring[0] for seed in range(270))
    assert len(firsts) > 20  # any tile may come first


@proves("TH-016")
def test_either_may_begin() -> None:
    firsts = Counter(opening(seed, "native").crown for seed in range(400))
    assert set(firsts) == {"White", "Blue"}
    assert 140 < firsts["White"] < 260  # six standard deviations


@proves("TH-016", "TH-028")
@pytest.mark.parametrize("crown", ["White", "Blue"])
def test_the_crown_on_top_begins(crown: str) -> None:
    sitting = dealt(*FIRST_EIGHT, crown=crown)
    assert sitting.who == crown
    sitting.play("take TR4", "chance LI2", "done")
    assert sitting.who == ({"White", "Blue"} - {crown}).pop()


@proves("TH-017", "TH-018", "TH-020")
def test_six_around_the_ring_and_the_seventh_is_the_land() -> None:
    position = dealt(*FIRST_EIGHT).now
    assert position.reserve == ("Shield", *FIRST_EIGHT[:6])
    assert set(position.land) == {(0, 0)}
    start = position.land[0, 0]
    assert (start.id, start.owner, start.up) == (FIRST_EIGHT[6], None, False)


@proves("TH-019", "TH-021")
def test_troops_at_court_and_retinues_in_the_land() -> None:
    position = opening(2)
    assert position.troops == {
        "White_retinue": (0, 0),
        "White_first": "court",
        "White_second": "court",
        "Blue_retinue": (0, 0),
        "Blue_first": "court",
        "Blue_second": "court",
    }
    assert not position.moved


@proves("TH-021")
def test_both_use_the_first_piece_of_land() -> None:
    """The Farm costs wood and wheat. Wheat is only on the first piece of land, and both stand there."""
    for seat in ("White", "Blue"):
        sitting = begin(
            land="TC1@(0,0):open",
            troops="White_retinue@(0,0) White_first@court White_second@court Blue_retinue@(0,0) Blue_first@court Blue_second@court",
            reserve="TR8 TR9 LI5",
            crown=seat,
            white="TC2" if seat == "White" else "",
            blue="TC2" if seat == "Blue" else "",
        )
        assert "TC2 (0,1)" in sitting.of("construct")


@proves("TH-022")
def test_two_share_a_tile_only_until_one_leaves() -> None:
    both = "White_retinue@(0,0) White_first@court White_second@court Blue_retinue@(0,0) Blue_first@court Blue_second@court"
    sitting = begin(land="LI1@(0,0):open LI2@(1,0):open", troops=both, reserve="TR4 TR5 TR3 TR1 TR2", supply="TC1 TC2 TC3 TC4")
    assert "deploy White_first (0,0)" not in sitting.moves
    sitting.play("march White_retinue (1,0)", "take TR4", "done", "take TR5", "done")
    assert sitting.who == "White"
    assert sitting.now.troops["Blue_retinue"] == (0, 0)
    assert "march White_retinue (0,0)" not in sitting.moves


@proves("TH-023", "TH-024")
def test_twenty_are_left_and_hands_are_empty() -> None:
    position = opening(5)
    assert len(position.supply) == 20
    assert position.hands == {"White": frozenset(), "Blue": frozenset()}


# ---------------------------------------------------------------- what may be agreed


@proves("TH-025")
def test_sets_of_a_first_game() -> None:
    assert game_with(False, "interpreter").options["sets"] == "travel,industry,church"


@proves("TH-027")
def test_roads_may_be_left_unscored() -> None:
    land = "TR6@(0,0):W TR2@(0,1):W TR8@(0,2):B"
    on, off = shown(land), shown(land, score_roads="no")
    assert on.entry("roads") == 1 and off.entry("roads") == 0
    assert on.entry("buildings") == off.entry("buildings")
    assert on.score("Blue") == off.score("Blue")
    assert off.entry("buildings") == 3 + 3  # the Pilgrimage Site still sees three tiles, the Inn two
