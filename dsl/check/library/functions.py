"""Functions of the library: those of numbers, sets and players here, those of boards in `geometry`."""

from __future__ import annotations

from typing import Literal

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.attributes import attribute
from rulewright.dsl.check.coerce import span_of_number
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.library.geometry.directions import along
from rulewright.dsl.check.library.registry import GIVES, Run, function, unary
from rulewright.dsl.check.passes import call_define, expr
from rulewright.dsl.check.selections import among, bag_elements
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import functions as lower
from rulewright.dsl.lower.geometry.directions import around
from rulewright.dsl.lower.values import Value
from rulewright.dsl.lower.verbs_decks import single_kinds
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e

__all__ = ["GIVES"]

# ---------------------------------------------------------------- numbers and sets


def _extreme(word: Literal["min", "max"]) -> Run:
    def run(cx: Context, arguments: list[e.Expr], span: Span) -> Value:

        values = [expr(cx, a) for a in arguments]
        if coerce.is_poison(*values):
            return coerce.poison()
        numbers = [coerce.number(cx, values[0], arguments[0].span)]
        low, high = span_of_number(values[0].type)
        for value, node in zip(values[1:], arguments[1:], strict=True):
            other_low, other_high = span_of_number(value.type)
            low = min(low, other_low) if word == "min" else max(low, other_low)
            high = min(high, other_high) if word == "min" else max(high, other_high)
            numbers.append(coerce.number(cx, value, node.span))
        return lower.extreme(word, numbers, t.Number(low, high))

    return run


function("min")(_extreme("min"))
function("max")(_extreme("max"))


@unary("size")
def _size(cx: Context, value: Value, span: Span) -> Value:
    if coerce.refuse_heap(cx, value, span):
        return coerce.poison()
    gathered = coerce.as_elements(cx, value, span)
    if gathered.expr is None or not isinstance(gathered.type, t.SetOf | t.ListOf | t.BagOf | t.GroupsOf):
        return coerce.mismatch(cx, value, "a set, a list or a bag", span)
    return lower.how_many(gathered)


@unary("triangle")
def _triangle(cx: Context, value: Value, span: Span) -> Value:
    return lower.triangle(coerce.number(cx, value, span))


@unary("abs")
def _abs(cx: Context, value: Value, span: Span) -> Value:
    return lower.without_sign(coerce.number(cx, value, span))


@unary("top")
def _top(cx: Context, value: Value, span: Span) -> Value:
    return top_of(cx, value, span, "top")


@unary("bottom")
def _bottom(cx: Context, value: Value, span: Span) -> Value:
    return top_of(cx, value, span, "bottom")


def top_of(cx: Context, value: Value, span: Span, end: Literal["top", "bottom"]) -> Value:
    """The piece at one end of a pile. Where a shuffled deck is meant, the statement around draws first."""
    place = value.whole or coerce.place_of_type(cx, value.type)
    if place is None or place.board is not None:
        return coerce.mismatch(cx, value, "a pile or deck", span)
    site = coerce.scalar(cx, coerce.site(cx, value, span), span)
    kinds = single_kinds(cx.world, place)
    if not kinds:
        alike = next((cx.world.program.kinds[n].name for n in place.core.limits if cx.world.program.kinds[n].counted), "")
        help = f"How many there are is `count {alike} in {place.name}`; `move 1 {alike} in {place.name} to …` takes one." if alike else ""
        return cx.error(codes.TYPE_MISMATCH, f"`{place.name}` holds no pieces that could be told apart.", span, help)
    known = any(span.start <= s.start and s.end <= span.end and s.file == span.file for s in cx.world.settled)
    if place.name in cx.world.shuffled and not place.core.showing and not known:
        cx.error(
            codes.HIDDEN_ORDER,
            f"Nobody knows the {end} of `{place.name}`: it is shuffled, and chance decides only when it is drawn.",
            span,
            f"Draw it first (`draw 1 … from {place.name}`), or let its back tell something: `showing …`.",
        )
    place.core.ordered = True
    if len(kinds) == 1:
        return lower.end_of_pile(cx.world, end, kinds[0], place, site)
    return cx.error(codes.AMBIGUOUS, f"`{place.name}` holds pieces of different kinds.", span)


@function("layers")
def _layers(cx: Context, arguments: list[e.Expr], span: Span) -> Value:

    pieces = expr(cx, arguments[0])
    name = arguments[1]
    many = coerce.many(cx, pieces, span)
    if many is None or not isinstance(name, e.Word):
        return cx.error(codes.WRONG_ARGUMENTS, "`layers` takes pieces and the name of an attribute.", span)
    clauses, element = lower.element(cx, many)
    value = attribute(cx, element, name.name, name.span)
    elem = t.bare(value.type)
    if coerce.is_poison(value) or not isinstance(elem, t.Scalar):
        return coerce.poison()
    return lower.layers(cx.world, clauses, value, elem, many.bound)


@function("matched")
def _matched(cx: Context, arguments: list[e.Expr], span: Span) -> Value:

    left, right, relation = arguments
    wanted, found = expr(cx, left), expr(cx, right)
    if coerce.is_poison(wanted, found) or not isinstance(relation, e.Word) or relation.name not in cx.world.defines:
        if not coerce.is_poison(wanted, found):
            cx.error(codes.WRONG_ARGUMENTS, "`matched` needs the name of a definition with two parameters.", span)
        return coerce.poison()
    define = cx.world.defines[relation.name]
    pool = coerce.as_set(cx, found, right.span)
    if coerce.is_poison(pool) or not isinstance(pool.type, t.SetOf) or pool.expr is None:
        return coerce.poison()
    outer = bag_elements(cx, wanted, "", span) if isinstance(wanted.type, t.BagOf) else None
    if outer is None:
        outer = among(cx, wanted, "", "", left.span)
    if outer is None:
        return coerce.poison()
    clauses, copies = lower.each_copy(cx, outer)
    candidate = cx.local("candidate")
    fits = call_define(cx, define, [(outer.value, left.span), (Value(pool.type.elem, candidate), right.span)], span)
    return lower.matched(cx.world, clauses, outer.bound * copies, pool, candidate, coerce.flag(cx, fits, span))


@function("repeated")
def _repeated(cx: Context, arguments: list[e.Expr], span: Span) -> Value:

    return lower.repeated(cx.world, coerce.number(cx, expr(cx, arguments[0]), arguments[0].span))


@unary("next")
def _next(cx: Context, value: Value, span: Span) -> Value:
    return neighbour(cx, value, span, 1)


@unary("previous")
def _previous(cx: Context, value: Value, span: Span) -> Value:
    return neighbour(cx, value, span, -1)


def neighbour(cx: Context, value: Value, span: Span, step: int) -> Value:
    inner = t.bare(value.type)
    if isinstance(inner, t.Player):
        return around(t.PLAYER, coerce.scalar(cx, value, span), step, cx.world.seats)
    if isinstance(inner, t.Enum):
        return around(inner, coerce.scalar(cx, value, span), step, len(inner.members))
    return along(cx, value, span, step)
