"""What a decision asks more than once is worked out once: for all of its alternatives, while options are counted and while one is found.

The function that counts options and finds the n-th is called once for each of the two, with the same state. The caller lends it some words
to remember by: which values it has, where the options of each alternative begin, and the values. A value is worked out where it is asked
for the first time, so that nothing is asked that was not asked before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.compiler.shapes import I64, PTR, shape, size_in_words
from rulewright.core import ir
from rulewright.core.known import dear
from rulewright.core.program import Choice
from rulewright.core.walk import children, clause_expr, expressions

if TYPE_CHECKING:
    from rulewright.compiler.build import Build
    from rulewright.compiler.frame import Frame

MOST_VALUES, MOST_WORDS = 62, 512
COUNTED = 1  # the bit that says that options have been counted; the others say which values are there


@dataclass(slots=True)
class Once:
    """What is remembered of a choice: values by the node that asks for them, a bit and a place for each."""

    choice: Choice
    values: dict[int, tuple[int, int]] = field(default_factory=dict)
    size: int = 0

    def start(self, number: int) -> int:
        """Where it is noted how many options come before those of an alternative."""
        return 8 * (1 + number)


def once_of(build: Build, choice: Choice) -> Once | None:
    """What is remembered of a choice; nothing in small games, whose two calls LLVM makes one of."""
    if build.apart != "noinline":
        return None
    found = build.onces.get(id(choice))
    if found is None:
        found = build.onces[id(choice)] = _plan(choice)
    return found


def _plan(choice: Choice) -> Once:
    once = Once(choice, size=2 + len(choice.alts))
    asked: list[tuple[object, ir.Expr]] = []
    for number, alt in enumerate(choice.alts):
        moving: set[int] = set()  # locals that a loop changes, and what depends on them
        named: set[int] = set()
        looping = False
        for clause in alt.clauses:
            part = clause_expr(clause)
            _collect(part, moving, named, number, asked)
            if isinstance(clause, ir.In):
                looping = True
                moving.add(clause.local.index)
            elif isinstance(clause, ir.Be):
                changes = looping and any(isinstance(x, ir.Local) and x.index in moving for x in expressions(part))
                (moving if changes else named).add(clause.local.index)
    places: dict[object, tuple[int, int]] = {}
    for key, node in asked:
        if key not in places:
            words = size_in_words(node.type)
            if len(places) == MOST_VALUES or once.size + words > MOST_WORDS:
                continue
            places[key] = (len(places) + 1, 8 * once.size)
            once.size += words
        once.values[id(node)] = places[key]
    return once


def _collect(node: ir.Expr, moving: set[int], named: set[int], number: int, asked: list[tuple[object, ir.Expr]]) -> None:
    """The largest parts that are dear and stay the same throughout the decision."""
    if isinstance(node, ir.Fold | ir.Call | ir.Where | ir.Prim) and dear(node):
        used = _from_outside(node)
        if not used & moving:
            own = number if used & named or any(isinstance(x, ir.Fold) for x in expressions(node)) else -1
            asked.append(((own, node), node))
            return
    if isinstance(node, ir.Fold):
        inner = moving | {c.local.index for c in node.clauses if not isinstance(c, ir.Test)}
        for child in children(node):
            _collect(child, inner, named, number, asked)
    elif isinstance(node, ir.Would):
        for child in node.args:
            _collect(child, moving, named, number, asked)  # its value is asked of another state
    else:
        for child in children(node):
            _collect(child, moving, named, number, asked)


def _from_outside(node: ir.Expr) -> set[int]:
    """Locals that are not bound inside."""
    bound = {c.local.index for x in expressions(node) if isinstance(x, ir.Fold) for c in x.clauses if not isinstance(c, ir.Test)}
    return {x.index for x in expressions(node) if isinstance(x, ir.Local) and x.index >= 0} - bound


def lent(build: Build, f: Frame, choice: Choice) -> list[tuple[str, str]]:
    """The argument for what a choice remembers: words of the caller, with nothing in them yet."""
    once = once_of(build, choice)
    if once is None:
        return []
    words = f.e.temp(I64, once.size)
    f.e.store(I64, "0", words)
    return [(PTR, words)]


def remembered(build: Build, f: Frame, node: ir.Expr) -> str | None:
    """A value that is worked out only if it is not there yet; None if it is none of those."""
    from rulewright.compiler.expressions import call_into, expr

    place = f.once.get(id(node)) if f.state == "%state" else None
    if place is None:
        return None
    e = f.e
    bit, offset = place
    pointer, form = e.offset("%kept", offset), shape(node.type)
    there = e.op("and", I64, e.load(I64, "%kept"), str(1 << bit))
    with e.when(e.icmp("eq", there, "0")):
        if isinstance(node, ir.Call) and form == PTR:
            call_into(build, f, node, pointer)
        else:
            del f.once[id(node)]
            value = expr(build, f, node)
            f.once[id(node)] = place
            if form == PTR:
                e.copy(pointer, value, size_in_words(node.type))
            else:
                e.store(form, value, pointer)
        e.store(I64, e.op("or", I64, e.load(I64, "%kept"), str(1 << bit)), "%kept")
    return pointer if form == PTR else e.load(form, pointer)
