"""Expressions: what each node of the tree of meaning becomes, by one exhaustive match.

What a node is made of is made first. Code that has been made already, while the rest of a body is still being checked, is found by its
node; whoever makes code of a tree that was checked elsewhere begins with an empty sheet and says what the bound names are there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulewright.core import ir
from rulewright.dsl import types as t
from rulewright.dsl.lower import attributes, calls, compare, conversions, leaves, listed, numbers, quantify, scoring, selections
from rulewright.dsl.lower.moving import in_box, with_number
from rulewright.dsl.lower.pointing import said_at
from rulewright.dsl.lower.selections import in_kind
from rulewright.dsl.lower.values import ZERO, Frame, Selected, Value, both, either, placed
from rulewright.dsl.meaning import expressions as m


def lower(frame: Frame, node: m.Expr) -> Value:
    """What an expression becomes."""
    found = frame.routine.made.get(id(node))
    if found is not None and found[0] is node:
        return found[1]
    value = _lower(frame, node)
    if value.meaning is None:
        value.meaning = node
    if not isinstance(node, m.Convert):
        said_at(value, node.span, frame.world)
    return value


def code(frame: Frame, node: m.Expr) -> ir.Expr:
    """The code of something single, or of something that is gathered."""
    found = lower(frame, node).expr
    assert found is not None
    return found


def _lower(frame: Frame, node: m.Expr) -> Value:
    match node:
        case m.Const():
            return leaves.constant(node)
        case m.Local():
            return frame.routine.bound[node.binding]
        case m.OptionValue():
            return leaves.option(frame, node)
        case m.PlaceValue(of=of):
            return leaves.member_of_family(frame, node, lower(frame, of)) if of is not None else leaves.place(node)
        case m.Read(of=of, member=member):
            whose = lower(frame, of) if of is not None else None
            return attributes.read(frame, node, whose, lower(frame, member) if member is not None else None)
        case m.Aspect(which="keeper", of=of):
            return calls.keeper(frame.world, node, lower(frame, of))
        case m.Aspect(of=of):
            return attributes.aspect(frame, node, lower(frame, of))
        case m.ScoreValue(of=of, entry=entry):
            return scoring.total(node, scoring.entries(frame.world, entry), code(frame, of))
        case m.Defined(arguments=arguments, actor=actor):
            return calls.defined(node, lower(frame, actor) if actor is not None else None, [lower(frame, x) for x in arguments])
        case m.OwnPiece(of=of):
            return leaves.own_piece(node, lower(frame, of))
        case m.Answer(row=row, of=of):
            return calls.answer(node, lower(frame, row), code(frame, of))
        case m.InBag(bag=bag, item=item):
            return calls.in_bag(node, lower(frame, bag), code(frame, item))
        case m.Listed():
            return _listed(frame, node)
        case m.CellAt(x=x, y=y):
            return leaves.cell_at(node, code(frame, x), code(frame, y))
        case m.Convert():
            return conversions.convert(frame, node, lower(frame, node.of))
        case m.Arith():
            return _arith(frame, node)
        case m.Cases():
            return _cases(frame, node)
        case m.Logic(operator=operator, parts=parts):
            result = code(frame, parts[0])
            for part in parts[1:]:
                result = both(result, code(frame, part)) if operator == "and" else either(result, code(frame, part))
            return Value(node.type, result, meaning=node)
        case m.Not(of=of):
            return numbers.inverted(node, code(frame, of))
        case m.Same():
            return Value(node.type, _same(frame, node), meaning=node)
        case m.Order(left=left, right=right):
            return compare.order(node, code(frame, left), code(frame, right))
        case m.Contains():
            return Value(node.type, _contains(frame, node), meaning=node)
        case m.Stands(piece=piece, where=where):
            site, goal = code(frame, piece), lower(frame, where)
            assert goal.expr is not None
            found = compare.in_place(site, goal.whole) if goal.whole is not None else compare.on_site(site, goal.expr)
            return Value(node.type, found, meaning=node)
        case m.IsKind(of=of, kind=kind):
            one = code(frame, of)
            among = isinstance(t.bare(of.type), t.Piece)
            test = in_kind(frame.world.kinds[kind], one) if among else compare.of_cell_kind(frame.world, kind, one)
            return Value(node.type, test, meaning=node)
        case m.IsEmpty(of=of):
            line = isinstance(of, m.Convert) and of.how == "cells"
            return Value(node.type, compare.empty_or_full(frame, lower(frame, of), node.full, line), meaning=node)
        case m.Apply(function="covers" | "touches", arguments=(left, right)):
            return compare.related(frame.world, node, lower(frame, left), lower(frame, right))
        case m.Apply(function="mentions", arguments=(of, m.Mention(name=text))):
            return compare.mentions(frame.world, node, lower(frame, of), text)
        case m.Apply(arguments=()):
            return leaves.library_word(frame, node)
        case m.Exists(among=among):
            return Value(node.type, quantify.exists(selected(frame, among)))
        case m.Count(among=among):
            return Value(node.type, quantify.count(selected(frame, among)))
        case m.Every(among=among, test=test):
            return Value(node.type, quantify.every(selected(frame, among), code(frame, test)))
        case m.Gather(among=among):
            return quantify.whole(frame.world, selected(frame, among))
        case m.Pick():
            return _pick(frame, node)
        case m.Fold():
            return _fold(frame, node)
        case m.Wrong():
            return Value(node.type, ZERO)
        case m.Numbered(kind=sym, number=number):
            return Value(node.type, with_number(frame.world, sym, code(frame, number)))
        case m.Apply() | m.Mention() | m.Able() | m.Would():
            raise AssertionError(f"{type(node).__name__} is made while it is checked")
        case _:
            assert_never(node)


# ---------------------------------------------------------------- values of several sorts


def _listed(frame: Frame, node: m.Listed) -> Value:
    """`{a, b}`: a bag, a set of constants, a union of sets, or single things."""
    if isinstance(node.type, t.BagOf):
        items = [(lower(frame, x), code(frame, amount) if amount is not None else None) for x, amount in node.items]
        return listed.bag(frame, node.type.elem, items) if items else listed.empty(frame, node.type)
    assert isinstance(node.type, t.SetOf)
    if not node.items:
        return listed.empty(frame, node.type)
    values = [lower(frame, x) for x, _ in node.items]
    if any(isinstance(x.type, t.SetOf | t.ListOf) or x.many is not None for x in values):
        return listed.spliced(frame, node.type.elem, values)
    return listed.listed(frame, node.type.elem, [code(frame, x) for x, _ in node.items])


def _arith(frame: Frame, node: m.Arith) -> Value:
    left, right = lower(frame, node.left), lower(frame, node.right)
    match node.type:
        case t.Number():
            return numbers.numbers(frame, node, left, right)
        case t.BagOf():
            return numbers.bags(node, left, right)
    if node.operator == "-":
        first = conversions.many(frame.world, left)
        assert first is not None
        return numbers.without(frame, node, left, first, right)
    if isinstance(node.type, t.ListOf):
        return numbers.one_after_the_other(frame, node, left, right)
    return numbers.together(frame, node, left, right)


def _cases(frame: Frame, node: m.Cases) -> Value:
    """The first whose condition holds; the last case needs none."""
    cases = list(node.cases)
    result = lower(frame, node.otherwise if node.otherwise is not None else cases.pop()[1])
    for test, value in reversed(cases):
        place = frame.world.span_number(test.span) if node.table else -1
        result = numbers.chosen(node.type, code(frame, test), lower(frame, value), result, place)
    return result


def _same(frame: Frame, node: m.Same) -> ir.Expr:
    if isinstance(node.left, m.Aspect) and node.left.which == "owner" and node.asked:
        owned = compare.owned(frame.world, lower(frame, node.left.of), lower(frame, node.right))
        assert owned is not None
        return owned
    left, right = lower(frame, node.left), lower(frame, node.right)
    if isinstance(left.type, t.BagOf):
        return compare.same_bags(left, right)
    if isinstance(left.type, t.SetOf) and isinstance(right.type, t.SetOf):
        joined = t.join(left.type.elem, right.type.elem)
        assert joined is not None
        return compare.same_sets(frame.world, joined, left, right)
    return compare.same(left, right)


def _contains(frame: Frame, node: m.Contains) -> ir.Expr:
    whole, item = lower(frame, node.whole), lower(frame, node.item)
    assert item.expr is not None
    if isinstance(whole.type, t.BagOf):
        return compare.in_bag(whole, item.expr)
    many = conversions.many(frame.world, whole)
    assert many is not None
    found = compare.among(frame, many, whole, item.expr)
    if isinstance(item.type, t.Maybe) and isinstance(node.whole, m.Listed) and any(map(_is_none, node.whole.items)):
        return compare.or_none(item, found)
    return found


def _is_none(item: tuple[m.Expr, m.Expr | None]) -> bool:
    node = item[0].of if isinstance(item[0], m.Convert) else item[0]
    return isinstance(node.type, t.Nothing)


# ---------------------------------------------------------------- what is run through


def selected(frame: Frame, node: m.Selection) -> Selected:
    """A selection, ready to be run through."""
    found = frame.routine.runs.get(id(node))
    return found[1] if found is not None and found[0] is node else _select(frame, node)


def _select(frame: Frame, node: m.Selection) -> selections.Running:
    """What is run through, its element bound, and only that for which the condition holds, or which is the most or least of all."""
    found = _bound(frame, node)
    if node.best is not None:
        word, measure = node.best
        gathered, first = selections.best(frame, word, found.elem, found.clauses, found.element, code(frame, measure))
        found = _bound(frame, node)
        return replace(found, clauses=selections.again(gathered, first, found.clauses, found.element))
    return found


def _bound(frame: Frame, node: m.Selection) -> selections.Running:
    """What is run through, with its element bound, if the condition holds of it."""
    run = source(frame, node)
    type = node.binds.type if isinstance(node.binds.type, t.SetOf) else run.elem
    value = Value(type, run.element, meaning=m.Local(node.span, type, node.binds))
    frame.routine.bound[node.binds] = value
    clauses = run.clauses if node.whose is None else selections.only_if(run.clauses, code(frame, node.whose))
    clauses = placed(clauses, frame.world.span_number(node.span))
    if node.where is not None:
        clauses = selections.only_if(clauses, code(frame, node.where), frame.world.span_number(node.where.span))
    return selections.Running(clauses, value, run.elem, run.bound, run.ordered, run.canonical, run.weight)


def source(frame: Frame, node: m.Selection) -> selections.Run:
    """What a selection runs through, before its condition."""
    world, name = frame.world, node.binds.name
    inside = lower(frame, node.within) if node.within is not None else None
    if node.kind in world.kinds:
        who, box = code(frame, node.owner) if node.owner is not None else None, node.within
        if isinstance(box, m.PlaceValue) and box.place is None:
            return selections.from_set(frame, world.kinds[node.kind], who, in_box(world.kinds[node.kind]), name)
        return selections.pieces(frame, world.kinds[node.kind], who, inside, name)
    if isinstance(node.elem, t.Line):
        return selections.values(frame, node.elem, name)
    if inside is None and isinstance(node.elem, t.Cell):
        inside = selections.all_cells(world.places[next(iter(node.elem.places))], node.kind)
    if inside is None:
        return selections.values(frame, node.elem, name)
    if isinstance(inside.type, t.GroupsOf):
        return selections.groups(frame, inside, name)
    if isinstance(inside.type, t.BagOf):
        return selections.in_bag(frame, inside, name)
    many = conversions.many(world, inside)
    assert many is not None
    run = selections.many(frame, many, name)
    run.elem = node.elem
    return run


def _pick(frame: Frame, node: m.Pick) -> Value:
    found = selected(frame, node.among)
    match node.which:
        case "first":
            return Value(node.type, quantify.first(found))
        case "last":
            return Value(node.type, quantify.last(found))
        case "the":
            return Value(node.type, quantify.the(frame.world, found))
    assert node.amount is not None
    listed = quantify.the_first(frame, found, code(frame, node.amount))
    assert listed is not None
    return listed


def _fold(frame: Frame, node: m.Fold) -> Value:
    found, value = selected(frame, node.among), lower(frame, node.value)
    match node.operator, node.type:
        case "sum", t.SetOf(elem):
            return quantify.united(frame, found, value, elem)
        case "sum", t.BagOf():
            return quantify.added_bags(frame, found, value, node.type)
    each = code(frame, node.value)
    match node.operator, node.type:
        case "sum", _:
            return Value(node.type, quantify.total(found, each))
        case "ranked", t.ListOf(_, cap):
            return Value(node.type, quantify.ranked(found, each, cap))
        case "tiers", t.GroupsOf(_, cap):
            return Value(node.type, quantify.tiers(frame.world, found, each, cap))
    return Value(node.type, quantify.extreme(found, node.operator, each))
