"""Expressions: one function for each form, all reached through `expr`."""

from __future__ import annotations

from typing import assert_never

from rulewright.core import ir
from rulewright.core.types import INT, INT_MAX, INT_MIN, Bag, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.check import calls, coerce, compare, quantify, words
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.understood import note, told, understood
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import (
    NONE,
    ONE,
    ZERO,
    Clauses,
    Many,
    Routine,
    Value,
    both,
    const,
    either,
    has,
    minus,
    negate,
    prim,
    recast,
    union,
)
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e

LARGEST = 10**15


def expr(cx: Context, node: e.Expr | e.Sel, expect: t.Type | None = None) -> Value:
    """The value of an expression. `expect` tells what is wanted, so that a bare word can be the member of a type."""
    value = _expr(cx, node, expect)
    note(cx, node, value)
    if isinstance(value.expr, ir.Prim | ir.Fold | ir.Call | ir.Would):
        value.expr = at_place(value.expr, node.span, cx)
    return value


def at_place(node: ir.Expr, span: Span, cx: Context) -> ir.Expr:
    """The expression; a fold, call or trial that it is made of, and that has no place in the rules yet, has this one."""
    match node:
        case ir.Fold(op, clauses, value, key, type, start, -1):
            return ir.Fold(op, clauses, value, key, type, start, cx.span(span))
        case ir.Call(func, args, -1):
            return ir.Call(func, args, cx.span(span))
        case ir.Would(proc, args, value, -1):
            return ir.Would(proc, args, value, cx.span(span))
        case ir.Prim("not" | "size" | "is_empty" as op, (inner,), type, place):
            new = at_place(inner, span, cx)
            return node if new is inner else ir.Prim(op, (new,), type, place)
        case _:
            return node


def _expr(cx: Context, node: e.Expr | e.Sel, expect: t.Type | None) -> Value:
    match node:
        case e.Num(span, number):
            if number > LARGEST:
                return cx.error(codes.OUT_OF_RANGE, "This number is too large.", span, f"Numbers go up to {LARGEST:,}.")
            return words.constant(t.Number(number, number), number, span)
        case e.Word():
            return words.word(cx, node, expect)
        case e.Kind():
            return words.kind(cx, node, expect)
        case e.Text():
            return words.text(cx, node, expect)
        case e.Braces():
            value = braces(cx, node, expect)
            items = tuple((understood(cx, item), understood(cx, amount) if amount is not None else None) for item, amount in node.items)
            return told(value, m.Listed(node.span, value.type, items))
        case e.Coords():
            return words.coords(cx, node, expect)
        case e.Call():
            return calls.call(cx, node, expect)
        case e.Dot():
            return calls.dot(cx, node)
        case e.Of():
            return calls.of(cx, node, expect)
        case e.In():
            return compare.membership(cx, node)
        case e.Compare():
            return compare.compare(cx, node)
        case e.Logic():
            left, right = test(cx, node.left), test(cx, node.right)
            return Value(t.FLAG, both(left, right) if node.operator == "and" else either(left, right), meaning=_logic(cx, node))
        case e.Not():
            negated = negate(test(cx, node.operand))
            return Value(t.FLAG, negated, meaning=m.Not(node.span, t.FLAG, understood(cx, node.operand)))
        case e.Arith():
            value = arith(cx, node, expect)
            return told(value, m.Arith(node.span, value.type, node.operator, understood(cx, node.left), understood(cx, node.right)))
        case e.Minus():
            return _minus(cx, node)
        case e.Ternary():
            return ternary(cx, node, expect)
        case e.Many():
            return quantify.many(cx, node)
        case e.Fold():
            return quantify.fold(cx, node)
        case e.Every():
            return quantify.every(cx, node)
        case e.Can():
            return calls.can(cx, node)
        case e.After():
            return calls.after(cx, node)
        case e.Sel():
            return quantify.selected(cx, node)
        case _:
            assert_never(node)


def _logic(cx: Context, node: e.Logic) -> m.Expr:
    """`a and b and c` has three parts; brackets on the right stay."""
    first, last = understood(cx, node.left), understood(cx, node.right)
    parts = first.parts if isinstance(first, m.Logic) and first.operator == node.operator else (first,)
    return m.Logic(node.span, t.FLAG, node.operator, (*parts, last))


def test(cx: Context, node: e.Expr) -> ir.Expr:
    """A condition."""
    result = coerce.flag(cx, expr(cx, node, t.FLAG), node.span)
    cx.world.verdicts.append((node.span, result))
    return result


# ---------------------------------------------------------------- arithmetic


