"""`rulewright matches`: whoever runs a server lists, exports, backs up and deletes what it has kept."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from rulewright import __version__
from rulewright.cli.run import run
from rulewright.play.game import load
from rulewright.server import command
from tests.server.running import new_match, running


@pytest.fixture
def kept(tmp_path: Path) -> tuple[str, str]:
    """A folder with one match in it, and its name."""
    folder = tmp_path / "store"
    with running(folder) as base:
        match, _, _ = new_match(base, "tic_tac_toe", {"X": "random", "O": "random"}, seed=1)
    return str(folder), match


def test_listed_as_text_and_as_facts(kept: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    folder, match = kept
    assert run(["matches", "--store", folder]) == 0
    assert match in capsys.readouterr().out
    assert run(["matches", "--store", folder, "--json"]) == 0
    (fact,) = json.loads(capsys.readouterr().out)
    assert fact["match"] == match and fact["game"] == "tic_tac_toe"
    assert fact["fingerprint"] == load("tic_tac_toe", engine="interpreter").fingerprint


def test_exported_backed_up_and_deleted(kept: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, match = kept
    file, copy = tmp_path / "match.json", tmp_path / "copy.db"
    assert run(["matches", "export", match, "--store", folder, "-o", str(file)]) == 0
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["match"] == match and data["rulewright"] == __version__ and data["record"]
    assert "keys" not in data["settings"]
    assert run(["matches", "backup", str(copy), "--store", folder]) == 0
    assert copy.stat().st_size > 0
    assert run(["matches", "delete", match, "--store", folder]) == 0
    capsys.readouterr()
    assert run(["matches", "--store", folder]) == 0
    assert capsys.readouterr().out == "No match is kept here.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("export",), "Export which match?"),
        (("delete",), "Delete which match?"),
        (("backup",), "Back up into which file?"),
        (("delete", "nobody"), "There is no match called nobody."),
    ],
)
def test_what_is_missing_is_asked_for(tmp_path: Path, words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["matches", *words, "--store", str(tmp_path)]) != 0
    assert said in capsys.readouterr().err


def test_an_address_that_is_told_can_be_opened_at_once() -> None:
    """The link is printed before the first page is ready: whoever is quick waits, and is not turned away."""
    listening = command._listen("127.0.0.1", 0)
    with listening, socket.create_connection(listening.getsockname(), timeout=5) as early:
        assert early.getpeername() == listening.getsockname()
