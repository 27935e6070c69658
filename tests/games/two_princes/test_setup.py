"""What there is, and how the table is set."""

from __future__ import annotations

import pytest

from tests.games.two_princes.table import ATTRIBUTES, EDWARD, PRINCES, RICHARD, Scene, eyes_of, game_with, whole

proves = pytest.mark.proves


@pytest.fixture(scope="module")
def start() -> Scene:
    return whole(3)


def printed(kind: str, attribute: str) -> dict[str, object]:
    """A printed column of a kind, by the ids of its pieces."""
    game = game_with()
    core = next(k for k in game.program.kinds if k.name == kind)
    table = core.attributes[attribute].table
    assert table is not None
    return dict(zip(core.ids, table.values, strict=True))


@proves("TP-001")
def test_two_seats_two_princes() -> None:
    assert game_with().seats == (EDWARD, RICHARD)


@proves("TP-005", "TP-006", "TP-061")
def test_two_attributes_at_one_two_at_none(start: Scene) -> None:
    assert game_with().program.enums["Attribute"] == ATTRIBUTES
    skills = {prince: {a: start.skill(prince, a) for a in ATTRIBUTES} for prince in PRINCES}
    assert all(sorted(own.values()) == [0, 0, 1, 1] for own in skills.values())
    assert {a for a in ATTRIBUTES if skills[EDWARD][a]} == {"charm", "knowledge"}
    assert {a for a in ATTRIBUTES if skills[RICHARD][a]} == {"physique", "courage"}


@proves("TP-010", "TP-062", "TP-069")
def test_the_story_begins_with_the_introduction(start: Scene) -> None:
    assert start.misery == 0 and start.value("day") == 1 and start.value("part") == "tower" and start.facts == set()
    told = [event.text for event in start.match._events if event.story] if start.match else []
    assert told[0].startswith("In April the King caught a chill")
    assert len(told) == 2  # both paragraphs of the introduction, and no card yet
    start = whole(3)
    start.choose("decline", "decline")
    assert start.pile("table") == ["The_First_Day"]


@proves("TP-024", "TP-025", "TP-026", "TP-035")
def test_six_cards_of_their_own_five_in_hand(start: Scene) -> None:
    for prince in PRINCES:
        own = set(start.pile(f"hand {prince}") + start.pile(f"deck {prince}"))
        assert own == {f"{prince[0]}{n}" for n in range(1, 7)}
        assert start.sizes(prince) == (5, 1, 0)


@proves("TP-036", "TP-037", "TP-038", "TP-039")
def test_starting_items_lie_open(start: Scene) -> None:
    assert set(start.pile("bag Edward")) == {"Edwards_notebook", "Signet_ring"}
    assert set(start.pile("bag Richard")) == {"Slingshot", "Wooden_knight"}
    assert start.uses("Edwards_notebook") == 2
    helps = printed("Item", "helps")["Edwards_notebook"]
    assert helps == 1 << ATTRIBUTES.index("knowledge") and printed("Item", "bonus")["Edwards_notebook"] == 1
    assert start.match is not None
    for viewer in PRINCES:
        bags = {p.owner: {x.name for c in p.cells for x in c.pieces} for p in start.match.view(viewer).places if p.name == "bag"}
        assert bags == {EDWARD: {"Edward's notebook", "Signet ring"}, RICHARD: {"Slingshot", "Wooden knight"}}


@proves("TP-014", "TP-016", "TP-068")
def test_six_types_in_stock(start: Scene) -> None:
    types = game_with().program.enums["Condition"]
    assert types == ("happy", "tired", "sick", "afraid", "wounded", "haunted")
    of = printed("Card", "condition")
    stock = start.pile("stock")
    counts = {name: sum(of[card] == number for card in stock) for number, name in enumerate(types)}
    assert counts == {"happy": 10, "tired": 18, "sick": 10, "afraid": 10, "wounded": 10, "haunted": 6}
    assert start.match is not None
    seen = [x for p in start.match.view(EDWARD).places if p.name == "stock" for c in p.cells for x in c.pieces]
    assert len(seen) == 64 and all(x.name for x in seen)
    kind = next(k for k in game_with().program.kinds if k.name == "Card")
    bonus = kind.attributes["bonus"]
    assert bonus.family == ATTRIBUTES and bonus.table is not None and len(bonus.table.values) == 4 * 76
    assert len(start.pile("store")) == 20 and len(start.pile("shelf")) == 50


@proves("TP-063", "TP-064")
def test_five_decks_of_encounters_and_one_set_aside(start: Scene) -> None:
    for location, letters in (("library", "LI"), ("tower_green", "TG"), ("solar", "SO"), ("exploration", "EX"), ("night", "NI")):
        assert set(start.pile(f"encounters {location}")) == {f"{letters}{n}" for n in range(1, 9)}
    assert start.pile("aside") == ["SA1"]
    met = set()
    for seed in (2, 3, 6, 7):  # the card asks for a decision, so that it still lies there
        here = whole(seed)
        here.choose("decline", "decline", "Sit", "Sit", "decline", "decline", "Ask for money", "Ask for money", "Edward", "Edward")
        here.choose("decline", "decline", "The library")
        met.add(here.pile("table")[0])
    assert len(met) > 1 and all(id.startswith("LI") for id in met)


@proves("TP-065", "TP-066")
def test_the_deck_of_events() -> None:
    seen: set[str] = set()
    for seed in range(10):
        start = whole(seed)
        deck = start.pile("events")
        assert len(deck) == 6 and deck[:2] == ["The_First_Day", "A_Royal_Boon"]
        left = [id for id in eyes_of(start.game).pieces if id not in deck and start.where(id) == "box"]
        events = {id for id in left if id in printed("Event", "fixed")}
        assert len(events) == 6
        seen |= set(deck[2:])
        assert start.match is not None
        for viewer in (*PRINCES, None):
            view = start.match.view(viewer)
            seen_pieces = {x.id for p in view.places for c in p.cells for x in c.pieces}
            assert not seen_pieces & (events | set(deck))
            names = {id.replace("_", " ") for id in events | set(deck)}
            assert not any(line.partition(": ")[2] in names for line in view.log)
    assert len(seen) == 10


@proves("TP-067")
def test_the_interlude_lies_in_its_order(start: Scene) -> None:
    assert start.pile("interludes") == ["News_of_the_Crown", "The_New_Locks", "A_Friend_at_the_Door", "The_Night_of_the_Flight"]


@proves("TP-080")
def test_each_place_mostly_teaches_one_thing() -> None:
    """Counted over what the cards of each deck raise."""
    from rulewright.core import ir
    from rulewright.core.walk import statements

    game = game_with()
    raised = next(p for p in game.program.procs if p.name == "raise")
    kind = next(k for k in game.program.kinds if k.name == "Encounter")
    expected = {"LI": "knowledge", "TG": "physique", "SO": "charm", "EX": "courage"}
    for letters, attribute in expected.items():
        counts = dict.fromkeys(ATTRIBUTES, 0)
        for number, id in enumerate(kind.ids):
            if id.startswith(letters):
                text = next(p for p in game.program.procs if p.name == f"Encounter {kind.names[number]}")
                for stmt in statements(text.body):
                    if isinstance(stmt, ir.Do) and stmt.proc is raised and isinstance(stmt.args[1], ir.Const):
                        counts[ATTRIBUTES[stmt.args[1].value]] += 1
        assert counts[attribute] == max(counts.values()) and list(counts.values()).count(counts[attribute]) == 1, (letters, counts)
