"""Icons for resources and other values: each a plain shape in a unit square, told apart by form, not by colour."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from rulewright.faces.palette import ground, tint
from rulewright.faces.svg import Drawing, Point

RADIUS = 4.6  # of an icon that stands alone, in a square of 10
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
    s = r / 50
    curve = "M50 4C72 38 84 52 84 67C84 85 68 96 50 96C32 96 16 85 16 67C16 52 28 38 50 4Z"
    move = f"translate({x - r:.3f} {y - r:.3f}) scale({s:.4f})"
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


def _gem(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    at = [(-0.55, -0.7), (0.55, -0.7), (0.95, -0.2), (0, 0.95), (-0.95, -0.2)]
    d.polygon([(x + r * a, y + r * b) for a, b in at], fill=fill, stroke=ink, stroke_width=r * 0.12, stroke_linejoin="round")
    for line in (((-0.95, -0.2), (0.95, -0.2)), ((-0.35, -0.2), (0, 0.95)), ((0.35, -0.2), (0, 0.95))):
        d.polyline([(x + r * a, y + r * b) for a, b in line], stroke=ink, stroke_width=r * 0.08)


def _ring(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    d.circle(x, y + r * 0.25, r * 0.6, fill="none", stroke=ink, stroke_width=r * 0.3)
    d.polygon(_regular(x, y - r * 0.6, r * 0.38, 4), fill=fill, stroke=ink, stroke_width=r * 0.12, stroke_linejoin="round")


def _hat(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    at = [(0.15, -0.98), (0.58, 0.5), (0.98, 0.8), (-0.98, 0.8), (-0.58, 0.5)]
    d.polygon([(x + r * a, y + r * b) for a, b in at], fill=fill, stroke=ink, stroke_width=r * 0.12, stroke_linejoin="round")
    d.polyline([(x - r * 0.55, y + r * 0.45), (x + r * 0.55, y + r * 0.45)], stroke=ink, stroke_width=r * 0.14)


def _flame(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    move = f"translate({x - r:.3f} {y - r:.3f}) scale({r / 50:.4f})"
    outer = "M52 2C60 24 86 36 82 66C80 86 66 97 50 97C32 97 18 85 18 66C18 50 28 44 32 28C42 36 44 42 44 48C52 38 56 22 52 2Z"
    d.parts.append(f'<path transform="{move}" d="{outer}" fill="{fill}" stroke="{ink}" stroke-width="7" stroke-linejoin="round"/>')


def _book(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    for side in (-1, 1):
        at = [(0, -0.5), (0.92 * side, -0.75), (0.92 * side, 0.55), (0, 0.8)]
        d.polygon([(x + r * a, y + r * b) for a, b in at], fill=fill, stroke=ink, stroke_width=r * 0.12, stroke_linejoin="round")
        d.line((x + r * 0.22 * side, y - r * 0.05), (x + r * 0.7 * side, y - r * 0.18), stroke=ink, stroke_width=r * 0.08)
        d.line((x + r * 0.22 * side, y + r * 0.28), (x + r * 0.7 * side, y + r * 0.15), stroke=ink, stroke_width=r * 0.08)


def _flower(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    for a, b in _regular(x, y, r * 0.55, 5):
        d.circle(a, b, r * 0.38, fill=fill, stroke=ink, stroke_width=r * 0.1)
    d.circle(x, y, r * 0.26, fill=ink)


def _weight(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    d.line((x - r * 0.5, y), (x + r * 0.5, y), stroke=ink, stroke_width=r * 0.2)
    for side in (-1, 1):
        d.rect(x + r * (0.66 * side - 0.26), y - r * 0.62, r * 0.52, r * 1.24, rx=r * 0.12, fill=fill, stroke=ink, stroke_width=r * 0.12)


def _shape(corners: int, turn: float = 0.0) -> Draw:
    def draw(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
        d.polygon(_regular(x, y, r * 0.95, corners, turn), fill=fill, stroke=ink, stroke_width=r * 0.14, stroke_linejoin="round")

    return draw


def _disc(d: Drawing, x: float, y: float, r: float, fill: str, ink: str) -> None:
    d.circle(x, y, r * 0.85, fill=fill, stroke=ink, stroke_width=r * 0.14)


# What is drawn for a word, in the singular; resources first, then what people have and are.
KNOWN: dict[str, Draw] = {
    **dict.fromkeys(("wood", "forest", "tree", "timber"), _tree),
    **dict.fromkeys(("stone", "rock", "iron", "ore", "coal"), _rock),
    **dict.fromkeys(("wheat", "grain", "corn", "food"), _wheat),
    **dict.fromkeys(("gold", "coin", "money", "silver", "chip", "stake"), _coin),
    "crown": _crown,
    **dict.fromkeys(("crystal", "gem", "jewel", "diamond"), _gem),
    **dict.fromkeys(("fame", "honour", "glory", "point"), _star),
    **dict.fromkeys(("health", "heart", "life"), _heart),
    **dict.fromkeys(("water", "blood", "potion", "misery"), _drop),
    **dict.fromkeys(("shield", "defence", "arming", "armour", "knight"), _shield),
    **dict.fromkeys(("sword", "strength", "power", "adventurer"), _sword),
    **dict.fromkeys(("mage", "magic"), _hat),
    **dict.fromkeys(("courage", "fire", "fury"), _flame),
    **dict.fromkeys(("knowledge", "book", "learning"), _book),
    **dict.fromkeys(("charm", "beauty"), _flower),
    **dict.fromkeys(("physique", "body"), _weight),
    "ring": _ring,
}
PLAIN: tuple[Draw, ...] = (_disc, _shape(4, pi / 4), _shape(3), _shape(4), _shape(6), _star, _shape(5), _drop, _shield)


def known(word: str) -> Draw | None:
    """The picture that a word has of its own, in the singular or in the plural."""
    low = word.lower()
    return KNOWN.get(low) or KNOWN.get(low.removesuffix("s"))


def icon(d: Drawing, member: str, number: int, x: float, y: float, r: float) -> None:
    """The icon of a value, its middle at (x, y). Values without a picture of their own show their first letter."""
    fill = tint(ground(member, number)[0], 0.25)
    draw = known(member)
    if draw is not None:
        draw(d, x, y, r, fill, "#2e2a22")
        return
    PLAIN[number % len(PLAIN)](d, x, y, r, fill, "#2e2a22")
    d.middle(x, y, member[:1].upper(), r * 1.05, bold=True, fill="#2e2a22")


def small(member: str, number: int) -> Drawing:
    """The icon alone, to stand in a line of text."""
    drawn = Drawing(10, 10)
    icon(drawn, member, number, 5, 5, RADIUS)
    return drawn
