"""What has been understood so far: the meaning of each expression, by the node of the text it stands for."""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl import types as t
from rulewright.dsl.check.context import Context
from rulewright.dsl.lower.expressions import lower
from rulewright.dsl.lower.values import Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning.sentences import Word
from rulewright.dsl.source import NOWHERE, Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import ParamSym, RoutineSym


def told(value: Value, meaning: m.Expr) -> Value:
    """The value with what it means. One that means something already, like a name, stays as it is for others."""
    if value.meaning is not None:
        return replace(value, meaning=meaning)
    value.meaning = meaning
    return value


def meant(value: Value | None, span: Span = NOWHERE) -> m.Expr:
    """What a value means. What stands for a mistake means nothing."""
    return value.meaning if value is not None and value.meaning is not None else m.Wrong(span, t.POISON)


def part(cx: Context, value: Value | None, span: Span = NOWHERE) -> m.Expr:
    """What a value means, as a part of a node that is about to be made."""
    meaning = meant(value, span)
    if value is not None:
        cx.routine.made[id(meaning)] = (meaning, value)
    return meaning


def made(cx: Context, node: m.Expr) -> Value:
    """What a node becomes."""
    return lower(cx, node)


def converted(cx: Context, value: Value, how: m.Conversion, type: t.Type) -> Value:
    """One thing where another is wanted."""
    of = part(cx, value)
    return lower(cx, m.Convert(of.span, type, how, of))


def named(value: Value, name: str) -> Value:
    """A value that is known by a name, whoever gave it."""
    if value.meaning is None:
        value.meaning = m.Local(NOWHERE, value.type, m.Binding(name, value.type, actor=name == "player"))
    return value


def actor(cx: Context) -> m.Expr:
    """The player who acts here."""
    return meant(named(cx.player, "player")) if cx.player is not None else m.Wrong(NOWHERE, t.POISON)


def doer(cx: Context, routine: RoutineSym, who: Value) -> Value:
    """Whoever does an action, as its own lines speak of them: the player, not the one whom a sentence elsewhere names."""
    found = cx.world.bindings.get(id(routine))
    if found is None:
        found = cx.world.bindings[id(routine)] = (routine, m.Binding("player", t.PLAYER, actor=True))
    return replace(who, meaning=m.Local(NOWHERE, who.type, found[1]))


def note(cx: Context, node: e.Expr | e.Sel, value: Value) -> Value:
    """Remember what an expression of the text means. A name means the same wherever it stands, but it stands here."""
    meaning = value.meaning
    if meaning is None or isinstance(value.type, t.Poison):
        return value
    if isinstance(meaning, m.Local):
        meaning = m.Local(node.span, value.type, meaning.binding)
        value = replace(value, meaning=meaning)
    cx.world.understood[id(node)] = (node, meaning)
    return value


def understood(cx: Context, node: e.Expr | e.Sel | d.Define) -> m.Expr:
    """What an expression, or the table of a definition, that has been checked means."""
    found = cx.world.understood.get(id(node))
    return found[1] if found is not None else m.Wrong(node.span, t.POISON)


# ---------------------------------------------------------------- what is bound


def bound(cx: Context, node: object, name: str, type: t.Type) -> m.Local:
    """The name that a place of the text binds: the same one, however often that place is checked."""
    found = cx.world.bindings.get(id(node))
    if found is None:
        found = cx.world.bindings[id(node)] = (node, m.Binding(name, type))
    return m.Local(NOWHERE, type, found[1])


def parameter(cx: Context, param: ParamSym) -> m.Local:
    """What an action, a verb or a definition is about."""
    return bound(cx, param.sel if isinstance(param.sel, e.Sel) else param, param.name, param.type)


# ---------------------------------------------------------------- words of a sentence


def selection(cx: Context, node: e.Expr | e.Sel) -> m.Selection | None:
    found = cx.world.selections.get(id(node))
    return found[1] if found is not None else None


def word(cx: Context, node: e.Expr | e.Sel) -> Word:
    """A word of a sentence: what is selected, what it means, or a name that the verb reads for itself."""
    found = selection(cx, node.selection if isinstance(node, e.Many) and node.quantifier == "all" else node)
    if found is not None:
        return m.Gather(node.span, t.SetOf(found.elem), found)
    if id(node) in cx.world.understood:
        return understood(cx, node)
    match node:
        case e.Word(span, name) if name in cx.names:
            return meant(named(cx.names[name], name), span)
        case e.Word(_, "player"):
            return actor(cx)
        case e.Word(span, name) | e.Kind(span, name) | e.Text(span, name):
            return m.Mention(span, t.POISON, name)
        case e.Num(span, value):
            return m.Const(span, t.Number(value, value), value)
        case e.Braces(span, items):
            listed = tuple((one, None) for item, _ in items if not isinstance(one := word(cx, item), m.Selection))
            return m.Listed(span, t.POISON, listed)
        case e.Sel(source=source, where=None, best=None):
            return word(cx, source)
        case e.Many(span, "all", _, inner):
            kind = inner.source.left if isinstance(inner.source, e.Of) else inner.source
            owner = understood(cx, inner.source.right) if isinstance(inner.source, e.Of) else None
            return _supply(span, kind.name, owner, True) if isinstance(kind, e.Kind) else m.Wrong(span, t.POISON)
        case e.Of(span, e.Kind(_, name), whose):
            return _supply(span, name, understood(cx, whose), False)
        case _:
            return m.Wrong(node.span, t.POISON)


def _supply(span: Span, kind: str, owner: m.Expr | None, all: bool) -> Word:
    """Pieces that are taken from the box: one or some of a kind, or all that are left of it."""
    elem = t.Piece(frozenset({kind}))
    found = m.Selection(span, kind, owner, None, m.Binding("", elem), elem, None, None)
    return m.Gather(span, t.SetOf(elem), found) if all else found
