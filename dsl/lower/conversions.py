"""One thing where another is wanted: a piece for its place, a place for what stands on it, many things as a set or a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from rulewright.core import ir
from rulewright.core.types import INT, Bag, Seq, Set
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.teams import as_players, is_team, players_of
from rulewright.dsl.lower.values import (
    NONE,
    ZERO,
    Clauses,
    Frame,
    Many,
    Routine,
    Value,
    const,
    equals,
    gather,
    has,
    minus,
    prim,
    recast,
    union,
)
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.world import KindSym, PlaceSym, World


def convert(frame: Frame, node: m.Convert, of: Value) -> Value:
    """One thing where another is wanted, as the node says."""
    found = _convert(frame, node, of)
    found.meaning = node
    return found


def _convert(frame: Frame, node: m.Convert, of: Value) -> Value:
    world = frame.world
    match node.how:
        case "place":
            return place(world, of, node.type)
        case "surface":
            inner = t.bare(of.type)
            assert isinstance(inner, t.Piece)
            return surface(of, world.kinds[next(iter(inner.kinds))])
        case "occupant":
            assert of.expr is not None
            return occupant(world, state.place_of(world, of.type) or world.boards()[0], of.expr)
        case "site":
            assert of.whole is not None
            return only_site(of, of.whole)
        case "cells":
            return line_cells(world, of)
        case "places":
            these, cells = many(world, of), t.element(node.type)
            assert these is not None and isinstance(cells, t.Cell)
            return places_of(world, these, cells)
        case "players":
            assert of.expr is not None
            return Value(node.type, players_of(world, of.expr))
        case "contents":
            elem = t.element(node.type)
            assert isinstance(elem, t.Piece) and of.expr is not None
            pile = state.place_of(world, of.type)
            assert pile is not None
            return Value(node.type, state.members(world, world.kinds[next(iter(elem.kinds))], pile, of.expr))
        case "none":
            return Value(node.type, NONE)
        case "set":
            return _set(frame, of)
        case "list":
            return _list(frame, of)
        case "bag":
            assert isinstance(node.type, t.BagOf)
            return as_bag(world, of, node.type)
        case "wide":
            assert isinstance(node.type, t.SetOf)
            return recast_set(world, of, node.type)
        case _:
            assert_never(node.how)


# ---------------------------------------------------------------- places and pieces


def place(world: World, of: Value, type: t.Type) -> Value:
    """Where a piece is."""
    inner = t.bare(of.type)
    assert isinstance(inner, t.Piece) and of.expr is not None
    where = state.location(world, of.expr, inner.kinds)
    if isinstance(of.type, t.Maybe):
        where = ir.Cond(prim("lt", of.expr, ZERO), NONE, where)
    return Value(type, where)


def only_site(of: Value, place: PlaceSym) -> Value:
    """The one site of a place that was named as a whole."""
    return Value(t.Cell(frozenset({place.name})), const(place.core.base))


def surface(of: Value, sym: KindSym) -> Value:
    """On a piece that holds others."""
    assert of.expr is not None
    base = sym.core.site_base - sym.core.base
    at = prim("add", of.expr, const(base)) if base else of.expr
    return Value(t.Cell(frozenset({f"on {sym.name}"}), "Place"), at)


def target(world: World, value: Value) -> Value:
    """Where something is put that goes to a piece: onto it, if it holds others, else where it is."""
    inner = t.bare(value.type)
    if not isinstance(inner, t.Piece):
        return value
    if len(inner.kinds) == 1 and world.kinds[next(iter(inner.kinds))].core.site_base >= 0:
        return surface(value, world.kinds[next(iter(inner.kinds))])
    type = state.location_type(world, inner)
    assert isinstance(type, t.Cell)
    return place(world, value, t.Maybe(type) if isinstance(value.type, t.Maybe) else type)


def only_kind(world: World, place: PlaceSym) -> KindSym | None:
    """The kind of which a site of a place holds one; None if there may be different ones, or several that are alike."""
    syms = [world.kinds[world.program.kinds[n].name] for n in place.core.limits]
    syms = [s for s in syms if s.core.counted or s.core.count]
    return syms[0] if len(syms) == 1 and not syms[0].core.heaped else None


def occupant(world: World, place: PlaceSym, at: ir.Expr) -> Value:
    """The piece on a site that can hold only one (of one kind)."""
    sym = only_kind(world, place)
    assert sym is not None
    type = t.Maybe(t.Piece(frozenset({sym.name})))
    if sym.core.counted:
        return Value(type, at)
    if state.single(place.core, sym.core) and place.board is not None:
        return Value(type, state.piece_at(world, sym, place, at))
    return Value(type, prim("first", state.members(world, sym, place, at)))


def has_room(world: World, place: PlaceSym) -> bool:
    """Whether more than one piece can lie on a site."""
    if place.core.limit == 1 or 1 in place.core.limits.values():
        return False
    return any(k.count > 1 for n in place.core.limits if not (k := world.program.kinds[n]).counted)


# ---------------------------------------------------------------- many


def many(world: World, value: Value) -> Many | None:
    """How to run through the elements of something; None if it has none."""
    if value.many is not None:
        return value.many
    if is_team(world, value.type):
        value = as_players(world, value)
    if value.parts:
        return _one_after_the_other(value)
    expr = value.expr
    match value.type:
        case t.SetOf(elem) if expr is not None:
            return Many(elem, _from(expr), state.set_type(world, elem).size, canonical=True)
        case t.ListOf(elem, cap) if expr is not None:
            return Many(elem, _from(expr), cap, ordered=True)
        case t.Line():
            return many(world, line_cells(world, value))
        case t.Maybe(elem) | (t.Piece() | t.Cell() | t.Player() | t.Enum() | t.Name() | t.Way() | t.Number() as elem) if expr is not None:

            def from_one(routine: Routine) -> tuple[Clauses, ir.Expr]:
                local = routine.new("x")
                clauses: Clauses = [ir.Be(local, expr)]
                if isinstance(value.type, t.Maybe):
                    clauses.append(ir.Test(prim("ge", local, ZERO)))
                return clauses, local

            return Many(elem, from_one, 1, canonical=True)
    return None


def _from(expr: ir.Expr) -> Callable[[Routine], tuple[Clauses, ir.Expr]]:
    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        local = routine.new("x")
        return [ir.In(local, expr)], local

    return build


def _one_after_the_other(value: Value) -> Many:
    """`a + b + c`: those of a, then the others of b, then the others of c."""
    whole, elem = value.expr, t.element(value.type)
    assert whole is not None and isinstance(whole.type, Set) and elem is not None
    parts = value.parts

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        number, local = routine.new("part"), routine.new("x")
        which = Set(0, len(parts))
        members, before = parts[-1], _joined(parts[:-1])
        members = minus(members, before)
        for i in range(len(parts) - 2, -1, -1):
            one = minus(parts[i], _joined(parts[:i])) if i else parts[i]
            members = ir.Cond(equals(number, ir.Const(i)), one, members)
        return [ir.In(number, ir.SetConst(which.full, which)), ir.In(local, members)], local

    return Many(elem, build, whole.type.size, ordered=True, contains=lambda x: has(whole, x))


def _joined(parts: tuple[ir.Expr, ...]) -> ir.Expr:
    result = parts[0]
    for part in parts[1:]:
        result = union(result, part)
    return result


def places_of(world: World, inner: Many, elem: t.Cell) -> Value:
    """The cells on which pieces stand."""
    assert isinstance(inner.elem, t.Piece)
    kinds = inner.elem.kinds

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        clauses, piece = inner.build(routine)
        local = routine.new("cell")
        return [*clauses, ir.Be(local, state.location(world, piece, kinds))], local

    return Value(t.SetOf(elem), None, Many(elem, build, inner.bound, inner.ordered, False, False))


def line_cells(world: World, value: Value) -> Value:
    """The cells of a row or column."""
    line = value.type
    assert isinstance(line, t.Line) and value.expr is not None
    place = world.places[line.place]
    board = place.board
    assert board is not None
    type = state.site_set(place.core)
    rows = [board.row(i) for i in range(board.height)] if line.word == "Row" else [board.column(i) for i in range(board.width)]
    table = state.set_table(world, f"{place.name}.{line.word}", type, tuple(sum(1 << c for c in row) for row in rows))
    return Value(t.SetOf(t.Cell(frozenset({place.name}), place.core.cell_kind)), ir.Look(table, value.expr))


def most(world: World, value: Value) -> int:
    """How many elements something has at most, where they are kept in their order."""
    found = many(world, value)
    assert found is not None
    return max(1, min(found.bound, 4096))


def elem_of(world: World, value: Value) -> t.Scalar | None:
    """What the elements of something are; None if it has none."""
    if value.expr is None and value.many is None:
        return None
    if value.many is not None:
        return value.many.elem
    if is_team(world, value.type):
        return t.PLAYER
    match value.type:
        case t.SetOf(elem) | t.ListOf(elem, _):
            return elem
        case t.Line(place):
            return t.Cell(frozenset({place}), world.places[place].core.cell_kind)
        case t.Maybe(elem) | (t.Piece() | t.Cell() | t.Player() | t.Enum() | t.Name() | t.Way() | t.Number() as elem):
            return elem if isinstance(elem, t.Scalar) else None
    return None


def as_set(frame: Frame, value: Value) -> Value | None:
    """The elements of something as a set."""
    if isinstance(value.type, t.SetOf) and value.expr is not None:
        return value
    return _set(frame, value) if elem_of(frame.world, value) is not None else None


def _set(frame: Frame, value: Value) -> Value:
    if is_team(frame.world, value.type):
        return as_players(frame.world, value)
    found = many(frame.world, value)
    assert found is not None
    type = state.set_type(frame.world, found.elem)
    if value.many is None and isinstance(value.type, t.Scalar | t.Maybe) and value.expr is not None:
        return Value(t.SetOf(found.elem), prim("one", value.expr, type=type))
    if value.many is None and isinstance(value.type, t.ListOf) and value.expr is not None:
        return Value(t.SetOf(found.elem), prim("to_set", value.expr, type=type))
    return Value(t.SetOf(found.elem), gather(found, frame.routine, type))


def as_list(frame: Frame, value: Value) -> Value | None:
    """The elements of something in their order."""
    if isinstance(value.type, t.ListOf) and value.expr is not None:
        return value
    return _list(frame, value) if elem_of(frame.world, value) is not None else None


def _list(frame: Frame, value: Value) -> Value:
    found = many(frame.world, value)
    assert found is not None
    cap = max(1, min(found.bound, 4096))
    if not found.ordered and not found.canonical:
        gathered = as_set(frame, value)
        assert gathered is not None
        found = many(frame.world, gathered)
        assert found is not None
    clauses, element = found.build(frame.routine)
    return Value(t.ListOf(found.elem, cap), ir.Fold("seq", tuple(clauses), element, None, Seq(INT, cap)))


def elements(frame: Frame, value: Value) -> Value:
    """Gathered: as a list if the order is meant, else as a set."""
    if value.expr is not None:
        return value
    found = as_list(frame, value) if value.many is not None and value.many.ordered else as_set(frame, value)
    assert found is not None and found.expr is not None
    return found


def first_of(frame: Frame, value: Value, amount: ir.Expr | None) -> ir.Expr:
    """The elements of something; if an amount is said, so many from the front."""
    found = elements(frame, value)
    assert found.expr is not None
    if amount is None:
        return found.expr
    listed = as_list(frame, found)
    assert listed is not None and listed.expr is not None
    return prim("take", listed.expr, amount, type=listed.expr.type)


def recast_set(world: World, value: Value, type: t.SetOf) -> Value:
    """A set as one of a wider or narrower type."""
    assert value.expr is not None
    return Value(type, recast(value.expr, state.set_type(world, type.elem)))


def as_bag(world: World, value: Value, type: t.BagOf) -> Value:
    """A set as a bag that holds each of it once."""
    assert value.expr is not None
    low_size = state.set_type(world, type.elem)
    return Value(type, prim("bag_of_set", recast(value.expr, low_size), type=Bag(low_size.base, low_size.size)))
