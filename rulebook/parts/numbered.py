"""The rules reference: every rule exactly, once, under a number.

A number follows from where a rule stands in the text, and from nothing else: paper, options, players and what the rulebook tells do
not change it.
"""

from __future__ import annotations

from rulewright.dsl.syntax import declarations as d
from rulewright.rulebook import text as x
from rulewright.rulebook.author import short
from rulewright.rulebook.model import Block, Cards, Exact, Item, Plain, Section, Source
from rulewright.rulebook.parts import choices, closing, declared, odds
from rulewright.rulebook.parts.cardrules import card_symbol
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import Chapter, inner
from rulewright.rulebook.parts.overview import who
from rulewright.rulebook.parts.story import told_kinds
from rulewright.rulebook.told.worked import table
from rulewright.rulebook.words import spoken


def reference(making: Making, chapters: list[Chapter], told: set[Source]) -> list[Section]:
    """`told`: the lines of prose that the rulebook prints; the reference has the others."""
    found: list[Section] = [_game(making, chapters)]
    for chapter in chapters:
        inside = [s for s in (_section(making, decl) for decl in chapter.decls) if s is not None]
        prose: tuple[Block, ...] = making.prose(chapter.prose)
        if not inside and not prose:
            if not chapter.title or not chapter.decls:
                continue
            where = "the book of the story" if chapter.has_cards else "the rulebook"
            prose = (Plain(text=x.runs(f"Told in {where}.")),)
        found.append(
            Section(
                id=making.unique(f"c-{chapter.index}"),
                title=x.clean(chapter.title) or "Rules",
                blocks=prose,
                sections=tuple(inside),
                sources=making.sources(chapter.span) if chapter.title else (),
                tags=chapter.tags,
            )
        )
    found += _worked(making, told)
    found += [choices.variant(making, v) for v in making.offered]
    numbers = odds.section(making)
    settled = closing.rulings(making, [])
    found += [s for s in (settled, numbers, closing.colophon(making)) if s is not None]
    return [_numbered(_untold(section, told), str(n + 1)) for n, section in enumerate(found)]


def _worked(making: Making, told: set[Source]) -> list[Section]:
    """Definitions that are worked out for the reader, where the rulebook does not have them."""
    found = []
    for number, picture in enumerate(making.world.looks.pictures):
        if making.source(picture.span) not in told:
            blocks = tuple(table(making, picture))
            sources = making.sources(picture.span)
            found.append(Section(id=making.unique(f"w-{number}"), title=spoken(picture.name), blocks=blocks, sources=sources))
    return [Section(id=making.unique("worked"), title="Worked out", sections=tuple(found))] if found else []


def _game(making: Making, chapters: list[Chapter]) -> Section:
    game = making.world.game
    making.record.seen.add(game.span)
    own, of = declared.split_prose(game.prose, game.attributes)
    items = [who(making, game)]
    if game.attributes:
        kept = declared.members(making, making.speech(), game.attributes, making.world.game_attrs, of)
        items.append(Item(text=x.runs("For the whole game:"), items=kept))
    blocks: tuple[Block, ...] = (*making.prose(own), Exact(items=tuple(items)), closing.how_to_read())
    return Section(id=making.unique("overview"), title="The game", blocks=blocks, sources=making.sources(game.span), tags=game.tags)


def _section(making: Making, decl: d.Decl) -> Section | None:
    own = inner(decl)
    if isinstance(own, d.Card):
        card = card_symbol(making, own)
        if card is not None and card.kind.name in told_kinds(making.world):
            return None
    if isinstance(own, d.Example):
        return None
    found = declared.section(making, decl)
    lines = short(own)
    if found is not None and lines:
        found = found.model_copy(update={"blocks": (*found.blocks, *making.prose(lines))})
    return found


def _untold(section: Section, told: set[Source]) -> Section:
    """Without the prose that the rulebook has."""
    blocks: list[Block] = []
    for block in section.blocks:
        if block.sort == "prose" and block.sources and all(s in told for s in block.sources):
            continue
        if isinstance(block, Cards):
            items = tuple(
                c.model_copy(update={"prose": tuple(p for p in c.prose if not all(s in told for s in p.sources))}) for c in block.items
            )
            block = Cards(items=items)
        blocks.append(block)
    return section.model_copy(update={"blocks": tuple(blocks), "sections": tuple(_untold(s, told) for s in section.sections)})


def _numbered(section: Section, number: str) -> Section:
    """Numbers for sections, and below them for the lines of exact rules."""
    line = 0
    blocks: list[Block] = []
    for block in section.blocks:
        if isinstance(block, Exact):
            items = []
            for item in block.items:
                if not item.text and not item.lead and item.items:  # steps in order: each has its number
                    inner_items = []
                    for inside in item.items:
                        line += 1
                        inner_items.append(inside.model_copy(update={"number": f"{number}.{line}"}))
                    items.append(item.model_copy(update={"items": tuple(inner_items), "numbered": False}))
                else:
                    line += 1
                    items.append(item.model_copy(update={"number": f"{number}.{line}"}))
            block = block.model_copy(update={"items": tuple(items)})
        blocks.append(block)
    sections = tuple(_numbered(s, f"{number}.{n + 1}") for n, s in enumerate(section.sections))
    return section.model_copy(update={"number": number, "blocks": tuple(blocks), "sections": sections})
