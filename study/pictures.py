"""Small pictures in SVG: ranges as bars with a dot, shares as columns. Readable without colour; no script, no font of its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

import numpy as np

from rulewright.study.chart import DASHES, axis
from rulewright.study.model import Estimate, Figure, Listed

WIDE, LABEL, ROW, TOLD = 640, 230, 26, 130
RARE = 0.005  # smaller shares are told with decimals


def picture(figure: Figure) -> str:
    """The picture of a figure; empty where it has no numbers. What has a drawing of its own tells its numbers in a table beside it."""
    if figure.drawing:
        return figure.drawing
    parts = []
    if figure.bars:
        parts.append(_columns(figure))
    shares = [e for e in figure.estimates if e.unit == "share"]
    if shares:
        parts.append(_ranges(figure, shares, _near(shares), lambda mark: f"{100 * mark:.0f} %"))
    points = [e for e in figure.estimates if e.unit == "points"]
    if points:
        parts.append(_ranges(figure, points, marks(points), lambda mark: f"{mark:+g}"))
    return "\n".join(parts)


def _near(rows: list[Estimate]) -> list[float]:
    """What is held against a fair share is shown from near; all else on the whole scale."""
    if any(e.fair is None for e in rows) or any(e.high - e.low > 0.6 for e in rows):
        return [0.0, 0.25, 0.5, 0.75, 1.0]
    ends = [v for e in rows for v in (e.low, e.high, *(e.fair or ()))]
    return [m / 100 for m in axis([100 * min(ends) - 3, 100 * max(ends) + 3], bounds=(0.0, 100.0)).marks]


def told(estimate: Estimate) -> str:
    """An estimate in words: `59 % (54 to 65)`."""
    if estimate.unit == "share" and 0 < estimate.high < RARE:
        return f"{100 * estimate.value:.2g} % ({100 * estimate.low:.2g} to {100 * estimate.high:.2g})"
    if estimate.unit == "share":
        return f"{100 * estimate.value:.0f} % ({100 * estimate.low:.0f} to {100 * estimate.high:.0f})"
    places = 0 if abs(estimate.value) >= 10 and estimate.unit == "number" else 1
    sign = "+" if estimate.unit == "points" else ""
    return f"{estimate.value:{sign}.{places}f} ({estimate.low:{sign}.{places}f} to {estimate.high:{sign}.{places}f})".replace("-", "−")


def small(row: Estimate | None) -> str:
    """A range without words, for the head of the page; a line that is as high without one."""
    out = ['<svg viewBox="0 0 120 16" width="120" height="16" aria-hidden="true">']
    if row is not None:
        out.append('<line x1="4" x2="116" y1="8" y2="8" stroke="#bbb"/>')
        if row.fair is not None:
            low, high = (4 + 112 * value for value in row.fair)
            out.append(f'<rect x="{low:.1f}" y="2" width="{high - low:.1f}" height="12" fill="#e6e2d6" stroke="#bbb"/>')
        low, high, dot = (4 + 112 * value for value in (row.low, row.high, row.value))
        out.append(f'<line x1="{low:.1f}" x2="{high:.1f}" y1="8" y2="8" stroke="#111" stroke-width="2.5"/>')
        fill = "#111" if _certain(row) else "#fff"
        out.append(f'<circle cx="{dot:.1f}" cy="8" r="4" fill="{fill}" stroke="#111" stroke-width="1.5"/>')
    return "".join(out) + "</svg>"


def marks(rows: list[Estimate]) -> list[float]:
    """Round numbers from below the least to above the most, with 0 among them."""
    low, high = min(0.0, *(e.low for e in rows)), max(0.0, *(e.high for e in rows))
    size = (high - low) / 5 or 1.0
    step = 10 ** math.floor(math.log10(size))
    step *= next(factor for factor in (1, 2, 5, 10) if factor * step >= size)
    return [round(n * step, 6) for n in range(math.floor(low / step), math.ceil(high / step) + 1)]


def heat(row: Listed, most: float) -> float:
    """How wide the bar beside a line is, of 100: each step of the same width is ten times as often."""
    if row.times <= 0:
        return 0.0
    return min(100.0, max(4.0, 100 * (3 + math.log10(row.times)) / (3 + math.log10(max(most, 0.01)))))


ACROSS, HIGH, SIDE = 960, 240, 130


def paths(id: str, names: Sequence[str], values: np.ndarray) -> str:
    """A line for each column, told apart by its dashes, with its name at its end: shares from 0 to 1, from the first row to the last."""
    room, last = ACROSS - SIDE - 60, max(1, len(values) - 1)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {ACROSS} {HIGH + 44}" role="img" aria-labelledby="p-{id}">']
    out.append(f'<title id="p-{id}">The chance of winning through one match: {escape(", ".join(names))}</title>')
    for mark in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = 10 + HIGH * (1 - mark)
        out.append(f'<line x1="50" x2="{50 + room}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ccc"/>')
        out.append(f'<text x="44" y="{y + 4:.1f}" text-anchor="end" font-size="12" fill="#555">{100 * mark:.0f} %</text>')
    ends = sorted(range(len(names)), key=lambda n: -float(values[-1][n]))
    heights: dict[int, float] = {}
    for place, number in enumerate(ends):
        wanted = 10 + HIGH * (1 - float(values[-1][number]))
        heights[number] = wanted if not place else max(wanted, heights[ends[place - 1]] + 17)
    for number, name in enumerate(names):
        points = " ".join(f"{50 + room * n / last:.1f},{10 + HIGH * (1 - float(row[number])):.1f}" for n, row in enumerate(values))
        dash = f' stroke-dasharray="{DASHES[number % len(DASHES)]}"' if DASHES[number % len(DASHES)] else ""
        out.append(f'<polyline points="{points}" fill="none" stroke="#111" stroke-width="2"{dash}/>')
        out.append(f'<line x1="{58 + room}" x2="{84 + room}" y1="{heights[number]:.1f}" y2="{heights[number]:.1f}" stroke="#111"{dash}/>')
        out.append(f'<text x="{90 + room}" y="{heights[number] + 4:.1f}" font-size="13">{escape(name[:14])}</text>')
    out.append(f'<text x="50" y="{HIGH + 34}" font-size="12" fill="#555">first decision</text>')
    out.append(f'<text x="{50 + room}" y="{HIGH + 34}" text-anchor="end" font-size="12" fill="#555">last decision</text>')
    return "".join(out) + "</svg>"


def _ranges(figure: Figure, rows: list[Estimate], scale: list[float], name: Callable[[float], str]) -> str:
    height = ROW * len(rows) + 22
    room, low, high = WIDE - LABEL - TOLD, scale[0], scale[-1]

    def at(value: float) -> float:
        return LABEL + room * (min(max(value, low), high) - low) / (high - low)

    out = [_head(figure, height, figure.title)]
    for mark in scale:
        x = at(mark)
        shade = "#777" if mark == 0 and low < 0 else "#ccc"
        out.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{height - 20}" stroke="{shade}" stroke-width="1"/>')
        out.append(f'<text x="{x:.1f}" y="{height - 6}" text-anchor="middle" font-size="11" fill="#555">{escape(name(mark))}</text>')
    for number, row in enumerate(rows):
        y = number * ROW + ROW / 2
        if row.fair is not None:
            a, b = at(row.fair[0]), at(row.fair[1])
            out.append(f'<rect x="{a:.1f}" y="{y - 9:.1f}" width="{b - a:.1f}" height="18" fill="url(#h-{figure.id})" stroke="#bbb"/>')
        size = min(13.0, 13.0 * (LABEL - 14) / (6.6 * len(_short(row.name)) + 1))
        out.append(f'<text x="{LABEL - 10}" y="{y + 4:.1f}" text-anchor="end" font-size="{size:.1f}">{escape(_short(row.name))}</text>')
        out.append(f'<line x1="{at(row.low):.1f}" x2="{at(row.high):.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="#111" stroke-width="2.5"/>')
        fill = "#111" if _certain(row) else "#fff"
        out.append(f'<circle cx="{at(row.value):.1f}" cy="{y:.1f}" r="5" fill="{fill}" stroke="#111" stroke-width="2"/>')
        out.append(f'<text x="{WIDE - TOLD + 8}" y="{y + 4:.1f}" font-size="12" fill="#333">{escape(told(row))}</text>')
    return "".join(out) + "</svg>"


def _certain(row: Estimate) -> bool:
    """Whether a range lies outside of what nobody would notice; of points, whether it does not touch 0."""
    if row.unit == "points":
        return row.low > 0 or row.high < 0
    return row.fair is not None and (row.low > row.fair[1] or row.high < row.fair[0])


def _short(name: str) -> str:
    spoken = name.replace("_", " ")
    return spoken if len(spoken) <= 34 else spoken[:33] + "…"


def _columns(figure: Figure) -> str:
    height = ROW * len(figure.bars) + 4
    room = WIDE - LABEL - 120
    out = [_head(figure, height, figure.title)]
    for number, (name, value) in enumerate(figure.bars):
        y = number * ROW + 4
        out.append(f'<text x="{LABEL - 10}" y="{y + 13}" text-anchor="end" font-size="13">{escape(_short(name))}</text>')
        out.append(f'<rect x="{LABEL}" y="{y}" width="{max(0.0, room * value):.1f}" height="17" fill="#777"/>')
        out.append(f'<text x="{LABEL + max(0.0, room * value) + 6:.1f}" y="{y + 13}" font-size="12" fill="#333">{100 * value:.0f} %</text>')
    return "".join(out) + "</svg>"


def _head(figure: Figure, height: int, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {height}" width="100%" style="max-width:{WIDE}px" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(figure.shows)}</desc>"
        f'<defs><pattern id="h-{figure.id}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect width="6" height="6" fill="#f2f0ea"/><line x1="0" x2="0" y1="0" y2="6" stroke="#c9c4b6" stroke-width="2"/></pattern></defs>'
    )
