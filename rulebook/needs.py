"""The gate that counts what a player needs: not whether every construct is printed somewhere, but whether the rulebook tells it.

Every kind in the box, every card with its values, every line of the setup in a step, every action with its conditions and costs, every
ending, every way to score, who wins; and chapters in an order in which one can learn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.rulebook.author import manner, printed
from rulewright.rulebook.english.rules import prose_in
from rulewright.rulebook.faults import faults
from rulewright.rulebook.model import Book, Box, CardTable, Glance, Model, Prose, Section, Steps, Table
from rulewright.rulebook.parts.book import Made
from rulewright.rulebook.parts.outline import ends_game, inner, of_setup
from rulewright.rulebook.parts.story import told_kinds
from rulewright.rulebook.text import joined
from rulewright.rulebook.told.claims import meant
from rulewright.rulebook.told.covering import (
    NOTHING,
    Said,
    covered,
    is_bookkeeping,
    named_prose,
    own_prose,
    said,
    switched_off,
    unclaimed,
    words,
)
from rulewright.rulebook.words import plural, spoken

ORDER = ("components", "r-setup", "c-end", "questions", "terms")


@dataclass(frozen=True, slots=True)
class Need:
    what: str
    place: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" if self.place else self.what


def needs(made: Made) -> list[Need]:
    """What a player would miss in the rulebook."""
    return list(_Gate(made).all())


class _Gate:
    def __init__(self, made: Made) -> None:
        self.made = made
        self.world = made.game.world
        self.book: Book = made.book
        self.sections = list(_flat(made.book.sections))
        self.told: set[tuple[int, int, int]] = set()
        for part in (made.book.sections, made.book.about, made.book.goal):
            _spans(part, self.told)

    def all(self) -> Iterator[Need]:
        yield from self.order()
        yield from self.kinds()
        yield from self.cards()
        yield from self.state()
        yield from self.setup()
        yield from self.actions()
        yield from self.deeds()
        yield from self.endings()
        yield from self.points()
        for what, span in faults(self.world, self.book, self.made.body):
            yield Need(what, self.at(span) if span is not None else "")

    def at(self, span: Span) -> str:
        if span.file < 0:
            return ""
        source = self.made.game.loaded.sources[span.file]
        return f"{source.path.name}:{source.position(span.start).line}"

    def is_told(self, span: Span) -> bool:
        return (span.file, span.start, span.end) in self.told

    # ------------------------------------------------------------ box, cards, setup

    def order(self) -> Iterator[Need]:
        places = {s.id: n for n, s in enumerate(self.book.sections)}
        found = [(i, places[i]) for i in ORDER if i in places]
        for (one, first), (other, second) in pairwise(found):
            if first > second:
                yield Need(f"{other} stands before {one}")

    def kinds(self) -> Iterator[Need]:
        shown = {part.id for s in self.sections for b in s.blocks if isinstance(b, Box) for part in b.items}
        for kind in self.world.kinds.values():
            if not any(i.startswith(f"r-{spoken(kind.name).replace(' ', '-')}") for i in shown) and (kind.core.count or kind.core.counted):
                yield Need(f"{plural(spoken(kind.name))} are not in the box", self.at(kind.said.span))

    def cards(self) -> Iterator[Need]:
        listed = {n.name for s in self.sections for b in s.blocks if isinstance(b, CardTable) for r in b.rows for n in r.names}
        tables = [b for s in self.sections for b in s.blocks if isinstance(b, Table)]
        listed |= {joined(cell) for table in tables for row in table.rows for cell in row.cells[:1]}
        boxed = " ".join(joined(part.text) for s in self.sections for b in s.blocks if isinstance(b, Box) for part in b.items)
        made = [joined(b.text) for s in self.sections for b in s.blocks if isinstance(b, Prose) and b.made]
        boxed += " ".join(made)
        parts = [(part.id, joined(part.text)) for s in self.sections for b in s.blocks if isinstance(b, Box) for part in b.items]
        secret = told_kinds(self.world)
        for kind in self.world.kinds.values():
            core = kind.core
            names = [n for n in dict.fromkeys(core.names) if n] if core.names else []
            if kind.name in secret or core.counted or len(set(core.twins)) < 2:
                continue
            own = next((t for n, t in parts if n.startswith(f"r-{spoken(kind.name).replace(' ', '-')}")), "")
            lines = [in_line(text) | {"of"} for text in (own, *made)]
            for name in names:
                if name not in listed and name not in boxed and not any(set(name.lower().split()) <= line for line in lines):
                    yield Need(f"{spoken(kind.name)} “{name}” is not listed", self.at(kind.said.span))

    def state(self) -> Iterator[Need]:
        """Every state has one keeper, and what is printed for it is named in the box and lies on the sheets."""
        kept = self.made.kept
        parts = [part for s in self.sections for b in s.blocks if isinstance(b, Box) for part in b.items]
        boxed = " ".join(joined(text) for part in parts for text in (part.text, *(p.text for p in part.prose))).lower()
        turned = any(w.name == "turned" for w in nodes(self.world.chapters, e.Word))
        for (owner, attribute), number in Counter((one.owner, one.attribute) for one in kept).items():
            if number > 1:
                yield Need(f"the {spoken(attribute)} of {spoken(owner)} is kept twice")
        for owner, attribute in self._states():
            if not any(one.owner == owner and one.attribute == attribute for one in kept):
                yield Need(f"nothing keeps the {spoken(attribute)} of {spoken(owner)}")
        for one in kept:
            name = printed(self.world, one.attribute) or one.label
            if one.printed and name.lower() not in boxed and not (turned and one.attribute == "owner"):
                yield Need(f"what keeps {one.label} is not in the box")

    def _states(self) -> Iterator[tuple[str, str]]:
        """Everything that can change from one moment to the next, by whose it is."""
        world = self.world
        groups = {"game": world.game_attrs, "player": world.player_attrs, **world.enum_attrs}
        groups |= {k.name: k.attrs for k in world.kinds.values()} | {p.name: p.attrs for p in world.places.values()}
        for owner, attrs in groups.items():
            yield from (
                (owner, a.name) for a in attrs.values() if a.nature != "printed" and a.core is not None and a.core.field is not None
            )

    def setup(self) -> Iterator[Need]:
        routines = [r.decl for name in ("setup", *of_setup(self.world)) for r in self.world.routines.get(name, ())]
        steps = {
            (s.file, s.start, s.end)
            for sec in self.sections
            for b in sec.blocks
            if isinstance(b, Steps)
            for i in b.items
            for s in i.sources
        }
        for decl in routines:
            if not isinstance(decl, d.Procedure) or decl.word not in {"setup", "phase"}:
                continue
            for stmt in decl.body:
                calls = isinstance(stmt, d.Sentence | d.Loop) and any(
                    name in of_setup(self.world) for name in _words(stmt) if self.world.routines.get(name)
                )
                if not isinstance(stmt, d.Prose | d.Let) and not calls and (stmt.span.file, stmt.span.start, stmt.span.end) not in steps:
                    yield Need("a line of the setup is in no step", self.at(stmt.span))

    # ------------------------------------------------------------ actions

    def actions(self) -> Iterator[Need]:
        offered = {row.id for s in self.sections for b in s.blocks if isinstance(b, Glance) for row in b.rows}
        turn = self.world.routine("turn", "turn")
        several = turn is not None and len([x for x in turn.decl.body if isinstance(x, d.Decision | d.AnyOrder)]) > 1
        if several and not offered:
            yield Need("what may be done is not in the overview of the turn", self.at(turn.said.span) if turn is not None else "")
        for outer in self.made.body:
            decl = inner(outer) if not isinstance(outer, d.Prose) else outer
            if not isinstance(decl, d.Action | d.Interrupt) or manner(decl) == "left out":
                continue
            name = decl.signature.name
            if not self.is_told(decl.span):
                yield Need(f"the action {spoken(name)} is not told", self.at(decl.span))
                continue
            own = said([*own_prose(decl), *named_prose(self.world, decl)])
            text = own | self._around(decl)
            for demand in nodes(decl.body, d.Demand):
                if self.is_told(demand.span) or covered(self.world, demand, text):
                    continue
                if manner(decl) == "prose":
                    yield from self._left_out(name, demand.span, text | self._offered(name))
                else:
                    yield Need(f"a condition of {spoken(name)} is neither in its words nor told", self.at(demand.span))

    def _left_out(self, name: str, span: Span, text: Said) -> Iterator[Need]:
        """Numbers, comparisons, denials and whose something is, where the author says that prose is enough: names may be others."""
        for claim in unclaimed(meant(self.world).claims(span), text, trusted=True):
            yield Need(f"the words of {spoken(name)} leave out {claim.what}", self.at(span))

    def _offered(self, name: str) -> Said:
        """What is said where an action is offered: it holds for all that are offered there."""
        return said([line for routine in meant(self.world).offers.get(name, []) for line in own_prose(routine.decl)])

    def deeds(self) -> Iterator[Need]:
        """What is done in a rule: in its words, or in a sentence of its own."""
        for outer in self.made.body:
            decl = inner(outer) if not isinstance(outer, d.Prose) else outer
            if not isinstance(decl, d.Action | d.Interrupt | d.Procedure) or manner(decl) == "left out":
                continue
            own = said([*own_prose(decl), *named_prose(self.world, decl)])
            if not own or not self.is_told(decl.span):
                continue
            name = decl.name if isinstance(decl, d.Procedure) else decl.signature.name
            text = own | self._around(decl)
            lets = frozenset(stmt.name for stmt in nodes(decl.body, d.Let))
            for stmt in decl.body:
                if not isinstance(stmt, d.Sentence) or self.is_told(stmt.span) or is_bookkeeping(self.world, stmt):
                    continue
                if manner(decl) == "prose":
                    yield from self._left_out(name, stmt.span, text | self._offered(name))
                elif not covered(self.world, stmt, text, lets):
                    yield Need(f"something done in {spoken(name)} is neither in its words nor told", self.at(stmt.span))

    def _around(self, decl: d.Decl) -> Said:
        """What is said in the section of a rule, and at the head of its chapter."""
        span = (decl.span.file, decl.span.start, decl.span.end)
        for chapter in self.book.sections:
            for section in _flat((chapter,)):
                if any((s.file, s.start, s.end) == span for s in section.sources):
                    return words(" ".join([*_texts(section), *(t for b in chapter.blocks for t in _texts(b))]))
        return NOTHING

    # ------------------------------------------------------------ the end

    def endings(self) -> Iterator[Need]:
        end = [s for s in self.sections if s.kind == "end"]
        spans: set[tuple[int, int, int]] = set()
        _spans(tuple(end), spans)
        for outer in self.made.body:
            decl = inner(outer) if not isinstance(outer, d.Prose) else outer
            left = manner(decl) == "left out"
            if (
                isinstance(decl, d.Standing | d.Hook)
                and not left
                and ends_game(decl)
                and (decl.span.file, decl.span.start, decl.span.end) not in spans
            ):
                yield Need("an ending is not told", self.at(decl.span))
        play = self.world.routine("play", "play")
        if play is None:
            return
        key = (play.said.span.file, play.said.span.start, play.said.span.end)
        loops = [stmt for stmt in play.decl.body if isinstance(stmt, d.Repeat | d.While)]
        if loops and key not in spans:
            yield Need("an ending is not told: how long the rounds go on", self.at(play.said.span))
        text = words(" ".join(t for s in end for t in _texts(s)))
        for loop in loops:
            test = loop.test if isinstance(loop, d.While) else loop.until or loop.times
            if test is not None and (switched_off(self.world, test) or (manner(play.decl) == "prose" and text)):
                continue
            if (
                test is not None
                and key in spans
                and not self.is_told(loop.span)
                and not covered(self.world, test, text | said(prose_in(play.decl.body)))
            ):
                yield Need("an ending is not told: when this loop stops", self.at(loop.span))

    def points(self) -> Iterator[Need]:
        score = self.world.score
        if score is not None:
            for entry in score.entries:
                if not self.is_told(entry.span):
                    yield Need("a way to score is not told", self.at(entry.span))
            if not any(s.kind == "winner" or s.title == "The winner" for s in self.sections):
                yield Need("who wins is not told", self.at(score.span))
        if self.world.winner is not None and not self.is_told(self.world.winner.span):
            yield Need("who wins is not told", self.at(self.world.winner.span))


def _words(stmt: d.Sentence | d.Loop) -> list[str]:
    return [w.name for w in nodes(stmt, e.Word)]


def _flat(sections: tuple[Section, ...]) -> Iterator[Section]:
    for section in sections:
        yield section
        yield from _flat(section.sections)


def _spans(node: object, found: set[tuple[int, int, int]]) -> None:
    if isinstance(node, tuple):
        for inside in node:
            _spans(inside, found)
    elif isinstance(node, Model):
        for name in type(node).model_fields:
            if name == "sources":
                found.update((s.file, s.start, s.end) for s in node.sources)  # type: ignore[attr-defined]
            elif name not in {"svg", "alt", "tags"}:
                _spans(getattr(node, name), found)


def _texts(node: object) -> list[str]:
    found: list[str] = []

    def walk(inside: object) -> None:
        if isinstance(inside, tuple):
            if inside and all(hasattr(run, "style") and hasattr(run, "text") for run in inside):
                found.append(joined(inside))
            else:
                for one in inside:
                    walk(one)
        elif isinstance(inside, Model):
            for name in type(inside).model_fields:
                if name not in {"svg", "alt", "sources"}:
                    walk(getattr(inside, name))

    walk(node)
    return found


def in_line(text: str) -> set[str]:
    """The words of a line that lists cards by their values: `In each suit (clubs, hearts): 1 to 9`."""
    found = set(re.findall(r"\w+", text.lower()))
    for low, high in re.findall(r"(\d+) to (\d+)", text):
        found |= {str(n) for n in range(int(low), int(high) + 1)}
    return found
