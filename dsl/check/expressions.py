"""Expressions: one function for each form, all reached through `expr`."""

from __future__ import annotations

from typing import assert_never

from rulewright.core.types import INT_MAX, INT_MIN
from rulewright.dsl import types as t
from rulewright.dsl.check import asking, calls, coerce, compare, quantify, words
from rulewright.dsl.check.cases import alike
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.understood import made, note, part, understood
from rulewright.dsl.diagnostics import Fix
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import listed, state
from rulewright.dsl.lower.pointing import said_at
from rulewright.dsl.lower.values import Code, Value, known
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e

LARGEST = 10**15


def expr(cx: Context, node: e.Expr | e.Sel, expect: t.Type | None = None) -> Value:
    """The value of an expression. `expect` tells what is wanted, so that a bare word can be the member of a type."""
    value = note(cx, node, _expr(cx, node, expect))
    said_at(value, node.span, cx.world)
    if value.meaning is not None:
        cx.routine.made[id(value.meaning)] = (value.meaning, value)
    if id(node) in cx.routine.kept:
        cx.routine.kept[id(node)] = value
    return value


def _expr(cx: Context, node: e.Expr | e.Sel, expect: t.Type | None) -> Value:
    match node:
        case e.Num(span, number):
            if number > LARGEST:
                return cx.error(codes.OUT_OF_RANGE, "This number is too large.", span, f"Numbers go up to {LARGEST:,}.")
            return words.constant(cx, t.Number(number, number), number, span)
        case e.Word():
            return words.word(cx, node, expect)
        case e.Kind():
            return words.kind(cx, node, expect)
        case e.Text():
            return words.text(cx, node, expect)
        case e.Braces():
            return braces(cx, node, expect)
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
            return made(cx, _logic(cx, node)) if _conditions(cx, node.left, node.right) else coerce.poison()
        case e.Not():
            return (
                coerce.poison() if not _conditions(cx, node.operand) else made(cx, m.Not(node.span, t.FLAG, understood(cx, node.operand)))
            )
        case e.Arith():
            return arith(cx, node, expect)
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
            return asking.can(cx, node)
        case e.After():
            return asking.after(cx, node)
        case e.Sel():
            return quantify.selected(cx, node)
        case _:
            assert_never(node)


def _conditions(cx: Context, *operands: e.Expr) -> bool:
    """Whether all of these are conditions; told if not."""
    before = len(cx.world.findings.errors)
    for operand in operands:
        test(cx, operand)
    return len(cx.world.findings.errors) == before


def _logic(cx: Context, node: e.Logic) -> m.Logic:
    """`a and b and c` has three parts; brackets on the right stay."""
    first, last = understood(cx, node.left), understood(cx, node.right)
    parts = first.parts if isinstance(first, m.Logic) and first.operator == node.operator else (first,)
    return m.Logic(node.span, t.FLAG, node.operator, (*parts, last))


def test(cx: Context, node: e.Expr) -> Code:
    """A condition."""
    result = coerce.flag(cx, expr(cx, node, t.FLAG), node.span)
    cx.world.verdicts.append((node.span, result))
    return result


# ---------------------------------------------------------------- arithmetic


def arith(cx: Context, node: e.Arith, expect: t.Type | None) -> Value:
    parts = _summands(node)
    if len(parts) > 2 and all(isinstance(x, e.Word | e.Of) and _is_pile(cx, expr(cx, x, expect)) for x in parts):
        return _piles(cx, node, parts)
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
        return _piles(cx, node, parts)
    return _collections(cx, node, left, right)


def _summands(node: e.Expr) -> list[e.Expr]:
    """`a + b + c`: its three parts."""
    return [*_summands(node.left), node.right] if isinstance(node, e.Arith) and node.operator == "+" else [node]


def _piles(cx: Context, node: e.Arith, parts: list[e.Expr]) -> Value:
    """`left + right` of two piles is refused: it would be their cells, of which piles have one."""
    together = "{" + ", ".join(cx.world.sources.text(x.span) for x in parts) + "}"
    text, span = cx.world.sources[node.span.file].text, node.span
    if text[: span.start].rstrip(" ").endswith("(") and text[span.end :].lstrip(" ").startswith(")"):  # the brackets go with the sum
        span = Span(span.file, text.rindex("(", 0, span.start), text.index(")", span.end) + 1)
    fix = Fix(span, together, f"Write `{together}`.", sure=node.operator == "+")
    help = f"Write `{together}`." if node.operator == "+" else "Select from one of them: `Card in hand where …`."
    message = "Write several places in braces." if node.operator == "+" else "One place cannot be taken away from another."
    cx.world.findings.add(codes.TYPE_MISMATCH, message, node.span, help=help, fix=fix if node.operator == "+" else None)
    return coerce.poison()


def _is_pile(cx: Context, value: Value) -> bool:
    """Whether a value is a place that is no board: a pile, a deck or a hand."""
    place = value.whole or coerce.place_of_type(cx, value.type)
    return place is not None and place.board is None


def _made(cx: Context, node: e.Arith, type: t.Type, left: Value, right: Value) -> Value:
    return made(cx, m.Arith(node.span, type, node.operator, part(cx, left), part(cx, right)))


