"""Summary cards: what one may do in a turn, how it ends and what counts, on one side or on two; one for each player.

The words are those of the longest player aid that fits on one side, or in large type on two; else those of the shortest, of each deed
its first sentence. They are never cut off: where one card is too small there is a larger one, or a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.faces.canvas import PT, Canvas
from rulewright.faces.painter import Painter
from rulewright.faces.runs import Run, lines_of, runs
from rulewright.faces.sizes import SIZES
from rulewright.faces.themes import Theme
from rulewright.rulebook import text as x
from rulewright.rulebook.model import Aid, Prose, Section
from rulewright.rulebook.told.glance import first_sentence

LARGE = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5)  # of what fits on one side
FULL = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)  # of every sentence
ELSEWHERE = ("The game ends as told under", "The game can also end as told under")
POINTS = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5)
LEAD = 1.17
EDGE, TOP, FOOT = 5.2, 12.4, 4.6
GAP = 1.3  # between two paragraphs


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph: what it is about, and what is said."""

    name: str
    words: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Side:
    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Card:
    front: Canvas
    back: Canvas


def cards(painter: Painter, aid: Aid, bleed: float) -> list[Card]:
    """The summary of a game on one card, or on several where it has more to say; nothing if there is nothing to say.

    What fits on one side stands there, in the largest type that it allows; else front and back are filled alike.
    """
    if not aid.lengths:
        return []
    turn, end = _sides(painter, aid.lengths[-1])
    if not turn.lines:
        return []
    for sides in (1, 2):
        for longer in aid.lengths:
            said, after = _sides(painter, longer, full=True)
            every = Side(painter.game.title, (*said.lines, *after.lines))
            pt = next((p for p in FULL if len(_pages(every, p, SIZES["poker"])) <= sides), None) if _plain(longer) else None
            if pt is not None and sides == 1:
                card = _drawn(painter, every, SIZES["poker"], pt, bleed)
                return [Card(card, card)]
            if pt is not None and pt >= POINTS[0]:
                return _alike(painter, every, SIZES["poker"], pt, sides, bleed)
    whole = Side(painter.game.title, (*turn.lines, *end.lines))
    for pt in LARGE:
        if _fits(whole, pt, SIZES["poker"]):
            card = _drawn(painter, whole, SIZES["poker"], pt, bleed)
            return [Card(card, card)]
    for size in ("poker", "tarot"):
        for pt in POINTS:
            if len(_pages(whole, pt, SIZES[size])) <= 2:
                return _alike(painter, whole, SIZES[size], pt, 2, bleed)
    sides = len(_pages(whole, POINTS[-1], SIZES["tarot"]))
    sides += sides % 2
    pt = next((p for p in POINTS if len(_pages(whole, p, SIZES["tarot"])) <= sides), POINTS[-1])
    return _alike(painter, whole, SIZES["tarot"], pt, sides, bleed)


def _alike(painter: Painter, whole: Side, size: tuple[float, float], pt: float, sides: int, bleed: float) -> list[Card]:
    """So many sides, all filled alike."""
    room = size[1] - TOP - FOOT
    while room > 20 and len(_pages(whole, pt, size, room - 1)) <= sides:
        room -= 1
    pages = _pages(whole, pt, size, room)
    pages += [Side("", ())] * (len(pages) % 2)
    return [_card(painter, one, other, size, pt, bleed) for one, other in zip(pages[::2], pages[1::2], strict=True)]


def _fits(side: Side, pt: float, size: tuple[float, float]) -> bool:
    return _height(side, pt, size[0]) <= size[1] - TOP - FOOT


def _plain(columns: tuple[Section, ...]) -> bool:
    """Whether all of it is prose: steps and tables have no room on a card."""
    told = [s for c in columns if c.id != "aid-cards" for s in (c, *c.sections)]
    return all(isinstance(b, Prose) for s in told for b in s.blocks)


def _sides(painter: Painter, columns: tuple[Section, ...], full: bool = False) -> tuple[Side, Side]:
    turn: list[Line] = []
    end: list[Line] = []
    for column in columns:
        if column.id == "aid-cards":
            continue
        here = turn if column.id == "aid-turn" else end
        here += _lines(painter, column.title if column.id != "aid-turn" else "", column, full)
        for section in column.sections:
            here += _lines(painter, section.title, section, full)
    return Side("Your turn", tuple(turn)), Side("The end", tuple(end))


def _lines(painter: Painter, name: str, section: Section, full: bool) -> Iterator[Line]:
    """What a section says first: a summary reminds, it does not teach. What counts at the end is told in full; `full`: all of it is."""
    said = [b for b in section.blocks if isinstance(b, Prose)]
    for number, block in enumerate(said[:1] if section.kind and not full else said):
        text = first_sentence(block.text) if section.kind and not full else block.text
        if x.joined(text).startswith(ELSEWHERE):
            continue  # where that is told is on the same card
        words = runs(x.joined(text).strip(), painter.lexicon.in_text, painter.lexicon.counted)
        if words:
            yield Line(name if number == 0 else "", tuple(words))


def _height(side: Side, pt: float, wide: float) -> float:
    return sum(_high(line, pt, wide) for line in side.lines)


def _high(line: Line, pt: float, wide: float) -> float:
    rows = len(lines_of(line.words, pt * PT, wide - 2 * EDGE)) + bool(line.name)
    return rows * pt * PT * LEAD + GAP


def _pages(side: Side, pt: float, size: tuple[float, float], room: float = 0.0) -> list[Side]:
    """A side that is too long, parted between paragraphs; `room`: how high each part may be."""
    found: list[list[Line]] = [[]]
    room = room or size[1] - TOP - FOOT
    left = room
    for line in side.lines:
        high = _high(line, pt, size[0])
        if high > left and found[-1]:
            found.append([])
            left = room
        found[-1].append(line)
        left -= high
    return [Side(side.title, tuple(lines)) for lines in found if lines]


def _card(painter: Painter, front: Side, back: Side, size: tuple[float, float], pt: float, bleed: float) -> Card:
    return Card(_drawn(painter, front, size, pt, bleed), _drawn(painter, back, size, pt, bleed))


def _drawn(painter: Painter, side: Side, size: tuple[float, float], pt: float, bleed: float) -> Canvas:
    theme: Theme = painter.theme
    d = Canvas(*size, bleed=bleed, thin=painter.thin, theme=theme, corners=theme.corners)
    colour = theme.accent or painter.accent
    d.whole(d.pale(colour))
    d.box(2.4, 2.4, d.width - 4.8, d.height - 4.8, d.pale(theme.paper), colour if d.thin else theme.ink, 0.35, theme.corners * 0.8)
    d.title(d.width / 2, 7.4, side.title or painter.game.title, 12, d.width - 12)
    if side.title:
        d.line((EDGE, 10.8), (d.width - EDGE, 10.8), stroke=colour, stroke_width=0.4)
    y = TOP
    for line in side.lines:
        if line.name:
            d.say(EDGE, y + pt * PT * LEAD / 2, line.name, pt, bold=True, anchor="start", fit=d.width - 2 * EDGE)
            y += pt * PT * LEAD
        y += d.rich(EDGE, y, d.width - 2 * EDGE, line.words, pt, lead=LEAD, align="start", top=True) + GAP
    return d
