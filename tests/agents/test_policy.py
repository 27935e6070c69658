"""A solved strategy, handed to OpenSpiel: its own measure says the same of it as ours."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.agents.cfr import Node, Tree
from rulewright.play.game import load

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel here")

ACTIONS = {
    "kuhn_poker": {"Check": 0, "Fold": 0, "Bet": 1, "Call": 1},
    "leduc_poker": {"Fold": 0, "Call": 1, "Raise": 2},
}


@pytest.mark.parametrize(("name", "iterations"), [("kuhn_poker", 60), ("leduc_poker", 8)])
def test_openspiel_measures_the_same(name: str, iterations: int) -> None:
    """Both trees are walked together, every end compared; then their exploitability of our average strategy is ours."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    tree = Tree(load(name, engine="interpreter"))
    tree.run(iterations)
    game = pyspiel.load_game(name)
    table = policy.TabularPolicy(game)
    ends = 0

    def walk(node: Node, state: Any) -> None:
        nonlocal ends
        if state.is_terminal():
            assert node.seat == -2 and state.returns()[0] == pytest.approx(node.won)
            ends += 1
            return
        if state.is_chance_node():
            outcomes = sorted(action for action, _ in state.chance_outcomes())
            for action, child in zip(outcomes, node.children, strict=True):
                walk(child, state.child(action))
            return
        known = tree.known[node.knows]
        row = table.policy_for_key(state.information_state_string())
        row[:] = 0
        for title, share, child in zip(known.titles, known.average(), node.children, strict=True):
            action = ACTIONS[name][title]
            row[action] = share
            walk(child, state.child(action))

    walk(tree.root, game.new_initial_state())
    assert ends
    assert exploitability.exploitability(game, table) == pytest.approx(tree.exploitability(), abs=1e-9)
