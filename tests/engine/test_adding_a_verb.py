"""A verb touches four files: its row, what its words are checked for, its English, a small game. Whoever forgets one is told which.

`docs/library.md` is written by `make docs` (`tests/docs` compares it).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

import pytest

from rulewright.dsl.check.library.verbs import VERBS
from rulewright.dsl.library.forms import VERB_ROWS
from rulewright.rulebook.english import changes, verbs

LANG = Path(__file__).resolve().parents[1] / "lang"
WRITTEN = frozenset(re.findall(r"[a-z_]+", "\n".join(p.read_text(encoding="utf-8") for p in sorted(LANG.glob("*/*.rules")))))
ROW, CHECK, ENGLISH, GAME = "dsl/library/forms.py", "dsl/check/library/verbs_….py", "rulebook/english/verbs.py", "tests/lang/…/….rules"


def forgotten(rows: Collection[str], checked: Collection[str], said: Collection[str], written: Collection[str]) -> dict[str, list[str]]:
    """The files that are still to be touched, for each verb that some file knows."""
    found = {}
    for verb in sorted({*rows, *checked, *said}):
        forms = {verb, f"{verb}s", f"{verb}es", f"{verb[:-1]}ies"}
        known = {ROW: verb in rows, CHECK: verb in checked, ENGLISH: verb in said, GAME: bool(forms & {*written})}
        missing = [file for file, is_there in known.items() if not is_there]
        if missing:
            found[verb] = missing
    return found


def test_every_verb_is_in_all_four_files() -> None:
    assert changes.SAYINGS is verbs.SAYINGS
    assert forgotten(VERB_ROWS, VERBS, verbs.SAYINGS, WRITTEN) == {}


@pytest.mark.parametrize("file", [ROW, CHECK, ENGLISH, GAME])
def test_a_file_that_is_forgotten_is_named(file: str) -> None:
    """A new verb, `juggle`, in all files but one."""
    new = {ROW: {*VERB_ROWS}, CHECK: {*VERBS}, ENGLISH: {*verbs.SAYINGS}, GAME: {*WRITTEN}}
    for name, words in new.items():
        if name != file:
            words.add("juggle")
    assert forgotten(new[ROW], new[CHECK], new[ENGLISH], new[GAME]) == {"juggle": [file]}
