"""Where rules cannot be carried out, both engines say so, with the same reason at the same place."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.play import load
from rulewright.play.differential import compare, twins_of

RULES = """
game "Empty" for Ann, Bob

piece Pebble{owned}: 6

place bowl: pile of Pebble
place b: pile of Pebble

setup
  put {first} on bowl

turn
  {line}
  player must rest

action rest: pass

when turn_number > 9
  draw
"""


@pytest.mark.parametrize("line", ["let one = first Pebble in bowl\n  move one to b", "move first Pebble in bowl to b"])
@pytest.mark.parametrize("owned", ["", " of each Player"])
def test_a_pebble_out_of_an_empty_bowl(line: str, owned: str, tmp_path: Path) -> None:
    path = tmp_path / "empty.rules"
    first = "2 Pebble of Ann" if owned else "2 Pebble"
    path.write_text(RULES.format(line=line, owned=owned, first=first), encoding="utf-8")
    game = load(path, engine="interpreter")
    twins = twins_of(game)
    found = compare(twins, 1)
    assert found.failure is not None
    assert twins.describe(found.failure).startswith("missing")


def test_a_match_ends_though_nobody_can_choose() -> None:
    """`when` is looked at when a turn has ended, also one in which no decision came about."""
    path = Path(__file__).parent / "standing_conditions" / "nothing_to_choose.rules"
    twins = twins_of(load(path, engine="interpreter"))
    found = [compare(twins, seed) for seed in range(3)]
    assert all(f.failure is None and f.ended for f in found)
