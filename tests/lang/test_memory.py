"""Pieces that lie hidden are remembered by those who have seen them, wherever they are moved in sight of all."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.play import load
from rulewright.play.match import Match

RULES = """
game "Shells" for Ann, Bob, Cid

piece Pearl
  | name  |
  | White |
  | Black |
  | Grey  |
place row: track of 4, holding 1 Pearl seen by witnesses
place hand of each Player: hand of Pearl, seen by owner
place pot: deck of Pearl, seen by none

setup
  put all Pearl on pot
  shuffle pot
  Ann draws 1 Pearl from pot
  Bob draws 1 Pearl from pot

play
  Ann must lay first Pearl in hand of Ann on spot(row, 1)
  Bob must lay first Pearl in hand of Bob on spot(row, 2)
  Cid may peek
  Cid may exchange
  Cid may unveil
  finish

action lay Pearl on Cell
  move pearl to cell

action peek at Cell in row
  requires some Pearl in cell
  show the Pearl in cell to player

action exchange
  swap the Pearl in spot(row, 1) with the Pearl in spot(row, 2) as other

action unveil Cell in row
  reveal the Pearl in cell
  conceal the Pearl in cell
  move the Pearl in cell to spot(row, 4)

winner: shared
"""


def known(match: Match) -> dict[str, list[str | None]]:
    """What each seat knows of the row, cell by cell; `?` is a pearl it has not seen."""
    found: dict[str, list[str | None]] = {}
    for seat in match.game.seats:
        row = next(p for p in match.view(seat).places if p.name == "row")
        found[seat] = [(c.pieces[0].name or "?") if c.pieces else None for c in row.cells]
    return found


@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_who_remembers_what(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "shells.rules"
    path.write_text(RULES, encoding="utf-8")
    match = load(path, engine=engine).start(5)
    first = match.view("Ann").places[1].cells[0].pieces[0].name
    second = match.view("Bob").places[2].cells[0].pieces[0].name
    assert first and second and first != second
    match.choose(0)
    match.choose(0)
    assert known(match) == {"Ann": [first, "?", None, None], "Bob": ["?", second, None, None], "Cid": ["?", "?", None, None]}
    match.choose("peek at 2")
    assert known(match)["Cid"] == ["?", second, None, None]
    assert known(match)["Ann"] == [first, "?", None, None]
    match.choose("exchange")
    assert known(match) == {"Ann": ["?", first, None, None], "Bob": [second, "?", None, None], "Cid": [second, "?", None, None]}
    match.choose("unveil 2")
    assert known(match) == {seat: ["?" if seat == "Ann" else second, None, None, first] for seat in match.game.seats}
