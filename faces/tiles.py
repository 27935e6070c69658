"""Fronts of tiles: the ground to the edge, roads on it, name between two badges, cost below, what it looks at on the right, text below.

Above and below, and in the middle, ground stays free, so that roads are seen.
"""

from __future__ import annotations

from rulewright.core.program import Kind
from rulewright.faces import items
from rulewright.faces.canvas import LEAST_PT, PT, Canvas
from rulewright.faces.cards import badge
from rulewright.faces.grounds import painted, roads
from rulewright.faces.items import Item
from rulewright.faces.metrics import width as text_width
from rulewright.faces.painter import Painter
from rulewright.faces.palette import ground, tint
from rulewright.faces.reading import Content, content
from rulewright.faces.runs import lines_of

LEAD = 1.15
FILLING = ("corner top left", "corner top right", "ground", "strip below name", "strip left", "strip right", "strip", "panel", "art")
SIZES = (8.5, 8.0, 7.5, 7.0, 6.5, LEAST_PT)


def tile(painter: Painter, kind: Kind, index: int, bleed: float, small: bool) -> Canvas:
    found = content(painter, kind, index)
    w, h = painter.room(kind.name)
    d = Canvas(w, h, bleed=bleed, thin=painter.thin, theme=painter.theme, corners=2.0)
    painted(d, found.ground, tint(painter.accent, 0.82))
    roads(d, found.roads, found.way)
    if small:
        return _thumb(d, painter, found)
    k = w / 60
    border = next((f.slot.on for f in found.slots.get("frame", ()) if f.slot.on), "")
    if border:
        d.rect(0.8, 0.8, w - 1.6, h - 1.6, rx=1.6, fill="none", stroke=border, stroke_width=1.6)
    if found.roads and not found.text and not any(found.slots.get(s) for s in FILLING):
        _name_in_corner(d, found, k)
        return d
    _art(d, found, k)
    _head(d, found, k)
    _plates(d, found, k)
    _text(d, found, k)
    return d


def _name_in_corner(d: Canvas, found: Content, k: float) -> None:
    """A tile that is all roads: its name lies beside them, in a corner that no road leads to."""
    if not found.name:
        return
    pt = max(6.6, 8 * k)
    wide = min(d.width * 0.38, text_width(found.name, pt * PT, bold=True, serif=True) + 2.4)
    high, x, y = 4.6, 2.6, d.height - 2.6
    with d.slot("name"):
        d.box(x, y - high, wide, high, d.theme.paper, d.theme.ink, 0.2, 1.0)
        d.title(x + wide / 2, y - high / 2, found.name, pt, wide - 1.6, least=LEAST_PT)


def _art(d: Canvas, found: Content, k: float) -> None:
    """The building in the middle; a little smaller where a long text needs the room."""
    long = _text_room(found, d.width, k)[2] > 15.5 * k
    x, y, r = d.width / 2, d.height * (0.475 if long else 0.51), (7.4 if long else 9.1) * k
    with d.slot("art"):
        d.circle(x, y, r, fill="#ffffff", fill_opacity=0.92, stroke=d.theme.ink, stroke_width=0.3)
        d.grounds.append((x - r * 0.66, y - r * 0.66, x + r * 0.66, y + r * 0.66, "#ffffff"))
        if found.art is not None and (found.art.icon or not found.roads):
            found.art.draw(d, x, y, r * 1.43)


def _text_room(found: Content, w: float, k: float) -> tuple[float, float, float]:
    """How wide the text of a tile is, in which size it is set, and how high its box is."""
    signed = found.gives or found.scores or any(i.badge == "points" for i in found.items("panel"))
    wide = w - 6.8 * k - (9.4 if signed else 2.0) * k - 2.0 * k
    pt = next((s * k for s in SIZES if len(lines_of(found.text, s * k * PT, wide)) * s * k * PT * LEAD <= 13.2 * k), LEAST_PT)
    pt = max(LEAST_PT, pt)
    return wide, pt, max(9.0 * k, len(lines_of(found.text, pt * PT, wide)) * pt * PT * LEAD + 2.4 * k)


def _head(d: Canvas, found: Content, k: float) -> None:
    w = d.width
    left, right = found.items("corner top left"), found.items("corner top right") or found.items("ground")
    y, r = 9.3 * k, 5.1 * k
    d.box(
        8.8 * k if left else 3.6 * k,
        y - 4.1 * k,
        w - (8.8 if left else 3.6) * k - (8.6 if right else 3.6) * k,
        8.2 * k,
        d.theme.paper,
        d.theme.ink,
        0.3,
        1.6,
    )
    x0, x1 = (14.6 if left else 5.0) * k, w - (14.6 if right else 5.0) * k
    with d.slot("name"):
        d.title((x0 + x1) / 2, y, found.name, 12 * k, x1 - x0)
    if left:
        with d.slot("corner top left", left[0].attr):
            _corner(d, left[0], 8.8 * k, y, r)
    if right:
        with d.slot("corner top right", right[0].attr):
            item = right[0]
            if item.badge or item.sign is None:
                badge(d, item, w - 8.6 * k, y, r, d.theme.panel)
            else:
                d.disc(w - 8.6 * k, y, r, "#ffffff", d.theme.ink, 0.4)
                if found.ground is not None:
                    d.disc(w - 8.6 * k, y, r * 0.9, d.pale(ground(*found.ground)[0]))
                item.sign.draw(d, w - 8.6 * k, y, 7 * k)


