"""The command: every format and part, and a clear sentence for every mistake, without half-written files."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.rulebook import writing
from rulewright.rulebook.model import Book
from rulewright.rulebook.render.documents import Document, printable

from .conftest import Result

Run = Callable[..., Result]

SMALL = """game "Small" for A, B

place board: grid 2 by 2
piece Man of each Player

turn
  player must go

action go Cell in board
  > Go.
  requires cell is empty
  put Man on cell

when board is full: draw
"""
BAD = 'game "Bad" for A, B\n\npiece Mark of each Player\nplace board: grid 3 by 3\n\nturn\n  player must mrak\n'
FALSE = """game "False" for A, B

piece Mark of each Player
place board: grid 3 by 3

turn
  player must mark

action mark Cell in board
  requires cell is empty
  put Mark on cell

when board is full: draw

example "Wrong"
  given put Mark of A on a1
  then b1 is not empty
"""


def files(folder: Path) -> list[str]:
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def test_one_file_tells_its_format(run: Run, room: Path) -> None:
    for name, start in (("a.pdf", b"%PDF-"), ("a.html", b"<!DOCTYPE html>"), ("a.md", b"# Tic"), ("a.json", b"{")):
        found = run("tic_tac_toe", "-o", name)
        assert (found.code, found.err) == (0, "")
        assert found.out.startswith(name)
        assert (room / name).read_bytes().lstrip().startswith(start)


def test_a_folder_gets_every_part_there_is(run: Run, room: Path) -> None:
    assert run("tic_tac_toe", "--out", "books").code == 0
    parts = [p for p in ("aid", "components", "reference", "rulebook") if printable(p, "pdf")]
    assert files(room) == [f"books/tic_tac_toe-{p}.pdf" for p in parts]


def test_several_formats(run: Run, room: Path) -> None:
    assert run("hex", "-o", "books", "--format", "html,json", "--parts", "rulebook").code == 0
    assert files(room) == ["books/hex-rulebook.html", "books/hex.json"]


def test_the_default_is_this_folder(run: Run, room: Path) -> None:
    assert run("hex", "--parts", "rulebook").code == 0
    assert files(room) == ["hex-rulebook.pdf"]


def test_markdown_brings_its_pictures(run: Run, room: Path) -> None:
    assert run("chess", "-o", "chess.md").code == 0
    text = (room / "chess.md").read_text(encoding="utf-8")
    pictures = [p for p in files(room) if p.endswith(".svg")]
    assert pictures
    assert all(p in text for p in pictures)
    assert text.count("](chess-pictures/") >= len(pictures)


def test_json_is_the_document_model(run: Run, room: Path) -> None:
    assert run("chess", "-o", "chess.json").code == 0
    book = Book.model_validate(json.loads((room / "chess.json").read_text(encoding="utf-8")))
    assert book.title == "Chess"
    assert not book.kit.sheets  # only the part that was asked for
    assert run("chess", "-o", "all", "--format", "json").code == 0
    assert Book.model_validate_json((room / "all/chess.json").read_bytes()).kit.sheets


def test_the_paper_is_that_of_the_page(run: Run, room: Path) -> None:
    assert run("hex", "-o", "a4.pdf").code == 0
    assert run("hex", "-o", "letter.pdf", "--paper", "letter").code == 0
    assert b"/MediaBox[0 0 595.27" in (room / "a4.pdf").read_bytes()
    assert b"/MediaBox[0 0 612 792]" in (room / "letter.pdf").read_bytes()


def test_a_file_of_ones_own(run: Run, room: Path) -> None:
    (room / "my.rules").write_text(SMALL.replace("Small", "Mine & <yours>"), encoding="utf-8")
    assert run("my.rules", "-o", "my.html").code == 0
    assert "<title>Mine &amp; &lt;yours&gt;" in (room / "my.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess", "--paper", "a5"), "There is no paper called a5."),
        (("chess", "--parts", "rulebook,poster"), "There is no part called poster."),
        (("chess", "--format", "docx"), "There is no format called docx."),
        (("chess", "--parts", ","), "No part is named."),
        (("ches",), "There is no game called ches."),
        (("missing.rules",), "There is no file missing.rules."),
        (("chess", "-o", "x.pdf", "--format", "html"), "is the name of a pdf file"),
        (("all", "-o", "x.pdf"), "is one file"),
        (("chess", "-o", "x.docx"), "Books are not printed as .docx files."),
        (("chess", "--option", "nothing"), "has no value"),
        ((), "Missing argument"),
        (("hex", "--parts", "story"), "Hex has no story."),
        (("chess", "--frmat", "pdf"), "No such option"),
    ],
)
def test_asked_in_the_wrong_way(run: Run, room: Path, arguments: tuple[str, ...], message: str) -> None:
    found = run(*arguments)
    assert found.code == 2
    assert found.err.startswith("error: ")
    assert message in found.err
    assert "Traceback" not in found.err
    assert files(room) == []


def test_rules_with_errors_give_their_errors_and_no_file(run: Run, room: Path) -> None:
    (room / "bad.rules").write_text(BAD, encoding="utf-8")
    found = run("bad.rules", "-o", "out", "--format", "pdf,html")
    assert found.code == 1
    assert "mrak" in found.err
    assert "its rules have" in found.err
    assert files(room) == ["bad.rules"]


def test_an_example_that_does_not_hold_is_not_printed(run: Run, room: Path) -> None:
    (room / "false.rules").write_text(FALSE, encoding="utf-8")
    found = run("false.rules", "-o", "out")
    assert found.code == 1
    assert "The example “Wrong” does not hold" in found.err
    assert files(room) == ["false.rules"]


def test_unwritable_targets(run: Run, room: Path) -> None:
    (room / "taken").write_text("x", encoding="utf-8")
    (room / "folder.pdf").mkdir()
    found = run("hex", "-o", "taken/book.pdf")
    assert found.code == 1
    assert "taken is a file, not a folder." in found.err
    assert run("hex", "-o", "folder.pdf", "--parts", "rulebook").code == 0  # a folder, whatever it is called
    assert files(room) == ["folder.pdf/hex-rulebook.pdf", "taken"]
    if os.geteuid() != 0:
        (room / "closed").mkdir(mode=0o500)
        assert "Nothing can be written to" in run("hex", "-o", "closed").err


def test_all_files_or_none(tmp_path: Path) -> None:
    (tmp_path / "second").mkdir()
    with pytest.raises(writing.CannotWrite, match="second is a folder"):
        writing.write(tmp_path, [Document("first", b"1"), Document("second", b"2")])
    assert files(tmp_path) == []
    (tmp_path / "first").write_bytes(b"old")
    writing.write(tmp_path, [Document("first", b"new"), Document("deep/third", b"3")])
    assert (tmp_path / "first").read_bytes() == b"new"
    assert files(tmp_path) == ["deep/third", "first"]


def test_check_writes_nothing(run: Run, room: Path) -> None:
    found = run("--check", "chess")
    assert found.code == 0
    assert re.search(r"chess: \d\d+ constructs, 100\.0 % printed, every word of them said, everything traced\.", found.out)
    assert files(room) == []


def test_rule_ids_stand_in_the_margin_on_request(run: Run, room: Path) -> None:
    text = SMALL.replace("in board\n", "in board  [TG-001]\n").replace("Go.", "Go. [TG-002]")
    (room / "tagged.rules").write_text(text, encoding="utf-8")
    assert run("tagged.rules", "-o", "with.html", "--ids").code == 0
    assert run("tagged.rules", "-o", "without.html").code == 0
    shown = (room / "with.html").read_text(encoding="utf-8")
    assert "TG-001" in shown
    assert "TG-002" in shown
    assert "TG-00" not in (room / "without.html").read_text(encoding="utf-8")
    assert run("tagged.rules", "-o", "with.pdf", "--ids").code == 0


def test_open_shows_the_first_file(run: Run, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def show(address: str) -> bool:
        shown.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", show)
    assert run("hex", "-o", "hex.html", "--open").code == 0
    assert shown == [(room / "hex.html").resolve().as_uri()]
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    found = run("hex", "-o", "hex.html", "--open")
    assert found.code == 1
    assert "nothing here can show it" in found.err


def test_every_game_at_once(run: Run, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.play.finding.list_games", lambda: ["hex", "reversi"])
    found = run("all", "-o", "books", "--parts", "rulebook", "--format", "html")
    assert found.code == 0
    assert "2 files of 2 games are in books." in found.out
    assert files(room) == ["books/hex-rulebook.html", "books/reversi-rulebook.html"]


def test_help(run: Run) -> None:
    found = run("--help")
    assert found.code == 0
    assert "--paper" in found.out


def test_sheets_that_are_all_the_same_are_not_printed_again(run: Run, room: Path) -> None:
    (room / "small.rules").write_text(SMALL, encoding="utf-8")
    (room / "old.rules").write_text(SMALL, encoding="utf-8")
    found = run("small.rules", "--parts", "components", "--since", "old.rules")
    assert (
        found.code == 2 and "Nothing that is printed differs from old.rules." in found.err and files(room) == ["old.rules", "small.rules"]
    )
