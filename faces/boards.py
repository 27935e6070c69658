"""Boards with what stands on them, drawn from a state: grids, hexagons, rings, tracks, and graphs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from math import ceil, cos, pi, sin, sqrt

from rulewright.core.boards import letters
from rulewright.core.program import Place
from rulewright.dsl.words import spoken
from rulewright.faces import pieces
from rulewright.faces.charts import graph
from rulewright.faces.contents import Board as Board
from rulewright.faces.edges import on_borders
from rulewright.faces.icons import drawn
from rulewright.faces.metrics import fitted
from rulewright.faces.palette import INK, LINE, PAPER, SHADE, ground, tint, written_on
from rulewright.faces.svg import Drawing, Point

_CELL = re.compile(r"([A-Za-z]{1,2})(\d{1,2})")
ROOM_FOR_WORDS = 24.0  # size of a cell on which more than a letter can be read
GRID_EDGE = 5.2  # for the names of columns and rows
SMALL = 30  # cells of a board that is always drawn whole
DARK = "#dccdaa"  # of a dark cell on a board at true size
LEAST_DETAIL = 4  # columns of a detail


# ---------------------------------------------------------------- shapes


def draw(board: Board, width: float) -> Drawing:
    """A board no wider than that many millimetres."""
    match board.place.shape:
        case "grid":
            return _grid(board, width)
        case "hex_grid":
            return _hex(board, width)
        case "open_grid":
            return _open(board, width)
        case "ring" if board.painter.game.world.places[board.place.name].sides and len(board.painter.game.seats) == 2:
            return _mancala(board, width)
        case "ring":
            return _ring(board, width)
        case "track":
            return _track(board, width)
        case "graph":
            return graph(board, width)
        case _:
            return Drawing(width, 0)


def sized(board: Board, wide: float, high: float) -> Drawing:
    """A board of exactly that size."""
    if board.place.shape == "grid":
        cell = min((wide - GRID_EDGE) / board.place.width, (high - GRID_EDGE) / board.place.height)
        board = replace(board, cell=cell)
    whole = draw(board, wide)
    scale = min(wide / whole.width, high / whole.height)
    found = Drawing(wide, high)
    left, top = (wide - whole.width * scale) / 2, (high - whole.height * scale) / 2
    found.put(whole, left, top, scale)
    board.spots.update({cell: (left + x * scale, top + y * scale) for cell, (x, y) in board.spots.items()})
    return found


def _grid(board: Board, width: float) -> Drawing:
    place = board.place
    margin = GRID_EDGE - 0.6
    left, right, low, high = _detail(board)
    across, up = right - left + 1, high - low + 1
    size = board.cell or min((width - margin - 0.6) / across, 17.0)
    d = Drawing(size * across + margin + 0.6, size * up + margin + 0.6)
    columns, rows = axes(place)
    framed = board.cut and not board.painter.thin and not place.spots  # at true size: names stand on a frame of wood
    if framed:
        d.rect(0, 0, d.width, d.height, fill=board.painter.theme.wood)
    for cell in range(place.cells):
        column, row = place.spot(cell)
        if not (left <= column <= right and low <= row <= high):
            continue
        x, y = margin + (column - left) * size, 0.3 + (high - row) * size
        dark = board.checkered and (column + row) % 2 == 0
        d.rect(x, y, size, size, fill=(DARK if framed else SHADE) if dark else PAPER, stroke=LINE, stroke_width=0.25)
        _printed(board, d, cell, x, y, size)
        board.fill(d, cell, x + size / 2, y + size / 2, size)
    _edge(d, board, (left, right, low, high), margin, size)
    spots = [place.spot(cell) for cell in range(place.cells)]
    middles = [(margin + (column - left + 0.5) * size, 0.3 + (high - row + 0.5) * size) for column, row in spots]
    on_borders(board, d, middles, size)
    named = written_on(board.painter.theme.wood) if framed else "#5a5344"
    for column in range(left, right + 1):
        d.text(margin + (column - left + 0.5) * size, d.height - 0.8, columns[column], min(3.1, size * 0.7), fill=named, bold=framed)
    for row in range(low, high + 1):
        d.middle(margin / 2 - 0.3, 0.3 + (high - row + 0.5) * size, rows[row], min(3.1, size * 0.7), fill=named, bold=framed)
    return d


def _detail(board: Board) -> tuple[int, int, int, int]:
    """The columns and rows that are drawn: what the detail is about with a cell around it; all of a small board."""
    place = board.place
    columns, rows = [place.spot(c)[0] for c in board.window], [place.spot(c)[1] for c in board.window]
    if not board.window or place.cells <= SMALL:
        return 0, place.width - 1, 0, place.height - 1
    left, right = max(0, min(columns) - 1), min(place.width - 1, max(columns) + 1)
    low, high = max(0, min(rows) - 1), min(place.height - 1, max(rows) + 1)
    while right - left < LEAST_DETAIL - 1 and (left > 0 or right < place.width - 1):
        left, right = max(0, left - 1), min(place.width - 1, right + (1 if left == 0 or right - left < LEAST_DETAIL - 2 else 0))
    return left, right, low, high


def _edge(d: Drawing, board: Board, shown: tuple[int, int, int, int], margin: float, size: float) -> None:
    """The edge of the board as far as it is in the picture."""
    left, right, low, high = shown
    place = board.place
    if place.spots:
        _outline(d, place, shown, margin, size)
        return
    x0, x1, y0, y1 = margin, margin + (right - left + 1) * size, 0.3, 0.3 + (high - low + 1) * size
    sides = [
        (left == 0, (x0, y0), (x0, y1)),
        (right == place.width - 1, (x1, y0), (x1, y1)),
        (low == 0, (x0, y1), (x1, y1)),
        (high == place.height - 1, (x0, y0), (x1, y0)),
    ]
    for real, a, b in sides:
        if real:
            d.line(a, b, stroke=INK, stroke_width=0.5, stroke_linecap="square")


def _outline(d: Drawing, place: Place, shown: tuple[int, int, int, int], margin: float, size: float) -> None:
    """The edge of a board with gaps: around every cell, wherever it has no neighbour."""
    left, right, low, high = shown
    there = set(place.spots)
    for column, row in place.spots:
        if not (left <= column <= right and low <= row <= high):
            continue
        x, y = margin + (column - left) * size, 0.3 + (high - row) * size
        sides = (
            ((0, 1), (x, y), (x + size, y)),
            ((1, 0), (x + size, y), (x + size, y + size)),
            ((0, -1), (x, y + size), (x + size, y + size)),
            ((-1, 0), (x, y), (x, y + size)),
        )
        for (dx, dy), a, b in sides:
            if (column + dx, row + dy) not in there:
                d.line(a, b, stroke=INK, stroke_width=0.5, stroke_linecap="square")


def axes(place: Place) -> tuple[list[str], list[str]]:
    """The names of columns and rows, taken from the names of the cells where these are made of a letter and a number."""
    named = [_CELL.fullmatch(name) for name in place.cell_names]
    if len(named) == place.cells and all(named):
        found = [(m.group(1), m.group(2)) for m in named if m is not None]
        spots = [place.spot(cell) for cell in range(place.cells)]
        columns = [next((found[c][0] for c, (x, _) in enumerate(spots) if x == column), "") for column in range(place.width)]
        rows = [next((found[c][1] for c, (_, y) in enumerate(spots) if y == row), "") for row in range(place.height)]
        if all(found[cell] == (columns[x], rows[y]) for cell, (x, y) in enumerate(spots)):
            return columns, rows
    return [letters(column) for column in range(place.width)], [str(row + 1) for row in range(place.height)]


def _printed(board: Board, d: Drawing, cell: int, x: float, y: float, size: float) -> None:
    """What is printed on the cells of a board: a ground for the first value, a frame for an owner, words where there is room for them."""
    facts = board.painter.printed_on(board.place, cell)
    grounds = [name for name, a in board.place.attributes.items() if a.table is not None and a.shown.sort in {"enum", "number"}]
    first = next((f for f in facts if grounds and f.name == grounds[0] and f.sort in {"enum", "number"}), None)
    if first is not None:
        member, number = (first.members[0][0], first.members[0][1]) if first.sort == "enum" else ("", abs(int(first.text)))
        d.rect(x + 0.2, y + 0.2, size - 0.4, size - 0.4, fill=tint(ground(member, number)[0], 0.45))
        if first.sort == "number":
            d.text(x + size * 0.86, y + size * 0.93, first.text, size * 0.18, fill="#5a5344")
    for name, attribute in board.place.attributes.items():
        owner = attribute.table.values[cell] if attribute.shown.sort == "player" and attribute.table is not None else -1
        if isinstance(owner, int) and owner >= 0:
            look = board.painter.seats[owner]
            edge = min(size * 0.05, 1.6)
            d.rect(x + edge, y + edge, size - 2 * edge, size - 2 * edge, fill="none", stroke=look.rim, stroke_width=edge)
            facts = [f for f in facts if f.name != name]
    words = [spoken(f.name) if f.sort == "flag" else f.text for f in facts if f is not first and not (f.sort == "flag" and f.text == "no")]
    if size >= ROOM_FOR_WORDS:
        for number, word in enumerate(words):
            sign = board.painter.lexicon.sign(word)
            if sign.icon:
                each = size / len(words)
                d.parts.append(drawn(sign.icon, x + each * (number + 0.5), y + size * 0.46, min(size * 0.42, each * 0.8)))
            text, high = fitted(word, 3.6, size - 6)
            d.text(x + size / 2, y + size * 0.82 + number * 4.4, text, high, fill=INK)
    else:
        for number, word in enumerate(words):
            d.text(x + size * 0.14 + number * size * 0.2, y + size * 0.26, word[:1].upper(), size * 0.2, bold=True, fill="#5a5344")


def _hex(board: Board, width: float) -> Drawing:
    place = board.place
    ends = [x + y / 2 for x, y in map(place.spot, range(place.cells))]
    first = min(ends)
    columns = max(ends) - first + 1
    margin = 7.0
    r = board.cell / sqrt(3) or min((width - 2 * margin) / (columns * sqrt(3)), 7.5)
    high = r * (1.5 * (place.height - 1) + 2)
    d = Drawing(columns * sqrt(3) * r + 2 * margin, high + 2 * margin)

    def middle(cell: int) -> Point:
        column, row = place.spot(cell)
        return margin + r * sqrt(3) * (column + row / 2 + 0.5 - first), margin + high - r - row * 1.5 * r

    if board.sides and not place.spots and len(board.painter.seats) >= 2:
        _hex_sides(board, d, r, middle)
    for cell in range(place.cells):
        x, y = middle(cell)
        corners = [(x + r * sin(pi / 3 * i), y - r * cos(pi / 3 * i)) for i in range(6)]
        d.polygon(corners, fill=PAPER, stroke=LINE, stroke_width=0.3)
        board.fill(d, cell, x, y, r * 1.75)
    on_borders(board, d, [middle(cell) for cell in range(place.cells)], r * sqrt(3))
    for cell in _first_of(place, 0):
        x, y = middle(cell)
        d.text(x - r * 0.5, y + r * 2.1, letters(place.spot(cell)[0]), 2.8, fill="#5a5344")
    for cell in _first_of(place, 1):
        x, y = middle(cell)
        d.middle(x - r * 2.15, y, str(place.spot(cell)[1] + 1), 2.8, fill="#5a5344")
    return d


def _first_of(place: Place, axis: int) -> list[int]:
    """The first cell of each column, or of each row: beside it stands its name."""
    found: dict[int, int] = {}
    for cell in range(place.cells):
        found.setdefault(place.spot(cell)[axis], cell)
    return list(found.values())


def _hex_sides(board: Board, d: Drawing, r: float, middle: Callable[[int], Point]) -> None:
    """Bands along the edges that a player joins: south and north for the first, west and east for the second."""
    w, h = board.place.width, board.place.height
    first, second = board.painter.seats[0], board.painter.seats[1]
    edges = [
        (first, [middle(x) for x in range(w)], (0, r * 0.72)),
        (first, [middle((h - 1) * w + x) for x in range(w)], (0, -r * 0.72)),
        (second, [middle(y * w) for y in range(h)], (-r * 0.72, 0)),
        (second, [middle(y * w + w - 1) for y in range(h)], (r * 0.72, 0)),
    ]
    for look, points, (dx, dy) in edges:
        d.polyline(
            [(x + dx, y + dy) for x, y in points], stroke=look.rim, stroke_width=r * 1.06, stroke_linecap="round", stroke_linejoin="round"
        )
        d.polyline(
            [(x + dx, y + dy) for x, y in points], stroke=look.fill, stroke_width=r * 0.86, stroke_linecap="round", stroke_linejoin="round"
        )


def occupied(board: Board) -> list[int]:
    if board.reader is None:
        return []
    found = []
    at = board.reader.program.loc.at if board.reader.program.loc is not None else 0
    first, last = board.site(0), board.site(board.place.cells - 1)
    for piece in range(board.reader.program.pieces):
        site = board.reader.state[at + piece]
        if first <= site <= last:
            found.append(site - first)
    return sorted(set(found))


def _open(board: Board, width: float) -> Drawing:
    place = board.place
    cells = sorted({*occupied(board), *board.window}) or [place.cells // 2]
    xs = [c % place.width for c in cells]
    ys = [c // place.width for c in cells]
    around = 0 if board.window else 1
    left, right, low, high = min(xs) - around, max(xs) + around, min(ys) - around, max(ys) + around
    across, up = right - left + 1, high - low + 1
    bare = bool(board.window) or not board.numbered
    margin = 0.6 if bare else 4.6
    size = min((width - margin - 0.6) / across, board.cell or 22.0)
    d = Drawing(size * across + margin + 0.6, size * up + margin + 0.6)
    for row in range(up):
        for column in range(across):
            x, y = margin + column * size, 0.3 + (up - 1 - row) * size
            d.rect(x, y, size, size, fill="none", stroke="#b9b0a0", stroke_width=0.2, stroke_dasharray="0.8 0.8")
    for row in range(up):
        for column in range(across):
            cell = (low + row) * place.width + left + column
            if 0 <= left + column < place.width and 0 <= low + row < place.height:
                board.fill(d, cell, margin + (column + 0.5) * size, 0.3 + (up - 0.5 - row) * size, size)
    if bare:
        return d  # what is told of a detail, or of the setup, names no numbers
    middle_x, middle_y = place.width // 2, place.height // 2
    for column in range(across):
        d.text(margin + (column + 0.5) * size, d.height - 0.8, str(left + column - middle_x).replace("-", "−"), 3.0, fill="#5a5344")
    for row in range(up):
        d.middle(margin / 2 - 0.2, 0.3 + (up - 0.5 - row) * size, str(low + row - middle_y).replace("-", "−"), 3.0, fill="#5a5344")
    return d


def _ring(board: Board, width: float) -> Drawing:
    count = board.place.cells
    size = board.cell or min(width / (1.3 + 1.28 / sin(pi / max(3, count))), 21.0)
    radius = max(size * 0.64 / sin(pi / count), size * 1.1) if count > 2 else size * 1.1
    d = Drawing(2 * radius + size * 1.3, 2 * radius + size * 1.3)
    x0, y0 = d.width / 2, d.height / 2
    near = 0.575 if board.cut else 0.82  # of the number, from the middle of its place inwards
    if board.cell:
        theme = board.painter.theme
        if board.cut:
            _ground(d, board, size * 0.16)
        d.circle(x0, y0, radius, fill="none", stroke="#b9b0a0" if board.painter.thin else theme.wood, stroke_width=size * 0.5)
        d.circle(x0, y0, radius, fill="none", stroke="#ffffff" if board.painter.thin else theme.board, stroke_width=size * 0.46)
    d.circle(x0, y0, radius, fill="none", stroke="#b9b0a0", stroke_width=0.5, stroke_dasharray="1.2 1.2")
    for cell in range(count):
        angle = 2 * pi * cell / count
        x, y = x0 + radius * sin(angle), y0 - radius * cos(angle)
        d.rect(x - size / 2, y - size / 2, size, size, rx=size * 0.12, fill=PAPER, stroke=LINE, stroke_width=0.3)
        board.fill(d, cell, x, y, size)
        reach = max(abs(sin(angle)), abs(cos(angle)))  # the edge of a square is farther away in its corners
        ix, iy = x0 + (radius - size * near / reach) * sin(angle), y0 - (radius - size * near / reach) * cos(angle)
        name = board.place.cell_names[cell] if board.place.cell_names else str(cell + 1)
        if board.cut:
            d.circle(ix, iy, 4.6, fill="#ffffff", stroke=INK, stroke_width=0.35)
        d.middle(ix, iy, name, 4.4 if board.cell else 2.8, bold=board.cut, fill=INK if board.cut else "#5a5344")
    reach = radius - size * 1.25
    if reach > 4:
        end = (x0 + reach * sin(0.9), y0 - reach * cos(0.9))
        d.path(
            f"M{x0:.2f} {y0 - reach:.2f}A{reach:.2f} {reach:.2f} 0 0 1 {end[0]:.2f} {end[1]:.2f}",
            fill="none",
            stroke=LINE,
            stroke_width=0.4,
        )
        d.polygon([(end[0] + 1.4, end[1] + 0.6), (end[0] - 0.9, end[1] + 0.7), (end[0] + 0.6, end[1] - 1.4)], fill=LINE)
    return d


def _ground(d: Drawing, board: Board, corner: float) -> None:
    """A board at true size: a ground with a frame of wood, to be cut out along it."""
    theme = board.painter.theme
    edge = "#b9b0a0" if board.painter.thin else theme.wood
    d.rect(
        0.6,
        0.6,
        d.width - 1.2,
        d.height - 1.2,
        rx=corner,
        fill="#ffffff" if board.painter.thin else theme.panel,
        stroke=edge,
        stroke_width=1.2,
    )


def _mancala(board: Board, width: float) -> Drawing:
    """Houses of two players: the first sits in the south, and sowing runs towards the right."""
    half = board.place.cells // 2
    size = board.cell or min(width / (half + 0.4), 19.0)
    d = Drawing(size * (half + 0.2), size * 2.6)
    d.rect(0.3, size * 0.25, d.width - 0.6, size * 2.1, rx=size * 0.4, fill=SHADE, stroke=INK, stroke_width=0.4)
    for cell in range(board.place.cells):
        lower = cell < half
        column = cell if lower else board.place.cells - 1 - cell
        x, y = size * (column + 0.6), size * (1.8 if lower else 0.8)
        d.circle(x, y, size * 0.45, fill=PAPER, stroke=LINE, stroke_width=0.3)
        board.fill(d, cell, x, y, size)
        name = board.place.cell_names[cell] if board.place.cell_names else str(cell + 1)
        d.middle(x, size * (2.5 if lower else 0.12), name, 2.8, fill="#5a5344")
    return d


def _track(board: Board, width: float) -> Drawing:
    count = board.place.cells
    across = min(12, count) if count > 12 else count
    rows = ceil(count / across)
    size = board.cell or min((width - 1) / across, 16.0)
    heaps = [k for k in board.painter.holders(board.place) if k.counted and k.owners and board.place.limits[k.number] != 1]
    high = size * (2.9 if heaps else 1.0)
    d = Drawing(size * across + 0.6, (high + 4) * rows + 0.6)
    for cell in range(count):
        row, place = divmod(cell, across)
        column = place if row % 2 == 0 else across - 1 - place
        x, y = 0.3 + column * size, 0.3 + (rows - 1 - row) * (high + 4)
        d.rect(x, y, size, high, fill=PAPER if cell % 2 else SHADE, stroke=LINE, stroke_width=0.3)
        _printed(board, d, cell, x, y, size)
        if heaps:
            board.spots[cell] = (x + size / 2, y + high / 2)
            _tower(board, d, cell, x + size / 2, y + high, size)
        else:
            board.fill(d, cell, x + size / 2, y + size / 2, size)
        name = board.place.cell_names[cell] if board.place.cell_names else str(cell + 1)
        d.text(x + size / 2, y + high + 2.9, name, 2.7, fill="#5a5344")
    return d


def _tower(board: Board, d: Drawing, cell: int, x: float, bottom: float, size: float) -> None:
    """Equal pieces on top of each other, from the lower edge of the cell upwards."""
    if board.reader is None:
        return
    r = size * 0.44
    at = 0
    for kind in board.reader.program.kinds:
        if not kind.counted:
            continue
        for owner, count in board.reader.tokens(kind, board.site(cell)).items():
            look = board.painter.look(kind, owner)
            for number in range(min(count, 5)):
                y = bottom - r * 1.1 - at * size * 0.46
                pieces.ring(d, x, y, r, look)
                if count > 5 and number == 4:
                    d.middle(x, y, str(count), r * 0.9, bold=True, fill=look.ink)
                at += 1
