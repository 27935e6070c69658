"""Dice: pips as on every die, and the faces of those that differ, to be stuck on a blank one."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning.uses import acts, words
from rulewright.dsl.world import KindSym, World
from rulewright.faces.canvas import WHITE, Canvas
from rulewright.faces.painter import Painter

SIZE = 16.0
PIPPED = frozenset({"pips", "dots", "eyes"})  # numbers that are shown as the side of a die
_CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0))
PIPS = {n: (((0, 0),) if n % 2 else ()) + _CORNERS[: n - n % 2] for n in range(1, 7)}
USUAL = tuple(range(1, 7))


def usual(sym: KindSym) -> bool:
    """Whether these are dice that everybody has: six sides, one to six."""
    return sym.dice == USUAL and isinstance(t.bare(sym.attrs["face"].type), t.Number)


def rolled(world: World) -> list[tuple[int, ...]]:
    """The faces of dice that the rules roll and nobody has: `roll {1, 2, 2, 3, 3, 4}`; each once."""
    found: dict[tuple[int, ...], None] = {}
    for act in acts(rules_of(world)):
        for thrown in words(act, "what") if act.verb == "roll" else ():
            if isinstance(thrown, m.Listed):
                values = tuple(item.value for item, _ in thrown.items if isinstance(item, m.Const))
                if values and len(values) == len(thrown.items):
                    found[values] = None
    return list(found)


def pips(d: Canvas, x: float, y: float, size: float, value: int) -> None:
    """The side of a die."""
    d.box(x - size / 2, y - size / 2, size, size, "#ffffff", d.theme.ink, size * 0.025, size * 0.16)
    for across, down in PIPS[value]:
        d.circle(x + across * size * 0.27, y + down * size * 0.27, size * 0.085, fill=d.theme.ink)


def sticker(painter: Painter, text: str, bleed: float, icon: str = "") -> Canvas:
    """One face of a die that is not like every die: a number, or a sign."""
    d = Canvas(SIZE, SIZE, bleed=bleed, thin=painter.thin, theme=painter.theme, corners=2)
    d.whole(WHITE)
    d.rect(1.5, 1.5, SIZE - 3, SIZE - 3, rx=2, fill="none", stroke="#b3a996", stroke_width=0.25)
    if icon:
        d.icon(icon, SIZE / 2, SIZE / 2, 9.6)
    else:
        d.say(SIZE / 2, SIZE / 2, text, 25, bold=True, fit=11)
    return d


def faces_of(painter: Painter, sym: KindSym) -> list[tuple[str, str]]:
    """What stands on each face of a die: words, and the sign if there is one."""
    type = t.bare(sym.attrs["face"].type)
    if not isinstance(type, t.Enum):
        return [(str(value), "") for value in sym.dice]
    signs = painter.lexicon.members(type)
    return [(type.members[value], signs[value].icon) for value in sym.dice]
