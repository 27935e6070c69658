"""Rolling dice that are pieces: each is a decision of chance of its own, in the order of the pieces, and shows its face afterwards."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.phrases import Parts
from rulewright.dsl.check.targets import target_of
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import verbs_values as lower
from rulewright.dsl.lower.values import Code, Steps, Value
from rulewright.dsl.source import Span
from rulewright.dsl.world import KindSym


def dice_of(cx: Context, value: Value) -> KindSym | None:
    """The kind of dice that a value is, or a set of it; None if it is something else."""
    inner = value.many.elem if value.many is not None else t.element(value.type) or t.bare(value.type)
    if not isinstance(inner, t.Piece) or len(inner.kinds) != 1:
        return None
    return cx.world.kinds[next(iter(inner.kinds))]


def refused(cx: Context, sym: KindSym, span: Span) -> bool:
    """Whether such pieces cannot be rolled, since they have no faces."""
    if not sym.dice:
        help = f"Say which: `piece {sym.name}: …, faces 1 to 6`."
        cx.error(codes.WRONG_ARGUMENTS, f"A {sym.name} has no faces, so it cannot be rolled.", span, help)
        return True
    return False


def out_of_sight(cx: Context, sym: KindSym) -> str | None:
    """A place where such a die may lie and not everybody sees it."""
    places = [p for p in cx.world.places.values() if sym.core.number in p.core.limits]
    return next((p.name for p in places if p.core.seen_kinds.get(sym.core.number, p.core.seen) != "all"), None)


def roll_pieces(cx: Context, sym: KindSym, dice: Value, parts: Parts, who: Code, out: Steps) -> Context:
    span = parts.arguments[0].span
    type = sym.attrs["face"].type
    single = isinstance(t.bare(dice.type), t.Piece) and dice.many is None
    if parts.giving is not None and not single:
        help = f"Ask for them afterwards: `sum {sym.word}.face for {sym.name} in …`, `count ({sym.name} in … where {sym.word}.face > 4)`."
        cx.error(codes.WRONG_ARGUMENTS, "Several dice have several results.", parts.span, help)
        return cx
    hidden = out_of_sight(cx, sym)
    if parts.giving is not None and hidden is not None:
        help = f"Leave `giving` out, and ask `{sym.word}.face` where everybody may know it."
        cx.error(codes.WRONG_ARGUMENTS, f"A {sym.name} may lie in `{hidden}`, where not everybody sees what it shows.", parts.span, help)
        return cx
    die, pips = cx.local(sym.word), cx.local("pips")
    ask = lower.roll(cx, pips, lower.faces_of(sym), type, who, parts.span, (die, sym.name) if hidden is not None else None)
    goal = target_of(cx, Value(t.Piece(frozenset({sym.name})), die), "face", span)
    if goal is None:
        return cx
    if single:
        rolled = lower.roll_piece(cx, die, coerce.scalar(cx, dice, span), ask, goal, pips, parts.span)
        out += rolled if hidden is None else lower.forgotten(pips, rolled, sym.dice[0])
        return cx.bind(parts.giving, Value(type, pips)) if parts.giving is not None else cx
    every: Steps = [lower.roll_pieces(cx, die, dice, ask, goal, pips, parts.span)]
    out += every if hidden is None else lower.forgotten(pips, every, sym.dice[0])
    return cx
