"""The book of numbered paragraphs for story games: what a card tells, what may be chosen, and, elsewhere, what comes of it.

Consequences are paragraphs of their own, numbered in an order that gives nothing away; a reader who looks up one number sees
no other outcome of the same card beside it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import CardSym, KindSym, World
from rulewright.rulebook import text as x
from rulewright.rulebook.english import rules
from rulewright.rulebook.english.clauses import clause
from rulewright.rulebook.english.deeds import title
from rulewright.rulebook.english.speech import addressed
from rulewright.rulebook.english.steps import Step, block
from rulewright.rulebook.model import Item, Paragraph, Prose, Story, Text
from rulewright.rulebook.parts.making import Making


@dataclass(slots=True)
class Draft:
    """A paragraph that has no number yet; `key` is what others refer to."""

    key: str
    title: str
    prose: tuple[Prose, ...] = ()
    choices: list[tuple[Text, str]] = field(default_factory=list)
    exact: tuple[Item, ...] = ()
    spans: list[Span] = field(default_factory=list)
    tags: tuple[str, ...] = ()


def is_story(card: CardSym) -> bool:
    """Cards that are told: they have a number, or a text with a choice in it."""
    decl = card.decl
    return decl.number is not None or any(True for _ in nodes(decl.body, d.Menu))


def told_kinds(world: World) -> set[str]:
    """The kinds of cards that are told: some of them are, or they have nothing but a text beside others that are."""
    told = {c.kind.name for c in world.cards if is_story(c)}
    if not told:
        return set()
    bare = {c.kind.name for c in world.cards} - told
    for card in world.cards:
        decl = card.decl
        if decl.members or decl.hooks or decl.standings or decl.deeds or not all(isinstance(s, d.Prose) for s in decl.body):
            bare.discard(card.kind.name)
    return told | bare


def only_told(world: World, kind: KindSym) -> bool:
    """Whether a kind stands in the book alone: it is told, and no place is meant to hold it."""
    if kind.name not in told_kinds(world):
        return False
    places = [p.decl for p in world.places.values() if p.decl is not None]
    return not any(found.name == kind.name for place in places for found in nodes(place, e.Kind))


def make(making: Making) -> Story | None:
    cards = [c for c in making.world.cards if is_story(c)]
    if not cards:
        return None
    drafts: list[Draft] = []
    opening: list[tuple[str, str]] = []
    for card in cards:
        made = _card(making, card)
        opening.append((_name(card.decl), made[0].key))
        drafts += made
    endings = [Draft(f"ending/{i}", x.clean(end)) for i, end in enumerate(making.game.program.endings)]
    drafts += endings
    order = sorted(drafts, key=lambda draft: hashlib.sha256(f"{making.game.title}/{draft.key}".encode()).hexdigest())
    number = {draft.key: i + 1 for i, draft in enumerate(order)}
    paragraphs = tuple(
        Paragraph(
            number=number[draft.key],
            title=draft.title,
            prose=draft.prose,
            choices=tuple((text, number[key]) for text, key in draft.choices),
            exact=draft.exact,
            sources=making.sources(*draft.spans),
            tags=draft.tags,
        )
        for draft in order
    )
    return Story(
        title=x.clean(making.game.title),
        opening=tuple((name, number[key]) for name, key in opening),
        paragraphs=paragraphs,
        endings=tuple((end.title, number[end.key]) for end in endings),
    )


def _name(decl: d.Card) -> str:
    names = ", ".join(x.clean(n) for n in decl.names)
    return f"{decl.number}. {names}" if decl.number is not None else names


def _card(making: Making, card: CardSym) -> list[Draft]:
    """The paragraph that opens a card, and those its choices lead to."""
    decl = card.decl
    sp = rules.for_card(addressed(making.world, making.record, "this card"), card)
    key = f"{decl.kind}/{decl.names[0]}"
    head = Draft(key, _name(decl), spans=[decl.span], tags=decl.tags)
    opening = [s for s in decl.body if isinstance(s, d.Prose)]
    head.prose = making.prose(opening, sp)
    found = [head]
    steps: list[Step] = []
    for stmt in decl.body:
        if isinstance(stmt, d.Menu):
            found += _menu(making, card, stmt, head, key)
        elif not isinstance(stmt, d.Prose):
            sp, made = _one(sp, stmt)
            steps += made
    for member in decl.members:
        making.record.seen.add(member.span)
        steps.append(Step(f"{member.name.replace('_', ' ')}: {rules.worth(rules.for_card(making.speech(), card), member.value)}", member.span))
    for deed in decl.deeds:
        rule = rules.procedure(making.world, making.record, deed, card)
        inner = Draft(
            f"{key}/{deed.name}",
            "",
            making.prose(rule.prose, rule.speech),
            exact=making.items(rule.steps, rule.speech),
            spans=[deed.span, *rule.spans],
            tags=deed.tags,
        )
        head.choices.append((x.runs(title(deed.name)), inner.key))
        found.append(inner)
    for hook in decl.hooks:
        steps += rules.hook(making.world, making.record, hook, card).steps
    for standing in decl.standings:
        steps += rules.standing(making.world, making.record, standing, card).steps
    head.exact = making.items(steps, sp)
    return found


def _one(sp: object, stmt: d.Stmt) -> tuple[object, list[Step]]:
    from rulewright.rulebook.english.speech import Speech
    from rulewright.rulebook.english.steps import step

    assert isinstance(sp, Speech)
    return step(sp, stmt)


def _menu(making: Making, card: CardSym, menu: d.Menu, head: Draft, key: str) -> list[Draft]:
    sp = rules.for_card(addressed(making.world, making.record, "this card"), card)
    found = []
    head.spans.append(menu.span)
    making.record.seen.add(menu.span)
    for item in menu.items:
        if isinstance(item, d.Prose):
            head.prose = (*head.prose, *making.prose([item], sp))
        elif isinstance(item, d.Choice):
            making.record.seen.add(item.span)
            only = f" (only if {clause(sp, item.test).text()})" if item.test is not None else ""
            inner = Draft(f"{key}/{item.label}", "", spans=[item.span], tags=item.tags)
            inner.prose = making.prose([p for p in nodes(item.body, d.Prose)], sp)
            _, steps = block(sp, item.body)
            inner.exact = making.items(steps, sp)
            head.choices.append((x.runs(f"{x.clean(item.label)}{only}"), inner.key))
            found.append(inner)
        else:
            _, steps = block(sp, [d.Sentence(item.span, item.phrase, item.tags)])
            head.exact = (*head.exact, *making.items(steps, sp))
            head.spans.append(item.span)
    return found
