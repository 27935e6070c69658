"""Every classic plays beside OpenSpiel: the same player, the same legal moves, the same returns, at every step.

A few matches of each; `RULEWRIGHT_ORACLE=300 pytest tests/oracle`, which `.ci/run` does in its second step, plays as many as it says.
"""

from __future__ import annotations

import os

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")

from tests.oracle.backgammon import compare_backgammon  # noqa: E402
from tests.oracle.chess import compare_chess  # noqa: E402
from tests.oracle.pairs import PAIRS, play, ready  # noqa: E402

MATCHES = int(os.environ.get("RULEWRIGHT_ORACLE", "20"))


@pytest.mark.parametrize("name", sorted(PAIRS))
def test_same_as_openspiel(name: str) -> None:
    pair, game, spiel = ready(name)
    compared = sum(play(pair, game, spiel, seed) for seed in range(MATCHES))
    assert compared > MATCHES


def test_chess() -> None:
    compared = compare_chess(MATCHES)
    assert compared > 50 * MATCHES


def test_backgammon() -> None:
    compared = compare_backgammon(MATCHES)
    assert compared > 20 * MATCHES
