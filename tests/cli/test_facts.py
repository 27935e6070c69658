"""Facts for programs: `--json` on every command that tells any, and flags that mean the same everywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer

from rulewright import __version__
from rulewright.cli.app import app
from rulewright.cli.flags import MEANING
from rulewright.play.finding import list_games
from rulewright.play.game import load
from rulewright.play.shelf import lengths
from tests.cli.conftest import Run

# One meaning for each flag: its long name for a short one, and the short one for a long name.
SHORT = {"-o": "--out", "-s": "--seed", "-n": "--number", "-p": "--players", "-f": "--format", "-v": "--verbose", "-h": "--help"}


COMMANDS: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_flag_means_the_same_everywhere(name: str) -> None:
    """A short name always stands beside its long one, and a long name that has a short one is never without it."""
    long_of = {long: short for short, long in SHORT.items()}
    for parameter in COMMANDS[name].params:
        for flag in parameter.opts:
            if flag.startswith("-") and not flag.startswith("--"):
                assert SHORT.get(flag) in parameter.opts, f"{name} {flag}"
            elif flag in long_of:
                assert long_of[flag] in parameter.opts, f"{name} {flag}"


# What tells no facts: it plays, writes a file, or goes on until it is stopped.
SILENT = {"new", "play", "demo", "serve"}


def test_facts_are_to_be_had_from_every_command() -> None:
    without = {name for name, command in COMMANDS.items() if not any("--json" in p.opts for p in command.params)}
    assert without == SILENT


def test_every_flag_has_one_meaning() -> None:
    """Each stands in the table with one meaning, and takes a value everywhere or nowhere; no meaning is left without a flag."""
    takes: dict[str, set[bool]] = {}
    for command in COMMANDS.values():
        for parameter in command.params:
            if parameter.param_type_name == "option":
                takes.setdefault(next(flag for flag in parameter.opts if flag.startswith("--")), set()).add(bool(parameter.is_flag))
    assert takes.keys() - {"--help"} == MEANING.keys()
    assert [flag for flag, kinds in takes.items() if len(kinds) > 1] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "hex"),
        ("test", "hex"),
        ("games",),
        ("games", "two_heirs"),
        ("perft", "tic_tac_toe", "2"),
        ("trace", "two_heirs"),
        ("simulate", "tic_tac_toe", "-n", "20"),
        ("differential", "tic_tac_toe", "-n", "2"),
        ("explain", "unknown-name"),
        ("core", "tic_tac_toe"),
        ("fmt", "--check", "tic_tac_toe"),
        ("rulebook", "tic_tac_toe", "--check"),
        ("rulebook", "tic_tac_toe", "--report"),
    ],
)
def test_facts(run: Run, arguments: tuple[str, ...]) -> None:
    result = run(*arguments, "--json")
    assert result.code == 0 and result.err == ""
    assert json.loads(result.out) is not None


@pytest.mark.parametrize(
    "arguments",
    [
        ("core", "kuhn_poker"),
        ("simulate", "kuhn_poker", "-n", "20"),
        ("arena", "kuhn_poker", "--agents", "random,first", "-n", "2"),
        ("solve", "kuhn_poker"),
        ("faces", "kuhn_poker"),
    ],
)
def test_facts_of_a_game_are_stamped(run: Run, arguments: tuple[str, ...]) -> None:
    """Which program, which rules: it stands in everything that is kept."""
    facts = json.loads(run(*arguments, "--json").out)
    assert facts["rulewright"] == __version__ and facts["fingerprint"] == load("kuhn_poker", engine="interpreter").fingerprint


def test_exports_are_stamped(run: Run, room: Path) -> None:
    assert run("faces", "kuhn_poker", "--format", "csv", "-o", "out").code == 0
    made = json.loads((room / "out" / "kuhn_poker-made.json").read_text(encoding="utf-8"))
    assert made == {"game": "Kuhn Poker", "rulewright": __version__, "fingerprint": load("kuhn_poker", engine="interpreter").fingerprint}


def test_facts_of_a_game(run: Run) -> None:
    about = json.loads(run("games", "two_heirs", "--json").out)
    assert about["kind"] == "board, hidden" and about["variants"] == ["Henry"] and "hand" in about["places"]
    rows = json.loads(run("perft", "tic_tac_toe", "3", "--json").out)
    assert [r["courses"] for r in rows] == [9, 72, 504]


def test_a_failing_example_is_told(run: Run, room: Any) -> None:
    (room / "game.rules").write_text(
        'game "Coin" for A, B\neach Player has coins: 0 to 9 = 0\nturn\n  player must earn\naction earn\n  gain 1 coins\n'
        'when A.coins is 9\n  A wins\nexample "too many"\n  when A earns\n  then A.coins is 2\n',
        encoding="utf-8",
    )
    result = run("test", "game.rules", "--json")
    assert result.code == 1
    (fact,) = json.loads(result.out)
    assert fact["holds"] is False and fact["line"] == 11


def test_the_old_short_form_of_an_option_is_answered(run: Run) -> None:
    result = run("simulate", "hex", "-n", "3", "-o", "swap=no")
    assert result.code == 2
    assert "Type: rulewright simulate hex -n 3 --option swap=no" in result.err


def test_every_game_has_its_length() -> None:
    assert sorted(lengths()) == list_games()


def test_facts_of_a_line(run: Run, room: Path) -> None:
    """What `explain` shows, as data: the sentence of the book and the tree, with where each name is declared."""
    rules = Path(str(load("tic_tac_toe", engine="interpreter").path))
    line = next(n for n, text in enumerate(rules.read_text(encoding="utf-8").splitlines(), 1) if text.strip().startswith("requires"))
    facts = json.loads(run("explain", f"{rules}:{line}", "--json").out)
    assert facts["text"] == "requires cell is empty" and facts["said"] and facts["tree"] and facts["errors"] == 0


def test_facts_of_a_recorded_match(run: Run, room: Path) -> None:
    assert run("play", "kuhn_poker", "--seat", "all=first", "--seed", "3", "--record", "match.json").code == 0
    facts = json.loads(run("replay", "match.json", "--json").out)
    assert facts["verified"] == {"moves": len(facts["moves"]), "outcome": True} and facts["outcome"]["winners"]
    assert facts["rulewright"] == __version__


def test_facts_of_a_study(run: Run, room: Path) -> None:
    """No file is written, and nothing but facts stands on the output."""
    few = ("-n", "10", "--ladder", "0", "--random", "100", "--luck", "0", "--deep", "0", "--experiment", "0", "--level", "random")
    facts = json.loads(run("study", "kuhn_poker", *few, "--json").out)
    assert facts["fingerprint"] == load("kuhn_poker", engine="interpreter").fingerprint and list(room.glob("*.study.*")) == []


def test_facts_of_an_upgrade(run: Run, room: Path) -> None:
    facts = json.loads(run("upgrade", "--check", str(load("hex", engine="interpreter").path), "--json").out)
    assert facts == {"changed": [], "written": False, "left": []}


def test_a_book_as_json_is_a_format(run: Run) -> None:
    result = run("rulebook", "tic_tac_toe", "--json")
    assert result.code == 2 and "--format json" in result.err
