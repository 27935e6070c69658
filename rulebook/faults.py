"""Faults of telling, which a count of what is told does not see: heads over nothing, the same rule twice, examples before their rules,
pictures without what they are about, cards that only the rulebook has."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import World
from rulewright.rulebook.author import manner, short
from rulewright.rulebook.model import Book, Exact, Example, Item, Section, Source, Told
from rulewright.rulebook.parts.outline import inner
from rulewright.rulebook.told.covering import covered, own_prose, said
from rulewright.rulebook.words import spoken

Fault = tuple[str, Span | None]
Key = tuple[int, int, int]


def faults(world: World, book: Book, body: list[d.Decl | d.Prose]) -> Iterator[Fault]:
    decls = [inner(outer) for outer in body if not isinstance(outer, d.Prose)]
    yield from _heads(book, decls)
    yield from _twins(world, book, decls)
    yield from _examples(book, decls)


def _key(span: Span | Source) -> Key:
    return span.file, span.start, span.end


def _flat(sections: tuple[Section, ...]) -> Iterator[Section]:
    for section in sections:
        yield section
        yield from _flat(section.sections)


def _heads(book: Book, decls: list[d.Decl]) -> Iterator[Fault]:
    """A definition without words of its own is folded into what uses it, and is never a head."""
    silent = {_key(decl.span): decl for decl in decls if isinstance(decl, d.Define) and not decl.prose and not short(decl)}
    for section in _flat(book.sections):
        for source in section.sources:
            decl = silent.get(_key(source))
            if section.title and decl is not None and manner(decl) != "exact":
                yield f"{spoken(decl.name)} has a head and no words", decl.span


def _twins(world: World, book: Book, decls: list[d.Decl]) -> Iterator[Fault]:
    """What prose says is not said again in words made from the rules."""
    made: set[Key] = set()
    for section in _flat(book.sections):
        for block in section.blocks:
            if isinstance(block, Told | Exact):
                for item in block.items:
                    made |= set(_spans(item))
    for decl in decls:
        if not isinstance(decl, d.Action | d.Interrupt | d.Procedure) or manner(decl) == "exact":
            continue
        words = said(own_prose(decl))
        for stmt in decl.body:
            if words and isinstance(stmt, d.Sentence | d.Demand) and _key(stmt.span) in made and covered(world, stmt, words):
                yield "a rule is told twice, in prose and in words made from it", stmt.span


def _spans(item: Item) -> Iterator[Key]:
    yield from map(_key, item.sources)
    for inside in (*item.items, *item.others):
        yield from _spans(inside)


def _examples(book: Book, decls: list[d.Decl]) -> Iterator[Fault]:
    """An example stands behind the rules of its chapter, and its picture shows what it is about."""
    known = {_key(decl.span): decl for decl in decls if isinstance(decl, d.Example)}
    for chapter in book.sections:
        behind: list[Example] = []
        for section in _flat((chapter,)):
            rules = [b for b in section.blocks if b.sort in {"prose", "told", "exact", "steps", "glance"}]
            if section.id.startswith("c-"):
                behind = []  # a chapter within this one, with examples of its own
            if behind and rules and section.kind != "winner":
                yield f"the example “{behind[0].title}” stands before rules of its chapter", None
                behind = []
            behind += [b for b in section.blocks if isinstance(b, Example)]
            for block in section.blocks:
                if isinstance(block, Example):
                    yield from _picture(block, next((known[_key(s)] for s in block.sources if _key(s) in known), None))


def _picture(block: Example, decl: d.Example | None) -> Iterator[Fault]:
    if decl is None:
        return
    figures = (*block.before, *block.after)
    put = any(isinstance(step, d.Given) and any(True for _ in nodes(step, d.Sentence)) for step in decl.steps)
    if put and not figures:
        yield f"the example “{block.title}” has no picture", decl.span
    if block.after and not sum(figure.marks for figure in figures):
        yield f"the pictures of “{block.title}” do not show what happened", decl.span
