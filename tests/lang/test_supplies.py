"""`put all` of equal pieces: what is left of the supply, of one owner; and a clear answer where that cannot be meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.driver import load as load_rules
from rulewright.play import load

RULES = """
game "Sheds" for Ann, Bob

piece Seed: 12
piece Boat of each Player: 3 per Player
place heap: pile of Seed
place bowl: pile of Seed
place shed of each Player: pile of Boat
place sea: track of 3, holding any Boat

setup
  put 5 Seed on bowl
  put all Seed on heap
  each Player puts all Boat of player on shed of player

turn
  player must sail
  else: finish

action sail Cell in sea
  requires shed of player is not empty
  move 1 Boat in shed of player to cell
  move all Seed in heap to box

score
  heap: count Seed in heap
  boats: count Boat in shed of player

winner: most score, then shared
"""


@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_all_that_is_left(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "sheds.rules"
    path.write_text(RULES, encoding="utf-8")
    match = load(path, engine=engine).start(1)
    assert match.score() == {"Ann": {"heap": 7, "boats": 3}, "Bob": {"heap": 7, "boats": 3}}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("piece Seed: 12", "piece Seed", "The supply of Seed is unlimited."),
        ("put all Seed on heap", "put all Seed in bowl on heap", "These pieces are in play already."),
        (
            "puts all Boat of player on shed of player",
            "puts all Boat of player on sea",
            "These pieces cannot be shared out over several cells.",
        ),
    ],
)
def test_what_cannot_be_meant(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "sheds.rules"
    path.write_text(RULES.replace(old, new), encoding="utf-8")
    loaded = load_rules(path)
    assert [f.message for f in loaded.findings.errors] == [message]
