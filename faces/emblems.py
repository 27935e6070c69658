"""Large pieces on which nothing is printed: the sign of the kind, and what the side says that lies up."""

from __future__ import annotations

from rulewright.core.program import Kind
from rulewright.dsl.words import spoken
from rulewright.faces.canvas import Canvas
from rulewright.faces.painter import Painter
from rulewright.faces.palette import shade, written_on
from rulewright.faces.reading import content

LATTICE = (
    '<pattern id="NAME" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0H7M0 0V7" stroke="INK" stroke-opacity=".16" stroke-width=".4" fill="none"/></pattern>'
)
SHIELD = "M11 9C19 10 25 9 30 6C35 9 41 10 49 9V29C49 42 41 49 30 54.5C19 49 11 42 11 29Z"


def bare(painter: Painter, kind: Kind) -> bool:
    """Whether nothing but its kind is printed on a piece."""
    named = any(kind.names) or any(painter.text(kind, i) for i in range(kind.count))
    return not named and not painter.roles.by_kind[kind.name]


def emblem(painter: Painter, kind: Kind, index: int, bleed: float, state: dict[str, str]) -> Canvas:
    w, h = painter.room(kind.name)
    d = Canvas(w, h, bleed=bleed, thin=painter.thin, theme=painter.theme, corners=2.0)
    found = content(painter, kind, index, state)
    value = next(iter(state.values()), "")
    seats = painter.game.seats
    fill = painter.seats[seats.index(value)].fill if value in seats else painter.theme.accent or painter.accent
    ink = d.theme.ink if d.thin else written_on(fill)
    d.whole(d.pale(shade(fill, 0.3) if ink == "#ffffff" else shade(fill, 0.09)))
    if not d.thin:
        d.rect(-bleed, -bleed, w + 2 * bleed, h + 2 * bleed, fill=d.pattern(LATTICE.replace("INK", ink)))
    d.rect(3.4, 3.4, w - 6.8, h - 6.8, rx=1.6, fill="none", stroke=ink, stroke_width=0.4)
    k = min(w, h) / 60
    move = f"translate({(w - 60 * k) / 2:.2f} {(h - 60 * k) / 2:.2f}) scale({k:.4f})"
    d.parts.append(f'<g transform="{move}"><path d="{SHIELD}" fill="{d.pale(fill)}" stroke="#f0c243" stroke-width="2.2"/>')
    d.parts.append(f'<path d="{SHIELD}" fill="none" stroke="{d.theme.ink}" stroke-width=".5"/></g>')
    d.grounds.append((w * 0.2, h * 0.2, w * 0.8, h * 0.8, d.pale(fill)))
    art = found.items("art")
    sign = art[0].sign if art and art[0].sign is not None else painter.lexicon.sign(kind.name)
    name = sign.icon if sign.icon and sign.icon != "shield" else "crown" if not art else sign.icon
    d.icon(name, w / 2, h * 0.39, 25 * k)
    title = value or spoken(kind.name).capitalize()
    d.say(w / 2, h * 0.67, title, 14 * k, bold=True, serif=True, fill=ink, fit=w * 0.5)
    said = next((i.text for i in found.items("text")), "")
    words = said or (spoken(kind.name) if value else "")
    if words.startswith(f"{title} "):
        words = words.removeprefix(f"{title} ")
    if words:
        d.say(w / 2, h * 0.76, words, max(6.5, 8 * k), fill=ink, fit=w * 0.42)
    return d
