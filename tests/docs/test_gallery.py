"""The gallery is made on demand, of every shipped game, outside the history."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from rulewright.play.finding import list_games

ROOT = Path(__file__).parents[2]


@pytest.fixture(name="gallery")
def _gallery(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "gallery"))
    monkeypatch.delitem(sys.modules, "png", raising=False)
    return runpy.run_path(str(ROOT / "docs" / "gallery" / "make.py"))


def test_every_game_is_in_the_gallery(gallery: dict[str, object]) -> None:
    big, classics = gallery["BIG"], gallery["CLASSICS"]
    assert isinstance(big, tuple) and isinstance(classics, tuple)
    assert sorted((*big, *classics)) == sorted(list_games())


def test_no_picture_of_the_gallery_is_kept(gallery: dict[str, object]) -> None:
    assert gallery["FOLDER"] == ROOT / "out" / "gallery"
    assert "/out/" in (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    assert not [*(ROOT / "docs" / "gallery").glob("*.png")]
