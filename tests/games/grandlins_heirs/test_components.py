"""What is in the box, and what is printed on it."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from rulewright.play import load
from rulewright.play.errors import BadGame, PlayError
from rulewright.play.game import games_folder
from tests.games.grandlins_heirs import ledger
from tests.games.grandlins_heirs.position import SQUARES, eyes_of, game_with
from tests.games.grandlins_heirs.table import HOMES, begin, opening

proves = pytest.mark.proves
FOLDER = Path(games_folder()) / "grandlins_heirs"


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


CARDS = {row["id"]: row for row in rows("cards.csv")}


@proves("GH-001")
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_two_to_four_players(players: int) -> None:
    if 2 <= players <= 4:
        assert len(load("grandlins_heirs", players=players).seats) == players
    else:
        with pytest.raises(BadGame, match="2 to 4 players"):
            load("grandlins_heirs", players=players)


# ---------------------------------------------------------------- the board


@proves("GH-002")
def test_a_hundred_squares() -> None:
    names = [row["name"] for row in rows("squares.csv")]
    assert set(names) == SQUARES and len(names) == 100
    match = begin("A0").play("roll 1").match
    board = next(place for place in match.view("Red").places if place.name == "board")
    assert (board.width, board.height) == (10, 10) and {cell.name for cell in board.cells} == SQUARES
    for nowhere in ("K0", "A10"):
        with pytest.raises(PlayError, match=nowhere):
            match.why_not("walk", {"to": nowhere})


@proves("GH-002", "GH-038")
def test_letters_run_along_one_edge_and_digits_along_the_other() -> None:
    """From every square one step leads to those that differ by one letter or one digit."""
    for square in ("A0", "C3", "J9", "E7", "A5"):
        sitting = begin(square, "H8").play("roll 1")
        near = {other for other in SQUARES if ledger.apart(square, other) == 1}
        assert sitting.of("walk") == near - set(ledger.CITY)


@proves("GH-003", "GH-011", "GH-092")
def test_the_city_and_its_facilities() -> None:
    assert {row["name"]: row["facility"] for row in rows("squares.csv") if row["facility"]} == ledger.CITY
    offered = {"E4": "work", "E5": "heal", "F4": "train", "F5": "buy"}  # tavern, healing, training, smithy
    for square, service in offered.items():
        assert service in begin(f"{square} H9").play("roll 1", "rest").actions


@proves("GH-011", "GH-051")
def test_nothing_is_ever_put_on_a_facility() -> None:
    sitting = begin("C3", hand="TR1_1").play("roll 1", "rest", "insert TR1_1")
    assert not sitting.of("lay") & {f"TR1_1 {square}" for square in ledger.CITY}


@proves("GH-004", "GH-005")
def test_castles_in_the_corners() -> None:
    assert {row["name"]: row["lord"] for row in rows("squares.csv") if row["castle"] == "yes"} == ledger.CASTLES
    assert {row["name"] for row in rows("squares.csv") if row["lord"]} == set(ledger.CASTLES)
    position = opening(players=4).now
    assert {seat: man.square for seat, man in position.henchmen.items()} == HOMES


@proves("GH-006")
def test_every_square_has_a_slot() -> None:
    """A card can lie on any square but those of the city and the castles, wherever the henchmen are."""
    sitting = begin("A0", hand="TR1_1").play("roll 1", "rest", "insert TR1_1")
    places = {move.split()[1] for move in sitting.of("lay")}
    assert places == SQUARES - set(ledger.CITY) - set(ledger.CASTLES)
    sitting.play("lay TR1_1 G7")
    assert sitting.now.at("G7") == {"TR1_1"}


@proves("GH-066")
def test_maps_name_squares_of_road_and_river() -> None:
    spots = [row["spot"] for row in CARDS.values() if row["symbol"] == "map"]
    assert sorted(spots) == sorted(ledger.ROAD + ledger.RIVER) and len(set(spots)) == 24
    ways = {row["name"]: row["way"] for row in rows("squares.csv") if row["way"]}
    assert ways == {**dict.fromkeys(ledger.ROAD, "road"), **dict.fromkeys(ledger.RIVER, "river")}
    totals = {castle: sum(ledger.apart(castle, spot) for spot in spots) for castle in ledger.CASTLES}
    assert set(totals.values()) == {216}  # no castle is nearer to the treasures than another


def test_lands() -> None:
    for row in rows("squares.csv"):
        assert row["land"] == (ledger.land(row["name"]) or "")
    assert Counter(row["land"] for row in rows("squares.csv")) == {"red": 24, "blue": 24, "green": 24, "yellow": 24, "": 4}


# ---------------------------------------------------------------- cards


@proves("GH-007")
def test_122_cards_and_two_blanks() -> None:
    assert sum(int(row["copies"]) for row in CARDS.values() if not row["house"]) == 122
    assert set(eyes_of(game_with()).kinds["Card"].ids) == set(ledger.ALL) and len(ledger.ALL) == 122
    assert sum(int(row["copies"]) for row in CARDS.values() if row["house"]) == 2


@proves("GHV-011")
@pytest.mark.parametrize(("number", "cards"), [(0, 122), (1, 123), (2, 124)])
def test_blanks_come_into_play_if_wanted(number: int, cards: int) -> None:
    assert eyes_of(game_with(options=(f"house_cards={number}",))).kinds["Card"].count == cards


@proves("GHV-011")
def test_a_blank_does_what_is_written_on_it() -> None:
    """Nothing is written on it yet, so it is discarded like any potion."""
    sitting = begin("C3", board="C4:HC1", options=("house_cards=2",))
    before = sitting.man()
    sitting.play("roll 1", "walk C4")
    assert sitting.now.where["HC1"] == "discard"
    assert sitting.man().health == before.health and sitting.man().gold == before.gold


@proves("GH-008")
def test_seven_types_five_white_two_black() -> None:
    game = game_with()
    assert {row["symbol"] for row in CARDS.values()} == {"arming", "potion", "trap", "site", "villain", "spell", "map"}
    for id, card in ledger.CARDS.items():
        symbol = {"Arming": "arming"}.get(card.type, card.type.lower())
        assert (CARDS[id]["symbol"], CARDS[id]["name"], int(CARDS[id]["copies"])) == (symbol, card.name, card.copies)
    black = game.world.defines["black"].func
    eyes, state = eyes_of(game), begin().match.reader().state
    for name, card in ledger.OF.items():
        is_black = game.interpreter.ask(black, state, -1, eyes.pieces[name])
        assert bool(is_black) == (card.type in {"Spell", "Map"})


@proves("GH-096")
def test_weapons_from_knife_to_battle_axe() -> None:
    values = {row["name"]: int(row["points"]) for row in CARDS.values() if row["symbol"] == "arming"}
    assert min(values, key=values.__getitem__) == "Knife" and values["Knife"] == 1
    assert max(values, key=values.__getitem__) == "Battle-axe" and values["Battle-axe"] == 6


@proves("GH-101")
def test_villains_from_bandit_to_war_pig() -> None:
    values = {row["name"]: int(row["power"]) for row in CARDS.values() if row["symbol"] == "villain"}
    assert min(values, key=values.__getitem__) == "Bandit" and values["Bandit"] == 2
    assert max(values, key=values.__getitem__) == "War-Pig" and values["War-Pig"] == 20


@proves("GH-153")
def test_what_a_card_costs_and_what_it_brings() -> None:
    """Every effect of the ledger is named on its side of the card: what can fall, and what can rise."""
    words = {"H": "health", "G": "gold", "S": "strength", "A": "arming"}
    for id, card in ledger.CARDS.items():
        if card.type not in {"Arming", "Potion", "Trap", "Site"} or not card.script:
            continue
        harms, helps = set[str](), set[str]()
        for word in card.script.split():
            if word in {"cure", "poison"}:
                (helps if word == "cure" else harms).add("poison")
                continue
            low, high = ledger.apply(word, ledger.State(1, 0, 0, 0)), ledger.apply(word, ledger.State(15, 15, 15, 15))
            letter = word[0]
            if getattr(low, letter) > (1 if letter == "H" else 0):
                helps.add(words[letter])
            if getattr(high, letter) < 15:
                harms.add(words[letter])
        told = CARDS[id]
        assert {w.strip() for w in told["harms"].split(",") if w} == harms, id
        assert {w.strip() for w in told["helps"].split(",") if w} == helps, id


@proves("GH-154")
def test_power_and_coordinates_are_printed() -> None:
    for id, card in ledger.CARDS.items():
        row = CARDS[id]
        assert (row["power"] != "") == (card.type == "Villain") and (row["spot"] != "") == (card.type == "Map")
        if card.type == "Villain":
            assert (int(row["power"]), int(row["reward"])) == (card.number("power"), card.number("gold"))
            assert row["sting"] == next((sting for sting in ("poison", "rust") if sting in card.script), "")
        if card.type == "Map":
            assert row["spot"] == card.script
        if card.type == "Spell":
            assert row["moment"] == card.script
        assert int(row["price"] or 0) == ledger.PRICES.get(id, 0)


# ---------------------------------------------------------------- treasures, counters, players


@proves("GH-009")
def test_twelve_treasures() -> None:
    ids = eyes_of(game_with()).kinds["Treasure"].ids
    assert Counter(name.partition("_")[0] for name in ids) == {"Crown": 4, "Goblet": 4, "Orb": 4}


@proves("GH-010")
def test_treasures_never_come_among_the_cards() -> None:
    """A henchman dies with a treasure in his hand: the cards are discarded, the treasure is not."""
    sitting = begin("C3 H2", board="C4:TR2_1", hand="Crown_1 AR1_1").play("roll 1", "walk C4")
    now = sitting.now
    assert now.where["Crown_1"] == "C4" and now.where["AR1_1"] == "discard"
    assert not set(now.treasures) & (now.at("discard") | now.at("deck"))


@proves("GH-012")
def test_eighteen_counters() -> None:
    """Four for each of four henchmen, and two for villains; more numbers that rise and fall there are none to track."""
    game = game_with(4)
    henchman = eyes_of(game).kinds["Henchman"]
    counted = [n for n, a in henchman.attributes.items() if a.field is not None and (a.field.low, a.field.high) == (0, 15)]
    assert counted == ["health", "gold", "strength", "arming"]
    assert len(counted) * len(game.seats) + 2 == 18


@proves("GH-013")
def test_a_colour_a_henchman_and_a_die_for_each() -> None:
    game = game_with(4)
    assert len(set(game.seats)) == 4
    sitting = begin(players=4)
    for seat, square in HOMES.items():
        assert [(piece.kind, piece.owner) for piece in sitting.cell("Red", square).pieces] == [("Henchman", seat)]
    assert sitting.moves == {f"roll {n}" for n in range(1, 7)}
