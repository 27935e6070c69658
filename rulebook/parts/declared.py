"""Any declaration as a section or blocks of its own: for the chapters of the rules and for variants."""

from __future__ import annotations

from typing import assert_never

from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.world import AttrSym, KindSym, PlaceSym
from rulewright.rulebook import text as x
from rulewright.rulebook.english import definitions, rules, scoring
from rulewright.rulebook.english.domains import attribute, domain, option, piece_traits, place_traits, shape
from rulewright.rulebook.english.speech import Speech, anchor
from rulewright.rulebook.english.steps import Step
from rulewright.rulebook.model import Block, Exact, Item, Section
from rulewright.rulebook.parts.adding import section as added
from rulewright.rulebook.parts.cardrules import card_section
from rulewright.rulebook.parts.components import how_many
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.parts.overview import who
from rulewright.rulebook.parts.scored import score_section
from rulewright.rulebook.words import spoken

Members = dict[str, AttrSym]


def section(making: Making, decl: d.Decl) -> Section | None:
    """A declaration under its own heading; None for what has no place of its own."""
    world, record = making.world, making.record
    with making.listening() as heard:
        match decl:
            case d.Action() | d.Interrupt():
                return making.section(rules.action(world, record, decl), heard)
            case d.Procedure():
                return making.section(rules.procedure(world, record, decl), heard)
            case d.Hook():
                return making.section(rules.hook(world, record, decl), heard)
            case d.Standing():
                rule = rules.standing(world, record, decl)
                rule.title = "Standing rule"
                return making.section(rule, heard)
            case d.Define():
                return making.section(definitions.define(world, record, decl), heard)
            case d.Piece():
                return _thing(making, decl, "pieces")
            case d.Place():
                return _thing(making, decl, "place")
            case d.Has():
                return _has(making, decl)
            case d.TypeDecl():
                return _type(making, decl)
            case d.Option():
                return option_section(making, decl)
            case d.Score():
                return score_section(making, decl)
            case d.Winner():
                return winner_section(making, decl)
            case d.Remove():
                return _removed(making, decl)
            case d.Replace():
                return replaced(making, decl)
            case d.Add():
                return added(making, decl)
            case d.Card():
                return card_section(making, decl)
            case d.Example() | d.Game() | d.Include() | d.Chapter() | d.Variant() | d.Picture() | d.Show():
                return None
            case _:
                assert_never(decl)


def replaced(making: Making, decl: d.Replace) -> Section | None:
    if isinstance(decl.declaration, d.Game):
        return _other_game(making, decl, decl.declaration)
    found = section(making, decl.declaration)
    if found is None:
        return None
    sources = (*found.sources, *making.sources(decl.span))
    return found.model_copy(update={"kind": f"replaces the {found.kind}" if found.kind else "replaced", "sources": sources})


def _other_game(making: Making, decl: d.Replace, game: d.Game) -> Section:
    """A variant for another number of players, or with other names for them."""

    making.record.seen |= {decl.span, game.span}
    item = who(making, game)
    return Section(
        id=making.unique("v-players"),
        title="Players",
        blocks=(*making.prose(game.prose), Exact(items=(item,))),
        kind="replaces the number of players",
        sources=making.sources(decl.span, game.span),
        tags=game.tags,
    )


def _removed(making: Making, decl: d.Remove) -> Section:
    making.record.seen.add(decl.span)
    step = Step(f"{spoken(decl.name)} is not used in this variant", decl.span, tags=decl.tags)
    return Section(
        id=making.unique(anchor(f"without {decl.name}")),
        title=f"Without {spoken(decl.name)}",
        blocks=(*making.prose(decl.prose), making.exact([step])),
        kind="removed",
        sources=making.sources(decl.span),
        tags=decl.tags,
    )


# ---------------------------------------------------------------- things and what they have


def split_prose(prose: list[d.Prose], attributes: list[d.Attribute]) -> tuple[list[d.Prose], dict[str, list[d.Prose]]]:
    """Prose before the first attribute is about the whole; prose after one is about that one."""
    own: list[d.Prose] = []
    of: dict[str, list[d.Prose]] = {}
    for line in prose:
        before = [a for a in attributes if a.span < line.span]
        if before:
            of.setdefault(before[-1].name, []).append(line)
        else:
            own.append(line)
    return own, of


def members(
    making: Making, sp: Speech, attributes: list[d.Attribute], symbols: Members, prose: dict[str, list[d.Prose]]
) -> tuple[Item, ...]:
    """One line for each thing that something has, with what the author says about it."""
    found = []
    for decl in attributes:
        symbol = symbols.get(decl.name)
        if symbol is None:
            continue
        text = attribute(sp, symbol, decl)
        name, _, rest = text.partition(":")
        lines = sorted([*decl.prose, *prose.get(decl.name, [])], key=lambda p: p.span)
        notes = tuple(Item(text=p.text, sources=p.sources, tags=p.tags) for p in making.prose(lines, sp))
        found.append(
            Item(
                text=x.runs(f"{x.strong(name)}:{rest}."),
                items=notes,
                sources=making.sources(decl.span),
                tags=decl.tags,
            )
        )
    return tuple(found)


