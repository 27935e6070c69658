"""Interrupts: `during turn of player` for the one whose turn it is, `during fight` for everybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.play import load
from rulewright.play.match import Match

RULES = """
game "Brawl" for Ann, Bob, Cid

each Player has
  potions: 0 to 2 = 1
  blows: 0 to 9 = 0

play
  Bob takes turn
  brawl
  finish

turn
  gain 1 blows

phase brawl
  each Player must strike
  roll die giving pips

action strike
  gain 1 blows

interrupt drink during WHEN
  pay 1 potions

winner: most player.blows, then shared
"""


def started(tmp_path: Path, engine: str, when: str) -> Match:
    path = tmp_path / "brawl.rules"
    path.write_text(RULES.replace("WHEN", when), encoding="utf-8")
    return load(path, engine=engine).start(1)


def titles(match: Match) -> list[str]:
    assert match.decision is not None
    return [o.title for o in match.decision.options]


@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_during_a_phase_everybody_may_interrupt(tmp_path: Path, engine: str) -> None:
    match = started(tmp_path, engine, "brawl")
    for seat in ("Ann", "Bob", "Cid"):
        assert match.decision is not None and match.decision.seat == seat
        assert titles(match) == ["strike", "drink"]
        if seat == "Cid":
            match.choose("drink")  # the decision is still to be made
            assert titles(match) == ["strike"]
        match.choose("strike")
    for seat in ("Ann", "Bob"):  # before the roll; Cid has nothing left to drink
        assert match.decision is not None and match.decision.seat == seat
        assert titles(match) == ["drink", "go on"]
        match.choose("go on")
    assert match.over


@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_during_the_turn_of_a_player_only_he_may(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "brawl.rules"
    rules = RULES.replace("turn\n  gain 1 blows", "turn\n  each Player must strike").replace("WHEN", "turn of player")
    path.write_text(rules, encoding="utf-8")
    match = load(path, engine=engine).start(1)
    offered = {}
    for _ in range(3):
        assert match.decision is not None and match.decision.seat is not None
        offered[match.decision.seat] = titles(match)
        match.choose("strike")
    assert offered == {"Ann": ["strike"], "Bob": ["strike", "drink"], "Cid": ["strike"]}
