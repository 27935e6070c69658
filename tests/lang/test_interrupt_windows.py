"""An interrupt is offered before a roll, but not before each card that is drawn; and a die with no faces is not rolled."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.play import load

RULES = """
game "Spellbound" for Ann, Bob
  stunned: flag = no
  blows: 0 to 99 = 0

piece Card: 20
  printed value: 1 to 1 = 1
place deck: deck of Card, seen by none
place hand of each Player: hand of Card, seen by owner

define blow = die if not stunned else {}

setup
  put all Card on deck
  shuffle deck

turn
  draw 2 Card from deck
  set stunned to no
  roll blow giving pips
  if not stunned: gain pips blows
  when_done

phase when_done
  if turn_number is 4: finish

interrupt stun during turn of player
  requires not stunned
  set stunned to yes

winner: most count Card in hand of player, then shared
"""


@pytest.mark.parametrize("engine", ["interpreter", "native"])
def test_one_window_before_each_roll(tmp_path: Path, engine: str) -> None:
    path = tmp_path / "spellbound.rules"
    path.write_text(RULES, encoding="utf-8")
    match = load(path, engine=engine).start(3)
    asked = []
    while match.decision is not None:
        assert [o.title for o in match.decision.options] == ["stun", "go on"]
        asked.append(match.decision.seat)
        match.choose("stun" if len(asked) % 2 else "go on")
    assert asked == ["Ann", "Bob", "Ann", "Bob"]
    log = match.full_log
    rolls = [i for i, line in enumerate(log) if " rolls " in line]
    assert len(rolls) == 2  # who was stunned did not roll
    assert all(log[i - 1] == "Bob: go on" for i in rolls)
    assert sum("Card" in line for line in log if line.startswith("chance: ")) == 8
    assert "Bob: go on" in match.log("Bob")
    assert not any("go on" in line for seat in ("Ann", None) for line in match.log(seat))  # it would tell that Bob could have
