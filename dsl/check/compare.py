"""Comparisons: `is`, `is not`, `<`, membership with `in`, and the relations of the library."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.ops import Comparison
from rulewright.core.types import INT, Bag
from rulewright.dsl import types as t
from rulewright.dsl.check import attributes, coerce
from rulewright.dsl.check.calls import call_define
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.quantify import selected
from rulewright.dsl.check.selections import in_kind, is_kind
from rulewright.dsl.check.understood import meant, note, understood
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import state
from rulewright.dsl.lower.attributes import owned_on
from rulewright.dsl.lower.values import ONE, ZERO, Value, both, const, either, has, intersect, minus, negate, prim, recast
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import PlaceSym

ORDER: dict[str, Comparison] = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
RELATIONS = {
    "covers": "`a covers b`: everything in b is in a; for bags, as often.",
    "touches": "`a touches b`: the sets have something in common.",
    "mentions": '`card mentions "guard"`: the printed name contains that text.',
}


def compare(cx: Context, node: e.Compare) -> Value:
    from rulewright.dsl.check.expressions import expr

    if node.relation in {"is", "is not"}:
        result, meaning = _is(cx, node)
        if node.relation == "is not":
            return Value(t.FLAG, negate(result), meaning=m.Not(node.span, t.FLAG, meaning))
        return Value(t.FLAG, result, meaning=meaning)
    if node.relation in ORDER:
        left, right = expr(cx, node.left), expr(cx, node.right)
        if isinstance(t.bare(left.type), t.Enum) and not coerce.is_poison(right):
            right = coerce.convert(cx, expr(cx, node.right, left.type), left.type, node.right.span)
            a, b = coerce.scalar(cx, left, node.left.span), coerce.scalar(cx, right, node.right.span)
        else:
            a, b = coerce.number(cx, left, node.left.span), coerce.number(cx, right, node.right.span)
        order = m.Order(node.span, t.FLAG, node.relation, understood(cx, node.left), understood(cx, node.right))
        return Value(t.FLAG, prim(ORDER[node.relation], a, b), meaning=order)
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
    value = _relation(cx, node)
    sides = (understood(cx, node.left), understood(cx, node.right))
    if isinstance(node.right, e.Text) and node.relation == "mentions":
        sides = (sides[0], m.Mention(node.right.span, t.POISON, node.right.value))
    value.meaning = m.Apply(node.span, t.FLAG, node.relation, sides)
    return value


# ---------------------------------------------------------------- is


def _is(cx: Context, node: e.Compare) -> tuple[ir.Expr, m.Expr]:
    from rulewright.dsl.check.expressions import expr

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


def _owner_test(cx: Context, node: e.Compare) -> tuple[ir.Expr, m.Expr] | None:
    """`cell.owner is player`: asked as membership, so that it can be asked of many cells at once."""
    from rulewright.dsl.check.expressions import expr

    if not isinstance(node.left, e.Dot) or node.left.name != "owner":
        return None
    base = expr(cx, node.left.base)
    inner = t.bare(base.type)
    who = expr(cx, node.right, t.Maybe(t.PLAYER))
    if not isinstance(t.bare(who.type), t.Player) or isinstance(who.type, t.Nothing) or who.expr is None or base.expr is None:
        return None
    if isinstance(who.type, t.Maybe):
        return None
    found: ir.Expr | None = None
    if isinstance(inner, t.Cell):
        place = coerce.place_of_type(cx, base.type) or (cx.world.boards()[0] if len(cx.world.boards()) == 1 else None)
        found = owned_on(cx.world, place, base.expr, who.expr) if place is not None else None
    elif isinstance(inner, t.Piece) and len(inner.kinds) == 1:
        sym = cx.world.kinds[next(iter(inner.kinds))]
        if isinstance(state.owner_type(cx.world, sym), t.Player):
            found = state.owned_by(cx.world, sym, base.expr, who.expr)
    if found is None:
        return None
    owner = Value(t.Maybe(t.PLAYER), meaning=m.Aspect(node.left.span, t.Maybe(t.PLAYER), "owner", understood(cx, node.left.base)))
    note(cx, node.left, owner)
    return found, m.Same(node.span, t.FLAG, meant(owner), understood(cx, node.right))


def _is_kind(cx: Context, left: Value, right: e.Kind, span: Span) -> ir.Expr:
    """`foe is Henchman`, `place of hero is Region`"""
    inner = t.bare(left.type)
    if isinstance(inner, t.Poison):
        return ZERO
    if isinstance(inner, t.Piece) and right.name in cx.world.kinds:
        sym = cx.world.kinds[right.name]
        return in_kind(sym, coerce.scalar(cx, left, span))
    if isinstance(inner, t.Cell):
        places = [p for p in cx.world.boards() if p.core.cell_kind == right.name]
        tests = [_in_place(coerce.scalar(cx, left, span), p) for p in places]
        result: ir.Expr = ZERO
        for test in tests:
            result = test if result is ZERO else either(result, test)
        return result
    cx.error(codes.TYPE_MISMATCH, f"{t.said(left.type)} cannot be a {right.name}.", span)
    return ZERO


def _in_place(site: ir.Expr, place: PlaceSym) -> ir.Expr:
    first, last = place.core.base, place.core.base + place.core.sites - 1
    if first == last:
        return prim("eq", site, const(first))
    return both(prim("ge", site, const(first)), prim("le", site, const(last)))


def _instead(left: t.Type, right: t.Type) -> str:
    """What somebody may have meant who compares two things of different sorts."""
    sorts = {type(t.bare(left)), type(t.bare(right))}
    if sorts == {t.Piece, t.Player}:
        return "Ask for its owner: `….owner is …`."
    if sorts == {t.SetOf, t.Number} or sorts == {t.ListOf, t.Number}:
        return "To ask how many there are, write `count …`."
    return ""


def same(cx: Context, left: Value, left_span: Span, right: Value, right_span: Span) -> ir.Expr:
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
        return prim("bag_eq", x.expr, y.expr) if x.expr is not None and y.expr is not None and not coerce.is_poison(x, y) else ZERO
    elif isinstance(a, t.SetOf | t.ListOf) or isinstance(b, t.SetOf | t.ListOf):
        return _same_sets(cx, left, left_span, right, right_span)
    joined = t.join(left.type, right.type)
    if joined is None or left.expr is None or right.expr is None:
        cx.error(
            codes.TYPE_MISMATCH,
            f"{t.said(t.bare(left.type))} is compared with {t.bare(right.type)}: they can never be the same.",
            right_span,
            _instead(left.type, right.type),
        )
        return ZERO
    return prim("eq", left.expr, right.expr)


def _same_sets(cx: Context, left: Value, left_span: Span, right: Value, right_span: Span) -> ir.Expr:
    x, y = coerce.as_set(cx, left, left_span), coerce.as_set(cx, right, right_span)
    if coerce.is_poison(x, y):
        return ZERO
    assert isinstance(x.type, t.SetOf) and isinstance(y.type, t.SetOf) and x.expr is not None and y.expr is not None
    joined = t.join(x.type.elem, y.type.elem)
    if joined is None:
        cx.error(codes.TYPE_MISMATCH, f"{t.said(left.type)} is compared with {right.type}.", right_span, _instead(left.type, right.type))
        return ZERO
    type = state.set_type(cx.world, joined)
    return prim("same", recast(x.expr, type), recast(y.expr, type))


# ---------------------------------------------------------------- empty and full


def _empty_or_full(cx: Context, value: Value, word: str, span: Span) -> ir.Expr:
    if coerce.is_poison(value):
        return ZERO
    world = cx.world
    inner = t.bare(value.type)
    if isinstance(inner, t.Line):
        place = world.places[inner.place]
        return _cells_state(cx, place, coerce.line_cells(cx, value), word)
    if value.whole is not None and value.whole.board is not None:
        return _cells_state(cx, value.whole, value, word)
    if isinstance(inner, t.Cell):
        here = coerce.place_of_type(cx, value.type) or (world.boards()[0] if len(world.boards()) == 1 else None)
        site = coerce.scalar(cx, value, span)
        if here is None:
            cx.error(codes.AMBIGUOUS, "It is not clear what place this is.", span)
            return ZERO
        if word == "empty":
            return state.is_empty(world, here, site)
        if here.core.limit == 1 or all(n == 1 for n in here.core.limits.values()):
            return negate(state.is_empty(world, here, site))
        return _full_site(cx, here, site, span)
    if isinstance(value.type, t.BagOf) and value.expr is not None:
        return prim("eq", prim("bag_size", value.expr), ZERO)
    if isinstance(inner, t.Piece) and word == "empty":
        return _empty_or_full(cx, coerce.target(cx, value, span), word, span)
    many = coerce.many(cx, value, span)
    if many is None:
        return ZERO
    if word == "full":
        if isinstance(many.elem, t.Cell) and len(many.elem.places) == 1:
            return _cells_state(cx, world.places[next(iter(many.elem.places))], value, word)
        cx.error(codes.TYPE_MISMATCH, f"{t.said(value.type)} cannot be full.", span)
        return ZERO
    clauses, _ = many.build(cx.routine)
    return negate(ir.Fold("any", tuple(clauses), None, None, INT))


def _full_site(cx: Context, place: PlaceSym, site: ir.Expr, span: Span) -> ir.Expr:
    limits = [(n, limit) for n, limit in place.core.limits.items() if limit >= 0]
    if len(limits) != 1:
        cx.error(codes.TYPE_MISMATCH, f"`{place.name}` has no limit, so that it is never full.", span)
        return ZERO
    number, limit = limits[0]
    sym = cx.world.kinds[cx.world.program.kinds[number].name]
    if sym.core.heaped:
        low = state.span_of(cx.world, t.Piece(frozenset({sym.name})))[0]
        return prim("ge", state.heap(sym, site, None, low), const(limit))
    return prim("ge", prim("size", state.members(cx.world, sym, place, site)), const(limit))


def _cells_state(cx: Context, place: PlaceSym, cells: Value, word: str) -> ir.Expr:
    """Whether all cells of a set are empty, or none is."""
    world = cx.world
    if state.heaped_kinds(world, place) or place.core.sites > state.SMALL_BOARD:
        many = coerce.many(cx, cells, world.game.span)
        assert many is not None
        clauses, at = many.build(cx.routine)
        empty = state.is_empty(world, place, at)
        return negate(ir.Fold("any", (*clauses, ir.Test(negate(empty) if word == "empty" else empty)), None, None, INT))
    assert cells.expr is not None
    taken = state.occupied(world, place)
    if word == "empty":
        return prim("is_empty", intersect(cells.expr, taken))
    return prim("is_empty", minus(cells.expr, taken))


# ---------------------------------------------------------------- membership


def membership(cx: Context, node: e.In) -> Value:
    """`troop in court` asks; `Troop in court` selects."""
    from rulewright.dsl.check.expressions import expr

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
        found = either(prim("lt", left.expr, ZERO), found)  # a set holds things, so `none` is asked for by itself
    item, whole = understood(cx, node.left), understood(cx, node.right)
    stands = isinstance(t.bare(left.type), t.Piece) and (within.whole is not None or isinstance(t.bare(within.type), t.Cell | t.Piece))
    meaning = m.Stands(node.span, t.FLAG, item, whole) if stands else m.Contains(node.span, t.FLAG, whole, item)
    return Value(t.FLAG, found, meaning=meaning)


def _lists_none(braces: e.Braces) -> bool:
    return any(isinstance(item, e.Word) and item.name in {"none", "nobody", "nothing"} for item, _ in braces.items)


def member(cx: Context, left: Value, left_span: Span, within: Value, right_span: Span) -> ir.Expr:
    if coerce.is_poison(left, within):
        return ZERO
    a = t.bare(left.type)
    if isinstance(a, t.Piece) and (within.whole is not None or isinstance(t.bare(within.type), t.Cell)):
        site = coerce.scalar(cx, coerce.site(cx, left, left_span), left_span)
        if within.whole is not None:
            return _in_place(site, within.whole)
        return prim("eq", site, coerce.scalar(cx, within, right_span))
    if isinstance(a, t.Piece) and isinstance(t.bare(within.type), t.Piece):
        site = coerce.scalar(cx, coerce.site(cx, left, left_span), left_span)
        return prim("eq", site, coerce.scalar(cx, coerce.target(cx, within, right_span), right_span))
    if isinstance(within.type, t.BagOf) and within.expr is not None:
        converted = coerce.convert(cx, left, within.type.elem, left_span)
        if coerce.is_poison(converted):
            return ZERO
        return prim("gt", prim("bag_count", within.expr, coerce.scalar(cx, converted, left_span)), ZERO)
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
    item = coerce.scalar(cx, left, left_span)
    if within.expr is None and many.contains is not None:
        return many.contains(item)
    if within.expr is None and many.bound <= 16:
        clauses, element = many.build(cx.routine)
        return ir.Fold("any", (*clauses, ir.Test(prim("eq", element, item))), None, None, INT)
    gathered = coerce.as_set(cx, within, right_span)
    assert gathered.expr is not None
    return has(gathered.expr, item)


# ---------------------------------------------------------------- relations of the library


def _relation(cx: Context, node: e.Compare) -> Value:
    from rulewright.dsl.check.expressions import expr

    left = expr(cx, node.left)
    if node.relation == "mentions":
        return _mentions(cx, node, left)
    right = expr(cx, node.right, left.type)
    if coerce.is_poison(left, right):
        return coerce.poison()
    if isinstance(left.type, t.BagOf) or isinstance(right.type, t.BagOf):
        wanted = left.type if isinstance(left.type, t.BagOf) else right.type
        a, b = coerce.convert(cx, left, wanted, node.left.span), coerce.convert(cx, right, wanted, node.right.span)
        if coerce.is_poison(a, b) or node.relation != "covers":
            return coerce.poison()
        assert a.expr is not None and b.expr is not None and isinstance(a.expr.type, Bag)
        return Value(t.FLAG, prim("bag_covers", a.expr, b.expr))
    x, y = coerce.as_set(cx, left, node.left.span), coerce.as_set(cx, right, node.right.span)
    if coerce.is_poison(x, y):
        return coerce.poison()
    assert isinstance(x.type, t.SetOf) and isinstance(y.type, t.SetOf) and x.expr is not None and y.expr is not None
    joined = t.join(x.type.elem, y.type.elem)
    if joined is None:
        return cx.error(codes.TYPE_MISMATCH, f"{t.said(left.type)} has nothing to do with {right.type}.", node.span)
    type = state.set_type(cx.world, joined)
    p, q = recast(x.expr, type), recast(y.expr, type)
    if node.relation == "covers":
        return Value(t.FLAG, prim("is_empty", minus(q, p)))
    return Value(t.FLAG, negate(prim("is_empty", intersect(p, q))))


def _mentions(cx: Context, node: e.Compare, left: Value) -> Value:
    inner = t.bare(left.type)
    if isinstance(inner, t.Piece):
        left = attributes.attribute(cx, left, "name", node.left.span)
        inner = t.bare(left.type)
    if not isinstance(inner, t.Name) or not isinstance(node.right, e.Text):
        return cx.error(
            codes.WRONG_ARGUMENTS, "`mentions` asks whether a printed name contains a text.", node.span, 'Write `card mentions "guard"`.'
        )
    names = cx.world.piece_names.get(inner.kind, {})
    wanted = node.right.value.lower()
    type = state.set_type(cx.world, inner)
    bits = sum(1 << number for name, number in names.items() if wanted in name.lower())
    return Value(t.FLAG, has(ir.SetConst(bits, type), coerce.scalar(cx, left, node.left.span)))


__all__ = ["ONE", "RELATIONS", "compare", "member", "membership", "same"]
