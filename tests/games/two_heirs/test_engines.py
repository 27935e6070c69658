"""Both engines side by side, every state compared byte by byte. More matches with RULEWRIGHT_LONG=1."""

from __future__ import annotations

import os

import pytest

from rulewright.dsl.cache import cache_folder
from rulewright.play.differential import Twins, compare
from rulewright.play.engines import native_available
from tests.games.two_heirs.position import game_with

pytestmark = pytest.mark.skipif(not native_available(), reason="there is no native code here to compare")
MATCHES = 300 if os.environ.get("RULEWRIGHT_LONG") else 2
CHOSEN = [
    (False, {}),
    (False, {"sets": "travel,war,crafts", "score_roads": "no", "siege": "single"}),
    (False, {"sets": "industry,war,patrol", "free_camp": "yes", "stacking": "no"}),
    (False, {"sets": "church,crafts,patrol"}),
    (False, {"sets": "travel,industry,crafts", "inn_counts": "near", "formation": "loose"}),
    (True, {"level": "poor", "sets": "travel,industry,church"}),
    (True, {"level": "brave", "sets": "travel,war,crafts", "human": "Blue"}),
    (True, {"level": "hammer", "sets": "industry,war,patrol"}),
]


@pytest.mark.parametrize(("solo", "options"), CHOSEN, ids=lambda value: str(value))
def test_both_engines_agree(solo: bool, options: dict[str, str]) -> None:
    game = game_with(solo, "native", **options)
    twins = Twins(game.program, cache_folder() / "native")
    for seed in range(MATCHES):
        found = compare(twins, seed)
        assert found.ended and found.failure is None and found.decisions >= 22
