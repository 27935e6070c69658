"""A transcript notes the iterations that a search made where its budget was time, and nothing where it was a number."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.play.game import load
from rulewright.play.match import Match
from rulewright.play.models import Transcript
from tests.cli.conftest import Run


def test_they_are_kept_with_the_match() -> None:
    game = load("tic_tac_toe")
    match = game.start(1)
    assert "iterations" not in match.transcript().model_dump_json()  # as records have always been written
    match.searched(700)
    assert match.transcript().iterations == {}  # nothing was moved yet
    match.choose(0)
    match.choose(0)
    match.searched(900)
    match.choose(0)
    assert match.transcript().iterations == {0: 700, 2: 900}
    assert Transcript.model_validate_json(match.transcript().model_dump_json()) == match.transcript()
    assert Match.load(game, match.save()).transcript().iterations == {0: 700, 2: 900}
    match.undo()
    assert match.transcript().iterations == {0: 700}


@pytest.mark.parametrize(("budget", "noted"), [("5ms", True), ("20", False)])
def test_at_the_table(run: Run, tmp_path: Path, budget: str, noted: bool) -> None:
    record = tmp_path / "match.json"
    result = run("play", "tic_tac_toe", "--seat", f"X=mcts:{budget}", "--seat", "O=first", "--seed", "3", "--record", str(record))
    assert result.code == 0, result.err
    found = json.loads(record.read_text()).get("iterations", {})
    assert bool(found) is noted
    assert all(int(at) % 2 == 0 and number > 0 for at, number in found.items())  # X moves first
