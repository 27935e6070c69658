"""Players that hardly think: the first option, any option, the option that looks best at once."""

from __future__ import annotations

from random import Random

from rulewright.agents.budget import Budget
from rulewright.agents.contract import Packet, Verdict, Watch
from rulewright.agents.worlds import imagined, true_option
from rulewright.core.layout import pack
from rulewright.play.foresight import LOOKED_AT, best, worth

WORLDS = 4


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
    """The option after which things look best at once: a won match, or else the best lead. Among equals, any.

    Where something is hidden it looks at a few ways in which that could lie, and adds up.
    """

    def __init__(self, seed: int) -> None:
        self._dice = Random(seed)

    def decide(self, packet: Packet, budget: Budget, watch: Watch | None = None) -> Verdict:
        game, options = packet.game, list(packet.options)
        if not packet.secret:
            return Verdict(best(game, game.engine, game.engine.unpack(packet.state), options, self._dice))
        if len(options) == 1:
            return Verdict(0)
        numbers = range(len(options)) if len(options) <= LOOKED_AT else sorted(self._dice.sample(range(len(options)), LOOKED_AT))
        totals = dict.fromkeys(numbers, 0)
        for world in imagined(packet, WORLDS, self._dice):
            state = game.engine.unpack(pack(game.program, world.state))
            choice = game.engine.choice(state)
            assert choice is not None
            for number in numbers:
                here = true_option(options[number], choice.alts[options[number][0]].shown, world.names)
                totals[number] += worth(game, game.engine, state, here, packet.seat)
        game.engine.told()  # what cards have said in a trial, nobody has heard
        most = max(totals.values())
        return Verdict(self._dice.choice([n for n in numbers if totals[n] == most]))
