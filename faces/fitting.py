"""How large small pieces and the cells of their boards are at true size: as large as usual, a little smaller if that saves a sheet."""

from __future__ import annotations

from math import ceil, sqrt
from typing import TYPE_CHECKING

from rulewright.core.program import Place

if TYPE_CHECKING:
    from rulewright.faces.painter import Painter

ROOM = 1.08  # a cell, compared with the largest piece it holds
USUAL, SMALLEST = 20.0, 15.0  # of tokens for which nobody says a size
LEAST_CELL = 18.0  # of a board on which nothing lies
BAR = 5.0  # how wide a piece is that lies along the edge of a cell
SHEETS = ((198.0, 258.0), (267.0, 189.0))  # what A4 and Letter both have room for, upright and lying
OVERLAP = 8.0
GRID_EDGE, HEX_EDGE = 5.2, 14.0  # for the names of columns and rows


def token(painter: Painter, kind: str) -> tuple[float, float]:
    """The size of a token for which nobody says one: a bar if it lies on edges, else as its boards need it."""
    board = bar_of(painter, kind)
    if board is not None:
        side = cell(painter, board) / (sqrt(3) if board.shape == "hex_grid" else 1.0)
        return BAR, round(side - BAR, 1)
    core = painter.game.world.kinds[kind].core
    boards = [p for p in painter.places_of(kind) if p.shape in {"grid", "hex_grid"} and core in painter.holders(p)]
    size = min((_best(painter, p) for p in boards), default=USUAL)
    return size, size


def bar_of(painter: Painter, kind: str) -> Place | None:
    """The board along whose edges the pieces of a kind lie, if they lie nowhere else on a board and bear nothing."""
    sym = painter.game.world.kinds[kind]
    places = [p for p in painter.places_of(kind) if p.board is not None and sym.core in painter.holders(p)]
    if not places or any(p.shape != "edges" for p in places) or painter.roles.by_kind[kind] or any(sym.core.names) or sym.dice:
        return None
    boards = [p for p in painter.game.program.places if p.name in {place.of for place in places}]
    return boards[0] if len(boards) == 1 and boards[0].shape in {"grid", "hex_grid"} else None


def cell(painter: Painter, place: Place) -> float:
    """The size of a cell: the largest piece that lies there has room, and beside it what lies along its edges."""
    sizes = [max(painter.size(k.name)) for k in painter.holders(place)]
    return max(max(sizes), SMALLEST) * ROOM + _lane(painter, place) if sizes else LEAST_CELL * ROOM + _lane(painter, place)


def _lane(painter: Painter, place: Place) -> float:
    edges = [p for p in painter.game.program.places if p.of == place.name]
    return BAR if any(bar_of(painter, k.name) is not None for p in edges for k in painter.holders(p)) else 0.0


def _best(painter: Painter, place: Place) -> float:
    """The largest size of pieces with which a board takes the fewest sheets."""
    if any(not painter.usual_size(k.name) for k in painter.holders(place)):
        return USUAL
    lane = _lane(painter, place)
    tried = [USUAL - step * 0.5 for step in range(int((USUAL - SMALLEST) * 2) + 1)]
    return min(tried, key=lambda size: (sheets(*_extent(place, size * ROOM + lane)), -size))


def _extent(place: Place, side: float) -> tuple[float, float]:
    if place.shape == "grid":
        return place.width * side + GRID_EDGE, place.height * side + GRID_EDGE
    ends = [x + y / 2 for x, y in map(place.spot, range(place.cells))]
    return (max(ends) - min(ends) + 1) * side + HEX_EDGE, (1.5 * (place.height - 1) + 2) * side / sqrt(3) + HEX_EDGE


def sheets(wide: float, high: float) -> int:
    """How many sheets something of that size takes, on the paper as it lies better."""

    def across(length: float, room: float) -> int:
        return max(1, ceil((length - OVERLAP) / (room - OVERLAP) - 1e-9))

    return min(across(wide, w) * across(high, h) for w, h in SHEETS)
