"""Choosing several pieces, some of them equal: every choice once, and never a dead end. Lists that outlive a decision."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.play import load
from rulewright.play.differential import compare, twins_of
from rulewright.play.match import Match

RULES = """
game "Parade" for Ann, Bob

type Colour: red or blue

piece Guard of each Colour: 3 per Colour
  | name  | copies |
  | guard | 3      |
  medal: flag = no

place yard: pile of Guard
place road: pile of Guard

setup
  put all Guard on yard
  set Red_guard_2.medal to yes

play
  Ann chooses FEWEST to 3 Guard of red in yard as party
  move party to road
  each tier in (tiers count Guard of colour in yard for Colour)
    Bob chooses Colour in tier
  finish

winner: most count Guard in road, then shared
"""


def started(tmp_path: Path, engine: str, fewest: int) -> Match:
    path = tmp_path / "parade.rules"
    path.write_text(RULES.replace("FEWEST", str(fewest)), encoding="utf-8")
    return load(path, engine=engine).start(1)


def parties(match: Match) -> list[tuple[str, ...]]:
    """Everything Ann can choose, as what leaves the yard: guards with a medal are written with a star."""
    assert match.decision is not None
    if match.decision.seat != "Ann":
        view = match.view(None)
        road = next(p for p in view.places if p.name == "road")
        return [tuple(sorted("*" if piece.attributes["medal"] == "yes" else "o" for cell in road.cells for piece in cell.pieces))]
    found = []
    for option in match.decision.options:
        match.choose(option.number)
        found += parties(match)
        match.undo()
    return found


@pytest.mark.parametrize("engine", ["interpreter", "native"])
@pytest.mark.parametrize("fewest", [0, 1, 2, 3])
def test_equal_pieces(tmp_path: Path, engine: str, fewest: int) -> None:
    everything = [(), ("o",), ("*",), ("o", "o"), ("*", "o"), ("*", "o", "o")]
    wanted = sorted(p for p in everything if len(p) >= fewest)
    assert sorted(parties(started(tmp_path, engine, fewest))) == wanted


def test_names_of_pieces_that_belong_to_colours(tmp_path: Path) -> None:
    match = started(tmp_path, "interpreter", 1)
    assert match.decision is not None
    assert [o.title for o in match.decision.options] == ["red guard", "red guard (medal)"]


def test_lists_in_suspended_states(tmp_path: Path) -> None:
    """Both engines keep the same bytes while a loop over groups waits for a decision."""
    path = tmp_path / "parade.rules"
    path.write_text(RULES.replace("FEWEST", "0"), encoding="utf-8")
    twins = twins_of(load(path, engine="interpreter"))
    for seed in range(8):
        compare(twins, seed)