def arith(cx: Context, node: e.Arith, expect: t.Type | None) -> Value:
    left = expr(cx, node.left, expect)
    right = expr(cx, node.right, expect or (left.type if not isinstance(left.type, t.Number) else None))
    if coerce.is_poison(left, right):
        return coerce.poison()
    if isinstance(left.type, t.Number | t.Flag) and isinstance(right.type, t.Number | t.Flag):
        return _numbers(cx, node, left, right)
    if node.operator not in "+-":
        return cx.error(codes.TYPE_MISMATCH, f"`{node.operator}` needs numbers, but this is {left.type} and {right.type}.", node.span)
    if isinstance(left.type, t.BagOf) or isinstance(right.type, t.BagOf):
        return _bags(cx, node, left, right)
    if _is_pile(cx, left) and _is_pile(cx, right):
        text = ", ".join(cx.world.sources.text(x.span) for x in (node.left, node.right))
        return cx.error(codes.TYPE_MISMATCH, "Several places are written in braces.", node.span, f"Write `{{{text}}}`.")
    return _collections(cx, node, left, right)


def _is_pile(cx: Context, value: Value) -> bool:
    """Whether a value is a place that is no board: a pile, a deck or a hand."""
    place = value.whole or coerce.place_of_type(cx, value.type)
    return place is not None and place.board is None


def span_of_number(type: t.Type) -> tuple[int, int]:
    return (type.low, type.high) if isinstance(type, t.Number) else (0, 1)


