"""Statements as trees of meaning, made right after each has been checked: its words are understood, and this puts them together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, assert_never, cast

from rulewright.dsl import types as t
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.phrases import Parts
from rulewright.dsl.check.roles import meant_form
from rulewright.dsl.check.understood import meant, selection, understood, word
from rulewright.dsl.lower.values import Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning import sentences as s
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import RoutineSym

Told = TypeVar("Told")  # statements, or lines of a menu


def paragraphs(items: Sequence[Told]) -> list[Told]:
    """Lines of prose that follow each other are told as one paragraph, as the rulebook prints them; an empty line ends it."""
    found: list[Told] = []
    open = False
    for item in items:
        if not isinstance(item, d.Prose):
            found.append(item)
            open = False
            continue
        last = found[-1] if open else None
        if isinstance(last, d.Prose) and item.text:
            whole = d.Prose(last.span.to(item.span), f"{last.text} {item.text}", (*last.tags, *item.tags))
            found[-1] = cast(Told, whole)
        elif item.text:
            found.append(item)
        open = bool(item.text)
    return found


def note_step(cx: Context, after: Context, stmt: d.Stmt) -> s.Statement | None:
    """Remember what a statement means. What it binds is known in the context after it."""
    found = _step(cx, after, stmt)
    if found is not None:
        cx.world.steps[id(stmt)] = (stmt, found)
    return found


def steps(cx: Context, body: list[d.Stmt]) -> s.Block:
    """The statements of a body that has been checked."""
    found: list[s.Statement] = []
    for stmt in body:
        known = cx.world.steps.get(id(stmt))
        if known is not None:
            found.append(known[1])
        elif isinstance(stmt, d.Prose) and stmt.text:
            found.append(s.Tell(stmt.span, stmt.text))
        elif isinstance(stmt, d.Demand):
            found.append(demand(cx, stmt))
    return tuple(found)


def demand(cx: Context, stmt: d.Demand) -> s.Demand:
    test = understood(cx, stmt.test) if stmt.word != "once" else m.Mention(stmt.span, t.POISON, cx.world.sources.text(stmt.test.span))
    return s.Demand(stmt.span, stmt.word, test, stmt.lenient, stmt.per or "")


def _step(cx: Context, after: Context, stmt: d.Stmt) -> s.Statement | None:
    match stmt:
        case d.Prose():
            return s.Tell(stmt.span, stmt.text) if stmt.text else None
        case d.Sentence():
            found = cx.world.deeds.get(id(stmt.phrase))
            return found[1] if found is not None and isinstance(found[1], s.Act | s.Perform | s.Each) else None
        case d.Let():
            value = after.names.get(stmt.name)
            binding = value.meaning.binding if value is not None and isinstance(value.meaning, m.Local) else m.Binding(stmt.name, t.POISON)
            return s.Let(stmt.span, binding, understood(cx, stmt.value))
        case d.Demand():
            return demand(cx, stmt)
        case d.If():
            branches = tuple((understood(cx, test), steps(cx, body)) for test, body in stmt.branches)
            return s.If(stmt.span, branches, steps(cx, stmt.otherwise) if stmt.otherwise is not None else None)
        case d.Loop():
            among = selection(cx, stmt.selection)
            return s.Each(stmt.span, among, steps(cx, stmt.body)) if among is not None else None
        case d.While():
            return s.Loop(stmt.span, "while", understood(cx, stmt.test), steps(cx, stmt.body))
        case d.Repeat():
            if stmt.times is not None:
                return s.Loop(stmt.span, "times", understood(cx, stmt.times), steps(cx, stmt.body))
            if stmt.until is not None:
                return s.Loop(stmt.span, "until", understood(cx, stmt.until), steps(cx, stmt.body))
            return s.Loop(stmt.span, "forever", None, steps(cx, stmt.body))
        case d.AnyOrder():
            return s.AnyOrder(stmt.span, tuple(x for x in (_step(cx, cx, inner) for inner in stmt.body) if x is not None))
        case d.Decision():
            return _choose(cx, after, stmt) if stmt.word == "chooses" else _decide(cx, after, stmt)
        case d.Menu():
            return _decide(cx, after, stmt)
        case _:
            assert_never(stmt)


# ---------------------------------------------------------------- sentences


def note_act(cx: Context, phrase: e.Phrase, parts: Parts, subject: e.Expr | None) -> None:
    cx.world.deeds[id(phrase)] = (phrase, act(cx, parts, subject))


def act(cx: Context, parts: Parts, subject: e.Expr | None) -> s.Act:
    """A sentence with a verb of the library: which words fill which role."""
    fit = meant_form(parts)
    arguments = tuple(
        s.Argument(role.name, how if how in role.apart else "", tuple(word(cx, x) for x in words)) for role, how, words in fit.taken
    )
    who = word(cx, subject) if subject is not None else None
    assert not isinstance(who, m.Selection)
    gives = (parts.giving or fit.form.gives) if fit.form.gives else ""
    return s.Act(parts.span, parts.verb, fit.form, who, arguments, gives)


def note_perform(
    cx: Context, phrase: e.Phrase, routine: RoutineSym, subject: e.Expr | None, arguments: list[tuple[Value, Span]] | None
) -> None:
    who = understood(cx, subject) if subject is not None else None
    words = tuple(meant(value, span) for value, span in arguments or ())
    cx.world.deeds[id(phrase)] = (phrase, s.Perform(phrase.span, routine, who, words))


def note_each(cx: Context, phrase: e.Phrase, rest: e.Phrase) -> None:
    """`each Player draws …`"""
    among = selection(cx, phrase.each) if phrase.each is not None else None
    done = cx.world.deeds.get(id(rest))
    if among is not None and done is not None and isinstance(done[1], s.Act | s.Perform | s.Each):
        cx.world.deeds[id(phrase)] = (phrase, s.Each(phrase.span, among, (done[1],)))


# ---------------------------------------------------------------- decisions


def who_decides(cx: Context, who: d.Who) -> s.Who:
    if isinstance(who.single, e.Word) and who.single.name == "chance":
        return s.Who("chance", None)
    if who.each is not None:
        return s.Who("each", selection(cx, who.each))
    assert who.single is not None
    one = understood(cx, who.single)
    return s.Who("together" if isinstance(t.element(one.type), t.Player) else "one", one)


def note_offer(cx: Context, phrase: e.Phrase, routine: RoutineSym, given: dict[str, list[e.Expr | e.Sel]]) -> None:
    handed = tuple((prep, selection(cx, x) or word(cx, x)) for prep, words in given.items() for x in words)
    cx.world.deeds[id(phrase)] = (phrase, s.Do(routine, handed, phrase.span))


def note_chosen(cx: Context, phrase: e.Phrase, choices: list[m.Selection], done: e.Phrase, amount: m.Expr | None = None) -> None:
    deed = cx.world.deeds.get(id(done))
    if deed is not None and isinstance(deed[1], s.Act | s.Perform | s.Each):
        cx.world.deeds[id(phrase)] = (phrase, s.Chosen(tuple(choices), deed[1], phrase.span, amount))


def _offered(cx: Context, phrase: e.Phrase) -> list[s.Offer]:
    found = cx.world.deeds.get(id(phrase))
    return [found[1]] if found is not None and isinstance(found[1], s.Do | s.Chosen) else []


def _offers(cx: Context, stmt: d.Decision | d.Menu) -> list[s.Offer]:
    found: list[s.Offer] = []
    if isinstance(stmt, d.Decision):
        for verb, span in stmt.verbs:
            found += [s.Do(r, (), span) for r in cx.world.routines.get(verb, ()) if r.sort in {"action", "interrupt"}][:1]
        return found if stmt.phrase is None else found + _offered(cx, stmt.phrase)
    for item in stmt.items:
        match item:
            case d.Choice():
                test = understood(cx, item.test) if item.test is not None else None
                found.append(s.Label(item.label, test, steps(cx, item.body), item.span))
            case d.Offer():
                found += _offered(cx, item.phrase)
    return found


def _given(cx: Context, after: Context) -> m.Binding | None:
    """What is known by name after a statement and was not before it."""
    for name, value in after.names.items():
        if cx.names.get(name) is not value and isinstance(value.meaning, m.Local):
            return value.meaning.binding
    return None


def _decide(cx: Context, after: Context, stmt: d.Decision | d.Menu) -> s.Decide:
    once = isinstance(stmt, d.Decision) and stmt.once
    otherwise = steps(cx, stmt.otherwise) if stmt.otherwise is not None else None
    gives = _given(cx, after)
    return s.Decide(stmt.span, who_decides(cx, stmt.who), stmt.word, tuple(_offers(cx, stmt)), stmt.secretly, once, gives, otherwise)


def _choose(cx: Context, after: Context, stmt: d.Decision) -> s.Choose:
    assert stmt.selection is not None
    among, quota = selection(cx, stmt.selection), stmt.quota
    low = understood(cx, quota.low) if quota is not None and quota.low is not None else None
    high = understood(cx, quota.high) if quota is not None and quota.high is not None else None
    goods = None
    if among is None:
        named = word(cx, stmt.selection)
        goods = named if not isinstance(named, m.Selection) else None
    gives = _given(cx, after)
    otherwise = steps(cx, stmt.otherwise) if stmt.otherwise is not None else None
    return s.Choose(stmt.span, who_decides(cx, stmt.who), among, goods, low, high, quota is not None, gives, stmt.secretly, otherwise)
