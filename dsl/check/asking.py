"""What can be done, and what would be then: `player can march`, `x after player marches`."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.hypothetical import performed
from rulewright.dsl.check.library.verbs_values import priced
from rulewright.dsl.check.passes import expr, possible
from rulewright.dsl.check.phrases import take_apart
from rulewright.dsl.check.roles import words_taken
from rulewright.dsl.check.selections import select
from rulewright.dsl.check.steps import act
from rulewright.dsl.check.understood import meant, understood
from rulewright.dsl.lower import calls as code
from rulewright.dsl.lower.numbers import inverted
from rulewright.dsl.lower.quantify import exists
from rulewright.dsl.lower.values import ZERO, Code, Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning.sentences import Act, Each, Perform
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e


def can_pay(cx: Context, phrase: e.Phrase) -> Code | None:
    """`player can pay hut.price`: asks without paying; None if it is about an action."""

    first = phrase.arguments[0]
    if not isinstance(first, e.Word) or first.name != "pay" or cx.world.routine("pay") is not None:
        return None
    parts = take_apart(cx, phrase)
    if parts is None or not words_taken(cx, parts):
        return ZERO
    price = priced(cx, parts)
    cx.world.deeds[id(phrase)] = (phrase, act(cx, parts, None))
    return price.covered if price is not None else ZERO


def can(cx: Context, node: e.Can) -> Value:
    """`player can march troop`: whether there is a legal way."""

    subject: e.Expr = node.subject
    if isinstance(subject, e.Many) and subject.quantifier == "no" and isinstance(subject.selection.source, e.Kind):
        # `no Player can place`: nobody can.
        found = select(cx, subject.selection)
        if found is None:
            return coerce.poison()
        inner = possible(found.cx.acting(found.value), node.phrase)
        able = _able(found.cx.acting(found.value), node, meant(found.value))
        somebody = m.Exists(node.span, t.FLAG, found.narrowed(able))
        return _asked(cx, Value(t.FLAG, exists(found, inner), meaning=somebody), not node.negated, node.span)
    who = expr(cx, subject, t.PLAYER)
    coerce.player(cx, who, subject.span)
    price = can_pay(cx.acting(who), node.phrase)
    result = price if price is not None else possible(cx.acting(who), node.phrase)
    able = _able(cx.acting(who), node, understood(cx, subject))
    return _asked(cx, Value(t.FLAG, result, meaning=able), node.negated, node.span)


def _asked(cx: Context, value: Value, negated: bool, span: Span) -> Value:
    """What was asked for, or that it is not so."""
    return inverted(m.Not(span, t.FLAG, meant(value)), coerce.flag(cx, value, span)) if negated else value


def _able(cx: Context, node: e.Can, who: m.Expr) -> m.Expr:
    """What is asked: who can do what, with what."""
    found = cx.world.deeds.get(id(node.phrase))
    if found is None:
        return m.Wrong(node.span, t.POISON)
    return m.Able(node.span, t.FLAG, who, found[1])


def after(cx: Context, node: e.After) -> Value:
    """The value there would be after a sentence."""

    proc_call = performed(cx, node.phrase)
    value = coerce.as_elements(cx, expr(cx, node.value), node.value.span)
    if proc_call is None or value.expr is None:
        return coerce.poison()
    proc, arguments = proc_call
    deed = cx.world.deeds.get(id(node.phrase))
    meaning = None
    if deed is not None and isinstance(deed[1], Act | Perform | Each):
        meaning = m.Would(node.span, value.type, understood(cx, node.value), deed[1])
    return code.would(value.type, proc, arguments, value, meaning)
