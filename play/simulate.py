"""Many matches between random players: how they end, how long they take, what there is to choose from.

Native code plays whole batches on all cores; the interpreter plays the same matches, one by one.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rulewright.core.random import MASK, below, player, seeded, step
from rulewright.core.sampling import TRIES
from rulewright.interpreter.errors import REASONS, RuleError
from rulewright.interpreter.machine import Option
from rulewright.play.engines import Interpreted, NativeCode
from rulewright.play.errors import PlayError
from rulewright.play.invariants import problems

if TYPE_CHECKING:
    import numpy

    from rulewright.compiler.engine import Native
    from rulewright.core.program import Program
    from rulewright.play.game import Game

CUT, FAILED = 8, 9
DECISIONS, OPTIONS, ERROR, TURNS, SCORES = 4, 5, 6, 8, 9  # columns; scores are the last ones
UNSOUND = len(REASONS) + 1  # the error of a state that cannot be
NO_LIMIT = 1 << 40
MOMENT = 0.1  # seconds between two looks at the progress


@dataclass(slots=True)
class Simulation:
    """Results of a batch: an entry for each match, and how often each rule was applied."""

    over: numpy.ndarray[Any, Any]
    winners: numpy.ndarray[Any, Any]  # bits of the seats
    ending: numpy.ndarray[Any, Any]
    decisions: numpy.ndarray[Any, Any]
    options: numpy.ndarray[Any, Any]  # summed over the decisions of a match; -1 where they were not counted
    error: numpy.ndarray[Any, Any]
    span: numpy.ndarray[Any, Any]
    turns: numpy.ndarray[Any, Any]  # 0 where the rules know no turns
    scores: numpy.ndarray[Any, Any]  # match, seat, entry
    fired: numpy.ndarray[Any, Any] | None  # how often each of `rules` was applied, if that was counted
    rules: list[str] = field(default_factory=list)
    seconds: float = 0.0
    engine: str = ""

    @property
    def count(self) -> int:
        return int(self.over.shape[0])

    @property
    def totals(self) -> numpy.ndarray[Any, Any]:
        """The whole score of each seat in each match."""
        totals: numpy.ndarray[Any, Any] = self.scores.sum(axis=2)
        return totals


def simulate(
    game: Game,
    count: int,
    seed: int = 0,
    *,
    limit: int = NO_LIMIT,
    widths: int = 1000,
    counts: bool = False,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    paranoid: bool = False,
) -> Simulation:
    """Play matches number 0 to count - 1 of a seed. The same seed gives the same matches, on either engine.

    The options of the first `widths` matches are counted; a random player can often take one without knowing all the others.
    With `counts` it is also counted how often each rule is applied, in code made for that.
    With `paranoid` it is looked after every decision whether every piece and value is where it can be; if not, that is a `PlayError`.
    """

    engine = game.engine
    native = engine.made_for(counts, paranoid) if isinstance(engine, NativeCode) else None
    start = perf_counter()  # what compiling takes is no part of a rate
    if native is not None:
        rows, fired = _natively(native, count, seed, limit, widths, threads, progress)
    else:
        assert isinstance(engine, Interpreted)
        rows, fired = _one_by_one(game, engine, count, seed, limit, progress, paranoid)
        rows[widths:, OPTIONS] = -1
    return summed(game, rows, fired if counts else None, perf_counter() - start)


def summed(game: Game, rows: Any, fired: list[int] | None, seconds: float) -> Simulation:
    """Rows of matches, as native code writes them, as a simulation."""
    import numpy

    seats, entries = len(game.seats), len(game.program.scores)
    scores = rows[:, SCORES:].reshape(len(rows), seats, entries) if entries else numpy.zeros((len(rows), seats, 0), dtype=numpy.int64)
    return Simulation(
        over=rows[:, 0],
        winners=rows[:, 1],
        ending=rows[:, 2],
        decisions=rows[:, 4],
        options=rows[:, OPTIONS],
        error=rows[:, 6],
        span=rows[:, 7],
        turns=rows[:, TURNS],
        scores=scores,
        fired=numpy.array(fired, dtype=numpy.int64) if fired is not None else None,
        rules=game.program.rules,
        seconds=seconds,
        engine=game.engine.name,
    )


def _natively(
    native: Native,
    count: int,
    seed: int,
    limit: int,
    widths: int,
    threads: int | None,
    progress: Callable[[int], None] | None,
) -> tuple[Any, list[int]]:
    """On all cores: native code lets go of Python's lock, and writes each match where it belongs."""
    workers = threads or os.cpu_count() or 1
    rows = native.new_rows(count)
    fired = [0] * len(native.program.rules)
    portions = Portions(count, workers)
    played: SimpleQueue[tuple[range, list[int]] | None] = SimpleQueue()  # None: a worker has nothing left to do

    def work() -> None:
        speed = 0.0
        try:
            while portion := portions.take(speed):
                start = perf_counter()
                part = rows[portion.start : portion.stop]
                counts = native.fill(part, seed, portion.start, limit, widths=portion.start < widths)
                part[max(0, widths - portion.start) :, OPTIONS] = -1
                speed = len(portion) / max(perf_counter() - start, 1e-9)
                played.put((portion, counts))
        finally:
            played.put(None)

    with ThreadPoolExecutor(workers) as pool:
        hands = [pool.submit(work) for _ in range(workers)]
        try:
            while workers:
                done = played.get()
                if done is None:
                    workers -= 1
                    continue
                portion, counts = done
                if native.paranoid and (rows[portion.start : portion.stop, ERROR] == UNSOUND).any():
                    portions.stop()
                fired = [a + b for a, b in zip(fired, counts, strict=False)]  # without rules there is still one counter
                if progress is not None:
                    progress(len(portion))
        finally:
            portions.stop()  # whoever waits no longer, or has seen enough, need not wait for the rest
    for hand in hands:
        hand.result()
    if native.paranoid:
        _look_at(native, rows, seed, limit)
    return rows, fired


