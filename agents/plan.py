"""Planning one's own turn, where all can lose together and the rules say how far that is.

What comes of one's own decisions is certain until somebody else decides, or chance speaks; there a position is judged. So nothing has to
be averaged: what counts is the best line of decisions that was found. A line is drawn at random, or it is the best one so far with all
changed from some decision on, or with one decision changed. The best line goes on being the best at the next decision of the same turn.
"""

from __future__ import annotations

import ctypes
from dataclasses import replace
from mmap import mmap
from random import Random
from typing import TYPE_CHECKING, Protocol

from rulewright.agents.bars import sifted
from rulewright.agents.budget import Budget
from rulewright.agents.contract import Line, Packet, Reasons, Verdict, Watch
from rulewright.agents.lines import LONGEST, title
from rulewright.agents.natively import bar, searcher
from rulewright.agents.reward import began, rewards
from rulewright.agents.tree import Branch, Facts, Settings
from rulewright.agents.uct import Thinking, workers_for
from rulewright.agents.worlds import as_bytes, worlds
from rulewright.compiler import arena as a
from rulewright.compiler.choices import MOST_OPTIONS
from rulewright.compiler.planning import STEPS, words
from rulewright.core.random import GAMMA, MASK, below, mix, seeded
from rulewright.interpreter.errors import RuleError
from rulewright.play.engines import Interpreted, Option

if TYPE_CHECKING:
    from rulewright.compiler.engine import Native

WORLDS = 8  # ways in which hidden things could lie; a line is tried in any of them


class Plans(Protocol):
    """Lines of one's own decisions that are tried."""

    def run(self, iterations: int) -> None: ...
    def facts(self) -> Facts: ...
    def branches(self, block: int = 0) -> list[Branch]: ...
    def best(self) -> tuple[int, list[Option]]:
        """What the best line is worth, and its decisions."""
        ...


