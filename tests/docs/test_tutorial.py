"""The tutorials followed to the letter in an empty folder: every step of the file, every command, every answer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.dsl.syntax.format import format_text
from tests.cli.conftest import Run, room, run  # noqa: F401
from tests.docs.tutorial import Step, agrees, commands, followed, typed, written

DOCS = Path(__file__).resolve().parents[2] / "docs"
GAMES = {"tutorial": "lanterns", "second-game": "night_market"}  # the page, and the game that is written in it


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("page", GAMES)
def test_followed_to_the_letter(page: str, run: Run, room: Path) -> None:  # noqa: F811
    file = room / f"{GAMES[page]}.rules"
    text = sound = ""
    for step in followed(DOCS / f"{page}.md"):
        if step.sort == "console":
            _typed_in(run, step, file.name)
        elif step.sort == "whole":
            assert file.read_text(encoding="utf-8") == step.text
        else:
            text = written(step, sound if step.sort != "new" else "")
            assert text != sound or step.sort == "new", f"line {step.line} changes nothing"
            sound = sound if step.sort == "slip" else text  # a slip is corrected before the next step
            file.write_text(text, encoding="utf-8")
    assert format_text(text) == text
    assert (room / "book" / f"{file.stem}-rulebook.md").stat().st_size > 1000


def _typed_in(run: Run, step: Step, name: str) -> None:  # noqa: F811
    for (program, *arguments), answer in commands(step):
        assert program == "rulewright"
        result = run(*arguments, typed=typed(answer))
        shown = "\n".join(answer)
        assert agrees(result.out + result.err, answer), f"line {step.line}:\n{result.out}{result.err}\ninstead of\n{shown}"
        assert result.code == (1 if re.search(rf"^✗ ({name}|A value)|fails", shown, re.M) else 0)


def test_the_last_file_has_what_the_tutorial_promises() -> None:
    last = next(s.text for s in followed(DOCS / "tutorial.md") if s.sort == "whole")
    for word in ("piece Card", "place lake: grid", "seen by owner", "seen by none", 'example "'):
        assert word in last


@pytest.mark.parametrize(
    ("said", "answer", "same"),
    [
        ("a\nb\n", ["a", "b"], True),
        ("a  \nb\n", ["a", "b"], True),
        ("a\nb\nc\n", ["a", "b"], False),
        ("a\nb\nc\n", ["a", "…", "c"], True),
        ("a\nb\nc\n", ["a", "…", "b"], False),
        ("a\nb\nc\n", ["…", "c"], True),
        ("a\nb\nc\n", ["…"], True),
        ("a\n", ["b"], False),
    ],
)
def test_answers_are_compared(said: str, answer: list[str], same: bool) -> None:
    assert agrees(said, answer) is same
