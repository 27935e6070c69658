"""Studies of big games: one that all lose, and one that is a story."""

from __future__ import annotations

import pytest

from rulewright.play.game import load
from rulewright.study.making import make
from rulewright.study.model import Study
from rulewright.study.plan import Plan
from rulewright.study.report import render
from rulewright.study.rows import Means

pytestmark = pytest.mark.second


def at_random(name: str, matches: int) -> Study:
    plan = Plan(matches, "random", 0, random_matches=60, ladder=0, experiment=0, fortune=0, deep=0)
    return make(load(name), plan, "rulewright study", Means(workers=1))


def test_kingdom_of_heroes_between_random_players_is_lost_and_says_so_first() -> None:
    found = at_random("kingdom_of_heroes", 20)
    first = found.findings[0]
    assert first.kind == "lost" and first.severity == "serious" and "random players lost 20 of 20 matches" in first.says
    assert "rules that only survivors meet look dead" in first.says and not {f.id for f in found.figures} & {"seats", "start"}


def test_a_story_shows_its_graph_with_what_was_read() -> None:
    found = at_random("two_princes", 10)
    (story,) = [f for f in found.figures if f.id == "story"]
    (endings,) = [f for f in found.figures if f.id == "endings"]
    assert story.shows.startswith("112 of 112 cards were read.") or "Never: " in story.shows
    assert story.drawing.count("never") >= 32 - sum(e.value > 0 for e in endings.estimates)
    assert story.drawing in render(found, "html") and "drawing" not in render(found, "json")
