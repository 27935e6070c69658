"""On which elements of the state a condition on one number depends: those that have to change for the condition to change.

`not(is_empty(columns[x] \\ taken))` depends, for each x, on those members of `taken` that are cells of the column x and on nothing else.
"""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.constant import NotConstant, evaluate
from rulewright.core.ops import PRIMS
from rulewright.core.program import Field
from rulewright.core.simplify import stateless
from rulewright.core.types import Int, Set

Element = tuple[Field, int]  # an element of a field of numbers; of a field of sets, a member of any of them
MOST_DEPENDED = 24  # elements for one number


class NotLocal(Exception):
    """The condition depends on much of the state, or it cannot be told on what."""


def depended(test: ir.Expr, local: ir.Local, type: Set, bits: int) -> dict[Field, tuple[int, ...]] | None:
    """For each field that a condition reads, by the number of an element or member, the numbers whose condition can change with it."""
    found: dict[Field, list[int]] = {}
    try:
        for i in range(type.size):
            if bits >> i & 1:
                touched = _of(test, {local: type.base + i})
                if len(touched) > MOST_DEPENDED:
                    return None
                for field, at in touched:
                    rows = found.setdefault(field, [0] * (field.type.size if isinstance(field.type, Set) else field.count))
                    rows[at] |= 1 << i
    except (NotLocal, NotConstant):
        return None
    return {field: tuple(rows) for field, rows in found.items()}


def _of(node: ir.Expr, names: dict[ir.Local, int]) -> set[Element]:
    """The elements on which a number depends."""
    if stateless(node):
        return set()
    match node:
        case ir.Load(field, index) if isinstance(field.type, Int) and stateless(index):
            at = _number(index, names)
            if not 0 <= at < field.count:
                raise NotLocal
            return {(field, at)}
        case ir.Cond(test, then, other):
            return _of(test, names) | _of(then, names) | _of(other, names)
        case ir.Prim("has", (cells, member)) if stateless(member) and isinstance(cells.type, Set):
            at = _number(member, names) - cells.type.base
            return _of_set(cells, 1 << at, names) if 0 <= at < cells.type.size else set()
        case ir.Prim(op, args, Int()) if not PRIMS[op].reads:
            found: set[Element] = set()
            for arg in args:
                if isinstance(arg.type, Set):
                    found |= _of_set(arg, arg.type.full, names)
                elif isinstance(arg.type, Int):
                    found |= _of(arg, names)
                elif not stateless(arg):
                    raise NotLocal
            return found
    raise NotLocal


def _of_set(node: ir.Expr, mask: int, names: dict[ir.Local, int]) -> set[Element]:
    """The elements on which those members of a set depend that are in the mask."""
    if not mask or stateless(node):
        return set()
    match node:
        case ir.Load(field, index) if isinstance(field.type, Set) and stateless(index) and mask.bit_count() <= MOST_DEPENDED:
            return {(field, i) for i in range(field.type.size) if mask >> i & 1}
        case ir.Prim("inter" | "diff" | "union" as op, (a, b), Set()) if a.type == node.type == b.type:
            if op != "union" and stateless(b):
                kept = _number(b, names)
                return _of_set(a, mask & (kept if op == "inter" else ~kept), names)
            if op != "union" and stateless(a):
                return _of_set(b, mask & _number(a, names), names)
            return _of_set(a, mask, names) | _of_set(b, mask, names)
        case ir.Cond(test, then, other):
            return _of(test, names) | _of_set(then, mask, names) | _of_set(other, mask, names)
    raise NotLocal


def _number(node: ir.Expr, names: dict[ir.Local, int]) -> int:
    value = evaluate(node, dict(names))
    if not isinstance(value, int):
        raise NotLocal
    return value
