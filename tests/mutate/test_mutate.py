"""Broken rules are noticed by the example that shows them, and by none that does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.cli.run import run
from rulewright.mutate.equal import reasons
from rulewright.mutate.making import Mutant, Plan, Report, mutate
from rulewright.mutate.trying import CAUGHT, REFUSED, SAME, SURVIVED
from rulewright.play.errors import PlayError

pytestmark = pytest.mark.second  # each mutant has a process of its own
GAME = """game "Steps" for Ann, Ben

place path: grid 1 by 6, holding 2
piece Foot of each Player: 1 per Player

setup
  put Foot of Ann on a1
  put Foot of Ben on a1

turn
  player must walk

action walk Foot of player to Cell in path
  requires cell.row > foot.row
  requires cell.row <= foot.row + 2
  put foot on cell

when some Foot of player in a6
  player wins
"""
SHOWS = """
example "Two steps at most"
  given put Foot of Ann on a1
  given put Foot of Ben on a1
  then Ann can walk the Foot of Ann to a3
  then Ann cannot walk the Foot of Ann to a4
"""
LINES = ("14", "steps.rules:15", "18")
PLAN = Plan(lines=LINES, matches=8, looking=0.5)


@pytest.fixture
def steps(tmp_path: Path) -> Path:
    path = tmp_path / "steps.rules"
    path.write_text(GAME, encoding="utf-8")
    return path


def at(report: Report, line: int, says: str) -> Mutant:
    return next(m for m in report.mutants if m.line == line and m.says == says)


def what(report: Report, line: int, says: str) -> str:
    verdict = at(report, line, says).verdict
    assert verdict is not None
    return verdict.what


def test_without_examples_nothing_is_noticed(steps: Path) -> None:
    report = mutate(steps, PLAN)
    assert not report.those(CAUGHT) and report.left == 0
    assert what(report, 14, "this requirement is dropped") == SURVIVED
    assert what(report, 15, "2 becomes 3") == SURVIVED
    told = at(report, 15, "2 becomes 3").verdict
    assert told is not None and told.difference is not None
    assert told.difference.says == "Ann may also take “walk Foot a1 to a4”." and told.difference.decision == 0


def test_an_example_notices_what_it_shows(steps: Path) -> None:
    steps.write_text(GAME + SHOWS, encoding="utf-8")
    report = mutate(steps, PLAN)
    caught = {(m.line, m.says): m.verdict.by for m in report.those(CAUGHT) if m.verdict is not None}
    assert caught[15, "this requirement is dropped"] == caught[15, "2 becomes 3"] == caught[15, "2 becomes 1"] == "Two steps at most"
    assert what(report, 14, "this requirement is dropped") == SURVIVED  # nobody walks back in the example
    assert what(report, 18, "this rule is left out") == SURVIVED


def test_what_means_the_same_does_not_count(steps: Path) -> None:
    steps.write_text(GAME.replace("  put Foot of Ben on a1\n", "  put Foot of Ben on a1\n  pass\n"), encoding="utf-8")
    report = mutate(steps, Plan(lines=("8", "9"), matches=0))
    assert what(report, 9, "this line is left out") == SAME
    assert report.counted == len(report.mutants) - len(report.those(SAME)) - len(report.those(REFUSED))


def test_a_run_goes_on_and_looks_again_when_examples_come(steps: Path, tmp_path: Path) -> None:
    store = tmp_path / "kept.json"
    part = mutate(steps, Plan(lines=LINES, matches=0, seconds=0.0), store)
    assert part.left == len(part.mutants) > 5
    first = mutate(steps, Plan(lines=LINES, matches=0), store)
    assert first.left == 0 and len(json.loads(store.read_text())["verdicts"]) == len(first.mutants)
    again = mutate(steps, Plan(lines=LINES, matches=0, seconds=0.0), store)
    assert again.left == 0  # all known
    steps.write_text(GAME + SHOWS, encoding="utf-8")
    new = mutate(steps, Plan(lines=LINES, matches=0, seconds=0.0), store)
    assert new.left == len(first.those(SURVIVED)) > 0  # an example could notice them now
    steps.write_text(GAME.replace("+ 2", "+ 3"), encoding="utf-8")
    assert mutate(steps, Plan(lines=LINES, matches=0, seconds=0.0), store).left == len(first.mutants)


def test_rules_that_never_end_are_stopped(steps: Path) -> None:
    report = mutate(steps, Plan(lines=LINES, matches=0, each=0.0))
    assert {m.verdict.by for m in report.mutants if m.verdict is not None and m.verdict.what == CAUGHT} <= {"it does not end"}


def test_tests_notice_too(steps: Path, tmp_path: Path) -> None:
    proof = tmp_path / f"test_of_{tmp_path.name}.py"  # pytest reads a name once
    proof.write_text(
        "from rulewright.play import load\n"
        "def test_nobody_walks_back():\n"
        f"    match = load({str(steps)!r}, engine='interpreter').start(1)\n"
        "    assert [o.title for o in match.decision.options] == ['walk Foot a1 to a2', 'walk Foot a1 to a3']\n",
        encoding="utf-8",
    )
    report = mutate(steps, Plan(lines=("14", "19"), matches=0, tests=(str(proof),)))
    assert what(report, 14, "this requirement is dropped") == CAUGHT
    assert what(report, 19, "this line is left out") == SURVIVED


def test_nothing_is_broken_while_examples_or_tests_fail(steps: Path, tmp_path: Path) -> None:
    proof = tmp_path / f"test_of_{tmp_path.name}.py"  # pytest reads a name once
    proof.write_text("def test_it():\n    assert False\n", encoding="utf-8")
    with pytest.raises(PlayError, match="test_it fails before anything is broken"):
        mutate(steps, Plan(lines=LINES, matches=0, tests=(str(proof),)))
    steps.write_text(GAME + SHOWS.replace("a3", "a5"), encoding="utf-8")
    with pytest.raises(PlayError, match="does not hold before anything is broken"):
        mutate(steps, Plan(lines=LINES, matches=0))


def test_tests_that_hold_the_rules_already_cannot_judge(steps: Path, tmp_path: Path) -> None:
    proof = tmp_path / f"test_of_{tmp_path.name}.py"  # pytest reads a name once
    proof.write_text(
        f"from rulewright.play import load\nGAME = load({str(steps)!r})\ndef test_it():\n    assert GAME.title\n", encoding="utf-8"
    )
    with pytest.raises(PlayError, match=r"load steps\.rules as soon as they are read"):
        mutate(steps, Plan(lines=LINES, matches=0, tests=(str(proof),)))
    proof = proof.with_name(f"test_more_{proof.name}")
    proof.write_text("import nothing_of_that_name\n", encoding="utf-8")
    with pytest.raises(PlayError, match="cannot be read"):
        mutate(steps, Plan(lines=LINES, matches=0, tests=(str(proof),)))
    proof = proof.with_name(f"test_{proof.name}")
    proof.write_text("", encoding="utf-8")
    with pytest.raises(PlayError, match="finds no test"):
        mutate(steps, Plan(lines=LINES, matches=0, tests=(str(proof),)))


def test_a_test_that_no_longer_ends_has_noticed(steps: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.mutate.testing.ATLEAST", 0.2)
    proof = tmp_path / f"test_of_{tmp_path.name}.py"  # pytest reads a name once
    proof.write_text(
        "from rulewright.play import load\n"
        "def test_it():\n"
        f"    match = load({str(steps)!r}, engine='interpreter').start(1)\n"
        "    while match.decision.options[0].title != 'walk Foot a1 to a2':\n"
        "        pass\n",
        encoding="utf-8",
    )
    report = mutate(steps, Plan(lines=("14",), matches=0, tests=(str(proof),)))
    (by,) = {m.verdict.by for m in report.those(CAUGHT) if m.verdict is not None}
    assert by.endswith(f"{proof.name}::test_it")  # before it the folder, seen from where pytest begins


def test_the_command(steps: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    steps.write_text(GAME + SHOWS, encoding="utf-8")
    line = ["mutate", str(steps), "--matches", "8", *(word for n in LINES for word in ("--line", n))]
    assert run([*line, "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["caught"] >= 3 and data["left"] == 0 and {m["what"] for m in data["mutants"]} >= {"caught", "survived"}
    assert run(line) == 1
    text = capsys.readouterr().out
    assert "  14  requires cell.row > foot.row" in text and "✗ This requirement is dropped." in text
    assert f"the examples notice {data['caught']}" in text
    assert run([*line, "--time", "soon"]) == 2 and "90s" in capsys.readouterr().err
    assert run([*line, "--by", "tests"]) == 2 and "--tests PATH" in capsys.readouterr().err


def test_what_is_equal_needs_a_reason_and_ten_thousand_matches(steps: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line, more = "place path: grid 1 by 6, holding 2", "2 becomes 3"
    reason = "There are two feet."
    plan = Plan(lines=("3",), equal={("steps.rules", line, more): reason})
    whole = mutate(steps, plan)
    assert [(m.says, m.reason) for m in whole.equal] == [(more, reason)] and whole.equal[0] not in whole.unnoticed
    few = mutate(steps, Plan(lines=("3",), matches=100, equal=plan.equal))
    assert not few.equal and few.counted == whole.counted + 1
    table = tmp_path / "equal.csv"
    table.write_text(f'file,rule,change,reason\nsteps.rules,"{line}",{more},{reason}\n', encoding="utf-8")
    run(["mutate", str(steps), "--line", "3", "--equal", str(table)])
    assert "1 more cannot be told from the true rules: a reason is given, and 10,000 matches agree." in capsys.readouterr().out
    table.write_text(f'file,rule,change,reason\nsteps.rules,"{line}",{more},\n', encoding="utf-8")
    with pytest.raises(PlayError, match="Row 2"):
        reasons(table)


def test_a_larger_sample_begins_with_the_smaller_one(steps: Path) -> None:
    small, large = ({m.key for m in mutate(steps, Plan(sample=n, seed=3, seconds=0.0)).mutants} for n in (3, 6))
    assert len(small) == 3 and len(large) == 6 and small < large
