"""The value of an expression that does not depend on the state: numbers, sets as bits, bags and sequences as tuples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.core import ir
from rulewright.core.types import INT_MAX, INT_MIN, Bag, Seq, Set

Constant = int | tuple[Any, ...]
Names = dict[ir.Local, Constant]
MOST_STEPS = 40_000  # of one computation while a game is loaded


class NotConstant(Exception):
    """The expression depends on the state, fails, or takes too long."""


class Steps:
    """How much may still be computed."""

    def __init__(self, most: int = MOST_STEPS) -> None:
        self.left = most

    def take(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise NotConstant


def evaluate(node: ir.Expr, names: Names | None = None, steps: Steps | None = None) -> Constant:
    """The value of an expression whose free locals have these values."""
    return _value(node, {} if names is None else names, steps or Steps())


def _value(node: ir.Expr, names: Names, steps: Steps) -> Constant:
    steps.take()
    match node:
        case ir.Const(value):
            return value
        case ir.SetConst(bits, _):
            return bits
        case ir.BagConst(counts, _):
            return counts
        case ir.SeqConst(values, _):
            return values
        case ir.Local():
            if node not in names:
                raise NotConstant
            return names[node]
        case ir.Look(table, index, _):
            at = _value(index, names, steps)
            assert isinstance(at, int)
            if not 0 <= at < len(table.values):
                raise NotConstant
            return table.values[at]
        case ir.Cond(test, then, other):
            return _value(then if _value(test, names, steps) else other, names, steps)
        case ir.Prim("and", (a, b), _, _):
            return int(bool(_value(a, names, steps)) and bool(_value(b, names, steps)))
        case ir.Prim("or", (a, b), _, _):
            return int(bool(_value(a, names, steps)) or bool(_value(b, names, steps)))
        case ir.Prim():
            return _prim(node, [_value(a, names, steps) for a in node.args])
        case ir.Call(func, args) if func.body is not None:
            given = [_value(a, names, steps) for a in args]
            return _value(func.body, dict(zip(func.params, given, strict=True)), steps)
        case ir.Fold():
            return _fold(node, dict(names), steps)
        case _:
            raise NotConstant


def _ways(clauses: tuple[ir.Clause, ...], names: Names, steps: Steps) -> Iterator[None]:
    """Run through clauses; `names` holds what they bind."""
    if not clauses:
        yield
        return
    clause, rest = clauses[0], clauses[1:]
    steps.take()
    match clause:
        case ir.Test(test):
            if _value(test, names, steps):
                yield from _ways(rest, names, steps)
        case ir.Be(local, value):
            names[local] = _value(value, names, steps)
            yield from _ways(rest, names, steps)
        case ir.In(local, over):
            found = _value(over, names, steps)
            for x in members(found, over.type.base) if isinstance(over.type, Set) and isinstance(found, int) else found:  # type: ignore[union-attr]
                names[local] = x
                yield from _ways(rest, names, steps)


def members(bits: int, base: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield base + low.bit_length() - 1
        bits ^= low


def _fold(node: ir.Fold, names: Names, steps: Steps) -> Constant:
    if node.key is not None or node.enough is not None:
        raise NotConstant
    ways = _ways(node.clauses, names, steps)
    if node.op == "any":
        return int(next(ways, True) is None)
    if node.op == "count":
        return sum(1 for _ in ways)
    if node.value is None:
        raise NotConstant
    value = node.value
    if node.op == "first":
        return _value(value, names, steps) if next(ways, True) is None else -1
    found = [_value(value, names, steps) for _ in ways]
    match node.op, node.type:
        case "last", _:
            return found[-1] if found else -1
        case "sum", _:
            return sum(x for x in found if isinstance(x, int))
        case "most", _:
            return max((x for x in found if isinstance(x, int)), default=node.start)
        case "least", _:
            return min((x for x in found if isinstance(x, int)), default=node.start)
        case "set", Set(base, size):
            return _union(1 << x - base for x in found if isinstance(x, int) and base <= x < base + size)
        case "sets", _:
            return _union(x for x in found if isinstance(x, int))
        case "seq", Seq(_, cap) if len(unique := tuple(dict.fromkeys(found))) <= cap:
            return unique
    raise NotConstant


def _union(parts: Iterator[int]) -> int:
    bits = 0
    for part in parts:
        bits |= part
    return bits


def _prim(node: ir.Prim, args: list[Constant]) -> Constant:
    a = args[0] if args else 0
    b = args[1] if len(args) > 1 else 0
    type = node.args[0].type if node.args else None
    if isinstance(a, tuple) or isinstance(b, tuple):
        return _collections(node, args)
    base = type.base if isinstance(type, Set) else 0
    match node.op:
        case "add":
            return _fitting(a + b)
        case "sub":
            return _fitting(a - b)
        case "mul":
            return _fitting(a * b)
        case "div" if b:
            return a // b
        case "mod" if b:
            return a % b
        case "min":
            return min(a, b)
        case "max":
            return max(a, b)
        case "eq" | "same":
            return int(a == b)
        case "lt":
            return int(a < b)
        case "le":
            return int(a <= b)
        case "gt":
            return int(a > b)
        case "ge":
            return int(a >= b)
        case "not":
            return int(not a)
        case "has":
            return int(b >= base and a >> (b - base) & 1)
        case "union":
            return a | b
        case "inter":
            return a & b
        case "diff":
            return a & ~b
        case "size":
            return a.bit_count()
        case "is_empty":
            return int(a == 0)
        case "first":
            return base + (a & -a).bit_length() - 1 if a else -1
        case "one" if isinstance(node.type, Set):
            return 1 << (a - node.type.base) if node.type.base <= a < node.type.base + node.type.size else 0
        case "recast" if isinstance(node.type, Set):
            shift = base - node.type.base
            return (a << shift if shift >= 0 else a >> -shift) & node.type.full
        case "bag_one" if isinstance(node.type, Bag):
            return tuple(b if node.type.base + i == a else 0 for i in range(node.type.size))
        case "bag_of_set" if isinstance(node.type, Bag):
            return tuple(a >> i & 1 for i in range(node.type.size))
    raise NotConstant


def _fitting(value: int) -> int:
    if INT_MIN <= value <= INT_MAX:
        return value
    raise NotConstant


def _collections(node: ir.Prim, args: list[Constant]) -> Constant:
    a, b = args[0], args[1] if len(args) > 1 else ()
    match node.op:
        case "bag_add" if isinstance(a, tuple) and isinstance(b, tuple):
            return tuple(x + y for x, y in zip(a, b, strict=True))
        case "bag_size" if isinstance(a, tuple):
            return sum(a)
        case "length" if isinstance(a, tuple):
            return len(a)
        case "item" if isinstance(a, tuple) and isinstance(b, int) and 0 <= b < len(a):
            found: Constant = a[b]
            return found
        case "to_set" if isinstance(a, tuple) and isinstance(node.type, Set):
            base, size = node.type.base, node.type.size
            return _union(1 << x - base for x in a if base <= x < base + size)
    raise NotConstant
