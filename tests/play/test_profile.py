"""The profiler: places are counted exactly, shares add up, notes say what was made of a line; as a table, as facts, as a page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.cli.run import run
from rulewright.cli.screen import err, out
from rulewright.core import ir
from rulewright.core.walk import statements
from rulewright.play import load
from rulewright.play.profile import by_calls, made_of, profile

RULES = """\
game "Race" for Ann, Bob
  counter steps: 0 to 1000 = 0

define far(number) = number % 7 is 3

turn
  player must
    "One": gain 1 steps
    "Two": gain 2 steps
  if far(steps): gain 1 steps

when steps > 30
  player wins
"""


@pytest.fixture
def race(tmp_path: Path) -> Path:
    path = tmp_path / "race.rules"
    path.write_text(RULES, encoding="utf-8")
    return path


def test_lines_are_counted_exactly(race: Path) -> None:
    game = load(str(race))
    found = profile(game, 0.2)
    lines = {line.text.strip(): line for line in found.lines}
    one, two = lines['"One": gain 1 steps'], lines['"Two": gain 2 steps']
    assert found.matches > 10 and found.decisions > 100
    assert one.times + two.times == pytest.approx(1, abs=0.02), "each decision takes one of the two"
    assert one.times == pytest.approx(0.5, abs=0.1)
    assert 0.98 <= sum(line.share for line in found.lines) <= 1.0001 or found.looks < 50


def test_profiled_matches_are_the_same(race: Path) -> None:
    """Saying where it is changes nothing of what native code plays."""
    engine = load(str(race)).engine
    plain = engine.native.batch(20, 3)[0]  # type: ignore[attr-defined]
    profiled = engine.made_for(profiling=True).batch(20, 3)[0]  # type: ignore[attr-defined]
    assert plain.tolist() == profiled.tolist()


def test_notes_say_what_was_made_of_a_line() -> None:
    game = load(str(Path(__file__).parents[1] / "field" / "quoridor_posts.rules"), engine="interpreter")
    notes = {note for found in made_of(game.program).values() for note in found}
    assert "trial" in notes and "asks landing" in notes and any(n.startswith("table of") for n in notes)


def test_the_command(race: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out.cache_clear()
    err.cache_clear()
    assert run(["profile", str(race), "--seconds", "0.1"]) == 0
    told = capsys.readouterr().out
    assert "gain 2 steps" in told and "random matches" in told
    assert run(["profile", str(race), "--seconds", "0.1", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert {line["number"] for line in facts["lines"]} >= {8, 9, 10}
    page = tmp_path / "race.html"
    assert run(["profile", str(race), "--seconds", "0.1", "--html", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert text.count("<tr>") == RULES.count("\n") + 2 and "far(number)" in text


def test_what_a_line_calls_counts_as_its_own_beside(race: Path) -> None:
    """A line that calls something has its part of that, by how often it calls; nothing has less than its own."""
    found = profile(load(str(race)), 0.2)
    assert all(line.whole >= line.share - 1e-9 for line in found.lines)
    game = load("checkers", engine="interpreter")
    program = game.program
    crown = next(p for p in program.procs if p.name == "crown")
    inside = next(s.span for s in statements(crown.body) if getattr(s, "span", -1) >= 0)
    sites = [s.span for p in program.procs for s in statements(p.body) if isinstance(s, ir.Do) and s.proc is crown]
    shares, counts = [0.0] * len(program.spans), [0] * len(program.spans)
    shares[inside] = 0.5
    for number, site in enumerate(sorted(set(sites))):
        counts[site] = 1 + number
    called = by_calls(program, shares, counts)
    assert len(set(sites)) > 1 and sum(called[site] for site in set(sites)) == pytest.approx(0.5)


def test_notes_tell_what_is_kept_and_what_would_be_faster() -> None:
    notes = {note for found in made_of(load("connect_four", engine="interpreter").program).values() for note in found}
    assert "kept up to date (set)" in notes
    found = profile(load("oware"), 0.3)
    assert any("copy of the state" in advice for line in found.lines for advice in line.faster)
