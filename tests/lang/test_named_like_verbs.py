"""An action may be called like a verb of the library: the decision is the action, the sentence inside it the verb, in both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.play import load
from rulewright.play.differential import compare, twins_of

RULES = """
game "Named" for White, Black

piece Stone of each Player: 3 per Player
place board: grid 3 by 3
place gone: pile of Stone

setup
  put Stone of White on a1
  put Stone of Black on c3

turn
  player must {verb}

action {head}
  {body}

when turn_number > 10
  draw
"""
ACTIONS = {
    "move": ("move Stone of player in board to Cell in beside(stone)", "requires cell is empty\n  move stone to cell"),
    "capture": ("capture Cell in board", "capture cell"),
    "put": ("put Stone of player in board on Cell in board", "requires cell is empty\n  put stone on cell"),
    "discard": ("discard Stone in board", "move stone to gone"),
    "draw": ("draw Stone in board", "move stone to gone"),
    "pass": ("pass", "pass"),
    "stop": ("stop", "stop"),
}


@pytest.mark.parametrize("verb", ACTIONS)
def test_an_action_called_like_a_verb(verb: str, tmp_path: Path) -> None:
    head, body = ACTIONS[verb]
    path = tmp_path / "named.rules"
    path.write_text(RULES.format(verb=verb, head=head, body=body), encoding="utf-8")
    game = load(path, engine="interpreter")
    found = compare(twins_of(game), 1)
    assert found.failure is None and found.ended
    match = game.start(1)
    assert match.decision is not None
    assert all(option.title.startswith(verb) for option in match.decision.options)
