"""check, explain, new, games, fmt: for those who write rules."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from rulewright.play.finding import find_game

from .conftest import Run

Write = Callable[[str, str], Path]

BAD = """\
game "Bad" for A, B
piece Mark of each Player
place board: grid 3 by 3
turn
  player must mark
action mark Cell in board
  requires cel is empty
  put Mrk on cell
"""

VARIED = """\
game "Varied" for A, B
piece Mark of each Player
place board: grid 3 by 3
turn
  player must mark
action mark Cell in board
  requires cell is empty
  put Mark on cell
when board is full
  draw

variant "Broken"
  when board is ful
    draw
"""


def test_clean(run: Run) -> None:
    result = run("check", "tic_tac_toe", "chess")
    assert result.code == 0
    assert result.out.count("nothing to report") == 2
    assert result.err == ""


def test_findings_with_lines_underlined(run: Run, write: Write) -> None:
    write("bad.rules", BAD)
    result = run("check", "bad.rules")
    assert result.code == 1
    assert "error[unknown-name]: Nothing is called `cel` here." in result.out
    assert "  --> bad.rules:7:12" in result.out
    lines = result.out.splitlines()
    at = lines.index(" 8 |   put Mrk on cell")
    assert lines[at + 1].rstrip() == "   |       ^^^"
    assert "Did you mean `Mark`?" in result.out
    assert lines[-2].endswith("bad.rules: 2 errors.")


def test_json(run: Run, write: Write) -> None:
    write("bad.rules", BAD)
    result = run("check", "bad.rules", "--json")
    assert result.code == 1
    found = json.loads(result.out)
    assert [f["code"] for f in found] == ["unknown-name", "unknown-name"]
    assert found[1]["primary"]["line"] == 8
    assert json.loads(run("check", "tic_tac_toe", "--json").out) == []


def test_variants_are_checked_with_the_game(run: Run, write: Write) -> None:
    write("varied.rules", VARIED)
    result = run("check", "varied.rules")
    assert result.code == 1
    assert "varied.rules:13:17" in result.out
    assert run("check", "varied.rules", "--variant", "Broken").code == 1


def test_a_wrong_option_is_no_finding(run: Run) -> None:
    result = run("check", "hex", "--option", "swap=perhaps")
    assert result.code == 2
    assert result.err.startswith("error: `swap` cannot be `perhaps`.")


def test_rules_with_errors_are_shown_by_every_command(run: Run, write: Write) -> None:
    write("bad.rules", BAD)
    for command in (["play", "bad.rules"], ["simulate", "bad.rules"], ["test", "bad.rules"], ["perft", "bad.rules", "1"]):
        result = run(*command)
        assert result.code == 1, command
        assert "bad.rules:7:12" in result.err
        assert result.err.splitlines()[-1] == "error: bad.rules cannot be played: its rules have 2 errors."


def test_explain_a_code(run: Run) -> None:
    for written in ("unknown-name", "error[unknown-name]", "Unknown-Name"):
        result = run("explain", written)
        assert result.code == 0
        assert "unknown-name" in result.out


def test_explain_a_line(run: Run) -> None:
    result = run("explain", "tic_tac_toe:16")
    assert result.code == 0
    assert "put Mark on cell" in result.out
    assert "action mark Cell in board" in result.out  # the rule it stands in
    assert "Then put one of your marks on the cell." in result.out  # the sentence of the book
    assert "├── what: `Mark`" in result.out  # the tree that is played
    assert "└── goal: cell, bound by name — a Cell of board" in result.out


def test_explain_a_condition_by_what_it_refers_to(run: Run) -> None:
    lines = find_game("checkers").read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines, 1) if "requires step(man, way).owner is rival" in line)
    result = run("explain", f"checkers:{number}")
    assert result.code == 0
    told = [line.strip() for line in result.out.splitlines()]
    assert told[-8:-1] == [
        "requires",
        "└── are the same",
        "├── owner of — a Player or none",
        "│   └── step (library) — a Cell of board or none",
        "│       ├── man, bound by name — a Man",
        "│       └── way, bound by name — a direction",
        "└── rival of — a Player",
    ]


def test_explain_a_declaration_word_by_word(run: Run) -> None:
    lines = find_game("checkers").read_text(encoding="utf-8").splitlines()
    number = next(n for n, line in enumerate(lines, 1) if "counter quiet" in line)
    result = run("explain", f"checkers:{number}")
    assert result.code == 0
    assert "quiet  attribute of the game" in result.out


def test_explain_a_line_that_is_not_there(run: Run) -> None:
    result = run("explain", "tic_tac_toe:900")
    assert result.code == 2
    assert "has no line 900" in result.err


def test_explain_a_line_of_a_broken_file(run: Run, write: Write) -> None:
    write("bad.rules", BAD)
    result = run("explain", "bad.rules:6")
    assert result.code == 0
    assert "2 errors" in result.out


def test_new_can_be_checked_tested_and_played(run: Run, room: Path) -> None:
    made = run("new", "stone_age")
    assert made.code == 0
    text = (room / "stone_age.rules").read_text(encoding="utf-8")
    assert 'game "Stone Age"' in text
    assert run("check", "stone_age.rules").code == 0
    assert run("fmt", "--check", "stone_age.rules").code == 0
    comments = [line for line in text.split("\n") if line.startswith("#")]
    assert len(comments) >= 8  # it explains itself
    proved = run("test", "stone_age.rules")
    assert proved.code == 0 and "1 example holds" in proved.out
    played = run("play", "stone_age.rules", "--seat", "all=random", "--seed", 1, "--option", "width=7")
    assert played.code == 0 and "wins." in played.out


def test_new_overwrites_nothing(run: Run, write: Write) -> None:
    path = write("mine.rules", "precious")
    result = run("new", "mine")
    assert result.code == 2
    assert "exists already" in result.err
    assert path.read_text(encoding="utf-8") == "precious"


def test_names_with_spaces(run: Run, room: Path) -> None:
    assert "  rulewright play 'my game.rules'\n" in run("new", "my game").out
    assert "Name a file in it: my game.rules." in run("check", ".").err


def test_games(run: Run) -> None:
    result = run("games")
    assert result.code == 0
    row = next(line for line in result.out.splitlines() if line.startswith("hex "))
    assert "Hex" in row and "board" in row and re.search(r"\d+$", row.rstrip())
    assert all(len(line) <= 80 for line in result.out.splitlines())
    told = run("games", "hex")
    assert "--option swap=yes" in told.out and "yes or no" in told.out


UNTIDY = 'game "Tidy" for A, B\npiece Mark of each Player\nplace board:   grid 3 by 3\n'


def test_fmt(run: Run, write: Write) -> None:
    path = write("tidy.rules", UNTIDY)
    asked = run("fmt", "--check", "tidy.rules")
    assert asked.code == 1 and "tidy.rules would change" in asked.out
    assert path.read_text(encoding="utf-8") == UNTIDY
    assert run("fmt", ".").code == 0
    assert "place board: grid 3 by 3" in path.read_text(encoding="utf-8")
    again = run("fmt", "--check", "tidy.rules")
    assert again.code == 0 and "0 files would change" in again.out


def test_fmt_of_what_is_no_rules(run: Run, write: Write) -> None:
    path = write("wild.rules", "game (((\n")
    result = run("fmt", "wild.rules")
    assert result.code == 1
    assert result.err.startswith("error: wild.rules cannot be laid out")
    assert path.read_text(encoding="utf-8") == "game (((\n"
    assert run("fmt", "nothing_here").code == 2
