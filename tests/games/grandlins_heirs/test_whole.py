"""The game as a whole: every rule of the ledger is there and proved, both engines agree, and matches end."""

from __future__ import annotations

import os
from collections import deque

import pytest

from rulewright.cli.tracing import cover, ledger_of
from rulewright.play.differential import compare, twins_of
from rulewright.play.engines import native_available
from rulewright.play.game import find_game, load
from rulewright.play.simulate import CUT, FAILED, simulate
from tests.games.grandlins_heirs.position import VARIANTS, game_with
from tests.games.grandlins_heirs.walking import steps

LONG = bool(os.environ.get("RULEWRIGHT_LONG"))
needs_native = pytest.mark.skipif(not native_available(), reason="native code needs llvmlite")


def test_every_rule_is_implemented_and_proved() -> None:
    path = find_game("grandlins_heirs")
    ledger = ledger_of(path)
    assert ledger is not None and len(ledger) == 165
    coverage = cover(path, ledger)
    assert coverage.lacking == {}


@needs_native
@pytest.mark.parametrize(("players", "variants"), [(2, ()), (3, VARIANTS), (4, ())])
def test_both_engines_play_the_same_matches(players: int, variants: tuple[str, ...]) -> None:
    twins = twins_of(load("grandlins_heirs", players=players, variants=variants, examples=True))
    found = [compare(twins, seed, limit=600 if LONG else 60) for seed in range(60 if LONG else 4)]
    assert not any(match.failure for match in found) and sum(match.decisions for match in found) > 200


@needs_native
@pytest.mark.parametrize(("players", "treasures"), [(2, 6), (4, 3)])
def test_random_matches_end_by_themselves(players: int, treasures: int) -> None:
    """Players of plain chance take long, but they come to an end; nothing cuts the match off."""
    done = simulate(game_with(players, (), "native"), 40 if LONG else 2, seed=1, widths=0)
    assert not set(done.over.tolist()) & {0, CUT, FAILED} and (done.scores.max(axis=(1, 2)) >= treasures).all()


def test_players_with_a_purpose_end_a_match() -> None:
    game = game_with(4, (), "native" if native_available() else "interpreter")
    (last,) = deque(steps(game, 0, 60_000), maxlen=1)
    assert last.word == "hide" and last.after.over
