"""What holds in every match at every moment."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

import pytest

from rulewright.core.layout import unpack
from rulewright.play.engines import native_available
from rulewright.play.game import Game
from rulewright.play.invariants import problems
from rulewright.play.reader import Reader
from rulewright.play.views import view
from tests.games.grandlins_heirs import ledger
from tests.games.grandlins_heirs.position import SQUARES, VARIANTS, Position, game_with, is_treasure
from tests.games.grandlins_heirs.walking import Step, steps

proves = pytest.mark.proves
ENGINE = "native" if native_available() else "interpreter"
LONG = bool(os.environ.get("RULEWRIGHT_LONG"))
MATCHES, LENGTH = (6, 4_000) if LONG else (3, 1_000)
WAYS = [(2, ()), (3, VARIANTS), (4, ())]
AROUND = ["two players", "three players and all variants", "four players"]


@pytest.fixture(scope="module", params=WAYS, ids=AROUND)
def game(request: pytest.FixtureRequest) -> Game:
    players, variants = request.param
    return game_with(players, variants, ENGINE)


def matches(game: Game) -> Iterator[Iterable[Step]]:
    """Matches of eager players, and one of plain chance. Few of them are kept; of many each is played whenever it is needed."""
    for number in range(MATCHES):
        yield steps(game, number, LENGTH, eager=number > 0) if LONG else kept(game, number)


@lru_cache(maxsize=MATCHES)
def kept(game: Game, number: int) -> list[Step]:
    return list(steps(game, number, LENGTH, eager=number > 0))


# ---------------------------------------------------------------- things


@proves("GH-006", "GH-007", "GH-009", "GH-010")
def test_everything_is_in_one_place_where_it_can_be(game: Game) -> None:
    """122 cards in piles, hands and slots, at most one to a slot, none in a castle or in the city; 12 treasures apart from them."""
    hands = {f"hand {seat}" for seat in game.seats}
    card_places = {"deck", "discard", *hands, *SQUARES} - set(ledger.CITY) - set(ledger.CASTLES)
    treasure_places = {"hoard", *hands, *SQUARES}
    seen: Counter[str] = Counter()
    for match in matches(game):
        for number, step in enumerate(match):
            cards, treasures = step.after.cards, step.after.treasures
            if step.after.stage == "sleeping" and "box" in {*cards.values(), *treasures.values()}:
                continue  # the table is still being set
            assert len(cards) == 122 and set(cards.values()) <= card_places
            assert len(treasures) == 12 and set(treasures.values()) <= treasure_places
            slots = Counter(spot for spot in cards.values() if spot in SQUARES)
            assert not slots or max(slots.values()) == 1
            if number % 50 == 0:
                assert not problems(game.program, unpack(game.program, step.state))
            seen.update("square" if spot in SQUARES else spot.split()[0] for spot in treasures.values())
    assert {"hoard", "hand", "square"} <= set(seen)


@proves("GH-105")
def test_attributes_stay_within_0_and_15(game: Game) -> None:
    for match in matches(game):
        for step in match:
            for man in step.after.henchmen.values():
                assert all(0 <= value <= 15 for value in (man.health, man.gold, man.strength, man.arming))
            assert 0 <= step.after.villain_health <= 15


@proves("GH-079")
def test_nobody_fights_in_the_city(game: Game) -> None:
    fights = visits = 0
    for match in matches(game):
        for step in match:
            now = step.after
            square = now.henchmen[now.active].square
            visits += square in ledger.CITY
            if now.stage == "fighting":
                fights += 1
                assert square not in ledger.CITY and square in SQUARES
    assert fights and visits


# ---------------------------------------------------------------- arming


@proves("GH-117", "GH-126")
def test_arming_falls_only_as_it_should(game: Game) -> None:
    """By a point for a blow, by another one for the Warlock's; by rust, acid and mercenaries; and with the man himself."""
    causes: Counter[str] = Counter()
    for match in matches(game):
        for step in match:
            for seat, man in step.before.henchmen.items():
                new = step.after.henchmen[seat].arming
                if new < man.arming:
                    causes[why_less(step, seat, man.arming, new)] += 1
    assert not causes["nothing"], causes
    assert causes["blow"] and causes["death"]


