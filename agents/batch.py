"""Whole matches between agents, without a table: one after the other, or many on all cores."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.agents.bars import names_of, sifted, table
from rulewright.agents.contract import Verdict
from rulewright.agents.fortune import Event, Fortune
from rulewright.agents.holding import Held, Lain, held, lain
from rulewright.agents.packets import sealed, secret
from rulewright.agents.registry import Player, spec
from rulewright.core.random import MASK, seeded
from rulewright.interpreter.errors import REASONS
from rulewright.play.engines import Option
from rulewright.play.knowledge.memory import Memory
from rulewright.play.knowledge.order import lot_of
from rulewright.play.outcomes import CUT

if TYPE_CHECKING:
    from rulewright.core.program import Choice
    from rulewright.play.game import Game

FAILED = 9
NO_LIMIT = 1 << 40


@dataclass(frozen=True, slots=True)
class Task:
    """A match to be played: its number, the seed of its chance, and who sits where."""

    number: int
    seed: int
    seats: tuple[str, ...]
    limit: int = NO_LIMIT
    notes: bool = False  # whether every decision is noted
    bars: tuple[tuple[str, ...], ...] = ()  # for each seat, the names of what it has to do without
    forces: tuple[tuple[str, ...], ...] = ()  # and of what it has to take wherever it can
    fortune: int = 0  # how many other outcomes of each event of chance are looked at


@dataclass(frozen=True, slots=True)
class Note:
    """A decision of a match: who had how much to choose from, what was offered and taken by name, and how good it looked."""

    seat: int
    options: int
    offered: frozenset[str]
    taken: frozenset[str]
    value: float  # from 0 to 1 for whoever decides; -1 where nobody thought
    forced: frozenset[str] = frozenset()  # what every option is about, so that nobody can do without it
    looks: tuple[tuple[int, float], ...] = ()  # of each option that was looked at: how often, and what it was worth; the best first
    choice: int = -1  # the number of the question


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended."""

    number: int
    seed: int
    seats: tuple[str, ...]
    over: int
    winners: int
    ending: int
    decisions: int
    scores: tuple[tuple[int, ...], ...]  # seat, entry
    iterations: int = 0
    options: int = 0
    error: int = 0
    span: int = 0
    notes: tuple[Note, ...] = ()
    events: tuple[Event, ...] = ()
    moves: tuple[int, ...] = ()  # the number of every option that was taken, chance included, where decisions are noted
    turns: int = 0  # that were taken, as the rules count them
    held: Held = ()  # what each seat has in the end, where decisions are noted
    lain: Lain = ()  # and where pieces lie on boards

    @property
    def ended(self) -> bool:
        """Whether the rules ended it: it was neither cut nor broken."""
        return self.over not in {CUT, FAILED}

    def points(self, seat: int) -> float:
        """1 for winning alone; what is shared or drawn is divided."""
        if self.over in {CUT, FAILED}:
            return 1 / len(self.seats)
        if not self.winners:
            return 0.0 if self.over == LOSE else 1 / len(self.seats)
        return (self.winners >> seat & 1) / self.winners.bit_count()


LOSE = 2


def play(game: Game, task: Task) -> Result:
    """One match, decision by decision. The same task gives the same match, unless somebody thinks for a time."""
    engine, program = game.engine, game.program
    assert program.over is not None and program.winners is not None and program.ending is not None
    match = seeded(task.seed & MASK)
    bars = table(program, task.bars, task.forces)
    players = [Player(spec(name), seeded(match, seat + 1), bars=bars) for seat, name in enumerate(task.seats)]
    decisions = iterations = options_seen = over = error = span = 0
    notes: list[Note] = []
    moves: list[int] = []
    state: Any = None
    fortune: Fortune | None = None
    try:
        state = engine.start(task.seed)
        fortune = Fortune(game, task.seed, task.fortune) if task.fortune else None
        if fortune is not None:
            fortune.begun(state)
        memory = Memory(game.names.sight) if secret(game) else None
        if memory is not None:
            memory.follow(engine.as_list(state))
        while engine.choice(state) is not None:
            options = engine.options(state)
            who = engine.decider(state)
            asked = engine.choice(state)
            assert asked is not None
            free = sifted(program, bars, who, asked.number, options)
            before = engine.pack(state) if fortune is not None else b""
            if who < 0:
                chosen = engine.chance(state)
            else:
                if decisions >= task.limit:
                    over = CUT
                    break
                options_seen += len(free)
                chosen, verdict = _decided(game, state, options, free, players[who], who, decisions, memory, lot_of(task.seed, decisions))
                decisions += 1
                iterations += verdict.reasons.iterations
                if task.notes:
                    notes.append(_noted(game, asked, free, options[chosen], who, verdict))
            if task.notes:
                moves.append(chosen)
            engine.choose(state, options[chosen])
            if fortune is not None:
                fortune.step(before, state, options[chosen] if who >= 0 else None, decisions)
            if memory is not None and engine.choice(state) is not None:
                memory.follow(engine.as_list(state))
        engine.told()
    except Exception as failure:
        reason = getattr(failure, "reason", None)
        if reason not in REASONS:
            raise
        over, error, span = FAILED, list(REASONS).index(reason) + 1, getattr(failure, "span", -1)
    values = engine.as_list(state) if state is not None else []
    broken = over == FAILED
    points = [] if broken else [tuple(int(game.interpreter.ask(f, values, s)) for _, f in program.scores) for s in range(len(game.seats))]
    return Result(
        task.number,
        task.seed,
        task.seats,
        over or values[program.over.at],
        0 if over else values[program.winners.at],
        -1 if over else values[program.ending.at],
        decisions,
        tuple(points) or ((0,) * len(program.scores),) * len(game.seats),
        iterations,
        options_seen,
        error,
        span,
        tuple(notes),
        tuple(fortune.events) if fortune is not None else (),
        tuple(moves),
        0 if broken or program.turns is None else values[program.turns.at],
        held(game, values) if task.notes and not broken else (),
        lain(game, values) if task.notes and not broken else (),
    )


