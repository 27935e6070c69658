"""The gallery shows every game, its pictures are there, and they are small."""

from __future__ import annotations

import re
from pathlib import Path

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"
GAMES = Path(__file__).parents[2] / "games"


def test_every_picture_of_the_gallery_is_there_and_shown() -> None:
    text = (GALLERY / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", text)
    assert all(words for words, _ in shown)
    assert sorted(file for _, file in shown) == sorted(p.name for p in GALLERY.glob("*.png"))


def test_every_game_is_in_the_gallery() -> None:
    games = {p.name for p in GAMES.iterdir() if (p / f"{p.name}.rules").exists()}
    assert {g for g in games if any(GALLERY.glob(f"{g}-*.png"))} == games


def test_the_gallery_is_small() -> None:
    sizes = [p.stat().st_size for p in GALLERY.glob("*.png")]
    assert sum(sizes) < 4_000_000 and max(sizes) < 200_000
