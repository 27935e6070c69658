"""Quantifiers and folds over selections: `count …`, `some …`, `the first 3 …`, `sum x for …`, `every …: …`."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import expr, test
from rulewright.dsl.check.selections import Selection, run, select
from rulewright.dsl.check.understood import made, part, understood
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower.values import Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e


def many(cx: Context, node: e.Many) -> Value:
    found = select(cx, node.selection, used=False)
    if found is None or found.meaning is None:
        return coerce.poison()
    among = found.meaning
    match node.quantifier:
        case "count":
            return made(cx, _count(node.span, found))
        case "some":
            return made(cx, m.Exists(node.span, t.FLAG, among))
        case "no":
            return made(cx, m.Not(node.span, t.FLAG, m.Exists(node.span, t.FLAG, among)))
        case "all":
            return whole(cx, found)
        case "first" | "last" | "the":
            return made(cx, m.Pick(node.span, t.Maybe(found.elem), node.quantifier, among, None))

    assert node.amount is not None
    amount = expr(cx, node.amount)
    coerce.number(cx, amount, node.amount.span)
    if node.quantifier == "the first":
        if isinstance(found.value.type, t.SetOf):
            return coerce.mismatch(cx, whole(cx, found), "a set or a list", node.span)
        type = t.ListOf(found.elem, max(1, min(found.bound, 4096)))
        return made(cx, m.Pick(node.span, type, node.quantifier, among, part(cx, amount)))
    relation = {"at least": ">=", "at most": "<=", "exactly": "="}[node.quantifier]
    return made(cx, m.Order(node.span, t.FLAG, relation, _count(node.span, found), part(cx, amount)))


def _count(span: Span, found: Selection) -> m.Count:
    assert found.meaning is not None
    return m.Count(span, t.Number(0, max(found.bound, 1) * (1 if found.weight is None else 1000)), found.meaning)


def selected(cx: Context, sel: e.Sel) -> Value:
    """A selection that stands by itself: all of its elements."""
    found = select(cx, sel, used=False)
    return whole(cx, found) if found is not None else coerce.poison()


def whole(cx: Context, found: Selection) -> Value:
    """All elements of a selection, to be run through or gathered."""
    assert found.meaning is not None
    run(cx, found)
    if isinstance(found.value.type, t.SetOf):
        type: t.Type = t.GroupsOf(found.elem, found.bound)
    else:
        type = t.ListOf(found.elem, found.bound) if found.ordered else t.SetOf(found.elem)
    return made(cx, m.Gather(found.meaning.span, type, found.meaning))


# ---------------------------------------------------------------- folds


def fold(cx: Context, node: e.Fold) -> Value:

    found = select(cx, node.selection)
    if found is None or found.meaning is None:
        return coerce.poison()
    value = expr(found.cx, node.value)
    if coerce.is_poison(value):
        return value
    type = _sum(found, value, node.value.span) if node.operator == "sum" else _measured(cx, node, found, value)
    if type is None:
        return coerce.poison()
    return made(cx, m.Fold(node.span, type, node.operator, part(cx, value), found.meaning))


def _measured(cx: Context, node: e.Fold, found: Selection, value: Value) -> t.Type:
    coerce.measure(found.cx, value, node.value.span)
    match node.operator:
        case "most" | "least":
            type = value.type if isinstance(value.type, t.Number) else t.Number(0, 1)
            return t.Number(min(type.low, 0), max(type.high, 0))
        case "ranked":
            return t.ListOf(found.elem, max(1, min(found.bound, 4096)))
        case _:
            return t.GroupsOf(found.elem, max(1, min(found.bound, 64)))


def _sum(found: Selection, value: Value, span: Span) -> t.Type | None:
    """What the sum of something of each is."""
    match value.type:
        case t.Number() | t.Flag():
            low, high = (value.type.low, value.type.high) if isinstance(value.type, t.Number) else (0, 1)
            if found.weight is None and (isinstance(value.type, t.Flag) or value.type.bounded):
                return t.Number(min(0, low) * max(1, found.bound), max(0, high) * max(1, found.bound))
            return t.ANY_NUMBER
        case t.SetOf(elem) | t.ListOf(elem, _) if _single(found.cx, elem):
            return t.SetOf(elem)
        case t.BagOf(elem) | t.SetOf(elem) | t.ListOf(elem, _):
            return t.BagOf(elem)
    found.cx.error(codes.TYPE_MISMATCH, f"{t.said(value.type)} cannot be added up.", span)
    return None


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
    test(found.cx, node.test)
    assert found.meaning is not None
    return made(cx, m.Every(node.span, t.FLAG, found.meaning, understood(cx, node.test)))
