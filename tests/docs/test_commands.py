"""Every line for the shell in every document is one that the program takes: its command, its flags, the form of its values."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

from rulewright.cli.app import app
from rulewright.cli.run import UsageError
from rulewright.play.finding import list_games

ROOT = Path(__file__).resolve().parents[2]
COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
MADE = ROOT / "docs" / "cli.md"  # from the program itself; its headings are forms, not lines
INLINE = re.compile(r"`rulewright ([^`\n]+)`")
SHELL = re.compile(r"^```(?:sh|text|console)?\n(.*?)^```", re.M | re.S)
LINE = re.compile(r"^(?:\$ )?(?:\.venv/bin/)?rulewright (.+)$", re.M)
FORM = re.compile(r"[…\[\]|]|^--?\w+$")  # part of a line, or a form with its choices
STANDS_FOR = {"DEPTH": "2", "DIR": "out", "FOLDER": "out", "OUT": "out", "F": "tts", "LINE": "7", "COMMAND": "check"}
COLUMNS = re.compile(r"  +\S")  # a row of a table of measurements


def lines(page: Path) -> list[str]:
    """What stands after `rulewright` in a page, in fences and in running text."""
    text = page.read_text(encoding="utf-8")
    found = [line for block in SHELL.findall(text) for line in LINE.findall(block) if not COLUMNS.search(line)]
    found += [line for line in INLINE.findall(text) if not FORM.search(line) and " " in line]
    return sorted({line.split(" #")[0].strip() for line in found})


ALL = [(page.relative_to(ROOT).as_posix(), line) for page in PAGES if page != MADE for line in lines(page)]


@pytest.mark.parametrize(("page", "line"), ALL, ids=lambda text: str(text))
def test_the_program_takes_it(page: str, line: str) -> None:
    name, *words = [STANDS_FOR.get(word, word) for word in shlex.split(line)]
    assert name in COMMANDS, f"{page}: there is no command {name}"
    for completed in (words, [*words, "chess"]):  # running text may speak of a flag, and leave out which game
        try:
            COMMANDS[name].make_context(name, completed)
            return
        except typer.Exit:
            return
        except UsageError as error:
            complaint = error.format_message()
    raise AssertionError(f"{page}: rulewright {line}: {complaint}")


def test_named_games_are_there() -> None:
    """A line with the name of a game that comes along: none is misspelt, none has left."""
    files = {"lanterns.rules", "my_game.rules", "night_market.rules", "another_folder"}
    takers = {"play", "simulate", "study", "solve", "arena", "learn", "rulebook", "faces", "story", "trace", "core", "perft", "mutate"}
    wrong = []
    for page, line in ALL:
        name, *words = shlex.split(line)
        first = words[0] if words else ""
        if (
            name in takers
            and first
            and not first.startswith("-")
            and not Path(first).stem.isupper()
            and first not in {"all", *files, *list_games()}
        ):
            wrong.append((page, line))
    assert wrong == []


def test_there_is_something_to_look_at() -> None:
    assert len(ALL) > 40
