"""Aid, sheets and story from the command: what is wrong with them is said, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.rulebook.model import Sheet
from rulewright.rulebook.parts import kit
from rulewright.rulebook.render import pdf, typeset

from .conftest import Result

Run = Callable[..., Result]


def test_all_parts_of_a_game_are_printed(run: Run, room: Path) -> None:
    assert run("kuhn_poker", "-o", "out").code == 0
    assert sorted(p.name for p in (room / "out").iterdir()) == [
        f"kuhn_poker-{part}.pdf" for part in ("aid", "components", "reference", "rulebook")
    ]
    assert run("kuhn_poker", "-o", "pages", "--format", "html", "--parts", "aid").code == 0
    assert "Player aid" in (room / "pages" / "kuhn_poker-aid.html").read_text(encoding="utf-8")


def test_a_game_without_a_story_says_so(run: Run, room: Path) -> None:
    found = run("kuhn_poker", "-o", "out", "--parts", "story")
    assert found.code != 0 and "Kuhn Poker has no story" in found.err
    assert not list(room.rglob("*.pdf"))


def test_sheets_that_disagree_with_the_game_stop_the_build(run: Run, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = kit._single

    def short(*given: object) -> list[Sheet]:
        return whole(*given)[1:]  # type: ignore[arg-type]

    monkeypatch.setattr(kit, "_single", short)
    found = run("kuhn_poker", "-o", "out")
    assert found.code != 0 and "The game has 3 cards, but the sheets have 2." in found.err
    assert "Traceback" not in found.err and not list(room.rglob("*.pdf"))


def test_an_aid_that_does_not_fit_stops_the_build(run: Run, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "page_count", lambda _: 3)
    found = run("kuhn_poker", "-o", "out", "--parts", "aid")
    assert found.code != 0 and "The player aid of Kuhn Poker does not fit on two pages." in found.err
    assert "Traceback" not in found.err and not list(room.rglob("*.pdf"))


def test_pages_that_cannot_be_set_are_told_without_a_traceback() -> None:
    with pytest.raises(typeset.CannotBeSet, match="The pages cannot be set: unknown variable: nothing"):
        typeset.compile_pdf("#nothing")
    with pytest.raises(typeset.CannotBeSet), typeset._written("x"):
        raise type("PanicException", (BaseException,), {})("no font")
    with pytest.raises(KeyboardInterrupt), typeset._written("x"):
        raise KeyboardInterrupt
