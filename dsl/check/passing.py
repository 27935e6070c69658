"""Handing pieces over: `pass card to rival`, and `each Player passes all Card in hand of player to next(player)`.

To a player means into that player's place of the same name. With `each Player` everything is taken up before anything is laid
down, so that nobody passes on what was just passed to them.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.attributes import family_member
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import expr
from rulewright.dsl.check.phrases import Argument, Parts
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import passing as lower
from rulewright.dsl.lower.values import Code, Steps, Value
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import KindSym, PlaceSym

FORM = "Write `pass card to rival`, or `each Player passes all Card in hand of player to next(player)`."


def taken_up(cx: Context, parts: Parts) -> tuple[KindSym, Code] | None:
    """What is passed, as a set of pieces."""
    node = parts.arguments[-1]
    if len(parts.arguments) > 1 or isinstance(node, e.Sel):
        help = "Let them be chosen first: `each Player must secretly pass Card in hand of player to …`, or pass `all Card in …`."
        cx.error(codes.WRONG_ARGUMENTS, "Pass which of them?", parts.span, help)
        return None
    value = expr(cx, node)
    elem = t.element(value.type) or t.bare(value.type)
    if coerce.is_poison(value):
        return None
    sym = cx.world.kinds[next(iter(elem.kinds))] if isinstance(elem, t.Piece) and len(elem.kinds) == 1 else None
    if sym is None or sym.core.counted:
        text = cx.world.sources.text(node.span)
        cx.error(codes.WRONG_ARGUMENTS, f"`{text}` cannot be passed on.", node.span, "Single pieces are.")
        return None
    if isinstance(value.type, t.SetOf | t.ListOf) or value.many is not None:
        pieces = coerce.as_set(cx, value, node.span).expr
        assert pieces is not None
        return sym, pieces
    return sym, lower.the_one(sym, coerce.scalar(cx, value, node.span))


def laid_down(cx: Context, parts: Parts, sym: KindSym) -> Code | None:
    """Where what is passed goes: the receiver's place of the same name, or a place that is named."""
    tail = parts.tail("to")
    assert tail is not None
    node = tail[0]
    if isinstance(node, e.Sel):
        cx.error(codes.WRONG_ARGUMENTS, "Pass it to whom?", node.span, FORM)
        return None
    value = expr(cx, node)
    if coerce.is_poison(value):
        return None
    if not isinstance(t.bare(value.type), t.Player):
        return coerce.scalar(cx, coerce.site(cx, value, node.span), node.span)
    place = _same_place(cx, parts.arguments[-1], sym, parts.span)
    return coerce.scalar(cx, family_member(cx, place, value, node.span), node.span) if place is not None else None


def _same_place(cx: Context, node: Argument, sym: KindSym, span: Span) -> PlaceSym | None:
    """The place of each player out of which something is passed."""
    own = [p for p in cx.world.places.values() if isinstance(p.family, t.Player) and p.board is None and sym.core.number in p.core.limits]
    named = [p for p in own if any(w.name == p.name for w in nodes(node, e.Word))]
    hands = named or [p for p in own if p.core.shape == "hand"] or own
    if len(hands) != 1:
        names = " or ".join(f"`{p.name}`" for p in hands) or "none"
        help = (
            f"Name the place: `pass {sym.word} to {hands[0].name} of rival`."
            if hands
            else "Declare `place hand of each Player: hand of Card`."
        )
        cx.error(codes.AMBIGUOUS, f"Into which place of that player: {names}?", span, help)
        return None
    return hands[0]


def pass_around(cx: Context, name: str, players: Value, parts_for: Callable[[Context], Parts | None], span: Span, out: Steps) -> None:
    """All pass at the same time. `parts_for` takes the sentence apart for one player."""
    down: Steps = []
    for seat in range(cx.world.seats):
        who = lower.seat(seat)
        inner = cx.bind(name, who).acting(who)
        parts = parts_for(inner)
        if parts is None:
            return
        found = taken_up(inner, parts)
        site = laid_down(inner, parts, found[0]) if found is not None else None
        if found is None or site is None:
            return
        sym, pieces = found
        lower.take_up(cx, seat, players, sym, pieces, site, span, out, down)
    out.extend(down)
