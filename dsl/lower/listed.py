"""`{a, b}` as a set or list, `{wood 2}` as a bag."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.types import INT, Bag, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.lower import conversions, state
from rulewright.dsl.lower.values import ONE, ZERO, Clauses, Frame, Many, Routine, Value, const, prim, recast, union


def empty(frame: Frame, type: t.SetOf | t.BagOf) -> Value:
    elem = t.FLAG if isinstance(type.elem, t.Nothing) else type.elem
    core = state.set_type(frame.world, elem)
    if isinstance(type, t.BagOf):
        return Value(type, ir.BagConst((0,) * core.size, Bag(core.base, core.size)), constant=True)
    return Value(type, ir.SetConst(0, core), constant=True)


def alike(values: list[Value]) -> bool:
    """Whether two of these are the same constant."""
    return len({repr(v.expr) for v in values}) < len(values) and all(v.constant for v in values)


def bag(frame: Frame, elem: t.Scalar, items: list[tuple[Value, ir.Expr | None]]) -> Value:
    """So many of each."""
    type = state.set_type(frame.world, elem)
    core = Bag(type.base, type.size)
    result: ir.Expr = ir.BagConst((0,) * type.size, core)
    for value, count in items:
        assert value.expr is not None
        one = prim("bag_one", value.expr, count if count is not None else ONE, type=core)
        result = one if result == ir.BagConst((0,) * type.size, core) else prim("bag_add", result, one, type=core)
    return Value(t.BagOf(elem), result, constant=all(v.constant for v, _ in items))


def spliced(frame: Frame, elem: t.Scalar, values: list[Value]) -> Value:
    """Braces around sets: their union."""
    type = state.set_type(frame.world, elem)
    result: ir.Expr = ir.SetConst(0, type)
    for value in values:
        part = conversions.as_set(frame, value)
        assert part is not None and part.expr is not None
        result = union(result, recast(part.expr, type))
    return Value(t.SetOf(elem), result)


def listed(frame: Frame, elem: t.Scalar, exprs: list[ir.Expr]) -> Value:
    """Single things between braces. Constants make a set at once; others are run through one by one."""
    wide = isinstance(elem, t.Number) and elem.high - elem.low > state.MOST_MEMBERS
    type = state.set_type(frame.world, elem) if not wide else None
    if type is not None and all(isinstance(x, ir.Const) for x in exprs):
        return _constants(elem, type, [x.value for x in exprs if isinstance(x, ir.Const)])
    if type is not None and type.size <= 128:
        result: ir.Expr = ir.SetConst(0, type)
        for x in exprs:
            one = prim("one", x, type=type)
            result = one if result == ir.SetConst(0, type) else union(result, one)
        return Value(t.SetOf(elem), result)

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        index, local = routine.new("i"), routine.new("x")
        picked: ir.Expr = exprs[-1]
        for i in reversed(range(len(exprs) - 1)):
            picked = ir.Cond(prim("eq", index, const(i)), exprs[i], picked)
        numbers = Set(0, len(exprs))
        return [ir.In(index, ir.SetConst(numbers.full, numbers)), ir.Be(local, picked), ir.Test(prim("ge", local, ZERO))], local

    return Value(t.SetOf(elem), None, Many(elem, build, len(exprs), ordered=False, unique=False))


def _constants(elem: t.Scalar, type: Set, numbers: list[int]) -> Value:
    inside = [n for n in numbers if type.base <= n < type.base + type.size]
    bits = sum(1 << (n - type.base) for n in set(inside))

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        local = routine.new("x")
        return [ir.In(local, ir.SeqConst(tuple(dict.fromkeys(inside)), Seq(INT, max(1, len(inside)))))], local

    listing = None if inside == sorted(inside) else Many(elem, build, len(inside), ordered=True)
    return Value(t.SetOf(elem), ir.SetConst(bits, type), listing, constant=True)
