"""Tree search for games in which something is hidden."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from rulewright.agents.budget import Budget
from rulewright.agents.contract import Packet, Verdict, Watch
from rulewright.agents.forest import HandForest, NativeForest
from rulewright.agents.natively import searcher
from rulewright.agents.tree import Settings, Tree
from rulewright.agents.uct import Thinking, told, workers_for
from rulewright.agents.worlds import as_bytes, worlds
from rulewright.core.random import MASK, seeded

WORLDS = 48  # ways in which hidden things could lie; an iteration takes any of them
FEWEST = 8


class Ismcts:
    """Information-set search with one tree for each seat."""

    def __init__(self, seed: int, settings: Settings | None = None, workers: int | None = None, explain: bool = False) -> None:
        self.seed, self.settings, self.workers, self.explain = seed, settings or Settings(), workers, explain

    def decide(self, packet: Packet, budget: Budget, watch: Watch | None = None) -> Verdict:
        if len(packet.options) == 1:
            return Verdict(0)
        workers = self.workers or workers_for(budget)
        trees: list[Tree] = []
        number = WORLDS if budget.iterations is None else max(FEWEST, min(WORLDS, budget.iterations // 4))
        for worker in range(workers):
            seed = seeded(seeded(self.seed & MASK, packet.decision), worker)
            trees.append(self._tree(packet, number, replace(self.settings, seed=seed, memory=self.settings.memory // workers)))
        thinking = Thinking(trees, budget, watch)
        thinking.run()
        return told(packet, trees, thinking, self.explain, worlds=number * workers)

    def _tree(self, packet: Packet, number: int, settings: Settings) -> Tree:
        game = packet.game
        dice, native = Random(settings.seed), searcher(game)
        if native is None:
            return HandForest(game.interpreter, worlds(packet, number, dice), packet.seat, packet.options, settings)
        return NativeForest(native, as_bytes(packet, number, dice), packet.seat, packet.options, settings)
