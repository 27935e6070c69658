"""The gate for the big games."""

from __future__ import annotations

import pytest

from rulewright.rulebook.coverage import check

from .books import BIG, made


@pytest.mark.parametrize("game", BIG)
def test_big_games(game: str) -> None:
    found = check(made(game))
    assert found.constructs > 500
    assert [str(g) for g in (*found.unprinted, *found.unsaid, *found.untraced)] == []
