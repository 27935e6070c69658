"""Exact solving: known results, and an honest word where there is none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.agents.cfr import Tree
from rulewright.agents.solve import solve
from rulewright.play.errors import PlayError
from rulewright.play.game import games_folder, load
from tests.cli.conftest import Run


def test_tic_tac_toe_is_a_draw() -> None:
    found = solve(load("tic_tac_toe"), 1_000_000, 1)
    assert found.proven and found.value == 0 and "a draw" in found.said


def test_a_small_connect_four(tmp_path: Path) -> None:
    """4 by 4 is a draw, as is known; so small a limit is said to be too small."""
    text = (games_folder() / "connect_four" / "connect_four.rules").read_text(encoding="utf-8")
    path = tmp_path / "small.rules"
    rules = text.partition("\nexample ")[0]  # its examples draw the large board
    path.write_text(rules.replace("grid 7 by 6", "grid 4 by 4"), encoding="utf-8")
    game = load(path)
    found = solve(game, 1_000_000, 1)
    assert found.proven and found.value == 0
    cut = solve(game, 1_000, 1)
    assert not cut.proven and "limit of positions" in cut.said and cut.value is None


def test_kuhn_poker() -> None:
    """The first player loses 1/18 of a chip on average; there are 12 situations."""
    tree = Tree(load("kuhn_poker", engine="interpreter"))
    assert len(tree.known) == 12
    tree.run(300)
    assert tree.value() == pytest.approx(-1 / 18, abs=2e-3)
    assert 0 <= tree.exploitability() < 2e-3


def test_leduc_poker_gets_better() -> None:
    tree = Tree(load("leduc_poker", engine="interpreter"))
    assert len(tree.known) == 936 and tree.count == 9457
    assert tree.exploitability() == pytest.approx(2.373611, abs=1e-4)  # of all options equally likely, as OpenSpiel has it
    tree.run(6)
    assert tree.exploitability() < 1.5


def test_what_cannot_be_solved() -> None:
    assert "chance" in solve(load("backgammon"), 1000, 1).said
    with pytest.raises(PlayError, match="too large"):
        solve(load("goofspiel", engine="interpreter"), 500, 1)
    with pytest.raises(PlayError, match="Only games of two"):
        solve(load("kingdom_of_heroes", engine="interpreter"), 1000, 1)


def test_the_command(run: Run) -> None:
    told = json.loads(run("solve", "kuhn_poker", "--iterations", 100, "--json").out)
    assert told["method"] == "CFR+" and len(told["policy"]) == 12
    result = run("solve", "backgammon")
    assert result.code == 1 and "Not solved" in result.out
