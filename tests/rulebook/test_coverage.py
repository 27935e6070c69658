"""The gate: every construct of every game is printed, every word of it said, and everything printed comes from a construct."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.play.finding import list_games
from rulewright.rulebook.coverage import check
from rulewright.rulebook.model import Exact, Item, Section
from rulewright.rulebook.parts.book import make
from rulewright.rulebook.text import runs

from .books import BIG, made

MICRO = sorted((Path(__file__).parents[1] / "lang").glob("*/*.rules"))


@pytest.mark.parametrize("game", [g for g in list_games() if g not in BIG])
def test_classics(game: str) -> None:
    found = check(made(game))
    assert found.constructs > 10
    assert [str(g) for g in (*found.unprinted, *found.unsaid, *found.untraced)] == []


@pytest.mark.parametrize("path", MICRO, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_every_small_game_of_the_language(path: Path) -> None:
    found = check(make(path, kit=False))
    assert [str(g) for g in (*found.unprinted, *found.unsaid, *found.untraced)] == []


def test_the_gate_sees_what_is_missing() -> None:
    chess = made("chess")
    without = chess.book.model_copy(update={"sections": (), "reference": chess.book.reference[:1]})
    found = check(replace(chess, book=without))
    assert not found.complete
    assert any(g.what == "action" and g.place.startswith("chess.rules:") for g in found.unprinted)


def test_the_gate_sees_words_that_are_not_said() -> None:
    chess = made("chess")
    some = next(iter(check(replace(chess, record=type(chess.record)())).unsaid))
    assert some.place.startswith("chess.rules:")


def test_the_gate_sees_what_comes_from_no_rule() -> None:
    chess = made("chess")
    invented = Section(id="x", title="Invented", blocks=(Exact(items=(Item(text=runs("Kings may fly.")),)),))
    found = check(replace(chess, book=chess.book.model_copy(update={"reference": (*chess.book.reference, invented)})))
    assert [str(g) for g in found.untraced] == ["printed without a rule: Invented: Kings may fly."]
