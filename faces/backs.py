"""Backs: what a face-down piece still shows, as large as can be; else a lattice, an emblem, and the name of the deck."""

from __future__ import annotations

from rulewright.core.program import Kind
from rulewright.dsl.declare.saying import called_names
from rulewright.dsl.words import spoken
from rulewright.faces.canvas import PT, Canvas
from rulewright.faces.grounds import painted
from rulewright.faces.icons import guessed
from rulewright.faces.metrics import width as text_width
from rulewright.faces.painter import Painter
from rulewright.faces.palette import COLOURS, ground, shade, tint, written_on
from rulewright.faces.plan import Slot

LATTICE = (
    '<pattern id="NAME" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0H8M0 0V8" stroke="INK" stroke-opacity=".22" stroke-width=".4" fill="none"/>'
    '<circle cx="4" cy="4" r=".55" fill="INK" fill-opacity=".28"/></pattern>'
)


def shown(painter: Painter, kind: Kind, index: int) -> tuple[str, str, int] | None:
    """What the back of a piece tells: the value of a deck of its own, or the ground. Attribute, member, number."""
    plan = painter.plan(kind.name, index)
    wanted = [
        v.name for slot in plan.named("back") if slot.when is None for one in slot.things for v in one.values if v.sort == "attribute"
    ]
    for fact in painter.facts(kind, index):
        if fact.name in wanted and fact.sort == "enum":
            return fact.name, fact.members[0][0], fact.members[0][1]
    return None


def back(painter: Painter, kind: Kind, index: int, bleed: float) -> Canvas:
    """The back of a piece that lies hidden: the same for all that can lie in one deck."""
    w, h = painter.room(kind.name)
    d = Canvas(w, h, bleed=bleed, thin=painter.thin, theme=painter.theme, round=painter.round(kind.name), corners=painter.theme.corners)
    told = shown(painter, kind, index)
    sym = painter.game.world.kinds[kind.name]
    if told is not None and told[0] in (sym.face_down or ()):
        _ground(d, painter, told)
        return d
    said = next((s for s in painter.plan(kind.name, index).named("back") if s.when is None), None)
    colour = _colour(painter, kind, index, told, said)
    _lattice(d, colour)
    r = min(w, h) * 0.25
    letter = told[1].upper() if told is not None and len(told[1]) <= 2 else ""
    ink = d.theme.ink if d.thin else written_on(colour)
    _emblem(d, painter, kind, told, said, letter, colour, ink, r)
    if min(w, h) > 32:
        _pill(d, _words(painter, kind, told, said, letter), colour, ink)
    return d


def _ground(d: Canvas, painter: Painter, told: tuple[str, str, int]) -> None:
    found = (told[1], told[2])
    painted(d, found, tint(painter.accent, 0.8))
    w, h = d.width, d.height
    r = min(w, h) * 0.26
    d.circle(w / 2, h / 2, r, fill="#ffffff", fill_opacity=0.78, stroke=shade(ground(*found)[0], 0.45), stroke_width=0.5)
    painter.lexicon.sign(told[1], told[2]).draw(d, w / 2, h / 2, r * 1.42)


def _colour(painter: Painter, kind: Kind, index: int, told: tuple[str, str, int] | None, said: Slot | None) -> str:
    """As the author says; the colour that all pieces of a deck share; of the owner; of the game."""
    if said is not None and said.on:
        return COLOURS.get(said.on, said.on)
    owner = painter.owner(kind, index)
    if owner >= 0:
        return painter.look(kind, owner).fill
    if told is not None:
        frames = [v.name for s in painter.plan(kind.name, index).named("frame") for one in s.things for v in one.values]
        same = {painter.style_of(kind, i, frames) for i in range(kind.count) if shown(painter, kind, i) == told}
        if len(same) == 1 and None not in same:
            return same.pop() or painter.accent
    return painter.kind_colour(kind.name)


def _lattice(d: Canvas, colour: str) -> None:
    w, h = d.width, d.height
    inset = min(4.0, min(w, h) * 0.09)
    ink = written_on(colour)
    d.whole(d.pale(colour))
    if d.thin:
        d.rect(inset, inset, w - 2 * inset, h - 2 * inset, rx=2, fill="none", stroke=colour, stroke_width=0.7)
        return
    if d.round:
        d.circle(w / 2, h / 2, w / 2 - 1.5, fill=d.pattern(LATTICE.replace("INK", ink)), stroke=ink, stroke_width=0.4)
    else:
        d.rect(inset, inset, w - 2 * inset, h - 2 * inset, rx=2, fill=d.pattern(LATTICE.replace("INK", ink)), stroke=ink, stroke_width=0.45)


def _emblem(
    d: Canvas,
    painter: Painter,
    kind: Kind,
    told: tuple[str, str, int] | None,
    said: Slot | None,
    letter: str,
    colour: str,
    ink: str,
    r: float,
) -> None:
    x, y = d.width / 2, d.height / 2 - (2.0 if min(d.width, d.height) > 32 else 0)
    dark = shade(colour, 0.25) if ink == "#ffffff" else shade(colour, 0.52)  # so dark that a white letter stands out on it
    d.disc(x, y, r, d.pale(dark if letter else d.theme.panel), ink, 0.6)
    d.circle(x, y, r - min(1.2, r * 0.12), fill="none", stroke=ink if letter else d.theme.ink, stroke_width=0.3)
    if letter:
        d.say(x, y, letter, r / PT * 1.15, bold=True, serif=True, fill=d.theme.ink if d.thin else written_on(dark), fit=r * 1.5)
        return
    own = next((v.name for one in (said.things if said else ()) for v in one.values if v.sort == "sign"), "")
    if own:
        d.icon(own, x, y, r * 1.2)
        return
    sign = painter.lexicon.sign(told[1], told[2]) if told is not None else painter.lexicon.sign(kind.name)
    if sign.icon in {"", "card"} and told is None:  # a card of any game: what the title speaks of
        titled = guessed(painter.game.title)
        d.icon(titled or ("card" if min(d.width, d.height) > 32 else "star"), x, y, r * 1.2)
    else:
        sign.draw(d, x, y, r * 1.2)


def _words(painter: Painter, kind: Kind, told: tuple[str, str, int] | None, said: Slot | None, letter: str) -> str:
    """The deck, not merely the kind: what it is of, whose it is; the title of the game where the kind says nothing."""
    own = next((v.name for one in (said.things if said else ()) for v in one.values if v.sort == "text"), "")
    if own:
        return own
    called = called_names(painter.game.world).get(kind.name)
    name = called.one if called is not None else spoken(kind.name)
    if name in {"card", "tile", "piece"} and told is None:
        name = painter.game.title
    parts = [name[:1].upper() + name[1:]]
    if told is not None and not letter:
        parts.append(spoken(told[1]))
    return " · ".join(parts)


def _pill(d: Canvas, words: str, colour: str, ink: str) -> None:
    w, h = d.width, d.height
    pt = 9.0
    room = w - 16
    across = text_width(words, pt * PT, bold=True)
    if across > room:
        pt = max(6.5, pt * room / across)
        across = text_width(words, pt * PT, bold=True)
    dark = d.pale(shade(colour, 0.45) if ink != "#2b2620" else tint(colour, 0.45))
    y = h - 12.3 if h >= 60 else h - 8.5
    d.box(w / 2 - across / 2 - 4, y - 3.2, across + 8, 6.4, dark, ink, 0.3, 3.2)
    d.say(w / 2, y, words, pt, bold=True, fill=written_on(dark))
