"""`pay` and `requires` in the text of a card are conditions of the action that resolves it, in both engines."""

from __future__ import annotations

from pathlib import Path

from rulewright.play import load
from rulewright.play.differential import compare, twins_of

RULES = """
game "Pay" for Ann, Bob

piece Card
  | name | copies |
  | Oak  | 6      |
  | Elm  | 6      |

place deck: pile of Card
place out: pile of Card

each Player has coins: 0 to 9 = 3

setup
  put all Card on deck

turn
  player may take

action take Card in deck
  move card to out
  resolve card

Card "Oak"
  pay 2 coins

Card "Elm"
  requires player.coins > 1
  lose 2 coins

when turn_number > 9
  finish

winner: most player.coins, then shared
"""


def test_what_cannot_be_paid_is_not_offered(tmp_path: Path) -> None:
    path = tmp_path / "pay.rules"
    path.write_text(RULES, encoding="utf-8")
    game = load(path, engine="interpreter")
    twins = twins_of(game)
    found = [compare(twins, seed) for seed in range(5)]
    assert [twins.describe(f.failure) for f in found if f.failure is not None] == []
    assert all(f.ended for f in found)
    match = game.start(1)
    offered = []
    for _ in range(4):
        assert match.decision is not None
        offered.append(len(match.decision.options))
        match.choose(match.decision.options[0])
    assert offered[0] > 1 and offered[-1] == 1  # with one coin left nobody can take a card
