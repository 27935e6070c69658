"""Variants: near the end, and only what is different with them."""

from __future__ import annotations

from rulewright.dsl.syntax import declarations as d
from rulewright.rulebook import text as x
from rulewright.rulebook.author import manner
from rulewright.rulebook.english import scoring
from rulewright.rulebook.model import Block, Box, Marked, Plain, Section, Steps, Text
from rulewright.rulebook.parts import adding, examples
from rulewright.rulebook.parts.choices import loaded_with
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.outline import inner, of_setup
from rulewright.rulebook.parts.overview import who
from rulewright.rulebook.told.box import part
from rulewright.rulebook.told.cards import kind_blocks, listed
from rulewright.rulebook.told.chapters import RULES, rule_section
from rulewright.rulebook.told.covering import NOTHING, Said, said
from rulewright.rulebook.told.ending import winner_block
from rulewright.rulebook.told.voice import boxed, paragraphs
from rulewright.rulebook.words import slug, spoken

OPTIONAL = "A variant: it counts only if you choose it before the game."
SHEETS = "The sheets of the game alone hold nothing that this variant adds; the first of them says how to print its own."


def section(making: Making, variant: d.Variant) -> Section:
    game, body = loaded_with(making, variant)
    other = Making(game, making.record, making.ids, making.pictured, loads=making.loads, painters=making.painters)
    other.stock = making.stock_of(game)
    blocks: list[Block] = []
    sections: list[Section] = []
    context: Said = NOTHING
    lines: list[d.Prose] = []
    for number, decl in enumerate(body):
        if isinstance(decl, d.Prose):
            lines.append(decl)
            if number + 1 < len(body) and isinstance(body[number + 1], d.Prose):
                continue
            made_ = paragraphs(other, lines)
            lines = []
            if sections:
                sections[-1] = _with(sections[-1], made_)
            else:
                blocks += made_
            continue
        if isinstance(decl, d.Chapter):
            context = said(decl.prose)
            sections.append(
                Section(
                    id=making.unique(f"v-{slug(decl.title)}"),
                    title=x.clean(decl.title),
                    blocks=tuple(paragraphs(other, decl.prose)),
                    kind="group",
                    sources=other.sources(decl.span),
                    tags=decl.tags,
                )
            )
            continue
        found = _told(other, inner(decl), context)
        if isinstance(found, Section):
            if sections and sections[-1].kind == "group":
                sections[-1] = sections[-1].model_copy(update={"sections": (*sections[-1].sections, found)})
            else:
                sections.append(found)
            continue
        if sections:
            sections[-1] = _with(sections[-1], found)
        else:
            blocks += found
    blocks.insert(0, Plain(text=x.runs(OPTIONAL)))
    if adds_components(variant):
        blocks.append(Plain(text=x.runs(SHEETS)))
    shown = {x_.span for x_ in body if isinstance(x_, d.Example)}
    if shown:
        results = examples.run(making, (*making.game.variants, variant.title), shown)
        made = examples.blocks(other, results)
        blocks_last = Section(id=making.unique(f"v-{slug(variant.title)}-examples"), title="", blocks=tuple(made))
        sections.append(blocks_last)
    return Section(
        id=making.unique(f"v-{slug(variant.title)}"),
        title=x.clean(variant.title),
        blocks=_merged(blocks),
        sections=tuple(s.model_copy(update={"kind": ""}) if s.kind == "group" else s for s in sections if s.blocks or s.sections),
        kind="variant",
        sources=making.sources(variant.span),
        tags=variant.tags,
        index=(variant.title,),
    )


def adds_components(variant: d.Variant) -> bool:
    """Whether a variant brings pieces, or state that something has to keep: what the sheets of the game alone do not have."""
    return any(isinstance(inner(decl), d.Piece | d.Has) for decl in variant.body if not isinstance(decl, d.Prose))


def how_to_print(variant: d.Variant) -> str:
    """The option that makes its sheets."""
    title = variant.title if variant.title.isalnum() else f'"{variant.title}"'
    return f"with rulewright rulebook and --parts components --variant {title}"


def _merged(blocks: list[Block]) -> tuple[Block, ...]:
    """Things of one box after the other are one box."""
    found: list[Block] = []
    for block in blocks:
        last = found[-1] if found else None
        if isinstance(block, Box) and isinstance(last, Box):
            found[-1] = Box(items=(*last.items, *block.items))
        else:
            found.append(block)
    return tuple(found)


def _with(section_: Section, blocks: list[Block]) -> Section:
    return section_.model_copy(update={"blocks": _merged([*section_.blocks, *blocks])})


def _told(making: Making, decl: d.Decl, context: Said) -> Section | list[Block]:
    if manner(decl) == "left out":
        return []
    match decl:
        case d.Piece():
            sym = making.world.kinds[decl.name]
            return [Box(items=(part(making, making.painter(), decl),)), *(kind_blocks(making, sym) if listed(making, sym) else [])]
        case d.Place() | d.TypeDecl():
            return paragraphs(making, decl.prose)
        case d.Has():
            lines = [*decl.prose, *(line for a in decl.attributes for line in a.prose)]
            return paragraphs(making, sorted(lines, key=lambda p: p.span))
        case d.Option():
            return paragraphs(making, decl.prose)
        case d.Game():
            item = who(making, decl)
            return [*paragraphs(making, decl.prose), Plain(text=item.text)]
        case d.Score():
            return [*paragraphs(making, decl.prose), _points(making, decl)]
        case d.Winner():
            return [winner_block(making, decl)]
        case d.Remove():
            return paragraphs(making, decl.prose)
        case d.Add() if decl.entries:
            return [*paragraphs(making, decl.prose), _points(making, d.Score(decl.span, decl.entries, [], decl.tags))]
        case d.Add():
            name = x.strong(f"{adding.title(making, decl)}.")
            return [Plain(text=x.runs(name)), *paragraphs(making, decl.prose), *adding.blocks(making, decl)]
        case d.Procedure() if decl.word == "setup" or decl.name in of_setup(making.world):
            found = rule_section(making, decl, context)
            return list(found.blocks) if found is not None else []
        case d.Define() if not decl.prose:
            return []
        case _ if isinstance(decl, RULES):
            found = rule_section(making, decl, context)
            return found if found is not None else []
        case _:
            return []


def _points(making: Making, decl: d.Score) -> Steps:
    items = []
    for number, entry in enumerate(decl.entries):
        text: Text = x.runs(x.strong(spoken(entry.name)[:1].upper() + spoken(entry.name)[1:] + ". "))
        own = [p for p in making.prose(entry.prose) if boxed(p) is None]
        for one in own:
            text = (*text, *one.text, *x.runs(" "))
        if not own:
            text = (*text, *x.runs(x.sentence(scoring.entry(making.world, making.record, entry).text)))
        spans = [entry.span, *(p.span for p in entry.prose)]
        items.append(Marked(mark=str(number + 1), text=text, sources=making.sources(*spans), tags=entry.tags, made=not own))
    return Steps(items=tuple(items))
