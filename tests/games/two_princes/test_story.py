"""The story holds together: every card can be met, every fact learned and asked for, every ending reached."""

from __future__ import annotations

import re

import pytest

from rulewright.play.engines import NativeCode, native_available
from rulewright.play.simulate import NO_LIMIT, simulate
from rulewright.play.story import Story, story_of
from tests.games.two_princes.plan import challenges, facts, id_of, plan
from tests.games.two_princes.seeds import MATCHES, SEED
from tests.games.two_princes.table import game_with

proves = pytest.mark.proves
native = pytest.mark.skipif(not native_available(), reason="needs native code")


@pytest.fixture(scope="module")
def story() -> Story:
    return story_of(game_with())


def links(story: Story, sort: str) -> set[tuple[str, str]]:
    return {(link.source.name, link.target.name) for link in story.links if link.sort == sort}


def rows() -> list[tuple[str, str]]:
    """Each planned card by its title, with everything that is written about it."""
    found = [(row[1], ";".join(row[2:])) for block in ("events", "encounters", "interlude") for row in plan()[block]]
    return found + [(row[2], ";".join(row[3:])) for row in plan()["challenges"]]


def test_nothing_is_wrong_with_it(story: Story) -> None:
    assert story.problems() == []
    assert len(story.of("card")) == 12 + 41 + 4 + 50 + 5 and len(story.of("fact")) == 12 and len(story.of("ending")) == 32


def test_cards_add_the_challenges_of_the_plan(story: Story) -> None:
    expected = {(title, challenges()[int(n)]) for title, text in rows() for n in re.findall(r"chal\((\d+)\)", text)}
    found = {(source, id_of(target)) for source, target in links(story, "adds")}
    by_decks = {(s, t) for s, t in found if s in {"The Night of the Flight", "The Postern Door", "the course of play", "Echoing Crypt"}}
    assert found - by_decks == {(s, t) for s, t in expected if s != "The Night of the Flight"}
    fixed = {id_of(row[2]) for row in plan()["challenges"] if int(row[0]) in {1, 2, 3, 19}}
    assert {t for s, t in by_decks if s == "The Night of the Flight"} == fixed | {"Heavy_Bundles"}
    late = {id_of(row[2]) for row in plan()["challenges"] if int(row[0]) in {71, 73, 74, 80}}
    assert {t for s, t in by_decks if s == "The Postern Door"} == late


def test_pools_are_drawn_from(story: Story) -> None:
    numbers = {row[2]: int(row[0]) for row in plan()["challenges"]}
    assert {numbers[t] for _, t in links(story, "draws")} == {4, 5, 6, 7, 12, 13, 14, 15, 16}


def test_every_challenge_comes_from_somewhere(story: Story) -> None:
    come = {t for sort in ("adds", "draws") for _, t in links(story, sort)}
    assert {row[2] for row in plan()["challenges"]} <= come


@proves("TP-126", "TP-127")
def test_facts_are_learned_and_asked_for_as_planned(story: Story) -> None:
    learned = {(title, facts()[key]) for title, text in rows() for key in re.findall(r"(?<!F )(?<!\|)fact\((\w+)\)", text)}
    assert links(story, "learns") == learned
    asked = {(facts()[key], title) for title, text in rows() for key in re.findall(r"(?:F |\|)fact\((\w+)\)", text)}
    asked |= {(facts()[key], row[2]) for row in plan()["endings"] for key in re.findall(r"fact\((\w+)\)", row[3])}
    asked |= {("the_guards_are_alerted", "The Hue and Cry")}
    assert links(story, "asks") == asked


def test_every_ending_has_a_way_to_it(story: Story) -> None:
    sections = {"S1": "as soon as misery is misery_limit", "S5": "The Chance to Turn Back"}
    expected = {(sections.get(row[0], "The Last Gate"), row[2]) for row in plan()["endings"]}
    assert {(s, t) for s, t in links(story, "leads") if t in game_with().program.endings} == expected


@native
@pytest.mark.parametrize("ending", sorted(MATCHES))
def test_every_ending_is_reached(ending: str) -> None:
    game = game_with("native")
    assert isinstance(game.engine, NativeCode)
    rows, _ = game.engine.native.batch(1, SEED, MATCHES[ending], NO_LIMIT)
    assert game.program.endings[int(rows[0][2])] == ending


def test_there_is_a_match_for_every_ending() -> None:
    assert set(MATCHES) == set(game_with().program.endings)


@native
def test_every_card_is_met(story: Story) -> None:
    game = game_with("native")
    result = simulate(game, 3000, 1, counts=True)
    assert result.fired is not None
    times = dict(zip(result.rules, result.fired.tolist(), strict=True))
    assert not [f"{n.kind} {n.name}" for n in story.of("card") if not times[f"{n.kind} {n.name}"]]
