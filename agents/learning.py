"""Which depth of playouts suits a game, found by matches between players with different ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.agents.arena import hold
from rulewright.agents.tree import TO_THE_END
from rulewright.agents.tuning import ITERATIONS, MATCHES, SHORT, Learnt, depths, look, write
from rulewright.dsl.cache import cache_folder

if TYPE_CHECKING:
    from rulewright.play.game import Game


def learn(
    game: Game,
    matches: int = MATCHES,
    iterations: int = ITERATIONS,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Learnt:
    """Let searches with other depths play each other, each against the best so far; the winner is kept. Ctrl-C keeps nothing, but
    matches that were played need not be played again."""
    best = TO_THE_END if look(game).ended > 0.5 else SHORT
    found = Learnt(best, matches, iterations)
    for depth in depths(game):
        if depth == best:
            continue
        names = [f"mcts@{depth}:{iterations}", f"mcts@{best}:{iterations}"]
        result = hold(game, names, matches, seed, workers=workers, folder=cache_folder() / "arena", progress=progress)
        if result.stopped:
            raise KeyboardInterrupt
        share = result.pairs[0].share
        found.trials.append((depth, best, share))
        if share > 0.5:
            best = depth
    found.depth = best
    write(game, found)
    return found
