"""Kuhn poker solved on our engine: plain counterfactual regret minimisation comes to the known value of -1/18."""

from __future__ import annotations

from typing import Any

from rulewright.play import load
from rulewright.play.game import Game


class Solver:
    """Counterfactual regret minimisation over the whole tree of the game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine = game.engine
        self.regrets: dict[tuple[int, str, int], list[float]] = {}
        self.sums: dict[tuple[int, str, int], list[float]] = {}
        self.tree = self._grow(self.engine.start(0), "")

    def _grow(self, state: Any, history: str) -> Any:
        """The tree as plain tuples: it is walked thousands of times."""
        choice = self.engine.choice(state)
        if choice is None:
            purse = self.game.world.player_attrs["purse"].core
            assert purse is not None and purse.field is not None
            return "end", self.engine.as_list(state)[purse.field.at]
        children = []
        who = self.engine.decider(state)
        for option in self.engine.options(state):
            after = self.engine.copy(state)
            self.engine.choose(after, option)
            label = "" if who < 0 else choice.alts[option[0]].name[0]
            children.append(self._grow(after, history + label))
        if who < 0:
            return "chance", children
        return "player", (who, history, self._card(state, who)), children

    def _card(self, state: Any, who: int) -> int:
        """What a player knows beside the history: the card in hand."""
        hand = self.game.world.places["hand"].core.base + who
        loc = self.game.program.loc
        assert loc is not None
        numbers = self.engine.as_list(state)
        return next(p for p in range(3) if numbers[loc.at + p] == hand)

    def walk(self, node: Any, reach: tuple[float, float]) -> float:
        """The value for the first player; regrets are gathered on the way."""
        if node[0] == "end":
            return float(node[1])
        if node[0] == "chance":
            return sum(self.walk(c, reach) for c in node[1]) / len(node[1])
        _, key, children = node
        who = key[0]
        regrets = self.regrets.setdefault(key, [0.0] * len(children))
        sums = self.sums.setdefault(key, [0.0] * len(children))
        positive = [max(0.0, r) for r in regrets]
        total = sum(positive)
        strategy = [p / total for p in positive] if total else [1 / len(children)] * len(children)
        values = []
        for share, child in zip(strategy, children, strict=True):
            further = (reach[0] * share, reach[1]) if who == 0 else (reach[0], reach[1] * share)
            values.append(self.walk(child, further))
        value = sum(s * v for s, v in zip(strategy, values, strict=True))
        sign = 1 if who == 0 else -1
        for i, v in enumerate(values):
            regrets[i] += reach[1 - who] * sign * (v - value)
            sums[i] += reach[who] * strategy[i]
        return value

    def average(self, node: Any) -> float:
        """The value of the average strategies against each other."""
        if node[0] == "end":
            return float(node[1])
        if node[0] == "chance":
            return sum(self.average(c) for c in node[1]) / len(node[1])
        _, key, children = node
        sums = self.sums[key]
        total = sum(sums) or 1.0
        return sum(s / total * self.average(c) for s, c in zip(sums, children, strict=True))


def test_value_of_the_game() -> None:
    solver = Solver(load("kuhn_poker"))
    for _ in range(3000):
        solver.walk(solver.tree, (1.0, 1.0))
    assert abs(solver.average(solver.tree) - (-1 / 18)) < 0.003