class NativePlans:
    def __init__(self, native: Native, found: bytes, seat: int, settings: Settings, line: list[Option]) -> None:
        """`found` are states one after the other."""
        self.native, self.program, self.seat = native, native.program, seat
        self._size = words(self.program)
        self._at = a.HEADER + 16 * self._size * STEPS  # where first options are kept
        size = self._at + 8 * (self._size + 2) * MOST_OPTIONS
        self._arena = (ctypes.c_uint8 * size).from_buffer(mmap(-1, size))
        self._worlds = ctypes.create_string_buffer(found, len(found))
        self._count = len(found) // self.program.size
        self._state = ctypes.create_string_buffer(self.program.size)
        self._listing = (ctypes.c_int64 * (native.widest * MOST_OPTIONS))()
        self._context = native.new_context()
        self._bars = bar(self._context, settings.bars)
        self._words = (ctypes.c_int64 * (size // 8)).from_buffer(self._arena)
        w = self._words
        w[a.RNG] = ctypes.c_int64(seeded(settings.seed & MASK)).value
        w[a.SCALE], w[a.WORTH], w[a.PLANNED], w[a.HANDED] = settings.scale, -1, len(line), bool(line)
        for number, (alternative, args) in enumerate(line):
            first = a.HEADER // 8 + number * self._size
            w[first : first + 1 + len(args)] = [alternative, *args]

    def run(self, iterations: int) -> None:
        at = ctypes.addressof
        given = at(self._arena), at(self._worlds), self._count, at(self._state), at(self._context), at(self._listing)
        self.native.plan(*given, self.seat, iterations)

    def facts(self) -> Facts:
        w = self._words
        return Facts(w[a.ITERATIONS], w[a.FIRSTS], False, w[a.DEEPEST], False, self._at, w[a.BROKEN])

    def branches(self, block: int = 0) -> list[Branch]:
        found, entry = [], self._size + 2
        for number in range(self._words[a.FIRSTS]):
            first = self._at // 8 + number * entry
            times, most, *option = self._words[first : first + entry]
            found.append(Branch((option[0], tuple(option[1:])), times, times * most, None))
        return found

    def best(self) -> tuple[int, list[Option]]:
        first, size = a.HEADER // 8, self._size
        rows = [self._words[first + n * size : first + (n + 1) * size] for n in range(self._words[a.PLANNED])]
        return self._words[a.WORTH], [(row[0], tuple(row[1:])) for row in rows]


class HandPlans:
    """The same over the interpreter."""

    def __init__(self, engine: Interpreted, found: list[list[int]], seat: int, settings: Settings, line: list[Option]) -> None:
        self.engine, self.machine, self.program, self.seat = engine, engine.machine, engine.program, seat
        self.worlds, self.settings = found, settings
        self.bases = began(self.program, engine.ask, found[0])
        self.rng = seeded(settings.seed & MASK)
        self.size = words(self.program)
        self.line, self.worth, self.handed = [self._wide(o) for o in line], -1, bool(line)
        self.firsts: dict[Option, tuple[int, int]] = {}
        self.iterations = self.deepest = self.broken = 0

    def _wide(self, option: Option) -> Option:
        """An option with as many words as the widest one."""
        return option[0], (*option[1], *[0] * (self.size - 1 - len(option[1])))

    def _drawn(self, n: int) -> int:
        self.rng = (self.rng + GAMMA) & MASK
        return below(mix(self.rng), n)

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            state = self.worlds[self._drawn(len(self.worlds))][:]
            prefix, follow = 0, False
            if self.line:
                if self.handed:
                    prefix, self.handed = len(self.line), False
                else:
                    how = self._drawn(4)
                    prefix = self._drawn(len(self.line)) if how else 0
                    follow = how == 3
            trial: list[Option] = []
            try:
                self._follow(state, trial, prefix, follow)
                over = state[self.program.over.at] if self.program.over is not None else 0
                reward = rewards(self.program, self.engine.ask, state, over, self.settings.scale, self.bases)[self.seat]
            except RuleError:
                self.broken += 1
                reward = 0
            self.iterations += 1
            self.deepest = max(self.deepest, len(trial))
            if trial:
                times, most = self.firsts.get(trial[0], (0, 0))
                self.firsts[trial[0]] = times + 1, max(most, reward)
                if self.worth < 0 or reward > self.worth:
                    self.worth, self.line = reward, trial
        self.engine.told()

    def _follow(self, state: list[int], trial: list[Option], prefix: int, follow: bool) -> None:
        """Decide until somebody else does, or chance; what was decided is noted."""
        machine = self.machine
        while (choice := machine.choice(state)) is not None and len(trial) < STEPS and machine.decider(state) == self.seat:
            options = machine.options(state)[:MOST_OPTIONS]
            options = sifted(self.program, self.settings.bars, self.seat, choice.number, options)
            if not options:
                return
            made, chosen = len(trial), None
            if (made < prefix or (follow and made != prefix)) and made < len(self.line):
                chosen = next((o for o in options if self._wide(o) == self.line[made]), None)
                if chosen is None:
                    prefix, follow = 0, False
            chosen = options[self._drawn(len(options))] if chosen is None else chosen
            trial.append(self._wide(chosen))
            machine.choose(state, chosen)

    def facts(self) -> Facts:
        return Facts(self.iterations, len(self.firsts), False, self.deepest, False, 0, self.broken)

    def branches(self, block: int = 0) -> list[Branch]:
        return [Branch(option, times, times * most, None) for option, (times, most) in self.firsts.items()]

    def best(self) -> tuple[int, list[Option]]:
        return self.worth, self.line


class Planner:
    """Plans its own turn, and follows the plan as long as it finds none that is better."""

    def __init__(self, seed: int, settings: Settings, workers: int | None = None, explain: bool = False) -> None:
        self.seed, self.settings, self.workers, self.explain = seed, settings, workers, explain
        self._line: list[Option] = []

    def decide(self, packet: Packet, budget: Budget, watch: Watch | None = None) -> Verdict:
        if len(packet.options) == 1:
            self._line = self._line[1:]
            return Verdict(0)
        workers = self.workers or workers_for(budget)
        plans = [self._plans(packet, seeded(seeded(self.seed & MASK, packet.decision), w)) for w in range(workers)]
        thinking = Thinking(list(plans), budget, watch)
        thinking.run()
        numbers = self._numbers(packet)
        _, line = max((p.best() for p in plans), key=lambda found: found[0])
        facts = [p.facts() for p in plans]
        made = sum(f.iterations for f in facts)
        if not line or line[0] not in numbers:
            self._line = []
            return Verdict(0, Reasons(iterations=made, note="Nothing could be tried; the first option was taken."))
        self._line = line[1:]
        lines = self._told(packet, plans, numbers, line)
        return Verdict(
            numbers[line[0]],
            Reasons(lines, made, thinking.seconds, sum(f.blocks for f in facts), sum(f.bytes for f in facts)),
        )

    def _plans(self, packet: Packet, seed: int) -> Plans:
        game = packet.game
        settings = replace(self.settings, seed=seed)
        dice, native = Random(seed), searcher(game)
        if native is None:
            found = worlds(packet, WORLDS, dice) if packet.secret else [game.interpreter.unpack(packet.state)]
            return HandPlans(game.interpreter, found, packet.seat, settings, self._line)
        states = as_bytes(packet, WORLDS, dice) if packet.secret else packet.state
        return NativePlans(native, states, packet.seat, settings, self._line)

    def _numbers(self, packet: Packet) -> dict[Option, int]:
        """The numbers of the packet's options, as plans write them."""
        size = words(packet.game.program)
        return {(o[0], (*o[1], *[0] * (size - 1 - len(o[1])))): n for n, o in enumerate(packet.options)}

    def _told(self, packet: Packet, plans: list[Plans], numbers: dict[Option, int], line: list[Option]) -> tuple[Line, ...]:
        """What came of each first option, the best first; what is expected is told of the plan."""
        found: dict[Option, tuple[int, float]] = {}
        for branch in (b for p in plans for b in p.branches() if b.option in numbers):
            times, most = found.get(branch.option, (0, 0.0))
            found[branch.option] = times + branch.visits, max(most, branch.value)
        order = sorted(found, key=lambda o: (o != line[0], -found[o][1], -found[o][0]))
        then = _words(packet, line) if self.explain else ()
        return tuple(Line(numbers[o], found[o][0], found[o][1], then=then if o == line[0] else ()) for o in order)


def _words(packet: Packet, line: list[Option]) -> tuple[str, ...]:
    """The first decisions of a plan in the words of the options."""
    interpreter = packet.game.interpreter
    state, said = interpreter.unpack(packet.state), []
    try:
        for option in line[:LONGEST]:
            choice = interpreter.machine.choice(state)
            assert choice is not None
            short = option[0], option[1][: len(choice.alts[option[0]].args)]
            said.append(title(packet, state, short))
            interpreter.machine.choose(state, short)
    except RuleError:
        pass
    interpreter.told()
    return tuple(said)
