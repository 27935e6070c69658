"""Both sides of any piece: which layout draws it, whether it has a second side, and what its back hides."""

from __future__ import annotations

from rulewright.core.program import Kind
from rulewright.faces import backs, emblems
from rulewright.faces.canvas import Canvas
from rulewright.faces.cards import card
from rulewright.faces.painter import Painter
from rulewright.faces.palette import written_on
from rulewright.faces.tiles import tile
from rulewright.faces.tokens import token


def face(
    painter: Painter, kind: Kind, index: int, *, bleed: float = 0.0, small: bool = False, state: dict[str, str] | None = None
) -> Canvas:
    """The front of a piece, or the side that shows a state. `small` is drawn for the size of a thumb."""
    shown = painter.sides(kind.name)[0] if state is None else state
    return _cut(painter, kind, bleed, small, _side(painter, kind, index, bleed, small, shown))


def _cut(painter: Painter, kind: Kind, bleed: float, small: bool, inner: Canvas) -> Canvas:
    """A face as it is cut out: a hexagon has its ground around the face that stands inside it."""
    if small or not painter.hexagon(kind.name):
        return inner
    wide, high = painter.size(kind.name)
    d = Canvas(wide, high, bleed=bleed, thin=painter.thin, theme=painter.theme, hexagon=True)
    ground = next((fill for *_, fill in inner.grounds), d.theme.paper)
    d.whole(ground)
    corners = [(0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25)]
    rim = [(wide / 2 + (x - 0.5) * (wide - 2.4), high / 2 + (y - 0.5) * (high - 2.4)) for x, y in corners]
    d.polygon(rim, fill="none", stroke=d.theme.ink if painter.thin else written_on(ground), stroke_width=0.3)
    d.lay(inner, (wide - inner.width) / 2, (high - inner.height) / 2)
    return d


def _side(painter: Painter, kind: Kind, index: int, bleed: float, small: bool, state: dict[str, str]) -> Canvas:
    sort = painter.sort(kind.name)
    if sort == "token":
        return token(painter, kind, index, bleed, state=state)
    if emblems.bare(painter, kind):
        return emblems.emblem(painter, kind, index, bleed, state)
    if sort == "tile":
        return tile(painter, kind, index, bleed, small)
    return card(painter, kind, index, bleed, small, state)


def counter(painter: Painter, kind: Kind, index: int, bleed: float = 0.0, state: dict[str, str] | None = None) -> Canvas:
    """A small token: its owner's look, and its sign."""
    return token(painter, kind, index, bleed, state=state)


def back(painter: Painter, kind: Kind, index: int, *, bleed: float = 0.0) -> Canvas:
    """The other side of a piece: its back if it can lie hidden, its second state, or the front once more."""
    if painter.hides(kind.name):
        return _cut(painter, kind, bleed, False, backs.back(painter, kind, index, bleed))
    sides = painter.sides(kind.name)
    return _cut(painter, kind, bleed, False, _side(painter, kind, index, bleed, False, sides[-1]))
