"""The charts of a report show the numbers they are made of, and a report needs nothing but itself."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from rulewright.play.game import load
from rulewright.play.models import Transcript
from rulewright.study import transcripts
from rulewright.study.chart import PERCENT, Axis, axis
from rulewright.study.drawing import Panel, fan, grid, histogram, panels, stack
from rulewright.study.figures.cells import where
from rulewright.study.figures.length import growth
from rulewright.study.figures.tension import courses
from rulewright.study.figures.things import taken
from rulewright.study.figures.through import extremes
from rulewright.study.making import Played, made
from rulewright.study.model import Study
from rulewright.study.pictures import picture
from rulewright.study.plan import Plan
from rulewright.study.report import render
from rulewright.study.rows import Arm, Means, Rows, collect

CASES = Path(__file__).parent / "cases"
SVG = "{http://www.w3.org/2000/svg}"

TWO_WAYS = """
game "Two Ways" for Ann, Bob

each Player has coins: 0 to 100

play
  repeat 4 times
    each player in Player takes turn

turn
  player must earn or give or wait

action earn
  gain 2 coins

action give
  requires player.coins > 0
  pay 1 coins

action wait
  gain 1 coins

score
  coins: player.coins

winner: most score, then shared
"""


@cache
def four() -> Rows:
    return collect(load("connect_four"), Arm("main", "mcts:4", 40), 7, Means(workers=1))


@cache
def studied() -> tuple[Study, Played]:
    plan = Plan(60, "mcts:4", 0, 200, ladder=6, experiment=60, fortune=20, deep=6, second=0)
    return made(load(CASES / "dominated_card.rules"), plan, "rulewright study", Means(workers=1))


def numbers(svg: str, tag: str, name: str) -> list[float]:
    return [float(e.attrib[name]) for e in ElementTree.fromstring(svg).iter(SVG + tag) if e.get("fill") != "none"]


def test_axes_end_at_round_marks_around_all_values() -> None:
    for values in ([3.0, 97.0], [-0.4, 0.3], [1200.0, 1234.0], [5.0, 5.0]):
        found = axis(values)
        assert found.low <= min(values) and found.high >= max(values) and found.marks[0] == found.low and found.marks[-1] == found.high
        steps = np.diff(found.marks)
        assert 2 <= len(found.marks) <= 8 and np.allclose(steps, steps[0])
    assert axis([98.0, 101.0], bounds=(0.0, 100.0)).high == 100.0


def test_the_columns_of_a_histogram_are_as_high_as_matches_are_many() -> None:
    svg = histogram("h", "Lengths", [1, 1, 1, 2, 5], "moves", "half")
    bars = [e for e in ElementTree.fromstring(svg).iter(SVG + "rect") if e.get("stroke") == "#24606f"]
    heights = [float(e.attrib["height"]) for e in bars]
    assert len(bars) == 3 and heights[0] == pytest.approx(3 * heights[1], abs=0.3) and heights[1] == pytest.approx(heights[2], abs=0.2)


def test_parts_of_a_stack_are_as_wide_as_their_shares() -> None:
    svg = stack("s", "Luck", [("choice", 0.6), ("dice", 0.3), ("deck", 0.1)])
    wide = [float(e.attrib["width"]) for e in ElementTree.fromstring(svg).iter(SVG + "rect") if e.get("height") == "28.0"]
    assert len(wide) == 3 and wide[0] / sum(wide) == pytest.approx(0.6, abs=0.01) and wide[2] / sum(wide) == pytest.approx(0.1, abs=0.01)
    assert "dice, 30 %" in svg


def test_what_lies_outside_the_band_is_filled() -> None:
    rows = [(5.0, 4.0, 6.0), (0.5, -1.0, 2.0)]
    svg = panels("p", "Worth", ["good", "idle"], [Panel("worth", rows, band=1.0)])
    assert [e.attrib["fill"] for e in ElementTree.fromstring(svg).iter(SVG + "circle")] == ["#111", "#fff"]


def test_a_fan_has_two_bands_around_its_line() -> None:
    parts = np.array([[10, 20], [30, 40], [50, 60], [60, 70], [90, 95]], dtype=float)
    svg = ElementTree.fromstring(fan("f", "Chance", [0.0, 100.0], parts, Axis(0, 100, PERCENT), 50))
    assert len(list(svg.iter(SVG + "polygon"))) == 2 and len(list(svg.iter(SVG + "polyline"))) == 1


def test_darker_cells_are_those_on_which_more_lies() -> None:
    svg = grid("g", "Board", [(0, 0, 0.0), (1, 0, 0.5), (2, 0, 1.0)])
    inks = [int(found) for found in re.findall(r'fill="rgb\((\d+),', svg)]
    assert inks == sorted(inks, reverse=True) and len(set(inks)) == 3 and ">50<" in svg and ">100<" in svg


def test_where_pieces_lie_is_counted_from_the_last_position() -> None:
    rows = four()
    (found,) = where(rows)
    seen: Counter[str] = Counter()
    for result in rows.matches:
        match = rows.game.start(result.seed)
        while not match.over:
            match.choose_made(result.moves[len(match.moves)])
        board = next(p for p in match.view().places if p.name == "board")
        seen.update(cell.name for cell in board.cells if cell.pieces or cell.counts)
    best = found.estimates[0]
    assert best.value == pytest.approx(seen[best.name] / 40) and 0 < best.value < 1
    assert found.drawing.count("<rect") == 42 + 4  # every cell, and the grounds of four patterns
    top = max(n for n in seen.values() if n < 40)
    assert best.value * 40 == pytest.approx(top)


def test_the_matches_that_are_shown_can_be_replayed(tmp_path: Path) -> None:
    rows = four()
    (found,) = extremes(rows, courses(rows))
    assert len(set(found.matches)) == 3 and all(f"match {n}" in found.drawing for n in found.matches)
    for path, number in zip(transcripts.write(tmp_path, rows, found.matches), found.matches, strict=True):
        told = Transcript.model_validate_json(path.read_text(encoding="utf-8"))
        result = next(m for m in rows.matches if m.number == number)
        assert told.outcome is not None and len(told.moves) == len(result.moves)
        assert tuple(told.outcome.winners) == tuple(s for n, s in enumerate(rows.game.seats) if result.winners >> n & 1)


def test_a_match_grows_by_what_there_is_to_choose() -> None:
    found = growth(collect(load("connect_four"), Arm("main", "random", 120), 7, Means(workers=1)))
    assert found is not None
    first, last = found.estimates[0], found.estimates[9]
    assert first.value == pytest.approx(7.0) and last.value < 7.0  # columns fill up


def test_what_is_never_and_always_taken_is_told(tmp_path: Path) -> None:
    path = tmp_path / "two_ways.rules"
    path.write_text(TWO_WAYS, encoding="utf-8")
    figure = taken(collect(load(path), Arm("main", "greedy", 60), 0, Means(workers=1)))
    assert figure is not None
    never = {f.says.partition(" is ")[0]: f.lines for f in figure.findings if f.kind == "never_taken"}
    always = {f.says.partition(" is ")[0]: f.lines for f in figure.findings if f.kind == "always_taken"}
    assert never == {"give": ("two_ways.rules:16",), "wait": ("two_ways.rules:20",)} and always == {"earn": ("two_ways.rules:13",)}


def test_a_report_needs_nothing_but_itself() -> None:
    study, _ = studied()
    page = render(study, "html")
    assert "<script" not in page and 'href="http' not in page and "src=" not in page and "url(http" not in page
    defined = re.findall(r'\bid="([^"]+)"', page)
    assert len(defined) == len(set(defined))
    assert set(re.findall(r"url\(#([^)]+)\)", page)) <= set(defined)
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(defined)
    for figure in study.figures:
        for svg in re.findall(r"<svg.*?</svg>", picture(figure), re.S):
            root = ElementTree.fromstring(svg)
            assert (root.findtext(SVG + "title") or "").strip(), figure.id


def test_pictures_are_the_same_bytes_each_time() -> None:
    study, _ = studied()
    plan = Plan(60, "mcts:4", 0, 200, ladder=6, experiment=60, fortune=20, deep=6, second=0)
    again, _ = made(load(CASES / "dominated_card.rules"), plan, "rulewright study", Means(workers=1))
    assert render(study, "html") == render(again, "html")
