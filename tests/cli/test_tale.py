"""A story in the terminal is set as text: titles, paragraphs, and beside it only what a reader needs."""

from __future__ import annotations

import re

import pytest

from rulewright.play import load
from tests.cli.conftest import Run


@pytest.fixture
def told(run: Run, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", "100")
    typed = ("decline", "Sit", "log", "look", "quit")
    result = run("play", "two_princes", "--seed", 5, "--seat", "Richard=random", typed=typed)
    assert result.code == 0, result.err
    return str(result.out)


def test_titles_and_paragraphs(told: str) -> None:
    assert re.search(r"^ +The First Day ─+ *$", told, re.MULTILINE)
    flat = " ".join(told.split())
    for start in ("In April", "The careful man met", "Somebody has drawn"):
        (text,) = (text for text in load("two_princes").program.texts if text.startswith(start))
        assert text in flat
    # What follows is told of the choice both have made; the other prince may want something else than you.
    ways = [text for text in load("two_princes").program.texts if text.startswith(("He teaches better", "The men make room"))]
    assert len(ways) == 2 and sum(text in flat for text in ways) == 1
    lines = told.split("\n")
    first = next(i for i, line in enumerate(lines) if "In April the King" in line)
    second = next(i for i, line in enumerate(lines) if "The careful man met" in line)
    assert lines[second - 1].strip() == "" and second > first + 2
    assert all(len(line.rstrip()) <= 96 for line in lines[first:second])


def test_no_dump_of_variables(told: str) -> None:
    before = told.partition("seed 5")[2].partition("dare ")[0]  # after what the game is about, until `look` draws the whole table
    for word in ("content", "reader", "third visit", "goal 0", "tally", "misery 0", "starts Edward", "face down"):
        assert word not in before, word
    assert "skill physique 0, charm 1, courage 0, knowledge 1" in before
    assert "Edward's notebook" in before and "helps knowledge · bonus 1 · uses 2" in before


def test_the_log_keeps_the_titles(told: str) -> None:
    assert "The First Day. Somebody has drawn the bed curtains back" in " ".join(told.split())


def test_look_shows_everything(told: str) -> None:
    assert "reader Richard" in told and "encounters of library" in told and "face down" in told
