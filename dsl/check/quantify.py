"""Quantifiers and folds over selections: `count …`, `some …`, `the first 3 …`, `sum x for …`, `every …: …`."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.ops import Comparison
from rulewright.core.types import INT, Bag, Seq
from rulewright.core.walk import substitute
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.selections import Selection, select
from rulewright.dsl.check.understood import told, understood
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import ONE, ZERO, Clauses, Many, Routine, Value, negate, prim
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e

BOUNDS: dict[str, Comparison] = {"at least": "ge", "at most": "le", "exactly": "eq"}


def many(cx: Context, node: e.Many) -> Value:
    found = select(cx, node.selection, used=False)
    if found is None:
        return coerce.poison()
    value = _quantified(cx, node, found)
    return told(value, _meaning(cx, node, found, value.type))


def _meaning(cx: Context, node: e.Many, found: Selection, type: t.Type) -> m.Expr:
    assert found.meaning is not None
    among = found.meaning
    match node.quantifier:
        case "count":
            return m.Count(node.span, type, among)
        case "some":
            return m.Exists(node.span, type, among)
        case "no":
            return m.Not(node.span, type, m.Exists(node.span, type, among))
        case "all":
            return m.Gather(node.span, type, among)
        case "first" | "last" | "the" | "the first":
            return m.Pick(node.span, type, node.quantifier, among, understood(cx, node.amount) if node.amount is not None else None)
    assert node.amount is not None
    relation = {"at least": ">=", "at most": "<=", "exactly": "="}[node.quantifier]
    return m.Order(node.span, type, relation, m.Count(node.span, t.ANY_NUMBER, among), understood(cx, node.amount))


def _quantified(cx: Context, node: e.Many, found: Selection) -> Value:
    match node.quantifier:
        case "count":
            return Value(t.Number(0, max(found.bound, 1) * (1 if found.weight is None else 1000)), count(found))
        case "some":
            return Value(t.FLAG, ir.Fold("any", tuple(found.clauses), None, None, INT))
        case "no":
            return Value(t.FLAG, negate(ir.Fold("any", tuple(found.clauses), None, None, INT)))
        case "all":
            return whole(cx, found)
        case "first":
            return Value(t.Maybe(found.elem), first(cx, found))
        case "last":
            return Value(t.Maybe(found.elem), last(cx, found))
        case "the":
            return the(cx, found)
        case "the first":
            return _the_first(cx, node, found)
    assert node.amount is not None
    from rulewright.dsl.check.expressions import expr

    amount = coerce.number(cx, expr(cx, node.amount), node.amount.span)
    return Value(t.FLAG, prim(BOUNDS[node.quantifier], count(found), amount))


def selected(cx: Context, sel: e.Sel) -> Value:
    """A selection that stands by itself: all of its elements."""
    found = select(cx, sel, used=False)
    if found is None:
        return coerce.poison()
    value = whole(cx, found)
    assert found.meaning is not None
    return told(value, m.Gather(sel.span, value.type, found.meaning))


def whole(cx: Context, found: Selection) -> Value:
    """All elements of a selection, to be run through or gathered."""
    if isinstance(found.value.type, t.SetOf):  # groups
        seq = Seq(state.set_type(cx.world, found.elem), max(1, found.bound))
        return Value(t.GroupsOf(found.elem, found.bound), ir.Fold("groups", tuple(found.clauses), found.element, None, seq))
    clauses, element = found.clauses, found.element
    used = [False]

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        if not used[0]:
            used[0] = True
            return clauses, element
        return renamed(routine, clauses, element)

    type: t.Type = t.ListOf(found.elem, found.bound) if found.ordered else t.SetOf(found.elem)
    if len(clauses) == 1 and isinstance(clauses[0], ir.In) and found.weight is None and clauses[0].local == element and not found.ordered:
        return Value(type, clauses[0].over)
    return Value(type, None, Many(found.elem, build, found.bound, found.ordered, found.canonical, found.unique))


def renamed(routine: Routine, clauses: Clauses, element: ir.Expr) -> tuple[Clauses, ir.Expr]:
    """The same clauses with fresh locals."""
    fresh: dict[ir.Local, ir.Expr] = {}
    result: Clauses = []
    for clause in clauses:
        match clause:
            case ir.In(local, over):
                new = routine.new(routine.names[local.index], local.type)
                result.append(ir.In(new, substitute(over, fresh), clause.span))
                fresh[local] = new
            case ir.Be(local, value):
                new = routine.new(routine.names[local.index], local.type)
                result.append(ir.Be(new, substitute(value, fresh), clause.span))
                fresh[local] = new
            case ir.Test(test):
                result.append(ir.Test(substitute(test, fresh), clause.span))
    return result, substitute(element, fresh)


def count(found: Selection) -> ir.Expr:
    if found.weight is not None:
        return ir.Fold("sum", tuple(found.clauses), found.weight, None, INT)
    return ir.Fold("count", tuple(found.clauses), None, None, INT)


def first(cx: Context, found: Selection) -> ir.Expr:
    if found.ordered or found.canonical:
        return ir.Fold("first", tuple(found.clauses), found.element, None, INT)
    return ir.Fold("least", tuple(found.clauses), found.element, None, INT, -1)


def last(cx: Context, found: Selection) -> ir.Expr:
    if found.ordered or found.canonical:
        return ir.Fold("last", tuple(found.clauses), found.element, None, INT)
    return ir.Fold("most", tuple(found.clauses), found.element, None, INT, -1)


def the(cx: Context, found: Selection) -> Value:
    """The only one; none if there are none or several."""
    if found.bound == 1:
        return Value(t.Maybe(found.elem), ir.Fold("first", tuple(found.clauses), found.element, None, INT))
    type = state.set_type(cx.world, found.elem)
    gathered = ir.Fold("set", tuple(found.clauses), found.element, None, type)
    return Value(t.Maybe(found.elem), prim("only", gathered))


def _the_first(cx: Context, node: e.Many, found: Selection) -> Value:
    from rulewright.dsl.check.expressions import expr

    assert node.amount is not None
    amount = coerce.number(cx, expr(cx, node.amount), node.amount.span)
    listed = coerce.as_list(cx, whole(cx, found), node.span)
    if coerce.is_poison(listed):
        return listed
    assert listed.expr is not None
    return Value(listed.type, prim("take", listed.expr, amount, type=listed.expr.type))


# ---------------------------------------------------------------- folds


def fold(cx: Context, node: e.Fold) -> Value:
    from rulewright.dsl.check.expressions import expr

    found = select(cx, node.selection)
    if found is None:
        return coerce.poison()
    value = expr(found.cx, node.value)
    if coerce.is_poison(value):
        return value
    result = _folded(cx, node, found, value)
    assert found.meaning is not None
    return told(result, m.Fold(node.span, result.type, node.operator, understood(cx, node.value), found.meaning))


def _folded(cx: Context, node: e.Fold, found: Selection, value: Value) -> Value:
    span: Span = node.value.span
    match node.operator:
        case "sum":
            return _sum(cx, found, value, span)
        case "most" | "least":
            measure = coerce.measure(found.cx, value, span)
            type = value.type if isinstance(value.type, t.Number) else t.Number(0, 1)
            return Value(t.Number(min(type.low, 0), max(type.high, 0)), ir.Fold(node.operator, tuple(found.clauses), measure, None, INT, 0))
        case "ranked":
            measure = coerce.measure(found.cx, value, span)
            seq = Seq(INT, max(1, min(found.bound, 4096)))
            return Value(t.ListOf(found.elem, seq.cap), ir.Fold("ranked", tuple(found.clauses), found.element, measure, seq))
        case _:
            measure = coerce.measure(found.cx, value, span)
            set_type = state.set_type(cx.world, found.elem)
            cap = max(1, min(found.bound, 64))
            expr_ = ir.Fold("tiers", tuple(found.clauses), found.element, measure, Seq(set_type, cap))
            return Value(t.GroupsOf(found.elem, cap), expr_)


def _sum(cx: Context, found: Selection, value: Value, span: Span) -> Value:
    weight = found.weight
    match value.type:
        case t.Number() | t.Flag():
            each = coerce.number(found.cx, value, span)
            low, high = (value.type.low, value.type.high) if isinstance(value.type, t.Number) else (0, 1)
            total = t.ANY_NUMBER
            if isinstance(value.type, t.Flag) or value.type.bounded:
                total = t.Number(min(0, low) * max(1, found.bound), max(0, high) * max(1, found.bound))
            if weight is not None:
                each, total = prim("mul", each, weight), t.ANY_NUMBER
            return Value(total, ir.Fold("sum", tuple(found.clauses), each, None, INT))
        case t.BagOf(elem):
            type = state.set_type(cx.world, elem)
            bag = Bag(type.base, type.size)
            return Value(value.type, ir.Fold("bags", tuple(found.clauses), value.expr, None, bag))
        case t.SetOf(elem) | t.ListOf(elem, _):
            type = state.set_type(cx.world, elem)
            bag = Bag(type.base, type.size)
            gathered = coerce.as_set(found.cx, value, span)
            assert gathered.expr is not None
            as_bag = prim("bag_of_set", gathered.expr, type=bag)
            return Value(t.BagOf(elem), ir.Fold("bags", tuple(found.clauses), as_bag, None, bag))
    return cx.error(codes.TYPE_MISMATCH, f"{t.said(value.type)} cannot be added up.", span)


def every(cx: Context, node: e.Every) -> Value:
    from rulewright.dsl.check.expressions import test

    found = select(cx, node.selection)
    if found is None:
        return coerce.poison()
    fails = negate(test(found.cx, node.test))
    assert found.meaning is not None
    meaning = m.Every(node.span, t.FLAG, found.meaning, understood(cx, node.test))
    return Value(t.FLAG, negate(ir.Fold("any", (*found.clauses, ir.Test(fails)), None, None, INT)), meaning=meaning)


__all__ = ["ONE", "ZERO", "count", "every", "first", "fold", "many", "selected", "the", "whole"]
