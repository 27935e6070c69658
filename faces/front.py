"""Both sides of any piece: which layout draws it, whether it has a second side, and what its back hides."""

from __future__ import annotations

from rulewright.core.program import Kind
from rulewright.faces import backs, emblems
from rulewright.faces.canvas import Canvas
from rulewright.faces.cards import card
from rulewright.faces.painter import Painter
from rulewright.faces.tiles import tile
from rulewright.faces.tokens import token


def face(painter: Painter, kind: Kind, index: int, *, bleed: float = 0.0, small: bool = False) -> Canvas:
    """The front of a piece. `small` is drawn for the size of a thumb."""
    return _side(painter, kind, index, bleed, small, painter.sides(kind.name)[0])


def _side(painter: Painter, kind: Kind, index: int, bleed: float, small: bool, state: dict[str, str]) -> Canvas:
    sort = painter.sort(kind.name)
    if sort == "token":
        return token(painter, kind, index, bleed, state=state)
    if emblems.bare(painter, kind):
        return emblems.emblem(painter, kind, index, bleed, state)
    if sort == "tile":
        return tile(painter, kind, index, bleed, small)
    return card(painter, kind, index, bleed, small, state)


def counter(painter: Painter, kind: Kind, index: int, bleed: float = 0.0) -> Canvas:
    """A small token: its owner's look, and its sign."""
    return token(painter, kind, index, bleed)


def back(painter: Painter, kind: Kind, index: int, *, bleed: float = 0.0) -> Canvas:
    """The other side of a piece: its back if it can lie hidden, its second state, or the front once more."""
    if painter.hides(kind.name):
        return backs.back(painter, kind, index, bleed)
    sides = painter.sides(kind.name)
    return _side(painter, kind, index, bleed, False, sides[-1])
