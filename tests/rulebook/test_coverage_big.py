"""The gate for the big games."""

from __future__ import annotations

import pytest

from rulewright.rulebook.coverage import check
from rulewright.rulebook.parts.book import make
from tests.play.shipped import GAMES

from .books import BIG, made


@pytest.mark.parametrize("game", BIG)
def test_big_games(game: str) -> None:
    found = check(made(game))
    assert found.constructs > 500
    assert [str(g) for g in (*found.unprinted, *found.unsaid, *found.untraced)] == []


@pytest.mark.parametrize(("game", "variant"), [(game, v) for game, v in GAMES if v])
def test_variants_of_big_games(game: str, variant: str) -> None:
    """A book for a variant tells its rules in a chapter of their own; variants and examples that do not go with it are left out."""
    made = make(game, variants=(variant,), kit=False)
    found = check(made)
    assert [str(g) for g in (*found.unprinted, *found.unsaid, *found.untraced)] == []
    chapters = {s.title: s for s in made.book.sections}
    assert "Examples" not in chapters, "the last chapter of the game holds none of it"
    assert f"Variant: {variant}" not in {s.title for part in made.book.sections for s in part.sections}
