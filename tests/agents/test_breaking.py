"""What goes wrong during a search does not end the match: rules that break, memory that is used up."""

from __future__ import annotations

from pathlib import Path

from rulewright.agents.budget import Budget
from rulewright.agents.mcts import Mcts
from rulewright.agents.packets import packet_of
from rulewright.agents.tree import Settings
from rulewright.agents.uct import Uct
from rulewright.play.game import load

TRAP = """game "Trap" for Ann, Bob
  apples: 0 to 9 = 6
  boxes: 0 to 3 = 0
  shelf: 0 to 99 = 0

play
  repeat 3 times
    each Player takes turn

turn
  player must
    "Share out": set shelf to apples / boxes
    "Wait": gain 1 player.joy

each Player has joy: 0 to 9 = 0

winner: most player.joy, then shared
"""


def test_rules_that_break_are_avoided_and_the_match_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "trap.rules"
    path.write_text(TRAP)
    for engine in ("native", "interpreter"):
        match = load(path, engine=engine).start(1)
        while (now := match.decision) is not None:
            verdict = Mcts(3).decide(packet_of(match), Budget(60))
            assert now.options[verdict.option].title == "Wait"
            match.choose(verdict.option)
        assert match.outcome is not None


def test_a_full_memory_is_told() -> None:
    match = load("connect_four").start(1)
    verdict = Uct(1, Settings(memory=1 << 16)).decide(packet_of(match), Budget(5_000))
    assert verdict.reasons.full and "memory" in verdict.reasons.note
    assert not Uct(1).decide(packet_of(match), Budget(200)).reasons.note
