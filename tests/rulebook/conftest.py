"""The command in an empty folder, with a plain console."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass
class Result:
    code: int
    out: str
    err: str


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    from rulewright.cli import screen

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("NO_COLOR", "1")
    screen.out.cache_clear()
    screen.err.cache_clear()
    yield tmp_path
    screen.out.cache_clear()
    screen.err.cache_clear()


@pytest.fixture
def run(room: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """`rulewright rulebook …` in an empty folder."""
    from rulewright.cli.run import run as run_command

    def call(*arguments: str) -> Result:
        capsys.readouterr()
        code = run_command(["rulebook", *arguments])
        found = capsys.readouterr()
        return Result(code, found.out, found.err)

    return call