def printed_and_state(making: Making, sp: Speech, decl: d.Piece | d.Place, symbols: Members) -> tuple[list[d.Prose], tuple[Item, ...]]:
    own, of = split_prose(decl.prose, decl.attributes)
    printed = [a for a in decl.attributes if a.nature == "printed"]
    other = [a for a in decl.attributes if a.nature != "printed"]
    found: list[Item] = []
    word = "cell" if isinstance(decl, d.Place) else spoken(decl.name)
    if printed:
        found.append(Item(text=x.runs(f"Printed on each {word}:"), items=members(making, sp, printed, symbols, of)))
    if other:
        found.append(Item(text=x.runs(f"What changes about each {word}:"), items=members(making, sp, other, symbols, of)))
    return own, tuple(found)


def symbol_of(making: Making, decl: d.Piece | d.Place) -> KindSym | PlaceSym:
    world = making.world
    return world.kinds[decl.name] if isinstance(decl, d.Piece) else world.places[decl.name]


def thing_lines(making: Making, sp: Speech, decl: d.Piece | d.Place) -> list[str]:
    """What is said about a kind or place after its colon, in words."""
    symbol = symbol_of(making, decl)
    making.record.seen.add(decl.span)
    if isinstance(symbol, KindSym):
        return piece_traits(sp, symbol)
    return [shape(sp, symbol), *place_traits(sp, symbol)]


def _thing(making: Making, decl: d.Piece | d.Place, kind: str) -> Section:
    sp = making.speech()
    with making.listening() as heard:
        symbol = symbol_of(making, decl)
        own, details = printed_and_state(making, sp, decl, symbol.attrs)
        lines = thing_lines(making, sp, decl)
        if isinstance(symbol, KindSym):
            lines.insert(0, f"in the box: {how_many(making, symbol)[0]}")
        blocks: list[Block] = [*making.prose(own, sp)]
        steps = [Step(line, decl.span) for line in lines]
        items = (*making.items(steps, sp), *details)
        blocks.append(Exact(items=items))
    spans = [decl.span, *(t.span for t in decl.traits), *(r.span for r in decl.rows)]
    return Section(
        id=making.unique(anchor(decl.name)),
        title=spoken(decl.name)[:1].upper() + spoken(decl.name)[1:],
        blocks=tuple(blocks),
        kind=kind,
        sources=making.sources(*spans),
        tags=decl.tags,
        index=tuple(sorted(heard)),
    )


def has_items(making: Making, decl: d.Has) -> tuple[Item, ...]:
    sp = making.speech()
    world = making.world
    making.record.seen.add(decl.span)
    symbols = world.game_attrs if decl.owner is None else world.player_attrs if decl.owner == "Player" else _attributes(making, decl.owner)
    own, of = split_prose(decl.prose, decl.attributes)
    items = list(members(making, sp, decl.attributes, symbols, of))
    for paragraph in making.prose(own, sp):
        items.insert(0, Item(text=paragraph.text, sources=paragraph.sources, tags=paragraph.tags))
    return tuple(items)


def _attributes(making: Making, owner: str) -> Members:
    world = making.world
    if owner in world.kinds:
        return world.kinds[owner].attrs
    if owner in world.enum_attrs:
        return world.enum_attrs[owner]
    return next((p.attrs for p in world.places.values() if p.core.cell_kind == owner), {})


def _has(making: Making, decl: d.Has) -> Section:
    owner = "The game" if decl.owner is None else f"Each {spoken(decl.owner)}"
    return Section(
        id=making.unique(anchor(f"has {decl.owner or 'game'}")),
        title=f"{owner} has",
        blocks=(Exact(items=has_items(making, decl)),),
        kind="attributes",
        sources=making.sources(decl.span),
    )


def type_step(making: Making, decl: d.TypeDecl) -> Step:
    sp = making.speech()
    making.record.seen.add(decl.span)
    sp.see(decl.domain)
    return Step(f"{x.strong(spoken(decl.name))}: {domain(sp, making.world.enums[decl.name])}", decl.span, tags=decl.tags)


def _type(making: Making, decl: d.TypeDecl) -> Section:
    return Section(
        id=making.unique(anchor(decl.name)),
        title=spoken(decl.name).capitalize(),
        blocks=(*making.prose(decl.prose), making.exact([type_step(making, decl)])),
        kind="values",
        sources=making.sources(decl.span),
        tags=decl.tags,
    )


# ---------------------------------------------------------------- options, score, winner


def option_section(making: Making, decl: d.Option) -> Section:
    sp = making.speech()
    symbol = making.world.options[decl.name]
    making.record.seen.add(decl.span)
    sp.see(decl.domain, decl.initial)
    with making.listening() as heard:
        choices = option(sp, symbol.type, symbol.exactly)
        usual = making.game.options[decl.name].replace("_", " ").replace(",", ", ")
        steps = [Step(f"choose {choices}; in this book: {x.strong(x.clean(usual))}", decl.span)]
    return Section(
        id=making.unique(anchor(decl.name)),
        title=spoken(decl.name)[:1].upper() + spoken(decl.name)[1:],
        blocks=(*making.prose(decl.prose, sp), making.exact(steps)),
        kind="option",
        sources=making.sources(decl.span),
        tags=decl.tags,
        index=tuple(sorted(heard)),
    )


def winner_section(making: Making, decl: d.Winner) -> Section:
    with making.listening() as heard:
        steps = scoring.criteria(making.world, making.record, decl)
        blocks: tuple[Block, ...] = (*making.prose(decl.prose), making.exact(steps, numbered=len(steps) > 1))
    return Section(
        id=making.unique(anchor("winner")),
        title="Who wins",
        blocks=blocks,
        kind="winner",
        sources=making.sources(decl.span),
        tags=decl.tags,
        index=(*sorted(heard), "winner"),
    )
