"""Known cases of what takes matches of its own: worths by lot, luck, real choices; and the statistics behind them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rulewright.agents.bars import piece_name
from rulewright.agents.batch import Result, play_all
from rulewright.agents.fortune import Event
from rulewright.agents.tree import Settings
from rulewright.agents.valuing import by_hand, valued
from rulewright.play import coverage
from rulewright.play.game import load
from rulewright.study import places
from rulewright.study.figures.choosing import sort_of
from rulewright.study.figures.strategies import groups, silhouette
from rulewright.study.lots import ONE_IN, drawn
from rulewright.study.making import Played, made, make
from rulewright.study.model import Estimate, Figure, Study
from rulewright.study.plan import Plan, certainty
from rulewright.study.report import render
from rulewright.study.rows import Arm, Means, collect
from rulewright.study.stats import chi_square, clustered
from rulewright.study.store import Store

CASES = Path(__file__).parent / "cases"


@cache
def studied(case: str, matches: int, experiment: int = 0, fortune: int = 0, deep: int = 0, level: str = "mcts:40") -> tuple[Study, Played]:
    plan = Plan(matches, level, 0, random_matches=200, ladder=0, experiment=experiment, fortune=fortune, deep=deep)
    return made(load(CASES / f"{case}.rules"), plan, "rulewright study", Means(workers=1))


def figure(found: Study, id: str) -> Figure:
    (one,) = [f for f in found.figures if f.id == id]
    return one


def estimate(found: Study, id: str, name: str) -> Estimate:
    (one,) = [e for e in figure(found, id).estimates if e.name == name]
    return one


def row(case: str, name: str) -> str:
    lines = (CASES / f"{case}.rules").read_text().splitlines()
    return f"{case}.rules:{next(n for n, text in enumerate(lines, 1) if text.strip().startswith(f'| {name} '))}"


def test_the_better_card_is_found_at_its_row_by_lot() -> None:
    found, _ = studied("dominated_card", 60, 260)
    anvil = estimate(found, "worth", "Anvil")
    assert 4.5 < anvil.value < 8.5 and anvil.low > 3.5
    (strong,) = [f for f in found.findings if f.kind == "strong"]
    assert "Anvil" in strong.says and strong.lines == (row("dominated_card", "Anvil"),)
    assert not {f.kind for f in found.findings} & {"seat", "dead_rule"}


def test_what_is_the_same_only_worse_is_found_at_its_row() -> None:
    found, _ = studied("dominated_card", 60, 260)
    (finding,) = [f for f in found.findings if f.kind == "dominated"]
    assert finding.says.startswith("Barrel is Cask, only worse: they differ in nothing but their value")
    assert finding.lines == (row("dominated_card", "Barrel"),)


def test_what_winners_have_is_not_called_strong() -> None:
    found, _ = studied("winners_trophy", 40, 200)
    trophy, medal = estimate(found, "worth", "Trophy"), estimate(found, "worth", "Medal")
    assert trophy.value < 1.5 and medal.value > 6
    assert not [f for f in found.findings if f.kind == "strong" and "Trophy is" in f.says]


def test_what_has_to_be_taken_costs_where_it_is_worth_nothing() -> None:
    """By lot: to take the Trophy, which gives nothing, wherever one can; and the card that is better than all others."""
    trophies, _ = studied("winners_trophy", 40, 200)
    trophy, medal = estimate(trophies, "forced", "Trophy"), estimate(trophies, "forced", "Medal")
    assert trophy.high < 0 < medal.low and figure(trophies, "forced").shows.startswith("To take Trophy wherever one can costs most")
    cards, played = studied("dominated_card", 60, 260)
    assert estimate(cards, "forced", "Anvil").low > 0 > estimate(cards, "forced", "Rope").high
    (forced,) = [rows for rows in played.arms if rows.arm == "forced"]
    assert len(forced.matches) == 86 and set(forced.names) == {e.name for e in figure(cards, "forced").estimates}


def test_who_has_to_take_something_takes_it_wherever_it_is_offered() -> None:
    _, played = studied("dominated_card", 60, 260)
    (rows,) = [rows for rows in played.arms if rows.arm == "forced"]
    asked = 0
    for match in rows.matches:
        lots = drawn(2, rows.names, match.seed)
        for note in match.notes:
            must = set(lots[note.seat]) & note.offered
            if must:
                assert note.taken & must and note.offered & set(rows.names) <= set(lots[note.seat])
                asked += 1
    assert asked > 100


def test_where_there_is_only_luck_it_is_all_luck_and_nothing_to_choose() -> None:
    found, _ = studied("pure_luck", 30, 0, 60, 6, "mcts:100")
    luck = estimate(found, "luck", "luck in all")
    assert luck.value > 0.7 and luck.high > 0.85
    assert "no_choice" in {f.kind for f in found.findings}


def test_where_there_is_only_skill_nothing_is_luck() -> None:
    found, _ = studied("pure_skill", 20)
    assert estimate(found, "luck", "luck in all").high == 0.0
    assert "no_choice" not in {f.kind for f in found.findings}


def test_a_better_card_is_a_real_choice_and_luck_is_not_all() -> None:
    found, _ = studied("dominated_card", 60, 260, 0, 0)
    assert not [f for f in found.findings if f.kind == "no_choice"]
    race, _ = studied("fair_race", 20, 0, 30, 0)
    luck = estimate(race, "luck", "luck in all")
    assert luck.value > 0.3 and luck.low < 1


def test_lots_are_even_and_the_same_for_the_same_match() -> None:
    names = [f"n{i}" for i in range(8)]
    bars = [drawn(2, names, seed) for seed in range(400)]
    share = sum(len(mine) for match in bars for mine in match) / (400 * 2 * 8)
    assert abs(share - 1 / ONE_IN) < 0.03 and bars[7] == drawn(2, names, 7)


def test_what_a_position_is_worth_is_the_same_in_both_engines() -> None:
    game = load(CASES / "dominated_card.rules")
    state = game.start(3).state
    settings = Settings(seed=5, depth=9, scale=4)
    assert valued(game, state, settings, 20) == by_hand(game, state, settings, 20)


def test_events_of_chance_change_nothing_but_their_own_stream() -> None:
    """A match in which chance is looked at is the same match."""
    game = load(CASES / "winners_trophy.rules")
    plain = collect(game, Arm("main", "random", 3), 1, Means(workers=1))
    looked = collect(game, Arm("main", "random", 3, fortune=4), 1, Means(workers=1))
    assert [m.moves for m in plain.matches] == [m.moves for m in looked.matches]
    rolls = [e for e in looked.matches[0].events if e.streams == ("die",) or "die" in " ".join(e.streams)]
    assert len(rolls) >= 16 and all(len(e.else_) == 4 for e in rolls)


def test_a_study_that_was_stopped_goes_on(tmp_path: Path) -> None:
    game = load(CASES / "dominated_card.rules")
    means = Means(workers=1, folder=tmp_path)
    first = collect(game, Arm("main", "random", 4, fortune=2), 1, means)
    seen: list[int] = []
    more = collect(game, Arm("main", "random", 6, fortune=2), 1, Means(1, "", tmp_path, seen.append))
    assert more.matches[:4] == first.matches and seen == [4, 1, 1]
    (path,) = tmp_path.glob("*.jsonl")
    path.write_text(path.read_text()[:-40])  # the last line is cut off
    assert len(Store(game, "main", ("random", "2", "1", "20000"), tmp_path).known) == 5


def test_ctrl_c_reports_what_there_is_and_the_same_command_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped among the matches of the experiment: the report of those before it; then all is as if nobody had stopped it."""
    game = load(CASES / "dominated_card.rules")
    plan = Plan(40, "random", 0, random_matches=100, ladder=0, experiment=90, fortune=20, deep=0)
    played = 0

    def stopping(*given: Any) -> Iterator[Result]:
        nonlocal played
        for result in play_all(*given):
            if played == 70:
                raise KeyboardInterrupt
            played += 1
            yield result

    with monkeypatch.context() as patch:
        patch.setattr(import_module("rulewright.study.rows"), "play_all", stopping)
        stopped, _ = made(game, plan, "x", Means(1, "", tmp_path))
    assert {f.id for f in stopped.figures} >= {"seats", "luck"} and not {f.id for f in stopped.figures} & {"worth", "rules"}
    assert not stopped.complete and "It was stopped" in " ".join(stopped.left_out)
    whole, again = make(game, plan, "x", Means(1)), make(game, plan, "x", Means(1, "", tmp_path))
    assert again.complete and render(again, "html") == render(whole, "html")


