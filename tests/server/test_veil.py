"""Interrupts do not tell by timing or wording who could have answered: a third person with a stopwatch learns nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from rulewright.play.match import Match
from rulewright.server.hub import Hub
from rulewright.server.shelf import Shelf
from rulewright.server.store import opened
from tests.play.guises import exchanged

from .running import serving
from .talking import Page
from .test_secrets import World, put, same_bytes

RULES = """
game "Dare" for Ada, Bob, Cid
  > Roll, and have more steps than the others.

type Sign: star or stone

piece Card: 3 per Sign
  printed sign: Sign

place deck: deck of Card, seen by none
place hand of each Player: hand of Card, seen by owner
place heap: pile of Card

each Player has steps: 0 to 200 = 0

setup
  put all Card on deck
  shuffle deck
  each Player draws 1 Card from deck

turn
  player must go

action go
  roll die giving pips
  gain pips steps

interrupt spoil Card in hand of player during turn of player
  > Show a star before you roll.
  requires card.sign is star
  move card to heap
  gain 1 steps

when player.steps > 90
  player wins
"""
WINDOW = 0.5
PAUSE = 0.6


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[tuple[World, World]]:
    """Ada holds a star with which she can interrupt; in the other world it lies in the deck, and she holds a stone."""
    path = tmp_path / "dare.rules"
    path.write_text(RULES.lstrip(), encoding="utf-8")
    shelf = Shelf([str(path)])
    box = shelf.box("dare")
    seed, star, stone = next(found for seed in range(99) if (found := _held(box.game.start(seed), seed)) is not None)
    with ExitStack() as stack:
        found = []
        for number, begin in enumerate((lambda m: m, lambda m: exchanged(m, star, stone))):
            hub = Hub(shelf, opened(str(tmp_path / f"store{number}")), pause=PAUSE)
            world = put(stack.enter_context(serving(hub)), hub, box, "aaaa-bbbb", seed, begin, window=WINDOW)
            world.table.dice = Random(1)
            found.append(world)
        yield found[0], found[1]
        for world in found:
            for page in world.pages.values():
                page.close()


def _held(match: Match, seed: int) -> tuple[int, int, int] | None:
    """A seed with which Ada holds a star, that card, and a stone in the deck."""
    program, state = match.game.program, match.as_list()
    assert program.loc is not None
    hand = next(p for p in program.places if p.name == "hand").base
    deck = next(p for p in program.places if p.name == "deck").base
    cards = range(program.pieces)
    held = next(c for c in cards if state[program.loc.at + c] == hand)
    if held >= 3:
        return None
    return seed, held, next(c for c in cards if c >= 3 and state[program.loc.at + c] == deck)


def said(page: Page) -> list[str]:
    """What a page has read of what was done."""
    return [event["text"] for event in page.view["events"] if event["kind"] == "move"]


def gone(world: World) -> float:
    """Ada goes, and says nothing more; how long it took until Bob was told of anything."""
    begun = time.monotonic()
    assert world.pages["Ada"].choose("go", [])["kind"] == "ok"
    while "Ada goes." not in said(world.pages["Bob"]):
        world.pages["Bob"].receive()
    return time.monotonic() - begun


def test_nobody_notices_that_somebody_could_interrupt(worlds: tuple[World, World]) -> None:
    able, unable = worlds
    times = [gone(world) for world in (able, unable)]
    assert min(times) >= WINDOW * 0.6, "the others are told before the veil is lifted"
    for viewer in ("Bob", "Cid", None):
        for world in worlds:
            world.pages[viewer].ask(do="ping")
        same_bytes(able, unable, viewer)
    asked = [m for m in able.pages["Ada"].bytes if '"seconds"' in m]
    assert asked and not [m for m in unable.pages["Ada"].bytes if '"seconds"' in m]  # the test does test something


def test_whoever_interrupts_is_seen_and_the_match_goes_on(worlds: tuple[World, World]) -> None:
    able, _ = worlds
    ada, bob = able.pages["Ada"], able.pages["Bob"]
    assert ada.choose("go", [])["kind"] == "ok"
    while not (ada.view["decision"] or {}).get("seconds"):
        ada.receive()
    verb, parts = next(o for o in ada.options() if o[0] == "spoil")
    assert ada.choose(verb, parts)["kind"] == "ok"
    while not any(text.startswith("Ada spoils") for text in said(bob)):
        bob.receive()
    assert said(bob)[0] == "Ada goes."


def test_whoever_comes_back_meanwhile_waits_like_the_others(worlds: tuple[World, World]) -> None:
    able, _ = worlds
    begun = time.monotonic()
    assert able.pages["Ada"].choose("go", [])["kind"] == "ok"
    page = able.pages["Cid"].page()
    assert time.monotonic() - begun >= WINDOW * 0.6 and "Ada goes." in page
