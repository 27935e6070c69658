"""Glossary and index: what the words of the rules mean, and where they are spoken of."""

from __future__ import annotations

import re

from rulewright.dsl.syntax import declarations as d
from rulewright.rulebook import text as x
from rulewright.rulebook.english import definitions, rules
from rulewright.rulebook.english.domains import domain, shape
from rulewright.rulebook.english.speech import Record, addressed, anchor
from rulewright.rulebook.model import Book, Definition, Glossary, IndexEntry, Section, Text
from rulewright.rulebook.parts.components import how_many
from rulewright.rulebook.parts.making import Making
from rulewright.rulebook.words import slug, spoken


def section(making: Making) -> Section:
    world = making.world
    quiet = addressed(world, Record())
    entries: dict[str, Definition] = {}

    def add(name: str, title: str, text: Text, ref: str) -> None:
        key = title.lower()
        if key not in entries and text:
            entries[key] = Definition(id=f"g-{slug(spoken(name))}", term=title, sort_key=key, text=text, ref=ref)

    for kind in world.kinds.values():
        add(
            kind.name,
            spoken(kind.name),
            _said(making, kind.decl.prose, f"A kind of piece; there {_number(making, kind.name)}."),
            anchor(kind.name),
        )
    for place in world.places.values():
        if place.decl is not None:
            add(
                place.name,
                spoken(place.name),
                _said(making, place.decl.prose, x.sentence(f"a place: {shape(quiet, place)}")),
                anchor(place.name),
            )
    for name, type in world.enums.items():
        decl = next((t_ for t_ in world.chapters if isinstance(t_, d.TypeDecl) and t_.name == name), None)
        add(name, spoken(name), _said(making, decl.prose if decl else [], x.sentence(f"a value: {domain(quiet, type)}")), anchor(name))
    for define in world.defines.values():
        add(
            define.name,
            spoken(define.name).removeprefix("the "),
            _said(making, define.decl.prose, _short(making, define.decl)),
            anchor(define.name),
        )
    for name, routines in world.routines.items():
        lines = rules.prose_in(routines[0].decl.body)[:2]
        if lines:  # what only the exact rules say is found through the index
            add(name, spoken(name), _said(making, lines, ""), anchor(name))
    for attr in [*world.player_attrs.values(), *world.game_attrs.values()]:
        owner = "Each player has" if attr.owner == "player" else "The game has"
        add(attr.name, spoken(attr.name), x.runs(f"{owner} this: {domain(quiet, attr.type)}."), "kept")
    for option in world.options.values():
        add(option.name, spoken(option.name), _said(making, option.decl.prose, "An option."), anchor(option.name))
    ordered = sorted(entries.values(), key=lambda e: e.sort_key)
    for entry in ordered:
        making.ids.add(entry.id)
    return Section(id=making.unique("glossary"), title="Glossary", blocks=(Glossary(items=tuple(ordered)),))


def _number(making: Making, kind: str) -> str:
    text, number = how_many(making, making.world.kinds[kind])
    return f"is {text}" if number == 1 else f"are {text}"


def _said(making: Making, prose: list[d.Prose], otherwise: str) -> Text:
    """The author's first paragraph, or what can be said without one."""
    quiet = Making(making.game, Record(), set(), {})
    paragraphs = quiet.prose(prose[:3])
    return paragraphs[0].text if paragraphs else x.runs(otherwise)


def _short(making: Making, decl: d.Define) -> str:
    rule = definitions.define(making.world, Record(), decl)
    first = rule.steps[0] if rule.steps else None
    if first is None:
        return ""
    if first.steps:
        head = first.text.split(" the first of these")[0].split(", by the first line")[0]
        return x.sentence(f"{re.sub(' (is|are|consists of)$', '', head)}: told case by case")
    return x.sentence(first.text)


# ---------------------------------------------------------------- index


def index(making: Making, sections: list[Section]) -> tuple[IndexEntry, ...]:
    """Every term with the sections that define it and those that speak of it."""
    world = making.world
    names = {**{n: spoken(n) for n in world.kinds}, **{n: spoken(n) for n in world.places}, **{n: spoken(n) for n in world.enums}}
    names |= {n: spoken(n).removeprefix("the ") for n in world.defines} | {n: spoken(n) for n in world.routines}
    names |= {n: spoken(n) for n in (*world.player_attrs, *world.game_attrs, *world.options)}
    names |= {"winner": "winner", "score": "score"}
    main: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    ids: set[str] = set()

    def walk(section: Section) -> None:
        ids.add(section.id)
        for block in section.blocks:
            if block.sort == "components":
                ids.update(c.id for c in block.items)
            elif block.sort == "cards":
                for card in block.items:
                    ids.add(card.id)
                    for one in card.name.split(", "):
                        main.setdefault(one, []).append(card.id)
            elif block.sort == "example":
                main.setdefault(f"example: {block.title}", []).append(block.id)
        for term in section.index:
            if term in names or term == section.title:
                others.setdefault(names.get(term, term), []).append(section.id)
        for inside in section.sections:
            walk(inside)

    for section_ in sections:
        walk(section_)
    for name, title in names.items():
        if anchor(name) in ids:
            main.setdefault(title, []).append(anchor(name))
    found = []
    for title in sorted({*main, *others}, key=lambda w: (w.lower(), w)):
        first = tuple(dict.fromkeys(main.get(title, [])))
        rest = tuple(i for i in dict.fromkeys(others.get(title, [])) if i not in first)
        if first or rest:
            found.append(IndexEntry(term=x.clean(title), main=first, others=rest))
    return tuple(found)


def linked(book: Book) -> Book:
    """References that lead nowhere become plain text; those to the glossary are set right."""
    data = book.model_dump()
    ids = _ids(data)

    def walk(node: object) -> None:
        if isinstance(node, dict):
            ref = node.get("ref")
            if ref and ref not in ids and "style" in node:
                other = "g-" + str(ref).removeprefix("r-")
                node["ref"] = other if other in ids else ""
            elif ref and ref not in ids:
                node["ref"] = ""
            for inside in node.values():
                walk(inside)
        elif isinstance(node, list | tuple):
            for inside in node:
                walk(inside)

    walk(data)
    return Book.model_validate(data)


def _ids(node: object) -> set[str]:
    found: set[str] = set()
    if isinstance(node, dict):
        own = node.get("id")
        if isinstance(own, str):
            found.add(own)
        for inside in node.values():
            found |= _ids(inside)
    elif isinstance(node, list | tuple):
        for inside in node:
            found |= _ids(inside)
    return found
