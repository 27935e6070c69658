"""A match whose rules were corrected after it was begun: what changed is said, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run, room, run  # noqa: F401

RULES = """game "Dots" for Ann, Ben
place board: grid 3 by 2
piece Dot of each Player: 3 per Player
turn
  player must mark
  else: draw
action mark Cell in board where cell is empty
  put Dot of player on cell
"""
CORRECTED = RULES.replace("where cell is empty", "where cell is empty and not cell is b1")


@pytest.fixture
def begun(run: Run, room: Path) -> Path:  # noqa: F811
    (room / "dots.rules").write_text(RULES, encoding="utf-8")
    run("play", "dots.rules", "--seat", "all=human", typed=("a1", "b1", "a2", "save evening", "quit"))
    (room / "dots.rules").write_text(CORRECTED, encoding="utf-8")
    return room / "evening.match.json"


def test_what_changed_is_said(run: Run, begun: Path) -> None:  # noqa: F811
    before = begun.read_bytes()
    result = run("play", "dots.rules", "--load", "evening.match.json")
    assert result.code == 1 and "other rules of Dots" in result.err
    assert "note: dots.rules: -action mark Cell in board where cell is empty" in result.err
    assert "note: dots.rules: +action mark Cell in board where cell is empty and not cell is b1" in result.err
    assert "--rules-of then" in result.err and "--rules-of now" in result.err
    assert begun.read_bytes() == before


def test_it_goes_on_with_the_rules_of_then(run: Run, begun: Path) -> None:  # noqa: F811
    before = begun.read_bytes()
    result = run(
        "play",
        "--load",
        "evening.match.json",
        "--rules-of",
        "then",
        "--seat",
        "all=human",
        typed=("log", "look", "rules mark", "b2", "quit"),
    )
    assert result.code == 0 and "marks b1." in result.out and "inside rulewright" not in result.err
    assert begun.read_bytes() == before


def test_it_goes_on_from_the_last_legal_move(run: Run, begun: Path) -> None:  # noqa: F811
    before = begun.read_bytes()
    result = run("play", "dots.rules", "--load", "evening.match.json", "--rules-of", "now", "--seat", "all=human", typed=("a3", "quit"))
    assert result.code == 0 and "1 of 3 moves are still possible. Move 2 (Ben: mark b1) is not possible" in result.err
    assert begun.read_bytes() == before


def test_it_is_replayed_by_either(run: Run, begun: Path) -> None:  # noqa: F811
    assert "--rules-of now" in run("replay", "evening.match.json", "--game", "dots.rules").err
    assert "3 moves verified" in run("replay", "evening.match.json", "--rules-of", "then").out
    now = run("replay", "evening.match.json", "--game", "dots.rules", "--rules-of", "now")
    assert now.code == 1 and "Move 2 (Ben: mark b1) is not possible there." in now.err and "mark a1" in now.out
