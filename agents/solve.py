"""Solving a game exactly, or saying how far one came: alpha-beta, CFR+, or, where one plays alone, the best expected result."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from mmap import mmap
from time import perf_counter
from typing import TYPE_CHECKING

from rulewright.agents.cfr import Tree
from rulewright.agents.natively import searcher
from rulewright.agents.packets import secret
from rulewright.compiler import alphabeta as ab
from rulewright.core.goals import aims
from rulewright.play.errors import PlayError

if TYPE_CHECKING:
    from rulewright.play.game import Game

ENTRIES = 1 << 22
ACCURATE = 0.0005  # the exploitability at which CFR+ stops, as a share of the largest stake
WHY = {
    ab.TOO_MANY: "the limit of positions was reached",
    ab.CHANCE: "chance has a say in it",
    ab.WIDE: f"a decision has more than {ab.OPTIONS_MOST} options",
    ab.DEEP: f"a match can take more than {ab.DEPTH_MOST} decisions",
    ab.BROKEN: "its rules cannot be carried out somewhere",
}
DRAWN = "a draw"


@dataclass(slots=True)
class Solution:
    """What was proven; `proven` is False where it was not, and `said` tells why."""

    game: str
    method: str
    proven: bool
    said: str
    positions: int = 0
    seconds: float = 0.0
    value: float | None = None  # the first seat's
    exploitability: float | None = None
    iterations: int = 0
    sets: int = 0
    policy: dict[str, dict[str, float]] = field(default_factory=dict)


def solve(game: Game, positions: int, iterations: int, progress: Callable[[int], None] | None = None) -> Solution:
    """Choose the method that the game allows."""
    if len(game.deciding) == 1 and len(game.seats) == 1:
        return _alone(game, positions)
    if len(game.seats) != 2 or aims(game.program).together:
        raise PlayError("Only games of two, or of one, can be solved.", f"{game.title} is played by {len(game.seats)}.")
    if secret(game):
        return _hidden(game, positions, iterations, progress)
    return _open(game, positions)


def _open(game: Game, positions: int) -> Solution:
    start = perf_counter()
    native = searcher(game)
    if native is None:
        raise PlayError("Solving needs native code, which cannot be made here.", "Install llvmlite.")
    size = ab.TABLE_HEADER + ENTRIES * ab.ENTRY
    memory = (ctypes.c_uint8 * size).from_buffer(mmap(-1, size))
    words = (ctypes.c_int64 * 8).from_buffer(memory)
    words[ab.MOST], words[ab.ENTRIES] = positions, ENTRIES - 1
    state = ctypes.create_string_buffer(bytes(native.start(0)), native.program.size)
    context = native.new_context()
    value = native.solve(ctypes.addressof(memory), ctypes.addressof(state), ctypes.addressof(context))
    looked, gave_up = words[ab.LOOKED], words[ab.GAVE_UP]
    found = Solution(game.name, "alpha-beta with a table", not gave_up, "", looked, perf_counter() - start)
    if gave_up:
        found.said = f"Not solved: {WHY[gave_up]} ({looked:,} positions were looked at)."
        return found
    found.value = float(value)
    who = DRAWN if value == 0 else f"a win for {game.seats[0] if value > 0 else game.seats[1]}"
    found.said = f"With best play it is {who} (to within a hash of 64 bits)."
    return found


def _hidden(game: Game, positions: int, iterations: int, progress: Callable[[int], None] | None) -> Solution:
    start = perf_counter()
    tree = Tree(game, min(positions, 400_000))
    most = max((abs(n.won) for n in tree.order if n.seat == -2), default=1.0) or 1.0
    step = 25
    exploitability = tree.exploitability()
    while tree.iterations < iterations and exploitability > ACCURATE * most:
        tree.run(step)
        exploitability = tree.exploitability()
        if progress is not None:
            progress(step)
    value = tree.value()
    found = Solution(game.name, "CFR+", exploitability <= ACCURATE * most, "", tree.count, perf_counter() - start)
    found.value, found.exploitability, found.iterations, found.sets = value, exploitability, tree.iterations, len(tree.known)
    found.policy = {
        f"{number}: {game.seats[k.seat]}": dict(zip(k.titles, (round(p, 6) for p in k.average()), strict=False))
        for number, k in enumerate(tree.known)
    }
    found.said = (
        f"{game.seats[0]} wins {value:+.4f} on average; nobody can gain more than {exploitability:.4f} by playing otherwise "
        f"({len(tree.known):,} situations, {tree.iterations:,} iterations)."
    )
    return found


def _alone(game: Game, positions: int) -> Solution:
    """The best expected result of one player, by looking at everything that chance and he can do."""
    start = perf_counter()
    machine = game.interpreter.machine
    known: dict[tuple[int, ...], float] = {}
    program = game.program
    assert program.winners is not None and program.rng is not None
    rng = program.rng

    def worth(state: list[int]) -> float:
        state[rng.at : rng.at + rng.count] = [0] * rng.count
        key = tuple(state)
        if key in known:
            return known[key]
        if len(known) >= positions:
            raise OverflowError
        choice = machine.choice(state)
        if choice is None:
            measures = aims(program).measures
            won = sum(sign * game.interpreter.ask(f, state, 0) for sign, f in measures) if measures else bool(state[program.winners.at])  # type: ignore[union-attr]
            known[key] = float(won)
            return known[key]
        values = []
        for option in machine.options(state):
            after = state[:]
            machine.choose(after, option)
            values.append(worth(after))
        known[key] = sum(values) / len(values) if machine.decider(state) < 0 else max(values)
        return known[key]

    found = Solution(game.name, "everything that can happen", True, "")
    try:
        found.value = worth(machine.start(0))
        found.said = f"With best play {found.value:.4f} can be expected."
    except (OverflowError, RecursionError):
        found.proven, found.said = False, f"Not solved: more than {positions:,} positions."
    found.positions, found.seconds = len(known), perf_counter() - start
    return found
