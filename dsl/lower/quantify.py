"""Quantifiers and folds: how many, whether any, the first, the sum, the best, all of them."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.types import INT, Bag, Seq
from rulewright.core.walk import substitute
from rulewright.dsl import types as t
from rulewright.dsl.lower import conversions, state
from rulewright.dsl.lower.values import Clauses, Frame, Many, Routine, Selected, Value, negate, prim
from rulewright.dsl.world import World


def exists(found: Selected, also: ir.Expr | None = None) -> ir.Expr:
    """Whether there is one (of which something else holds)."""
    clauses = found.clauses if also is None else [*found.clauses, ir.Test(also)]
    return ir.Fold("any", tuple(clauses), None, None, INT)


def every(found: Selected, test: ir.Expr) -> ir.Expr:
    """Whether something holds of all: there is none of which it does not."""
    return negate(exists(found, negate(test)))


def count(found: Selected) -> ir.Expr:
    if found.weight is not None:
        return ir.Fold("sum", tuple(found.clauses), found.weight, None, INT)
    return ir.Fold("count", tuple(found.clauses), None, None, INT)


def first(found: Selected) -> ir.Expr:
    if found.ordered or found.canonical:
        return ir.Fold("first", tuple(found.clauses), found.element, None, INT)
    return ir.Fold("least", tuple(found.clauses), found.element, None, INT, -1)


def last(found: Selected) -> ir.Expr:
    if found.ordered or found.canonical:
        return ir.Fold("last", tuple(found.clauses), found.element, None, INT)
    return ir.Fold("most", tuple(found.clauses), found.element, None, INT, -1)


def the(world: World, found: Selected) -> ir.Expr:
    """The only one; none if there are none or several."""
    if found.bound == 1:
        return ir.Fold("first", tuple(found.clauses), found.element, None, INT)
    return prim("only", ir.Fold("set", tuple(found.clauses), found.element, None, state.set_type(world, found.elem)))


def the_first(frame: Frame, found: Selected, amount: ir.Expr) -> Value | None:
    """So many from the front of them; None if they are groups, which are not counted off."""
    listed = conversions.as_list(frame, whole(frame.world, found))
    if listed is None:
        return None
    assert listed.expr is not None
    return Value(listed.type, prim("take", listed.expr, amount, type=listed.expr.type))


def whole(world: World, found: Selected) -> Value:
    """All elements of a selection, to be run through or gathered."""
    if isinstance(found.value.type, t.SetOf):  # groups
        seq = Seq(state.set_type(world, found.elem), max(1, found.bound))
        return Value(t.GroupsOf(found.elem, found.bound), ir.Fold("groups", tuple(found.clauses), found.element, None, seq))
    clauses, element = found.clauses, found.element
    used = [False]

    def build(routine: Routine) -> tuple[Clauses, ir.Expr]:
        if not used[0]:
            used[0] = True
            return clauses, element
        return renamed(routine, clauses, element)

    type: t.Type = t.ListOf(found.elem, found.bound) if found.ordered else t.SetOf(found.elem)
    if len(clauses) == 1 and isinstance(clauses[0], ir.In) and found.weight is None and clauses[0].local == element and not found.ordered:
        return Value(type, clauses[0].over)
    return Value(type, None, Many(found.elem, build, found.bound, found.ordered, found.canonical, found.unique))


def renamed(routine: Routine, clauses: Clauses, element: ir.Expr) -> tuple[Clauses, ir.Expr]:
    """The same clauses with fresh locals."""
    fresh: dict[ir.Local, ir.Expr] = {}
    result: Clauses = []
    for clause in clauses:
        match clause:
            case ir.In(local, over):
                new = routine.new(routine.names[local.index], local.type)
                result.append(ir.In(new, substitute(over, fresh), clause.span))
                fresh[local] = new
            case ir.Be(local, value):
                new = routine.new(routine.names[local.index], local.type)
                result.append(ir.Be(new, substitute(value, fresh), clause.span))
                fresh[local] = new
            case ir.Test(test):
                result.append(ir.Test(substitute(test, fresh), clause.span))
    return result, substitute(element, fresh)


# ---------------------------------------------------------------- folds


def extreme(found: Selected, operator: str, measure: ir.Expr) -> ir.Expr:
    """The most or the least; 0 of nothing."""
    return ir.Fold("most" if operator == "most" else "least", tuple(found.clauses), measure, None, INT, 0)


def ranked(found: Selected, measure: ir.Expr, cap: int) -> ir.Expr:
    return ir.Fold("ranked", tuple(found.clauses), found.element, measure, Seq(INT, cap))


def tiers(world: World, found: Selected, measure: ir.Expr, cap: int) -> ir.Expr:
    """Those that are equal together, the best first."""
    return ir.Fold("tiers", tuple(found.clauses), found.element, measure, Seq(state.set_type(world, found.elem), cap))


def total(found: Selected, each: ir.Expr) -> ir.Expr:
    """The sum of a number of each; equal pieces count as often as there are of them."""
    return ir.Fold("sum", tuple(found.clauses), prim("mul", each, found.weight) if found.weight is not None else each, None, INT)


def added_bags(frame: Frame, found: Selected, value: Value, type: t.BagOf) -> Value:
    """What is in the bags, or in the sets, of each, as one bag."""
    core = state.set_type(frame.world, type.elem)
    bag = Bag(core.base, core.size)
    each = value.expr
    if not isinstance(value.type, t.BagOf):
        gathered = conversions.as_set(frame, value)
        assert gathered is not None and gathered.expr is not None
        each = prim("bag_of_set", gathered.expr, type=bag)
    return Value(type, ir.Fold("bags", tuple(found.clauses), each, None, bag))


def united(frame: Frame, found: Selected, value: Value, elem: t.Scalar) -> Value:
    """All that is in any of the sets."""
    gathered = conversions.as_set(frame, value)
    assert gathered is not None and gathered.expr is not None
    return Value(t.SetOf(elem), ir.Fold("sets", tuple(found.clauses), gathered.expr, None, state.set_type(frame.world, elem)))
