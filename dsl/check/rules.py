"""The meaning of the whole game, put together from what has been understood of each body."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.steps import steps
from rulewright.dsl.check.understood import parameter, selection, understood
from rulewright.dsl.lower.values import Routine as Locals
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning import rules as r
from rulewright.dsl.meaning.sentences import Block
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import AttrSym, DefineSym, RoutineSym, World, attributes


def rules_of(world: World) -> r.Rules:
    """What a game that has been checked means."""
    if world.rules is None:
        world.rules = _rules(world)
    return world.rules


def _rules(world: World) -> r.Rules:
    cx = Context(world, Locals())
    return r.Rules(
        _starts(cx),
        tuple(_definition(cx, sym) for sym in world.defines.values()),
        tuple(_routine(cx, sym) for group in world.routines.values() for sym in group),
        tuple(r.Standing(x.span, x.at_once, understood(cx, x.test), steps(cx, x.body), card) for x, card in world.standings),
        tuple(r.ByCard(card, _effects(cx, card.decl.body)) for card in world.cards if card.decl.body),
        _scoring(cx),
    )


def _starts(cx: Context) -> tuple[tuple[AttrSym, m.Expr], ...]:
    found = []
    for attr in attributes(cx.world):
        if attr.decl is not None and attr.decl.initial is not None and attr.core is not None and attr.core.field is not None:
            found.append((attr, understood(cx, attr.decl.initial)))
    return tuple(found)


def _definition(cx: Context, sym: DefineSym) -> r.Definition:
    decl = sym.decl
    if decl.value is not None:
        value = understood(cx, decl.value)
    else:
        value = understood(cx, decl)
    cards = tuple(r.ByCard(card, understood(cx, member.value)) for card, member in sym.cards)
    modifiers = tuple(
        r.Modifier(
            card,
            x.word,
            understood(cx, x.amount),
            " of ".join(cx.world.sources.text(part.span) for part in (x.about, x.whom) if part is not None),
            understood(cx, x.where) if x.where is not None else None,
        )
        for card, x in sym.modifiers
    )
    return r.Definition(sym, tuple(parameter(cx, p).binding for p in sym.params), value, cards, modifiers)


def _effects(cx: Context, body: list[d.Stmt]) -> Block:
    return steps(cx, body)


def _routine(cx: Context, sym: RoutineSym) -> r.Routine:
    params = tuple(
        r.Param(p.prep, parameter(cx, p).binding, selection(cx, p.sel) if isinstance(p.sel, e.Sel) else None) for p in sym.params
    )
    cards = tuple(r.ByCard(card, steps(cx, deed.body)) for card, deed in sym.cards)
    hooks = tuple(r.Hook(h.span, h.word, cx.world.sources.text(h.signature.span), card, steps(cx, h.body)) for h, card in sym.hooks)
    during = cx.world.sources.text(sym.decl.during.span) if isinstance(sym.decl, d.Interrupt) else ""
    return r.Routine(sym, params, steps(cx, sym.decl.body), cards, hooks, during)


def _scoring(cx: Context) -> r.Scoring:
    world = cx.world
    entries = tuple((x.name, understood(cx, x.value)) for x in world.score.entries) if world.score is not None else ()
    if world.winner is None:
        return r.Scoring(entries, None, ())
    among = selection(cx, world.winner.among) if world.winner.among is not None else None
    criteria = tuple(r.Criterion(x.extreme or "", _criterion(cx, x)) for x in world.winner.criteria)
    return r.Scoring(entries, among, criteria)


def _criterion(cx: Context, x: d.Criterion) -> m.Expr:
    if x.extreme is None and isinstance(x.value, e.Word) and id(x.value) not in cx.world.understood:
        return m.Mention(x.value.span, t.POISON, x.value.name)
    return understood(cx, x.value)
