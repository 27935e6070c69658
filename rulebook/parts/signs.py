"""Signs for resources in the running text: whatever players gain, pay and count has its icon beside its name, where a number meets it.

What enters is a whole book; what leaves is the same book whose runs are cut where a sign belongs. No word is changed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rulewright.dsl import types as t
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.meaning.uses import changed
from rulewright.dsl.world import AttrSym, World
from rulewright.faces.icons import known, small
from rulewright.rulebook import text as x
from rulewright.rulebook.model import Book, Icon, Model, Named, Note, Row, Run, Section, Text
from rulewright.rulebook.words import is_plural, plural, slug, spoken

NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
OWNERS = r"(?:(?:to|off|from) (?:(?:the|your|their|his|her|its|\w+’s) ){1,2})?"
IS = r"(?: (?:is|are|be|becomes|to) (?:(?:at least|at most|less than|more than|now|exactly) )?|: | [+−-]?)"
COMPONENTS = "components"
MOST_SIGNS = 5  # of one sort that stand side by side; more are a number
_PRICE = re.compile(r"(\d+) (.+)")
_LABEL = re.compile(r"(\D*)(.*)")


@dataclass(frozen=True, slots=True)
class Resource:
    """Something that is counted out: its name in the rules, and its place among its like, which decides how it is drawn."""

    name: str
    number: int

    @property
    def icon(self) -> str:
        return f"icon-{slug(spoken(self.name))}"

    @property
    def words(self) -> tuple[str, ...]:
        """The forms under which it is spoken of."""
        name = x.clean(spoken(self.name))
        return (name, name.removesuffix("s")) if is_plural(name) else (name, plural(name))


def resources(world: World) -> list[Resource]:
    """The members of what costs are made of, numbers that rules let grow and shrink, and points, each with a picture that no other has."""
    counted = [Resource(name, number) for name, number in _members(world)]
    growing = changed(rules_of(world))
    attributes = [a for a in _attributes(world) if isinstance(t.bare(a.type), t.Number)]
    numbers = [a.name for a in attributes if a.name in growing and a.per is None and a.nature != "counter" and known(a.name)]
    points = ["points"] if world.score is not None and not any(a.name == "points" for a in attributes) else []
    counted += [Resource(name, number) for number, name in enumerate(dict.fromkeys([*numbers, *points]))]
    found: dict[object, Resource] = {}
    for one in counted:
        found.setdefault(known(one.name) or one.name, one)
    return list(found.values())


def _attributes(world: World) -> list[AttrSym]:
    groups = [world.player_attrs, world.game_attrs, *(k.attrs for k in world.kinds.values())]
    groups += [*(p.attrs for p in world.places.values()), *world.enum_attrs.values()]
    return [attr for group in groups for attr in group.values()]


def _members(world: World) -> list[tuple[str, int]]:
    """The members of the types of which there are bags, or numbers of each."""
    found: dict[str, int] = {}
    for attr in _attributes(world):
        per = attr.per if isinstance(t.bare(attr.type), t.Number) else None
        match per or attr.type:
            case t.Enum(_, members) if per is not None:
                found |= {m: i for i, m in enumerate(members)}
            case t.BagOf(t.Enum(_, members)):
                found |= {m: i for i, m in enumerate(members)}
    return list(found.items())


# ---------------------------------------------------------------- into the book


def signed(book: Book, found: list[Resource]) -> Book:
    """The book with its signs, and with a legend at the head of its components. Signs that are needed nowhere are left out."""
    if not found:
        return book
    pen = _Pen(found)
    parts = {name: pen.value(getattr(book, name)) for name in ("sections", "aid", "story")}
    used = [one for one in found if one.icon in pen.used]
    if not used:
        return book
    icons = tuple(Icon(id=one.icon, name=x.clean(spoken(one.name)), svg=small(one.name, one.number).render()) for one in used)
    sections = tuple(_with_legend(s, used) if s.id == COMPONENTS else s for s in parts["sections"])
    return book.model_copy(update={**parts, "sections": sections, "icons": icons})


def _with_legend(section: Section, used: list[Resource]) -> Section:
    items = tuple((Run(text=one.words[0], icon=one.icon),) for one in used)
    return section.model_copy(update={"blocks": (Note(title="Signs in this book", items=items, short=True), *section.blocks)})


class _Pen:
    """Whoever cuts the runs: one pattern for all names, and a note of those that were met."""

    def __init__(self, found: list[Resource]) -> None:
        self.by_word = {word.lower(): one.icon for one in found for word in one.words}
        names = "|".join(re.escape(word) for word in sorted(self.by_word, key=len, reverse=True))
        before = rf"(?:(?<![\w.,+−-])[+−-]?{NUMBER}|\)) {OWNERS}(?P<a>{names})\b"
        after = rf"\b(?P<b>{names})(?:{IS}\d| equal to )"
        self.pattern = re.compile(f"{before}|{after}", re.IGNORECASE)
        self.used: set[str] = set()

    def value(self, value: Any) -> Any:
        """Any part of the model: texts are cut, everything else is passed through."""
        if isinstance(value, tuple):
            if value and all(isinstance(one, Run) for one in value):
                return self.text(value)
            made = tuple(self.value(one) for one in value)
            return made if any(a is not b for a, b in zip(made, value, strict=True)) else value
        if isinstance(value, Named):
            return value.model_copy(update={"facts": tuple(self.price(fact) or self.text(fact) for fact in value.facts)})
        if isinstance(value, Row):
            return value.model_copy(update={"cells": tuple(self.price(cell) or self.text(cell) for cell in value.cells)})
        if not isinstance(value, Model) or isinstance(value, Run):
            return value
        changed = {}
        for name in type(value).model_fields:
            old = getattr(value, name)
            if isinstance(old, tuple | Model):
                new = self.value(old)
                if new is not old:
                    changed[name] = new
        return value.model_copy(update=changed) if changed else value

    def price(self, text: Text) -> Text:
        """A price as the signs that are on the face: each as often as it is asked for. Nothing, if it is something else than a price."""
        label, number_ = _LABEL.match(x.joined(text)).groups()  # type: ignore[union-attr]
        found: list[Run] = [Run(text=label)] if label else []
        for n, choice in enumerate(number_.split(" or ")):
            found += [Run(text=" or ")] if n else []
            for number, part in enumerate(choice.split(", ")):
                match = _PRICE.fullmatch(part)
                icon = self.by_word.get(match.group(2).lower(), "") if match else ""
                if match is None or not icon or not 0 < int(match.group(1)) <= MOST_SIGNS:
                    return ()
                found += [Run(text=", ", times=1)] if number else []  # for those who read the words
                found.append(Run(text=part, icon=icon, times=int(match.group(1))))
        self.used |= {run.icon for run in found if run.icon}
        return tuple(found)

    def text(self, text: Text) -> Text:
        whole = x.joined(text)
        at: dict[int, tuple[int, str]] = {}
        place = 0
        while match := self.pattern.search(whole, place):
            group = "a" if match.group("a") else "b"
            if not _inside_term(text, match.start(group), match.end(group)):
                at[match.start(group)] = match.end(group), self.by_word[match.group(group).lower()]
            place = match.end(group)
        if not at:
            return text
        self.used |= {icon for _, icon in at.values()}
        return tuple(_cut(text, at))


def _inside_term(text: Text, start: int, end: int) -> bool:
    """Whether a word is only a part of a longer term, which stays whole."""
    begin = 0
    for run in text:
        last = begin + len(run.text)
        if begin < end and start < last and run.style == "term" and (begin < start or end < last):
            return True
        begin = last
    return False


def _cut(text: Text, at: dict[int, tuple[int, str]]) -> list[Run]:
    """The runs, cut at the words that have a sign."""
    edges = sorted({*at, *(end for end, _ in at.values())})
    found: list[Run] = []
    begin = 0
    for run in text:
        end = begin + len(run.text)
        marks = [begin, *(edge for edge in edges if begin < edge < end), end]
        for a, b in pairwise(marks):
            icon = at[a][1] if a in at else ""
            found.append(run.model_copy(update={"text": run.text[a - begin : b - begin], "icon": icon}))
        begin = end
    return found
