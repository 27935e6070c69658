"""Boards with cells side by side: grids, rhombs of hexagons, land without an edge, rings, tracks."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import RenderableType
from rich.text import Text

from rulewright.cli.drawing.boxes import Rows, Square, boxed, close, fits_close, leaning
from rulewright.cli.drawing.marks import NOTHING, Marks
from rulewright.cli.drawing.printed import landmarks, printed
from rulewright.cli.words import counted
from rulewright.play.models import CellView, PlaceView

if TYPE_CHECKING:
    from rulewright.play.game import Game

BOARDS = {"grid", "hex_grid", "open_grid", "ring", "track", "graph", "edges"}
TALL = 7  # rows of a board that still have lines between them
GAP = ("▒▒▒", "faint")  # where a board has no cell
LONG = 30  # cells of a track that are all drawn
NAME = re.compile(r"([A-Za-z]+)(-?\d+)")
COORDINATES = re.compile(r"\((-?\d+), (-?\d+)\)")


def board(game: Game, place: PlaceView, marks: Marks, available: int, seat: str | None) -> RenderableType:
    """A board as wide as there is room."""
    match place.shape:
        case "open_grid":
            return _land(place, marks, available)
        case "ring":
            return _ring(game, place, marks, available, seat)
        case "track":
            return _track(place, marks, available)
        case "edges":
            return _edges(game, place, marks, available)
        case _:
            return _grid(place, marks, available)


def square(cell: CellView, marks: Marks, label: str = "", *, priced: bool = False, hidden: Container[str] = ()) -> Square:
    """What lies on a cell, and what the cell itself has; in a display also what the pieces there cost. Kinds may lie hidden there."""
    found = [marks.remembered(marks.piece(p)) if p.name and p.kind in hidden else marks.piece(p) for p in cell.pieces]
    if priced:
        prices = [marks.bags(p) for p in cell.pieces]
        found = [replace(m, under=f"{m.under}\n{price}".strip(), brief="") if price else m for m, price in zip(found, prices, strict=True)]
    found += [marks.counted(name, number, marks.heaped(name)) for name, number in cell.counts.items() if number]
    notes = [name if value == "yes" else value for name, value in cell.attributes.items() if value not in NOTHING]
    return Square(found, label, " ".join(notes), "".join(marks.edges(p) for p in cell.pieces))


# ---------------------------------------------------------------- grids


def _grid(place: PlaceView, marks: Marks, available: int) -> Text:
    cells = list(place.cells)
    grounds = landmarks(marks, place.name)
    core = next(p for p in marks.game.program.places if p.name == place.name)
    named = [NAME.fullmatch(c.name) for c in cells]
    regular = all(n is not None for n in named)
    hidden = _hidden_kinds(marks, place.name)
    rows: list[list[Square | None]] = [[None] * place.width for _ in range(place.height)]
    left, below = [""] * place.height, [""] * place.width
    for number, cell in enumerate(cells):
        x, y = core.spot(number)
        drawn = square(cell, marks, "" if regular else cell.name, hidden=hidden)
        drawn.ground = grounds[number]
        rows[place.height - 1 - y][x] = drawn
        name = named[number]
        if regular and name is not None:
            below[x], left[place.height - 1 - y] = name[1], name[2]
    if not regular:
        left, below = [], []
    if place.shape == "hex_grid" and regular:
        return leaning(rows, available, left, below)
    if fits_close(rows) and (place.height > TALL or place.width * 4 > available):
        return close(rows, left, below, shaded=marks.colour)
    if core.spots:
        rows = [[drawn if drawn is not None else Square(ground=GAP) for drawn in row] for row in rows]
    return boxed(rows, available, left, below)


def _hidden_kinds(marks: Marks, name: str) -> set[str]:
    """Kinds that lie hidden on a board, so that only those who have seen a piece know it."""
    program = marks.game.program
    place = next(p for p in program.places if p.name == name)
    return {k.name for k in program.kinds if k.number in place.limits and place.seen_kinds.get(k.number, place.seen) == "witnesses"}


def _land(place: PlaceView, marks: Marks, available: int) -> Text:
    """Land without an edge: what has been laid, and one free cell around it, with coordinates."""
    at = {}
    for cell in place.cells:
        found = COORDINATES.fullmatch(cell.name)
        if found is not None:
            at[int(found[1]), int(found[2])] = cell
    if not at:
        return Text("(nothing has been laid yet)", style="faint")
    xs = range(min(x for x, _ in at) - 1, max(x for x, _ in at) + 2)
    ys = range(max(y for _, y in at) + 1, min(y for _, y in at) - 2, -1)
    rows = [[square(at[x, y], marks) if (x, y) in at else None for x in xs] for y in ys]
    return boxed(rows, available, [str(y) for y in ys], [str(x) for x in xs])


def _edges(game: Game, place: PlaceView, marks: Marks, available: int) -> RenderableType:
    """Routes one by one, with what is printed on them and who is there; of edges on which nothing is printed those that are taken."""
    core = next(p for p in game.program.places if p.name == place.name)
    told = any(a.table is not None for a in core.attributes.values())
    lines: list[RenderableType] = []
    for number, cell in enumerate(place.cells):
        drawn = square(cell, marks)
        if not told and not drawn.marks and not drawn.note:
            continue
        line = Text(cell.name, style="title")
        values = [v for v in printed(game, core, number).values() if v not in NOTHING]
        line.append(f" {' '.join(values)}" if values else "", style="faint")
        for mark in drawn.marks:
            line.append(" ").append(mark.long, style=mark.style)
        line.append(f" {drawn.note}" if drawn.note else "", style="faint")
        lines.append(line)
    if not lines:
        return Text("(nothing stands on an edge yet)", style="faint")
    return Columns(lines, padding=(0, 3), column_first=True, width=max(len(str(x)) for x in lines) if available else None)


# ---------------------------------------------------------------- rings and tracks


def _ring(game: Game, place: PlaceView, marks: Marks, available: int, seat: str | None) -> Text:
    """Clockwise: along the top from left to right, and back along the bottom. Houses of two players as on paper: the own ones below
    from left to right (an onlooker sees those of the first there), and back along the top."""
    cells = [square(c, marks, c.name, priced=True) for c in place.cells]
    half = (len(cells) + 1) // 2
    if len(game.seats) == 2 and game.world.places[place.name].sides * 2 == len(cells):
        first, second = cells[:half], cells[half:]
        below, above = (second, first) if seat in game.seats[1:] else (first, second)
        return boxed([above[::-1], below], available)
    rows: Rows = [cells[:half], [*[None] * (len(cells) % 2), *cells[half:][::-1]]]
    return boxed(rows, available)


def _track(place: PlaceView, marks: Marks, available: int) -> Text:
    """From the lower left, to and fro; of a long track only what somebody is on."""
    cells = list(place.cells)
    left_out = 0
    if len(cells) > LONG:
        used = [c for c in cells if c.pieces or c.counts or any(v not in NOTHING for v in c.attributes.values())]
        if not used:
            return Text(f"({len(cells)} cells, all empty)", style="faint")
        left_out = len(cells) - len(used)
        cells = used
    squares = [square(c, marks, c.name, priced=True) for c in cells]
    wide = max(max((len(m.long) for m in s.marks), default=3) for s in squares)
    per = max(1, min(len(squares), (available - 1) // (max(wide, 3) + 1), 12))
    lines = [squares[i : i + per] for i in range(0, len(squares), per)]
    gap: list[Square | None] = [None] * (per - len(lines[-1]))
    turned: list[Sequence[Square | None]] = [line[::-1] if number % 2 else line for number, line in enumerate(lines)]
    if len(lines) % 2 == 0:
        turned[-1] = [*gap, *turned[-1]]
    rows = turned[::-1]
    text = boxed(rows, available)
    if left_out:
        text.append(f"\n({counted(left_out, 'empty cell')} left out)", style="faint")
    return text
