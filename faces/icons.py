"""The signs: one set of drawings on one grid (`icons.svg`), and the words that lead to them. Told apart by form, not by colour."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import cos, pi, sin
from xml.etree import ElementTree

from rulewright.faces.palette import ground, tint
from rulewright.faces.svg import Drawing, n

GRID = 48.0
RADIUS = 4.6  # of an icon that stands alone, in a square of 10
LINE = "#2b2620"
SHAPES = ("circle", "square", "triangle", "diamond", "pentagon", "hexagon", "octagon", "shield")
BETWEEN = frozenset({"of", "in", "at", "from", "with", "for", "to", "on", "under", "behind", "by"})
_SVG = "{http://www.w3.org/2000/svg}"
_FILLED = re.compile(r'fill="#[0-9a-f]{3,6}"')


@dataclass(frozen=True, slots=True)
class Icon:
    name: str
    group: str
    tone: str
    body: str
    words: tuple[str, ...]


@cache
def icons() -> dict[str, Icon]:
    """The whole set, by name."""
    text = resources.files("rulewright.faces").joinpath("icons.svg").read_text(encoding="utf-8")
    ElementTree.register_namespace("", _SVG[1:-1])
    found = {}
    for symbol in ElementTree.fromstring(text):
        body = "".join(ElementTree.tostring(part, encoding="unicode") for part in symbol)
        body = body.replace(' xmlns="http://www.w3.org/2000/svg"', "").replace(" />", "/>")
        words = tuple((symbol.get("data-words") or "").split())
        name = symbol.get("id") or ""
        found[name] = Icon(name, symbol.get("data-group") or "", symbol.get("data-tone") or "#ffffff", body, words)
    return found


@cache
def _words() -> dict[str, str]:
    found = {name: name for name in icons()}
    for icon in icons().values():
        found |= {word: icon.name for word in icon.words if word not in icons()}
    return found


def singulars(word: str) -> list[str]:
    """What a word may be the plural of, and the word itself first."""
    found = [word]
    if word.endswith("ies"):
        found.append(word[:-3] + "y")
    if word.endswith("es"):
        found.append(word[:-2])
    if word.endswith("s"):
        found.append(word[:-1])
    return found


def known(word: str) -> str | None:
    """The sign that a word has, in the singular or in the plural."""
    return next((_words()[w] for w in singulars(word.lower()) if w in _words()), None)


def guessed(name: str) -> str | None:
    """The sign of a name of several words: of the whole, else of what it names first (the Shield in the Tomb), the last word first."""
    found = known(name)
    if found is not None:
        return found
    parts = re.findall(r"[a-z]+", name.lower().replace("’s", "").replace("'s", ""))
    cut = next((i for i, part in enumerate(parts) if i and part in BETWEEN), len(parts))
    return next((sign for part in (*reversed(parts[:cut]), *reversed(parts[cut:])) if (sign := known(part)) is not None), None)


def stroke(size: float) -> float:
    """The width of the line on the grid: large icons have a finer one."""
    return 2.6 if size < 9 else 2.2 if size < 16 else 1.8


def drawn(
    name: str, x: float, y: float, size: float, *, tone: str = "", line: str = LINE, solid: str = "", wide: float = 0.0, plain: bool = False
) -> str:
    """The icon as SVG, its middle at (x, y); `plain`: no colour but white."""
    icon = icons()[name]
    body = _FILLED.sub('fill="#fff"', icon.body) if plain else icon.body
    move = f"translate({n(x - size / 2)} {n(y - size / 2)}) scale({size / GRID:.5f})"
    return (
        f'<g transform="{move}" fill="{tone or ("#fff" if plain else icon.tone)}" stroke="{line}" color="{solid or line}" '
        f'stroke-width="{wide or stroke(size)}" stroke-linejoin="round" stroke-linecap="round">{body}</g>'
    )


def icon(d: Drawing, member: str, number: int, x: float, y: float, r: float) -> None:
    """The icon of a value, its middle at (x, y). Values without a picture of their own show their first letter in a plain shape."""
    name = known(member)
    if name is not None:
        d.parts.append(drawn(name, x, y, r * 2.1))
        return
    fill = tint(ground(member, number)[0], 0.25)
    shape(d, SHAPES[number % len(SHAPES)], x, y, r * 0.92, fill, LINE, r * 0.12)
    d.middle(x, y, member[:1].upper(), r * 1.05, bold=True, fill=LINE)


def small(member: str, number: int) -> Drawing:
    """The icon alone, to stand in a line of text."""
    found = Drawing(10, 10)
    icon(found, member, number, 5, 5, RADIUS)
    return found


def shape(d: Drawing, name: str, x: float, y: float, r: float, fill: str, line: str = LINE, wide: float = 0.35) -> None:
    """One of the plain shapes that tell types and seats apart, within a circle of about that radius."""
    style = {"fill": fill, "stroke": line, "stroke_width": wide, "stroke_linejoin": "round"}
    if name == "circle":
        d.circle(x, y, r * 0.94, **style)
    elif name == "square":
        d.rect(x - r * 0.84, y - r * 0.84, r * 1.68, r * 1.68, rx=r * 0.18, **style)
    elif name == "pentagon":
        d.polygon(((x + r * a, y + r * b) for a, b in ((-0.9, 0.85), (-0.9, -0.2), (0, -1), (0.9, -0.2), (0.9, 0.85))), **style)
    elif name == "shield":
        left, right, low = n(x - r * 0.9), n(x + r * 0.9), n(y + r * 0.1)
        curve = f"C{right} {n(y + r * 0.7)} {n(x + r * 0.4)} {n(y + r * 0.95)} {n(x)} {n(y + r * 1.1)}"
        curve += f"C{n(x - r * 0.4)} {n(y + r * 0.95)} {left} {n(y + r * 0.7)} {left} {low}"
        d.path(f"M{left} {n(y - r * 0.9)}H{right}V{low}{curve}Z", **style)
    else:
        corners, far, down, turn = {
            "triangle": (3, 1.2, 0.18, 0.0),
            "diamond": (4, 1.08, 0.0, 0.0),
            "hexagon": (6, 1.04, 0.0, 0.0),
            "octagon": (8, 1.03, 0.0, 0.3927),
        }[name]
        d.polygon(_regular(x, y + r * down, r * far, corners, turn), **style)


def _regular(x: float, y: float, r: float, corners: int, turn: float) -> list[tuple[float, float]]:
    return [(x + r * sin(2 * pi * i / corners + turn), y - r * cos(2 * pi * i / corners + turn)) for i in range(corners)]
