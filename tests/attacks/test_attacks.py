"""Texts on which the program once broke, made by mutating rules: each now ends in what was asked for, or in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run, room, run  # noqa: F401

HERE = Path(__file__).parent
COMMANDS: dict[str, tuple[str, ...]] = {
    "fmt": ("fmt", "--check"),
    "load": ("check",),
    "native": ("simulate", "-n", "5"),
    "play": ("play", "--seat", "all=random", "--seed", "1"),
    "book": ("rulebook", "--format", "md", "-o", "book"),
}


@pytest.mark.parametrize("file", sorted(HERE.glob("*.rules")), ids=lambda file: file.stem)
def test_nothing_breaks(run: Run, file: Path) -> None:  # noqa: F811
    command, *rest = COMMANDS[file.name.split("-")[0]]
    result = run(command, str(file), *rest)
    assert "inside rulewright" not in result.out + result.err
    assert "Traceback" not in result.out + result.err
    assert result.code in {0, 1}
