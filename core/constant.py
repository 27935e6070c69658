"""The value of an expression that does not depend on the state: numbers, sets as bits, bags and sequences as tuples."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.types import Bag, Set
from rulewright.core.walk import substitute

Constant = int | tuple[int, ...]


class NotConstant(Exception):
    """The expression depends on the state."""


def evaluate(node: ir.Expr) -> Constant:
    match node:
        case ir.Const(value):
            return value
        case ir.SetConst(bits, _):
            return bits
        case ir.BagConst(counts, _):
            return counts
        case ir.SeqConst(values, _):
            return values
        case ir.Look(table, index, _):
            at = evaluate(index)
            assert isinstance(at, int)
            if not 0 <= at < len(table.values):
                raise NotConstant
            return table.values[at]
        case ir.Cond(test, then, other):
            return evaluate(then) if evaluate(test) else evaluate(other)
        case ir.Prim():
            return _prim(node)
        case ir.Call(func, args) if func.body is not None:
            given = dict(zip(func.params, args, strict=True))
            return evaluate(substitute(func.body, dict(given)))
        case _:
            raise NotConstant


def _prim(node: ir.Prim) -> Constant:
    args = [evaluate(a) for a in node.args]
    a = args[0] if args else 0
    b = args[1] if len(args) > 1 else 0
    type = node.args[0].type if node.args else None
    if isinstance(a, tuple) or isinstance(b, tuple):
        return _collections(node, args)
    base = type.base if isinstance(type, Set) else 0
    match node.op:
        case "add":
            return a + b
        case "sub":
            return a - b
        case "mul":
            return a * b
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
        case "and":
            return int(bool(a) and bool(b))
        case "or":
            return int(bool(a) or bool(b))
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


def _collections(node: ir.Prim, args: list[Constant]) -> Constant:
    a, b = args[0], args[1] if len(args) > 1 else ()
    match node.op:
        case "bag_add" if isinstance(a, tuple) and isinstance(b, tuple):
            return tuple(x + y for x, y in zip(a, b, strict=True))
        case "bag_size" if isinstance(a, tuple):
            return sum(a)
    raise NotConstant
