"""Goods as a whole: what somebody has of each is a bag, and bags are gained, lost, given and chosen."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Alt, Choice
from rulewright.core.record import entity
from rulewright.core.types import INT, Bag
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.attributes import held
from rulewright.dsl.lower.values import ONE, ZERO, Frame, Step, Steps, Value, const, prim
from rulewright.dsl.source import Span
from rulewright.dsl.world import AttrSym, World


@entity
class Purse:
    """The numbers of each Good of somebody, or of the game."""

    attr: AttrSym
    owner: ir.Expr  # its number, from 0

    def index(self, world: World, member: ir.Expr) -> ir.Expr:
        assert self.attr.per is not None
        base, size = state.span_of(world, self.attr.per)
        return prim("add", prim("mul", self.owner, const(size)), state.minus_base(member, base))

    def load(self, world: World, member: ir.Expr) -> ir.Expr:
        assert self.attr.core is not None and self.attr.core.field is not None
        return ir.Load(self.attr.core.field, self.index(world, member))

    def store(self, world: World, member: ir.Expr, value: ir.Expr, span: Span) -> Step:
        assert self.attr.core is not None and self.attr.core.field is not None
        return ir.Store(self.attr.core.field, self.index(world, member), value, self.attr.clamped, world.span_number(span))

    @property
    def elem(self) -> t.Scalar:
        assert isinstance(self.attr.per, t.Scalar)
        return self.attr.per


# ---------------------------------------------------------------- gaining, losing, paying


def change(frame: Frame, purse: Purse, bag: ir.Expr, op: str, span: Span, out: Steps) -> None:
    """Add a bag to what somebody has, or take it away."""
    type = state.set_type(frame.world, purse.elem)
    amount, member = frame.routine.new("amount", bag.type), frame.routine.new("good")
    out.append(ir.Assign(amount, bag))
    changed = prim(op, purse.load(frame.world, member), prim("bag_count", amount, member), span=frame.world.span_number(span))  # type: ignore[arg-type]
    touched = ir.If(prim("gt", prim("bag_count", amount, member), ZERO), (purse.store(frame.world, member, changed, span),), ())
    out.append(ir.For(member, ir.SetConst(type.full, type), (touched,)))


def as_bag(frame: Frame, purse: Purse) -> Value:
    """What somebody has of each, as one bag."""
    return Value(t.BagOf(purse.elem), held(frame, purse.attr, purse.owner))


def holds(frame: Frame, purse: Purse) -> ir.Expr:
    """Everything in a purse."""
    return held(frame, purse.attr, purse.owner)


def give_any(frame: Frame, purse: Purse, amount: ir.Expr, who: ir.Expr, name: str, span: Span, out: Steps) -> Value:
    """The owner chooses so many of his goods and loses them: one at a time, in the order of the type, never going back, so that
    each bag comes up once. Gives the bag."""
    type = state.set_type(frame.world, purse.elem)
    bag = Bag(type.base, type.size)
    given, left, last, item = frame.routine.new(name, bag), frame.routine.new("left"), frame.routine.new("last"), frame.routine.new("good")
    out += [
        ir.Assign(given, ir.BagConst((0,) * type.size, bag)),
        ir.Assign(left, prim("min", amount, prim("bag_size", holds(frame, purse)))),
        ir.Assign(last, const(type.base)),
    ]
    other = frame.routine.new("other")
    everything = ir.SetConst(type.full, type)
    reach = ir.Fold("sum", (ir.In(other, everything), ir.Test(prim("ge", other, item))), purse.load(frame.world, other), None, INT)
    clauses: tuple[ir.Clause, ...] = (
        ir.In(item, everything),
        ir.Test(prim("ge", item, last)),
        ir.Test(prim("gt", purse.load(frame.world, item), ZERO)),
        ir.Test(prim("ge", reach, left)),
    )
    body: Steps = [
        purse.store(frame.world, item, prim("sub", purse.load(frame.world, item), ONE), span),
        ir.Assign(given, prim("bag_add", given, prim("bag_one", item, ONE, type=bag), type=bag)),
        ir.Assign(last, item),
        ir.Assign(left, prim("sub", left, ONE)),
    ]
    alt = Alt(clauses, (item,), (t.shown(purse.elem),), tuple(body), "act", "choose")
    ask = ir.Ask(Choice(who, (alt,), f"choose {name}", frame.world.span_number(span)), (ir.Assign(left, ZERO),))
    out.append(ir.While(prim("gt", left, ZERO), (ask,), frame.world.span_number(span)))
    return Value(t.BagOf(purse.elem), given)


def choose_bag(frame: Frame, held: Value, low: ir.Expr, high: ir.Expr | None, who: ir.Expr, name: str, span: Span, out: Steps) -> Value:
    """Some of the goods in a bag, chosen by somebody who keeps them for now; bound as a bag."""
    assert isinstance(held.type, t.BagOf) and held.expr is not None
    type = state.set_type(frame.world, held.type.elem)
    bag = Bag(type.base, type.size)
    pool, chosen, last, item = (
        frame.routine.new("pool", bag),
        frame.routine.new(name, bag),
        frame.routine.new("last"),
        frame.routine.new("good"),
    )
    least, most, more = frame.routine.new("least"), frame.routine.new("most"), frame.routine.new("more")
    total = prim("bag_size", pool)
    out += [
        ir.Assign(pool, held.expr),
        ir.Assign(chosen, ir.BagConst((0,) * type.size, bag)),
        ir.Assign(most, prim("min", high, total) if high is not None else total),
        ir.Assign(least, prim("min", low, total)),
        ir.Assign(last, const(type.base)),
        ir.Assign(more, prim("gt", most, ZERO)),
    ]
    left = prim("bag_sub", pool, chosen, type=bag)
    other, everything = frame.routine.new("other"), ir.SetConst(type.full, type)
    reach = ir.Fold("sum", (ir.In(other, everything), ir.Test(prim("ge", other, item))), prim("bag_count", left, other), None, INT)
    clauses: tuple[ir.Clause, ...] = (
        ir.In(item, everything),
        ir.Test(prim("ge", item, last)),
        ir.Test(prim("gt", prim("bag_count", left, item), ZERO)),
        ir.Test(prim("ge", reach, prim("sub", least, prim("bag_size", chosen)))),
    )
    taken: Steps = [
        ir.Assign(chosen, prim("bag_add", chosen, prim("bag_one", item, ONE, type=bag), type=bag)),
        ir.Assign(last, item),
        ir.If(prim("ge", prim("bag_size", chosen), most), (ir.Assign(more, ZERO),), ()),
    ]
    pick = Alt(clauses, (item,), (t.shown(held.type.elem),), tuple(taken), "act", "choose")
    ready = (ir.Test(prim("ge", prim("bag_size", chosen), least)),)
    done = Alt(ready, (), (), (ir.Assign(more, ZERO),), "done", "done")
    choice = Choice(who, (pick, done), f"choose {name}", frame.world.span_number(span))
    out.append(ir.While(more, (ir.Ask(choice, (ir.Assign(more, ZERO),)),), frame.world.span_number(span)))
    return Value(t.BagOf(held.type.elem), chosen)
