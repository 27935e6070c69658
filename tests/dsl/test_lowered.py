"""The tree of meaning says all that core IR is made of: what is made of it alone is what was made while it was checked."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rulewright.core.program import Program
from rulewright.dsl.check import expressions
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.understood import note
from rulewright.dsl.driver import load
from rulewright.dsl.lower.expressions import lower
from rulewright.dsl.lower.values import Routine, Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning.walk import everything
from tests.same.dump import Writer, programs

LATER = m.Able | m.Would | m.Mention | m.Wrong  # and functions of the library with arguments: made while they are checked

EVERY = 3  # of so many programs one is asked; all of them, if you write 1


def canonical(program: Program, code: Any) -> str:
    """Core IR with its locals numbered in the order in which they occur."""
    numbers: dict[str, int] = {}
    text = Writer(program, {}).show(code)
    return re.sub(r"\$\d+", lambda found: f"${numbers.setdefault(found[0], len(numbers))}", re.sub(r"span=(-1|\d+:\d+-\d+)", "", text))


def made_alone(node: m.Expr) -> bool:
    return not any(isinstance(x, LATER) or (isinstance(x, m.Apply) and x.arguments) for x in everything(node))


class Sheet:
    """A place to make code in: nothing has been made there, and the names stand for what they stand for elsewhere."""

    def __init__(self, cx: Context) -> None:
        self.world = cx.world
        old = cx.routine
        self.routine = Routine([*old.locals], [*old.names], {**old.sorts})
        for value in (*cx.names.values(), cx.player, cx.this):
            if value is not None and isinstance(value.meaning, m.Local):
                self.routine.bound[value.meaning.binding] = value
        for meaning, value in old.made.values():
            if isinstance(meaning, m.Local):
                self.routine.bound.setdefault(meaning.binding, value)


def compared(path: Path, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    seen: Counter[str] = Counter()

    def noting(cx: Context, node: Any, value: Value) -> Value:
        found = note(cx, node, value)
        meaning = found.meaning
        if meaning is None or found.expr is None or cx.world.findings.errors:
            return found
        if not made_alone(meaning):
            seen["later"] += 1
            return found
        again = lower(Sheet(cx), meaning)
        assert again.expr is not None
        one, other = canonical(cx.world.program, found.expr), canonical(cx.world.program, again.expr)
        assert one == other, f"{path.name}: {cx.world.sources.text(node.span)}"
        seen.update({type(x).__name__ for x in everything(meaning)})
        return found

    monkeypatch.setattr(expressions, "note", noting)
    load(path, lint=False, examples=True, playable=False)
    return seen


def test_code_made_of_the_tree_alone_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[str] = Counter()
    for path in programs()[::EVERY]:
        seen += compared(path, monkeypatch)
    assert seen["Local"] > 500 and seen["later"] < seen["Local"] / 2, seen
    assert {"Read", "Convert", "Selection", "Count", "Contains", "Order", "Same", "Logic", "Defined", "Pick"} <= seen.keys()
