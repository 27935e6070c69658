"""Quantifiers and folds over selections: `count …`, `some …`, `the first 3 …`, `sum x for …`, `every …: …`."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import expr, test
from rulewright.dsl.check.selections import Selection, select
from rulewright.dsl.check.understood import told, understood
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import quantify as code
from rulewright.dsl.lower.compare import order
from rulewright.dsl.lower.values import Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e


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
            return Value(t.Number(0, max(found.bound, 1) * (1 if found.weight is None else 1000)), code.count(found))
        case "some":
            return Value(t.FLAG, code.exists(found))
        case "no":
            return Value(t.FLAG, code.nowhere(found))
        case "all":
            return whole(cx, found)
        case "first":
            return Value(t.Maybe(found.elem), code.first(found))
        case "last":
            return Value(t.Maybe(found.elem), code.last(found))
        case "the":
            return Value(t.Maybe(found.elem), code.the(cx.world, found))

    assert node.amount is not None
    amount = coerce.number(cx, expr(cx, node.amount), node.amount.span)
    if node.quantifier == "the first":
        listed = code.the_first(cx, found, amount)
        return listed if listed is not None else coerce.mismatch(cx, whole(cx, found), "a set or a list", node.span)
    meaning = _meaning(cx, node, found, t.FLAG)
    assert isinstance(meaning, m.Order)
    return order(meaning, code.count(found), amount)


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
    return code.whole(cx.world, found)


# ---------------------------------------------------------------- folds


def fold(cx: Context, node: e.Fold) -> Value:

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
    if node.operator == "sum":
        return _sum(found, value, span)
    measure = coerce.measure(found.cx, value, span)
    match node.operator:
        case "most" | "least":
            type = value.type if isinstance(value.type, t.Number) else t.Number(0, 1)
            return Value(t.Number(min(type.low, 0), max(type.high, 0)), code.extreme(found, node.operator, measure))
        case "ranked":
            cap = max(1, min(found.bound, 4096))
            return Value(t.ListOf(found.elem, cap), code.ranked(found, measure, cap))
        case _:
            cap = max(1, min(found.bound, 64))
            return Value(t.GroupsOf(found.elem, cap), code.tiers(cx.world, found, measure, cap))


def _sum(found: Selection, value: Value, span: Span) -> Value:
    match value.type:
        case t.Number() | t.Flag():
            each = coerce.number(found.cx, value, span)
            low, high = (value.type.low, value.type.high) if isinstance(value.type, t.Number) else (0, 1)
            total = t.ANY_NUMBER
            if found.weight is None and (isinstance(value.type, t.Flag) or value.type.bounded):
                total = t.Number(min(0, low) * max(1, found.bound), max(0, high) * max(1, found.bound))
            return Value(total, code.total(found, each))
        case t.SetOf(elem) | t.ListOf(elem, _) if _single(found.cx, elem):
            return code.united(found.cx, found, value, elem)
        case t.BagOf(elem) | t.SetOf(elem) | t.ListOf(elem, _):
            return code.added_bags(found.cx, found, value, t.BagOf(elem))
    return found.cx.error(codes.TYPE_MISMATCH, f"{t.said(value.type)} cannot be added up.", span)


def _single(cx: Context, elem: t.Scalar) -> bool:
    """Whether these are things of which each is there once: sets of them are united. Values are counted, as goods are."""
    match elem:
        case t.Piece(kinds):
            return not any(cx.world.kinds[name].core.counted for name in kinds)
        case t.Cell() | t.Player():
            return True
    return False


def every(cx: Context, node: e.Every) -> Value:

    found = select(cx, node.selection)
    if found is None:
        return coerce.poison()
    holds = test(found.cx, node.test)
    assert found.meaning is not None
    meaning = m.Every(node.span, t.FLAG, found.meaning, understood(cx, node.test))
    return Value(t.FLAG, code.every(found, holds), meaning=meaning)
