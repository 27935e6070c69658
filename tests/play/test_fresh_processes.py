"""A match saved by one process is loaded by another, whichever engine either of them has, and goes on in the same way."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.play.engines import native_available
from rulewright.play.finding import list_games
from rulewright.play.game import load

SAVING = """
import sys
from pathlib import Path
from rulewright.play import list_games, load
engine, folder = sys.argv[1], Path(sys.argv[2])
for name in list_games():
    match = load(name, engine=engine).start(7)
    for step in range(12):
        now = match.decision
        if now is not None:
            match.choose((step * 5) % len(now.options))
    (folder / f"{name}.json").write_text(match.save(), encoding="utf-8")
"""
LOADING = """
import sys
from pathlib import Path
from rulewright.play import Match, list_games, load
engine, before, after = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
for name in list_games():
    match = Match.load(load(name, engine=engine), (before / f"{name}.json").read_text(encoding="utf-8"))
    (after / f"{name}.json").write_text(match.save(), encoding="utf-8")
"""


def run(script: str, *arguments: str) -> None:
    done = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.second
@pytest.mark.skipif(not native_available(), reason="native code needs llvmlite")
def test_saved_and_loaded_in_fresh_processes(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("a", "b", "c")]
    for folder in folders:
        folder.mkdir()
    run(SAVING, "native", str(folders[0]))
    run(LOADING, "interpreter", str(folders[0]), str(folders[1]))
    run(LOADING, "native", str(folders[1]), str(folders[2]))
    for name in list_games():
        texts = {(folder / f"{name}.json").read_text(encoding="utf-8") for folder in folders}
        assert len(texts) == 1, f"{name} is not the same after it was loaded"


RULES = """game "Small" for 2 players
  > A small game.
type Value: 1 to 6
piece Card: 1 per Value
  printed value: Value
place stock: deck of Card, seen by none
place hand of each Player: hand of Card, seen by owner
setup
  put all Card on stock
  shuffle stock
  each Player draws 1 Card from stock
turn
  player must lay
action lay Card in hand of player
  > Lay a card.
  move card to stock
  player wins
"""


def test_only_rules_change_the_fingerprint(tmp_path: Path) -> None:
    """Neither comments, layout, prose, tags nor examples; but every word of a rule does."""

    def of(text: str) -> str:
        file = tmp_path / "small.rules"
        file.write_text(text, encoding="utf-8")
        return load(file, engine="interpreter").fingerprint

    plain = of(RULES)
    same = {
        "comment": RULES.replace("setup\n", "# To begin with.\nsetup\n"),
        "prose": RULES.replace("Lay a card.", "Lay one of your cards, and win."),
        "layout": RULES.replace("setup\n", "\n\nsetup\n").replace("Value: 1 to 6", "Value:  1 to 6"),
        "tag": RULES.replace("turn\n", "turn [SM-001]\n"),
    }
    assert {name: of(text) for name, text in same.items()} == dict.fromkeys(same, plain)
    other = {
        "a number": RULES.replace("draws 1", "draws 2"),
        "a type": RULES.replace("1 to 6", "1 to 7"),
        "who sees it": RULES.replace("seen by owner", "seen by none"),
        "an order": RULES.replace("  move card to stock\n  player wins\n", "  player wins\n  move card to stock\n"),
        "a word": RULES.replace("player wins", "player loses"),
    }
    assert all(of(text) != plain for text in other.values())
    assert len({of(text) for text in other.values()}) == len(other)
