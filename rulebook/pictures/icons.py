"""Icons for resources and other values: each a plain shape in a unit square, told apart by form, not by colour."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from rulewright.rulebook.pictures.palette import ground, tint
from rulewright.rulebook.pictures.svg import Drawing, Point

Draw = Callable[[Drawing, float, float, float, str, str], None]  # drawing, x, y, radius, fill, ink


def _regular(x: float, y: float, r: float, corners: int, turn: float = 0.0) -> list[Point]:
    return [(x + r * sin(2 * pi * i / corners + turn), y - r * cos(2 * pi * i / corners + turn)) for i in range(corners)]


def _tree(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    d.rect(x - r * 0.13, y + r * 0.45, r * 0.26, r * 0.5, fill=ink)
    for top, wide in ((-0.95, 0.5), (-0.55, 0.66), (-0.12, 0.82)):
        points = [(x, y + r * top), (x + r * wide, y + r * (top + 0.68)), (x - r * wide, y + r * (top + 0.68))]
        d.polygon(points, fill=fill, stroke=ink, stroke_width=r * 0.1, stroke_linejoin="round")


def _rock(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    points = [(-0.9, 0.7), (-0.75, 0.0), (-0.3, -0.65), (0.25, -0.75), (0.75, -0.2), (0.92, 0.7)]
    d.polygon([(x + r * a, y + r * b) for a, b in points], fill=fill, stroke=ink, stroke_width=r * 0.12, stroke_linejoin="round")
    d.polyline([(x - r * 0.3, y - r * 0.65), (x - r * 0.05, y), (x + r * 0.5, y + r * 0.2)], stroke=ink, stroke_width=r * 0.1)


def _wheat(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    d.line((x, y + r * 0.95), (x, y - r * 0.5), stroke=ink, stroke_width=r * 0.12)
    for step in (-0.55, -0.1, 0.35):
        for side in (-1, 1):
            bend = f"M{x:.3f} {y + r * (step + 0.3):.3f}q{side * r * 0.7:.3f} {-r * 0.08:.3f} {side * r * 0.6:.3f} {-r * 0.55:.3f}"
            d.path(
                bend + f"q{-side * r * 0.5:.3f} {r * 0.1:.3f} {-side * r * 0.6:.3f} {r * 0.55:.3f}z",
                fill=fill,
                stroke=ink,
                stroke_width=r * 0.08,
            )
    d.path(
        f"M{x:.3f} {y - r * 0.4:.3f}q{r * 0.3:.3f} {-r * 0.3:.3f} 0 {-r * 0.6:.3f}q{-r * 0.3:.3f} {r * 0.3:.3f} 0 {r * 0.6:.3f}z",
        fill=fill,
        stroke=ink,
        stroke_width=r * 0.08,
    )


def _coin(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    d.circle(x, y, r * 0.88, fill=fill, stroke=ink, stroke_width=r * 0.14)
    d.circle(x, y, r * 0.6, fill="none", stroke=ink, stroke_width=r * 0.07)


def _heart(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    left, top = x - r, y - r
    s = r / 50
    curve = "M50 90C10 62 4 40 10 26C18 8 42 10 50 30C58 10 82 8 90 26C96 40 90 62 50 90Z"
    d.parts.append(
        f'<path transform="translate({left:.3f} {top:.3f}) scale({s:.4f})" d="{curve}" fill="{fill}" stroke="{ink}" stroke-width="7"/>'
    )


def _star(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    points = [p for i in range(5) for p in (_regular(x, y, r, 10)[2 * i], _regular(x, y, r * 0.42, 10)[2 * i + 1])]
    d.polygon(points, fill=fill, stroke=ink, stroke_width=r * 0.1, stroke_linejoin="round")


def _drop(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    left, top = x - r, y - r
    s = r / 50
    curve = "M50 0C75 40 87.5 55 82.5 75A34 27.5 0 1 1 17.5 75C12.5 55 25 40 50 0Z"
    move = f"translate({left:.3f} {top:.3f}) scale({s:.4f})"
    d.parts.append(f'<path transform="{move}" d="{curve}" fill="{fill}" stroke="{ink}" stroke-width="6"/>')


def _shield(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    left, top = x - r, y - r
    s = r / 50
    curve = "M10 12H90V48C90 72 68 86 50 96C32 86 10 72 10 48Z"
    d.parts.append(
        f'<path transform="translate({left:.3f} {top:.3f}) scale({s:.4f})" d="{curve}" fill="{fill}" stroke="{ink}" stroke-width="7"/>'
    )
    d.line((x, y - r * 0.7), (x, y + r * 0.85), stroke=ink, stroke_width=r * 0.1)


def _sword(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    d.polygon(
        [
            (x, y - r),
            (x + r * 0.16, y - r * 0.75),
            (x + r * 0.16, y + r * 0.35),
            (x - r * 0.16, y + r * 0.35),
            (x - r * 0.16, y - r * 0.75),
        ],
        fill=fill,
        stroke=ink,
        stroke_width=r * 0.08,
    )
    d.line((x - r * 0.5, y + r * 0.4), (x + r * 0.5, y + r * 0.4), stroke=ink, stroke_width=r * 0.18)
    d.line((x, y + r * 0.4), (x, y + r * 0.9), stroke=ink, stroke_width=r * 0.18)


def _crown(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    points = [(-0.9, 0.7), (-0.95, -0.5), (-0.45, 0.05), (0, -0.8), (0.45, 0.05), (0.95, -0.5), (0.9, 0.7)]
    d.polygon([(x + r * a, y + r * b) for a, b in points], fill=fill, stroke=ink, stroke_width=r * 0.12, stroke_linejoin="round")


def _shape(corners: int, turn: float = 0.0) -> Draw:
    def draw(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
        d.polygon(_regular(x, y, r * 0.95, corners, turn), fill=fill, stroke=ink, stroke_width=r * 0.14, stroke_linejoin="round")

    return draw


def _disc(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    d.circle(x, y, r * 0.85, fill=fill, stroke=ink, stroke_width=r * 0.14)


KNOWN: dict[str, Draw] = {
    "wood": _tree,
    "forest": _tree,
    "tree": _tree,
    "stone": _rock,
    "rock": _rock,
    "iron": _rock,
    "ore": _rock,
    "wheat": _wheat,
    "grain": _wheat,
    "corn": _wheat,
    "food": _wheat,
    "gold": _coin,
    "coin": _coin,
    "coins": _coin,
    "money": _coin,
    "silver": _coin,
    "crown": _crown,
    "crowns": _crown,
    "fame": _star,
    "honour": _star,
    "points": _star,
    "health": _heart,
    "heart": _heart,
    "life": _heart,
    "water": _drop,
    "blood": _drop,
    "potion": _drop,
    "misery": _drop,
    "shield": _shield,
    "defence": _shield,
    "arming": _shield,
    "sword": _sword,
    "strength": _sword,
    "power": _sword,
    "knight": _shield,
    "mage": _star,
    "adventurer": _sword,
}
PLAIN: tuple[Draw, ...] = (_disc, _shape(4, pi / 4), _shape(3), _shape(4), _shape(6), _star, _shape(5), _drop, _shield)


def icon(d: Drawing, member: str, number: int, x: float, y: float, r: float) -> None:
    """The icon of a value, its middle at (x, y). Values without a picture of their own show their first letter."""
    fill = tint(ground(member, number)[0], 0.25)
    draw = KNOWN.get(member.lower())
    if draw is not None:
        draw(d, x, y, r, fill, "#2e2a22")
        return
    PLAIN[number % len(PLAIN)](d, x, y, r, fill, "#2e2a22")
    d.middle(x, y, member[:1].upper(), r * 1.05, bold=True, fill="#2e2a22")
