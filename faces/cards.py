"""Fronts of cards at true size: name, a sign, what is printed on them as rows with icons, and what they do or tell.

Everything is laid out from the lower edge upwards; what is left over goes to the sign.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.program import Kind
from rulewright.faces.icons import icon, known
from rulewright.faces.metrics import fitted, width, wrap
from rulewright.faces.painter import Fact, Painter
from rulewright.faces.palette import ground, tint
from rulewright.faces.svg import Drawing
from rulewright.faces.words import spoken

INSIDE = "#fffdf8"
INK, QUIET = "#2e2a22", "#5a5344"
SIZES = (3.5, 3.3, 3.1, 2.9, 2.75, 2.6)  # of text, until it fits
LEAST_SIGN = 4.6  # radius below which a sign is left out


@dataclass(frozen=True, slots=True)
class Row:
    """A line of what is printed: a label, and words or icons."""

    label: str
    text: str = ""
    icons: tuple[tuple[str, int], ...] = ()


def card(painter: Painter, kind: Kind, index: int, bleed: float, small: bool) -> Drawing:
    """The front of a card. `small` leaves out what could not be read."""
    w, h = painter.size(kind.name)
    d = Drawing(w, h)
    facts = painter.facts(kind, index)
    found = painter.card_ground(kind, index)
    frame = min(3.2, w * 0.055)
    owner = painter.owner(kind, index)
    colour = painter.look(kind, owner).ground if owner >= 0 else tint(painter.accent, 0.8) if found is None else ground(*found)[0]
    d.rect(-bleed, -bleed, w + 2 * bleed, h + 2 * bleed, fill=colour)
    d.rect(frame, frame, w - 2 * frame, h - 2 * frame, rx=2, fill=INSIDE, stroke=INK, stroke_width=0.35)
    sign = _sign(painter, kind, index, facts)
    name = _name(painter, kind, index, sign)
    high = h * (0.17 if small else 0.105)
    text, size = fitted(name, high * 0.6, w - 2 * frame - 4, bold=True, least=0.5)
    d.middle(w / 2, frame + high / 2 + 0.4, text, size, bold=True, fill=painter.accent)
    d.line((frame + 3.5, frame + high), (w - frame - 3.5, frame + high), stroke=painter.accent, stroke_width=0.35)
    if small:
        _draw_sign(d, sign, w / 2, h * 0.58, w * 0.32, painter.accent, plain=True)
    else:
        _body(d, painter, kind, index, facts, sign, frame, frame + high)
    if not bleed:
        d.rect(0.2, 0.2, w - 0.4, h - 0.4, rx=3, fill="none", stroke=INK, stroke_width=0.4)
    return d


def _name(painter: Painter, kind: Kind, index: int, sign: Fact | str) -> str:
    name = painter.name(kind, index) or spoken(kind.ids[index] if kind.ids and kind.ids[index] else kind.name)
    if isinstance(sign, Fact) and sign.sort == "number" and sign.text == name:  # a card that is nothing but its number
        name = spoken(kind.name)
    return name[:1].upper() + name[1:]


# ---------------------------------------------------------------- the sign


def _sign(painter: Painter, kind: Kind, index: int, facts: list[Fact]) -> Fact | str:
    """What a card shows large: a value with a picture, its one number, another value, or the first letter of its name."""
    values = [f for f in facts if f.sort == "enum"]
    numbers = [f for f in facts if f.sort == "number" and not painter.mostly_nothing(kind, f.name)]
    for fact in values:
        found = painter.members_on(kind, fact.name)
        if len(found) == kind.count and all(known(m) for m in found):
            return fact
    if len(numbers) == 1:
        return numbers[0]
    if values and not painter.reads(kind, index):
        return values[0]
    name = painter.name(kind, index) or spoken(kind.ids[index] if kind.ids and kind.ids[index] else kind.name)
    return _initial(name)


def _initial(name: str) -> str:
    """The first letter of a name, articles passed over."""
    words = name.split()
    counting = [word for word in words if word.lower() not in {"the", "a", "an"}] or words
    return counting[0][:1].upper() if counting else ""


def _draw_sign(d: Drawing, sign: Fact | str, x: float, y: float, r: float, accent: str, plain: bool = False) -> None:
    if not plain:
        d.circle(x, y, r, fill=tint(accent, 0.9), stroke=accent, stroke_width=0.4)
    if isinstance(sign, Fact) and sign.sort == "enum":
        icon(d, sign.members[0][0], sign.members[0][1], x, y, r * (0.62 if not plain else 0.85))
        return
    text = sign.text if isinstance(sign, Fact) else sign
    said, size = fitted(text, r * (1.25 if not plain else 1.5), r * 1.6, bold=True, least=0.4)
    d.middle(x, y, said, size, bold=True, fill=accent)


# ---------------------------------------------------------------- what is below it


@dataclass(frozen=True, slots=True)
class Body:
    """What stands below the name, measured: rows and text from the lower edge upwards, and the radius that is left for a sign."""

    rows: list[Row]
    row_size: float
    rows_high: float
    lines: list[str]
    size: float
    caption: str
    top: float  # where the text begins
    radius: float


def _body(d: Drawing, painter: Painter, kind: Kind, index: int, facts: list[Fact], sign: Fact | str, frame: float, top: float) -> None:
    w = d.width
    left, wide = frame + 2.6, w - 2 * frame - 5.2
    bottom = d.height - frame - 2.4
    read = painter.reads(kind, index)
    if read:
        bottom = _reference(d, f"Read {read}", bottom, painter.accent)
    body = _measured(painter, kind, index, facts, sign, w, wide, top, bottom)
    if body.radius < LEAST_SIGN and isinstance(sign, Fact):  # no room for it: then it is a row like the others
        sign = ""
        body = _measured(painter, kind, index, facts, sign, w, wide, top, bottom)
    y = bottom - body.rows_high
    if body.rows and body.lines:
        d.line((left, y - 0.6), (left + wide, y - 0.6), stroke=tint(painter.accent, 0.6), stroke_width=0.2)
    for row in body.rows:
        y += _draw_row(d, row, body.row_size, left, y, wide)
    for number, line in enumerate(body.lines):
        d.text(w / 2, body.top + (number + 0.82) * body.size * 1.17, line, body.size, fill=INK)
    if sign and body.radius >= LEAST_SIGN:
        middle = top + (body.top - top - (4 if body.caption else 0)) / 2
        if body.lines or body.rows:
            middle = min(middle, top + body.radius + 6)
        _draw_sign(d, sign, w / 2, middle, body.radius, painter.accent)
        if body.caption:
            d.middle(w / 2, middle + body.radius + 2.8, body.caption, 2.9, fill=QUIET)


def _measured(
    painter: Painter, kind: Kind, index: int, facts: list[Fact], sign: Fact | str, w: float, wide: float, top: float, bottom: float
) -> Body:
    rows = _rows(painter, kind, facts, sign)
    row_size = 3.0 if w > 50 else 2.75
    high = sum(_row_height(row, row_size, wide) for row in rows)
    caption = "" if isinstance(sign, str) else sign.text if sign.sort == "enum" else spoken(sign.name)
    if caption.lower() in {_name(painter, kind, index, sign).lower(), "number", "value"}:  # that much is seen
        caption = ""
    room = bottom - high - top - 3
    sizes = SIZES if w > 50 else SIZES[1:]
    lines: list[str] = []
    size = sizes[0]
    for size in sizes:
        lines = wrap(painter.text(kind, index), size, wide)
        if len(lines) * size * 1.17 <= room:
            break
    most = max(1, int(room / (size * 1.17)))
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1].rstrip(".,; ") + " …"]
    start = bottom - high - len(lines) * size * 1.17 - (1.6 if rows and lines else 0)
    radius = min(14.5, w * 0.24, (start - top - 3 - (4 if caption else 0)) / 2)
    return Body(rows, row_size, high, lines, size, caption, start, radius)


def _reference(d: Drawing, text: str, bottom: float, accent: str) -> float:
    """Where the story goes on, in a box at the lower edge."""
    wide = width(text, 3.6, bold=True) + 7
    d.rect((d.width - wide) / 2, bottom - 5.6, wide, 5.6, rx=1.2, fill=accent)
    d.middle(d.width / 2, bottom - 2.8, text, 3.6, bold=True, fill="#ffffff")
    return bottom - 7.2


def _rows(painter: Painter, kind: Kind, facts: list[Fact], sign: Fact | str) -> list[Row]:
    found = []
    for fact in facts:
        label = spoken(fact.name)
        if fact.sort == "flag":
            if fact.text == "yes":
                found.append(Row("", label))
        elif fact is sign:
            continue
        elif fact.sort == "number":
            if not (fact.text == "0" and painter.mostly_nothing(kind, fact.name)):
                found.append(Row(label, fact.text))
        elif fact.sort == "family":
            found += [Row(spoken(member), f"{count:+d}".replace("-", "−")) for member, _, count in fact.members]
        elif fact.sort == "bag":
            found.append(Row(label, fact.text, tuple((m, i) for m, i, count in fact.members for _ in range(count))))
        else:
            found.append(Row(label, fact.text.upper() if len(fact.text) == 1 else fact.text))
    return found


def _row_height(row: Row, size: float, wide: float) -> float:
    step = size * 1.24
    if row.icons:
        return max(step, 4.6)
    return step * max(1, len(_row_lines(row, size, wide)))


def _row_lines(row: Row, size: float, wide: float) -> list[str]:
    taken = width(row.label, size) + 2 if row.label else 0
    return wrap(row.text, size, wide - taken, bold=bool(row.label))


def _draw_row(d: Drawing, row: Row, size: float, x: float, y: float, wide: float) -> float:
    """A row with its label on the left and its value on the right; the height it takes."""
    step = size * 1.24
    if not row.label:
        d.text(x + wide / 2, y + size, row.text, size, fill=QUIET, font_style="italic")
        return step
    if row.icons:
        d.text(x, y + 3.3, row.label, size, anchor="start", fill=QUIET)
        r = min(1.9, (wide - width(row.label, size) - 2) / (len(row.icons) * 2.3))
        for number, (member, i) in enumerate(reversed(row.icons)):
            icon(d, member, i, x + wide - r - number * r * 2.3, y + 2.3, r)
        return max(step, 4.6)
    d.text(x, y + size, row.label, size, anchor="start", fill=QUIET)
    lines = _row_lines(row, size, wide)
    for number, line in enumerate(lines):
        d.text(x + wide, y + size + number * step, line, size, anchor="end", bold=True, fill=INK)
    return step * max(1, len(lines))