def _corner(d: Canvas, item: Item, x: float, y: float, r: float) -> None:
    """Set or type: colour, shape and sign together."""
    if item.style is None or item.sign is None:
        badge(d, item, x, y, r, d.theme.panel)
        return
    d.shape(item.style.shape, x, y, r, d.pale(item.style.colour), wide=0.4)
    down = r * 0.18 if item.style.shape == "triangle" else r * 0.1 if item.style.shape == "pentagon" else 0.0
    if item.sign.icon:
        d.icon(item.sign.icon, x, y + down, r * 1.08, tone="#ffffff")
    else:
        d.number(x, y + down, r * 0.6, item.sign.letters, 10, fill=d.theme.ink if d.thin else "#ffffff")


def _plates(d: Canvas, found: Content, k: float) -> None:
    """Cost below the name on the left; on the right what it gives and what it looks at."""
    top = 14.8 * k
    costs = [*found.items("strip below name"), *found.items("strip left")]
    if costs:
        size = 5.3 * k
        wide = min(items.row_width(costs, size, size * 0.2), d.width * 0.62)
        with d.slot("strip below name", costs[0].attr):
            d.box(3.4 * k, top, wide + 1.4 * k, 6.6 * k, d.theme.paper, d.theme.ink, 0.25, 1.6)
            items.row(d, costs, 3.4 * k + 0.7 * k, top + 3.3 * k, size, wide, anchor="start", gap=size * 0.2)
    y = top
    others = [i for i in (*found.items("strip"), *found.items("panel")) if i.badge != "points"]
    for item in [*found.items("strip right"), *others]:
        size = 6.2 * k if item.sort != "map" else 5.6 * k
        plain = item if not (item.sort == "sign" and item.worded and item.sign is not None and item.sign.icon) else None
        if plain is None:  # a sign with its word below it
            wide = max(9.0 * k, min(text_width(item.text, 6.6 * PT, bold=True) + 1.6, 20 * k))
            high = 10.4 * k
            with d.slot("strip right", item.attr):
                d.box(d.width - 3.4 * k - wide, y, wide, high, d.theme.paper, d.theme.ink, 0.25, 1.6)
                assert item.sign is not None
                item.sign.draw(d, d.width - 3.4 * k - wide / 2, y + 3.7 * k, 5.8 * k)
                d.say(d.width - 3.4 * k - wide / 2, y + 8.5 * k, item.text, 6.6, bold=True, fit=wide - 0.8)
        else:
            wide = min(items.width(item, size) + 2.4 * k, d.width * 0.42)
            high = items.height(item, size) + 1.8 * k
            with d.slot("strip right", item.attr):
                d.box(d.width - 3.4 * k - wide, y, wide, high, d.theme.paper, d.theme.ink, 0.25, 1.6)
                items.row(d, [item], d.width - 3.4 * k - wide / 2, y + high / 2, size, wide - 1.6)
        y += high + 0.8 * k


def _text(d: Canvas, found: Content, k: float) -> None:
    panel = found.items("panel")
    points = next((i for i in panel if i.badge == "points"), None)
    w, low = d.width, d.height - 5.2 * k
    if points is not None and not found.text:
        with d.slot("panel"):
            d.box(w / 2 - 10 * k, low - 13.6 * k, 20 * k, 13.6 * k, d.theme.paper, d.theme.ink, 0.3, 1.6)
            d.burst(w / 2, low - 6.8 * k, 4.7 * k)
            d.number(w / 2, low - 6.8 * k, 4.4 * k, points.text, 14 * k)
        return
    if not found.text:
        return
    sign = "gain" if found.gives else "star" if found.scores or points is not None else ""
    inset = 9.4 * k if sign else 2.0 * k
    wide, pt, high = _text_room(found, w, k)
    with d.slot("text"):
        d.box(3.4 * k, low - high, w - 6.8 * k, high, d.theme.paper, d.theme.ink, 0.3, 1.6)
        if sign:
            if points is not None:
                d.burst(8.2 * k, low - high / 2, 3.0 * k)
                d.number(8.2 * k, low - high / 2, 2.8 * k, points.text, 10 * k)
            else:
                d.icon(sign, 7.6 * k, low - high / 2, 5.2 * k)
        d.rich(3.4 * k + inset + wide / 2, low - high / 2, wide, found.text, pt, lead=LEAD)


def _thumb(d: Canvas, painter: Painter, found: Content) -> Canvas:
    """For pictures and browsers, drawn for 26 millimetres."""
    w0 = d.width
    k = 26 / w0
    t = Canvas(26, d.height * k, bleed=d.bleed, thin=d.thin, theme=d.theme, corners=1.4)
    painted(t, found.ground, tint(painter.accent, 0.82))
    roads(t, found.roads, found.way)
    if found.art is not None and (found.art.icon or not found.roads):
        if found.art.icon and not t.thin:
            t.sticker(found.art.icon, 13, t.height * 0.48, 10.5)
        else:
            found.art.draw(t, 13, t.height * 0.48, 10.5)
    with t.slot("name"):
        t.box(1.2, t.height - 6.6, 23.6, 5.6, t.theme.paper, t.theme.ink, 0.2, 1)
        t.title(13, t.height - 3.8, found.name, 9, 22, least=6.5)
    left = found.items("corner top left")
    if left and left[0].style is not None:
        with t.slot("corner top left", left[0].attr):
            _corner(t, left[0], 4.5, 4.5, 2.8)
    if found.items("ground") and found.items("ground")[0].sign is not None:
        t.disc(21.8, 4.2, 3.0, "#ffffff", t.theme.ink, 0.25)
        sign = found.items("ground")[0].sign
        if sign is not None:
            sign.draw(t, 21.8, 4.2, 4.5)
    return t
