"""The tree of meaning: there is one for every body, and it is the same where the rules mean the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.driver import load
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning import sentences as s
from rulewright.dsl.meaning.show import Show
from rulewright.dsl.meaning.walk import nodes
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax.walk import nodes as surface
from tests.same.dump import programs

GAME = """
game "Troops" for Red, Blue

type Metal: iron or gold

piece Troop of each Player: 4
  strength: 0 to 9 = 1
  metal: Metal = iron

place land: grid 4 by 4
place camp of each Player: pile of Troop

setup
  each Player
    put all Troop of player on camp of player

turn
  player must march or rest

action march Troop of player in camp of player to Cell in land
  requires cell is empty
  requires troop.metal is iron
  let gain_of_it = troop.strength + 1
  move troop to cell
  set troop.strength to gain_of_it

action rest
  draw
"""


def told(text: str, folder: Path) -> str:
    path = folder / "game.rules"
    path.write_text(text, encoding="utf-8")
    loaded = load(path, lint=False, playable=False)
    assert loaded.world is not None and not loaded.findings.errors, [f.message for f in loaded.findings.all]
    show = Show(loaded.world)
    lines: list[str] = []
    for routine in rules_of(loaded.world).routines:
        about = (f"{p.prep}{show.binding(p.binding)} {show.any(p.among) if p.among is not None else ''}" for p in routine.params)
        lines += [routine.symbol.name, *about, *show.lines(routine.body, 1)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("gain_of_it", "more"),
        ("troop.strength + 1", "strength of troop + 1"),
        ("move troop to cell", "move troop on cell"),
        ("\n\ntype Metal", "\n\n\n# a remark\ntype Metal"),
    ],
)
def test_what_is_only_said_otherwise_means_the_same(old: str, new: str, tmp_path: Path) -> None:
    assert old in GAME
    assert told(GAME, tmp_path) == told(GAME.replace(old, new), tmp_path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("+ 1", "+ 2"),
        ("is iron", "is gold"),
        ("is iron", "is not iron"),
        ("cell is empty", "cell is full"),
        ("Troop of player in camp", "Troop in camp"),
        ("must march", "may march"),
        ("camp of player\n\nturn", "camp of Red\n\nturn"),
        ("  draw\n", "  stop\n"),
    ],
)
def test_what_is_changed_means_something_else(old: str, new: str, tmp_path: Path) -> None:
    assert old in GAME
    assert told(GAME, tmp_path) != told(GAME.replace(old, new), tmp_path)


SAMPLE = [p for n, p in enumerate(programs()) if p.parent.parent.name == "games" or n % 3 == 0]


@pytest.mark.parametrize("path", SAMPLE, ids=lambda p: p.stem)
def test_every_word_of_every_body_is_understood(path: Path) -> None:
    """No statement is left out of the tree, and nothing in it is unclear."""
    loaded = load(path, lint=False, playable=False)
    assert not loaded.findings.errors and loaded.world is not None
    rules = rules_of(loaded.world)
    assert [loaded.sources.text(x.span) for x in nodes(rules, m.Wrong)] == []
    written = sum(1 for group in loaded.world.routines.values() for r in group for _ in surface(r.decl.body, d.Sentence))
    kept = sum(1 for r in rules.routines for x in nodes(r.body, s.Step) if isinstance(x, s.Act | s.Perform))
    assert kept >= written
