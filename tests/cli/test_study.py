"""simulate, test, perft, trace: for those who study rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run

Write = Callable[[str, str], Path]

LUCK = """\
game "Luck" for Ann, Bob
type Coin: heads or tails
each Player has
  coins: 0 to 2 = 0
turn
  player must
    "Toss": toss
to toss
  chance chooses coin in Coin
  if coin is heads: set player.coins to player.coins + 1
score
  coins: player.coins
  doubled: player.coins * 2
play
  repeat 4 times: each Player takes turn
winner: most score, then shared
"""


def test_simulate_counts_everything(run: Run) -> None:
    result = run("simulate", "tic_tac_toe", "-n", 400, "--seed", 3, "--json")
    assert result.code == 0
    numbers = json.loads(result.out)
    assert numbers["matches"] == 400
    assert sum(o["number"] for o in numbers["outcomes"]) == 400
    assert [o["name"] for o in numbers["outcomes"]] == ["X wins", "O wins", "draw"]
    first = numbers["outcomes"][0]
    assert first["share"] == first["number"] / 400
    assert 5 <= numbers["lengths"]["least"] <= numbers["lengths"]["mean"] <= numbers["lengths"]["most"] == 9


def test_both_engines_play_the_same_matches(run: Run) -> None:
    found = []
    for arguments in (["--engine", "native"], ["--engine", "interpreter"], ["--paranoid"], ["--paranoid", "--engine", "interpreter"]):
        numbers = json.loads(run("simulate", "kuhn_poker", "-n", 60, "--seed", 9, "--json", *arguments).out)
        found.append({k: v for k, v in numbers.items() if k not in {"engine", "seconds"}})
    assert all(other == found[0] for other in found)


def test_simulate_as_a_table(run: Run) -> None:
    result = run("simulate", "goofspiel", "-n", 50, "--engine", "interpreter")
    assert result.code == 0
    assert "Player1 wins" in result.out and "%" in result.out
    assert "decisions" in result.out and "score" in result.out
    assert result.err == ""  # no progress bar where nobody watches


def test_cut_matches_are_named(run: Run) -> None:
    numbers = json.loads(run("simulate", "tic_tac_toe", "-n", 20, "--limit", 3, "--json").out)
    assert {o["name"]: o["number"] for o in numbers["outcomes"]}["cut"] == 20


def test_broken_rules_are_named_with_their_place(run: Run, write: Write) -> None:
    write("luck.rules", LUCK)
    for engine in ("interpreter", "native"):
        result = run("simulate", "luck.rules", "-n", 200, "--engine", engine)
        assert result.code == 1
        assert "rules broken" in result.out
        assert "A value leaves its range. (luck.rules, line 10" in result.out.replace("\n", " ")


def test_either_engine_can_be_paranoid(run: Run) -> None:
    for arguments, engine in (([], "native"), (["--engine", "native"], "native"), (["--engine", "interpreter"], "interpreter")):
        result = run("simulate", "tic_tac_toe", "-n", 20, "--paranoid", "--rules", "--json", *arguments)
        assert result.code == 0
        numbers = json.loads(result.out)
        assert numbers["engine"] == engine and sum(r["applied"] for r in numbers["rules"]) > 0


def test_paranoid_stops_at_what_cannot_be(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def problems(program: object, state: list[int]) -> list[str]:
        seen.append(len(state))
        return ["A piece is in two places."] if len(seen) == 5 else []

    monkeypatch.setattr("rulewright.play.simulate.problems", problems)
    result = run("simulate", "tic_tac_toe", "-n", 3, "--paranoid", "--engine", "interpreter")
    assert result.code == 1
    assert "After decision 4 of match 0 (seed 0): A piece is in two places." in result.err


EXAMPLE = """\
game "Exemplary" for A, B
piece Mark of each Player
place board: grid 3 by 1
turn
  player must mark
action mark Cell in board
  requires cell is empty
  put Mark on cell
when board is full
  draw

example "A mark stays"
  when A marks b1
  then b1.owner is A

example "A mark runs away"
  when A marks b1
  then b1 is empty

variant "Crowded"
  example "Two marks"
    when A marks a1
    when B marks b1
    then b1.owner is B
