"""Rules from a stranger: each limit has its sentence, and nothing of the stranger's outlives it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.cli.run import run
from rulewright.play import PlayError, guard, load
from rulewright.play.guard import Limits, TooMuch, guarded
from rulewright.server.shelf import Shelf

GAME = """game "Dots" for Ann, Ben
place board: grid 6 by 5
piece Dot of each Player: 15 per Player
turn
  player must mark
  else: draw
action mark Cell in board where cell is empty
  put Dot of player on cell
"""
SMALL = Limits(seconds=120)


@pytest.fixture
def dots(tmp_path: Path) -> Path:
    path = tmp_path / "dots.rules"
    path.write_text(GAME, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        (replace(SMALL, text=100), "The rules are 0 kB of text"),
        (replace(SMALL, files=0), "The game is made of 1 files; 0 are allowed here."),
        (replace(SMALL, cells=29), "`board` has 30 cells; 29 are allowed here."),
        (replace(SMALL, state=1), "A position takes "),
        (replace(SMALL, options=29), "There are 30 options at one decision; 29 are allowed here."),
        (replace(SMALL, seconds=0.01), "It takes longer than 0 seconds to make the game ready."),
    ],
    ids=["text", "files", "board", "state", "options", "time"],
)
def test_every_limit_has_its_sentence(dots: Path, limits: Limits, says: str) -> None:
    with pytest.raises(TooMuch) as caught:
        guarded(dots, engine="interpreter", limits=limits)
    assert says in caught.value.message and "--no-guard" in caught.value.help


def test_memory_is_limited(dots: Path) -> None:
    dots.write_text(GAME.replace("6 by 5", "50 by 50"), encoding="utf-8")
    with pytest.raises(TooMuch, match="needs more than 24 MB to be made ready"):
        guarded(dots, engine="interpreter", limits=replace(SMALL, memory=24 * guard.MEGABYTE))


def test_pieces_and_tables_are_counted(dots: Path) -> None:
    cards = "".join(f"  | {n} | card {n} |\n" for n in range(40))
    dots.write_text(GAME + f"piece Card\n  printed worth: 0 to 99\n  | worth | name |\n{cards}place pile: deck\n", encoding="utf-8")
    with pytest.raises(TooMuch, match=r"The tables hold \d+ values; 20 are allowed here\."):
        guarded(dots, engine="interpreter", limits=replace(SMALL, values=20))
    with pytest.raises(TooMuch, match=r"There are \d+ pieces; 20 are allowed here\."):
        guarded(dots, engine="interpreter", limits=replace(SMALL, pieces=20))


def test_what_keeps_within_is_played_and_remembered(dots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = guarded(dots, engine="interpreter", limits=replace(SMALL, decisions=3))
    match = game.start(1)
    for _ in range(3):
        match.choose(0)
    with pytest.raises(PlayError, match="has had 3 decisions, which is as many as are allowed here"):
        match.choose(0)
    monkeypatch.setattr(guard, "_try", lambda *_: pytest.fail("tried again"))
    guarded(dots, engine="interpreter", limits=replace(SMALL, decisions=3))


def test_mistakes_are_told_as_ever(dots: Path) -> None:
    dots.write_text(GAME.replace("Dot of player on", "Dit of player on"), encoding="utf-8")
    with pytest.raises(PlayError, match="Dit"):
        guarded(dots, engine="interpreter", limits=SMALL)


def test_loops_without_an_end_are_ended(dots: Path) -> None:
    dots.write_text(
        GAME.replace("turn\n", "setup\n  repeat 1000000 times\n    repeat 1000000 times\n      pass\n\nturn\n"), encoding="utf-8"
    )
    with pytest.raises(TooMuch, match="longer than 4 seconds"):
        guarded(dots, engine="interpreter", limits=replace(SMALL, seconds=4.0))


def test_shipped_games_are_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "_try", lambda *_: pytest.fail("tried"))
    assert guarded("tic_tac_toe", engine="interpreter").fingerprint == load("tic_tac_toe", engine="interpreter").fingerprint


def test_the_server_is_on_its_guard(dots: Path) -> None:
    dots.write_text(GAME.replace("6 by 5", "60 by 60"), encoding="utf-8")
    with pytest.raises(TooMuch, match="has 3,600 cells; 2,500 are allowed here"):
        Shelf([str(dots)]).box("dots")
    assert Shelf([str(dots)], guard=False).box("dots").game.title == "Dots"


def test_the_commands(dots: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dots.write_text(GAME.replace("6 by 5", "60 by 60"), encoding="utf-8")
    for line in (["check", str(dots)], ["simulate", str(dots), "-n", "1", "--engine", "interpreter"]):
        assert run([*line, "--guard"]) == 1
        assert "`board` has 3,600 cells" in capsys.readouterr().err
