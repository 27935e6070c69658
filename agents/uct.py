"""Tree search for games in which nothing is hidden."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from time import perf_counter

from rulewright.agents.budget import Budget
from rulewright.agents.by_hand import HandTree
from rulewright.agents.contract import Line, Packet, Reasons, Verdict, Watch
from rulewright.agents.lines import expected
from rulewright.agents.natively import NativeTree, searcher
from rulewright.agents.tree import Branch, Facts, Settings, Tree, best
from rulewright.core.random import MASK, seeded
from rulewright.play.engines import Option
from rulewright.play.game import Game

MOMENT = 0.02  # seconds between two looks at the clock
TOLD = 3  # options whose expected course is told


class Thinking:
    """Runs trees until the budget is used up, somebody says stop, or everything is proven. Ctrl-C means stop, too."""

    def __init__(self, trees: list[Tree], budget: Budget, watch: Watch | None) -> None:
        self.trees, self.budget, self.watch = trees, budget, watch
        self.made = 0
        self.seconds = 0.0

    def run(self) -> None:
        start = perf_counter()
        share = len(self.trees)
        left = None if self.budget.iterations is None else -(-self.budget.iterations // share)
        portion = 16
        with ThreadPoolExecutor(share) as pool:
            try:
                while left is None or left > 0:
                    number = portion if left is None else min(portion, left)
                    before = perf_counter()
                    list(pool.map(lambda tree: tree.run(number), self.trees)) if share > 1 else self.trees[0].run(number)
                    now = perf_counter()
                    self.made += number * share
                    self.seconds = now - start
                    if left is not None:
                        left -= number
                    if self._enough():
                        break
                    portion = max(1, min(4 * portion, int(number * MOMENT / max(now - before, 1e-6))))
            except KeyboardInterrupt:
                if not self.made:
                    raise
        self.seconds = perf_counter() - start

    def _enough(self) -> bool:
        if any(tree.facts().proven for tree in self.trees):
            return True
        if self.watch is not None and not self.watch(self.made, self.seconds):
            return True
        return self.budget.seconds is not None and self.seconds >= self.budget.seconds


def workers_for(budget: Budget) -> int:
    """Whoever thinks for a time uses the cores there are; who makes a number of iterations uses one, and is the same everywhere."""
    return 1 if budget.seconds is None else max(1, min(8, os.cpu_count() or 1))


def trees_for(game: Game, state: bytes, settings: Settings, workers: int, seed: int) -> list[Tree]:
    """One tree for each worker, each with its own random numbers."""
    each = [replace(settings, seed=seeded(seed & MASK, w), memory=settings.memory // workers) for w in range(workers)]
    native = searcher(game)
    if native is None:
        return [HandTree(game.interpreter, state, s) for s in each]
    return [NativeTree(native, state, s) for s in each]


def merged(trees: list[Tree]) -> list[Branch]:
    """The options at the root, with what all trees say of them."""
    found: dict[Option, Branch] = {}
    for tree in trees:
        for b in tree.branches():
            old = found.get(b.option)
            if old is None:
                found[b.option] = b
            else:
                certain = old.certain if old.certain is not None else b.certain
                found[b.option] = Branch(b.option, old.visits + b.visits, old.sum + b.sum, certain, old.child)
    return list(found.values())


def told(packet: Packet, trees: list[Tree], thinking: Thinking, explain: bool, worlds: int = 0) -> Verdict:
    """The verdict of a search, with its reasons."""
    numbers = {option: number for number, option in enumerate(packet.options)}
    order = [b for b in best(merged(trees)) if b.option in numbers]
    if not order:  # nothing could be tried, be it that rules break at once
        return Verdict(0, Reasons(note="Nothing could be tried; the first option was taken."))
    facts = [tree.facts() for tree in trees]
    lines = tuple(
        Line(
            numbers[b.option],
            b.visits,
            b.value,
            b.certain is not None,
            expected(packet, trees[0], b) if explain and place < TOLD else (),
        )
        for place, b in enumerate(order)
    )
    return Verdict(lines[0].option, _reasons(lines, facts, thinking, worlds))


def _reasons(lines: tuple[Line, ...], facts: list[Facts], thinking: Thinking, worlds: int) -> Reasons:
    full = any(f.full for f in facts)
    return Reasons(
        lines=lines,
        iterations=sum(f.iterations for f in facts),
        seconds=thinking.seconds,
        blocks=sum(f.blocks for f in facts),
        bytes=sum(f.bytes for f in facts),
        full=full,
        proven=any(f.proven for f in facts),
        worlds=worlds,
        note="The memory is used up; the search went on with what it had." if full else "",
    )


class Uct:
    """UCT. It keeps the part of its tree that the match has come to."""

    def __init__(self, seed: int, settings: Settings | None = None, workers: int | None = None, explain: bool = False) -> None:
        self.seed, self.settings, self.workers, self.explain = seed, settings or Settings(), workers, explain
        self._trees: list[Tree] = []

    def decide(self, packet: Packet, budget: Budget, watch: Watch | None = None) -> Verdict:
        if len(packet.options) == 1:
            return Verdict(0)
        workers = self.workers or workers_for(budget)
        if len(self._trees) != workers or not all(isinstance(t, NativeTree) and t.move_to(packet.state) for t in self._trees):
            self._trees = trees_for(packet.game, packet.state, self.settings, workers, seeded(self.seed & MASK, packet.decision))
        thinking = Thinking(self._trees, budget, watch)
        thinking.run()
        return told(packet, self._trees, thinking, self.explain)
