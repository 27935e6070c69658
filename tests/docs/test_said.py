"""The table of `docs/decisions/0029-what-is-said.md`: every sentence stands in its small game and in the language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "decisions" / "0029-what-is-said.md"
ROW = re.compile(r"\| (.+?) \| `(.+?)` \| \[(.+?\.rules)\]\(.+?\) \| (.+) \|")
ROWS = [found.groups() for line in PAGE.read_text(encoding="utf-8").splitlines() if (found := ROW.fullmatch(line))]
LANGUAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")


def test_the_table_is_there() -> None:
    assert len(ROWS) > 50


@pytest.mark.parametrize(("what", "sentence", "game", "told"), ROWS, ids=[row[0] for row in ROWS])
def test_said(what: str, sentence: str, game: str, told: str) -> None:
    assert sentence in (ROOT / "tests" / "lang" / game).read_text(encoding="utf-8")
    wanted = told[1:-1] if told.startswith("`") and told.endswith("`") and told.count("`") == 2 else told
    assert wanted in LANGUAGE
