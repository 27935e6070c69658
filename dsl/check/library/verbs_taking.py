"""Verbs that take pieces off, exchange them or turn them over."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.attributes import family_member
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.library.moving import goods
from rulewright.dsl.check.library.registry import verb
from rulewright.dsl.check.library.verbs_moving import send
from rulewright.dsl.check.passes import expr
from rulewright.dsl.check.phrases import Parts
from rulewright.dsl.check.targets import target_of
from rulewright.dsl.declare.sides import sides
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import verbs_moving as lower
from rulewright.dsl.lower.values import Steps, Value, known
from rulewright.dsl.syntax import expressions as e


@verb("capture")
def capture(cx: Context, parts: Parts, out: Steps) -> Context:
    if len(parts.arguments) != 1 or isinstance(parts.arguments[0], e.Sel):
        cx.error(codes.WRONG_ARGUMENTS, "`capture` takes a cell or a piece.", parts.span)
        return cx
    node = parts.arguments[0]
    value = expr(cx, node)
    inner = t.bare(value.type)
    if isinstance(inner, t.Piece) and value.expr is not None and not _counted(cx, inner):
        out.append(lower.capture_piece(cx, value.expr, parts.span))
        return cx
    found = coerce.cell(cx, value, node.span)
    if found is None:
        return cx
    site, place = found
    out += lower.capture_cell(cx, place, site, isinstance(value.type, t.Maybe), parts.span)
    return cx


def _counted(cx: Context, type: t.Piece) -> bool:
    return any(cx.world.kinds[k].core.counted for k in type.kinds)


@verb("discard")
def discard(cx: Context, parts: Parts, out: Steps) -> Context:
    found = goods(cx, parts.arguments, parts.span, False)
    if found is None:
        return cx
    pile = cx.world.places.get("discard")
    site = lower.discard_pile(None)
    if pile is not None and (found.kind is None or found.kind.core.number in pile.core.limits):
        if isinstance(pile.family, t.Player):
            site = coerce.scalar(cx, family_member(cx, pile, cx.the_player(parts.span), parts.span), parts.span)
        elif pile.family is None:
            site = lower.discard_pile(pile)
    return send(cx, found, site, parts, out)


@verb("swap")
def swap(cx: Context, parts: Parts, out: Steps) -> Context:
    other = parts.tail("with")
    first = goods(cx, parts.arguments, parts.span, False)
    second = goods(cx, other, parts.span, False) if other else None
    if first is None or second is None or first.one is None or second.one is None:
        if first is not None:
            cx.error(codes.WRONG_ARGUMENTS, "`swap` takes two pieces.", parts.span, "Write `swap hero with other`.")
        return cx
    out.append(lower.swap(cx.world, first.one, second.one, parts.span))
    return cx


@verb("turn")
def turn(cx: Context, parts: Parts, out: Steps) -> Context:
    found, to = goods(cx, parts.arguments, parts.span, False), parts.tail("to")
    if found is None or not to:
        return cx
    if found.one is None or found.kind is None:
        cx.error(codes.WRONG_ARGUMENTS, "`turn` takes one piece.", parts.span, "Write `turn tile to west`.")
        return cx
    if not found.kind.turning:
        help = f"Write `piece {found.kind.name}: …, turning`, or `flip` to turn it over."
        cx.error(codes.WRONG_ARGUMENTS, f"A {found.kind.name} is not `turning`.", parts.span, help)
        return cx
    target = target_of(cx, Value(t.Piece(frozenset({found.kind.name})), found.one), "top", parts.span)
    node = to[0]
    if target is None or isinstance(node, e.Sel):
        return cx
    value = coerce.convert(cx, expr(cx, node, target.type), target.type, node.span)
    way = known(value)
    if way is not None and way not in sides(cx.world):
        cx.error(codes.WRONG_ARGUMENTS, "The top of a tile points across one of its sides, not across a corner.", node.span)
    elif not coerce.is_poison(value):
        out.append(target.store(coerce.scalar(cx, value, node.span), cx.span(parts.span)))
    return cx


@verb("flip")
def flip(cx: Context, parts: Parts, out: Steps) -> Context:
    found = goods(cx, parts.arguments, parts.span, False)
    if found is None:
        return cx
    if found.one is None or found.kind is None:
        cx.error(codes.WRONG_ARGUMENTS, "`flip` takes one piece.", parts.span)
        return cx
    target = target_of(cx, Value(t.Piece(frozenset({found.kind.name})), found.one), "face", parts.span)
    if target is None:
        return cx
    if isinstance(target.type, t.Enum) and len(target.type.members) == 2:
        out.append(lower.flip(cx.world, target, parts.span))
    else:
        cx.error(codes.TYPE_MISMATCH, f"The face of a {found.kind.name} has no other side.", parts.span, "Write `face: up or down`.")
    return cx
