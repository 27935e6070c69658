"""A small hand for drawing SVG: numbers rounded, text escaped, nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from unicodedata import category
from xml.sax.saxutils import quoteattr

from rulewright.dsl.words import seats_apart
from rulewright.faces import typefaces

Point = tuple[float, float]
SANS = "Alegreya Sans"
SERIF = "Alegreya"
JOINER = "\u200d"
KEPT = frozenset("\u200c\u200d")  # letters parted or joined on purpose
SANS_STACK = "'Alegreya Sans','Noto Sans Hebrew','Noto Sans Arabic','Noto Sans Math','Noto Sans Symbols 2','Noto Emoji',sans-serif"


def n(number: float) -> str:
    """A number as short as it can be."""
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


def escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def attributes(**values: object) -> str:
    found = ""
    for name, value in values.items():
        if value is None:
            continue
        said = n(value) if isinstance(value, float | int) and not isinstance(value, bool) else str(value)
        found += f" {name.rstrip('_').replace('_', '-')}={quoteattr(said)}"
    return found


def spans(text: str) -> str:
    """Escaped text; where it changes its script, each stretch names its font, because only one other than the first is looked for.

    A mark stays with the letter it belongs to, and what is joined stays together. What is not seen by itself is left out (which form
    of a sign is meant, which way is written): no bundled font makes anything of it, and it brings down the setting of the page.
    """
    text = "".join(x for x in text if x in KEPT or not (category(x) == "Cf" or "\ufe00" <= x <= "\ufe0f"))
    found: list[tuple[str, str]] = []
    for letter in text:
        family = typefaces.other(letter)
        if found and (
            found[-1][0] == family or ord(letter) in typefaces.IGNORED or category(letter)[0] == "M" or found[-1][1][-1] == JOINER
        ):
            family = found[-1][0]
            found[-1] = family, found[-1][1] + letter
        else:
            found.append((family, letter))
    if all(not family for family, _ in found):
        return escape(text)
    return "".join(f"<tspan font-family=\"'{family or SANS}'\">{escape(part)}</tspan>" for family, part in found)


@dataclass(slots=True)
class Drawing:
    """A drawing of a size in millimetres."""

    width: float
    height: float
    parts: list[str] = field(default_factory=list)
    defs: dict[str, str] = field(default_factory=dict)

    def add(self, tag: str, **values: object) -> None:
        self.parts.append(f"<{tag}{attributes(**values)}/>")

    def rect(self, x: float, y: float, width: float, height: float, **style: object) -> None:
        self.add("rect", x=x, y=y, width=width, height=height, **style)

    def circle(self, x: float, y: float, radius: float, **style: object) -> None:
        self.add("circle", cx=x, cy=y, r=radius, **style)

    def line(self, a: Point, b: Point, **style: object) -> None:
        self.add("line", x1=a[0], y1=a[1], x2=b[0], y2=b[1], **style)

    def polygon(self, points: Iterable[Point], **style: object) -> None:
        self.add("polygon", points=" ".join(f"{n(x)},{n(y)}" for x, y in points), **style)

    def polyline(self, points: Iterable[Point], **style: object) -> None:
        self.add("polyline", points=" ".join(f"{n(x)},{n(y)}" for x, y in points), fill="none", **style)

    def path(self, d: str, **style: object) -> None:
        self.add("path", d=d, **style)

    def text(
        self, x: float, y: float, text: str, size: float, *, anchor: str = "middle", bold: bool = False, fill: str = "#222", **style: object
    ) -> None:
        """A line of text whose baseline is at `y`."""
        said = attributes(
            x=x, y=y, font_size=size, text_anchor=anchor, font_weight="700" if bold else None, fill=fill, font_family=SANS_STACK, **style
        )
        self.parts.append(f"<text{said}>{spans(seats_apart(text))}</text>")

    def middle(self, x: float, y: float, text: str, size: float, **style: object) -> None:
        """A line of text whose middle is at `y`."""
        self.text(x, y + size * 0.33, text, size, **style)  # type: ignore[arg-type]

    def put(self, other: Drawing, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> None:
        """Another drawing, moved, scaled and turned about its middle."""
        self.defs |= other.defs
        move = f"translate({n(x)} {n(y)})"
        if turn:
            move += f" rotate({n(turn)} {n(other.width * scale / 2)} {n(other.height * scale / 2)})"
        if scale != 1.0:
            move += f" scale({scale:.4f})"
        self.parts.append(f'<g transform="{move}">{"".join(other.parts)}</g>')

    def body(self) -> str:
        defs = f"<defs>{''.join(self.defs[k] for k in sorted(self.defs))}</defs>" if self.defs else ""
        return defs + "".join(self.parts)

    def render(self, label: str = "") -> str:
        """The whole picture, by itself."""
        aria = f' role="img" aria-label={quoteattr(label)}' if label else ""
        size = f'width="{n(self.width)}mm" height="{n(self.height)}mm" viewBox="0 0 {n(self.width)} {n(self.height)}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}{aria}>{self.body()}</svg>'


def stacked(drawings: Sequence[Drawing], gap: float) -> Drawing:
    """Drawings one below the other, each in the middle."""
    width = max((d.width for d in drawings), default=0.0)
    found = Drawing(width, sum(d.height for d in drawings) + gap * max(0, len(drawings) - 1))
    y = 0.0
    for drawing in drawings:
        found.put(drawing, (width - drawing.width) / 2, y)
        y += drawing.height + gap
    return found


def in_rows(drawings: Sequence[Drawing], width: float, gap: float, trim: bool = False) -> Drawing:
    """Drawings side by side as far as they fit, in rows; `trim`: no wider than the widest row."""
    rows: list[list[Drawing]] = []
    left = 0.0
    for drawing in drawings:
        if rows and drawing.width <= left + 0.01:
            rows[-1].append(drawing)
            left -= drawing.width + gap
        else:
            rows.append([drawing])
            left = width - drawing.width - gap
    if trim:
        width = max((sum(d.width for d in row) + gap * (len(row) - 1) for row in rows), default=0.0)
    found = Drawing(width, 0)
    y = 0.0
    for row in rows:
        used = sum(d.width for d in row) + gap * (len(row) - 1)
        high = max(d.height for d in row)
        x = (width - used) / 2
        for drawing in row:
            found.put(drawing, x, y + (high - drawing.height) / 2)
            x += drawing.width + gap
        y += high + gap
    found.height = max(0.0, y - gap)
    return found
