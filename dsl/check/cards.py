"""Cards with a text of their own: `resolve card` does what stands in the entry of its name."""

from __future__ import annotations

from dataclasses import replace

from rulewright.core import ir
from rulewright.core.program import Proc
from rulewright.dsl import types as t
from rulewright.dsl.check.context import Context, player_expr
from rulewright.dsl.check.routines import is_card
from rulewright.dsl.check.statements import block
from rulewright.dsl.lower.values import Routine, Value, both, either, negate
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.world import KindSym, World

Out = list[ir.Stmt]


def resolve_card(cx: Context, kind: KindSym, card: ir.Expr, span: Span, out: Out) -> None:
    proc = dispatcher(cx.world, kind)
    out.append(ir.Do(proc, (player_expr(cx), card), cx.span(span)))


def dispatcher(world: World, kind: KindSym) -> Proc:
    """One procedure for a kind, that goes to the text of the card at hand."""
    name = f"resolve {kind.name}"
    for proc in world.program.procs:
        if proc.name == name:
            return proc
    proc = Proc(name)
    world.program.add_proc(proc)
    return proc


def text_conditions(cx: Context, kind: KindSym, piece: Value) -> ir.Expr | None:
    """What the head of a card's text demands of whoever resolves it: `requires` and `pay` before anything else; None if nothing."""
    from rulewright.dsl.check.actions import price_of
    from rulewright.dsl.check.expressions import test

    found: ir.Expr | None = None
    for card in (c for c in cx.world.cards if c.kind is kind):
        inner = replace(cx, names={**cx.names, kind.word: piece}, this=piece, card=card)
        demands = []
        for stmt in card.decl.body:
            match stmt:
                case d.Prose():
                    continue
                case d.Demand(word="requires", lenient=False):
                    demands.append(test(inner, stmt.test))
                case _:
                    price = price_of(inner, stmt)
                    if price is None:
                        break
                    demands.append(price)
        for one in demands:
            holds = either(negate(is_card(cx, piece, card, card.decl.span)), one)
            found = holds if found is None else both(found, holds)
    return found


def check_cards(world: World) -> None:
    """The texts of all cards that something resolves. A text may resolve cards of another kind, so this goes on until none is new."""
    waiting = True
    while waiting:
        waiting = False
        for kind in world.kinds.values():
            proc = next((p for p in world.program.procs if p.name == f"resolve {kind.name}"), None)
            if proc is not None and not proc.params:
                _texts(world, kind, proc)
                waiting = True


def _texts(world: World, kind: KindSym, proc: Proc) -> None:
    core = Routine()
    who, subject = core.new("player"), core.new(kind.word)
    piece = Value(t.Piece(frozenset({kind.name})), subject)
    cx = Context(world, core, {kind.word: piece}, Value(t.PLAYER, who), False, None, None, piece)
    proc.params = (who, subject)
    result: Out = []
    for card in reversed([c for c in world.cards if c.kind is kind]):
        body: list[d.Stmt] = [s for s in card.decl.body if not isinstance(s, d.Demand)]  # conditions of whoever resolves it
        if not body:
            continue
        number = len(world.program.rules)
        world.program.rules.append(f"{kind.name} {card.decl.names[0]}")
        inner_core = Routine()
        inner_who, inner_subject = inner_core.new("player"), inner_core.new(kind.word)
        inner_piece = Value(piece.type, inner_subject)
        inner = Context(world, inner_core, {kind.word: inner_piece}, Value(t.PLAYER, inner_who), False, None, card, inner_piece)
        inner.telling = True
        text = Proc(f"{kind.name} {card.decl.names[0]}", (inner_who, inner_subject), span=world.span_number(card.decl.span))
        text.body = (ir.Fired(number), *_titled(world, block(inner, body), " / ".join(card.decl.names)))
        text.locals, text.names, text.sorts = inner_core.locals, inner_core.names, inner_core.sorts
        world.program.add_proc(text)
        test = is_card(cx, piece, card, card.decl.span)
        result = [ir.If(test, (ir.Do(text, (who, subject), -1),), tuple(result))]
    proc.body = tuple(result)
    proc.locals, proc.names, proc.sorts = core.locals, core.names, core.sorts


def _titled(world: World, body: Out, title: str) -> Out:
    """The text of a card, whose first paragraph is known by the title of the card. No two cards share that paragraph."""
    match body:
        case [ir.Effect("say", (ir.Const(number),), span), *rest]:
            program = world.program
            if program.titles.get(number, title) != title:
                program.texts.append(program.texts[number])
                number = len(program.texts) - 1
            program.titles[number] = title
            return [ir.Effect("say", (ir.Const(number),), span), *rest]
        case _:
            return body
