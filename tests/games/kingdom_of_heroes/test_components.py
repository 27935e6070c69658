"""What there is: cards, tokens, heroes, the die, the board. Compared with the ledger's own list of everything."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.play.game import Game
from tests.games.kingdom_of_heroes.ledger import (
    AROUND_THE_CAPITAL,
    CARDS,
    CHARTS,
    IDS,
    MINES,
    PORTALS,
    POSTS,
    REGIONS,
    VILLAGES,
    chart,
    neighbours,
)
from tests.games.kingdom_of_heroes.position import COLOURS, WHITE, class_of, colour_of, eyes_of, game_with
from tests.games.kingdom_of_heroes.table import Sitting, begin, looked_at, started

proves = pytest.mark.proves
ICONS = {"meadow": "ME", "forest": "FO", "mountain": "MO", "desert": "DE", "east": "EA", "littoral": "LI"}
SIGNS = {"adventurer": "A", "knight": "K", "mage": "M", "anyone": "*"}


@pytest.fixture(scope="module")
def game() -> Game:
    return game_with(4)


def pieces(game: Game, kind: str) -> dict[str, dict[str, str]]:
    """Everything printed on the pieces of a kind, as words."""
    reader = started(4).match.reader()
    found = next(k for k in game.program.kinds if k.name == kind)
    names = [n for n, a in found.attributes.items() if a.table is not None]
    return {found.ids[i]: {n: reader.attribute(found, i, found.attributes[n]) for n in names} for i in range(found.count)}


def listed(text: str) -> Counter[str]:
    """`1 mage, 2 adventurer` as letters."""
    found = Counter[str]()
    for part in text.split(", ") if text != "nothing" else ():
        number, word = part.split()
        found[SIGNS[word]] += int(number)
    return found


@proves("KH-001", "KH-014", "KH-015")
def test_cards(game: Game) -> None:
    cards = pieces(game, "Mission")
    assert set(cards) == set(CARDS) and sum(bool(card.letter) for card in CARDS.values()) == 40 and len(cards) == 42
    assert set(pieces(game, "Chart")) == set(CHARTS)
    for id, face in cards.items():
        card = CARDS[id]
        assert face["quest"] == card.type
        assert face["letter"] == (card.letter.lower() or "none")
        assert face["hue"] == (card.hue or "none")
        assert ICONS.get(face["icon"], "") == card.icon
        assert listed(face["symbols"]) == Counter(card.symbols)
        assert int(face["crowns"]) == card.crowns
        assert listed(face["heroes"]) == Counter(card.heroes)
        assert SIGNS.get(face["artifact"], "") == card.ring
        assert (face["heart"], face["roams"]) == ("yes" if card.heart else "no", "yes" if card.moves else "no")
    assert {card.icon for card in CARDS.values()} - {""} == set(ICONS.values())
    assert len({card.type for card in CARDS.values()}) == 7
    assert Counter(card.letter for card in CARDS.values() if card.letter) == dict.fromkeys("ABCDE", 8)


@proves("KH-002", "KH-028")
@pytest.mark.parametrize(("players", "purse"), [(2, 15), (3, 12), (4, 9)])
def test_108_crowns(players: int, purse: int) -> None:
    now = started(players).now
    assert set(now.crowns.values()) == {purse}
    assert now.bank == 108 - players * purse and now.bank + sum(now.crowns.values()) == 36 * 1 + 24 * 3


@proves("KH-003", "KH-027")
def test_tokens() -> None:
    now = started(3).now
    assert (now.hearts_left, now.crystals_left, now.rings_left) == (4, 4, 4)
    assert set(now.hearts.values()) == set(now.crystals.values()) == {0} and not now.rings
    assert now.where["Princess_Sapphire"] == now.where["Royal_Wizard_Zatorius"] == "court"
    court = next(place for place in started(3).match.view(None).places if place.name == "court")
    assert {piece.name for cell in court.cells for piece in cell.pieces} == {"Princess Sapphire", "Royal Wizard Zatorius"}  # face up
    assert set(now.fame) == set(COLOURS) and now.starter in now.seats


@proves("KH-004", "KH-023")
def test_white_heroes(game: Game) -> None:
    assert {name: face["class"] for name, face in pieces(game, "Companion").items()} == {"Sapphire": "knight", "Zatorius": "mage"}
    for players in (2, 3, 4):
        match = started(players, chance="ask")
        while not match.asked.startswith("dispatch"):
            match.play(match.options[0])
        assert [match.now.where[white] for white in WHITE] == ["Capital", "Capital"]


@proves("KH-005")
def test_the_die() -> None:
    sitting = begin("judge", "Orcs", cards={"Orcs": "Ironpeaks"}, at={"Orcs": "red 1A"})
    assert sitting.who is None and sitting.match.decision is not None
    faces = {outcome.title: (outcome.numerator, outcome.denominator) for outcome in sitting.match.decision.outcomes}
    assert faces == {"1": (1, 6), "2": (1, 3), "3": (1, 3), "4": (1, 6)}


@proves("KH-006", "KH-007")
def test_heroes(game: Game) -> None:
    heroes = pieces(game, "Hero")
    assert len(heroes) == 68
    for colour in COLOURS:
        assert Counter(class_of(hero) for hero in heroes if colour_of(hero) == colour) == {"A": 10, "K": 4, "M": 3}
    assert all(SIGNS[face["class"]] == class_of(hero) for hero, face in heroes.items())
    assert len(eyes_of(game).read(started(4).match.reader().state).fame) == 4


@proves("KH-007", "KH-058")
def test_all_three_are_heroes() -> None:
    """What is said of heroes holds of each of them; recruiting is for adventurers alone."""
    sitting = begin("turn", seat="Red", at={"Capital": "red 2A 1K 1M"}, crowns=20)
    sitting.play("Move a group / Capital")
    assert set(sitting.options) == {"red adventurer", "red knight", "red mage"}


# ---------------------------------------------------------------- the board


@proves("KH-008", "KH-012", "KH-013")
def test_regions(game: Game) -> None:
    sitting = looked_at()
    icons = {region: set(reading(sitting, region)) for region in REGIONS}
    assert icons == {region: set(told.split()) for region, told in REGIONS.items()}
    assert all(len(found & {"ME", "FO", "MO", "DE"}) == 1 for found in icons.values())
    assert sorted(IDS[id] for id in ("DE1", "DE2", "ME1", "FO1")) == sorted(r for r, found in icons.items() if "LI" in found)
    assert [r for r, found in icons.items() if "EA" in found] == list(REGIONS)[-3:]


def reading(sitting: Sitting, region: str) -> list[str]:
    bits = sitting.eyes.game.program.places[0].attributes["icons"]
    reader = sitting.match.reader()
    table = bits.table
    assert table is not None
    words = reader.text(bits.shown, table.values[list(sitting.eyes.program.places[0].cell_names).index(region)], 0)
    return [ICONS[word] for word in words.split(", ")] if words != "nothing" else []


@proves("KH-009", "KH-010", "KH-011", "KH-059", "KH-076")
@pytest.mark.parametrize("place", [*REGIONS, *VILLAGES, "Capital"])
def test_neighbours(place: str) -> None:
    """A lone hero goes where a border or a bridge leads, in both directions; rivers and lakes part what is beside each other."""
    sitting = begin("turn", seat="Red", at={place: "red 1K"})
    sitting.play(f"Move a group / {place} / red knight")
    expected = neighbours(place) - {"Capital"}
    if place in PORTALS:
        expected |= PORTALS - {place}
    assert set(sitting.options) == expected
    if place == "Lowdunes":
        assert "Kingsmeadow" not in sitting.options  # a river without a bridge
    if place == "Ironpeaks":
        assert "Gullmeadow" not in sitting.options  # a lake
    if place == "Saltcoast":
        assert "Northwood" in sitting.options  # the bridge in the far north
    assert all(place in neighbours(other) for other in neighbours(place))


@proves("KH-016")
def test_places_inside_a_region() -> None:
    """Somebody in a region, on its card and in its mine: three different places, and only the first can move."""
    sitting = begin("turn", seat="Red", cards={"Orcs": "Ironpeaks"}, at={"Ironpeaks": "red 1K", "Orcs": "red 1M", "Ironmine": "red 1A"})
    assert [sitting.now.at(place) for place in ("Ironpeaks", "Orcs", "Ironmine")] == ["red 1K", "red 1M", "red 1A"]
    sitting.play("Move a group / Ironpeaks")
    assert sitting.options == ["red knight"]
    assert set(POSTS) == {"Westwood", *MINES} and len(VILLAGES) == 4


@proves("KH-017")
def test_one_card_in_a_region() -> None:
    sitting = looked_at(cards={"Troll": "Kingsmeadow", "Black_Knight": "Gullmeadow"})
    assert sitting.ask("landing", "Excalibur") == sitting.eyes.sites["Steppe"]
    full = looked_at(cards={"Troll": "Kingsmeadow", "Black_Knight": "Gullmeadow", "Fortress_of_the_Beast": "Steppe"})
    assert full.ask("landing", "Excalibur") == -1


@proves("KH-031")
def test_map_cards() -> None:
    for name in CHARTS:
        sitting = looked_at(chart=name)
        for region, (number, circled) in chart(name).items():
            assert sitting.ask("number", region) == number
            assert sitting.ask("rank", region) == 2 * number - circled
    assert {"Kingsmeadow", "Northwood", "Owlwood", "Greyridge"} == AROUND_THE_CAPITAL
