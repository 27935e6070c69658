"""The search over the interpreter: the reference for native code, and what there is where no native code can be made."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.agents.bars import sifted
from rulewright.agents.habits import Habits
from rulewright.agents.numbers import root_of
from rulewright.agents.playouts import Spread, Turns, played_on
from rulewright.agents.reward import began, rewards
from rulewright.agents.tree import Block, Branch, Facts, Settings
from rulewright.compiler import arena as a
from rulewright.core.goals import HALF, WHOLE, aims
from rulewright.core.random import GAMMA, MASK, below, mix, seeded
from rulewright.interpreter.errors import RuleError
from rulewright.play.engines import Interpreted, Option

if TYPE_CHECKING:
    from rulewright.core.program import Choice

MOST_OPTIONS = 4096


@dataclass(slots=True)
class Edge:
    visits: int = 0
    child: int = 0
    sum: int = 0
    mean: float = 0.0
    inverse: float = 0.0


@dataclass(slots=True)
class Node:
    decider: int
    options: list[Option]
    edges: list[Edge]
    visits: int = 0
    proof: int = -1
    tried: int = 0


@dataclass(slots=True)
class _Course:
    """One iteration: its path, who chose last, what came of it."""

    path: list[tuple[int, int]] = field(default_factory=list)
    last: int = -1
    proof: int = -1
    rewards: list[int] = field(default_factory=list)
    turns: Turns | None = None


class HandTree:
    def __init__(self, engine: Interpreted, state: bytes, settings: Settings) -> None:
        self.engine, self.machine, self.program = engine, engine.machine, engine.program
        self.settings = settings
        self.root_state = engine.unpack(state)
        self.bases = began(self.program, engine.ask, self.root_state)
        self.rng = seeded(settings.seed & MASK)
        size = max(1 << 16, settings.memory) // 64 * 64
        self.low, self.high, self.size = a.HEADER, size, size
        self.nodes: dict[int, Node] = {}
        self.root = self.iterations = self.deepest = self.broken = 0
        self.full = self.proven = False
        self.habits = Habits(self.program) if settings.contest > 1 else None
        self.spread = Spread(settings)
        self.proofs = settings.proofs and aims(self.program).exact

    # ------------------------------------------------------------ random numbers

    def _next(self) -> int:
        self.rng = (self.rng + GAMMA) & MASK
        return mix(self.rng)

    # ------------------------------------------------------------ the loop

    def run(self, iterations: int) -> None:
        if not self.root:
            self.root = self._expand(self.root_state[:])
            if not self.root:
                return
        for _ in range(iterations):
            if self.proven:
                return
            self._iterate()

    def _iterate(self) -> None:
        state = self.root_state[:]
        self._next()  # the generator of the state, which is never used: chance is drawn by the tree and by playouts
        course = _Course(turns=Turns(self.settings))
        try:
            self._descend(state, course)
        except RuleError:
            self.broken += 1
            course.rewards = [0 if seat == course.last else HALF for seat in range(len(self.program.seats))]
            course.proof = -1
        if self.habits is not None:
            self.habits.learn(course.rewards)
        self.spread.note(course.rewards[self.nodes[self.root].decider])
        self._backup(course)
        self.iterations += 1
        self.deepest = max(self.deepest, len(course.path))
        self.engine.told()

    def _descend(self, state: list[int], course: _Course) -> None:
        unit = self.root
        while True:
            node = self.nodes[unit]
            if node.decider >= 0 and course.turns is not None and course.turns.over(node.decider):
                course.rewards = self._rewards(state)
                return
            number = self._select(node)
            course.path.append((unit, number))
            if node.decider >= 0:
                course.last = node.decider
            edge = node.edges[number]
            if edge.child < 0:
                first = edge.child & (1 << 17) - 1
                course.proof, course.rewards = first, [first, WHOLE - first]
                return
            self.machine.choose(state, node.options[number])
            if self.machine.choice(state) is None:
                course.rewards = self._rewards(state)
                course.proof = course.rewards[0] if self.proofs else -1
                return
            if edge.child:
                unit = edge.child
                continue
            fresh = edge.visits == 0 and len(node.options) > 1
            made = 0 if fresh or len(course.path) >= a.LONGEST_PATH else self._expand(state)
            if not made:
                self._playout(state, course)
                return
            edge.child = unit = made

    def _expand(self, state: list[int]) -> int:
        choice = self.machine.choice(state)
        assert choice is not None
        options = self.machine.options(state)[:MOST_OPTIONS]
        who = self.machine.decider(state)
        options = sifted(self.program, self.settings.bars, who, choice.number, options)
        if not options or (who < 0 and len(options) > a.MOST_OUTCOMES):
            return 0
        after = self.low + (len(options) + 1) * a.UNIT
        place = self.high - 8 * len(options) * _width(choice)
        if after > place:
            self.full = True
            return 0
        unit = self.low // a.UNIT
        self.low, self.high = after, place
        self.nodes[unit] = Node(who, options, [Edge() for _ in options])
        return unit

    def _select(self, node: Node) -> int:
        count = len(node.options)
        if node.decider < 0:
            return below(self._next(), count)
        if node.tried < count:
            one, two = node.tried, node.tried + below(self._next(), count - node.tried)
            node.options[one], node.options[two] = node.options[two], node.options[one]
            node.tried += 1
            return one
        factor = root_of(node.visits) * self.spread.factor
        best, most = 0, -1.0
        for number, edge in enumerate(node.edges):
            value = _certain(edge.child, node.decider) / WHOLE if edge.child < 0 else edge.mean + factor * edge.inverse
            if value > most:
                best, most = number, value
        return best

    def _playout(self, state: list[int], course: _Course) -> None:
        over = played_on(self.machine, self.program, state, self._next(), self.settings, self.habits, course.turns)
        course.rewards = self._rewards(state, over)

    def _rewards(self, state: list[int], over: int | None = None) -> list[int]:
        assert self.program.over is not None
        ended = over or state[self.program.over.at]
        return rewards(self.program, self.engine.ask, state, ended, self.settings.scale, self.bases)

    # ------------------------------------------------------------ what came of it

    def _backup(self, course: _Course) -> None:
        proof = course.proof
        for unit, number in reversed(course.path):
            node = self.nodes[unit]
            edge = node.edges[number]
            node.visits += 1
            edge.visits += 1
            if node.decider >= 0:
                edge.sum += course.rewards[node.decider]
                edge.mean = float(edge.sum) / (float(edge.visits) * float(WHOLE))
                edge.inverse = 1.0 / math.sqrt(float(edge.visits))
            if proof >= 0:
                proof = _prove(node, edge, proof)
        self.proven = self.proven or proof >= 0

    # ------------------------------------------------------------ reading

    def facts(self) -> Facts:
        used = self.low + self.size - self.high
        return Facts(self.iterations, len(self.nodes), self.full, self.deepest, self.proven, used, self.broken)

    def branches(self, block: int = 0) -> list[Branch]:
        node = self.nodes.get(block or self.root)
        if node is None:
            return []
        pairs = list(zip(node.options, node.edges, strict=True))[: node.tried if node.decider >= 0 else None]
        return [Branch(o, e.visits, e.sum, _certain(e.child, node.decider) if e.child < 0 else None, max(e.child, 0)) for o, e in pairs]

    def decider(self, block: int = 0) -> int:
        return self.nodes[block or self.root].decider

    def blocks(self) -> list[Block]:
        return [
            (n.decider, n.visits, n.proof, n.tried, tuple((o, e.visits, e.child, e.sum) for o, e in zip(n.options, n.edges, strict=True)))
            for _, n in sorted(self.nodes.items())
        ]


def _width(choice: Choice) -> int:
    return 1 + max((len(alt.args) for alt in choice.alts), default=0)


def _certain(child: int, who: int) -> int:
    """What is proven of an edge, as the reward of a seat."""
    first = child & (1 << 17) - 1
    return first if who == 0 else WHOLE - first


def _prove(node: Node, edge: Edge, value: int) -> int:
    """Note what is proven of an edge; what follows for its block, or -1."""
    edge.child = value - a.CERTAIN
    if node.proof >= 0:
        return node.proof
    if node.decider >= 0:
        if _certain(value, node.decider) == WHOLE:
            node.proof = value
            return value
        if node.tried < len(node.edges):
            return -1
    if any(e.child >= 0 for e in node.edges):
        return -1
    values = [e.child & (1 << 17) - 1 for e in node.edges]
    if node.decider < 0:
        node.proof = value if all(v == value for v in values) else -1
    else:
        node.proof = max(values) if node.decider == 0 else min(values)
    return node.proof