def _noted(game: Game, choice: Choice, options: list[Option], chosen: Option, who: int, verdict: Verdict) -> Note:
    value = next((line.value for line in verdict.reasons.lines if line.option == verdict.option), -1.0)
    named = [names_of(game.program, choice.alts[alternative], args) for alternative, args in options]
    looks = tuple((line.visits, line.value) for line in verdict.reasons.lines)
    return Note(
        who,
        len(options),
        frozenset().union(*named),
        named[options.index(chosen)],
        value,
        frozenset.intersection(*named),
        looks,
        choice.number,
    )


def _decided(
    game: Game,
    state: Any,
    options: list[Option],
    free: list[Option],
    player: Player,
    who: int,
    decision: int,
    memory: Memory | None,
    lot: int,
) -> tuple[int, Verdict]:
    """The number of an option among all; `free` are those that the seat need not do without."""
    if len(free) == 1:
        return options.index(free[0]), Verdict(0)
    packet, numbers = sealed(game, game.engine.pack(state), options, who, decision, memory, lot)
    if len(free) < len(options):
        left = set(free)
        kept = [i for i, number in enumerate(numbers) if options[number] in left]
        packet, numbers = replace(packet, options=tuple(packet.options[i] for i in kept)), tuple(numbers[i] for i in kept)
    verdict = player.agent.decide(packet, player.spec.budget)
    return numbers[verdict.option], verdict


# ---------------------------------------------------------------- on all cores

_game: Game | None = None


def _set(game: Game | None, path: Path, options: dict[str, str], players: int, variants: tuple[str, ...], engine: str) -> None:
    """A worker has the game that its parent had, or loads it."""
    global _game
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent says when to stop
    if game is not None:
        _game = game
        return
    from rulewright.play.game import load

    _game = load(path, options, players, variants, engine)


def _work(task: Task) -> Result:
    assert _game is not None
    return play(_game, task)


def play_all(game: Game, tasks: Iterable[Task], workers: int | None = None, cluster: str = "") -> Iterator[Result]:
    """Results as they come, which is not in their order. Closing the iterator stops the rest. With the address of a Dask cluster they are
    played there."""
    if cluster:
        from rulewright.agents.cluster import on_cluster

        yield from on_cluster(game, list(tasks), cluster)
        return
    hands = workers or os.cpu_count() or 1
    if hands == 1:
        yield from (play(game, task) for task in tasks)
        return
    prepare(game)
    method = "fork" if "fork" in get_all_start_methods() else "spawn"
    same = game if method == "fork" else None
    given = (same, game.path, dict(game.options), len(game.seats), game.variants, game.engine.name)
    waiting: set[Future[Result]] = set()
    left = iter(tasks)
    with ProcessPoolExecutor(hands, get_context(method), _set, given) as pool:
        try:
            for task in left:
                waiting.add(pool.submit(_work, task))
                if len(waiting) >= 2 * hands:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    yield from (f.result() for f in done)
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (f.result() for f in done)
        finally:
            for future in waiting:
                future.cancel()


def prepare(game: Game, agents: Sequence[str] = ("mcts",)) -> None:
    """Compile once, before workers part."""
    from rulewright.agents.natively import searcher

    game.engine  # noqa: B018
    if any(spec(a).budget.iterations or spec(a).budget.seconds for a in agents):
        searcher(game)


__all__ = ["Result", "Task", "play", "play_all", "prepare"]
