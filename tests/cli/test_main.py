"""Starting, helping, refusing: what holds for every command."""

from __future__ import annotations

import subprocess
import sys

import pytest

from rulewright import __version__
from rulewright.cli.app import COMMANDS

from .conftest import Run


def test_version_needs_nothing_heavy() -> None:
    program = (
        "import sys; sys.argv = ['rulewright', '--version']\n"
        "from rulewright.cli.main import main\n"
        "main()\n"
        "heavy = {'typer', 'click', 'rich', 'lark', 'pydantic', 'numpy', 'llvmlite', 'rulewright.dsl'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"rulewright {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--version"], 0), (["games"], 0), (["check", "tic_tac_toe"], 0), (["check", "tictactoe"], 2), (["fly"], 2), (["play"], 2)],
)
def test_exit_codes_of_the_real_process(arguments: list[str], code: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", *arguments], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    if code:
        assert done.stderr.startswith("error: ")
        assert done.stdout == ""


@pytest.mark.parametrize("name", [name for name, _, _ in COMMANDS])
def test_every_command_teaches_by_example(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.code == 0
    assert f"Example: rulewright {name}" in result.out


def test_no_arguments_show_the_help(run: Run) -> None:
    result = run()
    assert result.code == 0
    assert "rulewright play tic_tac_toe" in result.out
    for name, _, _ in COMMANDS:
        assert name in result.out


@pytest.mark.parametrize(
    ("arguments", "sentence", "help"),
    [
        (["play", "ches"], "There is no game called ches.", "Did you mean `chess`?"),
        (["check", "nowhere.rules"], "There is no file nowhere.rules.", ""),
        (["check", "/"], "/ is a folder.", "There are no rules in it."),
        (["simulate", "tic_tac_toe", "-n", "many"], "integer", "simulate --help"),
        (["simulate", "tic_tac_toe", "-n", "0"], "'-n'", "simulate --help"),
        (["play", "tic_tac_toe", "--seed", "x"], "--seed", "play --help"),
        (["play", "tic_tac_toe", "--sead", "1"], "--sead", "play --help"),
        (["play", "tic_tac_toe", "--option", "size"], "--option size has no value", "NAME=VALUE"),
        (["play", "tic_tac_toe", "--option", "size=3"], "size", ""),
        (["play", "tic_tac_toe", "--players", "3"], "not for 3", ""),
        (["play", "tic_tac_toe", "--variant", "Big"], "There is no variant “Big”.", "no variants"),
        (["play", "hex", "--option", "swap=perhaps"], "`swap` cannot be `perhaps`.", "yes or no"),
        (["play", "tic_tac_toe", "--seat", "Z=human"], "There is no seat called Z.", "X, O"),
        (["play", "tic_tac_toe", "--seat", "X=gredy"], "gredy", "Did you mean `greedy`?"),
        (["play", "tic_tac_toe", "--engine", "steam"], "steam", ""),
        (["explain", "unknown-nam"], "There is no finding called unknown-nam.", "Did you mean `unknown-name`?"),
        (["perft", "chess", "0"], "DEPTH", "perft --help"),
        (["new", "a/b/c"], "There is no folder", ""),
    ],
)
def test_wrong_usage_is_one_sentence(run: Run, arguments: list[str], sentence: str, help: str) -> None:
    result = run(*arguments)
    assert result.code == 2
    assert result.out == ""
    first, *rest = result.err.splitlines()
    assert first.startswith("error: ")
    assert sentence.lower().rstrip(".") in first.lower() or "engine" in first
    assert help in "\n".join(rest)


def test_a_bug_is_called_a_bug(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr("rulewright.cli.starter.write", broken)
    result = run("new", "x")
    assert result.code == 1
    assert "inside rulewright" in result.err and "by nought" in result.err


@pytest.mark.parametrize("command", [["games", "two_heirs"], ["core", "tic_tac_toe"]])
def test_nobody_reads_on(command: list[str]) -> None:
    """As in `rulewright games two_heirs | head -1`: that is no mistake, and there is nobody to tell."""
    line = [sys.executable, "-m", "rulewright", *command]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


def test_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulewright.cli.starter.write", stopped)
    result = run("new", "x")
    assert result.code == 130 and result.err.strip() == "error: Stopped."
