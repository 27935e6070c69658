"""What a printed page needs to know beforehand: where the contents are split, which tables need the whole width, how tall things are.

All heights are estimates in millimetres; they only decide between layouts that are all correct.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from rulewright.rulebook.model import Block, Book, Example, ExampleStep, IndexEntry, Paragraph, Section, Table

MOST_CONTENTS = 112  # lines of the table of contents in two columns
FLOATING_CONTENTS = 64  # up to here the first section begins below it on the same page
NARROW, WIDE = 62, 132  # letters in a line of a table, in a column and on the whole page
SHORT = 15  # letters of a cell that is never broken
PAGE = 205.0  # what may float to the top of a page
TOP = 68.0  # points: the upper margin of a page
BACK = ("index", "rulings", "colophon")  # the sections at the end, over the width of the page
LINE, SHARE = 12.0, 0.6  # points of a line; how full the right column has to be, compared with the left one
LONELY = 230.0  # points of a last page that is not worth its paper
SHORT_TOLD = 620  # letters of a paragraph of the story that is not broken
STRIP = 56  # lines of a column of the index
BOX = 200.0  # what is kept together in a column


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the contents."""

    level: int
    title: str
    id: str


def contents(book: Book) -> tuple[list[Line], list[Line]]:
    """The lines of the contents in two columns; sections of the second level only where all of them fit on a page."""
    lines: list[Line] = []
    inner = sum(len(s.sections) for s in book.sections) + len(book.sections) + 1 <= MOST_CONTENTS
    for section in book.sections:
        lines.append(Line(1, section.title, section.id))
        lines += [Line(2, s.title, s.id) for s in section.sections if inner]
        if section.id == "glossary" and book.index:
            lines.append(Line(1, "Index", "index"))
    half = ceil(len(lines) / 2)
    while 1 < half < len(lines) and lines[half - 1].level < lines[half].level:  # no heading without its first line
        half -= 1
    return lines[:half], lines[half:]


def columns(table: Table) -> list[str]:
    """The widths of the columns: short ones as needed, the others share what is left by what stands in them."""
    if table.weights:
        return [f"{w:.2f}fr" for w in table.weights]
    lengths = [_longest(table, column) for column in range(len(table.head))]
    if max(sum(len(run.text) for run in head) for head in table.head) > 2 * SHORT:  # heads that are broken into lines
        return [f"{max(length, 8)}fr" for length in lengths]
    if max(lengths) <= SHORT:
        return ["1fr"] + ["auto"] * (len(lengths) - 1)
    power = 1.0 if len(lengths) > 5 else 0.8
    return ["auto" if length <= SHORT else f"{min(length, 60) ** power:.2f}fr" for length in lengths]


def _longest(table: Table, column: int) -> int:
    """Letters of the longest cell; a head can be broken into lines."""
    cells = [row.cells[column] for row in table.rows if column < len(row.cells)]
    head = min(SHORT, sum(len(run.text) for run in table.head[column]))
    return max([head, *(sum(len(run.text) for run in cell) for cell in cells)])


def is_wide(table: Table) -> bool:
    """Whether a table needs the width of the page."""
    if table.span == "page" or len(table.head) > 5:
        return True
    return len(table.head) > 3 and sum(_longest(table, c) + 2 for c in range(len(table.head))) > 1.4 * NARROW


def table_height(table: Table) -> float:
    lengths = [max(1, _longest(table, c)) for c in range(len(table.head))]
    many = len(table.rows) > 30  # long tables are set in smaller type
    room = (WIDE if is_wide(table) else NARROW) * (1.3 if many else 1.0)
    share = [max(4.0, room * length / sum(lengths)) for length in lengths]
    height = 14.0
    gap, line = (1.2, 2.7) if many else (2.3, 3.5)
    for row in table.rows:
        lines = max((ceil(sum(len(r.text) for r in cell) / share[c]) for c, cell in enumerate(row.cells)), default=1)
        height += gap + line * lines
    return height


def whole_table(table: Table) -> bool:
    """Whether a table is kept in one piece."""
    return table_height(table) < 75


@dataclass(frozen=True, slots=True)
class Group:
    """Sections that follow each other and are set in the same way: in columns, floating over both, on pages of
    their own, or as boxes one below the other."""

    how: str  # columns, float, pages, boxes
    sections: tuple[Section, ...]


def groups(sections: Sequence[Section]) -> list[Group]:
    found: list[Group] = []
    for section in sections:
        how = manner(section)
        if found and found[-1].how == how and how != "float":
            found[-1] = Group(how, (*found[-1].sections, section))
        else:
            found.append(Group(how, (section,)))
    return found


def manner(section: Section) -> str:
    """How a section is set, by the widest thing directly in it."""
    wide = [b for b in section.blocks if _needs_width(b)]
    if not wide or section.sections:
        return "columns"
    height = sum(_height(b) for b in section.blocks) + 14
    if height <= PAGE:
        return "float"
    return "boxes" if all(isinstance(b, Example) for b in section.blocks) else "pages"


def _needs_width(block: Block) -> bool:
    return (isinstance(block, Table) and is_wide(block)) or (isinstance(block, Example) and block.wide)


def _height(block: Block) -> float:
    match block:
        case Table():
            return table_height(block)
        case Example():
            return example_height(block, 165.0, 55.0, 110) + 12
        case _:
            return 12.0


