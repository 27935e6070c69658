"""Goods as a whole: numbers of each Good read together are a bag, and bags are paid, gained, lost and chosen.

Counters keep, bags tell: what changes is `goods of each Good: 0 to 40`; a bag is a value, printed or worked out.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core import ir
from rulewright.core.program import Alt, Choice
from rulewright.core.types import INT, Bag
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.understood import actor, note, understood
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import state
from rulewright.dsl.lower.attributes import held
from rulewright.dsl.lower.values import ONE, ZERO, Value, const, prim
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import AttrSym

Out = list[ir.Stmt]


@dataclass(slots=True)
class Purse:
    """The numbers of each Good of somebody, or of the game."""

    attr: AttrSym
    owner: ir.Expr  # its number, from 0

    def index(self, cx: Context, member: ir.Expr) -> ir.Expr:
        assert self.attr.per is not None
        base, size = state.span_of(cx.world, self.attr.per)
        return prim("add", prim("mul", self.owner, const(size)), state.minus_base(member, base))

    def load(self, cx: Context, member: ir.Expr) -> ir.Expr:
        assert self.attr.core is not None and self.attr.core.field is not None
        return ir.Load(self.attr.core.field, self.index(cx, member))

    def store(self, cx: Context, member: ir.Expr, value: ir.Expr, span: Span) -> ir.Stmt:
        assert self.attr.core is not None and self.attr.core.field is not None
        return ir.Store(self.attr.core.field, self.index(cx, member), value, self.attr.clamped, cx.span(span))

    @property
    def elem(self) -> t.Scalar:
        assert isinstance(self.attr.per, t.Scalar)
        return self.attr.per


def is_purse(attr: AttrSym) -> bool:
    """Whether an attribute has amounts of each value of a type, so that it can be read as a bag."""
    return isinstance(attr.per, t.Enum | t.Number) and isinstance(attr.type, t.Number) and attr.type.low >= 0


def as_bag(cx: Context, attr: AttrSym, index: ir.Expr) -> Value:
    """What somebody has of each, as one bag."""
    assert isinstance(attr.per, t.Scalar)
    return Value(t.BagOf(attr.per), held(cx, attr, index))


# ---------------------------------------------------------------- whose purse


def named_purse(cx: Context, node: e.Expr) -> Purse | None:
    """The purse that an expression names, noted as what it means."""
    found = _named_purse(cx, node)
    if found is not None:
        whose: m.Expr | None = None
        if found.attr.owner == "player":
            whose = understood(cx, node.base) if isinstance(node, e.Dot) else understood(cx, node.right) if isinstance(node, e.Of) else None
            whose = whose or actor(cx)
        type = t.BagOf(found.elem)
        note(cx, node, Value(type, meaning=m.Read(node.span, type, (found.attr,), whose)))
    return found


def _named_purse(cx: Context, node: e.Expr) -> Purse | None:
    """The purse that a word or expression names: `stores`, `player.stores`, `stores of rival`; None if it is none."""
    match node:
        case e.Word(_, name) if name in cx.world.player_attrs and is_purse(cx.world.player_attrs[name]):
            who = coerce.player(cx, cx.the_player(node.span), node.span)
            return Purse(cx.world.player_attrs[name], who)
        case e.Word(_, name) if name in cx.world.game_attrs and is_purse(cx.world.game_attrs[name]):
            return Purse(cx.world.game_attrs[name], ZERO)
        case e.Dot(_, base, name, _) | e.Of(_, e.Word(_, name), base) if name in cx.world.player_attrs:
            from rulewright.dsl.check.expressions import expr

            attr = cx.world.player_attrs[name]
            if not is_purse(attr):
                return None
            return Purse(attr, coerce.player(cx, expr(cx, base, t.PLAYER), node.span))
    return None


def purse_of(cx: Context, elem: t.Type, tail: list[e.Expr | e.Sel] | None, verb: str, span: Span) -> Purse | None:
    """Where goods are paid from or go to: what is named, or the only purse of the player that holds such."""
    said = cx.world.sources.text(span)
    if tail:
        node = tail[0]
        found = named_purse(cx, node) if not isinstance(node, e.Sel) else None
        if found is None or t.join(found.elem, elem) is None:
            text = cx.world.sources.text(node.span)
            cx.error(codes.TYPE_MISMATCH, f"`{text}` does not keep {t.plural(elem)}.", node.span, _declare(elem))
            return None
        return found
    purses = [a for a in cx.world.player_attrs.values() if is_purse(a) and a.per is not None and t.join(a.per, elem) is not None]
    if not purses:
        what = {"pay": "to pay with", "lose": "to lose", "gain": "to keep them in"}.get(verb, "to choose from")
        cx.error(
            codes.WRONG_ARGUMENTS,
            f"Nobody has goods of each {t.bare(elem)} {what}.".replace("of each a ", "of each "),
            span,
            _declare(elem),
        )
        return None
    if len(purses) > 1:
        word = "into" if verb == "gain" else "from"
        names = " or ".join(f"`{a.name}`" for a in purses)
        message = f"This could be {'put into' if verb == 'gain' else 'paid from' if verb == 'pay' else 'taken from'} {names}."
        cx.error(codes.AMBIGUOUS, message, span, f"Say which: `{said} {word} {purses[0].name}`.")
        return None
    return Purse(purses[0], coerce.player(cx, cx.the_player(span), span))


def _declare(elem: t.Type) -> str:
    name = elem.name if isinstance(elem, t.Enum) else "Good"
    return f"Write `each Player has goods of each {name}: 0 to 40`."


# ---------------------------------------------------------------- gaining, losing, paying


def change(cx: Context, purse: Purse, bag: ir.Expr, op: str, span: Span, out: Out) -> None:
    """Add a bag to what somebody has, or take it away."""
    type = state.set_type(cx.world, purse.elem)
    amount, member = cx.local("amount", bag.type), cx.local("good")
    out.append(ir.Assign(amount, bag))
    changed = prim(op, purse.load(cx, member), prim("bag_count", amount, member), span=cx.span(span))  # type: ignore[arg-type]
    touched = ir.If(prim("gt", prim("bag_count", amount, member), ZERO), (purse.store(cx, member, changed, span),), ())
    out.append(ir.For(member, ir.SetConst(type.full, type), (touched,)))


def holds(cx: Context, purse: Purse) -> ir.Expr:
    """Everything in a purse."""
    found = as_bag(cx, purse.attr, purse.owner).expr
    assert found is not None
    return found


def give_any(cx: Context, purse: Purse, amount: ir.Expr, who: ir.Expr, name: str, span: Span, out: Out) -> Value:
    """The owner chooses so many of his goods and loses them: one at a time, in the order of the type, never going back, so that
    each bag comes up once. Gives the bag."""
    type = state.set_type(cx.world, purse.elem)
    bag = Bag(type.base, type.size)
    given, left, last, item = cx.local(name, bag), cx.local("left"), cx.local("last"), cx.local("good")
    out += [
        ir.Assign(given, ir.BagConst((0,) * type.size, bag)),
        ir.Assign(left, prim("min", amount, prim("bag_size", holds(cx, purse)))),
        ir.Assign(last, const(type.base)),
    ]
    other = cx.local("other")
    everything = ir.SetConst(type.full, type)
    reach = ir.Fold("sum", (ir.In(other, everything), ir.Test(prim("ge", other, item))), purse.load(cx, other), None, INT)
    clauses: tuple[ir.Clause, ...] = (
        ir.In(item, everything),
        ir.Test(prim("ge", item, last)),
        ir.Test(prim("gt", purse.load(cx, item), ZERO)),
        ir.Test(prim("ge", reach, left)),
    )
    body: Out = [
        purse.store(cx, item, prim("sub", purse.load(cx, item), ONE), span),
        ir.Assign(given, prim("bag_add", given, prim("bag_one", item, ONE, type=bag), type=bag)),
        ir.Assign(last, item),
        ir.Assign(left, prim("sub", left, ONE)),
    ]
    alt = Alt(clauses, (item,), (t.shown(purse.elem),), tuple(body), "act", "choose")
    ask = ir.Ask(Choice(who, (alt,), f"choose {name}", cx.span(span)), (ir.Assign(left, ZERO),))
    out.append(ir.While(prim("gt", left, ZERO), (ask,), cx.span(span)))
    return Value(t.BagOf(purse.elem), given)


def choose_bag(cx: Context, held: Value, low: ir.Expr, high: ir.Expr | None, who: ir.Expr, name: str, span: Span, out: Out) -> Value:
    """Some of the goods in a bag, chosen by somebody who keeps them for now; bound as a bag."""
    assert isinstance(held.type, t.BagOf) and held.expr is not None
    type = state.set_type(cx.world, held.type.elem)
    bag = Bag(type.base, type.size)
    pool, chosen, last, item = cx.local("pool", bag), cx.local(name, bag), cx.local("last"), cx.local("good")
    least, most, more = cx.local("least"), cx.local("most"), cx.local("more")
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
    other, everything = cx.local("other"), ir.SetConst(type.full, type)
    reach = ir.Fold("sum", (ir.In(other, everything), ir.Test(prim("ge", other, item))), prim("bag_count", left, other), None, INT)
    clauses: tuple[ir.Clause, ...] = (
        ir.In(item, everything),
        ir.Test(prim("ge", item, last)),
        ir.Test(prim("gt", prim("bag_count", left, item), ZERO)),
        ir.Test(prim("ge", reach, prim("sub", least, prim("bag_size", chosen)))),
    )
    taken: Out = [
        ir.Assign(chosen, prim("bag_add", chosen, prim("bag_one", item, ONE, type=bag), type=bag)),
        ir.Assign(last, item),
        ir.If(prim("ge", prim("bag_size", chosen), most), (ir.Assign(more, ZERO),), ()),
    ]
    pick = Alt(clauses, (item,), (t.shown(held.type.elem),), tuple(taken), "act", "choose")
    ready = (ir.Test(prim("ge", prim("bag_size", chosen), least)),)
    done = Alt(ready, (), (), (ir.Assign(more, ZERO),), "done", "done")
    choice = Choice(who, (pick, done), f"choose {name}", cx.span(span))
    out.append(ir.While(more, (ir.Ask(choice, (ir.Assign(more, ZERO),)),), cx.span(span)))
    return Value(t.BagOf(held.type.elem), chosen)
