"""What a chart is made of: axes, and marks that are told apart by form and hatching, never by colour alone. SVG without script or typeface,
the same bytes on every machine."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

INK, GREY, PALE, FILL, DEEP = "#111", "#666", "#ccc", "#bfd5db", "#24606f"
HATCHES = ("none", "plain", "cross", "back", "slant", "deep")  # from white to dark, each of another form
DASHES = ("", "9 4", "2 4", "12 4 2 4", "5 3", "1 6", "14 6")
FORMS = ("circle", "square", "triangle", "diamond")
LETTER = 7.0  # of a letter at 12 pixels, on average


@dataclass(frozen=True, slots=True)
class Axis:
    """From where to where, with round marks on the way."""

    low: float
    high: float
    marks: tuple[float, ...]
    title: str = ""
    sign: str = ""  # behind each number

    def label(self, mark: float) -> str:
        return f"{mark:g}{self.sign}".replace("-", "−")


def axis(values: Sequence[float], title: str = "", sign: str = "", count: int = 5, bounds: tuple[float, float] | None = None) -> Axis:
    """Wide enough for all values; its ends are marks."""
    low, high = (min(values), max(values)) if len(values) else (0.0, 1.0)
    if high <= low:
        low, high = low - 1, high + 1
    rough = (high - low) / count
    power = 10.0 ** math.floor(math.log10(rough))
    step = power * next(f for f in (1, 2, 2.5, 5, 10) if f * power >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    found = tuple(round(n * step, 9) for n in range(first, last + 1))
    if bounds is not None:
        found = tuple(m for m in found if bounds[0] <= m <= bounds[1]) or bounds
    return Axis(found[0], found[-1], found, title, sign)


PERCENT = tuple(float(n) for n in range(0, 101, 20))


class Chart:
    """A drawing with room for numbers on the left, below, and for names on the right."""

    def __init__(self, id: str, says: str, x: Axis, y: Axis, wide: int = 640, high: int = 230, right: int = 16, left: int = 56) -> None:
        self.id, self.x, self.y = id, x, y
        self.left, self.top, self.right, self.bottom = left, 14, wide - right, high - 42
        self.out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="100%" style="max-width:{wide}px" role="img">',
            f"<title>{escape(says)}</title>",
            hatches(id),
        ]

    def across(self, value: float) -> float:
        return self.left + (self.right - self.left) * (value - self.x.low) / (self.x.high - self.x.low)

    def up(self, value: float) -> float:
        return self.bottom - (self.bottom - self.top) * (value - self.y.low) / (self.y.high - self.y.low)

    def frame(self) -> None:
        for mark in self.y.marks:
            y = self.up(mark)
            self.line(self.left, y, self.right, y, PALE, 1)
            self.text(self.left - 7, y + 4, self.y.label(mark), "end", 11, GREY)
        self.foot()
        if self.y.title:
            self.out.append(
                f'<text transform="translate(12 {(self.top + self.bottom) / 2:.1f}) rotate(-90)" text-anchor="middle" font-size="12" '
                f'fill="{GREY}">{escape(self.y.title)}</text>'
            )

    def foot(self) -> None:
        self.line(self.left, self.bottom, self.right, self.bottom, GREY, 1)
        for mark in self.x.marks:
            x = self.across(mark)
            self.line(x, self.bottom, x, self.bottom + 4, GREY, 1)
            self.text(x, self.bottom + 17, self.x.label(mark), "middle", 11, GREY)
        if self.x.title:
            self.text((self.left + self.right) / 2, self.bottom + 35, self.x.title, "middle", 12, GREY)

    def line(self, x1: float, y1: float, x2: float, y2: float, ink: str = INK, width: float = 2, dash: str = "") -> None:
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.out.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{ink}" stroke-width="{width:g}"{dashed}/>')

    def box(self, x: float, y: float, wide: float, high: float, hatch: str, edge: str = DEEP) -> None:
        self.out.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0.0, wide):.1f}" height="{max(0.0, high):.1f}" '
            f'fill="{self.fill(hatch)}" stroke="{edge}"/>'
        )

    def fill(self, hatch: str) -> str:
        return {"none": "#fff", "plain": FILL, "deep": DEEP}.get(hatch, f"url(#{hatch}-{self.id})")

    def text(self, x: float, y: float, words: str, anchor: str = "start", size: float = 12, ink: str = INK, bold: bool = False) -> None:
        weight = ' font-weight="bold"' if bold else ""
        self.out.append(
            f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size:g}" fill="{ink}"{weight}>{escape(words)}</text>'
        )

    def way(self, xs: Sequence[float], ys: Sequence[float], dash: str = "", width: float = 2) -> None:
        points = " ".join(f"{self.across(x):.1f},{self.up(y):.1f}" for x, y in zip(xs, ys, strict=True))
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.out.append(f'<polyline points="{points}" fill="none" stroke="{INK}" stroke-width="{width:g}"{dashed}/>')

    def area(self, xs: Sequence[float], lows: Sequence[float], highs: Sequence[float], hatch: str) -> None:
        there = [f"{self.across(x):.1f},{self.up(y):.1f}" for x, y in zip(xs, highs, strict=True)]
        back = [f"{self.across(x):.1f},{self.up(y):.1f}" for x, y in zip(xs, lows, strict=True)]
        self.out.append(f'<polygon points="{" ".join(there + back[::-1])}" fill="{self.fill(hatch)}" stroke="{PALE}"/>')

    def dot(self, x: float, y: float, full: bool = False, form: str = "circle", size: float = 4.5) -> None:
        look = f'fill="{INK if full else "#fff"}" stroke="{INK}" stroke-width="1.7"'
        if form == "square":
            self.out.append(f'<rect x="{x - size:.1f}" y="{y - size:.1f}" width="{2 * size:g}" height="{2 * size:g}" {look}/>')
        elif form in ("triangle", "diamond"):
            below = f"{x:.1f},{y + size * 1.3:.1f} " if form == "diamond" else ""
            base = y if form == "diamond" else y + size
            corners = f"{x:.1f},{y - size * 1.3:.1f} {x + size * 1.2:.1f},{base:.1f} {below}{x - size * 1.2:.1f},{base:.1f}"
            self.out.append(f'<polygon points="{corners}" {look}/>')
        else:
            self.out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:g}" {look}/>')

    def done(self) -> str:
        return "".join(self.out) + "</svg>"


def hatches(id: str) -> str:
    """The patterns of one drawing: two in a page must not have the same name."""

    def pattern(name: str, turn: int, size: int, ground: str, ink: str, cross: bool = False) -> str:
        more = f'<line x1="0" y1="0" x2="{size}" y2="0" stroke="{ink}"/>' if cross else ""
        return (
            f'<pattern id="{name}-{id}" width="{size}" height="{size}" patternUnits="userSpaceOnUse" patternTransform="rotate({turn})">'
            f'<rect width="{size}" height="{size}" fill="{ground}"/><line x1="0" y1="0" x2="0" y2="{size}" stroke="{ink}"/>{more}</pattern>'
        )

    return (
        "<defs>"
        + pattern("band", 45, 6, "#f2f0ea", "#c9c4b6")
        + pattern("cross", 45, 7, "#fff", "#888", cross=True)
        + pattern("back", -45, 6, "#f4f4f0", "#888")
        + pattern("slant", 45, 6, FILL, DEEP)
        + "</defs>"
    )
