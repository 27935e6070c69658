"""How often a story ends in which way: `python -m rulewright.play.endings`; and foresight where nobody wins."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from rulewright.play import load
from rulewright.play.endings import greedy_players, main, random_players
from rulewright.play.foresight import best, together, worth

RULES = """
game "Raft" for Ann, Bob
  food: 0 to 9 clamped = 5
  shore: flag = no

play
  repeat 3 times
    everyone must
      "Fish": gain 1 food
      "Feast": lose 3 food
    roll die giving pips
    if pips is 6: lose 1 food
  if food > 4: conclude with "Saved"
  else: conclude with "Hungry"
"""
SCORE = """
score
  supplies: food
"""


@pytest.fixture
def raft(tmp_path: Path) -> Path:
    path = tmp_path / "raft.rules"
    path.write_text(RULES + SCORE, encoding="utf-8")
    return path


@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_those_in_one_boat_look_at_what_they_have_together(raft: Path, engine: str) -> None:
    game = load(raft, engine=engine)
    assert together(game) and not together(load("connect_four", engine="interpreter"))
    state = game.engine.start(0)
    options = game.engine.options(state)
    before = game.engine.pack(state)
    assert [worth(game, game.engine, state, option, 0) for option in options] == [12, 4]  # as if Bob decided alike
    assert best(game, game.engine, state, options, Random(1)) == 0
    assert game.engine.pack(state) == before


def test_greedy_players_do_better(raft: Path) -> None:
    game = load(raft, engine="interpreter")
    greedy, random = greedy_players(game, 30, 3), random_players(game, 200, 3)
    assert greedy.endings["Saved"] == 30 and 0 < random.endings["Saved"] < 200
    assert greedy.matches == 30 and greedy.decisions == [6] * 30
    again = greedy_players(game, 30, 3)
    assert again.endings == greedy.endings


def test_the_page(raft: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(raft), "--random", "100", "--greedy", "10"]) == 0
    page = capsys.readouterr().out
    assert f"`python -m rulewright.play.endings {raft} --random 100 --greedy 10`" in page
    assert "| Saved |" in page and "| Hungry |" in page and "100.00 ± 0.00" in page
    with pytest.raises(SystemExit):
        main(["tic_tac_toe"])
    assert "has no endings" in capsys.readouterr().err


def test_the_page_of_the_two_princes() -> None:
    """It names every ending, and the shares of each column make a whole."""
    text = (Path(__file__).resolve().parents[2] / "docs" / "games" / "two_princes.md").read_text(encoding="utf-8")
    table = text[text.index("| ending |") : text.index("| matches |")]
    rows = dict(re.findall(r"^\| (\w.+?) \| (.+? \| .+?) \|$", table, re.MULTILINE))
    del rows["ending"]
    assert set(rows) == set(load("two_princes", engine="interpreter").program.endings)
    for column in (0, 1):
        shares = [cells.split(" | ")[column].split(" ± ")[0] for cells in rows.values()]
        assert sum(float(share) for share in shares if share != "never") == pytest.approx(100, abs=0.2)
