"""How a card is shared out, and the panel at its foot: one or two boxes side by side, or rows with their labels."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.faces import items
from rulewright.faces.canvas import PT, Canvas
from rulewright.faces.items import Item
from rulewright.faces.metrics import width as text_width
from rulewright.faces.palette import tint
from rulewright.faces.reading import Content
from rulewright.faces.runs import lines_of

LEAST_SIGN = 4.2  # of signs in a box
SIGN = 7.2  # of signs in a box where there is room
LABEL = 4.0  # for the label above them


@dataclass(slots=True)
class Room:
    """How a card is shared out: millimetres from its upper edge."""

    w: float
    h: float
    k: float  # compared with a poker card
    frame: float
    head: float  # where the name ends
    bottom: float
    left: float
    right: float

    @property
    def wide(self) -> float:
        return self.right - self.left

    @staticmethod
    def of(w: float, h: float) -> Room:
        k = max(0.7, min(1.25, min(w / 63, h / 88 * 1.25)))
        frame = 2.6 * k
        return Room(w, h, k, frame, frame + 12.6 * k, h - frame - 2.4, max(frame + 2.4, 3.2), w - max(frame + 2.4, 3.2))


def panel_height(found: Content, room: Room) -> float:
    cells = _cells(found)
    if _boxed(cells, room):
        return _over(cells) + max(items.height(i, SIGN * room.k) for c in cells for i in c[1]) + 1.4 * room.k
    return sum(_row_high(cells, c, room) for c in cells) + 1.6


def _cells(found: Content) -> list[tuple[str, list[Item]]]:
    """Labelled groups: one for each line of the author that has a label, else one for each item."""
    result: list[tuple[str, list[Item]]] = []
    for filled in found.slots.get("panel", ()):
        if filled.slot.label is not None:
            result.append((filled.slot.label, list(filled.items)))
        else:
            result += [(i.label, [i]) for i in filled.items]
    return result


def _boxed(cells: list[tuple[str, list[Item]]], room: Room) -> bool:
    """Whether what is printed stands in one or two boxes side by side; else in rows."""
    if len(cells) > 2 or any(_wordy(i) for _, shown in cells for i in shown):
        return False
    each = (room.wide - 1.6 * (len(cells) - 1)) / len(cells) - 2.4
    return all(items.row_width(shown, LEAST_SIGN, LEAST_SIGN * 0.35) <= each for _, shown in cells)


def _over(cells: list[tuple[str, list[Item]]]) -> float:
    """The room above the signs of a box: for its label."""
    return LABEL if any(label and not _itself(label, shown) for label, shown in cells) else 1.4


def _itself(label: str, shown: list[Item]) -> bool:
    """Whether a label would only say again the word that stands there."""
    return len(shown) == 1 and shown[0].worded and shown[0].text == label


def _wordy(item: Item) -> bool:
    return item.sort == "word" and len(item.text) > 14


def _column(cells: list[tuple[str, list[Item]]], room: Room) -> float:
    """Where values begin that stand in one column."""
    return min(room.wide * 0.4, max((text_width(label, 7 * PT) for label, _ in cells), default=0.0)) + 3


def _row_high(cells: list[tuple[str, list[Item]]], cell: tuple[str, list[Item]], room: Room) -> float:
    word = next((i for i in cell[1] if _wordy(i)), None)
    if word is not None:
        taken = _column(cells, room)
        return max(4.6, len(lines_of(_words(word.text), 7 * PT, room.wide - taken - 3)) * 7 * PT * 1.16 + 1.2)
    return max(5.4 * room.k, max(items.height(i, 4.6 * room.k) for i in cell[1]) + 0.8)


def _words(text: str) -> list[str]:
    found: list[str] = []
    for word in text.split():
        found += [word, " "]
    return found


def panel(d: Canvas, found: Content, room: Room, colour: str, top: float, high: float) -> None:
    """What else is printed: one or two boxes side by side, or rows with their labels."""
    cells = _cells(found)
    ground = d.pale(tint(colour, 0.86))
    if _boxed(cells, room):
        each = (room.wide - 1.6 * (len(cells) - 1)) / len(cells)
        for number, (label, shown) in enumerate(cells):
            x = room.left + number * (each + 1.6)
            d.box(x, top, each, high, ground, d.theme.ink, 0.28, 1.7)
            points = shown[0].badge == "points" and len(shown) == 1
            headed = bool(label) and not _itself(label, shown)
            if headed:
                d.say(x + each / 2, top + 2.3, label, 7, fit=each - 2, fill=d.theme.quiet)
            middle = top + (high + (LABEL - 1.4 if headed else 0)) / 2
            if points:
                d.burst(x + each / 2, middle, high * 0.32)
                d.number(x + each / 2, middle, high * 0.3, shown[0].text, 14)
            else:
                items.row(d, shown, x + each / 2, middle, SIGN * room.k, each - 2.4)
        return
    d.box(room.left, top, room.wide, high, ground, d.theme.ink, 0.28, 1.7)
    y = top + 0.8
    listed = any(_wordy(i) for _, shown in cells for i in shown)  # then all values begin in one column
    column = _column(cells, room)
    for label, shown in cells:
        tall = _row_high(cells, (label, shown), room)
        if y > top + 1:
            d.line((room.left + 1, y), (room.right - 1, y), stroke=tint(colour, 0.55), stroke_width=0.18)
        said = d.say(room.left + 1.6, y + tall / 2, label, 7, anchor="start", fill=d.theme.quiet, fit=room.wide * 0.4) if label else 0.0
        taken = column if listed and label else said + 3 if label else 1.6
        word = next((i for i in shown if _wordy(i)), None)
        if word is not None:
            d.rich(room.left + taken, y + tall / 2, room.wide - taken - 2, _words(word.text), 7, lead=1.16, align="start")
        elif listed or not label:
            items.row(d, shown, room.left + taken, y + tall / 2, 4.6 * room.k, room.wide - taken - 3, anchor="start")
        else:
            items.row(d, shown, room.right - 1.6, y + tall / 2, 4.6 * room.k, room.wide - taken - 3, anchor="end")
        y += tall
