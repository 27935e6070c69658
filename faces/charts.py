"""Graphs as boards: boxes where the author lays them, or where they come apart best, with lines between them."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, dist, sqrt

from rulewright.core.program import Place
from rulewright.dsl import types as t
from rulewright.dsl.words import spoken
from rulewright.dsl.world import AttrSym
from rulewright.faces.canvas import Canvas
from rulewright.faces.contents import Board
from rulewright.faces.edges import bed_of, edges_of, on_routes, stroke_of
from rulewright.faces.fitting import ROOM
from rulewright.faces.graphs import apart, laid, positions, spread
from rulewright.faces.icons import icons
from rulewright.faces.metrics import fitted
from rulewright.faces.palette import INK, PAPER, ground, shade, tint, written_on
from rulewright.faces.svg import Drawing, Point
from rulewright.faces.ways import routed

POINT, DOT = 12.0, 1.3  # millimetres that a point with a man takes, and of the point itself
DETAIL = 9  # boxes that are few enough to be drawn large


def graph(board: Board, width: float) -> Drawing:
    """Boxes with lines between them; at true size each box has room for the largest piece it holds."""
    return _poster(board) if board.cell else _small(board, width)


def _small(board: Board, width: float) -> Drawing:
    """For pictures and screens."""
    place = board.place
    detail = bool(board.window) and len(board.window) <= DETAIL
    box_w, box_h, label = (34.0, 24.0, 3.4) if detail else (21.0, 12.8, 2.9)
    points = _pointed(board)
    if points:
        box_w, box_h = POINT, POINT
    wide = max(min(width, 170.0), 25.0 * sqrt(place.cells)) if any(place.edges) else min(width, 170.0)
    gap_w, gap_h = box_w * 0.14, box_h * 0.29
    if not any(place.edges) and not place.at:
        across = max(1, min(place.cells, int(wide // (box_w + gap_w))))
        at = [((i % across + 0.5) * (box_w + gap_w), (i // across + 0.5) * (box_h + gap_h)) for i in range(place.cells)]
    elif place.at:
        at = laid(place.at, box_w + gap_w, box_h + gap_h)
    else:
        at = [(x * (wide - box_w), y * (wide * 0.56)) for x, y in positions(place.edges)]
        at = apart(at, box_w + gap_w, box_h + gap_h)
    shown = _near(board.window, at, box_w, box_h) if detail else set(range(place.cells))
    left, top = min(at[i][0] for i in shown) - box_w / 2 - 1, min(at[i][1] for i in shown) - box_h / 2 - 1
    at = [(x - left, y - top) for x, y in at]
    d = Drawing(max(at[i][0] for i in shown) + box_w / 2 + 1, max(at[i][1] for i in shown) + box_h / 2 + 1)
    edges, ways = edges_of(board), {}
    for one, others in enumerate(place.edges):
        for other in others:
            if other > one and {one, other} <= shown:
                around = (DOT * 2, DOT * 2) if points else (box_w, box_h)
                others_ = [_around(at[i], *around) for i in shown if i not in (one, other)]
                way = ways[one, other] = routed(at[one], at[other], others_)
                tone, thick = stroke_of(board, edges, (one, other)), 0.6 if edges is None else 1.4
                d.polyline(way, stroke=tone, stroke_width=thick, stroke_linejoin="round")
    for cell in sorted(shown):
        if points:
            _dot(board, d, cell, *at[cell])
        else:
            _box(board, d, cell, *at[cell], box_w, box_h, label)
    on_routes(board, d, ways, 4.2, noted=True)
    if d.width <= width:
        return d
    scale = width / d.width
    smaller = Drawing(width, d.height * scale)
    smaller.put(d, 0, 0, scale)
    board.spots.update({cell: (x * scale, y * scale) for cell, (x, y) in board.spots.items()})
    board.sizes.update({cell: size * scale for cell, size in board.sizes.items()})
    return smaller


def _near(wanted: frozenset[int], at: list[Point], wide: float, high: float) -> set[int]:
    """The boxes of a detail: those it is about, and what lies between them."""
    xs, ys = [at[i][0] for i in wanted], [at[i][1] for i in wanted]
    return {
        i for i, (x, y) in enumerate(at) if min(xs) - wide / 2 <= x <= max(xs) + wide / 2 and min(ys) - high / 2 <= y <= max(ys) + high / 2
    }


def _around(at: Point, wide: float, high: float) -> tuple[float, float, float, float]:
    return at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2


def _box(board: Board, d: Drawing, cell: int, x: float, y: float, wide: float, high: float, label: float) -> None:
    facts = board.painter.printed_on(board.place, cell)
    marks = [m for f in facts if f.sort in {"enum", "set"} for m in f.members]
    fill = tint(ground(marks[0][0], marks[0][1])[0], 0.35) if marks else PAPER
    d.rect(x - wide / 2, y - high / 2, wide, high, rx=2.4, fill=fill, stroke=INK, stroke_width=0.35)
    text, size = fitted(board.place.cell_names[cell], label, wide - 1.5, bold=True)
    d.text(x, y - high / 2 + label * 1.07, text, size, bold=True)
    numbers = " · ".join(f"{spoken(f.name)} {f.text}" for f in facts if f.sort == "number" and f.text)
    if numbers:
        text, size = fitted(numbers, label * 0.85, wide - 1.5)
        d.text(x, y + high / 2 - label * 0.3, text, size)
    board.fill(d, cell, x, y + label * 0.55, high - label * 1.5, wide)


def _dot(board: Board, d: Drawing, cell: int, x: float, y: float) -> None:
    """A point for one piece, where lines meet; its name stands beside it."""
    d.circle(x, y, DOT, fill=INK)
    d.text(x + POINT * 0.3, y + POINT * 0.47, board.place.cell_names[cell], 2.9, fill="#5a5344")
    board.fill(d, cell, x, y, POINT * 0.92)


# ---------------------------------------------------------------- at true size


@dataclass(frozen=True, slots=True)
class Plot:
    """How large the boxes of a graph are at true size, and where their middles lie."""

    wide: float
    high: float
    at: list[Point]
    points: bool = False  # circles for one small piece each, not boxes


HEAD = 9.0  # of a box, with its name
GAP_X, GAP_Y = 11.0, 11.0
FRAME, TITLE = 9.0, 13.0
LANE = 3.9  # between a road and a box that it runs along
RING = 4.4
POINT_GAP = 4.4  # between two points: their names stand there
SHORT_NAME = 3  # letters of a name that stands beside a point


def _poster(board: Board) -> Canvas:
    """A board to be printed: a frame with a name, roads between boxes, in each box its name, its signs, and room for what lies there."""
    painter, place = board.painter, board.place
    theme = painter.theme
    plot = _plot(board)
    left, top = min(x for x, _ in plot.at) - plot.wide / 2 - FRAME, min(y for _, y in plot.at) - plot.high / 2 - FRAME - TITLE
    at = [(x - left, y - top) for x, y in plot.at]
    across, down = max(x for x, _ in at) + plot.wide / 2 + FRAME, max(y for _, y in at) + plot.high / 2 + FRAME
    d = Canvas(across, down, bleed=0.0, thin=painter.thin, theme=theme, corners=3)
    d.whole(d.pale(theme.wood))
    d.box(3, 3, d.width - 6, d.height - 6, d.pale(theme.board), theme.wood if d.thin else theme.ink, 0.7 if d.thin else 0.35, 2.4)
    d.say(FRAME, 3 + TITLE / 2 + 1, _capital(spoken(place.name)), 15, bold=True, serif=True, anchor="start", fit=d.width - 2 * FRAME)
    edges, ways = edges_of(board), _ways(place, at, plot)
    for stroke, thick in ((theme.ink if d.thin else theme.wood, 3.6), (d.pale(theme.paper), 2.6)):
        for pair, way in ways.items():
            inner = stroke if edges is None or thick > 3 else stroke_of(board, edges, pair)
            d.polyline(way, stroke=inner, stroke_width=thick, stroke_linejoin="round")
    for cell, (x, y) in enumerate(at):
        (_point if plot.points else _room)(board, d, cell, x, y, plot)
    on_routes(board, d, ways, 8.0 if bed_of(board) else 10.0, beds=True)
    return d


def _ways(place: Place, at: list[Point], plot: Plot) -> dict[tuple[int, int], list[Point]]:
    """The roads between boxes, the short ones first, so that longer ones go around them."""
    pairs = [(one, other) for one, others in enumerate(place.edges) for other in others if other > one]
    pairs.sort(key=lambda pair: dist(at[pair[0]], at[pair[1]]))
    found: dict[tuple[int, int], list[Point]] = {}
    for one, other in pairs:
        boxes = [_around(at[i], plot.wide, plot.high) for i in range(len(at)) if i not in (one, other)]
        found[one, other] = routed(at[one], at[other], boxes, list(found.values()), (plot.wide, plot.high), LANE)
    return found


def _pointed(board: Board) -> bool:
    """Whether each cell is a point: one small piece lies there, its name is short, and nothing but numbers is printed on it."""
    painter, place = board.painter, board.place
    holders = painter.holders(place)
    facts = [f for cell in range(place.cells) for f in painter.printed_on(place, cell)]
    single = all(place.limits.get(k.number) == 1 and painter.sort(k.name) == "token" for k in holders)
    short = all(len(name) <= SHORT_NAME for name in place.cell_names)
    plain = all(f.sort == "number" for f in facts) and not _counts(board) and edges_of(board) is None
    return bool(holders) and bool(place.at) and any(place.edges) and single and short and plain


def _plot(board: Board) -> Plot:
    place = board.place
    if _pointed(board):
        side = max(max(board.painter.size(k.name)) for k in board.painter.holders(place)) * ROOM
        return Plot(side, side, spread(place.at, side + POINT_GAP, side + POINT_GAP), points=True)
    sizes = [board.painter.size(k.name) for k in board.painter.holders(place)]
    rings = sum(2 * RING + 1.6 for _ in _counts(board))
    printed = any(f.sort in {"number", "text", "reference"} for cell in range(place.cells) for f in board.painter.printed_on(place, cell))
    least = 22.0 if sizes else 7.0 if printed else 2.0  # a cell on which nothing ever lies is a plate with a name
    wide = max([44.0 if sizes else 36.0, *(w * 1.06 for w, _ in sizes), *(2.2 * RING * a.high + 4 for a in _counts(board))])
    high = HEAD + max([least, *(h + 4 for _, h in sizes)]) + rings
    bed = bed_of(board)
    step_x, step_y = wide + max(GAP_X, bed * 0.7), high + max(GAP_Y, bed * 1.3)
    if not any(place.edges) and not place.at:
        columns = ceil(sqrt(place.cells))
        return Plot(wide, high, [((i % columns) * step_x, (i // columns) * step_y) for i in range(place.cells)])
    if place.at:
        return Plot(wide, high, laid(place.at, step_x, step_y))
    reach = step_x * sqrt(place.cells) * 1.1
    return Plot(wide, high, apart([(x * reach, y * reach * 0.8) for x, y in positions(place.edges)], step_x, step_y))


def _counts(board: Board) -> list[AttrSym]:
    """Small numbers of a cell: they are kept on it."""
    shown = board.painter.game.world.places[board.place.name].attrs.values()
    return [
        a for a in shown if a.nature != "printed" and a.per is None and isinstance(t.bare(a.type), t.Number) and 0 <= a.low < a.high <= 6
    ]


def _point(board: Board, d: Canvas, cell: int, x: float, y: float, plot: Plot) -> None:
    """A circle as large as the piece that lies there, its name beside it where no road runs."""
    r = plot.wide / 2
    d.disc(x, y, r, d.pale(d.theme.paper), d.theme.ink, 0.4)
    d.say(x + r * 0.78, y - r * 0.9, board.place.cell_names[cell], 8, bold=True, anchor="start")
    facts = [f for f in board.painter.printed_on(board.place, cell) if f.text and not _seen_in_lines(board, f.name)]
    for number, fact in enumerate(facts):
        down = (number - (len(facts) - 1) / 2) * 3.2
        d.say(x, y + down, f"{spoken(fact.name)} {fact.text}", 7, fit=r * 1.7, fill=d.theme.quiet)
    board.fill(d, cell, x, y, plot.wide)


def _seen_in_lines(board: Board, attribute: str) -> bool:
    """Whether a number only says which points are in one line, and the lines are drawn: points with the same number are joined."""
    table = board.place.attributes[attribute].table
    if table is None:
        return False
    groups: dict[object, set[int]] = {}
    for cell in range(board.place.cells):
        groups.setdefault(table.values[cell], set()).add(cell)
    return all(len(group) > 1 and _joined(board.place, group) for group in groups.values())


def _joined(place: Place, group: set[int]) -> bool:
    """Whether one can go from each of these cells to each other along lines between them."""
    seen = {min(group)}
    waiting = [min(group)]
    while waiting:
        for other in place.edges[waiting.pop()]:
            if other in group and other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen == group


def _room(board: Board, d: Canvas, cell: int, x: float, y: float, plot: Plot) -> None:
    """One box: name and signs on a band, below it the room for what lies there, at its foot the places of small numbers."""
    painter = board.painter
    facts = painter.printed_on(board.place, cell)
    marks = [m for f in facts if f.sort in {"enum", "set"} for m in f.members]
    tone = ground(marks[0][0], marks[0][1])[0] if marks else ""
    left, top = x - plot.wide / 2, y - plot.high / 2
    band = d.pale(shade(tone, 0.55) if tone else d.theme.wood)
    plate = plot.high < HEAD + 4  # nothing lies there: a plate with a name
    d.box(left, top, plot.wide, plot.high, d.pale(tint(tone, 0.55) if tone else d.theme.paper), d.theme.ink, 0.4, 2.2)
    d.box(left, top, plot.wide, plot.high if plate else HEAD, band, d.theme.ink, 0.4, 2.2)
    name = board.place.cell_names[cell].replace("_", " ")
    signs = [painter.lexicon.sign(m, n) for m, n, _ in marks]
    signs += [painter.lexicon.sign(f.name) for f in facts if f.sort == "flag" and f.text == "yes"]
    signs = [s for s in signs if s.icon] or [s for s in [painter.lexicon.sign(name)] if s.icon]
    right = left + plot.wide - 5.4
    for sign in reversed(signs):
        d.disc(right, top + HEAD / 2, 3.7, "#ffffff", d.theme.ink, 0.25)
        d.icon(sign.icon, right, top + HEAD / 2, 5.6)
        right -= 8.2
    d.say(
        left + 3.4,
        top + (plot.high if plate else HEAD) / 2,
        name,
        11,
        bold=True,
        serif=True,
        anchor="start",
        fit=right - left - 1,
        fill=written_on(band),
    )
    words = [f.text for f in facts if f.sort in {"reference", "text"} and f.text] + [
        f"{spoken(f.name)} {f.text}" for f in facts if f.sort == "number" and f.text
    ]
    words += [spoken(f.name) for f in facts if f.sort == "flag" and f.text == "yes" and not painter.lexicon.sign(f.name).icon]
    if words:
        d.say(x, top + HEAD + 3, " · ".join(words), 7.5, fit=plot.wide - 4)
    if marks or not any(f.members for i in range(board.place.cells) for f in painter.printed_on(board.place, i)):
        _beds(board, d, x, top + HEAD)
    _rings(board, d, left, y + plot.high / 2)
    board.fill(d, cell, x, y + HEAD / 2, min(plot.wide, plot.high - HEAD) - 4, plot.wide)


def _beds(board: Board, d: Canvas, x: float, top: float) -> None:
    """Where the one card or tile lies that a cell has room for."""
    painter = board.painter
    for kind in painter.holders(board.place):
        wide, high = painter.size(kind.name)
        if board.place.limits.get(kind.number) != 1 or painter.sort(kind.name) == "token" or not any(board.place.edges):
            continue
        d.rect(x - wide / 2, top + 2, wide, high, rx=2.5, fill="none", stroke="#a79c8a", stroke_width=0.3, stroke_dasharray="1.6 1.2")
        sign = painter.lexicon.sign(kind.name)
        d.icon(sign.icon or "card", x, top + 2 + high / 2, 14, ghost=True)


def _rings(board: Board, d: Canvas, left: float, bottom: float) -> None:
    """As many places as a small number can be, each with its sign: three for fire."""
    for attr in _counts(board):
        sign = board.painter.lexicon.sign(attr.name)
        tone = d.pale(tint(icons()[sign.icon].tone, 0.68)) if sign.icon else "#ffffff"
        for number in range(attr.high):
            cx, cy = left + RING + 2.0 + number * RING * 2.15, bottom - RING - 1.6
            d.circle(cx, cy, RING, fill=tone, stroke=d.theme.ink, stroke_width=0.25)
            if sign.icon:
                d.icon(sign.icon, cx, cy, RING * 1.3, ghost=True)
        bottom -= 2 * RING + 1.6


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
