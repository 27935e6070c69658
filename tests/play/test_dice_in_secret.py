"""Dice under cups: nobody but their owner learns what they show, until it is shown to them, or from when they are rolled again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulewright.agents.packets import packet_of
from rulewright.agents.worlds import worlds
from rulewright.play import load
from rulewright.play.game import Game
from rulewright.play.match import Match

CUPS = Path(__file__).parent.parent / "lang" / "dice" / "under_cups.rules"


@pytest.fixture(scope="module")
def game() -> Game:
    return load(CUPS, engine="interpreter")


def rolled(game: Game, faces: list[int]) -> Match:
    """Ann has rolled as chance was told, and rolls nothing again; Bob is to roll."""
    match = game.start(3, chance="ask")
    for face in faces:
        match.choose(face - 1)
    match.choose("done")
    match.choose("decline")
    return match


def test_others_learn_nothing(game: Game) -> None:
    one, other = rolled(game, [1, 2, 3]), rolled(game, [6, 6, 6])
    for seat in ("Bob", "Cid", None):
        assert one.view(seat) == other.view(seat)
        assert one.log(seat) == other.log(seat)
        told = [[(e.text, e.sentences) for e in m.events(seat)] for m in (one, other)]
        assert told[0] == told[1]
    number = game.seats.index("Bob")
    packets = [game.knower.packet(m.as_list(), number, m._memory) for m in (one, other)]
    assert packets[0] == packets[1]


def test_the_owner_sees_them(game: Game) -> None:
    one, other = rolled(game, [1, 2, 3]), rolled(game, [6, 6, 6])
    cup = next(p for p in one.view("Ann").places if p.name == "cup" and p.owner == "Ann")
    assert [piece.attributes["face"] for piece in cup.cells[0].pieces] == ["1", "2", "3"]
    assert one.log("Ann") != other.log("Ann")
    assert [line for line in one.log("Bob") if "rolls" in line] == ["chance: Ann rolls a Die (shake)"] * 3


def _play_on(match: Match, seed: int) -> None:
    dice = Random(seed)
    while not match.over and sum("has chosen" in line for line in match.full_log) < 3:
        match.choose(dice.randrange(len(match.raw_options)))


def test_what_was_shown_is_forgotten_with_the_next_roll(game: Game) -> None:
    match = game.start(5)
    _play_on(match, 1)  # all have called, and all cups were revealed; Ann has rolled again
    assert match.deciding(None) == "Ann"
    cups = {p.owner: p for p in match.view("Bob").places if p.name == "cup"}
    assert not cups["Ann"].cells[0].pieces and cups["Ann"].hidden
    assert len(cups["Cid"].cells[0].pieces) > 0  # Cid has not rolled yet, and these were shown


def test_agents_imagine_every_face(game: Game) -> None:
    match = game.start(2)
    while match.deciding(None) != "Bob":
        match.choose(len(match.raw_options) - 1)
    packet = packet_of(match)
    kind = next(k for k in game.program.kinds if k.name == "Die")
    at = kind.attributes["face"].field.at  # type: ignore[union-attr]
    found = worlds(packet, 200, Random(1))
    assert {state[at] for state in found} == set(range(1, 7))  # Ann's
    truth = match.as_list()
    assert {tuple(state[at + 3 : at + 6]) for state in found} == {tuple(truth[at + 3 : at + 6])}  # Bob's own


def test_dice_are_told_apart_by_what_they_show(game: Game) -> None:
    match = game.start(3, chance="ask")
    for face in (1, 2, 6):
        match.choose(face - 1)
    assert match.decision is not None
    assert [o.title for o in match.decision.options][:3] == ["Ann Die 1 (1)", "Ann Die 2 (2)", "Ann Die 3 (6)"]
    assert any(line == "Ann Die 3 shows 6." for event in match.events("Ann") for line in event.sentences)
    assert not any("shows" in line for event in match.events("Bob") for line in event.sentences)