class Portions:
    """Shares a batch out among workers: so much at a time that somebody can watch it, and less towards the end, so that all finish
    together."""

    def __init__(self, count: int, workers: int) -> None:
        self._first, self._count, self._workers = 0, count, workers
        self._lock = Lock()

    def take(self, speed: float) -> range:
        """What comes next for a worker who plays so many matches in a second; empty if nothing is left."""
        with self._lock:
            left = self._count - self._first
            size = min(left, max(1, min(int(speed * MOMENT), left // (2 * self._workers))))
            portion = range(self._first, self._first + size)
            self._first += size
            return portion

    def stop(self) -> None:
        with self._lock:
            self._count = self._first


def _one_by_one(
    game: Game, engine: Interpreted, count: int, seed: int, limit: int, progress: Callable[[int], None] | None, paranoid: bool
) -> tuple[Any, list[int]]:
    import numpy

    program = game.program
    columns = SCORES + len(game.seats) * len(program.scores)
    rows = numpy.zeros((count, columns), dtype=numpy.int64)
    before = list(engine.machine.fired)
    for number in range(count):
        rows[number] = _play(game, engine, seed, number, limit, paranoid)
        if progress is not None:
            progress(1)
    return rows, [a - b for a, b in zip(engine.machine.fired, before, strict=True)]


def _play(game: Game, engine: Interpreted, seed: int, number: int, limit: int, paranoid: bool = False) -> list[int]:
    """One match, decision by decision, with the same random numbers as native code."""
    program, machine = game.program, engine.machine
    assert program.over is not None and program.winners is not None and program.ending is not None and program.cause is not None
    assert program.turns is not None
    match = seeded(seed & MASK, number)
    agents = [seeded(match, player(seat)) for seat in game.seats]
    decisions = options_seen = over = 0
    entries = len(game.seats) * len(program.scores)
    try:
        state = machine.start(match)
        if paranoid:
            _look_over(program, state, seed, number, 0)
        while machine.choice(state) is not None:
            options = machine.options(state)
            who = machine.decider(state)
            if who < 0:
                chosen = machine.chance(state)
            else:
                decisions += 1
                options_seen += len(options)
                if decisions > limit:
                    over = CUT
                    break
                agents[who], chosen = drawn(agents[who], options, machine.candidates(state))
            machine.choose(state, options[chosen])
            if paranoid:
                _look_over(program, state, seed, number, decisions)
        scores = [engine.ask(func, state, seat) for seat in range(len(game.seats)) for _, func in program.scores]
    except RuleError as failure:
        error = list(REASONS).index(failure.reason) + 1
        return [FAILED, 0, -1, -1, decisions, options_seen, error, failure.span, 0, *[0] * entries]
    result = [state[field.at] for field in (program.winners, program.ending, program.cause)]
    return [over or state[program.over.at], *result, decisions, options_seen, 0, 0, state[program.turns.at], *scores]


def drawn(agent: int, options: list[Option], candidates: list[Option]) -> tuple[int, int]:
    """The number of the option that a random player takes; `core.sampling` says how."""
    for _ in range(TRIES if candidates else 0):
        agent, bits = step(agent)
        found = candidates[below(bits, len(candidates))]
        if found in options:
            return agent, options.index(found)
    agent, bits = step(agent)
    return agent, below(bits, len(options))


def _look_over(program: Program, state: list[int], seed: int, number: int, decisions: int) -> None:
    """What must hold of every state holds of this one."""
    found = problems(program, state)
    if found:
        raise PlayError(f"After decision {decisions} of match {number} (seed {seed}): {found[0]}", "The engine or the rules are at fault.")


def _look_at(native: Native, rows: Any, seed: int, limit: int) -> None:
    """Say what is wrong with the state at which native code has stopped the first of these matches, if it has."""
    wrong = (rows[:, ERROR] == UNSOUND).nonzero()[0]
    if not len(wrong):
        return
    number = int(wrong[0])  # whatever came before it has been played: portions are taken in their order
    decisions = int(rows[number, DECISIONS])
    state = native.unsound(seed, number, limit)
    _look_over(native.program, native.as_list(state), seed, number, decisions)
    stale = native.stale(state)
    if stale:
        where = f"After decision {decisions} of match {number} (seed {seed})"
        raise PlayError(f"{where} what is kept is not what it is defined to be: {', '.join(stale)}.", "The engine is at fault.")
    raise PlayError(
        f"After decision {decisions} of match {number} (seed {seed}) only native code finds something wrong.", "It is at fault."
    )