def example_height(example: Example, width: float, tallest: float, letters: int) -> float:
    """How tall an example gets, its pictures side by side."""
    figures = (*example.before, *example.after)
    scale = min([1.0, *(tallest / f.height for f in figures), width / max(1.0, sum(f.width for f in figures))])
    pictures = max((f.height * scale for f in figures), default=0.0)
    words = sum(4.2 * ceil(sum(len(r.text) for r in p.text) / letters) for p in example.prose)
    return 14 + words + pictures + sum(_step_height(s, letters // 2) for s in example.steps) / 2


def _step_height(step: ExampleStep, letters: int) -> float:
    return 4.4 * ceil((sum(len(r.text) for r in step.text) + sum(len(r.text) for r in step.result) + 1) / max(1, letters))


def kept(example: Example) -> bool:
    """Whether an example in a column fits into one column in one piece."""
    figures = (*example.before, *example.after)
    height = sum(f.height * min(1.0, 66 / f.width, 62 / f.height) + 8 for f in figures)
    words = sum(4.2 * ceil(sum(len(r.text) for r in p.text) / 55) for p in example.prose)
    return height + words + sum(_step_height(s, 46) for s in example.steps) + 16 < BOX


def kept_paragraph(paragraph: Paragraph) -> bool:
    """Whether a paragraph of the story is so short that it is not broken."""
    letters = sum(len(run.text) for prose in paragraph.prose for run in prose.text)
    return letters + sum(len(run.text) for text, _ in paragraph.choices for run in text) < SHORT_TOLD


def halves(steps: Sequence[ExampleStep]) -> tuple[list[ExampleStep], list[ExampleStep]]:
    """Steps in two columns of about the same height."""
    heights = [_step_height(s, 50) for s in steps]
    whole, half = sum(heights), 0.0
    for number, height in enumerate(heights):
        half += height
        if half >= whole / 2:
            return list(steps[: number + 1]), list(steps[number + 1 :])
    return list(steps), []


def index_strips(entries: Sequence[IndexEntry], columns: int = 4) -> list[list[list[IndexEntry]]]:
    """The index over the width of the page: strips that fit on a page, each of columns of about the same height."""
    found = []
    most = columns * STRIP
    letters = 136 // columns
    rest = list(entries)
    while rest:
        taken, height = 0, 0
        while taken < len(rest) and height + _index_lines(rest[taken], letters) <= most:
            height += _index_lines(rest[taken], letters)
            taken += 1
        strip: list[list[IndexEntry]] = [[] for _ in range(columns)]
        done = 0
        for entry in rest[:taken]:
            strip[min(columns - 1, done * columns // max(1, height))].append(entry)
            done += _index_lines(entry, letters)
        found.append(strip)
        rest = rest[taken:]
    return found


def _index_lines(entry: IndexEntry, letters: int) -> int:
    """How many lines an entry takes, its pages included."""
    return ceil((len(entry.term) + 3 * min(12, len(entry.main) + len(entry.others))) / letters)


FUNCTIONS: dict[str, Any] = {
    "groups": groups,
    "index_strips": index_strips,
    "halves": halves,
    "kept": kept,
    "kept_paragraph": kept_paragraph,
    "is_wide": is_wide,
    "whole_table": whole_table,
    "table_columns": columns,
}


Spot = tuple[str, int, float, float]  # a section or an entry of the glossary: its name, page, x and y


def parted(end: tuple[int, float, float], heads: Sequence[Spot], entries: Sequence[Spot], middle: float, floating: Sequence[str]) -> str:
    """The section or entry with which the right column of the last page of text begins, where too little would stand in it.

    Given are page, x and y of the end of the text, of every section and of every entry of the glossary, where the middle of a page
    is, and what spans both columns."""
    page, x, bottom = end
    last = [spot for spot in heads if spot[1] == page]
    inside = sorted((left, y, id) for id, at, left, y in (*last, *entries) if at == page and id not in floating)
    first = [(y, id) for left, y, id in inside if left < middle]
    if not first:
        return ""
    above = any(y < first[0][0] for id, _, _, y in last if id in floating)
    top = first[0][0] if above else TOP
    if x < middle:
        total = bottom - top
    else:
        total = first[-1][0] + LINE - top + bottom - top
        if bottom - top > SHARE * (first[-1][0] + LINE - top):
            return ""
    candidates = [(abs(y - top - total / 2), id) for y, id in first if y > top + LINE]
    return min(candidates)[1] if candidates else ""


def text_end(end: tuple[int, float, float], entries: Sequence[Spot]) -> tuple[int, float, float]:
    """Where the text ends: with the last entry of the glossary, if there is one."""
    return (entries[-1][1], entries[-1][2], entries[-1][3] + 2 * LINE) if entries else end


def with_index(entries: Sequence[Spot], heads: Sequence[Spot]) -> bool:
    """Whether the index shares its page with entries of the glossary."""
    return any(page == page_of("index", heads) for _, page, _, _ in entries)


def page_of(section: str, heads: Sequence[Spot]) -> int:
    return next((page for id, page, _, _ in heads if id == section), 0)


def floating(book: Book) -> list[str]:
    """The sections that span both columns."""
    return [*BACK, *(section.id for section in book.sections if manner(section) == "float")]


def alone(end: tuple[int, float, float], pages: int) -> bool:
    """Whether the last page has nothing but what spans both columns."""
    page, _, bottom = end
    return page < pages or bottom < TOP + 10


def lonely(end: tuple[int, float, float], heads: Sequence[tuple[str, int, float, float]], pages: int, middle: float) -> bool:
    """Whether the last page has a few lines only: of the text, or none but the version."""
    last = {id for id, at, _, _ in heads if at == pages}
    if alone(end, pages):
        return last <= {"colophon", "index"}
    _, x, bottom = end
    return x < middle and (bottom < TOP + 60 or (bottom < TOP + LONELY and last <= {"colophon", "index"}))


def values(book: Book) -> dict[str, Any]:
    """What the template of the rulebook is given besides."""
    left, right = contents(book)
    return {"contents": (left, right), "contents_alone": len(left) + len(right) > FLOATING_CONTENTS}
