"""Cards with a text of their own: one procedure for a kind goes to the text of the card at hand."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Proc
from rulewright.dsl.lower.values import Step, Steps, both, either, negate
from rulewright.dsl.source import Span
from rulewright.dsl.world import CardSym, KindSym, World


def dispatcher(world: World, kind: KindSym) -> Proc | None:
    """The procedure of a kind, if something resolves its cards."""
    return next((p for p in world.program.procs if p.name == f"resolve {kind.name}"), None)


def resolve(world: World, kind: KindSym, who: ir.Expr, card: ir.Expr, span: Span) -> Step:
    """A card is resolved: whatever its text says is done."""
    proc = dispatcher(world, kind)
    if proc is None:
        proc = world.program.add_proc(Proc(f"resolve {kind.name}"))
    return ir.Do(proc, (who, card), world.span_number(span))


def if_it_is(before: ir.Expr | None, is_card: ir.Expr, demand: ir.Expr) -> ir.Expr:
    """What the text of a card demands, if that is the card; and what was demanded before."""
    holds = either(negate(is_card), demand)
    return holds if before is None else both(before, holds)


def begin_text(world: World, kind: KindSym, card: CardSym) -> Proc:
    """The procedure of one card's text, whose body is still to come."""
    return Proc(f"{kind.name} {card.title}", span=world.span_number(card.said.span))


def titled(world: World, body: Steps, title: str) -> Steps:
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
