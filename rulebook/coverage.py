"""The coverage gate: every construct of the rules is printed somewhere, and everything printed as a rule comes from a construct.

What is printed is read from the sources in the document model; what there is, from the syntax tree. Below the constructs, every word
and number of a condition or formula must have gone into a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.dsl.source import Sources, Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.builder import DECL, ITEMS, STEPS, STMT
from rulewright.dsl.syntax.walk import nodes
from rulewright.rulebook.author import phrase
from rulewright.rulebook.model import Book, Exact, Item, Section
from rulewright.rulebook.parts.book import Made
from rulewright.rulebook.text import joined

# Whatever can stand on a line of rules; a file that includes another says nothing itself.
PARTS = frozenset({d.Attribute, d.Trait, d.Entry, d.Criterion, d.Member})
CONSTRUCTS: tuple[type, ...] = tuple((DECL | STMT | ITEMS | STEPS | PARTS) - {d.Include, d.Show, d.Shown})
LEAVES = (e.Num, e.Word, e.Kind, e.Text)
SILENT = frozenset({"player", "die"})  # words that English says by `you` or by the verb


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that is not printed, or is printed without a source."""

    what: str
    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}: {self.text}" if self.place else f"{self.what}: {self.text}"


@dataclass(frozen=True, slots=True)
class Coverage:
    constructs: int
    unprinted: tuple[Gap, ...]
    unsaid: tuple[Gap, ...]  # words of a construct that went into no sentence
    untraced: tuple[Gap, ...]

    @property
    def complete(self) -> bool:
        return not (self.unprinted or self.unsaid or self.untraced)


def check(made: Made) -> Coverage:
    sources = made.game.loaded.sources
    printed = printed_spans(made.book)
    found = list(constructs(made.body))
    printed |= {(s.file, s.start, s.end) for s in _said(made)}
    unprinted = [
        _gap(sources, node) for node in found if (node.span.file, node.span.start, node.span.end) not in printed and not _blank(node)
    ]
    unsaid = [_gap(sources, leaf) for leaf in _leaves(made.body) if leaf.span not in made.record.seen]
    return Coverage(len(found), tuple(unprinted), tuple(unsaid), tuple(untraced(made.book)))


def constructs(trees: object) -> Iterator[d.Decl]:
    """Every construct, outer ones first, each once."""
    seen: set[tuple[str, Span]] = set()
    for node in nodes(trees, object):
        if isinstance(node, CONSTRUCTS):
            key = (type(node).__name__, node.span)  # type: ignore[attr-defined]
            if key not in seen:
                seen.add(key)
                yield node  # type: ignore[misc]


def _said(made: Made) -> set[Span]:
    """The phrases that went into a sentence, with their holes filled: they are printed there."""
    lines = (phrase(node) for node in nodes(made.body, object))
    return {line.span for line in lines if line is not None} & made.record.seen


def _blank(node: object) -> bool:
    return isinstance(node, d.Prose) and not node.text.strip()


def _leaves(trees: object) -> Iterator[e.Word | e.Num | e.Kind | e.Text]:
    """Words and numbers of conditions, formulas and sentences; traits and domains are printed as a whole."""
    for node in nodes(trees, object):
        if isinstance(node, LEAVES) and not (isinstance(node, e.Word) and node.name in SILENT):
            yield node


def _gap(sources: Sources, node: object) -> Gap:
    span: Span = node.span  # type: ignore[attr-defined]
    where = ""
    if span.file >= 0:
        source = sources[span.file]
        where = f"{source.path.name}:{source.position(span.start).line}"
    return Gap(type(node).__name__.lower(), where, sources.text(span).split("\n")[0][:80])


# ---------------------------------------------------------------- the book


def printed_spans(book: Book) -> set[tuple[int, int, int]]:
    found: set[tuple[int, int, int]] = set()

    def walk(node: object) -> None:
        if isinstance(node, dict):
            for name, inside in node.items():
                if name == "sources":
                    found.update((s["file"], s["start"], s["end"]) for s in inside)
                else:
                    walk(inside)
        elif isinstance(node, list | tuple):
            for inside in node:
                walk(inside)

    walk(book.model_dump(exclude={"kit", "aid", "index"}))
    return found


def untraced(book: Book) -> Iterator[Gap]:
    """Exact rules without a source."""
    for section in _all(book.reference):
        if section.id in {"colophon"}:
            continue
        for block in section.blocks:
            if isinstance(block, Exact):
                for item in block.items:
                    yield from _item(section, item)


def _item(section: Section, item: Item) -> Iterator[Gap]:
    if not item.sources and not item.items:
        yield Gap("printed without a rule", "", f"{section.title}: {joined(item.text)}")
    for inside in (*item.items, *item.others):
        yield from _item(section, inside)


def _all(sections: tuple[Section, ...]) -> Iterator[Section]:
    for section in sections:
        yield section
        yield from _all(section.sections)
