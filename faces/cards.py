"""Fronts of cards: frame in the colour of the type, corners, name, art, type line, strips, text, panel. Made from the lower edge upwards;
what is left over goes to the picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.core.program import Kind
from rulewright.faces import items
from rulewright.faces.art import picture
from rulewright.faces.canvas import LEAST_PT, PT, Canvas
from rulewright.faces.icons import icons
from rulewright.faces.items import Item
from rulewright.faces.metrics import width as text_width
from rulewright.faces.painter import Painter
from rulewright.faces.palette import shade, tint, written_on
from rulewright.faces.panels import Room, panel, panel_height
from rulewright.faces.reading import Content, content
from rulewright.faces.runs import lines_of

SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)  # of text, until it fits
SMALLER = (7.5, 7.0, 6.5, LEAST_PT)
LEAD = 1.22
LEAST_ART = 18.0
LEAST_PICTURE = 8.0  # a lower one is left out, and what stands below has its room


def card(painter: Painter, kind: Kind, index: int, bleed: float, small: bool, state: dict[str, str] | None = None) -> Canvas:
    """The front of a card; `small` is drawn for the size of a thumb."""
    found = content(painter, kind, index, state)
    w, h = painter.room(kind.name)
    if small:
        return thumb(painter, found, bleed)
    d = Canvas(w, h, bleed=bleed, thin=painter.thin, theme=painter.theme, corners=painter.theme.corners)
    room = Room.of(w, h)
    colour = frame_colour(painter, found)
    framed(d, colour, room.frame)
    header(d, painter, found, room, colour)
    body(d, painter, found, room, colour)
    return d


def frame_colour(painter: Painter, found: Content) -> str:
    if found.frame is not None:
        return found.frame.colour
    owner = painter.owner(found.kind, found.index)
    if owner >= 0:
        return painter.look(found.kind, owner).fill
    return painter.kind_colour(found.kind.name)


def framed(d: Canvas, colour: str, frame: float) -> None:
    theme = d.theme
    if d.thin or theme.frame == "line":
        d.whole("#ffffff")
        d.box(
            frame * 0.85, frame * 0.85, d.width - frame * 1.7, d.height - frame * 1.7, d.pale(theme.paper), colour, 0.7, theme.corners * 0.8
        )
        return
    d.whole(colour)
    d.box(frame, frame, d.width - 2 * frame, d.height - 2 * frame, theme.paper, theme.ink, 0.35, theme.corners * 0.8)


# ---------------------------------------------------------------- head


def header(d: Canvas, painter: Painter, found: Content, room: Room, colour: str) -> None:
    r = 5.5 * room.k
    x0, x1 = room.frame + 0.9 + r, room.w - room.frame - 0.9 - r
    y = room.frame + 0.9 + r
    left, right = room.left, room.right
    for spot, x in (("corner top left", x0), ("corner top right", x1)):
        shown = found.items(spot)
        if shown:
            with d.slot(spot, shown[0].attr):
                badge(d, shown[0], x, y, r, colour)
            if spot.endswith("left"):
                left = x + r + 0.8
            else:
                right = x - r * 1.15 - 0.6
    middle = (left + right) / 2
    centre = room.w / 2
    half = text_width(found.name, 13 * room.k * PT, bold=True, serif=True) / 2
    if centre - half >= left and centre + half <= right:
        middle = centre
    fit = 2 * min(middle - left, right - middle)
    with d.slot("name"):
        d.title(middle, y - 0.2, _capital(found.name), max(9.0, 13 * room.k), fit, least=8.0)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def badge(d: Canvas, item: Item, x: float, y: float, r: float, colour: str) -> None:
    """A corner: a number on what it counts, or a sign in its shape."""
    pt = 17 * r / 5.5
    if item.style is not None:
        d.shape(item.style.shape, x, y, r, d.pale(tint(item.style.colour, 0.42)), wide=0.4)
        down = r * 0.16 if item.style.shape in {"triangle", "pentagon"} else 0.0
        inner = r * {"triangle": 1.0, "diamond": 1.05}.get(item.style.shape, 1.25)
        if item.sort in {"number", "word"}:
            d.number(x, y + down, inner * 0.8, item.text, pt if len(item.text) < 3 else pt * 0.75)
        elif item.sign is not None:
            item.sign.draw(d, x, y + down, inner)
        return
    if item.badge == "points":
        d.burst(x, y, r * 0.86)
        d.number(x, y, r * 0.9, item.text, pt * 0.92)
    elif item.badge == "cost":
        d.coin(x, y, r, _tone(item))
        d.number(x, y, r * 0.86, item.text, pt)
    elif item.sort == "number":
        d.disc(x, y, r * 0.94, d.pale(tint(colour, 0.8)), d.theme.ink, 0.4)
        d.number(x, y, r * 0.86, item.text, pt)
    elif item.sign is not None and item.sort == "sign":
        d.disc(x, y, r * 0.94, "#ffffff", d.theme.ink, 0.4)
        item.sign.draw(d, x, y, r * 1.35)
    else:
        items.row(d, [item], x, y, r * 1.2, r * 1.9)


def _tone(item: Item) -> str:
    tone = item.sign.tone or (icons()[item.sign.icon].tone if item.sign is not None and item.sign.icon else "") if item.sign else ""
    return tone if tone and tone != "#fffdf7" else "#f0c243"


# ---------------------------------------------------------------- body


@dataclass(slots=True)
class Parts:
    """The heights of what stands below the picture."""

    type: float
    strips: float
    text: float
    panel: float
    foot: float

    @property
    def below(self) -> float:
        return self.type + self.strips + self.text + self.panel + self.foot


def body(d: Canvas, painter: Painter, found: Content, room: Room, colour: str) -> None:
    pt = text_size(painter, found, room)
    parts = measured(found, room, pt)
    height = room.bottom - room.head
    art = height - parts.below
    if found.text or found.slots.get("panel") or found.slots.get("strip"):
        wanted = 0.44 if found.text else 0.62 if found.slots.get("panel") else 0.46
        art = max(min(art, height * wanted), min(art, LEAST_ART * room.k))
    tall = any(f.slot.tall for f in found.slots.get("art", ()))
    if tall:
        art = height - parts.below
    top = room.head
    below = found.items("strip below name")
    if below:
        with d.slot("strip below name", below[0].attr):
            items.row(d, below, room.w / 2, top + 2.6 * room.k, 5.6 * room.k, room.wide)
        top += 6.6 * room.k
        art -= 6.6 * room.k
    if art > LEAST_PICTURE * room.k:
        _picture(d, painter, found, room, colour, top, art)
        top += art
    _stack(d, painter, found, room, colour, top, parts, pt)


def _stack(d: Canvas, painter: Painter, found: Content, room: Room, colour: str, top: float, parts: Parts, pt: float) -> None:
    """From below: what leads to the story, the panel; from above: type line and strips; the text in the middle of what is left."""
    if _typed(found):
        type_line(d, found, room.w / 2, top + 3.6 * room.k, colour, room)
    top += parts.type
    bottom = room.bottom
    if parts.foot:
        _foot(d, found, room, colour, bottom)
        bottom -= parts.foot
    if parts.panel:
        with d.slot("panel"):
            panel(d, found, room, colour, bottom - parts.panel + 1.2, parts.panel - 1.2)
        bottom -= parts.panel
    spare = bottom - top - parts.strips - parts.text
    for filled in found.slots.get("strip", ()):
        high = strip_height(filled.items, filled.label, room, bool(found.text))
        if not found.text and not parts.panel:
            high += max(0.0, spare)
        y = top + high / 2 + (1.4 if filled.label else 0)
        with d.slot("strip", filled.items[0].attr):
            if filled.label:
                d.say(room.w / 2, top + 2.0, filled.label, 7, fill=d.theme.quiet)
            items.row(d, filled.items, room.w / 2, y, strip_size(filled.items, room, bool(found.text)), room.wide)
        top += high
    if found.text:
        with d.slot("text"):
            d.rich(room.w / 2, (top + bottom) / 2, room.wide, found.text, pt, lead=LEAD)


def measured(found: Content, room: Room, pt: float) -> Parts:
    type_high = 7.4 * room.k if _typed(found) else 1.6
    strips = sum(strip_height(f.items, f.label, room, bool(found.text)) for f in found.slots.get("strip", ()))
    text = len(lines_of(found.text, pt * PT, room.wide)) * pt * PT * LEAD + 1.6 if found.text else 0.0
    panels = panel_height(found, room) + 1.2 if found.slots.get("panel") else 0.0
    return Parts(type_high, strips, text, panels, 7.4 if found.read else 0.0)


def text_size(painter: Painter, found: Content, room: Room) -> float:
    """One size for all cards of a kind; a card that has too much to say has its own."""
    common = painter.common_size(found.kind.name, lambda one: largest(one, room))
    own = largest(found, room)
    return min(common, own)


def largest(found: Content, room: Room) -> float:
    """The largest size in which the text fits, with a picture that is not too small, and without one if need be."""
    if not found.text:
        return SIZES[0]
    height = room.bottom - room.head
    for least, sizes in ((LEAST_ART * room.k, SIZES), (LEAST_ART * room.k * 0.7, SMALLER), (0.0, SMALLER)):
        for pt in sizes:
            if measured(found, room, pt).below <= height - least:
                return pt
    return LEAST_PT


def fits(painter: Painter, found: Content) -> bool:
    """Whether everything fits on a card, in the smallest type that can be read."""
    room = Room.of(*painter.room(found.kind.name))
    return measured(found, room, largest(found, room)).below <= room.bottom - room.head + 0.01


def _picture(d: Canvas, painter: Painter, found: Content, room: Room, colour: str, top: float, high: float) -> None:
    left, right = room.left, room.right
    column = 9.2 * room.k
    for spot, x in (("strip left", room.left + column / 2), ("strip right", room.right - column / 2)):
        shown = found.items(spot)
        if not shown:
            continue
        label = next((f.label for f in found.slots[spot] if f.label), "")
        with d.slot(spot, shown[0].attr):
            _column(d, shown, x, top, column, high, label)
        if spot.endswith("left"):
            left += column + 1.2
        else:
            right -= column + 1.2
    with d.slot("art"):
        picture(d, painter, found, left, top, right - left, high, colour)


def _once(shown: list[Item]) -> list[Item]:
    """A good whose number stands in the same strip is not drawn without it, too."""
    numbered = {i.sign.icon for i in shown if i.sort == "number" and i.sign is not None and i.sign.icon}
    left = [replace(i, goods=tuple(g for g in i.goods if g[0].icon not in numbered)) if i.sort == "goods" else i for i in shown]
    return [i for i in left if i.sort != "goods" or i.goods]


def _column(d: Canvas, shown: list[Item], x: float, top: float, wide: float, high: float, label: str) -> None:
    first, shown = shown[0].attr, _once(shown)
    size = wide * 0.7
    count = sum(len(items.units(i)) if i.sort == "goods" else 1 for i in shown)
    if items.crowded(shown):
        count = sum(len(i.goods) if i.goods else 1 for i in shown)
    sign = {"harms": "lose", "helps": "gain"}.get(first, "")
    need = min(high, count * size * 1.14 + 2 + (5 if sign or label else 0))
    d.box(x - wide / 2, top, wide, need, d.pale(d.theme.panel), d.theme.ink, 0.25, 1.6)
    begin = top + 1
    if label:
        d.say(x, top + 2.6, label, 6.2, fit=wide - 1, fill=d.theme.quiet)
        begin += 4
    elif sign:
        d.icon(sign, x, top + 3.2, 4.4)
        begin += 4.6
    items.column(d, shown, x, begin, size, need - (begin - top) - 1)


def _typed(found: Content) -> bool:
    """Whether there is a type line: not if it would only say the name once more."""
    words = [i.text for i in found.items("type") if i.text]
    return bool(found.items("type")) and not (len(words) == 1 and words[0].lower() == found.name.lower())


def type_line(d: Canvas, found: Content, x: float, y: float, colour: str, room: Room) -> None:
    """Colour, shape or sign, and the word."""
    shown = found.items("type")
    words = " · ".join(i.text for i in shown if i.text)
    pt = max(7.0, 8 * room.k)
    first = shown[0]
    wide = text_width(words, pt * PT, bold=True) + 9.5
    if wide > room.wide:
        pt = max(LEAST_PT, pt * (room.wide - 9.5) / (wide - 9.5))
        wide = text_width(words, pt * PT, bold=True) + 9.5
    high = 5.4 * room.k
    with d.slot("type", first.attr):
        d.box(x - wide / 2, y - high / 2, wide, high, d.pale(tint(colour, 0.72)), d.theme.ink, 0.25, high / 2)
        own = first.style is not None and found.frame is not None and first.style == found.frame
        if first.sign is not None and first.sign.icon and not own:
            first.sign.draw(d, x - wide / 2 + 3.6, y, high * 0.76)
        else:
            style = first.style
            d.shape(
                style.shape if style else "circle", x - wide / 2 + 3.4, y, high * 0.32, d.pale(style.colour if style else colour), wide=0.3
            )
        d.say(x + 2.2, y, words, pt, bold=True)


def strip_size(shown: tuple[Item, ...], room: Room, text: bool) -> float:
    count = sum(max(1, len(items.units(i))) for i in shown)
    return (8.0 if text or count > 4 else 11.0) * room.k


def strip_height(shown: tuple[Item, ...], label: str, room: Room, text: bool) -> float:
    size = strip_size(shown, room, text)
    return max(items.height(i, size) for i in shown) + 1.6 + (2.8 if label else 0)


def _foot(d: Canvas, found: Content, room: Room, colour: str, bottom: float) -> None:
    """Where the story goes on."""
    text = f"Read {found.read}"
    wide = text_width(text, 10 * PT, bold=True) + 7
    fill = "#ffffff" if d.thin else shade(colour, 0.1)
    d.box(room.w / 2 - wide / 2, bottom - 5.6, wide, 5.6, fill, d.theme.ink, 0.25, 1.2)
    d.say(room.w / 2, bottom - 2.8, text, 10, bold=True, fill=d.theme.ink if d.thin else written_on(fill))


# ---------------------------------------------------------------- the small size


def thumb(painter: Painter, found: Content, bleed: float) -> Canvas:
    """For pictures and browsers: name, corners, a large sign, no text; drawn for 24 millimetres, whatever the size of the card."""
    w0, h0 = painter.room(found.kind.name)
    k = 24.0 / min(w0, h0)
    w, h = w0 * k, h0 * k
    d = Canvas(w, h, bleed=bleed, thin=painter.thin, theme=painter.theme, corners=1.6)
    colour = frame_colour(painter, found)
    framed(d, colour, 1.2)
    label = 5.6
    left, right = found.items("corner top left"), found.items("corner top right")
    size = min(w * 0.62, (h - label - 8.5))
    if found.picture or found.art is not None or found.items("art"):
        with d.slot("art"):
            if found.picture or found.art is None:
                picture(d, painter, found, 2.2, 8.6, w - 4.4, h - 8.6 - label - 2, colour)
            else:
                assert found.art is not None
                found.art.draw(d, w / 2, (h - label + 3.5) / 2, size)
    if left:
        with d.slot("corner top left", left[0].attr):
            badge(d, left[0], 5.4, 5.4, 3.3, colour)
    elif found.items("panel") and _brief(found.items("panel")[0]):
        first = found.items("panel")[0]
        with d.slot("panel", first.attr):
            d.number(5.0, 5.0, 5.2, _brief(first), 13)
    if right:
        with d.slot("corner top right", right[0].attr):
            badge(d, right[0], w - 5.4, 5.4, 3.0, colour)
    elif found.items("type"):
        first = found.items("type")[0]
        if first.style is not None:
            with d.slot("type", first.attr):
                d.shape(first.style.shape, w - 4.8, 4.8, 1.9, d.pale(first.style.colour), wide=0.25)
    with d.slot("name"):
        d.title(w / 2, h - label * 0.5 - 2.0, _capital(found.name), 9, w - 4, least=7.5)
    return d


RANKS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen")
COURT = frozenset({"jack", "knave", "queen", "king", "ace", "joker"})


def _brief(item: Item) -> str:
    """A number or a rank in a corner: 7 for seven, Q for queen; nothing for what has no short form."""
    word = item.text.lower()
    if item.sort == "number":
        return item.text
    if item.sort != "word":
        return ""
    return str(RANKS.index(word)) if word in RANKS else word[:1].upper() if word in COURT else ""
