"""`rulewright upgrade`: what can mean only one thing is rewritten and shown; the rest is listed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.upgrading import rewritten
from rulewright.play.finding import find_game, list_games
from tests.cli.conftest import Run
from tests.same.dump import ROOT

OLD = """
game "Two hands" for 2 players: Ada, Ben

piece Card: 12
  worth: 0 to 9 = 1
place left of each Player: pile of Card
place right of each Player: pile of Card
place stock: deck of Card

setup
  put all Card on stock giving cards
  shuffle stock

define held(player) = left of player + right of player
define all_of_it = count Card in (left of Ada + right of Ada + left of Ben)

turn
  if stock is empty: finish
  move top(stock) to left of player
  if count Card in held(player) > all_of_it + 3: player wins
"""
LEFT = OLD.replace("turn\n", "turn\n  shuffle stock by gone\n")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.rules"
    path.write_text(OLD, encoding="utf-8")
    return path


def test_what_has_one_meaning_is_rewritten_and_shown(run: Run, game: Path) -> None:
    done = run("upgrade", str(game))
    assert done.code == 0
    text = game.read_text(encoding="utf-8")
    assert "define held(player) = {left of player, right of player}\n" in text
    assert "count Card in {left of Ada, right of Ada, left of Ben}\n" in text
    assert "  put all Card on stock\n" in text
    assert "-  put all Card on stock giving cards" in done.out and "+  put all Card on stock\n" in done.out
    assert run("check", str(game)).code == 0
    assert "nothing to upgrade" in run("upgrade", str(game)).out


def test_nothing_is_written_with_check(run: Run, game: Path) -> None:
    assert "would change" in run("upgrade", "--check", str(game)).out
    assert game.read_text(encoding="utf-8") == OLD


def test_the_rest_is_listed_and_left_alone(run: Run, game: Path) -> None:
    game.write_text(LEFT, encoding="utf-8")
    done = run("upgrade", str(game))
    assert done.code == 1
    assert "`by gone` says nothing here." in done.out and "1 place left for you to decide." in done.out
    assert "shuffle stock by gone" in game.read_text(encoding="utf-8")


def test_games_of_this_version_have_nothing_to_upgrade() -> None:
    for path in [*map(find_game, list_games()), *sorted((ROOT / "tests" / "field").glob("*.rules"))]:
        changed, loaded = rewritten(path)
        assert changed == {} and loaded.findings.errors == [], path
