"""How much a study plays, by whom, from which seed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING

from rulewright.agents.tuning import look
from rulewright.core.goals import aims

if TYPE_CHECKING:
    from rulewright.play.game import Game

FIRST_LOOK = 100  # matches; then twice as many, and so on
MOST = 100_000
LEAST_EXPERIMENT = 100
SECOND = 40  # matches at another level, at least; fewer tell nothing
LONG, SHORT = 60, 16  # decisions of a random match; of a playout that is cut
LOOKS = 100


@dataclass(frozen=True, slots=True)
class Plan:
    matches: int = 400
    level: str = "mcts:100"
    seed: int = 0
    random_matches: int = 10_000
    ladder: int = 60  # matches of each pair
    experiment: int = 180  # matches in which pieces and actions are barred by lot; they are forced in a third as many more
    fortune: int = 50  # matches in which each event of chance is held against others
    deep: int = 12  # matches at ten times the looks, to tell real choices from others
    second: int = 0  # matches with a third of the looks, to see whether two levels agree
    until: float = 0.0  # how well shares of wins are to be known; 0: the number of matches is fixed

    @classmethod
    def sized(
        cls,
        matches: int,
        level: str,
        seed: int,
        random: int,
        ladder: int,
        experiment: int | None,
        luck: int | None,
        deep: int | None,
        until: float,
    ) -> Plan:
        """Where nobody says how much, everything follows the number of matches; what would be too little to tell anything is left out."""
        given = (
            experiment if experiment is not None else 9 * matches // 20 if matches >= LEAST_EXPERIMENT else 0,
            luck if luck is not None else matches // 8 if matches >= 160 else 0,
            deep if deep is not None else min(40, max(5, matches // 65)) if matches >= 165 else 0,
        )
        return cls(matches, level, seed, random, ladder, *given, max(SECOND, matches // 4) if matches >= SECOND else 0, until)

    def looks(self) -> list[int]:
        """After how many matches it is looked whether shares are known well enough."""
        if not self.until:
            return [self.matches]
        found = [FIRST_LOOK]
        while found[-1] < min(MOST, self.most()):
            found.append(2 * found[-1])
        return found

    def total(self) -> int:
        """About how many matches are played in all, random ones apart."""
        return (
            (self.most() if self.until else self.matches)
            + 4 * self.experiment // 3
            + self.fortune
            + self.deep
            + self.second
            + 3 * self.ladder
        )

    def most(self) -> int:
        """How many matches it can take at most: what a share of one half needs."""
        look, count = 1, FIRST_LOOK
        while certainty(look) / 2 / math.sqrt(count) > self.until and count < MOST:
            look, count = look + 1, 2 * count
        return count


def usual(game: Game) -> str:
    """Who plays unless somebody says otherwise: a search of so many looks. Where matches are long and the rules measure who leads, a
    playout is cut early: that is quicker, and in such games stronger, too."""
    goals = aims(game.program)
    if goals.measures and not goals.together and look(game).length > LONG:
        return f"mcts@{SHORT}:{LOOKS}"
    return f"mcts:{LOOKS}"


def with_looks(level: str, looks: int) -> str | None:
    """The same search with another number of looks; nothing if it is no search that counts looks."""
    name, sign, budget = level.partition(":")
    return f"{name}:{looks}" if sign and budget.isdigit() and name.partition("@")[0] == "mcts" else None


def certainty(look: int) -> float:
    """How many standard errors a range has at the nth look, so that all ranges of all looks hold in 95 of 100 studies.

    The 5 of 100 are shared out among looks in falling parts: 6 / (pi n)^2 of them to the n-th.
    """
    return NormalDist().inv_cdf(1 - 0.05 * 6 / (math.pi * look) ** 2 / 2)
