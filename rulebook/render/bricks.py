"""A book as bricks: every block of the document model as Typst source, with how wide it is and what it stays with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import ceil
from typing import Any

from rulewright.rulebook.model import (
    Block,
    Book,
    Callout,
    CardTable,
    Exact,
    Example,
    Figure,
    Figures,
    Item,
    Prose,
    Section,
    Steps,
    Table,
    Told,
)
from rulewright.rulebook.render import layout
from rulewright.rulebook.render.compose import Brick
from rulewright.rulebook.render.templates import environment

EXAMPLE = (
    42,
    56,
    68,
    80,
    94,
    108,
    124,
)  # millimetres of the pictures of an example: as small as they may be, as usual, and more where there is room
WIDER = (0.45, 0.55, 0.65, 0.76, 0.88, 1.0)  # of the width of the page: a picture that usually stands in a column
FEW_ROWS = 8  # of a longer one in a column, which goes over columns
ROWS = 14  # of a plain table in one piece
SHORT = 420  # letters of a section that stays in one column
WIDEST, NARROW = 50.0, 20.0  # millimetres of the faces in a row of cards, and of a single one
PAIRS = 4  # rows of cards that are worth two columns
LONG = 5  # lines of a list without a picture that may stand in two columns
FEW_WORDS = 260  # letters of a card that stands beside another
SPACE = {1: 7.0, 2: 5.0, 3: 3.6, 4: 3.0}


class Maker:
    """Whoever turns blocks into bricks: the macros of the templates, with what they need."""

    def __init__(self, book: Book, **values: Any) -> None:
        template = environment().get_template("typst/bricks.typ.j2")
        self.macros: Any = template.make_module({"book": book, **layout.FUNCTIONS, **values})

    def sections(self, sections: Iterable[Section], level: int = 1) -> Iterator[Brick]:
        for section in sections:
            yield from self.section(section, level)

    def section(self, section: Section, level: int) -> Iterator[Brick]:
        wide = level == 1
        if section.title:
            source = self.macros.title(section, level)
            yield Brick(
                str(source),
                "page" if wide else "column",
                keep=True,
                above=SPACE[min(level, 4)],
                chapter=wide,
                whole=section.kind in {"setup", "terms"},
                head=True,
                text=not wide,
            )
        own = [brick for block in section.blocks for brick in self.block(block, section)]
        if level > 1 and _short(section) and all(brick.span == "column" for brick in own):
            own = [replace(brick, keep=True) if n < len(own) - 1 else brick for n, brick in enumerate(own)]  # a short rule is not torn
        yield from own
        yield from self.sections(section.sections, level + 1 if section.title else max(level, 2))  # no level of heads is skipped

    def block(self, block: Block, section: Section) -> Iterator[Brick]:
        match block:
            case Exact() | Told():
                yield from self._items(block)
            case Steps():
                for n, item in enumerate(block.items):
                    yield Brick(str(self.macros.marked(item)), above=2.4 if n else 3.0)
            case CardTable():
                yield from self._card_table(block)
            case Table():
                yield from self._table(block)
            case Example():
                wide = block.wide
                yield Brick(
                    str(self.macros.example(block, EXAMPLE[1])),
                    "page" if wide else "column",
                    above=4.5,
                    foot=wide,
                    sizes=tuple(str(self.macros.example(block, tall)) for tall in (EXAMPLE if wide else EXAMPLE[:2])),
                )
            case Figure():
                wide = block.span == "page" or block.width > 84
                yield Brick(
                    str(self.macros.figure(block, wide, 1.0)),
                    "page" if wide else "column",
                    above=3.0,
                    sizes=tuple(str(self.macros.figure(block, wide, scale)) for scale in ((0.55, 0.8, 1.0, 1.15) if wide else (0.8, 1.0))),
                    wider=() if wide else tuple(str(self.macros.figure(block, True, scale, 2.6)) for scale in WIDER),
                )
            case Figures():
                sizes = tuple(str(self.macros.figures(block, tall)) for tall in (112, 150))
                yield Brick(sizes[1], "page", above=3.0, sizes=sizes)
            case _ if block.sort in {"glance", "scoresheet"}:
                yield Brick(str(self.macros.block(block)), "page", above=3.4)
            case _ if block.sort == "box":
                for part in block.items:
                    first = part if part.pictures or len(part.prose) < LONG else part.model_copy(update={"prose": part.prose[:1]})
                    yield Brick(str(self.macros.part(first)), above=4.4, keep=first is not part)
                    for prose in part.prose[len(first.prose) :]:  # a long list goes over columns
                        yield Brick(str(self.macros.small_prose(prose)), above=1.6)
            case _ if block.sort == "questions":
                for asked in block.items:
                    yield Brick(str(self.macros.question(asked)), above=1.9)
            case _ if block.sort == "glossary":
                for entry in block.items:
                    yield Brick(str(self.macros.entry(entry)), "third", above=1.2)
            case _ if block.sort == "cards":
                for card in block.items:
                    yield Brick(str(self.macros.card_head(card)), above=3.2, keep=True)
                    for prose in card.prose:
                        yield Brick(str(self.macros.block(prose)), above=1.6, keep=bool(card.exact))
                    yield from self._items(Exact(items=card.exact))
            case Prose():
                yield Brick(str(self.macros.block(block)), above=2.5, text=True)
            case Callout(spare=True):
                yield Brick(str(self.macros.block(block)), "page", above=5.0, foot=True, spare=True)
            case _:
                yield Brick(str(self.macros.block(block)), above=3.0)

    def _items(self, block: Exact | Told) -> Iterator[Brick]:
        """Lines of a rule: one brick each, so that long rules go over columns."""
        told = isinstance(block, Told)
        title = block.title if isinstance(block, Exact) else ""
        if title:
            yield Brick(str(self.macros.lead_line(title)), above=2.4, keep=True)
        for item in _lines(block.items):
            yield Brick(str(self.macros.rule_line(item, told)), above=1.9 if not told else 2.4)

    def _card_table(self, table: CardTable) -> Iterator[Brick]:
        head = str(self.macros.card_table_head(table))
        yield Brick(head, "page", keep=True, above=3.6, head=True)
        wide = min(WIDEST, max((f.width for row in table.rows for f in row.faces), default=0.0))
        if _paired(table, wide):
            for n in range(0, len(table.rows), 2):
                yield Brick(str(self.macros.card_pair(table.rows[n : n + 2], n // 2, wide)), "page", above=0.0, again=head if n else "")
            return
        drawn = max((row.picture.width for row in table.rows if row.picture is not None), default=0.0)
        for n, row in enumerate(table.rows):
            yield Brick(str(self.macros.card_row(row, n, wide, drawn)), "page", above=0.0, again=head if n else "")

    def _table(self, table: Table) -> Iterator[Brick]:
        wide = layout.is_wide(table)
        rows = list(table.rows)
        most = ROWS if wide or len(rows) <= ROWS else FEW_ROWS
        size = ceil(len(rows) / max(1, ceil(len(rows) / most)))  # pieces of about the same length
        for start in range(0, len(rows), max(1, size)):
            part = table.model_copy(update={"rows": tuple(rows[start : start + size]), "caption": table.caption if not start else ()})
            last = start + size >= len(rows)
            yield Brick(
                str(self.macros.table(part, start == 0, last, start)), "page" if wide else "column", above=3.0 if not start else 0.0
            )


def _paired(table: CardTable, wide: float) -> bool:
    """Whether two cards stand side by side: one small face each, and a few words."""
    letters = [sum(len(run.text) for prose in row.prose for run in prose.text) for row in table.rows]
    return (
        len(table.rows) >= PAIRS
        and wide <= NARROW
        and max(letters) <= FEW_WORDS
        and not any(row.picture or row.exact for row in table.rows)
    )


def _short(section: Section) -> bool:
    """Whether a section is nothing but a few lines of words."""
    prose = [block for block in section.blocks if isinstance(block, Prose)]
    return len(prose) == len(section.blocks) and sum(len(run.text) for p in prose for run in p.text) < SHORT


def _lines(items: Iterable[Item]) -> Iterator[Item]:
    """Steps in order stand one by one where nothing leads them."""
    for item in items:
        if not item.text and not item.lead and item.items and not item.numbered:
            yield from _lines(item.items)
        else:
            yield item
