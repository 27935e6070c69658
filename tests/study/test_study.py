"""Known cases: games with a fault that the study must find, and fair ones in which it must find nothing."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.play.game import load
from rulewright.study.alarms import settled
from rulewright.study.figures.fairness import by_seat, quarters
from rulewright.study.figures.tension import Course, courses, gap
from rulewright.study.making import make
from rulewright.study.model import Finding, Study
from rulewright.study.plan import Plan
from rulewright.study.report import render, verdict
from rulewright.study.rows import Arm, Means, Rows, collect
from rulewright.study.stats import above, above_mean, chance_of, difference, hanging, holm, outside, settles, share, student
from rulewright.study.words import source
from tests.cli.conftest import Run
from tests.cli.conftest import room as room
from tests.cli.conftest import run as run

CASES = Path(__file__).parent / "cases"
FIRST = 100_000  # of a hundred seeds, fixed before any of them was played
QUICK = ("--ladder", "0", "--experiment", "0", "--luck", "0", "--deep", "0", "--random", "100")


def study(case: str, matches: int = 400, level: str = "random", ladder: int = 0, rules: int = 0, seed: int = 0) -> Study:
    plan = Plan(matches, level, seed, random_matches=rules, ladder=ladder, experiment=0, fortune=0, deep=0)
    return make(load(CASES / f"{case}.rules"), plan, "rulewright study", Means(workers=1))


def kinds(found: Study) -> set[str]:
    return {f.kind for f in found.findings}


def test_a_rigged_start_is_found_at_its_line() -> None:
    found = study("rigged_start", 300)
    (finding,) = [f for f in found.findings if f.kind == "seat"]
    assert finding.severity == "serious" and finding.says.startswith("Ann wins more than a fair share")
    setup = next(n for n, text in enumerate((CASES / "rigged_start.rules").read_text().splitlines(), 1) if text == "setup")
    assert finding.lines == (f"rigged_start.rules:{setup}",)
    assert not kinds(found) & {"dead_rule", "runaway"}


def test_a_fair_race_gives_no_alarm() -> None:
    """The first of the hundred seeds that docs/study.md tells about; whatever comes out of all of them stands there."""
    found = [study("fair_race", 400, seed=seed) for seed in range(FIRST, FIRST + 4)]
    assert not any(f.severity == "serious" for s in found for f in s.findings)
    assert sum(bool(s.findings) for s in found) <= 1


@pytest.mark.long
def test_a_fair_race_gives_no_alarm_in_a_hundred_seeds() -> None:
    found = [study("fair_race", 400, seed=seed) for seed in range(FIRST, FIRST + 100)]
    assert not any(f.severity == "serious" for s in found for f in s.findings)
    assert sum(bool(s.findings) for s in found) <= 10


def test_a_runaway_leader_is_found_at_the_line_of_the_interest() -> None:
    found = study("runaway_leader", 400, "mcts:60")
    line = next(n for n, text in enumerate((CASES / "runaway_leader.rules").read_text().splitlines(), 1) if "player.coins / 2" in text)
    alarms = {f.kind: f for f in found.findings}
    assert alarms["early"].severity == "serious" and alarms["early"].lines == (f"runaway_leader.rules:{line}",)
    assert "are decided before half time" in alarms["early"].says and "seat" not in alarms
    (leader,) = [f for f in found.figures if f.id == "leader"]
    assert leader.estimates[1].low > 0.9, "who leads at half time wins"


def test_chances_are_learnt_from_one_half_and_judged_on_the_other() -> None:
    """A search that is always twice as sure as it should be is put right; its own match has no part in what a match is put right by."""
    rows = collect(load(CASES / "fair_race.rules"), Arm("main", "mcts:20", 120), 0, Means(workers=1))
    raw, fixed = (calibrated(courses(r)) for r in (rows, exaggerated(rows)))
    assert fixed[0] > raw[0] + 0.03 and abs(fixed[1] - raw[1]) < 0.01
    first = courses(rows)[0]
    turned = courses(replace(rows, matches=(replace(rows.matches[0], winners=3 - rows.matches[0].winners), *rows.matches[1:])))[0]
    assert first.result != turned.result and first.chance.tolist() == turned.chance.tolist()


def calibrated(told: list[Course]) -> tuple[float, float]:
    """How far the search, and what was made of it, are beside what came."""
    results = [c.result for c in told]
    return gap([c.seen for c in told], results)[0], gap([c.chance for c in told], results)[0]


def exaggerated(rows: Rows) -> Rows:
    def sure(value: float) -> float:
        odds = (min(max(value, 0.01), 0.99) / (1 - min(max(value, 0.01), 0.99))) ** 2
        return odds / (1 + odds) if value >= 0 else value

    return replace(rows, matches=tuple(replace(m, notes=tuple(replace(n, value=sure(n.value)) for n in m.notes)) for m in rows.matches))


def test_what_does_not_hold_beside_all_else_says_so() -> None:
    """A share that lies beside fair by itself, and gives no alarm, is told as what cannot be told."""
    found = study("fair_race", 400, seed=next(s for s in range(40) if _odd(s)))
    assert not found.findings and found.unsure and "questions were asked at once" in found.unsure[0]
    assert "beside fair by itself" in verdict(found)


def _odd(seed: int) -> bool:
    found = study("fair_race", 400, seed=seed)
    return not found.findings and any("questions were asked" in f.sure for f in found.figures)


def test_chance_is_called_as_at_the_table() -> None:
    said = {
        "deck deck": "the deck",
        "deck deck of Ann": "the deck of Ann",
        "deck stack of 3": "the stack",
        "chance player": "the draw of a player",
    }
    said |= {
        "die 1 2 3 4 5 6 of Ann": "the die of Ann",
        "die 1 2 2 3 3 4": "the die (1 2 2 3 3 4)",
        "die of A number from 1 to 6": "the die",
        "die of A number from 1 to 6 of Red": "the die of Red",
    }
    assert {name: source(name) for name in said} == said


def test_partners_win_together() -> None:
    """Each of them has half a win: of four seats with a quarter each, the side that wins 62 % looked fair."""
    game = load("lantern_whist", engine="interpreter")
    rows = collect(game, Arm("main", "random", 3), 0, Means(workers=1))
    found = by_seat(rows)
    assert [e.name for e in found.estimates] == ["North and South", "East and West"] and found.estimates[0].fair == pytest.approx(
        (0.45, 0.55)
    )
    assert sum(e.value for e in found.estimates) == pytest.approx(1.0) and "fair would be 50 %" in found.shows


def test_quarters_of_the_matches_are_held_against_each_other() -> None:
    rows = collect(load(CASES / "fair_race.rules"), Arm("main", "random", 160), 0, Means(workers=1))
    assert quarters(rows).startswith("Quarters of the matches agree on who wins")
    sorted_ = replace(rows, matches=tuple(sorted(rows.matches, key=lambda m: m.winners)))
    assert "believe it less" in quarters(sorted_)
    assert any("Quarters" in s for s in study("rigged_start", 150).checks)


def coin(heads: int, matches: int, kind: str = "seat") -> Finding:
    """The test of a share between two."""
    p, beyond = chance_of(heads / matches, 0.5, matches), outside(heads / matches, (0.45, 0.55), matches)
    return Finding(kind=kind, severity="serious", says="", lines=("a:1",), p=p, beyond=beyond, count=matches)


@pytest.mark.parametrize("matches", [30, 60, 150, 300, 400])
def test_five_fair_questions_give_an_alarm_in_five_of_a_hundred_studies_at_most(matches: int) -> None:
    """Worked out, not drawn: the chance that a fair coin is off by so much that it holds beside four others that are not."""
    rest = [coin(matches // 2, matches, str(n)) for n in range(4)]
    found = [(math.comb(matches, heads) / 2**matches, settled([coin(heads, matches), *rest])) for heads in range(matches + 1)]
    assert 1 - (1 - sum(chance for chance, kept in found if kept)) ** 5 <= 0.05
    serious = sum(chance for chance, kept in found if any(f.severity == "serious" for f in kept))
    assert 500 * serious < 0.01, "a hundred studies with five questions each"


def test_what_is_serious_takes_enough_matches_and_lies_beyond_the_band() -> None:
    assert [f.severity for f in settled([coin(200, 299)])] == ["look"]
    assert [f.severity for f in settled([coin(201, 300)])] == ["serious"]
    assert [f.severity for f in settled([coin(560, 1000)])] == ["look"], "a difference that nobody would notice"
    assert settled([coin(560, 1000), *(coin(500, 1000) for _ in range(400))]) == [], "one of so many questions"


def test_dead_rules_are_named_with_their_lines() -> None:
    found = study("dead_rule", 150, rules=2000, seed=1)
    dead = {f.says: f.lines for f in found.findings if f.kind == "dead_rule"}
    text = (CASES / "dead_rule.rules").read_text().splitlines()
    jump = next(n for n, line in enumerate(text, 1) if line.startswith("action jump"))
    flood = next(n for n, line in enumerate(text, 1) if line.startswith("when at least 10"))
    case = next(n for n, line in enumerate(text, 1) if "> 30: 9" in line)
    assert set(dead.values()) == {(f"dead_rule.rules:{n}",) for n in (jump, flood, case)}
    assert not kinds(found) - {"dead_rule"}


def test_thought_does_not_pay_where_there_is_only_luck() -> None:
    found = study("pure_luck", 100, ladder=120)
    assert "no_skill" in kinds(found) and "seat" not in kinds(found)


def test_thought_pays_where_there_is_only_skill() -> None:
    found = study("pure_skill", 60, ladder=40)
    assert "no_skill" not in kinds(found)
    (ladder,) = [f for f in found.figures if f.id == "ladder"]
    assert ladder.estimates[0].low > 0.6


def test_the_same_seed_gives_the_same_report_on_any_number_of_workers() -> None:
    game = load(CASES / "dominated_card.rules")
    plan = Plan(20, "mcts:10", 3, random_matches=200, ladder=4, experiment=100, fortune=20, deep=5)
    one, two = (render(make(game, plan, "rulewright study", Means(workers=n)), "html") for n in (1, 2))
    assert one == two and all(f'id="{name}"' in one for name in ("worth", "luck", "real", "rules", "ladder"))


def test_every_finding_has_a_line_and_its_figure() -> None:
    for case in ("rigged_start", "dead_rule"):
        found = study(case, 60, rules=200)
        figures = {f.id for f in found.figures}
        assert all(f.lines and f.figure in figures for f in found.findings)


def test_matches_that_are_cut_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Arm.tasks, "__defaults__", (3,))
    found = study("rigged_start", 20, rules=50)
    assert found.findings[0].kind == "cut" and found.findings[0].severity == "serious"
    assert [f.id for f in found.figures] == ["cut", "choices", "waiting", "rules"], "what does not ask how it ended"
    assert "nothing can be said of who wins" in found.figures[0].sure


def test_a_game_that_all_lose_gets_that_as_its_first_finding(tmp_path: Path) -> None:
    path = tmp_path / "flood.rules"
    path.write_text(LOST, encoding="utf-8")
    plan = Plan(20, "random", 0, random_matches=50, ladder=0, experiment=0, fortune=0, deep=0)
    found = make(load(path), plan, "rulewright study", Means(workers=1))
    assert found.findings[0].kind == "lost" and "lost 20 of 20" in found.findings[0].says
    assert not kinds(found) & {"seat", "start"}


def test_where_all_lose_nobody_thinks_better_than_another(tmp_path: Path) -> None:
    """A match that all lose is half a point: before, it counted as a loss of whoever was named first."""
    path = tmp_path / "flood.rules"
    path.write_text(LOST, encoding="utf-8")
    plan = Plan(40, "random", 0, random_matches=0, ladder=30, experiment=0, fortune=0, deep=0)
    found = make(load(path), plan, "rulewright study", Means(workers=1))
    (ladder,) = [f for f in found.figures if f.id == "ladder"]
    assert [e.value for e in ladder.estimates] == [0.5, 0.5] and "says nothing about thought" in ladder.sure
    assert "no_skill" not in kinds(found) and not {f.id for f in found.figures} & {"leader", "closeness"}


LOST = """\
game "Flood" for Ann, Bob

