"""`mcts`: tree search, of the sort that the game needs."""

from __future__ import annotations

from dataclasses import replace

from rulewright.agents.budget import Budget
from rulewright.agents.contract import Agent, Packet, Verdict, Watch
from rulewright.agents.ismcts import Ismcts
from rulewright.agents.plan import Planner
from rulewright.agents.tuning import settings_for
from rulewright.agents.uct import Uct
from rulewright.core.goals import aims


class Mcts:
    """Searches the tree of what can be done, however the rules are."""

    def __init__(self, seed: int, explain: bool = False, depth: int | None = None, memory: int | None = None, bars: bytes = b"") -> None:
        self._seed, self._explain, self._depth, self._memory, self._bars = seed, explain, depth, memory, bars
        self._agent: Agent | None = None

    def decide(self, packet: Packet, budget: Budget, watch: Watch | None = None) -> Verdict:
        if len(packet.options) == 1:
            return Verdict(0)
        if self._agent is None:
            settings = replace(settings_for(packet.game), bars=self._bars)
            if self._depth is not None:
                settings = replace(settings, depth=self._depth)
            if self._memory is not None:
                settings = replace(settings, memory=self._memory)
            sort = Planner if aims(packet.game.program).dangers else Ismcts if packet.secret else Uct
            self._agent = sort(self._seed, settings, explain=self._explain)
        return self._agent.decide(packet, budget, watch)