def why_less(step: Step, seat: str, old: int, new: int) -> str:
    before, after = step.before, step.after
    if seat in after.bereft and new == 0:
        return "death"
    gone = {name[:3] for name in after.at("discard") - before.at("discard")}
    here = {name[:4] for name in before.at(before.henchmen[seat].square)}
    if before.stage == "fighting" and (step.word == "chance" or "SP1" in gone):  # whoever is paralysed rolls no die
        return "blow" if old - new == 1 else "rust" if old - new == 2 and "VI12" in here else "nothing"
    if ("TR6" in gone and new == 0) or ("TR7" in gone and new == old // 2):
        return "trap"
    if step.word == "use" and "SI8" in here and new == 5:
        return "mercenaries"
    return "nothing"


# ---------------------------------------------------------------- knowledge


@proves("GH-055", "GH-056", "GH-145", "GH-146")
def test_nobody_learns_a_face_without_having_seen_it(game: Game) -> None:
    """Step by step: what a seat newly knows on the board it has laid there, or stood on, or looked at; and it forgets nothing."""
    learnt: Counter[str] = Counter()
    for match in matches(game):
        for step in match:
            for thing, seats in step.after.known.items():
                known = before_it(step.before, thing)
                assert seats >= known, (thing, step)
                new = seats - known
                if new:
                    learnt[how_learnt(step, thing, new, game)] += 1
    assert not learnt["nothing"], learnt
    assert learnt["visit"] and ((learnt["treasure"] and learnt["spell"]) or not LONG)


def before_it(before: Position, thing: str) -> frozenset[str]:
    """Who knew a thing before: on a square those who had seen it, in a hand its owner."""
    spot = before.where[thing]
    if spot in SQUARES:
        return before.known[thing]
    return frozenset({spot.removeprefix("hand ")}) if spot.startswith("hand ") else frozenset()


def how_learnt(step: Step, thing: str, new: frozenset[str], game: Game) -> str:
    spot = step.after.where[thing]
    ruler = step.before.active
    near = {step.before.henchmen[ruler].square, step.after.henchmen[ruler].square, step.spot}
    if step.word == "peek" and spot == step.spot and new == {step.seat}:
        return "spell"
    if is_treasure(thing):
        return "treasure" if new == {ruler} and spot in near else "nothing"
    everybody = step.after.known[thing] == frozenset(game.seats)
    return "visit" if everybody and spot in near and spot not in ledger.CITY else "nothing"


@proves("GH-143", "GH-146")
def test_views_hold_what_was_seen_and_nothing_else(game: Game) -> None:
    """Every face in a view: of the own hand, of the discard pile, of the board as far as it was seen. No more, and no less."""
    looked = hidden = 0
    for match in matches(game):
        for number, step in enumerate(match):
            if number % 60:
                continue
            now = step.after
            reader = Reader(game.program, game.names, unpack(game.program, step.state))
            for index, seat in enumerate((*game.seats, None)):
                shown = faces(view(reader, index if seat is not None else None, None, ()))
                public = now.at("discard")
                own = now.hand(seat) if seat is not None else set()
                remembered = {thing for thing, seats in now.known.items() if seat in seats}
                assert shown == public | own | remembered
                looked, hidden = looked + len(remembered), hidden + len(set(now.known) - remembered)
    assert looked and hidden


def faces(seen: object) -> set[str]:
    """The cards and treasures that are named in a view, wherever they are."""
    assert hasattr(seen, "places")
    pieces = [piece for place in seen.places for cell in place.cells for piece in cell.pieces if piece.kind != "Henchman"]
    assert all((piece.name is None) == (piece.id is None) for piece in pieces)
    return {piece.id for piece in pieces if piece.id is not None}
