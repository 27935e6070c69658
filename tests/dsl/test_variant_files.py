"""A variant in a file of its own is found beside its game, whatever the folder is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.driver import load

GAME = 'game "Stones" for Ann, Bob\n\nturn\n  player must wait\n\naction wait: pass\n\nwhen turn_number > 3\n  draw\n'
VARIANT = 'variant "Long" of "stones"\n\nwhen turn_number > 30\n  draw\n'
OTHER = 'variant "Other" of "pebbles"\n\nwhen turn_number > 40\n  draw\n'


@pytest.mark.parametrize("folder", ["stones", "drafts", "my games"])
def test_a_variant_is_found_in_any_folder(folder: str, tmp_path: Path) -> None:
    home = tmp_path / folder
    home.mkdir()
    for name, text in (("stones", GAME), ("long", VARIANT)):
        (home / f"{name}.rules").write_text(text, encoding="utf-8")
    loaded = load(home / "stones.rules", variants=("Long",), playable=False, lint=False)
    assert not loaded.findings.errors and loaded.gathered is not None
    assert [v.title for v in loaded.gathered.variants] == ["Long"]
    assert len(load(home / "stones.rules", playable=False, lint=False).world.standings) == 1  # type: ignore[union-attr]


def test_a_variant_of_another_game_is_left_alone(tmp_path: Path) -> None:
    for name, text in (("stones", GAME), ("long", VARIANT), ("other", OTHER)):
        (tmp_path / f"{name}.rules").write_text(text, encoding="utf-8")
    loaded = load(tmp_path / "stones.rules", playable=False, lint=False)
    assert loaded.gathered is not None and [v.title for v in loaded.gathered.variants] == ["Long"]
