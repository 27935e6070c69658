"""Rules read aloud: the sentence of the book for each construct of the rules, with its place; for whoever explains or compares rules."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.record import record
from rulewright.dsl import types as t
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.world import CardSym, World
from rulewright.rulebook import text as x
from rulewright.rulebook.english import rules, scoring
from rulewright.rulebook.english.clauses import clause
from rulewright.rulebook.english.definitions import define
from rulewright.rulebook.english.speech import Record, addressed
from rulewright.rulebook.english.steps import Step, block
from rulewright.rulebook.words import spoken


@record
class Line:
    """A sentence of the book, the construct it says, and further ones that went into it."""

    span: Span
    text: str
    spans: tuple[Span, ...] = ()


def aloud(world: World) -> list[Line]:
    """Every rule of a game that has been checked, sentence by sentence."""
    seen = Record()
    found: list[Line] = []
    for sym in world.defines.values():
        found += _lines(define(world, seen, sym.decl).steps)
    for group in world.routines.values():
        for routine in group:
            decl = routine.decl
            found += _lines(
                (rules.procedure(world, seen, decl) if isinstance(decl, d.Procedure) else rules.action(world, seen, decl)).steps
            )
    for hook in world.hooks:
        found += _lines(rules.hook(world, seen, hook).steps)
    for standing, card in world.standings:
        found += _lines(rules.standing(world, seen, standing, card).steps)
    for card in world.cards:
        found += _lines(_card(world, seen, card))
    if world.score is not None:
        found += _lines([scoring.entry(world, seen, entry) for entry in world.score.entries])
    if world.winner is not None:
        found += _lines(scoring.criteria(world, seen, world.winner))
    return found


def _card(world: World, seen: Record, card: CardSym) -> list[Step]:
    """What a card says by itself, but for its standing conditions."""
    found: list[Step] = []
    for member in card.decl.members:
        sp = rules.for_card(addressed(world, seen), card)
        define_ = world.defines.get(member.name)
        truth = define_ is not None and isinstance(define_.type, t.Flag)
        said = clause(sp, member.value).text() if truth else scoring.worth(sp, member.value)
        found.append(Step(f"{spoken(member.name)}{' if' if truth else ':'} {said}", member.span))
    found += [rules.modifier(world, seen, x, card) for x in card.decl.modifiers]
    found += [step for hook in card.decl.hooks for step in rules.hook(world, seen, hook, card).steps]
    found += [step for deed in card.decl.deeds for step in rules.procedure(world, seen, deed, card).steps]
    _, steps = block(rules.for_card(addressed(world, seen, "this card"), card), card.decl.body)
    return found + steps


def _lines(steps: list[Step]) -> Iterator[Line]:
    for step in steps:
        said = f"{step.lead} {step.text}".strip() if step.text else step.lead
        if step.steps and not step.text:
            yield from _lines(step.steps)
            continue
        text = x.plain(x.sentence(said))
        yield Line(step.span, text.removesuffix(".") + ":" if step.steps else text, tuple(step.spans))
        yield from _lines(step.steps)
        if step.others:
            yield from _lines(step.others)
