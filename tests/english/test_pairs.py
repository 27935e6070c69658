"""English made from the rules: lines of the small games with their sentences side by side, in a file that people read.

`python -m tests.english.test_pairs` writes it anew; whoever does that reads what has changed.
"""

from __future__ import annotations

import pytest

from tests.english.pairs import FILE, FOLDERS, expected, pairs, written


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_line_is_said_as_somebody_has_read_it(folder: str) -> None:
    known = expected()
    found = pairs(folder)
    assert {line: said for line, said in found.items() if known.get(line, said) != said and not repeated(line, folder)} == {}


def repeated(line: str, folder: str) -> bool:
    """A line that an earlier folder has, too: words may differ with what they are about."""
    return any(line in pairs(other) for other in FOLDERS[: FOLDERS.index(folder)])


def test_there_are_enough_of_them() -> None:
    assert len(expected()) >= 250


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
