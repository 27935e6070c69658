"""Comparisons: `is`, `is not`, `<`, membership with `in`, and the relations of the library."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import attributes, coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import call_define, expr
from rulewright.dsl.check.quantify import selected
from rulewright.dsl.check.selections import is_kind
from rulewright.dsl.check.understood import converted, made, meant, note, part
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.relations import RELATIONS
from rulewright.dsl.lower import compare as code
from rulewright.dsl.lower.values import ZERO, Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e

ORDER = {"<", "<=", ">", ">="}


def compare(cx: Context, node: e.Compare) -> Value:

    if node.relation in {"is", "is not"}:
        found = _is(cx, node)
        return made(cx, m.Not(node.span, t.FLAG, part(cx, found))) if node.relation == "is not" and found.meaning is not None else found
    if node.relation in ORDER:
        left, right = expr(cx, node.left), expr(cx, node.right)
        if isinstance(t.bare(left.type), t.Enum) and not coerce.is_poison(right):
            right = coerce.convert(cx, expr(cx, node.right, left.type), left.type, node.right.span)
            coerce.scalar(cx, left, node.left.span)
            coerce.scalar(cx, right, node.right.span)
        else:
            coerce.number(cx, left, node.left.span)
            coerce.number(cx, right, node.right.span)
        return made(cx, m.Order(node.span, t.FLAG, node.relation, part(cx, left), part(cx, right)))
    if node.relation not in RELATIONS and cx.newcomer(codes.UNKNOWN_VERB, node.span):
        return coerce.poison()
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


def _is(cx: Context, node: e.Compare) -> Value:

    right = node.right
    if isinstance(right, e.Word) and right.name in {"empty", "full"} and right.name not in cx.names:
        held = _holder(cx, expr(cx, node.left), right.name, node.left.span)
        return made(cx, m.IsEmpty(node.span, t.FLAG, part(cx, held), right.name == "full")) if held is not None else no()
    if isinstance(right, e.Word) and right.name in cx.world.defines and len(cx.world.defines[right.name].params) == 1:
        value = call_define(cx, cx.world.defines[right.name], [(expr(cx, node.left), node.left.span)], node.span)
        coerce.flag(cx, value, node.span)
        return value if isinstance(value.type, t.Flag) else no()
    owner = _owner_test(cx, node)
    if owner is not None:
        return owner
    left = expr(cx, node.left)
    if isinstance(right, e.Kind) and is_kind(cx, right.name) and right.name not in cx.world.program.seats:
        if not _can_be(cx, left, right, node.left.span):
            return no()
        return made(cx, m.IsKind(node.span, t.FLAG, part(cx, left), right.name))
    value = expr(cx, right, left.type)
    if isinstance(left.type, t.Enum) and isinstance(value.type, t.Enum) and left.type.members != value.type.members:
        left = expr(cx, node.left, value.type)
    return same(cx, left, node.left.span, value, right.span, node.span)


def no() -> Value:
    """What becomes of a condition with a mistake that was told."""
    return Value(t.FLAG, ZERO)


def _owner_test(cx: Context, node: e.Compare) -> Value | None:
    """`cell.owner is player`: asked as membership, so that it can be asked of many cells at once."""

    if not isinstance(node.left, e.Dot) or node.left.name != "owner":
        return None
    base = expr(cx, node.left.base)
    who = expr(cx, node.right, t.Maybe(t.PLAYER))
    if not isinstance(t.bare(who.type), t.Player) or isinstance(who.type, t.Nothing) or who.expr is None or base.expr is None:
        return None
    if isinstance(who.type, t.Maybe):
        return None
    if not code.can_be_owned(cx.world, base, who):
        return None
    owner = Value(t.Maybe(t.PLAYER), meaning=m.Aspect(node.left.span, t.Maybe(t.PLAYER), "owner", part(cx, base)))
    note(cx, node.left, owner)
    return made(cx, m.Same(node.span, t.FLAG, meant(owner), part(cx, who), True))


def _can_be(cx: Context, left: Value, right: e.Kind, span: Span) -> bool:
    """`foe is Henchman`, `place of hero is Region`; told if it can never be one."""
    inner = t.bare(left.type)
    if isinstance(inner, t.Poison):
        return False
    if (isinstance(inner, t.Piece) and right.name in cx.world.kinds) or isinstance(inner, t.Cell):
        coerce.scalar(cx, left, span)
        return True
    cx.error(codes.TYPE_MISMATCH, f"{t.said(left.type)} cannot be a {right.name}.", span)
    return False


def _instead(left: t.Type, right: t.Type) -> str:
    """What somebody may have meant who compares two things of different sorts."""
    sorts = {type(t.bare(left)), type(t.bare(right))}
    if sorts == {t.Piece, t.Player}:
        return "Ask for its owner: `….owner is …`."
    if sorts == {t.SetOf, t.Number} or sorts == {t.ListOf, t.Number}:
        return "To ask how many there are, write `count …`."
    return ""


def same(cx: Context, left: Value, left_span: Span, right: Value, right_span: Span, span: Span) -> Value:
    """Whether two values are the same."""
    if coerce.is_poison(left, right):
        return no()
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
        left, right = coerce.convert(cx, left, wanted, left_span), coerce.convert(cx, right, wanted, right_span)
        return no() if coerce.is_poison(left, right) else made(cx, m.Same(span, t.FLAG, part(cx, left), part(cx, right)))
    elif isinstance(a, t.SetOf | t.ListOf) or isinstance(b, t.SetOf | t.ListOf):
        left, right = _contents(cx, left, left_span, right), _contents(cx, right, right_span, left)
        a, b = left.type, right.type
        left, right = coerce.as_set(cx, left, left_span), coerce.as_set(cx, right, right_span)
        if coerce.is_poison(left, right):
            return no()
    if not isinstance(left.type, t.SetOf):
        a, b = t.bare(left.type), t.bare(right.type)
    joined = t.join(left.type, right.type)
    if joined is None or left.expr is None or right.expr is None:
        text = f"{t.said(a)} and {b} can never be the same."
        cx.error(codes.TYPE_MISMATCH, text, right_span, _instead(a, b))
        return no()
    return made(cx, m.Same(span, t.FLAG, part(cx, left), part(cx, right)))


def _contents(cx: Context, value: Value, span: Span, other: Value) -> Value:
    """`hand of Ada is {Hut_1, Hut_2}`: what lies in a pile, hand or deck, where it is compared with pieces."""
    elem = t.element(other.type)
    if not isinstance(t.bare(value.type), t.Cell) or not isinstance(elem, t.Piece) or len(elem.kinds) != 1:
        return value
    sym = cx.world.kinds[next(iter(elem.kinds))]
    place = value.whole or coerce.place_of_type(cx, value.type)
    if place is None or place.board is not None or sym.core.counted or sym.core.number not in place.core.limits:
        return value
    site = coerce.site(cx, value, span)
    coerce.scalar(cx, site, span)
    return converted(cx, site, "contents", t.SetOf(t.Piece(frozenset({sym.name}))))


# ---------------------------------------------------------------- empty and full


def _holder(cx: Context, value: Value, word: str, span: Span) -> Value | None:
    """What is asked to be empty or full: cells of a board, a site, a bag, a set; None if it can be neither."""
    if coerce.is_poison(value):
        return None
    world = cx.world
    inner = t.bare(value.type)
    if isinstance(inner, t.Line):
        return coerce.line_cells(cx, value)
    if value.whole is not None and value.whole.board is not None:
        return value
    if isinstance(inner, t.Cell):
        here = coerce.place_of_type(cx, value.type) or (world.boards()[0] if len(world.boards()) == 1 else None)
        coerce.scalar(cx, value, span)
        if here is None:
            cx.error(codes.AMBIGUOUS, "Which place is this?", span)
            return None
        limits = [limit for limit in here.core.limits.values() if limit >= 0]
        if word == "full" and not code.holds_one(here) and len(limits) != 1:
            cx.error(codes.TYPE_MISMATCH, f"`{here.name}` has no limit, so it is never full.", span)
            return None
        return value
    if isinstance(value.type, t.BagOf) and value.expr is not None:
        return value
    if isinstance(inner, t.Piece) and word == "empty":
        return _holder(cx, coerce.target(cx, value, span), word, span)
    many = coerce.many(cx, value, span)
    if many is None:
        return None
    if word == "full" and not (isinstance(many.elem, t.Cell) and len(many.elem.places) == 1):
        cx.error(codes.TYPE_MISMATCH, f"{t.said(value.type)} cannot be full.", span)
        return None
    return value


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
    return member(cx, left, node.left.span, within, node.right.span, node.span)


def member(cx: Context, left: Value, left_span: Span, within: Value, right_span: Span, span: Span) -> Value:
    """Whether something is in a place, or among others."""
    if coerce.is_poison(left, within):
        return no()
    a = t.bare(left.type)
    if isinstance(a, t.Piece) and (within.whole is not None or isinstance(t.bare(within.type), t.Cell | t.Piece)):
        site = coerce.site(cx, left, left_span)
        coerce.scalar(cx, site, left_span)
        goal = within if within.whole is not None else coerce.target(cx, within, right_span)
        if within.whole is None:
            coerce.scalar(cx, goal, right_span)
        return made(cx, m.Stands(span, t.FLAG, part(cx, site), part(cx, goal)))
    if isinstance(within.type, t.BagOf) and within.expr is not None:
        converted = coerce.convert(cx, left, within.type.elem, left_span)
        if coerce.is_poison(converted):
            return no()
        coerce.scalar(cx, converted, left_span)
        return made(cx, m.Contains(span, t.FLAG, part(cx, within), part(cx, converted)))
    many = coerce.many(cx, within, right_span)
    if many is None:
        return no()
    if isinstance(a, t.Piece) and isinstance(many.elem, t.Name):
        left = attributes.attribute(cx, left, "name", left_span)
    elif isinstance(many.elem, t.Cell) and isinstance(a, t.Piece):
        left = coerce.site(cx, left, left_span)
    elif isinstance(many.elem, t.Piece) and isinstance(a, t.Cell):
        left = coerce.piece(cx, left, left_span)
    if t.join(left.type, many.elem) is None:
        cx.error(codes.TYPE_MISMATCH, f"{t.said(left.type)} is never in {within.type}.", left_span)
        return no()
    coerce.scalar(cx, left, left_span)
    return made(cx, m.Contains(span, t.FLAG, part(cx, within), part(cx, left)))


# ---------------------------------------------------------------- relations of the library


def _relation(cx: Context, node: e.Compare) -> Value:

    left = expr(cx, node.left)
    if node.relation == "mentions":
        return _mentions(cx, node, left)
    right = expr(cx, node.right, left.type)
    if coerce.is_poison(left, right):
        return coerce.poison()
    if isinstance(left.type, t.BagOf) or isinstance(right.type, t.BagOf):
        wanted = left.type if isinstance(left.type, t.BagOf) else right.type
        left, right = coerce.convert(cx, left, wanted, node.left.span), coerce.convert(cx, right, wanted, node.right.span)
        if coerce.is_poison(left, right) or node.relation != "covers":
            return coerce.poison()
    else:
        left, right = coerce.as_set(cx, left, node.left.span), coerce.as_set(cx, right, node.right.span)
        if coerce.is_poison(left, right):
            return coerce.poison()
        if t.join(left.type, right.type) is None:
            return cx.error(codes.TYPE_MISMATCH, f"{t.said(left.type)} and {right.type} have nothing in common.", node.span)
    return made(cx, m.Apply(node.span, t.FLAG, node.relation, (part(cx, left), part(cx, right))))


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
    return made(cx, m.Apply(node.span, t.FLAG, node.relation, (part(cx, left), looked_for)))
