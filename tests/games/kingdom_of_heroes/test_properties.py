"""What holds in every match at every moment, whoever plays. More matches with RULEWRIGHT_LONG=1."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

import pytest

from rulewright.play.engines import native_available
from rulewright.play.invariants import problems
from tests.games.kingdom_of_heroes.ledger import CARDS, POSTS, REGIONS, VILLAGES
from tests.games.kingdom_of_heroes.position import COLOURS, WHITE, Position, class_of, colour_of, eyes_of, is_hero
from tests.games.kingdom_of_heroes.watching import LOOK, Step, walk, watched

proves = pytest.mark.proves
LONG = bool(os.environ.get("RULEWRIGHT_LONG"))
MATCHES = 200 if LONG else 2
ENGINE = "native" if LONG and native_available() else "interpreter"
WAYS = [(2, ""), (3, ""), (4, ""), (3, "Three rounds")]
MOST_OPTIONS = 100
TROOP = {2: {"A": 8, "K": 3, "M": 2}, 3: {"A": 10, "K": 4, "M": 3}, 4: {"A": 8, "K": 3, "M": 2}}

ways = pytest.mark.parametrize(("players", "variant"), WAYS, ids=["two players", "three players", "four players", "three rounds"])


def matches(players: int, variant: str) -> Iterator[Iterator[Step]]:
    game = watched(players, ENGINE, variant, endurance="13")
    for seed in range(MATCHES):
        yield walk(game, seed, 0.9 if seed % 3 else 0.3)


@ways
def test_at_every_moment(players: int, variant: str) -> None:
    """Heroes, coins, cards and tokens are conserved; villages and regions are never too full; nobody has too much to choose from."""
    widest = 0
    eyes = eyes_of(watched(players, ENGINE, variant, endurance="13"))
    for match in matches(players, variant):
        for step in match:
            assert problems(eyes.program, step.state) == []  # every piece in one place, every index true
            now = eyes.read(step.state)
            if now.round == 0:
                continue  # the table is being set
            _conserved(now, players, 3 if variant else 4)
            _bounded(now)
            if step.seat is not None:
                widest = max(widest, len(step.options))
                assert len(set(step.options)) == len(step.options)  # nothing is offered twice
    assert 5 < widest <= MOST_OPTIONS


def _conserved(now: Position, players: int, tokens: int) -> None:
    assert now.bank + sum(now.crowns.values()) == 108 and min(now.crowns.values()) >= 0
    assert now.hearts_left + sum(now.hearts.values()) == tokens == now.crystals_left + sum(now.crystals.values())
    assert now.rings_left + len(now.rings) == 4
    for colour in now.owners:
        heroes = [h for h, at in now.where.items() if is_hero(h) and colour_of(h) == colour and at != "box"]
        assert Counter(map(class_of, heroes)) == TROOP[players]
        assert not any(at == f"reserve {colour}" for h, at in now.where.items() if h in now.rings)  # rings are worn on the board
    for hero, at in now.where.items():
        if is_hero(hero) and at.startswith("reserve"):
            assert at == f"reserve {colour_of(hero)}"


def _bounded(now: Position) -> None:
    for village in VILLAGES:
        assert all(len(now.heroes(village, colour)) <= 4 for colour in COLOURS)
        assert village not in {at for card, at in now.where.items() if card in CARDS}
    for post in POSTS.values():
        assert all(len(now.heroes(post, colour)) <= 1 for colour in COLOURS) and all(class_of(h) in "AM" for h in now.heroes(post))
    lying = [at for card, at in now.where.items() if card in CARDS and at in REGIONS]
    assert len(lying) == len(set(lying)) <= 10
    hues = Counter(CARDS[card].hue for card in now.missions.values())
    assert hues["red"] <= 3 and hues["yellow"] <= 4
    for card in CARDS:  # heroes are only on cards that lie on the board
        if now.where[card] not in REGIONS:
            assert not now.heroes(card) and not any(now.where[w] == card for w in WHITE)
    assert all(now.where[w] in {"Capital", *REGIONS, *now.missions.values()} for w in WHITE)
    assert sum(now.where[w] in now.missions.values() for w in WHITE) == len({now.where[w] for w in WHITE} & set(now.missions.values()))


@ways
def test_the_die_is_obeyed(players: int, variant: str) -> None:
    """At least as many fall as the die demands, as long as somebody can; who represents the leader falls on a 1 only."""
    game = watched(players, ENGINE, variant, endurance="13")
    eyes = eyes_of(game)
    rolls = deaths = 0
    for match in matches(players, variant):
        order: list[str] = []
        due, mortal, champion, roll, card = 0, 0, None, 0, ""
        fallen: list[str] = []
        for step in match:
            if step.looks(LOOK):
                now = eyes.read(step.state)
                order = [c for c in sorted(now.missions.values(), key=lambda c: CARDS[c].hue == "red") if now.heroes(c)]
            if step.prompt == "bury":
                assert all(option[1].endswith(f" {card}") for option in step.options if option[0] == "bury")
                fallen += [step.chosen[1]] if step.chosen[0] == "bury" else []
                continue
            if roll:  # the first thing that happens after everybody has fallen
                assert len(fallen) >= min(due, mortal), (card, roll, due, fallen)
                assert roll == 1 or champion is None or not eyes.read(step.state).where[champion].startswith("reserve")
                deaths += len(fallen)
                roll = 0
            if step.prompt == "roll":
                now = eyes.read(step.state)
                card, fallen = order.pop(0), []
                roll, champion = int(step.chosen[0]), now.champion
                weight = 1 if _covered(now, card) else 2
                number = len(now.heroes(card)) + sum(now.where[w] == card for w in WHITE)
                mortal = len(now.heroes(card)) - (champion is not None)
                due = len(now.colours(card)) if roll == 1 else weight * number // roll
                mortal = len(now.heroes(card)) if roll == 1 else mortal
                rolls += 1
        assert not order
    assert rolls > 5 and deaths > 5


def _covered(now: Position, card: str) -> bool:
    """Whether each symbol finds a hero: those for a class first, those for anybody from the rest."""
    left = Counter([class_of(h) for h in now.heroes(card)] + [{"Sapphire": "K", "Zatorius": "M"}[w] for w in WHITE if now.where[w] == card])
    for symbol in sorted(CARDS[card].symbols, key=lambda s: s == "*"):
        kind = symbol if symbol != "*" else next((k for k in "AKM" if left[k]), "A")
        if not left[kind]:
            return False
        left[kind] -= 1
    return True


@ways
def test_every_match_ends(players: int, variant: str) -> None:
    """After all rounds, and with turns for everybody: the number of decisions is bounded."""
    for match in matches(players, variant):
        steps = list(match)
        assert steps[-1].prompt == "" and 100 < len(steps) < 4000