def test_a_study_that_looks_again_and_again_stops_when_it_knows_enough() -> None:
    """Between equals: 100 matches do not tell a share to 8 of 100 at the first look, 200 do at the second, where ranges are wider."""
    plan = Plan(100, "random", 0, random_matches=0, ladder=0, experiment=0, fortune=0, deep=0, until=0.08)
    found = make(load(CASES / "rigged_start.rules"), plan, "x", Means(1))
    seats = next(f for f in found.figures if f.id == "seats")
    assert found.matches in (200, 400) and all((e.high - e.low) / 2 <= 0.08 for e in seats.estimates)
    usual = 1.96 / 2 / found.matches**0.5
    assert (seats.estimates[0].high - seats.estimates[0].low) / 2 > usual, "ranges hold at every look"


def test_counters_of_matches_that_are_played_again() -> None:
    game = load(CASES / "dead_rule.rules")
    rows = collect(game, Arm("main", "random", 5), 1, Means(workers=1))
    found = coverage.of(game, rows.moves())
    assert found is not None and found.matches == 5
    fired = dict(zip(game.program.rules, found.fired.tolist(), strict=True))
    assert fired["action lay"] == 40 and fired["action jump"] == 0
    tallies = {game.program.spans[span]: t for span, t in coverage.refusals(game, rows.moves(), 2, 20).items()}
    source = game.loaded.sources[0]
    texts = {source.text[start:end]: t for (_, start, end), t in tallies.items()}
    assert texts["requires player.power is 3"].refused == texts["requires player.power is 3"].reached > 0
    assert 0 < texts["requires cell is empty"].refused < texts["requires cell is empty"].reached


