"""Functions of numbers, sets, places and the match."""

from __future__ import annotations

from typing import Literal

from rulewright.core import ir
from rulewright.core.types import Bag, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.history import need_history
from rulewright.dsl.lower.values import ZERO, Clauses, Frame, Many, Selected, Slot, Value, const, prim, size
from rulewright.dsl.world import KindSym, PlaceSym, World

COPIES = 16  # of one thing in a bag that can be matched


def extreme(word: Literal["min", "max"], numbers: list[ir.Expr], type: t.Number) -> Value:
    result = numbers[0]
    for number in numbers[1:]:
        result = prim(word, result, number)
    return Value(type, result)


def how_many(of: Value) -> Value:
    assert of.expr is not None
    return Value(t.Number(0, 10_000), size(of.expr))


def triangle(n: ir.Expr) -> Value:
    """1 + 2 + … + n."""
    return Value(t.Number(0, 2**40), prim("div", prim("mul", n, prim("add", n, const(1))), const(2)))


def without_sign(n: ir.Expr) -> Value:
    return Value(t.Number(0, 2**62), prim("max", n, prim("sub", ZERO, n)))


def end_of_pile(world: World, end: Literal["top", "bottom"], kind: KindSym, place: PlaceSym, site: ir.Expr) -> Value:
    """The piece at one end of a pile; none if it is empty."""
    return Value(t.Maybe(t.Piece(frozenset({kind.name}))), prim(end, state.members(world, kind, place, site)))


def element(frame: Frame, many: Many) -> tuple[Clauses, Value]:
    """What runs through the elements, and the one at hand."""
    clauses, one = many.build(frame.routine)
    return clauses, Value(many.elem, one)


def layers(world: World, clauses: Clauses, value: Value, elem: t.Scalar, bound: int) -> Value:
    """Sets of different values: the k-th has every value that occurs at least k times."""
    type = state.set_type(world, elem)
    bag = ir.Fold("bag", tuple(clauses), value.expr, None, Bag(type.base, type.size))
    cap = max(1, min(bound, 64))
    return Value(t.GroupsOf(elem, cap), prim("layers", bag, type=Seq(type, cap)))


def each_copy(frame: Frame, outer: Selected) -> tuple[Clauses, int]:
    """Each thing as often as it is there, and how often that is at most."""
    clauses = list(outer.clauses)
    if outer.weight is None:
        return clauses, 1
    copy = frame.routine.new("copy")
    numbers = Set(0, COPIES)
    return [*clauses, ir.In(copy, ir.SetConst(numbers.full, numbers)), ir.Test(prim("lt", copy, outer.weight))], COPIES


def matched(world: World, clauses: Clauses, most: int, pool: Value, candidate: Slot, fits: ir.Expr) -> Value:
    """The most pairs that can be formed, each thing once."""
    assert pool.expr is not None and isinstance(pool.type, t.SetOf)
    type = state.set_type(world, pool.type.elem)
    suited = ir.Fold("set", (ir.In(candidate, pool.expr), ir.Test(fits)), candidate, None, type)
    cap = max(1, min(most, 64))
    families = ir.Fold("groups", tuple(clauses), suited, None, Seq(type, cap))
    return Value(t.Number(0, cap), prim("matching", families))


def repeated(world: World, times: ir.Expr) -> Value:
    """Whether the position has stood so many times."""
    need_history(world)
    return Value(t.FLAG, prim("repeated", times))
