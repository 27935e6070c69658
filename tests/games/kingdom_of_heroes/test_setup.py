"""Setting up, for two, three and four players."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.play import load
from rulewright.play.errors import BadGame, PlayError
from tests.games.kingdom_of_heroes.ledger import CARDS
from tests.games.kingdom_of_heroes.position import COLOURS, class_of, colour_of
from tests.games.kingdom_of_heroes.table import Sitting, begin, started

proves = pytest.mark.proves


def set_up(players: int) -> Sitting:
    """The table is set, and chance is asked who begins."""
    return started(players, chance="ask")


def kinds(sitting: Sitting, colour: str, place: str) -> Counter[str]:
    heroes = [h for h, at in sitting.now.where.items() if h.startswith(f"{colour.title()}_") and at == place and h not in CARDS]
    return Counter(class_of(h) for h in heroes if colour_of(h) == colour)


@proves("KH-018")
def test_three_or_four_and_two_with_two_colours() -> None:
    for players in (1, 2, 5):
        with pytest.raises((BadGame, PlayError)):
            load("kingdom_of_heroes", players=players, engine="interpreter")
    with pytest.raises((BadGame, PlayError)):
        load("kingdom_of_heroes", players=3, variants=("Two colours each",), engine="interpreter")
    assert [len(load("kingdom_of_heroes", players=n, engine="interpreter").seats) for n in (3, 4)] == [3, 4]
    assert len(load("kingdom_of_heroes", variants=("Two colours each",), engine="interpreter").seats) == 2


@proves("KH-019", "KH-020")
def test_three_players() -> None:
    sitting = set_up(3)
    assert set(sitting.now.crowns.values()) == {12}
    for colour in COLOURS[:3]:
        assert kinds(sitting, colour, "Capital") == {"A": 7, "K": 1, "M": 1}
        assert kinds(sitting, colour, f"reserve {colour}") == {"A": 3, "K": 3, "M": 2}
    assert kinds(sitting, "yellow", "box") == {"A": 10, "K": 4, "M": 3}  # nobody has yellow
    assert sitting.now.owners == {"red": "Red", "blue": "Blue", "green": "Green"}


@proves("KH-021", "KH-022")
def test_four_players() -> None:
    sitting = set_up(4)
    assert set(sitting.now.crowns.values()) == {9}
    for colour in COLOURS:
        assert kinds(sitting, colour, "Capital") == {"A": 5, "K": 1, "M": 1}
        assert kinds(sitting, colour, f"reserve {colour}") == {"A": 3, "K": 2, "M": 1}
        assert kinds(sitting, colour, "box") == {"A": 2, "K": 1, "M": 1}


@proves("KH-021")
def test_what_is_out_of_the_game_never_comes_back() -> None:
    """All knights that take part are on the board: nobody is promoted, and a knight won as a reward is lost."""
    sitting = begin("turn", seat="Red", players=4, at={"Capital": "red 5A 3K"}, crowns=30)
    sitting.play("Move a group / Capital / red knight / done / Northwood")
    sitting.skip("promote", "recruit")
    assert sitting.asked == "recruit"
    sitting = begin("judge", "Black_Knight", players=4, cards={"Black_Knight": "Steppe"}, at={"Black_Knight": "red 1A 3K"})
    sitting.play("appoint red knight / 4 / bury red adventurer")
    assert sitting.over and kinds(sitting, "red", "box") == {"A": 2, "K": 1, "M": 1}


@proves("KH-024")
def test_fame_begins_at_nothing() -> None:
    for players in (2, 3, 4):
        assert set(set_up(players).now.fame.values()) == {0}


@proves("KH-025")
def test_stacks() -> None:
    orders: dict[str, set[tuple[str, ...]]] = {letter: set() for letter in "ABCDE"}
    tables = set()
    for seed in range(8):
        now = first_map(seed).now
        for letter in "ABCDE":
            assert {CARDS[card].letter for card in now.stacks[letter]} <= {letter}
        lying = [card for card in CARDS.values() if card.letter]
        assert sum(len(pile) for pile in now.stacks.values()) + len(now.missions) == len(lying) == 40
        for letter, found in orders.items():
            found.add(tuple(now.stacks[letter]))
        tables.add(tuple(tuple(now.stacks[letter]) for letter in "ABCDE"))
    assert len(tables) == 8  # eight shuffles, eight orders
    assert all(len(found) >= 5 for found in orders.values())  # of every stack; two cards of it have been drawn, which may be the same
    view = first_map(0).match.view("Red")
    assert {place.hidden["Mission"] for place in view.places if place.name == "stack"} == {6}  # face down, and counted


def first_map(seed: int) -> Sitting:
    return started(3, seed)


@proves("KH-026")
def test_map_cards_are_shuffled() -> None:
    firsts = Counter[str]()
    for seed in range(40):
        now = first_map(seed).now
        lying = [card for card, at in now.where.items() if card.startswith("Map_") and at == "charts"]
        assert len(lying) == 4
        firsts[next(card for card, at in now.where.items() if card.startswith("Map_") and at == "table")] += 1
    assert len(firsts) == 5
    assert {place.hidden["Chart"] for place in first_map(0).match.view("Red").places if place.name == "charts"} == {4}


@proves("KH-029")
def test_lots_are_drawn() -> None:
    sitting = set_up(3)
    while sitting.asked != "choose player":
        sitting.play(sitting.options[0])
    assert sitting.who is None and sitting.options == ["Red", "Blue", "Green"]
    assert sitting.match.decision is not None
    assert {(o.numerator, o.denominator) for o in sitting.match.decision.outcomes} == {(1, 3)}
    assert sitting.play("Blue").now.starter == "Blue"


@proves("KH-030", "KH-090")
def test_order_of_a_round() -> None:
    """Cards, white heroes, turns, mines and missions, the tower, payment: told by what is decided, and by whom."""
    sitting = started(3, 0, endurance="13")  # a match in which a mission of the first round is judged
    seen = []
    while sitting.now.round == 1:
        seen.append((sitting.asked, sitting.now.turn_space, len(sitting.now.missions)))
        sitting.match.choose(0 if sitting.asked in {"choose", "choose volunteers"} else len(sitting.options) - 1)
    prompts = [asked for asked, _, _ in seen]
    assert seen[0][0] == seen[1][0] == "dispatch" and seen[0][2] == 10  # ten cards lie before anybody chooses
    turns = [i for i, asked in enumerate(prompts) if asked == "choose start"]
    assert len(turns) >= 15 and turns[0] == 3  # after the menu of the first turn
    judged = [i for i, (asked, space, _) in enumerate(seen) if space == 8 and asked != "choose dismissed"]
    paid = [i for i, asked in enumerate(prompts) if asked == "choose dismissed"]
    assert judged and paid
    assert max(turns) < min(judged) and max(judged) < min(paid)
