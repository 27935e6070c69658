"""The book of numbered paragraphs for story games: which cards are told in it, and in which order its paragraphs stand.

A card becomes a paragraph with what it tells and what may be chosen; every outcome is a paragraph of its own, elsewhere. The order is
drawn by lot, the same each time, so that paragraphs of one card lie far apart: whoever looks up a number sees no other outcome of the
same card near it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from random import Random

from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import CardSym, KindSym, World
from rulewright.rulebook import text as x
from rulewright.rulebook.english.deeds import title
from rulewright.rulebook.model import Item, Opening, Paragraph, Run, Story, Text
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.telling import REF, Draft, tell, tell_way, way_key, ways
from rulewright.rulebook.words import plural, spoken

LONG = 60  # words of a text that is a story
FAR = 24  # paragraphs between two of the same card, if there are enough others
ROUNDS = 200
APART = 6  # paragraphs between two that stand in the book alone


def is_story(card: CardSym) -> bool:
    """Cards that are told: they have a number, or a long text with a choice in it. A choice alone is no story."""
    decl = card.decl
    if decl.number is not None:
        return True
    long = sum(len(p.text.split()) for p in nodes(decl.body, d.Prose)) > LONG
    return long and any(True for _ in nodes(decl.body, d.Menu))


def told_kinds(world: World) -> set[str]:
    """The kinds of cards that are told: some of them are, or they have nothing but a text beside others that are."""
    told = {c.kind.name for c in world.cards if is_story(c)}
    if not told:
        return set()
    told |= {c.kind.name for c in world.cards if any(True for _ in nodes(c.decl.body, d.Menu))}  # choices in a game that is a story
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
    places = [p.decl for p in world.places.values() if p.said is not None]
    return not any(found.name == kind.name for place in places for found in nodes(place, e.Kind))


def make(making: Making) -> Story | None:
    told = told_kinds(making.world)
    cards = [c for c in making.world.cards if c.kind.name in told]
    if not cards:
        return None
    drafts: list[Draft] = []
    alone = {c.kind.name for c in cards if only_told(making.world, c.kind)}
    for card in cards:
        drafts += tell(making, card, named=card.kind.name not in alone, alone=alone)
    found = ways(making.world, alone)
    for decl in found:
        drafts += tell_way(making, decl, alone)
    order = shuffled(drafts, making.game.title, alone)
    number = {draft.key: i + 1 for i, draft in enumerate(order)}
    making.told = {decl.span: number[way_key(decl)] for decl in found}
    return Story(
        title=x.clean(making.game.title),
        opening=(*_opening(cards, number, alone), *_from_rules(found, number)),
        paragraphs=tuple(_paragraph(making, draft, number) for draft in order),
    )


# ---------------------------------------------------------------- numbers


def shuffled(drafts: list[Draft], seed: str, alone: set[str]) -> list[Draft]:
    """An order in which paragraphs of the same card lie far apart, and those of kinds that only the book has, a little.

    The lot gives the first order. Whatever lies too near to another of its group then changes places with a paragraph drawn by lot, as
    long as that leaves fewer that are too near. With few paragraphs the distances shrink until they can be kept.
    """
    order = sorted(drafts, key=lambda draft: hashlib.sha256(f"{seed}/{draft.key}".encode()).hexdigest())
    largest = max(Counter(draft.card for draft in drafts).values())
    most_alone = max([1, *Counter(draft.kind for draft in drafts if draft.kind in alone).values()])
    far = min(FAR, len(drafts) // largest - 1)
    apart = min(APART, len(drafts) // most_alone - 1)
    while far > 0 or apart > 0:
        found = _Mixing(list(order), far, apart, alone, Random(seed)).mixed()
        if found is not None:
            return found
        far, apart = max(0, far - 2), max(0, apart - 1)
    return order


@dataclass(slots=True)
class _Mixing:
    order: list[Draft]
    far: int
    apart: int
    alone: set[str]
    lot: Random

    def mixed(self) -> list[Draft] | None:
        count = len(self.order)
        for _ in range(ROUNDS):
            wrong = [at for at in range(count) if self.near(at)]
            if not wrong:
                return self.order
            for at in wrong:
                other = int(self.lot.random() * count)
                before = self.near(at) + self.near(other)
                self.swap(at, other)
                if before and self.near(at) + self.near(other) >= before:
                    self.swap(at, other)
        return None

    def swap(self, one: int, other: int) -> None:
        self.order[one], self.order[other] = self.order[other], self.order[one]

    def near(self, at: int) -> int:
        """How many paragraphs lie too near to the one at a place."""
        mine = self.order[at]
        found = 0
        for other in range(max(0, at - self.far), min(len(self.order), at + self.far + 1)):
            if other == at:
                continue
            one = self.order[other]
            same_kind = one.kind == mine.kind and mine.kind in self.alone
            if one.card == mine.card or (same_kind and abs(other - at) <= self.apart):
                found += 1
        return found


def _opening(cards: list[CardSym], number: dict[str, int], alone: set[str]) -> tuple[Opening, ...]:
    """Where each card begins. What only the book has is found by its number: its name would tell too much."""
    found = []
    for kind in dict.fromkeys(card.kind.name for card in cards):
        entries = []
        for card in cards:
            if card.kind.name != kind:
                continue
            decl = card.decl
            name = ", ".join(x.clean(n) for n in decl.names)
            if decl.number is not None:
                name = str(decl.number) if kind in alone else f"{decl.number} {name}"
            entries.append((name, number[f"{kind}/{decl.names[0]}"]))
        if not all(card.number is not None for card in cards if card.kind.name == kind):
            entries.sort(key=lambda entry: entry[0].removeprefix("The ").removeprefix("A "))
        found.append(Opening(kind=kind, title=plural(spoken(kind)).capitalize(), entries=tuple(entries), card=kind not in alone))
    return tuple(found)


def _from_rules(ways: list[d.Procedure], number: dict[str, int]) -> list[Opening]:
    entries = tuple((title(decl.name), number[way_key(decl)]) for decl in ways)
    return [Opening(kind="", title="From the rules", entries=entries, card=False)] if entries else []


def paragraphs(story: Story | None, world: World) -> dict[str, int]:
    """Kind and name of a card -> its first paragraph, for what is printed on the cards themselves."""
    if story is None:
        return {}
    first = {p.card: p.number for p in story.paragraphs if p.first}
    found: dict[str, int] = {}
    for card in world.cards:
        number = first.get(f"{card.kind.name}/{card.title}")
        if number is not None:
            found |= {f"{card.kind.name}/{name}": number for name in card.printed}
    return found


# ---------------------------------------------------------------- paragraphs


def _paragraph(making: Making, draft: Draft, number: dict[str, int]) -> Paragraph:
    return Paragraph(
        number=number[draft.key],
        card=draft.card,
        first=draft.key == draft.card,
        title=draft.title,
        prose=tuple(p.model_copy(update={"text": _numbered(p.text, number)}) for p in draft.prose),
        asks=_numbered(draft.asks, number),
        choices=tuple((_numbered(text, number), number[key] if key else 0) for text, key in draft.choices),
        then=number[draft.then] if draft.then else 0,
        exact=tuple(_item(item, number) for item in draft.exact),
        sources=making.sources(*draft.spans),
        tags=draft.tags,
    )


def _numbered(text: Text, number: dict[str, int]) -> Text:
    """References by key become references by number; the rulebook is another document, to which nothing here leads."""
    return tuple(_run(run, number) for run in text)


def _run(run: Run, number: dict[str, int]) -> Run:
    if not run.ref.startswith(REF):
        return run.model_copy(update={"ref": ""}) if run.ref else run
    found = number[run.ref.removeprefix(REF)]
    return Run(text=str(found), style="term", ref=f"p-{found}")


def _item(item: Item, number: dict[str, int]) -> Item:
    return item.model_copy(
        update={
            "text": _numbered(item.text, number),
            "items": tuple(_item(i, number) for i in item.items),
            "others": tuple(_item(i, number) for i in item.others),
        }
    )
