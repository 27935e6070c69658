"""Grounds of tiles: colour and pattern of what a face-down piece still shows, and roads across it."""

from __future__ import annotations

from rulewright.faces.canvas import Canvas
from rulewright.faces.icons import guessed
from rulewright.faces.palette import ground

PATTERNS = {
    "trees": '<pattern id="NAME" width="10" height="10" patternUnits="userSpaceOnUse">'
    '<path d="M3 1.4L4.9 5.2H1.1ZM8 6.2L9.9 10H6.1Z" fill="#5f8d3f" fill-opacity="OPACITY"/></pattern>',
    "stones": '<pattern id="NAME" width="11" height="8" patternUnits="userSpaceOnUse">'
    '<path d="M0 0H11M0 4H11M3 0V4M8.5 4V8" stroke="#7d858c" stroke-opacity="OPACITY" stroke-width=".4" fill="none"/></pattern>',
    "rows": '<pattern id="NAME" width="5" height="5" patternUnits="userSpaceOnUse">'
    '<path d="M2.5 0V5M1.2 1.2L2.5 2.5L3.8 1.2M1.2 3.7L2.5 5L3.8 3.7" stroke="#b88a1c" stroke-opacity="OPACITY" stroke-width=".38" '
    'fill="none"/></pattern>',
    "waves": '<pattern id="NAME" width="8" height="4" patternUnits="userSpaceOnUse">'
    '<path d="M0 2q2-2 4 0t4 0" stroke="#3f6f8f" stroke-opacity="OPACITY" stroke-width=".4" fill="none"/></pattern>',
    "dots": '<pattern id="NAME" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<circle cx="1.4" cy="1.4" r=".5" fill="#8a4630" fill-opacity="OPACITY"/></pattern>',
    "hatch": '<pattern id="NAME" width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width=".35" height="3" fill="#6b5a36" fill-opacity="OPACITY"/></pattern>',
}
ROAD, EDGE, DASH = "#fffaf0", "#6b5840", "#b9a27c"
WATER, SHORE = "#a9d3ea", "#3f6f8f"
WATERS = frozenset({"sea", "drop", "ship", "fish"})  # signs of what is a stream, and no road


def painted(d: Canvas, found: tuple[str, int] | None, plain: str, *, bleed: bool = True) -> None:
    """The ground of a whole face."""
    colour, pattern = ground(*found) if found is not None else (plain, "plain")
    d.whole(d.pale(colour))
    if pattern in PATTERNS:
        fill = d.pattern(PATTERNS[pattern].replace("OPACITY", ".28" if d.thin else ".38"))
        b = d.bleed if bleed else 0.0
        d.rect(-b, -b, d.width + 2 * b, d.height + 2 * b, fill=fill)


def roads(d: Canvas, masks: tuple[int, ...], way: str = "") -> None:
    """Each section joins its edges; sections that only cross do not meet. An end is a round place. `way`: what runs there, as a word."""
    inside, edge, dash = (WATER, SHORE, "") if way and guessed(way) in WATERS else (ROAD, EDGE, DASH)
    inside = d.pale(inside)
    w, h, b = d.width, d.height, d.bleed
    ends = {0: (w / 2, -b), 1: (w + b, h / 2), 2: (w / 2, h + b), 3: (-b, h / 2)}
    wide = w * 0.14
    separate = len(masks) > 1
    paths = [path for mask in masks for path in _paths([i for i in range(4) if mask >> i & 1], ends, w, h, separate)]
    for stroke, thick in ((edge, wide + 1.2), (inside, wide)):
        for path in paths:
            d.path(path, fill="none", stroke=stroke, stroke_width=thick, stroke_linejoin="round")
    for path in paths:
        if dash:
            d.path(path, fill="none", stroke=dash, stroke_width=0.5, stroke_dasharray="2 2")
    for mask in masks:
        sides = [i for i in range(4) if mask >> i & 1]
        if len(sides) == 1:
            x, y = _toward(ends[sides[0]], w, h, 0.55)
            d.circle(x, y, wide * 0.62, fill=inside, stroke=edge, stroke_width=0.6)


def _toward(end: tuple[float, float], w: float, h: float, share: float) -> tuple[float, float]:
    return end[0] + (w / 2 - end[0]) * share, end[1] + (h / 2 - end[1]) * share


def _paths(sides: list[int], ends: dict[int, tuple[float, float]], w: float, h: float, separate: bool) -> list[str]:
    middle = (w / 2, h / 2)
    if len(sides) == 1:
        x, y = _toward(ends[sides[0]], w, h, 0.55)
        start = ends[sides[0]]
        return [f"M{start[0]:.2f} {start[1]:.2f}L{x:.2f} {y:.2f}"]
    if len(sides) == 2:
        (ax, ay), (bx, by) = ends[sides[0]], ends[sides[1]]
        if abs(sides[0] - sides[1]) == 2:
            return [f"M{ax:.2f} {ay:.2f}L{bx:.2f} {by:.2f}"]
        pull = 0.8 if separate else 1.0
        cx, cy = (ax + bx) / 2 + (middle[0] - (ax + bx) / 2) * pull, (ay + by) / 2 + (middle[1] - (ay + by) / 2) * pull
        return [f"M{ax:.2f} {ay:.2f}Q{cx:.2f} {cy:.2f} {bx:.2f} {by:.2f}"]
    return [f"M{ends[s][0]:.2f} {ends[s][1]:.2f}L{middle[0]:.2f} {middle[1]:.2f}" for s in sides]