"""


def test_examples(run: Run, write: Write) -> None:
    write("exemplary.rules", EXAMPLE)
    result = run("test", "exemplary.rules")
    assert result.code == 1
    assert "✓ A mark stays" in result.out
    assert "✗ A mark runs away" in result.out and "line 18" in result.out
    assert "✓ Two marks  (Crowded)" in result.out
    assert "2 examples hold, 1 fails in 1 game." in result.out
    verbose = run("test", "exemplary.rules", "--verbose")
    assert "A marks b1" in verbose.out


def test_examples_of_several_games(run: Run, write: Write) -> None:
    write("bad.rules", "game")
    result = run("test", "chess", "bad.rules", "kuhn_poker")
    assert result.code == 1
    assert "✓ Stalemate" in result.out and "kuhn_poker" in result.out
    assert "1 game cannot be loaded" in result.out


def test_perft(run: Run) -> None:
    result = run("perft", "chess", 2)
    assert result.code == 0
    rows = [line.split() for line in result.out.splitlines() if line.strip() and line.strip()[0].isdigit()]
    assert [(r[0], r[1]) for r in rows] == [("1", "20"), ("2", "400")]


LEDGER = "id,text\nEX-001,Marks go on empty cells.\nEX-002,A full board is a draw.\nEX-003,Marks never move.\n"
TAGGED = """\
game "Tagged" for A, B
piece Mark of each Player
place board: grid 3 by 1
turn
  player must mark
action mark Cell in board [EX-001]
  requires cell is empty
  put Mark on cell
when board is full
  > A full board is a draw. [EX-002]
  draw

example "A mark stays" [EX-001]
  when A marks b1
  then b1.owner is A
"""


def test_trace(run: Run, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write("tagged.rules", TAGGED)
    write("tagged.ledger.csv", LEDGER)
    tests = write("tests/test_x.py", "def test_full():\n    # proves: EX-002,\n    # EX-003\n    pass\n").parent
    monkeypatch.setattr("rulewright.cli.tracing.tests_folder", lambda: None)
    result = run("trace", "tagged.rules", "--missing")
    assert result.code == 1
    table = {line.split("  ")[0].strip(): line.split()[-3] for line in result.out.splitlines() if line.rstrip().endswith("%")}
    assert table == {"in the ledger": "3", "implemented": "2", "proved": "1", "neither": "1"}
    missing = [" ".join(line.split()) for line in result.out.splitlines() if line.startswith("EX-")]
    assert missing == ["EX-002 not proved A full board is a draw.", "EX-003 not implemented or proved Marks never move."]
    monkeypatch.setattr("rulewright.cli.tracing.tests_folder", lambda: tests)
    assert "EX-003  not implemented" in run("trace", "tagged.rules", "--missing").out
    write("tagged.rules", TAGGED.replace("[EX-001]\n  requires", "[EX-001, EX-003]\n  requires"))
    done = run("trace", "tagged.rules")
    assert done.code == 0 and "Every rule is implemented and proved." in done.out


def test_trace_without_a_ledger(run: Run, write: Write) -> None:
    result = run("trace", "tic_tac_toe")
    assert result.code == 0 and "has no ledger" in result.out
    write("tagged.rules", TAGGED)
    write("tagged.ledger.csv", "number,words\n1,x\n")
    assert run("trace", "tagged.rules").code == 1


def test_simulate_says_who_played_and_what_was_agreed_on(run: Run) -> None:
    told = run("simulate", "hedge_and_hive", "-n", 200, "-p", 3).out
    assert "3 players: Red, Blue, Green" in told
    data = json.loads(run("simulate", "two_heirs", "-n", 5, "--variant", "Henry", "--option", "level=hammer", "--json").out)
    assert (data["seats"], data["variants"], data["options"]) == (["White", "Blue"], ["Henry"], {"level": "hammer"})


def test_shared_wins_count_for_each_who_shares(run: Run) -> None:
    data = json.loads(run("simulate", "hedge_and_hive", "-n", 200, "-p", 3, "--json").out)
    outcomes = {o["name"]: o["number"] for o in data["outcomes"]}
    shared = [name for name in outcomes if name.endswith(" share")]
    assert shared
    for seat, share in zip(data["seats"], data["shares"], strict=True):
        assert share["number"] == outcomes[f"{seat} wins"] + sum(outcomes[n] for n in shared if seat in n)
