"""Random matches against a second judge and a second scorer, written from the ledger: every decision, every hero, every point.

A few matches at every run; 2,000 of each way to play with RULEWRIGHT_LONG=1.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from rulewright.play.engines import native_available
from tests.games.kingdom_of_heroes.resolver import Rulings
from tests.games.kingdom_of_heroes.watching import compare, watched

LONG = bool(os.environ.get("RULEWRIGHT_LONG"))
MATCHES = 2000 if LONG else 3
ENGINE = "native" if LONG and native_available() else "interpreter"
WAYS = {
    "three players": (3, "", {"endurance": "13"}),
    "four players": (4, "", {"endurance": "13"}),
    "two players": (2, "", {"endurance": "13"}),
    "three rounds": (3, "Three rounds", {"endurance": "13"}),
    "collapse": (4, "", {}),
    "lenient end": (3, "", {"endurance": "9", "last_collapse": "no"}),
}
EVENTS = """mine, failed, fulfilled, fallen, a one, more than due, nobody left to fall, white leads, gained, moved for a reward, hero lost,
ring, ring lost, ring for nobody, heart, crystal, mage, interrupted, claim, princess's card, wizard's card, won"""


@pytest.mark.parametrize("way", WAYS)
def test_a_second_judge_agrees(way: str) -> None:
    players, variant, options = WAYS[way]
    game = watched(players, ENGINE, variant, **options)
    rulings = Rulings(
        rounds=3 if variant else 4,
        endurance=int(options.get("endurance", "6")),
        last_collapse=options.get("last_collapse") != "no",
    )
    seen = Counter[str]()
    for seed in range(MATCHES):
        try:
            seen += compare(game, seed, rulings, eager=(0.9, 0.9, 0.4, 0.0)[seed % 4])
        except AssertionError as error:
            raise AssertionError(f"match {seed}: {error}") from error
    assert seen["rounds"] >= MATCHES and seen["failed"] and seen["fallen"]
    if options.get("endurance") == "13":
        assert seen["scored"] == MATCHES and seen["rounds"] == rulings.rounds * MATCHES
    else:
        assert seen["collapse"] + seen["scored"] == MATCHES and seen["collapse"]
    if LONG and options.get("endurance") == "13":
        missing = {event for event in " ".join(EVENTS.split()).split(", ") if not seen[event]}
        assert not missing, f"2,000 matches without {missing}"
        assert players != 2 or seen["two colours lead"]
