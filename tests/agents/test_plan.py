"""Planning one's own turn: both engines try the same lines, and the best one is kept and followed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from rulewright.agents.budget import Budget
from rulewright.agents.mcts import Mcts
from rulewright.agents.natively import searcher
from rulewright.agents.packets import packet_of
from rulewright.agents.plan import HandPlans, NativePlans, Planner
from rulewright.agents.tuning import settings_for
from rulewright.agents.worlds import worlds
from rulewright.core.layout import pack
from rulewright.play.game import Game, load
from rulewright.play.match import Match

LOCKS = """game "Locks" for Ann, Bob
  > A gate closes only where three levers in a row were set as it asks for.

piece Gate: 3
  closed: 0 to 3 = 0

place wall: pile of Gate
place done: pile of Gate

setup
  put all Gate on wall

play
  repeat 4 times
    each Player takes turn
    each Gate in wall: judge gate
  if at least 1 Gate in wall: everyone loses
  finish

turn
  if some Gate in wall
    player chooses Gate in wall
    player must
      press gate
      leave gate
    player must
      press gate
      leave gate
    player must
      press gate
      leave gate

action press Gate
  requires gate.closed < 3
  gain 1 gate.closed

action leave Gate
  if gate.closed < 3: set gate.closed to 0

to judge Gate
  if gate.closed < 3: stop
  move gate to done

winner: none
"""


def locks(tmp_path: Path) -> Game:
    path = tmp_path / "locks.rules"
    path.write_text(LOCKS)
    return load(path)


def kingdom(decisions: int) -> tuple[Game, Match]:
    game = load("kingdom_of_heroes")
    match, dice = game.start(5), Random(3)
    while decisions or match.decision is None or match.decision.seat is None or len(match.decision.options) < 3:
        assert match.decision is not None
        match.choose(dice.randrange(len(match.decision.options)))
        decisions = max(0, decisions - 1)
    return game, match


@pytest.mark.parametrize("decisions", [2, 30])
def test_both_engines_try_the_same_lines(decisions: int) -> None:
    game, match = kingdom(decisions)
    packet, native = packet_of(match), searcher(game)
    assert native is not None
    found, settings = worlds(packet, 4, Random(1)), replace(settings_for(game), seed=7)
    line: list[tuple[int, tuple[int, ...]]] = []
    worth = -1
    for _ in range(2):  # the second time the line is handed over
        one = NativePlans(native, b"".join(pack(game.program, world) for world in found), packet.seat, settings, line)
        two = HandPlans(game.interpreter, found, packet.seat, settings, line)
        for portion in (1, 5, 24):
            one.run(portion)
            two.run(portion)
            assert one.best() == two.best()
            assert sorted((b.option, b.visits, b.sum) for b in one.branches()) == sorted(
                (b.option, b.visits, b.sum) for b in two.branches()
            )
        assert one.best()[0] >= worth
        worth, line = one.best()
        assert len(line) > 1


def test_a_line_that_only_pays_whole_is_found_and_followed(tmp_path: Path) -> None:
    """A turn closes a gate if all its decisions agree; whoever plans closes one each turn, and nobody loses."""
    game = locks(tmp_path)
    match = game.start(1)
    players = {seat: Mcts(number) for number, seat in enumerate(game.seats)}
    while not match.over:
        assert match.decision is not None and match.decision.seat is not None
        match.choose(players[match.decision.seat].decide(packet_of(match), Budget(60)).option)
    assert match.outcome is not None and match.outcome.kind != "loss"
    assert match.decision is None


def test_the_plan_is_told(tmp_path: Path) -> None:
    game = locks(tmp_path)
    match = game.start(1)
    match.choose(0)  # gates are all alike
    planner = Planner(1, settings_for(game), explain=True)
    verdict = planner.decide(packet_of(match), Budget(200))
    best = verdict.reasons.lines[0]
    assert best.option == verdict.option and verdict.reasons.iterations == 200
    assert len(best.then) == 3 and all("press" in words for words in best.then)
    assert sum(line.visits for line in verdict.reasons.lines) == 200
    assert best.value == max(line.value for line in verdict.reasons.lines)


def test_what_cannot_be_done_any_more_is_drawn_anew(tmp_path: Path) -> None:
    game = locks(tmp_path)
    match = game.start(1)
    match.choose(0)
    packet = packet_of(match)
    state = game.interpreter.unpack(packet.state)
    settings = replace(settings_for(game), seed=2)
    nonsense = [(0, (99,)), (1, (99,))]
    native = searcher(game)
    assert native is not None
    one = NativePlans(native, packet.state, packet.seat, settings, nonsense)
    two = HandPlans(game.interpreter, [state], packet.seat, settings, nonsense)
    for plans in (one, two):
        plans.run(1)
        assert plans.best()[0] > 0 and plans.best()[1][0] != nonsense[0]
    assert one.best() == two.best()