def _numbers(cx: Context, node: e.Arith, left: Value, right: Value) -> Value:
    a, b = left.expr, right.expr
    assert a is not None and b is not None
    (al, ah), (bl, bh) = span_of_number(left.type), span_of_number(right.type)
    span = cx.span(node.span)
    match node.operator:
        case "+":
            return Value(t.Number(_clip(al + bl), _clip(ah + bh)), prim("add", a, b, span=span))
        case "-":
            return Value(t.Number(_clip(al - bh), _clip(ah - bl)), prim("sub", a, b, span=span))
        case "*":
            corners = [al * bl, al * bh, ah * bl, ah * bh]
            return Value(t.Number(_clip(min(corners)), _clip(max(corners))), prim("mul", a, b, span=span))
        case "/":
            if isinstance(b, ir.Const) and b.value == 0:
                return cx.error(codes.TYPE_MISMATCH, "This divides by zero.", node.span)
            low, high = (al // bh, ah // bl) if bl > 0 and bh > 0 and al >= 0 else (INT_MIN, INT_MAX)
            return Value(t.Number(_clip(low), _clip(high)), prim("div", a, b, span=span))
        case _:
            if isinstance(b, ir.Const) and b.value == 0:
                return cx.error(codes.TYPE_MISMATCH, "This divides by zero.", node.span)
            return Value(t.Number(0, bh - 1) if bl > 0 else t.ANY_NUMBER, prim("mod", a, b, span=span))


def _clip(value: int) -> int:
    return max(INT_MIN, min(INT_MAX, value))


def _bags(cx: Context, node: e.Arith, left: Value, right: Value) -> Value:
    type = left.type if isinstance(left.type, t.BagOf) else right.type
    a = coerce.convert(cx, left, type, node.left.span)
    b = coerce.convert(cx, right, type, node.right.span)
    if coerce.is_poison(a, b):
        return coerce.poison()
    assert a.expr is not None and b.expr is not None
    return Value(type, prim("bag_add" if node.operator == "+" else "bag_sub", a.expr, b.expr, type=a.expr.type))


def _collections(cx: Context, node: e.Arith, left: Value, right: Value) -> Value:
    """Those, then the ones not yet there; or those without the others."""
    first = coerce.many(cx, left, node.left.span)
    second = coerce.many(cx, right, node.right.span)
    if first is None or second is None:
        return coerce.poison()
    joined = t.join(first.elem, second.elem)
    if joined is None or not isinstance(joined, t.Scalar):
        return cx.error(codes.TYPE_MISMATCH, f"{t.said(left.type)} and {right.type} have nothing in common.", node.span)
    type = state.set_type(cx.world, joined)
    if node.operator == "-":
        b = coerce.convert(cx, right, t.SetOf(joined), node.right.span)
        assert b.expr is not None
        taken = b.expr
        if first.ordered and not left.parts:

            def without(routine: Routine) -> tuple[Clauses, ir.Expr]:
                clauses, element = first.build(routine)
                return [*clauses, ir.Test(negate(has(taken, element)))], element

            return Value(t.ListOf(joined, first.bound), None, Many(joined, without, first.bound, True, False, first.unique))
        a = coerce.convert(cx, left, t.SetOf(joined), node.left.span)
        assert a.expr is not None
        left_over = tuple(minus(recast(p, type), recast(taken, type)) for p in left.parts)
        return Value(t.SetOf(joined), minus(a.expr, b.expr), parts=left_over)
    if (first.ordered and not left.parts) or (second.ordered and not right.parts):
        a, b = coerce.as_list(cx, left, node.left.span), coerce.as_list(cx, right, node.right.span)
        assert a.expr is not None and b.expr is not None
        cap = min(first.bound + second.bound, type.size)
        return Value(t.ListOf(joined, cap), prim("concat", a.expr, b.expr, type=Seq(a.expr.type.elem, cap)))  # type: ignore[union-attr]
    a = coerce.as_set(cx, left, node.left.span)
    b = coerce.as_set(cx, right, node.right.span)
    assert a.expr is not None and b.expr is not None
    parts = tuple(recast(p, type) for p in (*(left.parts or (a.expr,)), *(right.parts or (b.expr,))))
    return Value(t.SetOf(joined), union(recast(a.expr, type), recast(b.expr, type)), parts=parts)


def _minus(cx: Context, node: e.Minus) -> Value:
    value = expr(cx, node.operand)
    inner = coerce.number(cx, value, node.operand.span)
    low, high = span_of_number(value.type)
    if isinstance(inner, ir.Const):
        return words.constant(t.Number(-inner.value, -inner.value), -inner.value, node.span)
    type = t.Number(_clip(-high), _clip(-low))
    meaning = m.Arith(node.span, type, "-", m.Const(node.span, t.Number(0, 0), 0), understood(cx, node.operand))
    return Value(type, prim("sub", ZERO, inner, span=cx.span(node.span)), meaning=meaning)


def ternary(cx: Context, node: e.Ternary, expect: t.Type | None) -> Value:
    check = test(cx, node.test)
    value = choose(cx, check, expr(cx, node.then, expect), node.then, expr(cx, node.other, expect), node.other, expect)
    cases = ((understood(cx, node.test), understood(cx, node.then)),)
    return told(value, m.Cases(node.span, value.type, cases, understood(cx, node.other)))


def choose(
    cx: Context, check: ir.Expr, then: Value, then_node: e.Expr, other: Value, other_node: e.Expr, expect: t.Type | None, span: int = -1
) -> Value:
    """One value or the other; `span` is the place of the case."""
    if coerce.is_poison(then, other):
        return coerce.poison()
    if isinstance(then.type, t.Nothing) and isinstance(other.type, t.SetOf | t.ListOf):
        then = Value(other.type, None)
    if isinstance(then.type, t.Enum) and isinstance(other.type, t.Enum) and then.type != other.type:
        other = expr(cx, other_node, then.type)
    if then.type == t.SetOf(t.NOTHING):
        then = expr(cx, then_node, other.type)
    elif other.type == t.SetOf(t.NOTHING):
        other = expr(cx, other_node, then.type)
    then, other = coerce.as_elements(cx, then, then_node.span), coerce.as_elements(cx, other, other_node.span)
    joined = t.join(then.type, other.type)
    if joined is None and isinstance(t.bare(then.type), t.Cell | t.Piece) and isinstance(t.bare(other.type), t.Cell | t.Piece):
        then, other = coerce.site(cx, then, then_node.span), coerce.site(cx, other, other_node.span)
        joined = t.join(then.type, other.type)
    if joined is None:
        return cx.error(
            codes.TYPE_MISMATCH,
            f"One case gives {then.type}, the other {other.type}.",
            other_node.span,
            "Both have to be the same sort of thing.",
        )
    a, b = _same(cx, then, joined, then_node.span), _same(cx, other, joined, other_node.span)
    assert a is not None and b is not None
    return Value(joined, ir.Cond(check, a, b, span))


def _same(cx: Context, value: Value, type: t.Type, span: Span) -> ir.Expr | None:
    if isinstance(type, t.SetOf | t.ListOf | t.BagOf):
        return coerce.convert(cx, value, type, span).expr
    if isinstance(value.type, t.Nothing):
        return NONE
    return value.expr


# ---------------------------------------------------------------- braces


def braces(cx: Context, node: e.Braces, expect: t.Type | None) -> Value:
    """`{a, b}` as a set or list, `{wood 2}` as a bag."""
    wanted = t.element(expect) if expect is not None else None
    if not node.items:
        if isinstance(expect, t.BagOf):
            type = state.set_type(cx.world, expect.elem)
            return Value(expect, ir.BagConst((0,) * type.size, Bag(type.base, type.size)), constant=True)
        if isinstance(expect, t.SetOf | t.ListOf):
            type = state.set_type(cx.world, expect.elem)
            return Value(t.SetOf(expect.elem), ir.SetConst(0, type), constant=True)
        return Value(t.SetOf(t.NOTHING), ir.SetConst(0, state.set_type(cx.world, t.FLAG)), constant=True)
    values: list[Value] = []
    sets: list[tuple[Value, Span]] = []
    elem: t.Type | None = wanted
    for item, _ in node.items:
        value = expr(cx, item, wanted)
        if coerce.is_poison(value):
            return value
        if isinstance(value.type, t.SetOf) and value.whole is not None and value.whole.core.sites == 1:
            value = coerce.site(cx, value, item.span)
        if wanted is not None and isinstance(value.type, t.Scalar | t.Maybe):
            value = coerce.convert(cx, value, t.Maybe(wanted) if not isinstance(wanted, t.Nothing) else wanted, item.span)
        if isinstance(value.type, t.SetOf | t.ListOf) or value.many is not None:
            sets.append((value, item.span))
            inner = t.element(value.type)
        else:
            inner = t.bare(value.type)  # type: ignore[assignment]
        values.append(value)
        joined = inner if elem is None else t.join(elem, inner) if inner is not None else None
        if joined is None and isinstance(elem, t.Cell) and isinstance(inner, t.Piece):
            joined = elem
        if joined is None:
            return cx.error(codes.TYPE_MISMATCH, f"{t.said(value.type)} does not belong with {elem}.", item.span)
        elem = t.bare(joined)
    assert elem is not None and isinstance(elem, t.Scalar)
    amounts = [a for _, a in node.items]
    doubled = len({repr(v.expr) for v in values}) < len(values)
    if any(a is not None for a in amounts) or isinstance(expect, t.BagOf) or (doubled and all(v.constant for v in values)):
        return _bag(cx, node, values, elem)
    if sets:
        return _spliced(cx, node, values, elem)
    return _listed(cx, values, elem, [item.span for item, _ in node.items])


def _bag(cx: Context, node: e.Braces, values: list[Value], elem: t.Scalar) -> Value:
    type = state.set_type(cx.world, elem)
    bag = Bag(type.base, type.size)
    result: ir.Expr = ir.BagConst((0,) * type.size, bag)
    for (item, amount), value in zip(node.items, values, strict=True):
        count: ir.Expr = ONE
        if amount is not None:
            count = coerce.number(cx, expr(cx, amount), amount.span)
        one = prim("bag_one", coerce.scalar(cx, value, item.span), count, type=bag)
        result = one if result == ir.BagConst((0,) * type.size, bag) else prim("bag_add", result, one, type=bag)
    return Value(t.BagOf(elem), result, constant=all(v.constant for v in values))


def _spliced(cx: Context, node: e.Braces, values: list[Value], elem: t.Scalar) -> Value:
    """Braces around sets: their union."""
    type = state.set_type(cx.world, elem)
    result: ir.Expr = ir.SetConst(0, type)
    for (item, _), value in zip(node.items, values, strict=True):
        part = coerce.as_set(cx, value, item.span)
        assert part.expr is not None
        result = union(result, recast(part.expr, type))
    return Value(t.SetOf(elem), result)


def _listed(cx: Context, values: list[Value], elem: t.Scalar, spans: list[Span]) -> Value:
    """Single things between braces. Constants make a set at once; others are run through one by one."""
    if isinstance(elem, t.Cell):
        values = [coerce.site(cx, v, s) for v, s in zip(values, spans, strict=True)]
    exprs = [coerce.scalar(cx, v, s) for v, s in zip(values, spans, strict=True)]
    wide = isinstance(elem, t.Number) and elem.high - elem.low > state.MOST_MEMBERS
    type = state.set_type(cx.world, elem) if not wide else None
    if type is not None and all(isinstance(x, ir.Const) for x in exprs):
        numbers = [x.value for x in exprs if isinstance(x, ir.Const)]
        inside = [n for n in numbers if type.base <= n < type.base + type.size]
        bits = sum(1 << (n - type.base) for n in set(inside))

        def constants(routine: Routine) -> tuple[Clauses, ir.Expr]:
            local = routine.new("x")
            return [ir.In(local, ir.SeqConst(tuple(dict.fromkeys(inside)), Seq(INT, max(1, len(inside)))))], local

        upwards = inside == sorted(inside)
        listing = None if upwards else Many(elem, constants, len(inside), ordered=True)
        return Value(t.SetOf(elem), ir.SetConst(bits, type), listing, constant=True)
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
