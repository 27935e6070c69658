"""Cards with a text of their own: `resolve card` does what stands in the entry of its name."""

from __future__ import annotations

from rulewright.core.program import Proc
from rulewright.dsl import types as t
from rulewright.dsl.check.attributes import is_card
from rulewright.dsl.check.context import Context, player_expr
from rulewright.dsl.check.passes import block
from rulewright.dsl.lower import cards as lower
from rulewright.dsl.lower import routines
from rulewright.dsl.lower.values import Code, Routine, Steps, Value
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.world import KindSym, World


def resolve_card(cx: Context, kind: KindSym, card: Code, span: Span, out: Steps) -> None:
    out.append(lower.resolve(cx.world, kind, player_expr(cx), card, span))


def check_cards(world: World) -> None:
    """The texts of all cards that something resolves. A text may resolve cards of another kind, so this goes on until none is new."""
    waiting = True
    while waiting:
        waiting = False
        for kind in world.kinds.values():
            proc = lower.dispatcher(world, kind)
            if proc is not None and not proc.params:
                _texts(world, kind, proc)
                waiting = True


def _texts(world: World, kind: KindSym, proc: Proc) -> None:
    core = Routine()
    who, subject = core.new("player"), core.new(kind.word)
    piece = Value(t.Piece(frozenset({kind.name})), subject)
    cx = Context(world, core, {kind.word: piece}, Value(t.PLAYER, who), False, None, None, piece)
    proc.params = (who, subject)
    result: Steps = []
    for card in reversed([c for c in world.cards if c.kind is kind]):
        body: list[d.Stmt] = [s for s in card.decl.body if not isinstance(s, d.Demand)]  # conditions of whoever resolves it
        if not body:
            continue
        fired = routines.fired(world, f"{kind.name} {card.decl.names[0]}")
        inner_core = Routine()
        inner_who, inner_subject = inner_core.new("player"), inner_core.new(kind.word)
        inner_piece = Value(piece.type, inner_subject)
        inner = Context(world, inner_core, {kind.word: inner_piece}, Value(t.PLAYER, inner_who), False, None, card, inner_piece)
        inner.telling = True
        text = lower.begin_text(world, kind, card)
        told = lower.titled(world, block(inner, body), " / ".join(card.decl.names))
        routines.complete(text, (inner_who, inner_subject), inner_core, [fired, *told])
        world.program.add_proc(text)
        test = is_card(cx, piece, card, card.decl.span)
        result = routines.instead(test, [routines.do(text, (who, subject))], result)
    routines.complete(proc, (who, subject), core, result)