def _numbers(cx: Context, node: e.Arith, left: Value, right: Value) -> Value:
    (al, ah), (bl, bh) = coerce.span_of_number(left.type), coerce.span_of_number(right.type)
    if node.operator in "/%" and known(right) == 0:
        return cx.error(codes.TYPE_MISMATCH, "This divides by zero.", node.span)
    match node.operator:
        case "+":
            type = t.Number(_clip(al + bl), _clip(ah + bh))
        case "-":
            type = t.Number(_clip(al - bh), _clip(ah - bl))
        case "*":
            corners = [al * bl, al * bh, ah * bl, ah * bh]
            type = t.Number(_clip(min(corners)), _clip(max(corners)))
        case "/":
            low, high = (al // bh, ah // bl) if bl > 0 and bh > 0 and al >= 0 else (INT_MIN, INT_MAX)
            type = t.Number(_clip(low), _clip(high))
        case _:
            type = t.Number(0, bh - 1) if bl > 0 else t.ANY_NUMBER
    return _made(cx, node, type, left, right)


def _clip(value: int) -> int:
    return max(INT_MIN, min(INT_MAX, value))


def _bags(cx: Context, node: e.Arith, left: Value, right: Value) -> Value:
    type = left.type if isinstance(left.type, t.BagOf) else right.type
    a = coerce.convert(cx, left, type, node.left.span)
    b = coerce.convert(cx, right, type, node.right.span)
    return _made(cx, node, type, a, b) if not coerce.is_poison(a, b) else coerce.poison()


def _collections(cx: Context, node: e.Arith, left: Value, right: Value) -> Value:
    """Those, then the ones not yet there; or those without the others."""
    first = coerce.many(cx, left, node.left.span)
    second = coerce.many(cx, right, node.right.span)
    if first is None or second is None:
        return coerce.poison()
    joined = t.join(first.elem, second.elem)
    if joined is None or not isinstance(joined, t.Scalar):
        return cx.error(codes.TYPE_MISMATCH, f"{t.said(left.type)} and {right.type} have nothing in common.", node.span)
    in_order, also = first.ordered and not left.parts, second.ordered and not right.parts
    if node.operator == "-":
        taken = coerce.convert(cx, right, t.SetOf(joined), node.right.span)
        type = t.ListOf(joined, first.bound) if in_order else t.SetOf(joined)
        return _made(cx, node, type, left, taken)
    if in_order or also:
        cap = min(first.bound + second.bound, state.set_type(cx.world, joined).size)
        return _made(cx, node, t.ListOf(joined, cap), left, right)
    return _made(cx, node, t.SetOf(joined), left, right)


def _minus(cx: Context, node: e.Minus) -> Value:
    value = expr(cx, node.operand)
    coerce.number(cx, value, node.operand.span)
    low, high = coerce.span_of_number(value.type)
    number = known(value)
    if number is not None:
        return words.constant(cx, t.Number(-number, -number), -number, node.span)
    type = t.Number(_clip(-high), _clip(-low))
    nothing = m.Const(node.span, t.Number(0, 0), 0)
    return made(cx, m.Arith(node.span, type, "-", nothing, part(cx, value)))


def ternary(cx: Context, node: e.Ternary, expect: t.Type | None) -> Value:
    test(cx, node.test)
    found = alike(cx, expr(cx, node.then, expect), node.then, expr(cx, node.other, expect), node.other)
    if found is None:
        return coerce.poison()
    type, then, other = found
    return made(cx, m.Cases(node.span, type, ((understood(cx, node.test), part(cx, then)),), part(cx, other)))


# ---------------------------------------------------------------- braces


def braces(cx: Context, node: e.Braces, expect: t.Type | None) -> Value:
    """`{a, b}` as a set or list, `{wood 2}` as a bag."""
    wanted = t.element(expect) if expect is not None else None
    if not node.items:
        wanted = expect.elem if isinstance(expect, t.BagOf | t.SetOf | t.ListOf) else t.NOTHING
        return made(cx, m.Listed(node.span, t.BagOf(wanted) if isinstance(expect, t.BagOf) else t.SetOf(wanted), ()))
    values: list[Value] = []
    sets = False
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
            sets = True
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
    if any(a is not None for a in amounts) or isinstance(expect, t.BagOf) or listed.alike(values):
        return _bag(cx, node, values, elem)
    spans = [item.span for item, _ in node.items]
    if isinstance(elem, t.Cell) and not sets:
        values = [coerce.site(cx, v, s) for v, s in zip(values, spans, strict=True)]
    for v, s in zip(values, spans, strict=True) if not sets else ():
        coerce.scalar(cx, v, s)
    return made(cx, m.Listed(node.span, t.SetOf(elem), tuple((part(cx, v), None) for v in values)))


def _bag(cx: Context, node: e.Braces, values: list[Value], elem: t.Scalar) -> Value:
    """So many of each."""
    items: list[tuple[m.Expr, m.Expr | None]] = []
    for (item, amount), value in zip(node.items, values, strict=True):
        count = expr(cx, amount) if amount is not None else None
        if count is not None and amount is not None:
            coerce.number(cx, count, amount.span)
        coerce.scalar(cx, value, item.span)
        if value.expr is None:
            return coerce.poison()
        items.append((part(cx, value), part(cx, count) if count is not None else None))
    return made(cx, m.Listed(node.span, t.BagOf(elem), tuple(items)))
