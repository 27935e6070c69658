"""Why not: a demand of an action as a function of the player and the arguments, with the values that are told."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.core import ir
from rulewright.core.program import ActionInfo, Demand, Func, Price, Shown
from rulewright.core.types import INT
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import Clauses, Frame, Selected, Slot, Value, either, negate
from rulewright.dsl.lower.ways import one_of, shown_as
from rulewright.dsl.source import Span
from rulewright.dsl.world import RoutineSym, World


def info(world: World, routine: RoutineSym, demands: list[Demand]) -> ActionInfo:
    params = [(p.prep, p.name, shown_as(world, p.type)) for p in routine.params]
    return ActionInfo(routine.name, params, demands, routine.said.tags)


def demand(world: World, func: Func, sort: str, span: Span, prose: str, about: int = -1) -> Demand:
    return Demand(func, sort, world.span_number(span), prose, about=about)


def argument(number: int, found: Selected) -> ir.Expr:
    """Whether an argument is one of those the action is about."""
    return one_of(found, ir.Local(number + 1, INT))


def named(frame: Frame, clauses: Clauses, name: str, value: Value) -> Slot:
    """A value to which a line above gives a name."""
    assert value.expr is not None
    local = frame.routine.new(name, value.expr.type)
    clauses.append(ir.Be(local, value.expr))
    return local


def under(clauses: Clauses, result: ir.Expr) -> ir.Expr:
    """An expression under the names that the lines above it give."""
    if not clauses:
        return result
    if not isinstance(result.type, type(INT)):
        return ir.Fold("sets", tuple(clauses), result, None, result.type)
    return ir.Fold("first", tuple(clauses), result, None, INT)


def if_possible(test: ir.Expr, some: ir.Expr) -> ir.Expr:
    """What is demanded `if possible` holds, or nothing could meet it."""
    return either(test, negate(some))


def shown(world: World, value: tuple[str, Func, t.Type]) -> tuple[str, Func, Shown]:
    return value[0], value[1], shown_as(world, value[2])


def price(world: World, costs: Func, held: Func, type: t.Type, called: str, any: bool) -> Price:
    """What an action costs, and what there is to pay it with."""
    if isinstance(type, t.BagOf):
        return Price(costs, held, shown_as(world, type.elem), called, state.span_of(world, type.elem)[0])
    return Price(costs, held, shown_as(world, t.ANY_NUMBER), called, any=any)


def own(frame: Frame, routine: RoutineSym) -> Sequence[Value]:
    """The arguments, as the function of a demand has them."""
    return [Value(p.type, ir.Local(i + 1, frame.routine.locals[i + 1])) for i, p in enumerate(routine.params)]
