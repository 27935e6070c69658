"""Both engines side by side, every state compared byte by byte. All ways to play, and more matches, with RULEWRIGHT_LONG=1."""

from __future__ import annotations

import os

import pytest

from rulewright.dsl.cache import cache_folder
from rulewright.play.differential import Twins, compare
from rulewright.play.engines import native_available
from tests.games.kingdom_of_heroes.position import game_with

pytestmark = pytest.mark.skipif(not native_available(), reason="there is no native code here to compare")
LONG = bool(os.environ.get("RULEWRIGHT_LONG"))
MATCHES = 100 if LONG else 2
OPTIONS = {"endurance": "13", "idle_moves": "yes", "post_excuses": "yes", "higher_ranks": "yes", "hero_shares": "by_class"}
OPTIONS |= {"survivors_help": "yes", "deep_bank": "no", "claim": "optional", "trade": "one", "roaming": "neighbours"}
WAYS: list[tuple[int, str, dict[str, str]]] = [(4, "", {"endurance": "13"})]
if LONG:
    WAYS += [
        (3, "", {}),
        (3, "", {"endurance": "13"}),
        (2, "", {"endurance": "13"}),
        (3, "Three rounds", {"endurance": "13"}),
        (3, "", OPTIONS),
    ]


@pytest.mark.parametrize(("players", "variant", "options"), WAYS, ids=lambda value: str(value))
def test_both_engines_agree(players: int, variant: str, options: dict[str, str]) -> None:
    game = game_with(players, "native", variant, **options)
    twins = Twins(game.program, cache_folder() / "native")
    for seed in range(MATCHES):
        found = compare(twins, seed)
        assert found.ended and found.failure is None and found.decisions > 80
