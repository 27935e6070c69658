"""Pieces: tokens with a look and a sign. Chess men have shapes of their own, everything else a letter or a plain disc."""

from __future__ import annotations

from rulewright.faces.icons import shape as outline
from rulewright.faces.palette import NEUTRAL, Look
from rulewright.faces.svg import Drawing, n

# Silhouettes on a square of 100 by 100.
SHAPES: dict[str, str] = {
    "pawn": "M50 18a14 14 0 0 1 9 25h9v8h-9c1 13 5 20 14 27v12H27V78c9-7 13-14 14-27h-9v-8h9a14 14 0 0 1 9-25z",
    "rook": "M24 16h13v10h8V16h10v10h8V16h13v24l-9 8v24l9 8v10H24V80l9-8V48l-9-8z",
    "knight": "M30 90c-2-22 12-30 16-42-7 5-13 7-17 14l-12-6c2-16 9-24 16-33l2-11 10 7c22 0 34 20 32 52 0 8-2 13-3 19z",
    "bishop": "M50 8a6 6 0 0 1 4 10c12 8 16 19 12 31-2 5-5 8-8 10l3 12h9v19H30V71h9l3-12c-3-2-6-5-8-10-4-12 0-23 12-31a6 6 0 0 1 4-10z",
    "queen": "M12 28a6 6 0 1 1 6 5l12 22 6-31a6 6 0 1 1 6 0l8 29 8-29a6 6 0 1 1 6 0l6 31 12-22a6 6 0 1 1 6-5L74 74v16H26V74z",
    "king": "M46 6h8v7h8v8h-8v8c8-8 34-8 34 14 0 14-12 22-16 30v17H28V73c-4-8-16-16-16-30 0-22 26-22 34-14v-8h-8v-8h8z",
}
ALIASES = {"castle": "rook", "horse": "knight", "lady": "queen"}


def token(d: Drawing, x: float, y: float, r: float, look: Look, sign: str = "", shape: str = "round") -> None:
    """A piece with its middle at (x, y)."""
    rim = {"stroke": look.rim, "stroke_width": max(0.2, r * 0.1)}
    if shape == "square":
        d.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8, rx=r * 0.25, fill=look.fill, **rim)
    else:
        d.circle(x, y, r * 0.95, fill=look.fill, **rim)
    if sign:
        d.middle(x, y, sign, r * (1.15 if len(sign) == 1 else 0.85), bold=True, fill=look.ink)


def ring(d: Drawing, x: float, y: float, r: float, look: Look) -> None:
    """A disc with an inner rim, like a draughtsman; in colours other than white and black with the shape of its owner."""
    token(d, x, y, r, look)
    if look.plain or look is NEUTRAL:
        d.circle(x, y, r * 0.6, fill="none", stroke=look.ink, stroke_width=r * 0.06, stroke_opacity=0.55)
    else:
        outline(d, look.shape, x, y, r * 0.5, look.ink, look.rim, r * 0.04)


def crown(d: Drawing, x: float, y: float, r: float, look: Look) -> None:
    """The mark of a promoted piece, over its face."""
    points = [(-0.9, 0.7), (-0.95, -0.5), (-0.45, 0.05), (0, -0.8), (0.45, 0.05), (0.95, -0.5), (0.9, 0.7)]
    d.circle(x, y, r * 0.6, fill=look.fill)
    d.polygon([(x + r * 0.45 * a, y + r * 0.45 * b) for a, b in points], fill=look.ink, stroke=look.rim, stroke_width=r * 0.03)


def man(d: Drawing, x: float, y: float, size: float, look: Look, role: str) -> bool:
    """A chess man as a silhouette; False if there is no shape of that name."""
    curve = SHAPES.get(ALIASES.get(role, role))
    if curve is None:
        return False
    scale = size / 100
    move = f"translate({n(x - size / 2)} {n(y - size / 2)}) scale({scale:.4f})"
    d.parts.append(
        f'<path transform="{move}" d="{curve}" fill="{look.fill}" stroke="{look.rim if look.fill != "#2b2b2b" else "#fff"}" '
        f'stroke-width="{5 if look.fill != "#2b2b2b" else 2}" stroke-linejoin="round"/>'
    )
    return True


def mark(d: Drawing, x: float, y: float, r: float, look: Look, name: str) -> bool:
    """Players called X and O mark cells with these letters."""
    if name.upper() == "X":
        a = r * 0.62
        for side in (-1, 1):
            d.line((x - a, y - side * a), (x + a, y + side * a), stroke="#222", stroke_width=r * 0.3, stroke_linecap="round")
        return True
    if name.upper() == "O":
        d.circle(x, y, r * 0.66, fill="none", stroke="#222", stroke_width=r * 0.3)
        return True
    _ = look
    return False
