"""Players that hardly think: the first option, any option, the option that looks best at once."""

from __future__ import annotations

from random import Random

from rulewright.agents.budget import Budget
from rulewright.agents.contract import Packet, Verdict, Watch
from rulewright.play.foresight import best


class First:
    """Always the first option: dull, and the same on every machine."""

    def __init__(self, seed: int) -> None:
        pass

    def decide(self, packet: Packet, budget: Budget, watch: Watch | None = None) -> Verdict:
        return Verdict(0)


class Chance:
    """Any option, all equally likely; the same seed gives the same choices."""

    def __init__(self, seed: int) -> None:
        self._dice = Random(seed)

    def decide(self, packet: Packet, budget: Budget, watch: Watch | None = None) -> Verdict:
        return Verdict(self._dice.randrange(len(packet.options)))


class Greedy:
    """The option after which things look best at once: a won match, or else the best lead. Among equals, any."""

    def __init__(self, seed: int) -> None:
        self._dice = Random(seed)

    def decide(self, packet: Packet, budget: Budget, watch: Watch | None = None) -> Verdict:
        game = packet.game
        state = game.engine.unpack(packet.state)
        return Verdict(best(game, game.engine, state, list(packet.options), self._dice))
