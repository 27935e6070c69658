"""Many matches between agents, as a simulation: the same numbers as between random players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from rulewright.agents.batch import Result, Task, play_all, prepare
from rulewright.core.random import MASK, seeded
from rulewright.play.simulate import Simulation

if TYPE_CHECKING:
    from rulewright.play.game import Game


def play_between(
    game: Game,
    who: Sequence[str],
    count: int,
    seed: int,
    limit: int,
    progress: Callable[[int], None] | None = None,
    workers: int | None = None,
    cluster: str = "",
) -> Simulation:
    """Matches number 0 to count - 1 of a seed, on all cores; the chance of each is that of the same match between random players."""
    import numpy

    start = perf_counter()
    prepare(game, who)
    tasks = [Task(n, seeded(seed & MASK, n), tuple(who), limit) for n in range(count)]
    found: dict[int, Result] = {}
    for result in play_all(game, tasks, workers, cluster):
        found[result.number] = result
        if progress is not None:
            progress(1)
    rows = [found[n] for n in range(count)]

    def column(values: list[int]) -> numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.int64]]:
        return numpy.array(values, dtype=numpy.int64)

    entries = len(game.program.scores)
    return Simulation(
        over=column([r.over for r in rows]),
        winners=column([r.winners for r in rows]),
        ending=column([r.ending for r in rows]),
        decisions=column([r.decisions for r in rows]),
        options=column([r.options for r in rows]),
        error=column([r.error for r in rows]),
        span=column([r.span for r in rows]),
        turns=column([r.turns for r in rows]),
        scores=numpy.array([r.scores for r in rows], dtype=numpy.int64).reshape(count, len(game.seats), entries),
        fired=None,
        seconds=perf_counter() - start,
        engine=game.engine.name,
    )
