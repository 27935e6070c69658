"""The gate sees what it is there to see."""

from __future__ import annotations

from pathlib import Path

from rulewright.dsl.driver import load
from tests.same.__main__ import compare
from tests.same.dump import ROOT, core_text

GAME = ROOT / "games" / "tic_tac_toe" / "tic_tac_toe.rules"


def of(text: str, folder: Path) -> str:
    path = folder / "game.rules"
    path.write_text(text, encoding="utf-8")
    return core_text(load(path, lint=False, examples=True, playable=False))


def test_a_changed_condition_is_seen(tmp_path: Path) -> None:
    text = GAME.read_text(encoding="utf-8")
    assert of(text, tmp_path) == of(text, tmp_path)
    assert "requires cell is empty" in text
    assert of(text, tmp_path) != of(text.replace("requires cell is empty", "requires cell is full "), tmp_path)


def test_files_that_differ_are_counted(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for folder, text in ((old, "a\n"), (new, "b\n")):
        folder.mkdir()
        (folder / "one.core").write_text(text, encoding="utf-8")
        (folder / "two.core").write_text("same\n", encoding="utf-8")
    assert compare(old, new) == 1
    assert compare(old, old) == 0
