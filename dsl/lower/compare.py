"""Comparisons: the same, more or less, of a kind, in a place, in a set, empty and full; what sets have in common."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.ops import Comparison
from rulewright.core.types import INT
from rulewright.dsl import types as t
from rulewright.dsl.lower import conversions, state
from rulewright.dsl.lower.attributes import owned_on
from rulewright.dsl.lower.values import ZERO, Frame, Many, Value, both, const, either, has, intersect, minus, negate, prim, recast
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.world import PlaceSym, World

ORDER: dict[str, Comparison] = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "=": "eq"}


def order(node: m.Order, left: ir.Expr, right: ir.Expr) -> Value:
    return Value(node.type, prim(ORDER[node.relation], left, right), meaning=node)


# ---------------------------------------------------------------- the same


def same(left: Value, right: Value) -> ir.Expr:
    """Whether two single things of one sort are the same."""
    assert left.expr is not None and right.expr is not None
    return prim("eq", left.expr, right.expr)


def same_bags(left: Value, right: Value) -> ir.Expr:
    assert left.expr is not None and right.expr is not None
    return prim("bag_eq", left.expr, right.expr)


def same_sets(world: World, elem: t.Type, left: Value, right: Value) -> ir.Expr:
    assert left.expr is not None and right.expr is not None
    type = state.set_type(world, elem)
    return prim("same", recast(left.expr, type), recast(right.expr, type))


def can_be_owned(world: World, of: Value, who: Value) -> bool:
    """Whether it can be asked as membership whose something is."""
    return owned(world, of, who) is not None


def owned(world: World, of: Value, who: Value) -> ir.Expr | None:
    """`cell.owner is player`: asked as membership, so that it can be asked of many cells at once; None if it cannot be said so."""
    if of.expr is None or who.expr is None:
        return None
    inner = t.bare(of.type)
    if isinstance(inner, t.Cell):
        single = world.places.get(next(iter(inner.places))) if len(inner.places) == 1 else None
        place = single or (world.boards()[0] if len(world.boards()) == 1 else None)
        return owned_on(world, place, of.expr, who.expr) if place is not None else None
    if isinstance(inner, t.Piece) and len(inner.kinds) == 1:
        sym = world.kinds[next(iter(inner.kinds))]
        if isinstance(state.owner_type(world, sym), t.Player):
            return state.owned_by(world, sym, of.expr, who.expr)
    return None


# ---------------------------------------------------------------- of a kind, in a place


def of_cell_kind(world: World, kind: str, site: ir.Expr) -> ir.Expr:
    """Whether a cell is one of the boards whose cells are called so."""
    result: ir.Expr = ZERO
    for place in world.boards():
        if place.core.cell_kind == kind:
            test = in_place(site, place)
            result = test if result is ZERO else either(result, test)
    return result


def in_place(site: ir.Expr, place: PlaceSym) -> ir.Expr:
    first, last = place.core.base, place.core.base + place.core.sites - 1
    if first == last:
        return prim("eq", site, const(first))
    return both(prim("ge", site, const(first)), prim("le", site, const(last)))


def on_site(site: ir.Expr, where: ir.Expr) -> ir.Expr:
    return prim("eq", site, where)


def in_bag(bag: Value, item: ir.Expr) -> ir.Expr:
    assert bag.expr is not None
    return prim("gt", prim("bag_count", bag.expr, item), ZERO)


def among(frame: Frame, many: Many, within: Value, item: ir.Expr) -> ir.Expr:
    """Whether something is one of many."""
    if within.expr is None and many.contains is not None:
        return many.contains(item)
    if within.expr is None and many.bound <= 16:
        clauses, element = many.build(frame.routine)
        return ir.Fold("any", (*clauses, ir.Test(prim("eq", element, item))), None, None, INT)
    gathered = conversions.as_set(frame, within)
    assert gathered is not None and gathered.expr is not None
    return has(gathered.expr, item)


def or_none(item: Value, found: ir.Expr) -> ir.Expr:
    """A set holds things, so `none` is asked for by itself."""
    assert item.expr is not None
    return either(prim("lt", item.expr, ZERO), found)


# ---------------------------------------------------------------- empty and full


def empty_or_full(frame: Frame, of: Value, full: bool, line: bool) -> ir.Expr:
    """Whether there is nothing: on cells of a board, on a site, in a bag, in a set; or no room for more."""
    world, inner = frame.world, t.bare(of.type)
    if of.whole is not None and of.whole.board is not None:
        return empty_cells(frame, of.whole, of, full)
    if isinstance(inner, t.Cell):
        here = state.place_of(world, of.type) or world.boards()[0]
        assert of.expr is not None
        return full_site(world, here, of.expr) if full and not holds_one(here) else empty_site(world, here, of.expr, full)
    if isinstance(of.type, t.BagOf):
        return empty_bag(of)
    many = conversions.many(world, of)
    assert many is not None
    if full or line:
        assert isinstance(many.elem, t.Cell)
        return empty_cells(frame, world.places[next(iter(many.elem.places))], of, full)
    return none_of(frame, many)


def holds_one(place: PlaceSym) -> bool:
    """Whether a site of a place has room for one thing."""
    return place.core.limit == 1 or all(n == 1 for n in place.core.limits.values())


def empty_site(world: World, place: PlaceSym, site: ir.Expr, full: bool) -> ir.Expr:
    """Whether a site holds nothing, or the one thing that it can hold."""
    empty = state.is_empty(world, place, site)
    return negate(empty) if full else empty


def full_site(world: World, place: PlaceSym, site: ir.Expr) -> ir.Expr:
    """Whether a site holds as many of its one kind as it can."""
    ((number, limit),) = [(n, limit) for n, limit in place.core.limits.items() if limit >= 0]
    sym = world.kinds[world.program.kinds[number].name]
    if sym.core.heaped:
        low = state.span_of(world, t.Piece(frozenset({sym.name})))[0]
        return prim("ge", state.heap(sym, site, None, low), const(limit))
    return prim("ge", prim("size", state.members(world, sym, place, site)), const(limit))


def empty_cells(frame: Frame, place: PlaceSym, cells: Value, full: bool) -> ir.Expr:
    """Whether all cells of a set are empty, or none is."""
    world = frame.world
    if state.heaped_kinds(world, place) or place.core.sites > state.SMALL_BOARD:
        many = conversions.many(world, cells)
        assert many is not None
        clauses, at = many.build(frame.routine)
        empty = state.is_empty(world, place, at)
        return negate(ir.Fold("any", (*clauses, ir.Test(empty if full else negate(empty))), None, None, INT))
    assert cells.expr is not None
    taken = state.occupied(world, place)
    return prim("is_empty", minus(cells.expr, taken) if full else intersect(cells.expr, taken))


def empty_bag(bag: Value) -> ir.Expr:
    assert bag.expr is not None
    return prim("eq", prim("bag_size", bag.expr), ZERO)


def none_of(frame: Frame, many: Many) -> ir.Expr:
    clauses, _ = many.build(frame.routine)
    return negate(ir.Fold("any", tuple(clauses), None, None, INT))


# ---------------------------------------------------------------- relations of the library


def covers_bag(node: m.Apply, left: Value, right: Value) -> Value:
    assert left.expr is not None and right.expr is not None
    return Value(node.type, prim("bag_covers", left.expr, right.expr), meaning=node)


def related(world: World, node: m.Apply, left: Value, right: Value) -> Value:
    """`covers`: everything of the one is in the other; `touches`: they have something in common."""
    if isinstance(left.type, t.BagOf):
        return covers_bag(node, left, right)
    assert left.expr is not None and right.expr is not None
    assert isinstance(left.type, t.SetOf) and isinstance(right.type, t.SetOf)
    elem = t.join(left.type.elem, right.type.elem)
    assert elem is not None
    type = state.set_type(world, elem)
    p, q = recast(left.expr, type), recast(right.expr, type)
    return Value(
        node.type, prim("is_empty", minus(q, p)) if node.function == "covers" else negate(prim("is_empty", intersect(p, q))), meaning=node
    )


def mentions(world: World, node: m.Apply, name: Value, text: str) -> Value:
    """Whether a printed name contains a text."""
    kind = t.bare(name.type)
    assert isinstance(kind, t.Name) and name.expr is not None
    names = world.piece_names.get(kind.kind, {})
    bits = sum(1 << number for printed, number in names.items() if text.lower() in printed.lower())
    return Value(node.type, has(ir.SetConst(bits, state.set_type(world, kind)), name.expr), meaning=node)
