"""What faces are drawn on: millimetres, text in points, text with signs inside, badges, rows of goods, grounds and stand-in pictures.

A canvas notes where text and signs stand, how large they are and what lies below them, so that tests can measure every face.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import cos, pi, sin

from rulewright.dsl.words import seats_apart
from rulewright.faces import icons
from rulewright.faces.metrics import width as text_width
from rulewright.faces.palette import luminance, shade, tint
from rulewright.faces.runs import Glyph, Run, even_lines, wide
from rulewright.faces.svg import Drawing, attributes, n, spans
from rulewright.faces.themes import PARCHMENT, Theme

PT = 0.3528  # millimetres
BLEED = 3.0
LEAST_PT = 6.0
WHITE = "#ffffff"


@dataclass(frozen=True, slots=True)
class Box:
    """Where something to be read stands, for tests."""

    x0: float
    y0: float
    x1: float
    y1: float
    what: str
    pt: float = 0.0  # of text
    fill: str = ""


@dataclass(slots=True)
class Canvas(Drawing):
    bleed: float = BLEED
    thin: bool = False  # saves ink: lines alone
    theme: Theme = PARCHMENT
    round: bool = False  # cut out as a circle
    hexagon: bool = False  # cut out as a hexagon that stands on a corner
    corners: float = 0.0
    boxes: list[Box] = field(default_factory=list)
    grounds: list[tuple[float, float, float, float, str]] = field(default_factory=list)  # what was painted, in order
    slots: list[tuple[str, str, Box]] = field(default_factory=list)  # slots and attributes, with the room they take

    # ------------------------------------------------------------ plain shapes

    def box(
        self, x: float, y: float, w: float, h: float, fill: str = "none", line: str = "none", wide: float = 0.3, rx: float = 0.0
    ) -> None:
        self.rect(
            x, y, w, h, rx=rx or None, fill=fill, stroke=line if line != "none" else None, stroke_width=wide if line != "none" else None
        )
        if fill.startswith("#"):
            self.grounds.append((x, y, x + w, y + h, fill))

    def dashed(self, x: float, y: float, w: float, h: float, fill: str, rx: float) -> None:
        self.rect(x, y, w, h, rx=rx, fill=fill, stroke=self.theme.ink, stroke_width=0.3, stroke_dasharray="1.6 1.2")
        self.grounds.append((x, y, x + w, y + h, fill))

    def disc(self, x: float, y: float, r: float, fill: str = "none", line: str = "none", wide: float = 0.3) -> None:
        self.circle(x, y, r, fill=fill, stroke=line if line != "none" else None, stroke_width=wide if line != "none" else None)
        if fill.startswith("#"):
            self.grounds.append((x - r * 0.8, y - r * 0.8, x + r * 0.8, y + r * 0.8, fill))

    def whole(self, fill: str) -> None:
        """The whole face up to its bleed."""
        b = self.bleed
        self.box(-b, -b, self.width + 2 * b, self.height + 2 * b, fill)

    def pale(self, colour: str) -> str:
        """A filling that ink-saving print leaves white."""
        return WHITE if self.thin else colour

    @contextmanager
    def slot(self, name: str, attribute: str = "") -> Iterator[None]:
        """What is drawn inside belongs to a slot; browsers find it there."""
        said = attributes(data_slot=name, data_attr=attribute or None)
        self.parts.append(f"<g{said}>")
        at, first = len(self.parts), len(self.boxes)
        yield
        if len(self.parts) == at:
            self.parts.pop()
        else:
            self.parts.append("</g>")
        inside = self.boxes[first:]
        if inside:
            corner = min(b.x0 for b in inside), min(b.y0 for b in inside)
            self.slots.append((name, attribute, Box(*corner, max(b.x1 for b in inside), max(b.y1 for b in inside), name)))

    # ------------------------------------------------------------ text

    def say(
        self,
        x: float,
        y: float,
        text: str,
        pt: float,
        *,
        bold: bool = False,
        serif: bool = False,
        anchor: str = "middle",
        fill: str = "",
        fit: float = 0.0,
        least: float = LEAST_PT,
    ) -> float:
        """A line of text, its middle at y; made smaller to fit, down to the least size. How wide it is."""
        text = seats_apart(text)
        size = pt * PT
        across = text_width(text, size, bold=bold, serif=serif and self.theme.serif)
        if fit and across > fit:
            pt = max(least, pt * fit / across)
            size = pt * PT
            across = text_width(text, size, bold=bold, serif=serif and self.theme.serif)
        left = x - across / 2 if anchor == "middle" else x if anchor == "start" else x - across
        ink = fill or self.theme.ink
        self.boxes.append(Box(left, y - size * 0.36, left + across, y + size * 0.36, text, pt, ink))
        self._letters(x, y + size * 0.315, text, size, ink, anchor, bold, serif)
        return across

    def _letters(self, x: float, y: float, text: str, size: float, fill: str, anchor: str, bold: bool, serif: bool) -> None:
        family = f"{self.theme.headings}, serif" if serif else "Alegreya Sans, sans-serif"
        said = attributes(x=x, y=y, font_size=size, text_anchor=anchor if anchor != "start" else None, font_weight="700" if bold else None)
        self.parts.append(f'<text{said} fill="{fill}" font-family="{family}">{spans(text)}</text>')

    def title(self, x: float, y: float, text: str, pt: float, fit: float, least: float = 8.0, fill: str = "") -> None:
        """A name: one line, or two smaller ones if one would be too small."""
        words = seats_apart(text).split()
        across = text_width(text, pt * PT, bold=True, serif=self.theme.serif)
        if across * least / pt <= fit or len(words) < 2:
            self.say(x, y, text, pt, bold=True, serif=True, fit=fit, least=LEAST_PT, fill=fill)
            return
        halves = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
        pair = min(halves, key=lambda two: max(text_width(one, 1, bold=True, serif=self.theme.serif) for one in two))
        size = min(pt * 0.78, *(fit / text_width(one, PT, bold=True, serif=self.theme.serif) for one in pair))
        size = max(LEAST_PT, size)
        for i, one in enumerate(pair):
            self.say(x, y + (i - 0.5) * size * PT * 1.05, one, size, bold=True, serif=True, fill=fill)

    def rich(
        self,
        x: float,
        y: float,
        w: float,
        runs: Sequence[Run],
        pt: float,
        *,
        lead: float = 1.2,
        align: str = "middle",
        top: bool = False,
        fill: str = "",
    ) -> float:
        """Words with signs between them, broken into lines; y is the middle of the block, or its top. How high it is."""
        rows = even_lines(runs, pt * PT, w)
        size, step = pt * PT, pt * PT * lead
        y0 = y + step / 2 if top else y - (len(rows) - 1) * step / 2
        ink = fill or self.theme.ink
        for number, row in enumerate(rows):
            across = wide(row, size)
            at = x - across / 2 if align == "middle" else x
            middle = y0 + number * step
            self.boxes.append(Box(at, middle - size * 0.4, at + across, middle + size * 0.4, "text", pt, ink))
            self._row(row, at, middle, size, ink)
        return len(rows) * step

    def _row(self, row: list[Run], at: float, middle: float, size: float, ink: str) -> None:
        words = ""
        start = at
        for run in row:
            if isinstance(run, Glyph):
                if words.strip():
                    self._letters(start, middle + size * 0.315, words, size, ink, "start", False, False)
                self._inline(run, at, middle, size, ink)
                at += wide([run], size)
                start, words = at, ""
            elif not words and run.isspace():  # after a sign: a space at the beginning of a text is not drawn
                at += wide([run], size)
                start = at
            else:
                words += run
                at += wide([run], size)
        if words.strip():
            self._letters(start, middle + size * 0.315, words, size, ink, "start", False, False)

    def _inline(self, glyph: Glyph, at: float, middle: float, size: float, ink: str) -> None:
        across = wide([Glyph("", glyph.sign)], size)
        if glyph.number:
            self._letters(at, middle + size * 0.315, glyph.number, size, ink, "start", False, False)
            at += wide([glyph], size) - across
        self.parts.append(
            icons.drawn(glyph.sign, at + across / 2, middle, size * 1.32, plain=self.thin, tone=glyph.tone if not self.thin else "")
        )

    # ------------------------------------------------------------ signs

    def icon(
        self,
        name: str,
        x: float,
        y: float,
        size: float,
        *,
        tone: str = "",
        line: str = "",
        solid: str = "",
        wide: float = 0.0,
        ghost: bool = False,
    ) -> None:
        """A sign with its middle at (x, y); `ghost`: pale, to show where something lies."""
        if ghost:
            self.parts.append(icons.drawn(name, x, y, size, tone=WHITE, line=line or "#a79c8a", wide=wide, plain=True))
            return
        self.boxes.append(Box(x - size * 0.44, y - size * 0.44, x + size * 0.44, y + size * 0.44, name))
        self.parts.append(
            icons.drawn(
                name, x, y, size, tone=self.pale(tone) if tone else "", line=line or self.theme.ink, solid=solid, wide=wide, plain=self.thin
            )
        )

    def sticker(self, name: str, x: float, y: float, size: float, tone: str = "") -> None:
        """A sign with a white rim, so that it stands out from any picture behind it."""
        self.parts.append(icons.drawn(name, x, y, size, tone=WHITE, line=WHITE, solid=WHITE, wide=7.5, plain=True))
        self.icon(name, x, y, size, tone=tone)

    def shape(self, name: str, x: float, y: float, r: float, fill: str, line: str = "", wide: float = 0.35) -> None:
        self.boxes.append(Box(x - r, y - r, x + r, y + r, name))
        icons.shape(self, name, x, y, r, fill, line or self.theme.ink, wide)
        self.grounds.append((x - r * 0.6, y - r * 0.6, x + r * 0.6, y + r * 0.6, fill))

    def coin(self, x: float, y: float, r: float, tone: str) -> None:
        """The ground of a cost: a disc with an inner ring, in the tone of what is paid."""
        self.boxes.append(Box(x - r, y - r, x + r, y + r, "cost"))
        self.disc(x, y, r, self.pale(tone), self.theme.ink, 0.4)
        self.circle(x, y, r * 0.8, fill="none", stroke=self.theme.ink if self.thin else shade(tone, 0.35), stroke_width=0.2)

    def burst(self, x: float, y: float, r: float, tone: str = "#fbe08a") -> None:
        """The ground of points: a star of many rays."""
        far, near = r * 1.3, r * 1.02
        points = [
            (x + (far if i % 2 == 0 else near) * sin(pi * i / 10), y - (far if i % 2 == 0 else near) * cos(pi * i / 10)) for i in range(20)
        ]
        self.boxes.append(Box(x - r, y - r, x + r, y + r, "points"))
        self.polygon(points, fill=self.pale(tone), stroke=self.theme.ink, stroke_width=0.4, stroke_linejoin="round")
        self.grounds.append((x - r * 0.8, y - r * 0.8, x + r * 0.8, y + r * 0.8, self.pale(tone)))

    def number(self, x: float, y: float, r: float, text: str, pt: float, fill: str = "") -> None:
        """A number inside a badge of that radius."""
        self.say(x, y, text, pt, bold=True, fit=r * 1.7, least=7.0, fill=fill)

    # ------------------------------------------------------------ grounds and pictures

    def pattern(self, drawing: str) -> str:
        """A pattern by its drawing (with NAME for its id); the filling to use."""
        name = f"p{hashlib.sha256(drawing.encode()).hexdigest()[:8]}"
        self.defs[name] = drawing.replace("NAME", name)
        return f"url(#{name})"

    def clipped(self, x: float, y: float, w: float, h: float, rx: float) -> str:
        said = f'<clipPath id="NAME"><rect x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}" rx="{n(rx)}"/></clipPath>'
        return self.pattern(said)

    def scene(self, x: float, y: float, w: float, h: float, colour: str, kind: str, rx: float = 1.6, *, sky: bool = True) -> None:
        """A plain picture behind a sign, where an author has none yet; `sky`: with a sun or moon in it."""
        if self.thin or kind == "none":
            self.box(x, y, w, h, WHITE if self.thin else self.theme.paper, self.theme.ink, 0.25, rx)
            return
        self.parts.append(f'<g clip-path="{self.clipped(x, y, w, h, rx)}">')
        draw = {"night": _night, "hall": _hall, "rays": _rays}.get(kind, _land)
        draw(self, x, y, w, h, colour, sky)
        self.parts.append("</g>")
        self.rect(x, y, w, h, rx=rx, fill="none", stroke=self.theme.ink, stroke_width=0.3)

    def lay(self, inner: Canvas, x: float, y: float) -> None:
        """Another canvas inside this one, cut at its edge, with what it notes for tests."""
        self.parts.append(f'<g clip-path="{self.clipped(x, y, inner.width, inner.height, inner.corners)}">')
        self.put(inner, x, y)
        self.parts.append("</g>")
        self.boxes += [replace(b, x0=b.x0 + x, y0=b.y0 + y, x1=b.x1 + x, y1=b.y1 + y) for b in inner.boxes]
        self.grounds += [(x0 + x, y0 + y, x1 + x, y1 + y, fill) for x0, y0, x1, y1, fill in inner.grounds]

    # ------------------------------------------------------------ what tests ask

    def outside(self, safe: float) -> list[Box]:
        """What stands outside the safe line."""
        if self.round:
            m, r = self.width / 2, self.width / 2 - safe + 0.05
            return [b for b in self.boxes if any((px - m) ** 2 + (py - m) ** 2 > r * r for px in (b.x0, b.x1) for py in (b.y0, b.y1))]
        if self.hexagon:
            return [b for b in self.boxes if any(not self._in_hexagon(px, py, safe) for px in (b.x0, b.x1) for py in (b.y0, b.y1))]
        low, right, bottom = safe - 0.05, self.width - safe + 0.05, self.height - safe + 0.05
        return [b for b in self.boxes if b.x0 < low or b.y0 < low or b.x1 > right or b.y1 > bottom]

    def _in_hexagon(self, x: float, y: float, safe: float) -> bool:
        """Whether a point lies so far inside a hexagon that stands on a corner: its flat sides, and its slanting ones."""
        across, down = abs(x - self.width / 2), abs(y - self.height / 2)
        half, tall = self.width / 2, self.height / 2
        slant = (half * tall - (tall / 2 * across + half * down)) / ((tall / 2) ** 2 + half**2) ** 0.5
        return half - across >= safe - 0.05 and slant >= safe - 0.05

    def contrast(self, box: Box) -> float:
        """The contrast of a text with what was painted below its middle last."""
        x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
        ground = next((fill for x0, y0, x1, y1, fill in reversed(self.grounds) if x0 <= x <= x1 and y0 <= y <= y1), WHITE)
        a, b = sorted((luminance(box.fill), luminance(ground)))
        return (b + 0.05) / (a + 0.05)


def _night(d: Canvas, x: float, y: float, w: float, h: float, colour: str, sky: bool) -> None:
    d.rect(x, y, w, h, fill="#273354")
    spots = (
        (0.12, 0.2, 0.35),
        (0.3, 0.12, 0.25),
        (0.52, 0.2, 0.3),
        (0.72, 0.1, 0.25),
        (0.88, 0.4, 0.35),
        (0.08, 0.5, 0.25),
        (0.4, 0.34, 0.22),
    )
    for a, b, r in spots:
        d.circle(x + w * a, y + h * b, r, fill="#fdf3cf")
    if sky:
        d.circle(x + w * 0.82, y + h * 0.25, h * 0.11, fill="#f6e7b0")
        d.circle(x + w * 0.8, y + h * 0.23, h * 0.095, fill="#273354")
    hills = f"C{n(x + w * 0.2)} {n(y + h * 0.5)} {n(x + w * 0.3)} {n(y + h * 0.62)} {n(x + w * 0.45)} {n(y + h * 0.6)}"
    hills += f"S{n(x + w * 0.8)} {n(y + h * 0.5)} {n(x + w)} {n(y + h * 0.62)}"
    d.path(f"M{n(x)} {n(y + h * 0.66)}{hills}V{n(y + h)}H{n(x)}Z", fill=tint(colour, 0.1))
    wave = f"q{n(w * 0.06)} {n(-h * 0.05)} {n(w * 0.125)} 0" + f"t{n(w * 0.125)} 0" * 7
    d.path(f"M{n(x)} {n(y + h * 0.84)}{wave}V{n(y + h)}H{n(x)}Z", fill="#1f4a66")


def _land(d: Canvas, x: float, y: float, w: float, h: float, colour: str, sky: bool) -> None:
    d.rect(x, y, w, h, fill=tint(colour, 0.78))
    if sky:
        d.circle(x + w * 0.78, y + h * 0.3, h * 0.13, fill="#fff3c0")
    far = f"C{n(x + w * 0.25)} {n(y + h * 0.42)} {n(x + w * 0.4)} {n(y + h * 0.7)} {n(x + w * 0.6)} {n(y + h * 0.56)}"
    far += f"S{n(x + w * 0.9)} {n(y + h * 0.5)} {n(x + w)} {n(y + h * 0.62)}"
    d.path(f"M{n(x)} {n(y + h * 0.66)}{far}V{n(y + h)}H{n(x)}Z", fill=tint(colour, 0.55))
    near = f"C{n(x + w * 0.3)} {n(y + h * 0.7)} {n(x + w * 0.6)} {n(y + h * 0.94)} {n(x + w)} {n(y + h * 0.76)}"
    d.path(f"M{n(x)} {n(y + h * 0.84)}{near}V{n(y + h)}H{n(x)}Z", fill=tint(colour, 0.3))


def _hall(d: Canvas, x: float, y: float, w: float, h: float, colour: str, sky: bool) -> None:
    d.rect(x, y, w, h, fill=tint(colour, 0.72))
    for i in range(5):
        at = x + w * (i + 0.5) / 5
        arch = f"A{n(w * 0.07)} {n(w * 0.09)} 0 0 1 {n(at + w * 0.07)} {n(y + h * 0.34)}"
        d.path(f"M{n(at - w * 0.07)} {n(y + h)}V{n(y + h * 0.34)}{arch}V{n(y + h)}Z", fill=tint(colour, 0.56))
    d.rect(x, y + h * 0.82, w, h * 0.2, fill=tint(colour, 0.35))


def _rays(d: Canvas, x: float, y: float, w: float, h: float, colour: str, sky: bool) -> None:
    d.rect(x, y, w, h, fill=tint(colour, 0.62))
    cx, cy, far = x + w / 2, y + h / 2, max(w, h)
    for i in range(12):
        a, b = 2 * pi * i / 12, 2 * pi * (i + 0.5) / 12
        points = [(cx, cy), (cx + far * sin(a), cy - far * cos(a)), (cx + far * sin(b), cy - far * cos(b))]
        d.polygon(points, fill=tint(colour, 0.75))
