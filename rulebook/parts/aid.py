"""The player aid: the turn, what one may do and what it needs, what cards cost and bring, the end and the points.

It is made at several lengths. The longest has every word of a rule; the shorter ones have the author's short lines, or the first
sentence, with what is needed. Nothing is cut off in the middle.
"""

from __future__ import annotations

import re

from rulewright.rulebook import text as x
from rulewright.rulebook.model import (
    Aid,
    Block,
    Book,
    Callout,
    CardTable,
    Deed,
    Glance,
    Item,
    Prose,
    Row,
    Section,
    Steps,
    Table,
    Text,
    Told,
)
from rulewright.rulebook.told.glance import first_sentence

DEEDS = ("action", "interrupt", "phase")
MOST_CARDS = 60
ENDING = frozenset(["end", "ends", "ended", "ending", "over", "win", "wins", "won", "lose", "loses", "draw", "last", "until"])


def make(book: Book) -> Aid:
    found = [s for s in _flat(book.sections) if s.kind != "variant"]
    whole = _columns(book, found, True, True)
    lengths = [whole, _columns(book, found, False, True), _columns(book, found, False, False)]
    return Aid(lengths=tuple(dict.fromkeys(lengths)))


def _flat(sections: tuple[Section, ...]) -> list[Section]:
    """All sections that matter during play: not the setup, and no variants."""
    found = []
    for section in sections:
        if section.kind in {"variant", "setup", "questions", "terms"}:
            continue
        found.append(section)
        found += _flat(section.sections)
    return found


def _columns(book: Book, found: list[Section], whole: bool, cards: bool) -> tuple[Section, ...]:
    columns = [Section(id="aid-turn", title="Your turn", sections=tuple(_deeds(found, whole, not cards)))]
    tables = [t for t in (_table(b) for s in found for b in s.blocks if isinstance(b, CardTable)) if t is not None]
    if cards and tables and sum(len(t.rows) for t in tables) <= MOST_CARDS:
        columns.append(Section(id="aid-cards", title="Cards", blocks=tuple(tables)))
    columns.append(_group("aid-end", "End of the game", [s for s in found if s.kind == "end"], whole))
    columns.append(_group("aid-score", "Scoring", [s for s in found if s.kind == "score"], whole))
    columns.append(_group("aid-winner", "The winner", [s for s in found if s.kind == "winner"], True))
    titled = {"aid-cards": next((s.title for s in found if s.kind == "cards"), "Cards")}
    return tuple(c.model_copy(update={"title": titled.get(c.id, c.title)}) for c in columns if c.sections or c.blocks)


def _deeds(found: list[Section], whole: bool, shortest: bool) -> list[Section]:
    """A paragraph for everything that is done in a turn: first as the overview has it, then what it leaves out."""
    rows = [row for s in found for b in s.blocks if isinstance(b, Glance) for row in b.rows]
    by_id = {s.id: s for s in found}
    made = [_deed(row, by_id.get(row.id), whole) for row in rows]
    listed = {row.id for row in rows}
    rest = [s for s in found if s.kind in DEEDS and s.id not in listed]
    if shortest and any(s.short for s in rest):  # what its author has no short line for is no reminder
        rest = [s for s in rest if s.short or s.kind != "phase"]
    made += [Section(id=f"aid-{s.id}", title=s.title, blocks=_brief(s, whole), kind=s.kind) for s in rest]
    turn = [s for s in found if s.kind == "turn" and not rows]
    return [*(Section(id=f"aid-{s.id}", title=s.title, blocks=_said(s, whole), kind=s.kind) for s in turn), *(s for s in made if s.blocks)]


def _deed(row: Deed, section: Section | None, whole: bool) -> Section:
    limit = f" ({row.limit})" if row.limit else ""
    if whole and section is not None:
        return Section(id=f"aid-{row.id}", title=f"{row.name}{limit}", blocks=_said(section, True), kind="action")
    text: Text = row.text
    if row.needs:
        needs = x.joined(row.needs).rstrip(".")
        text = (*text, *x.runs(f" {needs}." if needs[:1].isupper() else f" Allowed if {needs}."))
    return Section(id=f"aid-{row.id}-{row.mark}", title=f"{row.name}{limit}", blocks=(Prose(text=text),) if text else (), kind="action")


def _brief(section: Section, whole: bool) -> tuple[Block, ...]:
    """The author's short line where there is one and no more is wanted; else as a section says it."""
    return (Prose(text=section.short),) if section.short and not whole else _said(section, whole)


def _group(id: str, title: str, sections: list[Section], whole: bool) -> Section:
    return Section(id=id, title=title, blocks=tuple(b for s in sections for b in _said(s, whole)))


def _of_the_end(text: Text) -> Text:
    """The first sentence; if that speaks of no end, as `Take turns.`, the whole paragraph."""
    first = first_sentence(text)
    return first if set(re.findall(r"[a-z]+", x.joined(first).lower())) & ENDING else text


def _said(section: Section, whole: bool) -> tuple[Block, ...]:
    """The words of a section; or the first sentence of each paragraph that an author wrote."""
    found: list[Block] = []
    for block in section.blocks:
        match block:
            case Prose():
                found.append(
                    Prose(text=block.text if whole else _of_the_end(block.text) if section.kind == "end" else first_sentence(block.text))
                )
            case Told():
                found.append(Prose(text=tuple(run for item in block.items for run in _line(item))))
            case Steps():
                found += [Prose(text=item.text) for item in block.items]
            case Callout() if section.kind == "winner":
                found.append(Prose(text=block.text))
    return tuple(found)


def _line(item: Item) -> Text:
    text: Text = item.text
    for inside in (*item.items, *item.others):
        text = (*text, *x.runs(" "), *_line(inside))
    return (*text, *x.runs(" "))


def _table(table: CardTable) -> Table | None:
    """What cards cost and bring, a line for each name."""
    rows = []
    for row in table.rows:
        said = tuple(run for p in row.prose[:1] for run in p.text)
        if not said and row.exact:
            said = _line(row.exact[0])
        for number, named in enumerate(row.names):
            facts = tuple(run for n, fact in enumerate(named.facts) for run in ((*x.runs("; "), *fact) if n else fact))
            name = x.runs(x.strong(named.name))
            cell = (*name, *x.runs(" "), *facts) if facts else name
            rows.append(Row(cells=(cell, said if number == 0 else x.runs("the same"))))
    return Table(head=(x.runs(table.title), x.runs("")), rows=tuple(rows), align="ll", caption=x.runs(table.title)) if rows else None
