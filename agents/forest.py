"""Information-set search: one tree for each seat, descended together, over worlds that the searching seat could be in.

A node of a seat's tree stands for what that seat has seen. Whoever decides chooses in his own tree, among the options he has in the
world of this iteration; everybody else goes on by what he sees of the choice: hidden pieces are just pieces, a secret answer is only
"has chosen". How often an option could have been chosen stands in place of the visits of its parent.
"""

from __future__ import annotations

import ctypes
import math
import struct
from dataclasses import dataclass, field
from mmap import mmap
from typing import TYPE_CHECKING

from rulewright.agents.bars import sifted
from rulewright.agents.habits import Habits, given
from rulewright.agents.natively import bar, root_table
from rulewright.agents.numbers import root_of
from rulewright.agents.playouts import Spread, Turns, played_on
from rulewright.agents.reward import began, rewards
from rulewright.agents.tree import Branch, Facts, Settings
from rulewright.compiler import arena as a
from rulewright.compiler.choices import MOST_OPTIONS
from rulewright.core.goals import HALF, WHOLE
from rulewright.core.layout import unpack
from rulewright.core.program import Program
from rulewright.core.random import GAMMA, MASK, below, mix, seeded
from rulewright.core.sight import UNSEEN, blind, shapes
from rulewright.interpreter.errors import RuleError
from rulewright.play.engines import Interpreted, Option

if TYPE_CHECKING:
    from rulewright.compiler.engine import Native


def option_key(program: Program, choice: int, option: Option, unseen: int) -> int:
    """A number for what is seen of an option; the same for what looks the same."""
    key = mix(shapes(program).bases[choice] + option[0] + 1)
    for i, value in enumerate(option[1]):
        key = mix((key * 31 + (UNSEEN if unseen >> i & 1 else value)) & MASK)
    return key


def root_keys(program: Program, state: list[int], seat: int, options: tuple[Option, ...]) -> dict[int, Option]:
    """The key of each option at the root; of those that look the same, the first."""
    assert program.pending is not None
    choice = state[program.pending.at]
    found: dict[int, Option] = {}
    for option in options:
        alternative = shapes(program).bases[choice] + option[0]
        found.setdefault(option_key(program, choice, option, blind(program, state, alternative, option[1], seat)), option)
    return found


