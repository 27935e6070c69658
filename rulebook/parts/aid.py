"""The player aid: course of play, actions with what they cost, scoring and end, on one page.

It is made at several lengths: the author's words and the exact rules; the author's words with conditions and costs; and the author's
words with costs alone. Whoever prints it takes the longest that fits on a page.
"""

from __future__ import annotations

import re
from itertools import takewhile

from rulewright.rulebook import text as x
from rulewright.rulebook.model import Aid, Block, Book, Exact, Item, Prose, Row, Run, Section, Table, Text

COURSE = ("turn", "play")
DEEDS = ("action", "interrupt")
CONDITIONS = ("Choose", "Allowed only if", "Only if", "When", "At once when")
LONGEST = 170  # letters of a sentence in the author's words
MOST_UNDER = 3  # lines under another that follow it on the same line
_END = re.compile(r"[.!?][”\"’)]*(?=\s|$)")


def make(book: Book) -> Aid:
    found = _flat(book.sections)
    return Aid(lengths=tuple(_columns(book, found, length) for length in (0, 1, 2)))


def _columns(book: Book, found: list[Section], length: int) -> tuple[Section, ...]:
    columns = [
        _group("aid-turn", "Course of play", [s for s in found if s.kind in COURSE], min(length, 1)),
        _group("aid-actions", "Actions", [s for s in found if s.kind in DEEDS], length),
        _group("aid-phases", "Phases", [s for s in found if s.kind == "phase"], length),
    ]
    columns += [Section(id="aid-score", title="Scoring", blocks=_scores(s, length)) for s in found if s.kind == "score"][:1]
    end = next((s for s in book.sections if s.title == "End of the game"), None)
    if end is not None:
        columns.append(_group("aid-end", "End of the game", [end, *end.sections], length, headings=False))
    winner = [s for s in found if s.kind == "winner" and (end is None or s not in end.sections)]
    columns.append(_group("aid-winner", "Who wins", winner, min(length, 1), headings=False))
    return tuple(c for c in columns if c.sections or c.blocks)


def _flat(sections: tuple[Section, ...]) -> list[Section]:
    """All sections that matter during play: not the setup, and no variants."""
    found = []
    for section in sections:
        if section.kind == "variant" or section.id == "r-setup":
            continue
        found.append(section)
        found += _flat(section.sections)
    return found


def _group(id: str, title: str, sections: list[Section], length: int, headings: bool = True) -> Section:
    inside = []
    for section in sections:
        blocks = _blocks(section, length)
        if blocks:
            name = section.title if headings and section.title != title else ""
            inside.append(Section(id=f"{id}-{section.id}", title=name, blocks=blocks, kind=section.kind))
    return Section(id=id, title=title, sections=tuple(inside))


def _blocks(section: Section, length: int) -> tuple[Block, ...]:
    exact = [b for b in section.blocks if isinstance(b, Exact)]
    prose = [b for b in section.blocks if isinstance(b, Prose)]
    said: list[Block] = [Prose(text=_first(prose[0].text))] if prose else []
    if length == 0:
        return (*said, *(Exact(items=tuple(_item(i) for i in b.items if i.lead != "If not:"), title=b.title) for b in exact))
    leads = ("Cost",) if length > 1 else ("Cost", *CONDITIONS)
    items = [_line(i) for b in exact for i in b.items if i.lead.rstrip(":").startswith(leads)]
    if not said and not items:  # nobody has said it shorter than the rule itself
        items = [_line(i) for b in exact for i in _outer(b)]
    return (*said, *([Exact(items=tuple(items))] if items else []))


def _outer(block: Exact) -> list[Item]:
    """The steps of a rule, without what is under them."""
    return [inner for item in block.items for inner in (item.items if not item.text and not item.lead else (item,))]


# ---------------------------------------------------------------- lines


def _text(text: Text) -> Text:
    """The aid lies on the table alone: nothing in it leads elsewhere."""
    return tuple(run.model_copy(update={"ref": ""}) if run.ref else run for run in text)


def _item(item: Item) -> Item:
    kept = tuple(_item(i) for i in item.items if i.lead != "If not:")
    return Item(text=_text(item.text), lead=item.lead, numbered=item.numbered, items=kept, others=tuple(_item(i) for i in item.others))


def _line(item: Item) -> Item:
    """A rule on one line: what is under it follows, as far as it is short."""
    under = [i for i in item.items if i.lead != "If not:"]
    text = list(_text(item.text))
    for inner in under[:MOST_UNDER]:
        text += [Run(text=" " if text else ""), *_text(inner.text)]
    if len(under) > MOST_UNDER or any(inner.items for inner in under):
        text.append(Run(text=" …"))
    return Item(text=tuple(text), lead=item.lead)


def _first(text: Text) -> Text:
    """The first sentence; a long one is cut after a clause."""
    whole = x.joined(text)
    end = _END.search(whole)
    last = end.end() if end else len(whole)
    if last > LONGEST:
        cut = max(whole.rfind(", ", 0, LONGEST), whole.rfind("; ", 0, LONGEST), whole.rfind(": ", 0, LONGEST))
        last = cut if cut > 0 else whole.rfind(" ", 0, LONGEST)
    found: list[Run] = []
    for run in _text(text):
        if last <= 0:
            break
        found.append(run.model_copy(update={"text": run.text[:last]}))
        last -= len(run.text)
    if not _END.search(x.joined(found)[-3:]):
        found.append(Run(text=" …"))
    return tuple(found)


def _scores(section: Section, length: int) -> tuple[Block, ...]:
    tables = [b for b in section.blocks if isinstance(b, Table)]
    return tuple(
        b.model_copy(update={"rows": tuple(_row(r, length) for r in b.rows), "head": tuple(_text(h) for h in b.head)}) for b in tables
    )


def _row(row: Row, length: int) -> Row:
    """Scores in the author's words where there are any, else exactly."""
    cells = []
    for cell in row.cells:
        loud = tuple(takewhile(lambda run: run.style != "quiet", cell))  # what the author says comes first
        short = loud if length and any(run.text.strip() for run in loud) else cell
        cells.append(_text(_first(short)) if length > 1 else _text(short))
    return Row(cells=tuple(cells))
