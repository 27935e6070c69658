"""Every match of every seed stays the same: the results of random players, as hashes.

Whoever changes draws or rules on purpose makes `hashes.json` anew (`make hashes`) and says so in the commit; every other change leaves
it as it is. Here the first 20 matches of each game, variant and number of players; `make long` compares 1,000.
"""

from __future__ import annotations

import os

import pytest

from tests.hashes.making import FEW, MANY, games, hashed, kept

KEPT = kept()
COUNT = MANY if os.environ.get("RULEWRIGHT_LONG") else FEW


def test_every_game_is_there() -> None:
    assert sorted(KEPT) == sorted(games())


@pytest.mark.parametrize("name", sorted(KEPT))
def test_the_results_are_the_same(name: str) -> None:
    assert hashed(games()[name], COUNT) == KEPT[name][str(COUNT)], "If draws or rules were changed on purpose: make hashes, and say so."