class NativeForest:
    def __init__(self, native: Native, worlds: bytes, seat: int, options: tuple[Option, ...], settings: Settings) -> None:
        """`worlds` are states one after the other."""
        self.native, self.program, self.seat = native, native.program, seat
        self.keys = root_keys(self.program, unpack(self.program, worlds[: self.program.size]), seat, options)
        seats = len(self.program.seats)
        size = max(1 << 16, settings.memory) // 64 * 64
        self._arena = (ctypes.c_uint8 * size).from_buffer(mmap(-1, size))
        self._worlds = ctypes.create_string_buffer(worlds, len(worlds))
        self._count = len(worlds) // self.program.size
        self._state = ctypes.create_string_buffer(self.program.size)
        self._listing = (ctypes.c_int64 * (native.widest * MOST_OPTIONS))()
        self._context = native.new_context()
        self._bars = bar(self._context, settings.bars)
        self._habits = given(self._context, settings.contest)
        words = (ctypes.c_int64 * (a.HEADER // 8)).from_buffer(self._arena)
        words[a.RNG] = ctypes.c_int64(seeded(settings.seed & MASK)).value
        words[a.LOW], words[a.HIGH] = a.HEADER + seats * a.NODE, size
        words[a.DEPTH], words[a.SCALE], words[a.BLOCKS] = settings.depth, settings.scale, seats
        words[a.TURNS], words[a.RELATIVE], words[a.LEAST] = settings.turns, settings.relative, WHOLE
        struct.pack_into("<d", self._arena, 8 * a.EXPLORE, settings.explore)
        struct.pack_into("<d", self._arena, 8 * a.FACTOR, 0.0 if settings.relative else settings.explore)
        self._words = words

    def run(self, iterations: int) -> None:
        self.native.search_hidden(
            ctypes.addressof(self._arena),
            ctypes.addressof(self._worlds),
            self._count,
            ctypes.addressof(self._state),
            ctypes.addressof(self._context),
            ctypes.addressof(self._listing),
            root_table(),
            iterations,
        )

    def facts(self) -> Facts:
        w = self._words
        return Facts(w[a.ITERATIONS], w[a.BLOCKS], bool(w[a.FULL]), w[a.DEEPEST], False, w[a.LOW], w[a.BROKEN])

    def _children(self, unit: int) -> list[tuple[int, int, int, int, int]]:
        """Key, visits, availability, sum and number of each child."""
        found = []
        (child,) = struct.unpack_from("<i", self._arena, unit * a.NODE + a.FIRST)
        while child:
            key, visits, available, total = struct.unpack_from("<Qiiq", self._arena, child * a.NODE)
            found.append((key, visits, available, total, child))
            (child,) = struct.unpack_from("<i", self._arena, child * a.NODE + a.NEXT)
        return found

    def branches(self, block: int = 0) -> list[Branch]:
        if block:
            return []
        root = a.HEADER // a.NODE + self.seat
        return [Branch(self.keys[k], v, s, None) for k, v, _, s, _ in self._children(root) if k in self.keys and v]

    def trees(self) -> list[tuple[int, ...]]:
        """Everything, for comparing: each node with its way from the root."""
        found: list[tuple[int, ...]] = []
        waiting: list[tuple[tuple[int, ...], int]] = [((seat,), a.HEADER // a.NODE + seat) for seat in range(len(self.program.seats))]
        while waiting:
            way, unit = waiting.pop()
            for key, visits, available, total, child in self._children(unit):
                found.append((*way, key, visits, available, total))
                waiting.append(((*way, key), child))
        return sorted(found)


@dataclass(slots=True)
class Node:
    visits: int = 0
    available: int = 0
    sum: int = 0
    mean: float = 0.0
    inverse: float = 0.0
    children: dict[int, Node] = field(default_factory=dict)


class HandForest:
    """The same over the interpreter."""

    def __init__(self, engine: Interpreted, worlds: list[list[int]], seat: int, options: tuple[Option, ...], settings: Settings) -> None:
        self.engine, self.machine, self.program, self.seat = engine, engine.machine, engine.program, seat
        self.worlds, self.settings = worlds, settings
        self.bases = began(self.program, engine.ask, worlds[0])
        self.keys = root_keys(self.program, worlds[0], seat, options)
        self.rng = seeded(settings.seed & MASK)
        self.seats = len(self.program.seats)
        self.roots = [Node() for _ in range(self.seats)]
        size = max(1 << 16, settings.memory) // 64 * 64
        self.room = (size - a.HEADER) // a.NODE - self.seats
        self.made = self.seats
        self.iterations = self.deepest = self.broken = 0
        self.full = False
        self.spread = Spread(settings)
        self.habits = Habits(self.program) if settings.contest > 1 else None

    def _next(self) -> int:
        self.rng = (self.rng + GAMMA) & MASK
        return mix(self.rng)

    def _child(self, node: Node, key: int) -> Node | None:
        """The child with a key, made if there is room."""
        if key not in node.children:
            if not self.room:
                self.full = True
                return None
            self.room -= 1
            self.made += 1
            node.children[key] = Node()
        return node.children[key]

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            state = self.worlds[below(self._next(), len(self.worlds))][:]
            self._next()
            path: list[tuple[Node, int]] = []
            try:
                result = self._iterate(state, path)
            except RuleError:
                self.broken += 1
                last = path[-1][1] if path else -1
                result = [0 if seat == last else HALF for seat in range(self.seats)]
            if self.habits is not None:
                self.habits.learn(result)
            if path:
                self.spread.note(result[path[0][1]])
            for node, seat in path:
                node.visits += 1
                node.sum += result[seat]
                node.mean = float(node.sum) / (float(node.visits) * float(WHOLE))
                node.inverse = 1.0 / math.sqrt(float(node.visits))
            self.iterations += 1
            self.deepest = max(self.deepest, len(path))
        self.engine.told()

    def _iterate(self, state: list[int], path: list[tuple[Node, int]]) -> list[int]:
        machine, program, shape = self.machine, self.program, shapes(self.program)
        nodes, turns = self.roots[:], Turns(self.settings)
        grown = False
        while (choice := machine.choice(state)) is not None and not grown:
            who, options = machine.decider(state), machine.options(state)[:MOST_OPTIONS]
            options = sifted(program, self.settings.bars, who, choice.number, options)
            base = shape.bases[choice.number]
            if who < 0:
                option = options[below(self._next(), len(options))]
                if len(options) > a.MOST_OUTCOMES:
                    machine.choose(state, option)
                    continue
            else:
                if len(path) >= a.LONGEST_PATH:
                    break
                if turns.over(who):
                    return self._rewards(state, 0)
                found = self._chosen(state, choice.number, options, nodes[who], who)
                if found is None:
                    break
                option, child, grown = found
                path.append((child, who))
                nodes[who] = child
            alternative = base + option[0]
            masks = [blind(program, state, alternative, option[1], seat) for seat in range(self.seats)]
            machine.choose(state, option)
            masks = [m & blind(program, state, alternative, option[1], seat) for seat, m in enumerate(masks)]
            if not shape.quiet[alternative]:
                for seat in range(self.seats):
                    if seat != who:
                        key = a.HAS_CHOSEN if choice.secret and who >= 0 else option_key(program, choice.number, option, masks[seat])
                        nodes[seat] = self._child(nodes[seat], key) or nodes[seat]
        if machine.choice(state) is None:
            return self._rewards(state, 0)
        return self._playout(state, turns)

    def _chosen(self, state: list[int], choice: int, options: list[Option], node: Node, who: int) -> tuple[Option, Node, bool] | None:
        """The option that is followed, its node, and whether that is new; None if there is no room for it."""
        base = shapes(self.program).bases[choice]
        keys = [option_key(self.program, choice, o, blind(self.program, state, base + o[0], o[1], who)) for o in options]
        kids = [node.children.get(key) for key in keys]
        for kid in kids:
            if kid is not None:
                kid.available += 1
        untried = [i for i, kid in enumerate(kids) if kid is None]
        if untried:
            number = untried[below(self._next(), len(untried))]
        else:
            number, most = 0, -1.0
            for i, kid in enumerate(kids):
                assert kid is not None
                value = kid.mean + root_of(kid.available) * self.spread.factor * kid.inverse
                if value > most:
                    number, most = i, value
        child = self._child(node, keys[number])
        if child is None:
            return None
        child.available = child.available or 1
        return options[number], child, bool(untried) and len(options) > 1

    def _playout(self, state: list[int], turns: Turns) -> list[int]:
        over = played_on(self.machine, self.program, state, self._next(), self.settings, self.habits, turns)
        return self._rewards(state, over)

    def _rewards(self, state: list[int], over: int) -> list[int]:
        assert self.program.over is not None
        return rewards(self.program, self.engine.ask, state, over or state[self.program.over.at], self.settings.scale, self.bases)

    def facts(self) -> Facts:
        used = a.HEADER + self.made * a.NODE
        return Facts(self.iterations, self.made, self.full, self.deepest, False, used, self.broken)

    def branches(self, block: int = 0) -> list[Branch]:
        if block:
            return []
        kids = self.roots[self.seat].children.items()
        return [Branch(self.keys[k], n.visits, n.sum, None) for k, n in kids if k in self.keys and n.visits]

    def trees(self) -> list[tuple[int, ...]]:
        found: list[tuple[int, ...]] = []
        waiting: list[tuple[tuple[int, ...], Node]] = [((seat,), root) for seat, root in enumerate(self.roots)]
        while waiting:
            way, node = waiting.pop()
            for key, child in node.children.items():
                found.append((*way, key, child.visits, child.available, child.sum))
                waiting.append(((*way, key), child))
        return sorted(found)
