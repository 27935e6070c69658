"""Edges that are a place of their own, drawn on the board they belong to: routes of a map, walls between cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import dist

from rulewright.core.boards import HEX_MOVES, SQUARE_MOVES
from rulewright.core.program import Place
from rulewright.faces.contents import Board
from rulewright.faces.icons import drawn
from rulewright.faces.palette import INK, LINE, PAPER, Look, ground, tint
from rulewright.faces.svg import Drawing, Point


def edges_of(board: Board) -> Place | None:
    """The place of a board's edges, if it has one."""
    return next((p for p in board.painter.game.program.places if p.of == board.place.name), None)


def stroke_of(board: Board, edges: Place | None, pair: tuple[int, int]) -> str:
    """The colour of a route: that of the first value printed on it."""
    if edges is None or edges.board is None:
        return LINE
    number = next((i for i, ends in enumerate(edges.board.ends) if set(ends) == set(pair)), -1)
    marks = [m for f in board.painter.printed_on(edges, number) if f.sort == "enum" for m in f.members] if number >= 0 else []
    return ground(marks[0][0], marks[0][1])[0] if marks else LINE


def bed_of(board: Board) -> float:
    """The size of the piece that lies on each route of a map, at true size; 0 if none does."""
    edges = edges_of(board)
    return max((max(board.painter.size(k.name)) for k in board.painter.holders(edges)), default=0.0) if edges is not None else 0.0


def on_routes(
    board: Board,
    d: Drawing,
    ways: Mapping[tuple[int, int], Sequence[Point]],
    size: float,
    noted: bool = False,
    beds: bool = False,
) -> None:
    """On each route of a map a label with what is printed there, and what stands on it.

    `noted`: where it is, for marks; `beds`: a place of true size beside the label for the piece that lies there.
    """
    edges = edges_of(board)
    if edges is None or edges.board is None:
        return
    inner = replace(board, place=edges, copy=0, spots={}, sizes={})
    for number, ends in enumerate(edges.board.ends):
        way = ways.get((min(ends), max(ends)))
        if way is None:
            continue
        x, y = _halfway(way)
        if beds and bed_of(board):
            _bed(inner, d, number, way, size, bed_of(board) * 1.06)
            continue
        _label(inner, d, number, x, y, size)
        inner.fill(d, number, x, y, size * 1.5)
        if noted:
            at = inner.site(number) - board.site(0)
            board.spots[at], board.sizes[at] = (x, y), size * 2


def _bed(board: Board, d: Drawing, number: int, way: Sequence[Point], size: float, wide: float) -> None:
    """A ring on the middle of a route, and its label beside it: above it if the route runs across, else on its right."""
    x, y = _halfway(way)
    (ax, ay), (bx, by) = way[0], way[-1]
    facts = [f for f in board.painter.printed_on(board.place, number) if f.sort in {"number", "enum"}]
    d.circle(x, y, wide / 2, fill=PAPER, stroke=INK, stroke_width=0.3, stroke_dasharray="1.4 1")
    if abs(bx - ax) >= abs(by - ay):
        _label(board, d, number, x, y - wide / 2, size)
    else:
        _label(board, d, number, x + wide / 2 + size * len(facts) / 2 - 1.5, y, size)


def _halfway(way: Sequence[Point]) -> Point:
    """The point in the middle of a line with corners."""
    left = sum(dist(a, b) for a, b in pairwise(way)) / 2
    for a, b in pairwise(way):
        far = dist(a, b)
        if left <= far and far > 0:
            return a[0] + (b[0] - a[0]) * left / far, a[1] + (b[1] - a[1]) * left / far
        left -= far
    return way[-1]


def _label(board: Board, d: Drawing, number: int, x: float, y: float, size: float) -> None:
    facts = [f for f in board.painter.printed_on(board.place, number) if f.sort in {"number", "enum"}]
    if not facts:
        return
    wide = size * len(facts)
    marks = [m for f in facts if f.sort == "enum" for m in f.members]
    fill = tint(ground(marks[0][0], marks[0][1])[0], 0.45) if marks else PAPER
    d.rect(x - wide / 2, y - size / 2, wide, size, rx=size * 0.3, fill=fill, stroke=INK, stroke_width=size * 0.06)
    for place, fact in enumerate(facts):
        at = x - wide / 2 + size * (place + 0.5)
        sign = board.painter.lexicon.sign(fact.members[0][0], fact.members[0][1]) if fact.sort == "enum" and fact.members else None
        if sign is not None and sign.icon:
            d.parts.append(drawn(sign.icon, at, y, size * 0.8))
        else:
            d.middle(at, y, fact.text if fact.sort == "number" else fact.text[:1].upper(), size * 0.72, bold=True)


def on_borders(board: Board, d: Drawing, middles: Sequence[Point], size: float) -> None:
    """What stands on the edges of a grid: a bar along the edge; on hexagons, and where there are several things, in the middle of it."""
    edges, own = edges_of(board), board.place.board
    if edges is None or edges.board is None or own is None:
        return
    inner = replace(board, place=edges, copy=0, spots={}, sizes={})
    square = own.shape == "grid"
    for number, (a, b) in enumerate(edges.board.ends):
        x, y = middles[a]
        if b >= 0:
            to = middles[b]
        else:
            dx, dy = (SQUARE_MOVES if square else HEX_MOVES)[-1 - b]
            to = (x + dx * size, y - dy * size) if square else (x + (dx + dy / 2) * size, y - dy * size * 0.866)
        middle = (x + to[0]) / 2, (y + to[1]) / 2
        looks = _standing(inner, number)
        if not looks or not (0 <= middle[0] <= d.width and 0 <= middle[1] <= d.height):
            continue
        if not square or len(looks) > 1:
            inner.fill(d, number, *middle, size * 0.5)
            continue
        across = abs(to[0] - x) < abs(to[1] - y)
        wide, high = (size * 0.94, size * 0.14) if across else (size * 0.14, size * 0.94)
        look, thin = looks[0], size * 0.02
        d.rect(
            middle[0] - wide / 2,
            middle[1] - high / 2,
            wide,
            high,
            rx=size * 0.05,
            fill=look.fill,
            stroke=look.rim,
            stroke_width=thin,
        )


def _standing(board: Board, cell: int) -> list[Look]:
    """The colours of what stands on an edge."""
    reader = board.reader
    if reader is None:
        return []
    site, kinds = board.site(cell), reader.program.kinds
    tokens = [board.painter.look(k, owner) for k in kinds if k.counted for owner in reader.tokens(k, site)]
    pieces = reader.pieces_on(site)
    return [*tokens, *(board.painter.look(reader.program.kind_of_piece(p), reader.owner_of(p)) for p in pieces)]
