"""What docs/reliability.md says is held by a test names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
PAGE = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
FILE = re.compile(r"`([\w/]+\.(?:py|rules))`")


def rows(heading: str) -> list[tuple[str, str]]:
    """The first and the last column of the table below a heading."""
    text = PAGE[PAGE.index(f"## {heading}") :]
    text = text[: text.index("\n## ", 4)]
    cells = [[c.strip() for c in line.strip("|").split(" | ")] for line in text.splitlines() if line.startswith("|")]
    return [
        (c[0].strip("| "), c[-1].strip("| "))
        for c in cells
        if len(c) > 1 and set(c[0]) - set("|- ") and c[-1].strip("| ") and "held by" not in c[-1]
    ]


@pytest.mark.parametrize("heading", ["What was once silently wrong", "Faults that were found, and the test that holds each"])
def test_what_is_held_is_held_by_a_test_that_is_there(heading: str) -> None:
    for sentence, held in rows(heading):
        named = FILE.findall(held)
        assert named or "/" in held or "fuzz" in held, sentence
        for name in named:
            places = [ROOT / name, TESTS / name, TESTS / "lang" / name]
            assert any(p.is_file() for p in places), f"{sentence}: {name}"


def test_a_test_of_rules_says_what_it_is_held_by() -> None:
    """A file that is refused has its snapshot, one that plays has an example."""
    for _, held in rows("What was once silently wrong"):
        for name in FILE.findall(held):
            if not name.endswith(".rules"):
                continue
            path = TESTS / "lang" / name
            topic, sort, stem = path.parts[-3], path.parent.name, path.stem
            if sort in {"bad", "warned"}:
                snapshot = TESTS / "lang" / "__snapshots__" / "test_findings" / f"test_{sort}[{topic}-{stem}].txt"
                assert snapshot.is_file(), name
            else:
                assert re.search(r"^example ", path.read_text(encoding="utf-8"), re.MULTILINE), name


def test_the_list_is_long() -> None:
    assert len(rows("What was once silently wrong")) >= 45
