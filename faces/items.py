"""What is drawn into slots: numbers, goods, signs, words and little maps. Each knows how wide it is and draws itself in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.faces.canvas import PT, Canvas
from rulewright.faces.lexicon import Sign, Style
from rulewright.faces.metrics import width as text_width
from rulewright.faces.palette import tint

SINGLY = 3  # so many goods of a kind are drawn one by one; more are a number and one sign
WAYS = {
    "north": (0, -1),
    "northeast": (1, -1),
    "east": (1, 0),
    "southeast": (1, 1),
    "south": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (-1, -1),
}
LINES: dict[str, tuple[tuple[int, int], ...]] = {
    "row": ((-1, 0), (1, 0)),
    "column": ((0, -1), (0, 1)),
    "diagonal": ((-1, -1), (1, 1), (1, -1), (-1, 1)),
    "straight": ((-1, 0), (1, 0), (0, -1), (0, 1)),
    "corner": (),
}


@dataclass(frozen=True, slots=True)
class Mapped:
    """Cells around a piece: where something counts, and with which sign."""

    cells: tuple[tuple[int, int, Sign | None], ...]
    endless: tuple[tuple[int, int], ...] = ()  # the whole line counts: arrows run off its ends
    centre: Sign | None = None


@dataclass(frozen=True, slots=True)
class Item:
    sort: str  # number, goods, sign, word, map, rings
    attr: str = ""
    label: str = ""
    text: str = ""
    sign: Sign | None = None
    goods: tuple[tuple[Sign, int, str], ...] = ()  # sign, how many, and how a number with a plus or minus is written
    map: Mapped | None = None
    badge: str = ""  # cost, points
    style: Style | None = None  # of what it stands in
    worded: bool = False  # whether the word stands beside the sign

    @property
    def words(self) -> str:
        """The same in words."""
        match self.sort:
            case "goods" | "rings":
                return ", ".join(f"{said or number} {sign.word}" for sign, number, said in self.goods)
            case "number":
                return f"{self.text} {self.sign.word}" if self.sign is not None and self.sign.word != self.label else self.text
            case "map":
                return self.text
            case _:
                return self.text or (self.sign.word if self.sign else "")


def units(item: Item) -> list[tuple[str, Sign]]:
    """The goods of an item as they are drawn: a number or nothing, and a sign."""
    found: list[tuple[str, Sign]] = []
    for sign, number, said in item.goods:
        if said:
            found.append((said, sign))
        elif (number <= SINGLY and item.sort == "goods") or item.sort == "rings":
            found += [("", sign)] * number
        else:
            found.append((str(number), sign))
    return found


def width(item: Item, size: float) -> float:
    """How wide an item is whose signs have that size."""
    gap = size * 0.08
    match item.sort:
        case "goods":
            parts = [size + (text_width(n, size * 0.72, bold=True) + gap if n else 0) for n, _ in units(item)]
            return sum(parts) + gap * max(0, len(parts) - 1)
        case "rings":
            return size * 1.35 * len(units(item))
        case "number":
            return text_width(item.text, size * 0.85, bold=True) + (size + gap if item.sign is not None else 0)
        case "sign":
            said = text_width(item.text, word_size(size), bold=True) + gap * 2 if item.worded else 0
            return size + said
        case "map":
            return size * 2.2
        case _:
            return text_width(item.text, word_size(size, item.text), bold=True)


def word_size(size: float, text: str = "") -> float:
    """Of a word in a row; a letter or two (A6, K) is as large as a number."""
    return max(6.2 * PT, size * 0.8 if 0 < len(text) <= 2 else min(9 * PT, size * 0.55))


def height(item: Item, size: float) -> float:
    return size * 2.2 if item.sort == "map" else size * 1.35 if item.sort == "rings" else size


def draw(d: Canvas, item: Item, x: float, y: float, size: float) -> None:
    """An item with its left edge at x and its middle at y."""
    gap = size * 0.08
    match item.sort:
        case "goods":
            for number, sign in units(item):
                if number:
                    x += d.say(x, y, number, size * 0.72 / PT, bold=True, anchor="start") + gap
                sign.draw(d, x + size / 2, y, size)
                x += size + gap
        case "rings":
            for _, sign in units(item):
                d.disc(x + size * 0.675, y, size * 0.62, d.pale("#ffffff"), d.theme.ink, 0.3)
                sign.draw(d, x + size * 0.675, y, size * 0.84)
                x += size * 1.35
        case "number":
            x += d.say(x, y, item.text, size * 0.85 / PT, bold=True, anchor="start")
            if item.sign is not None:
                item.sign.draw(d, x + gap + size / 2, y, size)
        case "sign":
            if item.sign is not None:
                item.sign.draw(d, x + size / 2, y, size)
            if item.worded:
                d.say(x + size + gap * 2, y, item.text, word_size(size) / PT, bold=True, anchor="start")
        case "map":
            assert item.map is not None
            little_map(d, item.map, x + size * 1.1, y, size * 2.2)
        case _:
            d.say(x, y, item.text, word_size(size, item.text) / PT, bold=True, anchor="start")


def row_width(items: Sequence[Item], size: float, gap: float) -> float:
    return sum(width(i, size) for i in items) + gap * max(0, len(items) - 1)


def row(
    d: Canvas, items: Sequence[Item], x: float, y: float, size: float, fit: float, *, anchor: str = "middle", gap: float = -1.0
) -> float:
    """Items side by side, made smaller if they would be too wide; the size they were drawn in."""
    between = size * 0.35 if gap < 0 else gap
    across = row_width(items, size, between)
    if across > fit:
        size, between = size * fit / across, between * fit / across
        across = row_width(items, size, between)
    at = x - across / 2 if anchor == "middle" else x if anchor == "start" else x - across
    for item in items:
        with d.slot("item", item.attr):
            draw(d, item, at, y, size)
        at += width(item, size) + between
    return size


def crowded(items: Sequence[Item]) -> bool:
    """Whether goods below each other are so many that numbers are read faster."""
    return sum(number for item in items if item.sort == "goods" for _, number, _ in item.goods) > 5


def column(d: Canvas, items: Sequence[Item], x: float, top: float, size: float, fit: float) -> float:
    """Items one below the other, each in the middle; goods one by one, or with numbers if there are many. The height they take."""
    rows: list[tuple[str, Sign | None, Item]] = []
    many = crowded(items)
    for item in items:
        singles = units(item) if item.sort == "goods" else [("", None)]
        if item.sort == "goods" and many:
            singles = [(said or str(number), sign) for sign, number, said in item.goods]
        rows += [(number, sign, item) for number, sign in singles]
    step = min(size * 1.14, fit / max(1, len(rows)))
    size = min(size, step / 1.1)
    for number, (count, sign, item) in enumerate(rows):
        y = top + step * (number + 0.5)
        if sign is None:
            row(d, [item], x, y, size, size * 1.16)
        elif count:
            d.say(x - size * 0.12, y, count, size * 0.62 / PT, bold=True, anchor="end")
            sign.draw(d, x + size * 0.42, y, size * 0.8)
        else:
            sign.draw(d, x, y, size)
    return step * len(rows)


def little_map(d: Canvas, found: Mapped, x: float, y: float, size: float) -> None:
    """Three by three cells around a piece: what lies where."""
    c = size / 3
    marked = {(a, b): sign for a, b, sign in found.cells}
    for a in (-1, 0, 1):
        for b in (-1, 0, 1):
            left, top = x + (a - 0.5) * c + 0.12, y + (b - 0.5) * c + 0.12
            inside = (a, b) in marked
            sign = marked.get((a, b))
            fill = "#ffffff" if not inside else d.pale(tint(sign.tone or "#d8cdb8", 0.55)) if sign is not None else d.pale("#d8cdb8")
            d.box(left, top, c - 0.24, c - 0.24, fill, d.theme.ink if inside else "#b8ae9c", 0.25 if inside else 0.18, 0.35)
            if sign is not None:
                sign.draw(d, x + a * c, y + b * c, c * 0.84)
            elif inside:
                d.disc(x + a * c, y + b * c, c * 0.2, d.theme.ink)
    if found.centre is not None:
        found.centre.draw(d, x, y, c * 0.84)
    else:
        d.box(x - c / 2 + 0.3, y - c / 2 + 0.3, c - 0.6, c - 0.6, d.theme.ink, rx=0.35)
    for a, b in found.endless:
        tip = (x + a * c * 1.62, y + b * c * 1.62)
        back = (tip[0] - a * c * 0.22, tip[1] - b * c * 0.22)
        side = (b * c * 0.2, a * c * 0.2)
        d.polygon([tip, (back[0] + side[0], back[1] + side[1]), (back[0] - side[0], back[1] - side[1])], fill=d.theme.ink)
