"""What every part of a book is made with: the game, its words so far, and the way from steps to items that carry their sources."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.meaning.uses import on_diagonals, used
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.text import Prose as Line
from rulewright.dsl.world import World
from rulewright.faces import studio
from rulewright.faces.painter import Painter
from rulewright.play.examples import ExampleResult
from rulewright.play.game import Game
from rulewright.rulebook import text as x
from rulewright.rulebook.english.prose import fill, paragraphs
from rulewright.rulebook.english.rules import Rule
from rulewright.rulebook.english.speech import Record, Speech, addressed, anchor
from rulewright.rulebook.english.steps import Step
from rulewright.rulebook.loads import Loads
from rulewright.rulebook.model import Block, Exact, Item, Prose, Section, Source
from rulewright.rulebook.parts.outline import Chapter
from rulewright.rulebook.parts.stock import Stock, stock

# Leads that go on as one sentence with what follows them.
FLOWING = ("Choose", "Allowed only if", "Only if", "Then", "When", "At once when", "To", "For", "First")


@dataclass(slots=True)
class Head:
    """The beginning of a section: what is said first, the places it comes from, and their tags."""

    blocks: list[Block]
    spans: list[Span]
    tags: tuple[str, ...]


@dataclass(slots=True)
class Making:
    game: Game
    record: Record = field(default_factory=Record)
    ids: set[str] = field(default_factory=set)
    pictured: dict[str, int] = field(default_factory=dict)
    stock: Stock = field(default_factory=lambda: Stock({}))
    loads: Loads = field(default_factory=Loads)
    offered: list[d.Variant] = field(default_factory=list)  # variants that are told beside the rules
    left_out: set[Span] = field(default_factory=set)  # examples that the variants of this book make void
    told: dict[Span, int] = field(default_factory=dict)  # rules that stand in the book of the story, and where
    played: list[ExampleResult] = field(default_factory=list)  # the examples of the book, as they were run
    painters: dict[int, Painter] = field(default_factory=dict)  # by the identity of their games, which `loads` keeps

    @property
    def world(self) -> World:
        return self.game.world

    def uses(self, *names: str) -> bool:
        """Whether the rules use a function or verb of the library."""
        return not used(rules_of(self.world)).isdisjoint(names)

    @property
    def checkered(self) -> bool:
        """Boards on which diagonals matter are drawn in two shades."""
        return on_diagonals(rules_of(self.world))

    def painter(self) -> Painter:
        """Whoever draws the pieces of this game."""
        key = id(self.game)
        if key not in self.painters:
            self.painters[key] = studio.painter(self.game)
        return self.painters[key]

    def stock_of(self, game: Game) -> Stock:
        """Everything in the box of another load of this game."""

        return stock(game, studio.painter(game), self.loads)

    def speech(self) -> Speech:
        return addressed(self.world, self.record)

    # ------------------------------------------------------------ sources and names

    def source(self, span: Span) -> Source:
        if span.file < 0:
            return Source(file=-1, start=0, end=0)
        line = self.game.loaded.sources[span.file].position(span.start).line
        return Source(file=span.file, start=span.start, end=span.end, line=line)

    def sources(self, *spans: Span) -> tuple[Source, ...]:
        return tuple(self.source(s) for s in dict.fromkeys(spans))

    def unique(self, wanted: str) -> str:
        """An anchor that is not taken yet."""
        found, number = wanted, 1
        while found in self.ids:
            number += 1
            found = f"{wanted}-{number}"
        self.ids.add(found)
        return found

    def picture_id(self, stem: str) -> str:
        self.pictured[stem] = self.pictured.get(stem, 0) + 1
        return f"fig-{stem}-{self.pictured[stem]}"

    @contextmanager
    def listening(self) -> Iterator[set[str]]:
        """The terms that are named while something is being made."""
        before = self.record.terms
        heard: set[str] = set()
        self.record.terms = heard
        try:
            yield heard
        finally:
            self.record.terms = before | heard

    # ------------------------------------------------------------ text

    def head(self, chapters: list[Chapter]) -> Head:
        """What authors say at the heads of chapters whose contents stand in one section."""
        blocks: list[Block] = [paragraph for chapter in chapters for paragraph in self.prose(chapter.prose)]
        return Head(blocks, [c.span for c in chapters if c.title], tuple(tag for c in chapters for tag in c.tags))

    def prose(self, lines: list[Line], sp: Speech | None = None) -> tuple[Prose, ...]:
        """The author's paragraphs, values filled in."""
        speech = sp or self.speech()
        found = []
        for group in paragraphs(lines):
            text = fill(speech, " ".join(line.text.strip() for line in group))
            tags = tuple(t for line in group for t in line.tags)
            found.append(Prose(text=x.runs(text), sources=self.sources(*(line.span for line in group)), tags=tags))
        return tuple(found)

    def items(self, steps: list[Step], sp: Speech | None = None, flowing: bool = False) -> tuple[Item, ...]:
        return tuple(self._item(step, sp, flowing, n == len(steps) - 1) for n, step in enumerate(steps))

    def _item(self, step: Step, sp: Speech | None, flowing: bool, last: bool) -> Item:
        """`flowing`: the line goes on with the sentence of the line above it."""
        flows = step.lead.startswith(FLOWING)
        inner = list(self.items(step.steps, sp, flows and not step.numbered))
        for group in paragraphs(step.prose):
            said = fill(sp or self.speech(), " ".join(line.text.strip() for line in group))
            spans = tuple(line.span for line in group)
            tags = tuple(t for line in group for t in line.tags)
            inner.append(Item(text=x.runs(x.sentence(said)), lead="If not:", sources=self.sources(*spans), tags=tags))
        stop = ":" if step.steps else "."
        if not step.text:
            text = ""
        elif flowing:
            text = step.text + (":" if step.steps else "." if last else ";")
        elif flows:
            text = step.text + ("" if x.plain(step.text).endswith((".", ":")) else stop)
        else:
            text = x.sentence(step.text, stop)
        return Item(
            text=x.runs(text),
            lead=step.lead + ("" if flows or not step.lead else ":"),
            numbered=step.numbered,
            items=tuple(inner),
            others=self.items(step.others, sp),
            sources=self.sources(*step.sources),
            tags=step.tags,
        )

    def exact(self, steps: list[Step], sp: Speech | None = None, title: str = "", numbered: bool = False) -> Exact:
        if numbered and len(steps) > 1:
            items = (Item(text=(), numbered=True, items=self.items(steps, sp)),)
            return Exact(items=items, title=title)
        return Exact(items=self.items(steps, sp), title=title)

    def section(self, rule: Rule, heard: set[str], extra: tuple[Block, ...] = ()) -> Section:
        """A rule under its own heading: prose first, then exactly. What the book of the story tells is only looked up there."""
        if rule.span in self.told:
            said = f"read paragraph {self.told[rule.span]} of the book of the story, when the rules or a card say so"
            rule.steps = [Step(said, rule.span)]
        in_order = rule.kind in {"setup", "turn", "play", "phase", "procedure"}
        blocks: list[Block] = [*self.prose(rule.prose, rule.speech)]
        if rule.steps:
            blocks.append(self.exact(rule.steps, rule.speech, numbered=in_order))
        return Section(
            id=self.unique(anchor(rule.name or rule.title)),
            title=rule.title,
            blocks=(*blocks, *extra),
            sources=self.sources(rule.span, *rule.spans),
            tags=rule.tags,
            kind=rule.kind,
            index=tuple(sorted(heard)),
        )
