"""Marks on pictures of positions: what may be chosen and what not, numbers, what moved and where to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, sin

from rulewright.faces.canvas import Box, Canvas
from rulewright.faces.palette import written_on
from rulewright.faces.svg import Drawing, Point, n

YES, NO, MOVED, NUMBER = "#2e7d4f", "#b0402e", "#2e7d4f", "#4a3560"


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to be pointed at: a piece, or else a site. `sign`: yes, no, moved, or a number."""

    site: int = -1
    piece: int = -1
    sign: str = ""


def colour(sign: str) -> str:
    return {"yes": YES, "no": NO, "moved": MOVED}.get(sign, NUMBER)


def frame(d: Drawing, x: float, y: float, size: float, sign: str) -> None:
    """A frame around a cell or piece with its middle at (x, y); what is not allowed is dashed."""
    half = size * 0.5
    d.rect(
        x - half,
        y - half,
        size,
        size,
        rx=size * 0.07,
        fill="none",
        stroke=colour(sign),
        stroke_width=max(0.5, size * 0.045),
        stroke_dasharray=f"{n(size * 0.1)} {n(size * 0.07)}" if sign == "no" else None,
    )


def badge(d: Drawing, x: float, y: float, r: float, sign: str) -> None:
    """A tick, a cross or a number in a disc: it is told apart without colours."""
    fill = colour(sign)
    d.circle(x, y, r, fill=fill, stroke="#ffffff", stroke_width=r * 0.18)
    if sign in {"yes", "moved"}:
        d.path(
            f"M{n(x - r * 0.46)} {n(y + r * 0.04)}l{n(r * 0.32)} {n(r * 0.36)}l{n(r * 0.58)} {n(-r * 0.74)}",
            fill="none",
            stroke="#ffffff",
            stroke_width=r * 0.26,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
    elif sign == "no":
        for side in (-1, 1):
            d.line(
                (x - r * 0.4, y - side * r * 0.4),
                (x + r * 0.4, y + side * r * 0.4),
                stroke="#ffffff",
                stroke_width=r * 0.26,
                stroke_linecap="round",
            )
    else:
        d.middle(x, y, sign, r * (1.35 if len(sign) == 1 else 1.05), bold=True, fill=written_on(fill))


def leaders(face: Canvas, spots: Sequence[tuple[str, Box]], colour_: str, wide: float = 56.0, high: float = 74.0) -> Drawing:
    """A face with a numbered disc in the margin for each thing on it, and a line to it."""
    scale = min(wide / face.width, high / face.height)
    margin, r = 11.0, 2.5
    d = Drawing(face.width * scale + 2 * margin, face.height * scale + 2 * r)
    d.put(face, margin, r, scale)
    sides: dict[bool, list[tuple[float, str, Box]]] = {False: [], True: []}
    for mark, box in spots:
        sides[(box.x0 + box.x1) / 2 > face.width * 0.5].append(((box.y0 + box.y1) / 2 * scale + r, mark, box))
    for right, found in sides.items():
        found.sort(key=lambda one: one[0])
        heights = _apart([y for y, _, _ in found], 2 * r + 1.0, r, d.height - r)
        for at, (y, mark, box) in zip(heights, found, strict=True):
            x = d.width - r - 0.2 if right else r + 0.2
            end = margin + (box.x1 if right else box.x0) * scale
            for stroke, thick in (("#ffffff", 0.9), (colour_, 0.4)):
                d.polyline(
                    [(x, at), (margin + (face.width * scale + 2.0 if right else -2.0), at), (end, y)], stroke=stroke, stroke_width=thick
                )
            d.circle(end, y, 0.75, fill=colour_, stroke="#ffffff", stroke_width=0.25)
            d.circle(x, at, r, fill=colour_)
            d.middle(x, at, mark, 3.6, bold=True, fill=written_on(colour_))
    return d


def _apart(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """The same heights, as far from each other as discs need, within their margin."""
    found: list[float] = []
    for y in wanted:
        found.append(max(y, found[-1] + gap if found else low))
    limit = high
    for number in range(len(found) - 1, -1, -1):
        found[number] = min(found[number], limit)
        limit = found[number] - gap
    return found


def arrow(d: Drawing, a: Point, b: Point, size: float) -> None:
    """A bent arrow from one cell to another."""
    long = hypot(b[0] - a[0], b[1] - a[1])
    if long < size * 0.3:
        return
    ux, uy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    start = a[0] + ux * size * 0.2, a[1] + uy * size * 0.2
    end = b[0] - ux * size * 0.22, b[1] - uy * size * 0.22
    bend = min(long * 0.18, size * 0.5)
    middle = (start[0] + end[0]) / 2 + uy * bend, (start[1] + end[1]) / 2 - ux * bend
    thick = max(0.7, size * 0.06)
    turn = atan2(end[1] - middle[1], end[0] - middle[0])
    head = size * 0.2
    neck = end[0] - cos(turn) * head * 0.7, end[1] - sin(turn) * head * 0.7
    way = f"M{n(start[0])} {n(start[1])}Q{n(middle[0])} {n(middle[1])} {n(neck[0])} {n(neck[1])}"
    tip = [end, *((end[0] - head * cos(turn + side * 0.5), end[1] - head * sin(turn + side * 0.5)) for side in (-1, 1))]
    for stroke, wide in (("#ffffff", thick * 2.0), (MOVED, thick)):
        d.path(way, fill="none", stroke=stroke, stroke_width=wide, stroke_linecap="round")
        d.polygon(tip, fill=MOVED, stroke=stroke if stroke != MOVED else None, stroke_width=thick * 0.8 if stroke != MOVED else None)
