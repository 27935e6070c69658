"""Goods as a whole: numbers of each Good read together are a bag, and bags are paid, gained, lost and chosen.

Counters keep, bags tell: what changes is `goods of each Good: 0 to 40`; a bag is a value, printed or worked out.
"""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import expr
from rulewright.dsl.check.understood import actor, note, understood
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower.purses import Purse
from rulewright.dsl.lower.values import ZERO, Value
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import AttrSym


def is_purse(attr: AttrSym) -> bool:
    """Whether an attribute has amounts of each value of a type, so that it can be read as a bag."""
    return isinstance(attr.per, t.Enum | t.Number) and isinstance(attr.type, t.Number) and attr.type.low >= 0


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