each Player has pips: 0 to 99 = 0

play
  repeat 2 times
    each Player takes turn
  if Ann.pips < 50
    everyone loses


turn
  player must throw

action throw
  > Throw the die.
  roll die giving shown
  gain shown pips

score
  pips: player.pips

winner: most score, then shared
"""


def test_statistics() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    half, more = share("a", [0.0, 1.0] * 50), share("b", [1.0] * 70 + [0.0] * 30)
    assert half.low == pytest.approx(0.4038, abs=1e-3) and half.high == pytest.approx(0.5962, abs=1e-3)
    gap, low, high = difference(half, more)
    assert gap == pytest.approx(0.2) and low == pytest.approx(0.0645, abs=2e-3) and high == pytest.approx(0.3256, abs=2e-3)
    assert settles(0.6, 0.5) == 97 and settles(0.5, 0.5) == 0
    assert student(2.0, 10) == pytest.approx(0.0367, abs=1e-4) and student(-1.0, 1) == pytest.approx(0.75, abs=1e-4)
    assert above_mean([0.6, 0.7, 0.8], 0.5) == pytest.approx(0.0371, abs=1e-3) and above(0.6, 0.5, 100) == pytest.approx(0.02844, abs=1e-5)
    assert hanging([(1, 2)] * 50) == pytest.approx(100) and hanging([(4, 4), (0, 4)] * 20) == pytest.approx(39, abs=1)


def test_the_command(run: Run, room: Path) -> None:
    told = run("study", "tic_tac_toe", "-n", "12", "--level", "random", "-o", "report.json", "--workers", "1", *QUICK)
    assert told.code == 0 and "The report is in report.json" in told.out
    data = json.loads((room / "report.json").read_text(encoding="utf-8"))
    assert data["matches"] == 12 and data["command"].startswith("rulewright study tic_tac_toe -n 12")
    swept = run("study", "hex", "-n", "10", "--level", "random", "--sweep", "swap=yes,no", "-o", "hex.md", *QUICK)
    assert swept.code == 0 and "swap = yes" in (room / "hex.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--sweep", "swap="), "is not understood"),
        (("--sweep", "swap=5..2"), "no range"),
        (("-o", "report.docx"), "cannot be written as docx"),
        (("-o", "report.html", "--format", "json"), "is the name of a html file"),
        (("--level", "genius"), "no agent called genius"),
        (("--until", "soon"), "no percentage"),
        (("--sweep", "magic=1..3"), "magic"),
        (("--find", "win rate of Red = 40 %"), "belong together"),
    ],
)
def test_what_makes_no_sense_is_said(run: Run, arguments: tuple[str, ...], said: str) -> None:
    told = run("study", "hex", "-n", "10", *QUICK, "--level", "random", *arguments)
    assert told.code != 0 and said in told.err
