"""Groups are picked in any order at the table; the match is told in the order of the rules."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.play import load
from rulewright.play.groups import Group
from rulewright.play.match import Match

RULES = """\
game "Picking" for Ann, Bob

piece Card: 5
  | name |
  | Ace  |
  | Jack |
  | King |
  | Nine |
  | Ten  |
place hand of each Player: hand of Card
place heap: pile of Card

setup
  put all Card on hand of Ann

turn
  player chooses {quota} Card in hand of player as gifts
  move gifts to heap
  finish

winner: most count Card in hand of player, then shared
"""


def started(folder: Path, quota: str) -> Match:
    path = folder / "picking.rules"
    path.write_text(RULES.replace("{quota}", quota), encoding="utf-8")
    return load(path, engine="interpreter").start(1)


def heap(match: Match) -> set[str]:
    return {str(p.name) for place in match.view(None).places if place.name == "heap" for c in place.cells for p in c.pieces}


@pytest.mark.parametrize(("quota", "count"), [("2", 2), ("3", 3), ("1 to 3", 2), ("up to 4", 3), ("any", 4)])
def test_any_order(tmp_path: Path, quota: str, count: int) -> None:
    """Whatever is picked first, everything else can still be picked, and the whole group is what comes of it."""
    chance = random.Random(1)
    for _ in range(6):
        match = started(tmp_path, quota)
        group = Group(match)
        wanted = chance.sample(["Ace", "Jack", "King", "Nine", "Ten"], count)
        for number, title in enumerate(wanted):
            titles = {o.title for o in group.decision().options} - {"done"}
            assert titles == {"Ace", "Jack", "King", "Nine", "Ten"} - set(wanted[:number])
            group.pick(title)
        assert group.complete()
        for step in group.steps():
            match.choose(match.raw_options.index(step))
        if match.decision is not None:
            match.choose("done")
        assert heap(match) == set(wanted)


def test_too_few_is_not_complete(tmp_path: Path) -> None:
    match = started(tmp_path, "3")
    group = Group(match)
    group.pick("Ten")
    assert not group.complete() and not group.full()
    assert "done" not in {o.title for o in group.decision().options}


def test_where_a_group_begins(tmp_path: Path) -> None:
    match = started(tmp_path, "1 to 3")
    assert Group.begins(match)
    match.choose(0)
    assert not Group.begins(match)
    assert not Group.begins(load("tic_tac_toe", engine="interpreter").start(1))
