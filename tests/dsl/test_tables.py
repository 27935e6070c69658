"""Grammar tables on disk: written once, read again, made anew if they are damaged, done without if they cannot be kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.syntax import tables
from rulewright.dsl.syntax.tables import Tables, first_signs, make_tables, read_tables


@pytest.fixture(scope="module")
def made() -> Tables:
    return make_tables(tables.grammar_text())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: Tables) -> Path:
    """An empty place for the tables; making them is counted, and fast."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(tables, "make_tables", lambda text: (tmp_path / "made").open("a").write("x") and made)
    return tmp_path


def times_made(folder: Path) -> int:
    return len((folder / "made").read_text(encoding="utf-8"))


def test_made_once_and_read_again(folder: Path, made: Tables) -> None:
    assert read_tables() == read_tables() == made
    assert times_made(folder) == 1


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"x" * 100])
def test_damaged_tables_are_made_anew(folder: Path, made: Tables, damage: bytes) -> None:
    read_tables()
    (kept,) = (folder / "cache").glob("*.tables")
    raw = kept.read_bytes()
    kept.write_bytes(raw[: len(raw) // 2] + damage)
    assert read_tables() == made
    assert times_made(folder) == 2
    assert kept.read_bytes() == raw


def test_a_folder_that_cannot_be_written_to(folder: Path, made: Tables) -> None:
    (folder / "cache").write_text("a file, not a folder", encoding="utf-8")
    assert read_tables() == made


@pytest.mark.parametrize(
    ("pattern", "signs"),
    [
        ("when", "w"),
        ("(?:must|may)\\b", "m"),
        (r"\[x", "["),
        ("[a-c]+", "abc"),
        (r"(?<=a)\(", "("),
        (r"\d+", ""),
        ("a*", ""),
        ("a*b", "ab"),
        ("[^x]", ""),
    ],
)
def test_signs_that_a_terminal_can_begin_with(pattern: str, signs: str) -> None:
    assert first_signs(pattern) == signs
