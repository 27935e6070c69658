"""Each figure has a picture, a range, a sentence, how sure it is and a line; what is held in the end; more than two; two levels."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from rulewright.agents.batch import Note, Result, Task, play
from rulewright.agents.holding import held
from rulewright.play.game import load
from rulewright.study import places
from rulewright.study.figures.crowd import Crowd, crowds
from rulewright.study.figures.length import spread_out
from rulewright.study.figures.tension import calibration, courses
from rulewright.study.figures.through import course, decided, leader
from rulewright.study.levels import ONE_LEVEL, agreement
from rulewright.study.making import make
from rulewright.study.model import Finding
from rulewright.study.pictures import picture
from rulewright.study.plan import Plan
from rulewright.study.report import render
from rulewright.study.rows import Arm, Means, Rows, collect

CASES = Path(__file__).parent / "cases"


def test_every_figure_has_all_that_a_reader_needs() -> None:
    game = load(CASES / "dominated_card.rules")
    found = make(
        game, Plan(60, "mcts:6", 0, 100, ladder=4, experiment=0, fortune=20, deep=2, second=40), "rulewright study", Means(workers=1)
    )
    assert {"seats", "length", "waiting", "calibration", "ladder", "luck", "held", "strategies", "rules"} <= {f.id for f in found.figures}
    for figure in found.figures:
        assert picture(figure) and figure.estimates and figure.shows and figure.sure, figure.id
        assert figure.lines and all(line.startswith("dominated_card.rules:") for line in figure.lines), figure.id
    assert any(sentence.startswith("Two levels agree") for sentence in found.checks)
    assert render(found, "html").count("In the rules: ") == render(found, "md").count("In the rules: ") == len(found.figures)


def test_what_is_held_in_the_end_is_what_lies_in_places_of_ones_own() -> None:
    game = load(CASES / "dominated_card.rules", engine="interpreter")
    result = play(game, Task(0, 5, ("random", "random"), notes=True))
    worth = dict(zip(("Barrel", "Cask", "Crate", "Anvil", "Rope", "Lamp"), (2, 3, 2, 5, 1, 4), strict=True))
    for seat, mine in enumerate(result.held):
        bought = [name for note in result.notes if note.seat == seat for name in note.taken - {"buy"}]
        assert dict(mine) == {name: bought.count(name) for name in set(bought)}
        assert sum(worth[name] * count for name, count in mine) == sum(result.scores[seat])


def test_what_belongs_to_somebody_on_a_board_is_held() -> None:
    game = load("tic_tac_toe", engine="interpreter")
    state = game.engine.start(1)
    for _ in range(3):
        game.engine.choose(state, game.engine.options(state)[0])
    assert held(game, game.engine.as_list(state)) == ((("Mark", 2),), (("Mark", 1),))


# ---------------------------------------------------------------- more than two


def between_three(count: int = 120) -> Rows:
    """Matches between three whose search is half as sure as it should be: whoever leads in the end has been ahead by more and more."""
    rng = np.random.default_rng(5)
    matches = []
    for number in range(count):
        steps = np.cumsum(rng.normal(0, 0.5, (12, 3)), axis=0)
        seen = 1 / (1 + np.exp(-(0.5 * steps - 0.7)))
        notes = tuple(Note(n % 3, 2, frozenset(), frozenset(), float(seen[n, n % 3])) for n in range(12))
        scores = tuple((int(100 * s),) for s in steps[-1])
        matches.append(Result(number, number, ("x",) * 3, 1, 1 << int(steps[-1].argmax()), -1, 12, scores, notes=notes))
    program = SimpleNamespace(teams=[], scores=())
    game = SimpleNamespace(seats=("Ann", "Bob", "Cid"), program=program, world=SimpleNamespace(routines={}, score=None))
    return Rows(cast("Any", game), "mcts:20", 0, count, tuple(matches))


def test_chances_of_three_are_one_together_and_are_put_right() -> None:
    told = crowds(between_three())
    assert all(c.chances.sum(axis=1) == pytest.approx(1.0) for c in told)
    sure = [float(c.chances[-1].max()) for c in told]
    assert np.mean(sure) > np.mean([float((c.seen[-1] / c.seen[-1].sum()).max()) for c in told]) + 0.05
    trust = calibration(told)
    assert not trust.unable and all(e.low <= e.fair[1] and e.high >= e.fair[0] for e in trust.estimates if e.fair is not None)


def test_the_course_of_a_match_between_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "growing", lambda game: ("three.rules:1",))
    rows = between_three()
    told = crowds(rows)
    way, lead, end = course(rows, told), leader(rows, told), decided(rows, told)
    assert all(name in way.drawing for name in rows.game.seats) and "33 would be a match that is open" in way.sure
    assert [e.value for e in lead.estimates] == sorted(e.value for e in lead.estimates) and lead.estimates[2].value > 0.5
    assert "33 would be no lead at all" in lead.shows and 0 < end.estimates[0].value <= 1


def test_a_lead_changes_where_another_is_clearly_ahead() -> None:
    chances = np.array([[0.5, 0.3, 0.2], [0.4, 0.45, 0.15], [0.3, 0.5, 0.2], [0.2, 0.2, 0.6], [0.1, 0.1, 0.8]])
    crowd = Crowd(chances, (0.0, 0.0, 1.0), chances)
    assert crowd.changes() == 2, "to the second, by more than a tenth, and to the third"
    assert crowd.led(0.0) == 0.0 and crowd.led(1.0) == 1.0 and crowd.winner() == pytest.approx(chances[:, 2])
    assert Crowd(chances, (0.5, 0.5, 0.0), chances).winner() is None


# ---------------------------------------------------------------- two who think well of their own plans


def hopeful_two(hope: float, count: int = 200) -> Rows:
    """Matches between two, four decisions in a turn; whoever decides looks better to themselves than they are."""
    rng = np.random.default_rng(7)
    matches = []
    for number in range(count):
        lead = np.cumsum(rng.normal(0, 0.3, 40))
        seats = [step // 4 % 2 for step in range(40)]
        sees = [1 / (1 + np.exp(-((1 - 2 * seat) * at + hope))) for seat, at in zip(seats, lead, strict=True)]
        notes = tuple(Note(seat, 2, frozenset(), frozenset(), float(value)) for seat, value in zip(seats, sees, strict=True))
        matches.append(Result(number, number, ("x",) * 2, 1, 1 if lead[-1] > 0 else 2, -1, 40, ((0,), (0,)), notes=notes))
    program = SimpleNamespace(teams=[], scores=())
    game = SimpleNamespace(seats=("Ann", "Bob"), program=program, world=SimpleNamespace(routines={}, score=None))
    return Rows(cast("Any", game), "mcts:20", 0, count, tuple(matches))


def test_that_each_thinks_well_of_its_own_plans_changes_no_lead() -> None:
    sober, hopeful = courses(hopeful_two(0.0)), courses(hopeful_two(1.0))
    raw = [np.mean([replace(c, chance=c.seen).changes() for c in told]) for told in (sober, hopeful)]
    right = [np.mean([c.changes() for c in told]) for told in (sober, hopeful)]
    assert raw[1] > raw[0] + 2, "as the searches have it, the lead goes from seat to seat with the turns"
    assert right[1] == pytest.approx(right[0], abs=0.3)


# ---------------------------------------------------------------- two levels


def test_two_levels_are_held_against_each_other() -> None:
    rows = collect(load(CASES / "fair_race.rules"), Arm("main", "random", 160), 0, Means(workers=1))
    rows = replace(rows, level="mcts:60")
    other = replace(rows, level="mcts:20")
    same = agreement(rows, other)
    assert same.says.startswith("Two levels agree on who wins, at 60 looks and at 20 looks (160 matches): ") and not same.turned
    one, two = (replace(rows, matches=tuple(replace(m, winners=w if m.number % 4 else 3 - w) for m in rows.matches)) for w in (1, 2))
    apart = agreement(one, replace(two, level="mcts:20"))
    assert apart.says.startswith("Two levels disagree on who wins") and "seats" in apart.turned
    alarm = Finding(kind="seat", severity="serious", says="Ann wins.", lines=("x:1",), figure="seats")
    assert apart.tempered(alarm).severity == "note" and same.tempered(alarm) is alarm
    assert agreement(rows, None).says == ONE_LEVEL


def test_lengths_are_shown_in_round_classes() -> None:
    assert spread_out([7, 8, 8, 9], "decisions") == (("7 decisions", 0.25), ("8 decisions", 0.5), ("9 decisions", 0.25))
    wide = spread_out(list(range(100, 200)), "decisions")
    assert wide[0] == ("100 to 119 decisions", 0.2) and sum(part for _, part in wide) == pytest.approx(1.0)
