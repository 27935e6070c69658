"""Comparisons: `is`, `is not`, `<`, membership with `in`, and the relations of the library."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import attributes, coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import call_define, expr
from rulewright.dsl.check.quantify import selected
from rulewright.dsl.check.selections import is_kind
from rulewright.dsl.check.understood import meant, note, understood
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.relations import RELATIONS
from rulewright.dsl.lower import compare as code
from rulewright.dsl.lower.numbers import inverted
from rulewright.dsl.lower.selections import in_kind
from rulewright.dsl.lower.values import ZERO, Code, Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import PlaceSym

ORDER = {"<", "<=", ">", ">="}


def compare(cx: Context, node: e.Compare) -> Value:

    if node.relation in {"is", "is not"}:
        result, meaning = _is(cx, node)
        if node.relation == "is not":
            return inverted(m.Not(node.span, t.FLAG, meaning), result)
        return Value(t.FLAG, result, meaning=meaning)
    if node.relation in ORDER:
        left, right = expr(cx, node.left), expr(cx, node.right)
        if isinstance(t.bare(left.type), t.Enum) and not coerce.is_poison(right):
            right = coerce.convert(cx, expr(cx, node.right, left.type), left.type, node.right.span)
            a, b = coerce.scalar(cx, left, node.left.span), coerce.scalar(cx, right, node.right.span)
        else:
            a, b = coerce.number(cx, left, node.left.span), coerce.number(cx, right, node.right.span)
        return code.order(m.Order(node.span, t.FLAG, node.relation, understood(cx, node.left), understood(cx, node.right)), a, b)
    if node.relation not in RELATIONS:
        cx.world.unknown(
            codes.UNKNOWN_VERB,
            f"`{node.relation}` compares nothing.",
            node.relation,
            node.relation_span,
            [*RELATIONS, "is"],
            help="Compare with `is`, `is not`, `<`, `<=`, `>`, `>=`, `in`, `covers`, `touches` or `mentions`.",
        )
        return coerce.poison()
    return _relation(cx, node)


# ---------------------------------------------------------------- is


def _is(cx: Context, node: e.Compare) -> tuple[Code, m.Expr]:

    right = node.right
    if isinstance(right, e.Word) and right.name in {"empty", "full"} and right.name not in cx.names:
        held = expr(cx, node.left)
        return _empty_or_full(cx, held, right.name, node.left.span), m.IsEmpty(node.span, t.FLAG, meant(held), right.name == "full")
    if isinstance(right, e.Word) and right.name in cx.world.defines and len(cx.world.defines[right.name].params) == 1:
        value = call_define(cx, cx.world.defines[right.name], [(expr(cx, node.left), node.left.span)], node.span)
        return coerce.flag(cx, value, node.span), meant(value, node.span)
    owner = _owner_test(cx, node)
    if owner is not None:
        return owner
    left = expr(cx, node.left)
    if isinstance(right, e.Kind) and is_kind(cx, right.name) and right.name not in cx.world.program.seats:
        return _is_kind(cx, left, right, node.left.span), m.IsKind(node.span, t.FLAG, understood(cx, node.left), right.name)
    value = expr(cx, right, left.type)
    if isinstance(left.type, t.Enum) and isinstance(value.type, t.Enum) and left.type.members != value.type.members:
        left = expr(cx, node.left, value.type)
    meaning = m.Same(node.span, t.FLAG, understood(cx, node.left), understood(cx, right))
    return same(cx, left, node.left.span, value, right.span), meaning


def _owner_test(cx: Context, node: e.Compare) -> tuple[Code, m.Expr] | None:
    """`cell.owner is player`: asked as membership, so that it can be asked of many cells at once."""

    if not isinstance(node.left, e.Dot) or node.left.name != "owner":
        return None
    base = expr(cx, node.left.base)
    who = expr(cx, node.right, t.Maybe(t.PLAYER))
    if not isinstance(t.bare(who.type), t.Player) or isinstance(who.type, t.Nothing) or who.expr is None or base.expr is None:
        return None
    if isinstance(who.type, t.Maybe):
        return None
    found = code.owned(cx.world, base, who)
    if found is None:
        return None
    owner = Value(t.Maybe(t.PLAYER), meaning=m.Aspect(node.left.span, t.Maybe(t.PLAYER), "owner", understood(cx, node.left.base)))
    note(cx, node.left, owner)
    return found, m.Same(node.span, t.FLAG, meant(owner), understood(cx, node.right))


def _is_kind(cx: Context, left: Value, right: e.Kind, span: Span) -> Code:
    """`foe is Henchman`, `place of hero is Region`"""
    inner = t.bare(left.type)
    if isinstance(inner, t.Poison):
        return ZERO
    if isinstance(inner, t.Piece) and right.name in cx.world.kinds:
        sym = cx.world.kinds[right.name]
        return in_kind(sym, coerce.scalar(cx, left, span))
    if isinstance(inner, t.Cell):
        return code.of_cell_kind(cx.world, right.name, coerce.scalar(cx, left, span))
    cx.error(codes.TYPE_MISMATCH, f"{t.said(left.type)} cannot be a {right.name}.", span)
    return ZERO


def _instead(left: t.Type, right: t.Type) -> str:
    """What somebody may have meant who compares two things of different sorts."""
    sorts = {type(t.bare(left)), type(t.bare(right))}
    if sorts == {t.Piece, t.Player}:
        return "Ask for its owner: `….owner is …`."
    if sorts == {t.SetOf, t.Number} or sorts == {t.ListOf, t.Number}:
        return "To ask how many there are, write `count …`."
    return ""


def same(cx: Context, left: Value, left_span: Span, right: Value, right_span: Span) -> Code:
    """Whether two values are the same."""
    if coerce.is_poison(left, right):
        return ZERO
    a, b = t.bare(left.type), t.bare(right.type)
    if isinstance(a, t.Piece) and isinstance(b, t.Name):
        left = attributes.attribute(cx, left, "name", left_span)
    elif isinstance(a, t.Name) and isinstance(b, t.Piece):
        right = attributes.attribute(cx, right, "name", right_span)
    elif isinstance(a, t.Piece) and isinstance(b, t.Cell):
        left = coerce.site(cx, left, left_span)
    elif isinstance(a, t.Cell) and isinstance(b, t.Piece):
        right = coerce.site(cx, right, right_span)
    elif isinstance(a, t.BagOf) or isinstance(b, t.BagOf):
        wanted = a if isinstance(a, t.BagOf) else b
        x, y = coerce.convert(cx, left, wanted, left_span), coerce.convert(cx, right, wanted, right_span)
        return code.same_bags(x, y) if not coerce.is_poison(x, y) else ZERO
    elif isinstance(a, t.SetOf | t.ListOf) or isinstance(b, t.SetOf | t.ListOf):
        return _same_sets(cx, left, left_span, right, right_span)
    joined = t.join(left.type, right.type)
    if joined is None or left.expr is None or right.expr is None:
        cx.error(
            codes.TYPE_MISMATCH,
            f"{t.said(t.bare(left.type))} and {t.bare(right.type)} can never be the same.",
            right_span,
            _instead(left.type, right.type),
        )
        return ZERO
    return code.same(left, right)


def _contents(cx: Context, value: Value, span: Span, other: Value) -> Value:
    """`hand of Ada is {Hut_1, Hut_2}`: what lies in a pile, hand or deck, where it is compared with pieces."""
    elem = t.element(other.type)
    if not isinstance(t.bare(value.type), t.Cell) or not isinstance(elem, t.Piece) or len(elem.kinds) != 1:
        return value
    sym = cx.world.kinds[next(iter(elem.kinds))]
    place = value.whole or coerce.place_of_type(cx, value.type)
    if place is None or place.board is not None or sym.core.counted or sym.core.number not in place.core.limits:
        return value
    return code.contents(cx.world, sym, place, coerce.scalar(cx, coerce.site(cx, value, span), span), value.meaning)


def _same_sets(cx: Context, left: Value, left_span: Span, right: Value, right_span: Span) -> Code:
    left, right = _contents(cx, left, left_span, right), _contents(cx, right, right_span, left)
    x, y = coerce.as_set(cx, left, left_span), coerce.as_set(cx, right, right_span)
    if coerce.is_poison(x, y):
        return ZERO
    assert isinstance(x.type, t.SetOf) and isinstance(y.type, t.SetOf)
    joined = t.join(x.type.elem, y.type.elem)
    if joined is None:
        cx.error(
            codes.TYPE_MISMATCH, f"{t.said(left.type)} and {right.type} can never be the same.", right_span, _instead(left.type, right.type)
        )
        return ZERO
    return code.same_sets(cx.world, joined, x, y)


# ---------------------------------------------------------------- empty and full


def _empty_or_full(cx: Context, value: Value, word: str, span: Span) -> Code:
    if coerce.is_poison(value):
        return ZERO
    world = cx.world
    inner = t.bare(value.type)
    if isinstance(inner, t.Line):
        place = world.places[inner.place]
        return code.empty_cells(cx, place, coerce.line_cells(cx, value), word == "full")
    if value.whole is not None and value.whole.board is not None:
        return code.empty_cells(cx, value.whole, value, word == "full")
    if isinstance(inner, t.Cell):
        here = coerce.place_of_type(cx, value.type) or (world.boards()[0] if len(world.boards()) == 1 else None)
        site = coerce.scalar(cx, value, span)
        if here is None:
            cx.error(codes.AMBIGUOUS, "Which place is this?", span)
            return ZERO
        if word == "empty" or here.core.limit == 1 or all(n == 1 for n in here.core.limits.values()):
            return code.empty_site(world, here, site, word == "full")
        return _full_site(cx, here, site, span)
    if isinstance(value.type, t.BagOf) and value.expr is not None:
        return code.empty_bag(value)
    if isinstance(inner, t.Piece) and word == "empty":
        return _empty_or_full(cx, coerce.target(cx, value, span), word, span)
    many = coerce.many(cx, value, span)
    if many is None:
        return ZERO
    if word == "full":
        if isinstance(many.elem, t.Cell) and len(many.elem.places) == 1:
            return code.empty_cells(cx, world.places[next(iter(many.elem.places))], value, full=True)
        cx.error(codes.TYPE_MISMATCH, f"{t.said(value.type)} cannot be full.", span)
        return ZERO
    return code.none_of(cx, many)


def _full_site(cx: Context, place: PlaceSym, site: Code, span: Span) -> Code:
    limits = [(n, limit) for n, limit in place.core.limits.items() if limit >= 0]
    if len(limits) != 1:
        cx.error(codes.TYPE_MISMATCH, f"`{place.name}` has no limit, so it is never full.", span)
        return ZERO
    return code.full_site(cx.world, place, site)


# ---------------------------------------------------------------- membership


def membership(cx: Context, node: e.In) -> Value:
    """`troop in court` asks; `Troop in court` selects."""

    head: e.Expr = node.left
    if isinstance(head, e.Of):
        head = head.left
    if isinstance(head, e.Kind) and is_kind(cx, head.name):
        return selected(cx, e.Sel(node.span, node, None, None, None, None))
    within = expr(cx, node.right)
    left = expr(cx, node.left, t.element(within.type))
    if coerce.is_poison(left, within):
        return coerce.poison()
    found = member(cx, left, node.left.span, within, node.right.span)
    if isinstance(left.type, t.Maybe) and left.expr is not None and isinstance(node.right, e.Braces) and _lists_none(node.right):
        found = code.or_none(left, found)
    item, whole = understood(cx, node.left), understood(cx, node.right)
    stands = isinstance(t.bare(left.type), t.Piece) and (within.whole is not None or isinstance(t.bare(within.type), t.Cell | t.Piece))
    meaning = m.Stands(node.span, t.FLAG, item, whole) if stands else m.Contains(node.span, t.FLAG, whole, item)
    return Value(t.FLAG, found, meaning=meaning)


def _lists_none(braces: e.Braces) -> bool:
    return any(isinstance(item, e.Word) and item.name in {"none", "nobody", "nothing"} for item, _ in braces.items)


def member(cx: Context, left: Value, left_span: Span, within: Value, right_span: Span) -> Code:
    if coerce.is_poison(left, within):
        return ZERO
    a = t.bare(left.type)
    if isinstance(a, t.Piece) and (within.whole is not None or isinstance(t.bare(within.type), t.Cell)):
        site = coerce.scalar(cx, coerce.site(cx, left, left_span), left_span)
        if within.whole is not None:
            return code.in_place(site, within.whole)
        return code.on_site(site, coerce.scalar(cx, within, right_span))
    if isinstance(a, t.Piece) and isinstance(t.bare(within.type), t.Piece):
        site = coerce.scalar(cx, coerce.site(cx, left, left_span), left_span)
        return code.on_site(site, coerce.scalar(cx, coerce.target(cx, within, right_span), right_span))
    if isinstance(within.type, t.BagOf) and within.expr is not None:
        converted = coerce.convert(cx, left, within.type.elem, left_span)
        if coerce.is_poison(converted):
            return ZERO
        return code.in_bag(within, coerce.scalar(cx, converted, left_span))
    many = coerce.many(cx, within, right_span)
    if many is None:
        return ZERO
    if isinstance(a, t.Piece) and isinstance(many.elem, t.Name):
        left = attributes.attribute(cx, left, "name", left_span)
    elif isinstance(many.elem, t.Cell) and isinstance(a, t.Piece):
        left = coerce.site(cx, left, left_span)
    elif isinstance(many.elem, t.Piece) and isinstance(a, t.Cell):
        left = coerce.piece(cx, left, left_span)
    if t.join(left.type, many.elem) is None:
        cx.error(codes.TYPE_MISMATCH, f"{t.said(left.type)} is never in {within.type}.", left_span)
        return ZERO
    return code.among(cx, many, within, coerce.scalar(cx, left, left_span))


# ---------------------------------------------------------------- relations of the library


def _relation(cx: Context, node: e.Compare) -> Value:

    left = expr(cx, node.left)
    if node.relation == "mentions":
        return _mentions(cx, node, left)
    right = expr(cx, node.right, left.type)
    if coerce.is_poison(left, right):
        return coerce.poison()
    meaning = m.Apply(node.span, t.FLAG, node.relation, (understood(cx, node.left), understood(cx, node.right)))
    if isinstance(left.type, t.BagOf) or isinstance(right.type, t.BagOf):
        wanted = left.type if isinstance(left.type, t.BagOf) else right.type
        a, b = coerce.convert(cx, left, wanted, node.left.span), coerce.convert(cx, right, wanted, node.right.span)
        if coerce.is_poison(a, b) or node.relation != "covers":
            return coerce.poison()
        return code.covers_bag(meaning, a, b)
    x, y = coerce.as_set(cx, left, node.left.span), coerce.as_set(cx, right, node.right.span)
    if coerce.is_poison(x, y):
        return coerce.poison()
    assert isinstance(x.type, t.SetOf) and isinstance(y.type, t.SetOf)
    joined = t.join(x.type.elem, y.type.elem)
    if joined is None:
        return cx.error(codes.TYPE_MISMATCH, f"{t.said(left.type)} and {right.type} have nothing in common.", node.span)
    return code.related(cx.world, meaning, joined, x, y)


def _mentions(cx: Context, node: e.Compare, left: Value) -> Value:
    inner = t.bare(left.type)
    if isinstance(inner, t.Piece):
        left = attributes.attribute(cx, left, "name", node.left.span)
        inner = t.bare(left.type)
    if not isinstance(inner, t.Name) or not isinstance(node.right, e.Text):
        return cx.error(
            codes.WRONG_ARGUMENTS, "`mentions` asks whether a printed name contains a text.", node.span, 'Write `card mentions "guard"`.'
        )
    coerce.scalar(cx, left, node.left.span)
    looked_for = m.Mention(node.right.span, t.POISON, node.right.value)
    return code.mentions(
        cx.world, m.Apply(node.span, t.FLAG, node.relation, (understood(cx, node.left), looked_for)), left, node.right.value
    )
