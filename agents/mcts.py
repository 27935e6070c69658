"""`mcts`: tree search, of the sort that the game needs."""

from __future__ import annotations

from rulewright.agents.budget import Budget
from rulewright.agents.contract import Agent, Packet, Verdict, Watch
from rulewright.agents.ismcts import Ismcts
from rulewright.agents.uct import Uct


class Mcts:
    """Searches the tree of what can be done, however the rules are."""

    def __init__(self, seed: int, explain: bool = False) -> None:
        self._seed, self._explain = seed, explain
        self._agent: Agent | None = None

    def decide(self, packet: Packet, budget: Budget, watch: Watch | None = None) -> Verdict:
        if self._agent is None:
            self._agent = (Ismcts if packet.secret else Uct)(self._seed, explain=self._explain)
        return self._agent.decide(packet, budget, watch)
