"""Pictures on faces: the author's file, or a sign on a plain scene."""

from __future__ import annotations

import base64
from pathlib import Path
from struct import unpack

from rulewright.faces import items
from rulewright.faces.canvas import Canvas
from rulewright.faces.dice import PIPPED, PIPS, pips
from rulewright.faces.painter import Painter
from rulewright.faces.reading import Content
from rulewright.faces.svg import n

SKY = frozenset({"sun", "moon", "star", "cloud"})  # signs that need no second sun behind them
MIME = {"png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "svg": "image/svg+xml"}


def picture(d: Canvas, painter: Painter, found: Content, x: float, y: float, w: float, h: float, colour: str) -> None:
    """The picture of a piece, in a box with round corners."""
    if found.picture:
        clip = d.clipped(x, y, w, h, 1.6)
        d.parts.append(f'<g clip-path="{clip}">{embedded(found.picture, x, y, w, h)}</g>')
        d.rect(x, y, w, h, rx=1.6, fill="none", stroke=d.theme.ink, stroke_width=0.3)
        return
    chosen = [i for i in found.items("art") if i.sort in {"map", "goods", "number", "word"}]
    if chosen:
        d.box(x, y, w, h, d.pale(d.theme.paper), d.theme.ink, 0.25, 1.6)
        alone = len(chosen) == 1 and chosen[0].sort == "number"
        if alone and chosen[0].attr in PIPPED and chosen[0].text in map(str, PIPS):
            pips(d, x + w / 2, y + h / 2, min(w, h) * 0.62, int(chosen[0].text))
            return
        items.row(d, chosen, x + w / 2, y + h / 2, min(w, h) * (0.7 if alone else 0.4), w * 0.9)
        return
    sign = found.art
    d.scene(x, y, w, h, colour, d.theme.scene, sky=sign is None or sign.icon not in SKY)
    if sign is None:
        return
    size = min(w * 0.8, h * 0.72)
    if sign.icon and not d.thin:
        d.sticker(sign.icon, x + w / 2, y + h / 2, size, sign.tone)
    else:
        sign.draw(d, x + w / 2, y + h / 2, size)


def embedded(file: str, x: float, y: float, w: float, h: float) -> str:
    """A file as part of the drawing, filling its box."""
    kind = MIME.get(Path(file).suffix[1:].lower(), "image/png")
    data = base64.b64encode(Path(file).read_bytes()).decode("ascii")
    place = f'x="{n(x)}" y="{n(y)}" width="{n(w)}" height="{n(h)}"'
    return f'<image {place} preserveAspectRatio="xMidYMid slice" href="data:{kind};base64,{data}"/>'


def pixels(file: str) -> tuple[int, int] | None:
    """The size of a PNG or JPEG in pixels; None if it cannot be told."""
    data = Path(file).read_bytes()
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        wide, high = unpack(">II", data[16:24])
        return int(wide), int(high)
    at = 2
    while data[:2] == b"\xff\xd8" and at + 9 < len(data) and data[at] == 0xFF:
        if data[at + 1] in range(0xC0, 0xC4):
            high, wide = unpack(">HH", data[at + 5 : at + 9])
            return int(wide), int(high)
        at += 2 + int(unpack(">H", data[at + 2 : at + 4])[0])
    return None
