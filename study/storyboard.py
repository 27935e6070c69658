"""The picture of a story: a column for each kind of card, one for what can be learned, one for the endings; lines between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.faces.metrics import fitted
from rulewright.faces.svg import Drawing
from rulewright.play.story import Link, Node, Story, spoken

HIGH, STEP = 6.0, 7.6  # a node, and the distance from one to the next
WIDE, GAP = 56.0, 44.0  # a column, and the room for lines between two
TOP, EDGE, SIZE = 24.0, 10.0, 3.3
SWEEPS = 12
FALLBACK = 1.16  # the font that stands in where ours is not installed is wider
COLOURS = {"adds": "#4a6fa5", "draws": "#8aa6c8", "leads": "#b2452f", "learns": "#4f8a4c", "asks": "#d0902f"}
WORDS = {
    "adds": "brings it into play",
    "draws": "may bring it into play",
    "leads": "goes on there",
    "learns": "makes it true",
    "asks": "is asked for there",
}
FILLS = {"fact": "#f4ecd8", "ending": "#f3dcd6", "rule": "#e7e7e7"}
CARDS = ("#dfe9f5", "#e2efe0", "#ece4f2", "#e0eef0", "#f2ead9")


@dataclass(slots=True)
class Column:
    title: str
    nodes: list[Node]
    fill: str


def storyboard(story: Story, shares: Mapping[Node, float] | None = None) -> str:
    """The story as SVG; with shares, how often each card and ending was met."""
    columns = _columns(story)
    _untangle(columns, story.links)
    spots = _spots(columns)
    width = EDGE * 2 + len(columns) * WIDE + max(0, len(columns) - 1) * GAP + GAP / 2
    height = TOP + max((len(c.nodes) for c in columns), default=1) * STEP + EDGE * 2
    drawing = Drawing(width, height)
    drawing.rect(0, 0, width, height, fill="#ffffff")
    drawing.text(EDGE, 11, story.title, 7, anchor="start", bold=True)
    for link in story.links:
        _line(drawing, link, spots)
    for number, column in enumerate(columns):
        x = EDGE + number * (WIDE + GAP)
        drawing.text(x + WIDE / 2, TOP - 3, column.title, 4.2, bold=True, fill="#444")
        for node in column.nodes:
            _box(drawing, node, spots[node], column.fill, (shares or {}).get(node))
    _legend(drawing, story, width, height - EDGE / 2)
    return drawing.render(f"The story of {story.title}")


def _columns(story: Story) -> list[Column]:
    """Rules first, then cards by their kinds, what can be learned, and the endings."""
    found = [Column("Rules", story.of("rule"), FILLS["rule"])]
    kinds = list(dict.fromkeys(n.kind for n in story.of("card")))
    found += [Column(f"{kind}s", [n for n in story.of("card") if n.kind == kind], CARDS[i % len(CARDS)]) for i, kind in enumerate(kinds)]
    found += [Column("Remembered", story.of("fact"), FILLS["fact"]), Column("Endings", story.of("ending"), FILLS["ending"])]
    return [c for c in found if c.nodes]


def _untangle(columns: list[Column], links: list[Link]) -> None:
    """Order the nodes of each column by where their neighbours are, again and again; equal ones keep their order."""
    near: dict[Node, list[Node]] = {}
    for link in links:
        near.setdefault(link.source, []).append(link.target)
        near.setdefault(link.target, []).append(link.source)
    longest = max((len(c.nodes) for c in columns), default=1)
    height: dict[Node, float] = {}

    def settle(column: Column) -> None:
        for i, node in enumerate(column.nodes):
            height[node] = (i + 0.5) / len(column.nodes) * longest

    for column in columns:
        settle(column)
    for sweep in range(SWEEPS):
        for column in columns if sweep % 2 == 0 else columns[::-1]:
            own = set(column.nodes)

            def wish(node: Node, own: set[Node] = own) -> float:
                others = [height[n] for n in near.get(node, ()) if n not in own]
                return sum(others) / len(others) if others else height[node]

            column.nodes.sort(key=wish)
            settle(column)


def _spots(columns: list[Column]) -> dict[Node, tuple[float, float, int]]:
    """The upper left corner of each node, and its column; a short column stands in the middle."""
    longest = max((len(c.nodes) for c in columns), default=1)
    found = {}
    for number, column in enumerate(columns):
        room = longest * STEP / len(column.nodes) if column.nodes else STEP
        step = min(room, STEP * 2.6)
        start = TOP + (longest * STEP - step * len(column.nodes)) / 2
        for i, node in enumerate(column.nodes):
            found[node] = EDGE + number * (WIDE + GAP), start + i * step + (step - HIGH) / 2, number
    return found


def _line(drawing: Drawing, link: Link, spots: Mapping[Node, tuple[float, float, int]]) -> None:
    (x1, y1, a), (x2, y2, b) = spots[link.source], spots[link.target]
    y1, y2 = y1 + HIGH / 2, y2 + HIGH / 2
    bend = GAP * 0.55
    if a < b:
        path = f"M{x1 + WIDE:.1f} {y1:.1f}C{x1 + WIDE + bend:.1f} {y1:.1f} {x2 - bend:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"
        tip = (x2, y2, 1)
    elif a > b:
        path = f"M{x1:.1f} {y1:.1f}C{x1 - bend:.1f} {y1:.1f} {x2 + WIDE + bend:.1f} {y2:.1f} {x2 + WIDE:.1f} {y2:.1f}"
        tip = (x2 + WIDE, y2, -1)
    else:
        out = x1 + WIDE + min(bend, 6 + abs(y2 - y1) * 0.1)
        path = f"M{x1 + WIDE:.1f} {y1:.1f}C{out:.1f} {y1:.1f} {out:.1f} {y2:.1f} {x2 + WIDE:.1f} {y2:.1f}"
        tip = (x2 + WIDE, y2, -1)
    colour = COLOURS[link.sort]
    dashes = "1.6 1.2" if link.sort == "draws" else None
    drawing.path(path, fill="none", stroke=colour, stroke_width=0.4, stroke_opacity=0.75, stroke_dasharray=dashes)
    x, y, way = tip
    drawing.polygon([(x, y), (x - 2 * way, y - 0.9), (x - 2 * way, y + 0.9)], fill=colour)


def _box(drawing: Drawing, node: Node, spot: tuple[float, float, int], fill: str, share: float | None) -> None:
    x, y, _ = spot
    never = share == 0
    drawing.rect(x, y, WIDE, HIGH, rx=1.4, fill=fill, stroke="#c0392b" if never else "#8a8a8a", stroke_width=0.6 if never else 0.25)
    if share:  # the bar tells it without colour, too
        drawing.rect(x + 0.6, y + HIGH - 1.1, (WIDE - 1.2) * share, 0.8, fill="#555555")
    told = f"{node.number} " if node.number and node.sort == "card" else ""
    often = "" if share is None else ("never" if never else f"{100 * share:.1f} %" if share < 0.1 else f"{100 * share:.0f} %")
    room = (WIDE - 4 - (9 if often else 0)) / FALLBACK
    text, size = fitted(told + spoken(node.name), SIZE, room)
    drawing.middle(x + 2, y + HIGH / 2, text, size, anchor="start")
    if often:
        drawing.middle(x + WIDE - 1.6, y + HIGH / 2, often, SIZE * 0.8, anchor="end", fill="#777")


def _legend(drawing: Drawing, story: Story, width: float, y: float) -> None:
    x = EDGE
    for sort in dict.fromkeys(link.sort for link in story.links):
        drawing.line(
            (x, y - 1.2), (x + 9, y - 1.2), stroke=COLOURS[sort], stroke_width=0.8, stroke_dasharray="1.6 1.2" if sort == "draws" else None
        )
        drawing.text(x + 11, y, WORDS[sort], 3.6, anchor="start", fill="#444")
        x += 52
