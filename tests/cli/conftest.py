"""The command line in a room of its own: an empty folder, a plain console of known width, scripted input."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@dataclass
class Result:
    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, and a console of 100 columns without colour."""
    from rulewright.cli import screen

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    screen.out.cache_clear()
    screen.err.cache_clear()
    return tmp_path


@pytest.fixture
def run(room: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line. `typed` are the lines at the prompt; after them the input ends, or with "^C" is interrupted."""
    from rulewright.cli.run import run as run_command

    def call(*arguments: object, typed: tuple[str, ...] = ()) -> Result:
        lines = iter(typed)

        def read(prompt: str = "") -> str:
            print(prompt, end="")
            line = next(lines, None)
            if line is None:
                raise EOFError
            if line == "^C":
                raise KeyboardInterrupt
            print(line)
            return line

        monkeypatch.setattr("builtins.input", read)
        capsys.readouterr()
        code = run_command([str(a) for a in arguments])
        captured = capsys.readouterr()
        return Result(code, ANSI.sub("", captured.out), ANSI.sub("", captured.err))

    return call


@pytest.fixture
def write(room: Path) -> Callable[[str, str], Path]:
    """Write a file into the room."""

    def put(name: str, text: str) -> Path:
        path = room / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return put
