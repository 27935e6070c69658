"""Deliberately wrong files, each with the SOURCE and the ERROR that a designer reads; and odd ones with their WARNING.

A line `# with …` at the top of a file says how it is loaded: `# with option rounds = 40`, `# with 5 players`,
`# with variant Fast`, `# with examples`. After a change of words, run `pytest tests/lang/test_findings.py --snapshot-update`
and read the difference.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from rulewright.dsl.diagnostics.render import as_text
from rulewright.dsl.driver import load

ROOT = Path(__file__).resolve().parents[2]
BAD = sorted((ROOT / "tests" / "lang").glob("*/bad/*.rules"))
WARNED = sorted((ROOT / "tests" / "lang").glob("*/warned/*.rules"))


class Rendered(SingleFileSnapshotExtension):
    """One text file for each bad file."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


def settings(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {"options": {}, "variants": ()}
    for line in re.findall(r"^# with (.*)$", text, re.MULTILINE):
        match line.split():
            case ["option", name, "=", *value]:
                found["options"][name] = " ".join(value)
            case ["variant", *title]:
                found["variants"] += (" ".join(title),)
            case ["examples"]:
                found["examples"] = True
            case [number, "players"]:
                found["players"] = int(number)
    return found


def narrow(text: str) -> str:
    return "\n".join(line if len(line) <= 160 else line[:159] + "…" for line in text.split("\n"))


@pytest.mark.parametrize("path", BAD, ids=[f"{p.parents[1].name}-{p.stem}" for p in BAD])
def test_bad(path: Path, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = path.read_text(encoding="utf-8", errors="replace")
    loaded = load(path.relative_to(ROOT), **settings(text))
    assert loaded.program is None
    assert loaded.findings.errors
    told = as_text(loaded.findings.all, loaded.sources)
    assert f"SOURCE\n{narrow(text)}\nERROR\n{told}" == snapshot(extension_class=Rendered)


@pytest.mark.parametrize("path", WARNED, ids=[f"{p.parents[1].name}-{p.stem}" for p in WARNED])
def test_warned(path: Path, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = path.read_text(encoding="utf-8")
    loaded = load(path.relative_to(ROOT), **settings(text))
    assert loaded.program is not None
    assert loaded.findings.warnings
    told = as_text(loaded.findings.all, loaded.sources)
    assert f"SOURCE\n{narrow(text)}\nWARNING\n{told}" == snapshot(extension_class=Rendered)


def test_there_are_enough() -> None:
    assert len(BAD) >= 50
