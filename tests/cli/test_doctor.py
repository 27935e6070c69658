"""`doctor` says what is here and what to type; shells complete games, options, variants and seats; the page on commands is up to date."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli import completing, doctor
from rulewright.cli.reference import page
from tests.cli.conftest import Run

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"


def test_everything_is_looked_at(run: Run) -> None:
    told = run("doctor")
    assert told.code == 0 and "native code" in told.out and "extra server" in told.out and "cache" in told.out
    facts = json.loads(run("doctor", "--json").out)
    assert {p["name"] for p in facts["parts"]} >= {"Python", "printed books", "browser", "games"}


def test_what_is_missing_is_answered_with_a_line_to_type(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "native_available", lambda: False)
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    told = run("doctor")
    assert told.code == 0  # the program works without them, only slower or with less
    assert "pip install llvmlite" in told.out and "pip install 'rulewright[server]'" in told.out


def test_every_extra_is_known() -> None:
    listed = tomllib.loads((PAGE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for name, wanted in listed.items():
        if name in ("test", "dev", "browser", "mutants"):  # for those who work on Rulewright itself
            continue
        modules = {re.split(r"[><=\[]", w)[0] for w in wanted if ";" not in w}  # what only some systems get makes it quicker, no more
        assert modules == set(doctor.EXTRAS[name][1]), name


class Line:
    """What has been typed so far."""

    def __init__(self, game: str | None) -> None:
        self.params = {"game": game}


def test_completion(room: Path) -> None:
    (room / "my_game.rules").write_text("", encoding="utf-8")
    hex_line: Any = Line("hex")
    assert "chess" in completing.games("che") and completing.games("my_") == ["my_game.rules"]
    assert completing.options(hex_line, "sw") == ["swap="]
    assert completing.options(hex_line, "swap=") == ["swap=yes", "swap=no"]
    assert completing.variants(Line("two_heirs"), "H") == ["Henry"]  # type: ignore[arg-type]
    assert completing.seats(hex_line, "all=gr") == ["all=greedy"]
    assert completing.options(Line("nothing_like_it"), "") == []  # type: ignore[arg-type]


def test_the_page_on_commands_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make docs`"
