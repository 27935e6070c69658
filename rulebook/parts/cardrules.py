"""What a card or tile says: exactly, and in the author's words."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.world import CardSym
from rulewright.rulebook import text as x
from rulewright.rulebook.english import rules, scoring
from rulewright.rulebook.english.clauses import clause
from rulewright.rulebook.english.speech import addressed, anchor
from rulewright.rulebook.english.steps import Step, block
from rulewright.rulebook.model import CardEntry, Cards, Section
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.stock import Piece
from rulewright.rulebook.words import spoken

MOST_PICTURES = 4

UNTITLED = "Cards"  # the heading of cards that stand in no chapter


def card_symbol(making: Making, decl: d.Card) -> CardSym | None:
    return next((c for c in making.world.cards if c.said.span == decl.span), None)


def card_steps(making: Making, decl: d.Card, card: CardSym) -> list[Step]:
    """Everything a card says, exactly."""
    world, record = making.world, making.record
    record.seen.add(decl.span)
    found: list[Step] = []
    for member in decl.members:
        record.seen.add(member.span)
        sp = rules.for_card(addressed(world, record), card)
        name = sp.term(member.name, spoken(member.name)) if member.name in world.defines else spoken(member.name)
        define = world.defines.get(member.name)
        if define is not None and isinstance(define.type, t.Flag):
            said = clause(sp, member.value).text()
            text = {"always": f"always {name}", "never": f"never {name}"}.get(said, f"{name} if {said}")
        else:
            text = f"{name}: {scoring.worth(sp, member.value)}"
        found.append(Step(text, member.span, tags=member.tags))
    for modifier in decl.modifiers:
        found.append(rules.modifier(world, record, modifier, card))
    for hook in decl.hooks:
        rule = rules.hook(world, record, hook, card)
        found += [_tagged(s, rule.tags) for s in rule.steps]
    for standing in decl.standings:
        rule = rules.standing(world, record, standing, card)
        found += [_tagged(s, rule.tags) for s in rule.steps]
    for deed in decl.deeds:
        rule = rules.procedure(world, record, deed, card)
        head = f"when it is to {sp_term(making, deed.name)}"
        if len(rule.steps) == 1 and not rule.steps[0].steps and not rule.steps[0].others and not rule.steps[0].lead:
            found.append(Step(f"{head}, {rule.steps[0].text}", deed.span, spans=[*rule.spans, *rule.steps[0].sources], tags=deed.tags))
        else:
            found.append(Step(head, deed.span, rule.steps, spans=rule.spans, tags=deed.tags, numbered=len(rule.steps) > 1))
    sp = rules.for_card(addressed(world, record, "this card"), card)
    _, steps = block(sp, decl.body)
    if steps and (len(steps) > 1 or steps[0].steps or steps[0].others):
        found.append(Step("when it is resolved", decl.span, steps, numbered=len(steps) > 1))
    elif steps:
        found.append(Step(f"when it is resolved, {steps[0].text}", decl.span, spans=steps[0].sources, tags=steps[0].tags))
    return found


def sp_term(making: Making, name: str) -> str:
    return making.speech().term(name)


def _tagged(step: Step, tags: tuple[str, ...]) -> Step:
    step.tags = (*step.tags, *tags)
    return step


def card_prose(decl: d.Card) -> list[d.Prose]:
    lines = rules.prose_in([decl.body, decl.hooks, decl.standings, decl.deeds])
    lines += [p for m in decl.members for p in m.prose] + [p for m in decl.modifiers for p in m.prose]
    return sorted(lines, key=lambda p: p.span)


def card_entry(making: Making, decl: d.Card) -> CardEntry:
    card = card_symbol(making, decl)
    assert card is not None
    steps = card_steps(making, decl, card)
    sp = rules.for_card(making.speech(), card)
    title = ", ".join(x.clean(n) for n in decl.names)
    spans = [
        decl.span,
        *(m.span for m in decl.members),
        *(m.span for m in decl.modifiers),
        *(h.span for h in decl.hooks),
        *(s.span for s in decl.standings),
    ]
    return CardEntry(
        id=making.unique(anchor(decl.names[0])),
        name=title,
        number=decl.number,
        prose=making.prose(card_prose(decl), sp),
        exact=making.items(steps, sp),
        sources=making.sources(*spans),
        tags=decl.tags,
    )


def card_section(making: Making, decl: d.Card) -> Section:
    entry = card_entry(making, decl)
    return Section(id=making.unique(f"s-{entry.id}"), title=entry.name, blocks=(Cards(items=(entry,)),), kind="card", sources=entry.sources)


def described(piece: Piece) -> str:
    facts = piece.painter.facts(piece.kind, piece.index)
    shown = [f"{spoken(f.name)} {f.text}" for f in facts if not (f.sort == "flag" and f.text == "no")]
    name = piece.painter.name(piece.kind, piece.index) or spoken(piece.kind.name)
    return f"{name}: {', '.join(shown)}" if shown else name
