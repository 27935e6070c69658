"""Cells in rows: with lines around them, or close together on a shaded ground."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.text import Text

from rulewright.cli.drawing.marks import Mark, cut
from rulewright.cli.drawing.palette import DARK, LIGHT

NARROWEST = 3
TALLEST = 5
# A line between two cells, and the roads that reach it from above and below, or from the left and the right.
ACROSS = {(False, False): "─", (True, False): "╨", (False, True): "╥", (True, True): "╫"}
ALONG = {(False, False): "│", (True, False): "╡", (False, True): "╞", (True, True): "╪"}


@dataclass(slots=True)
class Square:
    """A cell to be drawn: what lies on it, and a label inside it where no edge of the board gives its name."""

    marks: list[Mark] = field(default_factory=list)
    label: str = ""
    note: str = ""  # what the cell itself has, in a few letters
    edges: str = ""  # where roads cross its edges: letters of NESW
    ground: tuple[str, str] = ("", "")  # what is printed on it, and in which style


Rows = Sequence[Sequence[Square | None]]


def _lines(square: Square, width: int) -> list[Text]:
    """The lines inside a cell: its label, each long mark by itself, short marks side by side."""
    found: list[Text] = []
    if square.label:
        found.append(Text(cut(square.label, width), style="faint"))
    row: list[tuple[str, str]] = []
    used = 0
    for mark in square.marks:
        text = mark.fit(width)
        need = len(text) + (1 if row else 0)
        if row and used + need > width:
            found.append(_joined(row))
            row, used = [], 0
            need = len(text)
        row.append((text, mark.style))
        used += need
        if mark.under:
            found += [_joined(row), *(Text(cut(line, width), style="faint") for line in mark.below(width).splitlines())]
            row, used = [], 0
    if row:
        found.append(_joined(row))
    if square.note:
        found.append(Text(cut(square.note, width), style="faint"))
    if square.ground[0]:
        found.append(Text(cut(square.ground[0], width), style=square.ground[1]))
    if len(found) > TALLEST:
        more = len(found) - TALLEST + 1
        found = [*found[: TALLEST - 1], Text(cut(f"+{more} more", width), style="faint")]
    return found


def _joined(row: list[tuple[str, str]]) -> Text:
    line = Text()
    for number, (text, style) in enumerate(row):
        if number:
            line.append(" ")
        line.append(text, style=style)
    return line


def _fill(line: Text, width: int) -> Text:
    """A line in the middle of its cell; a single short chip fills the cell."""
    left = (width - line.cell_len) // 2
    plain = len(line.spans) == 1 and line.cell_len <= 2 and " on " in str(line.spans[0].style)
    style = str(line.spans[0].style) if plain else ""
    return Text.assemble((" " * left, style), line, (" " * (width - line.cell_len - left), style))


def widest(rows: Rows) -> int:
    """The width a cell would like to have."""
    found = NARROWEST
    for row in rows:
        for square in row:
            if square is not None:
                lines = [line for m in square.marks for line in (m.long, *m.under.splitlines())]
                found = max(found, len(square.label), *map(len, lines), len(square.note), len(square.ground[0]))
    return found


def boxed(rows: Rows, available: int, left: Sequence[str] = (), below: Sequence[str] = ()) -> Text:
    """Cells with lines around them, first row on top; labels of rows at the left, of columns below."""
    columns = max((len(r) for r in rows), default=0)
    margin = max((len(x) for x in left), default=0) + 1 if left else 0
    room = (available - margin - columns - 1) // max(1, columns)
    width = max(NARROWEST, min(widest(rows) if rows else NARROWEST, room))
    lines = [[_lines(s, width) if s is not None else [] for s in row] for row in rows]
    text = Text(no_wrap=True, overflow="crop")

    def edges(row: int, cell: int) -> str:
        here = rows[row][cell] if 0 <= row < len(rows) and 0 <= cell < len(rows[row]) else None
        return here.edges if here is not None else ""

    def rule(number: int, start: str, middle: str, end: str) -> None:
        """The line above a row, or below the last one; roads cross it in the middle of a cell."""
        bars = [ACROSS["S" in edges(number - 1, cell), "N" in edges(number, cell)].center(width, "─") for cell in range(columns)]
        text.append(" " * margin + start + middle.join(bars) + end + "\n", style="frame")

    rule(0, "┌", "┬", "┐")
    for number, row in enumerate(lines):
        height = max((len(c) for c in row), default=1) or 1
        for line in range(height):
            label = left[number] if left and line == height // 2 else ""
            text.append(label.rjust(margin - 1) + " " if margin else "", style="faint")
            for cell in range(columns + 1):
                met = ("E" in edges(number, cell - 1), "W" in edges(number, cell)) if line == height // 2 else (False, False)
                text.append(ALONG[met], style="frame")
                if cell < columns:
                    here = row[cell] if cell < len(row) else []
                    text.append_text(_fill(here[line], width) if line < len(here) else Text(" " * width))
            text.append("\n")
        rule(number + 1, *("├┼┤" if number < len(lines) - 1 else "└┴┘"))
    if below:
        text.append(" " * (margin + 1) + " ".join(cut(b, width).center(width) for b in below), style="faint")
    text.rstrip()
    return text


def close(rows: Rows, left: Sequence[str] = (), below: Sequence[str] = (), *, shaded: bool) -> Text:
    """Cells close together, three letters wide and one line high."""
    margin = max((len(x) for x in left), default=0) + 1 if left else 0
    text = Text(no_wrap=True, overflow="crop")
    for number, row in enumerate(rows):
        text.append((left[number].rjust(margin - 1) + " ") if left else "", style="faint")
        for cell, square in enumerate(row):
            ground = (LIGHT if (number + cell) % 2 else DARK) if shaded else "faint"
            mark = square.marks[0] if square is not None and square.marks else None
            if mark is None:
                text.append(" · " if square is not None else "   ", style=ground)
            else:
                text.append_text(_chip(mark.fit(NARROWEST), mark.style, ground))
        text.append("\n")
    if below:
        text.append(" " * margin + "".join(cut(b, NARROWEST).center(NARROWEST) for b in below), style="faint")
    text.rstrip()
    return text


def _chip(sign: str, style: str, ground: str) -> Text:
    """A piece on shaded ground, three letters wide: a single letter stands on a chip with some ground around it."""
    _, _, colour = style.partition(" on ")
    _, _, below = ground.partition(" on ")
    if len(sign) > 1 or not colour or not below:
        return Text(sign.center(NARROWEST), style=style if colour else f"{style} on {below}" if below else style)
    edge = f"{colour} on {below}"
    return Text.assemble(("▐", edge), (sign, style), ("▌", edge))


def fits_close(rows: Rows) -> bool:
    """Whether cells can be drawn close together: at most one short mark on each."""
    return all(
        s is None
        or (
            not s.label
            and not s.note
            and not s.ground[0]
            and len(s.marks) <= 1
            and all(len(m.short) <= NARROWEST and len(m.long) <= NARROWEST for m in s.marks)
        )
        for row in rows
        for s in row
    )


def leaning(rows: Rows, available: int, left: Sequence[str], below: Sequence[str]) -> Text:
    """A rhombus of hexagons: every row half a cell further to the right than the one below it."""
    columns = max((len(r) for r in rows), default=0)
    margin = max((len(x) for x in left), default=0) + 1
    pitch = 4 if margin + columns * 4 + len(rows) * 2 <= available else 2
    text = Text(no_wrap=True, overflow="crop")
    for number, row in enumerate(rows):
        text.append(" " * ((len(rows) - 1 - number) * (pitch // 2)))
        text.append(left[number].rjust(margin - 1) + " ", style="faint")
        for square in row:
            mark = square.marks[0] if square is not None and square.marks else None
            shown = mark.fit(pitch - 1) if mark is not None else "·" if square is not None else ""
            text.append(shown.center(pitch - 1), style=mark.style if mark is not None else "faint")
            text.append(" ")
        text.append("\n")
    text.append(" " * margin + "".join(cut(b, pitch - 1).center(pitch - 1) + " " for b in below), style="faint")
    text.rstrip()
    return text
