"""`check` plays a little: rules that can be read and cannot be carried out are told at their place."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw
from rulewright.play import trying
from rulewright.play.trying import tried

HEAD = """game "Break" for Ann, Bob
each Player has gold: 0 to 20 = 3
piece Stone: 3
place board: grid 2 by 2
place bag: pile of Stone
"""
TURNS = """
turn
  player must spend
action spend
  {deed}
when turn_number > 9: finish
winner: most player.gold, then shared
"""


@pytest.mark.parametrize(
    ("setup", "deed", "line", "when", "reason"),
    [
        ("put Stone on bag", "lose 1 gold", 12, "after 7 decisions", "A value leaves its range."),
        ("put Stone on bag", "put Stone on a1", 12, "after 2 decisions", "A place would hold more than it can."),
        ("put 4 Stone on bag", "gain 1 gold", 7, "before the first decision", "There are not enough pieces left."),
        (
            "put Stone on bag",
            "gain 9 / (2 - count Stone in bag - turn_number) gold",
            12,
            "after 1 decision",
            "Something is divided by zero.",
        ),
    ],
)
def test_what_breaks_is_told(setup: str, deed: str, line: int, when: str, reason: str) -> None:
    found = rw.check(HEAD + f"setup\n  {setup}\n" + TURNS.format(deed=deed))
    assert [(f.code, f.line, f.severity) for f in found] == [("breaks", line, "warning")]
    assert found[0].message == f"In a random match the rules break here, {when}: {reason}" and found[0].help


def test_sound_rules_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "sound.rules"
    path.write_text(HEAD + "setup\n  put Stone on bag\n" + TURNS.format(deed="gain 1 gold"), encoding="utf-8")
    assert tried(path, None, None, ()) == []


def test_a_trial_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What breaks after more decisions than are tried is not found, and `check` does not go on for ever."""
    path = tmp_path / "late.rules"
    late = HEAD + "setup\n  put Stone on bag\n" + TURNS.format(deed="lose 1 gold")
    path.write_text(late, encoding="utf-8")
    monkeypatch.setattr(trying, "DECISIONS", 5)
    assert tried(path, None, None, ()) == []