def test_looks_again_and_again() -> None:
    assert certainty(1) > 1.96 and certainty(2) > certainty(1)
    assert Plan(until=0.05).looks()[0] == 100 and Plan(until=0.05).looks()[-1] == Plan(until=0.05).most()
    assert Plan(50).looks() == [50]


def test_statistics_of_the_experiment() -> None:
    rng = np.random.default_rng(4)
    x = rng.integers(-1, 2, (400, 2)).astype(float)
    y = x @ np.array([3.0, 0.0]) + rng.normal(size=400)
    values, spread = clustered(y, x, np.arange(400))
    assert values == pytest.approx([3.0, 0.0], abs=0.2) and np.sqrt(spread[0, 0]) == pytest.approx(0.061, abs=0.01)
    doubled, wider = clustered(np.repeat(y, 2), np.repeat(x, 2, axis=0), np.repeat(np.arange(400), 2))
    assert doubled == pytest.approx(values) and wider == pytest.approx(spread, rel=0.02)
    assert chi_square(3.84, 1) == pytest.approx(0.05, abs=0.01) and chi_square(18.3, 10) == pytest.approx(0.05, abs=0.003)


def test_groups_that_stand_apart() -> None:
    rng = np.random.default_rng(1)
    points = np.concatenate([rng.normal(0, 0.05, (30, 3)), rng.normal(1, 0.05, (20, 3))])
    distances = np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=2))
    labels = groups(distances, 2)
    assert len(set(labels[:30].tolist())) == 1 and len(set(labels.tolist())) == 2 and silhouette(distances, labels) > 0.8


def test_sorts_of_decisions() -> None:
    def sort(*looks: tuple[int, float], options: int = 3) -> int | None:
        from rulewright.agents.batch import Note

        return sort_of(Note(0, options, frozenset(), frozenset(), 0.5, looks=looks))

    assert sort(options=1) == 0 and sort() is None
    assert sort((1300, 0.5), (1300, 0.51), (1300, 0.49)) == 1
    assert sort((60, 0.5), (60, 0.51), (60, 0.49)) == 5, "a difference would not have shown"
    assert sort((800, 0.7), (60, 0.4), (60, 0.35)) == 2
    assert sort((400, 0.6), (390, 0.59), (60, 0.3)) == 3
    assert isinstance(Event(("die",), 0, (0.5,), ((0.5,),)), Event)


def test_cards_that_only_have_abilities_are_not_called_dead() -> None:
    """Nobody resolves them: what they do is counted by itself."""
    game = load("hedge_and_hive", engine="interpreter")
    assert places.rule(game, "Card Barn") is None
    hive, mill = places.rule(game, "Card Hive before turn"), places.rule(game, "Card Mill")
    assert hive is not None and mill is not None and hive != mill


def test_a_piece_without_a_name_is_called_by_its_kind() -> None:
    program = load("two_heirs", engine="interpreter").program
    troop = next(kind for kind in program.kinds if kind.name == "Troop")
    assert piece_name(program, troop.base) == "Troop" and "" not in {piece_name(program, n) for n in range(program.pieces)}
