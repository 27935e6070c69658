"""CFR+ for small games of two in which something is hidden: the whole tree, regret matching, best responses.

What a seat knows is the chain of what it has seen (`core.sight`). What is won is what the rules measure, half of the difference, or
1, 0 and -1 where they measure nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.agents.forest import option_key
from rulewright.agents.reward import rewards
from rulewright.compiler import arena as a
from rulewright.core.goals import HALF, aims
from rulewright.core.sight import blind, shapes
from rulewright.play.engines import Option
from rulewright.play.errors import PlayError

if TYPE_CHECKING:
    from rulewright.play.game import Game

MOST = 400_000  # nodes: more do not fit, or take too long


@dataclass(slots=True)
class Node:
    """A point in the tree. Chance has probabilities, an end has what the first seat wins."""

    seat: int  # -1 chance, -2 an end
    knows: int = -1  # the number of what the seat knows
    children: list[Node] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    won: float = 0.0
    depth: int = 0
    reach: float = 0.0  # used by best responses


@dataclass(slots=True)
class Known:
    """What a seat knows when it decides: its options, and how it plays."""

    seat: int
    depth: int
    titles: tuple[str, ...]
    regrets: list[float]
    total: list[float]
    nodes: list[Node] = field(default_factory=list)

    def current(self) -> list[float]:
        positive = sum(self.regrets)
        return [r / positive for r in self.regrets] if positive > 0 else [1 / len(self.regrets)] * len(self.regrets)

    def average(self) -> list[float]:
        whole = sum(self.total)
        return [t / whole for t in self.total] if whole > 0 else [1 / len(self.total)] * len(self.total)


class Tree:
    def __init__(self, game: Game, most: int = MOST, progress: Callable[[int], None] | None = None) -> None:
        if len(game.seats) != 2:
            raise PlayError("CFR+ solves games of two.", f"{game.title} has {len(game.seats)} seats.")
        self.game, self.program, self.machine = game, game.program, game.interpreter.machine
        self.most, self.count = most, 0
        self.known: list[Known] = []
        self._numbers: dict[tuple[int, ...], int] = {}
        self.scale = bool(aims(self.program).measures)
        start = self._start()
        self.root = self._build(start, ((0,), (1,)), 0)
        self.order = self._ordered()
        self.iterations = 0

    def _start(self) -> list[int]:
        """The match before chance has said anything; what is dealt is part of the tree."""
        return self.machine.start(0)

    def _won(self, state: list[int]) -> float:
        ask = self.game.interpreter.ask
        assert self.program.over is not None
        if self.scale:
            totals = [sum(sign * ask(f, state, seat) for sign, f in aims(self.program).measures) for seat in (0, 1)]
            return float(totals[0] - totals[1]) / 2
        return rewards(self.program, ask, state, state[self.program.over.at], 1)[0] / HALF - 1

    def _build(self, state: list[int], seen: tuple[tuple[int, ...], ...], depth: int) -> Node:
        self.count += 1
        if self.count > self.most:
            raise PlayError(
                f"{self.game.title} is too large to be solved exactly: more than {self.most:,} points in its tree.", "Use mcts instead."
            )
        choice = self.machine.choice(state)
        if choice is None:
            return Node(-2, won=self._won(state), depth=depth)
        options, who = self.machine.options(state), self.machine.decider(state)
        node = Node(-1 if who < 0 else who, depth=depth)
        if who >= 0:
            node.knows = self._knows(seen[who], who, depth, choice.number, options, state)
            self.known[node.knows].nodes.append(node)
        else:
            node.chances = [1 / len(options)] * len(options)
        base = shapes(self.program).bases[choice.number]
        for option in options:
            after = state[:]
            masks = [blind(self.program, state, base + option[0], option[1], s) for s in (0, 1)]
            self.machine.choose(after, option)
            masks = [m & blind(self.program, after, base + option[0], option[1], s) for s, m in enumerate(masks)]
            keys = [
                a.HAS_CHOSEN if choice.secret and s != who and who >= 0 else option_key(self.program, choice.number, option, masks[s])
                for s in (0, 1)
            ]
            node.children.append(self._build(after, tuple((*seen[s], keys[s]) for s in (0, 1)), depth + 1))
        return node

    def _knows(self, seen: tuple[int, ...], who: int, depth: int, choice: int, options: list[Option], state: list[int]) -> int:
        number = self._numbers.setdefault(seen, len(self.known))
        if number == len(self.known):
            found = self.program.choices[choice]
            names = self.game.names
            titles = tuple(names.title(found, found.alts[o[0]], o[1], state) for o in options)
            self.known.append(Known(who, depth, titles, [0.0] * len(options), [0.0] * len(options)))
        return number

    def _ordered(self) -> list[Node]:
        """All nodes, parents before children."""
        found, waiting = [], [self.root]
        while waiting:
            node = waiting.pop()
            found.append(node)
            waiting.extend(node.children)
        return found

    # ------------------------------------------------------------ playing better

    def run(self, iterations: int) -> None:
        """So many iterations more: the seats take turns, averages count later iterations for more."""
        for _ in range(iterations):
            self.iterations += 1
            for seat in (0, 1):
                plays = [k.current() for k in self.known]
                gains = [[0.0] * len(k.regrets) for k in self.known]
                self._walk(self.root, seat, 1.0, 1.0, plays, gains)
                for known, gain in zip(self.known, gains, strict=True):
                    if known.seat == seat:
                        known.regrets = [max(0.0, r + g) for r, g in zip(known.regrets, gain, strict=True)]

    def _walk(self, node: Node, seat: int, own: float, other: float, plays: list[list[float]], gains: list[list[float]]) -> float:
        """What a node is worth to a seat; regrets are gathered on the way."""
        if node.seat == -2:
            return node.won if seat == 0 else -node.won
        if node.seat == -1:
            return sum(p * self._walk(c, seat, own, other * p, plays, gains) for p, c in zip(node.chances, node.children, strict=True))
        play = plays[node.knows]
        if node.seat != seat:
            return sum(p * self._walk(c, seat, own, other * p, plays, gains) for p, c in zip(play, node.children, strict=True) if p > 0)
        values = [self._walk(c, seat, own * p, other, plays, gains) for p, c in zip(play, node.children, strict=True)]
        mean = sum(p * v for p, v in zip(play, values, strict=True))
        gain, known = gains[node.knows], self.known[node.knows]
        for i, value in enumerate(values):
            gain[i] += other * (value - mean)
            known.total[i] += self.iterations * own * play[i]
        return mean

    # ------------------------------------------------------------ how good it is

    def value(self) -> float:
        """What the first seat wins when both play by their averages."""
        plays = [k.average() for k in self.known]

        def worth(node: Node) -> float:
            if node.seat == -2:
                return node.won
            shares = node.chances if node.seat == -1 else plays[node.knows]
            return sum(p * worth(c) for p, c in zip(shares, node.children, strict=True) if p > 0)

        return worth(self.root)

    def best_response(self, seat: int) -> float:
        """What a seat could win against the other's average."""
        plays = [k.average() for k in self.known]
        self.root.reach = 1.0
        for node in self.order:
            shares = node.chances if node.seat == -1 else [1.0] * len(node.children) if node.seat == seat else []
            shares = shares or (plays[node.knows] if node.seat >= 0 else [])
            for share, child in zip(shares, node.children, strict=False):
                child.reach = node.reach * share
        best: dict[int, int] = {}

        def worth(node: Node) -> float:
            if node.seat == -2:
                return node.won if seat == 0 else -node.won
            if node.seat == seat:
                return worth(node.children[best[node.knows]])
            shares = node.chances if node.seat == -1 else plays[node.knows]
            return sum(p * worth(c) for p, c in zip(shares, node.children, strict=True) if p > 0)

        for known in sorted((k for k in self.known if k.seat == seat), key=lambda k: -k.depth):
            totals = [sum(n.reach * worth(n.children[i]) for n in known.nodes if n.reach > 0) for i in range(len(known.regrets))]
            best[known.nodes[0].knows] = max(range(len(totals)), key=totals.__getitem__)
        return worth(self.root)

    def exploitability(self) -> float:
        """How much the two could gain together by playing against these averages, each half."""
        return (self.best_response(0) + self.best_response(1)) / 2
