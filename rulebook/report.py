"""The report for the author: what in the rulebook was made from the rules, sentence by sentence, and where a line of prose would serve
better; what a player needs and nobody says; what only the reference has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.dsl.syntax import declarations as d
from rulewright.rulebook.author import manner, short
from rulewright.rulebook.model import Glance, Item, Prose, Section, Source, Steps, Told
from rulewright.rulebook.needs import needs
from rulewright.rulebook.parts.book import Made
from rulewright.rulebook.parts.outline import inner
from rulewright.rulebook.text import joined
from rulewright.rulebook.words import spoken


@dataclass(frozen=True, slots=True)
class Line:
    chapter: str
    place: str  # file and line
    text: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    sentences: int  # paragraphs and steps in all
    made: tuple[Line, ...]
    missing: tuple[str, ...]
    left: tuple[Line, ...]  # told in the reference alone

    @property
    def share(self) -> float:
        """How much of the rulebook is in the author's words."""
        return 100.0 * (1 - len(self.made) / max(1, self.sentences))


def report(made: Made) -> Report:
    lines: list[Line] = []
    whole = 0
    for chapter in made.book.sections:
        for section in _flat(chapter):
            for said, sources, own in _sentences(section):
                whole += 1
                if not own:
                    where = section.title or chapter.title
                    lines.append(
                        Line(
                            f"{chapter.title}, {where}" if where != chapter.title else where, _place(made, sources), said, _advice(section)
                        )
                    )
    return Report(whole, tuple(lines), tuple(str(n) for n in needs(made)), tuple(_left(made)))


def _advice(section: Section) -> str:
    if section.kind in {"action", "interrupt", "phase", "turn", "procedure"}:
        return "a line of prose in this rule would say it better"
    return {"setup": "a line of prose behind this line of the setup", "score": "a line of prose below this entry of the score"}.get(
        section.kind, ""
    )


def _sentences(section: Section) -> Iterator[tuple[str, tuple[Source, ...], bool]]:
    for block in section.blocks:
        match block:
            case Prose():
                yield joined(block.text), block.sources, not block.made
            case Told():
                for item in block.items:
                    yield _line(item), item.sources or tuple(s for i in item.items for s in i.sources), False
            case Steps():
                for step in block.items:
                    yield joined(step.text), step.sources, not step.made
            case Glance():
                continue


def _line(item: Item) -> str:
    inside = " ".join(_line(i) for i in (*item.items, *item.others))
    return f"{joined(item.text)} {inside}".strip()


def _place(made: Made, sources: tuple[Source, ...]) -> str:
    first = next((s for s in sources if s.file >= 0), None)
    return f"{made.book.files[first.file]}:{first.line}" if first is not None else ""


def _left(made: Made) -> Iterator[Line]:
    """Definitions that have no words of their own, and rules that their author leaves out."""
    for outer in made.body:
        decl = inner(outer) if not isinstance(outer, d.Prose) else outer
        source = made.game.loaded.sources[decl.span.file] if decl.span.file >= 0 else None
        place = f"{source.path.name}:{source.position(decl.span.start).line}" if source is not None else ""
        if isinstance(decl, d.Define) and not decl.prose and not short(decl):
            yield Line("", place, spoken(decl.name), "folded: no words of its own")
        elif manner(decl) == "left out":
            yield Line("", place, spoken(getattr(decl, "name", "")), "left out")


def _flat(section: Section) -> Iterator[Section]:
    yield section
    for inside in section.sections:
        yield from _flat(inside)
