"""Faces of tiles and cards at true size: ground, name, cost as icons, sections of road, what it does."""

from __future__ import annotations

from rulewright.core.program import Kind
from rulewright.faces.cards import card
from rulewright.faces.icons import icon, known
from rulewright.faces.metrics import fitted, width, wrap
from rulewright.faces.painter import Fact, Painter
from rulewright.faces.palette import ground, tint
from rulewright.faces.pieces import token
from rulewright.faces.svg import Drawing
from rulewright.faces.words import spoken

GROUND_PATTERNS = {
    "trees": '<pattern id="g-trees" width="9" height="9" patternUnits="userSpaceOnUse">'
    '<path d="M3 1.2L4.6 4.4H1.4ZM7.4 5.4L9 8.6H5.8Z" fill="#5c7a45" fill-opacity=".35"/></pattern>',
    "stones": '<pattern id="g-stones" width="10" height="7" patternUnits="userSpaceOnUse">'
    '<path d="M0 0H10M0 3.5H10M3 0V3.5M8 3.5V7" stroke="#6a6a70" stroke-opacity=".35" stroke-width=".35" fill="none"/></pattern>',
    "rows": '<pattern id="g-rows" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<path d="M2 0V4M1 1L2 2L3 1M1 3L2 4L3 3" stroke="#a6862a" stroke-opacity=".4" stroke-width=".3" fill="none"/></pattern>',
    "waves": '<pattern id="g-waves" width="8" height="4" patternUnits="userSpaceOnUse">'
    '<path d="M0 2q2-2 4 0t4 0" stroke="#3f6f8f" stroke-opacity=".45" stroke-width=".35" fill="none"/></pattern>',
    "dots": '<pattern id="g-dots" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<circle cx="1.4" cy="1.4" r=".45" fill="#8a4630" fill-opacity=".4"/></pattern>',
    "hatch": '<pattern id="g-hatch" width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width=".3" height="3" fill="#6b5a36" fill-opacity=".4"/></pattern>',
}
ROAD, ROAD_EDGE = "#fdfaf2", "#5b4a33"


def face(painter: Painter, kind: Kind, index: int, *, bleed: float = 0.0, small: bool = False) -> Drawing:
    """The front of a piece. `small` leaves out what could not be read."""
    sort = painter.sort(kind.name)
    if sort == "token":
        return counter(painter, kind, index, bleed)
    if sort == "tile":
        return _tile(painter, kind, index, bleed, small)
    return card(painter, kind, index, bleed, small)


def _ground(d: Drawing, found: tuple[str, int] | None, accent: str, x: float, y: float, w: float, h: float) -> None:
    colour, pattern = ground(*found) if found is not None else (tint(accent, 0.82), "plain")
    d.rect(x, y, w, h, fill=colour)
    if pattern in GROUND_PATTERNS:
        d.defs[f"g-{pattern}"] = GROUND_PATTERNS[pattern]
        d.rect(x, y, w, h, fill=f"url(#g-{pattern})")


def _roads(d: Drawing, masks: tuple[int, ...], w: float, h: float, bleed: float) -> None:
    """Each section joins its edges; sections that only cross do not meet."""
    ends = {0: (w / 2, -bleed), 1: (w + bleed, h / 2), 2: (w / 2, h + bleed), 3: (-bleed, h / 2)}
    wide = w * 0.15
    separate = len(masks) > 1
    for stroke, thick in ((ROAD_EDGE, wide + 1.0), (ROAD, wide)):
        for mask in masks:
            sides = [i for i in range(4) if mask >> i & 1]
            for path in _road(sides, ends, w, h, separate):
                d.path(path, fill="none", stroke=stroke, stroke_width=thick, stroke_linejoin="round")
    for mask in masks:
        sides = [i for i in range(4) if mask >> i & 1]
        if len(sides) == 1:
            x, y = _toward(ends[sides[0]], w, h, 0.55)
            d.circle(x, y, wide * 0.62, fill=ROAD, stroke=ROAD_EDGE, stroke_width=0.5)


def _toward(end: tuple[float, float], w: float, h: float, share: float) -> tuple[float, float]:
    return end[0] + (w / 2 - end[0]) * share, end[1] + (h / 2 - end[1]) * share


def _road(sides: list[int], ends: dict[int, tuple[float, float]], w: float, h: float, separate: bool) -> list[str]:
    middle = (w / 2, h / 2)
    if len(sides) == 1:
        x, y = _toward(ends[sides[0]], w, h, 0.55)
        start = ends[sides[0]]
        return [f"M{start[0]:.2f} {start[1]:.2f}L{x:.2f} {y:.2f}"]
    if len(sides) == 2:
        (ax, ay), (bx, by) = ends[sides[0]], ends[sides[1]]
        if abs(sides[0] - sides[1]) == 2:
            return [f"M{ax:.2f} {ay:.2f}L{bx:.2f} {by:.2f}"]
        pull = 0.8 if separate else 1.0
        cx, cy = (ax + bx) / 2 + (middle[0] - (ax + bx) / 2) * pull, (ay + by) / 2 + (middle[1] - (ay + by) / 2) * pull
        return [f"M{ax:.2f} {ay:.2f}Q{cx:.2f} {cy:.2f} {bx:.2f} {by:.2f}"]
    return [f"M{ends[s][0]:.2f} {ends[s][1]:.2f}L{middle[0]:.2f} {middle[1]:.2f}" for s in sides]


def _tile(painter: Painter, kind: Kind, index: int, bleed: float, small: bool) -> Drawing:
    w, h = painter.size(kind.name)
    d = Drawing(w, h)
    facts = painter.facts(kind, index)
    found = painter.ground(kind, index)
    _ground(d, found, painter.accent, -bleed, -bleed, w + 2 * bleed, h + 2 * bleed)
    for fact in facts:
        if fact.sort == "sections":
            _roads(d, fact.sections, w, h, bleed)
    name = painter.name(kind, index) or (kind.ids[index].replace("_", " ") if kind.count > 1 else spoken(kind.name).title())
    if known(kind.name) is not None and found is None:
        icon(d, kind.name, 0, w / 2, h * 0.6, w * 0.24)
    _band(d, name, w, 3.2, h * (0.15 if not small else 0.26), small)
    if found is not None:
        icon(d, found[0], found[1], w - 6.2, h * (0.15 if not small else 0.26) + 9.2, 3.6 if not small else 5.5)
    _costs(d, facts, 3.6, h * (0.15 if not small else 0.26) + 6.8, small)
    if not small:
        _panel(d, painter, kind, index, facts, w, h, found)
    if not bleed:
        d.rect(0.2, 0.2, w - 0.4, h - 0.4, rx=2.2, fill="none", stroke="#2e2a22", stroke_width=0.4)
    return d


def _band(d: Drawing, name: str, w: float, top: float, high: float, small: bool) -> None:
    d.rect(3, top, w - 6, high, rx=1.4, fill="#fffdf8", stroke="#2e2a22", stroke_width=0.3)
    text, size = fitted(name, high * 0.62, w - 9, bold=True, least=0.5)
    d.middle(w / 2, top + high / 2, text, size, bold=True)
    _ = small


def _costs(d: Drawing, facts: list[Fact], x: float, y: float, small: bool) -> None:
    """Costs as icons in a row, on a plain ground."""
    radius = 2.6 if not small else 4.6
    for fact in facts:
        if fact.sort != "bag" or fact.name not in {"cost", "price", "costs"}:
            continue
        icons = [(m, i) for m, i, count in fact.members for _ in range(count)]
        if not icons:
            continue
        wide = len(icons) * radius * 2.25 + 2
        d.rect(
            x - 0.6, y - radius - 1, wide, radius * 2 + 2, rx=1.2, fill="#fffdf8", fill_opacity=0.92, stroke="#2e2a22", stroke_width=0.25
        )
        for number, (member, i) in enumerate(icons):
            icon(d, member, i, x + 0.6 + radius + number * radius * 2.25, y, radius)


def _panel(
    d: Drawing, painter: Painter, kind: Kind, index: int, facts: list[Fact], w: float, h: float, found: tuple[str, int] | None
) -> None:
    """What the tile does, and its lesser facts, at its lower edge."""
    shown = found[0] if found is not None else ""
    lesser = [
        f"{spoken(f.name)}: {f.text}"
        for f in facts
        if f.sort not in {"sections", "flag"}
        and not (f.sort == "enum" and f.members[0][0] == shown)
        and f.name not in {"cost", "price", "costs"}
    ]
    lesser += [spoken(f.name) for f in facts if f.sort == "flag" and f.text == "yes"]
    lines = wrap(painter.text(kind, index), 2.9, w - 10)
    while len(lines) > 6:
        lines = [*lines[:5], lines[5].rstrip(".,; ") + " …"]
    notes = wrap(" · ".join(lesser), 2.3, w - 10)[:2]
    if not lines and not notes:
        return
    high = len(lines) * 3.35 + len(notes) * 2.8 + 2.6
    top = h - 3.2 - high
    d.rect(3, top, w - 6, high, rx=1.4, fill="#fffdf8", fill_opacity=0.94, stroke="#2e2a22", stroke_width=0.3)
    y = top + 3.5
    for line in lines:
        d.text(w / 2, y, line, 2.9)
        y += 3.35
    for line in notes:
        d.text(w / 2, y, line, 2.3, fill="#5a5344")
        y += 2.8


def counter(painter: Painter, kind: Kind, index: int, bleed: float = 0.0) -> Drawing:
    """A small token: its owner's look, and its sign."""
    w, h = painter.size(kind.name)
    d = Drawing(w, h)
    owner = painter.owner(kind, index)
    look = painter.look(kind, owner)
    if bleed:
        d.rect(-bleed, -bleed, w + 2 * bleed, h + 2 * bleed, fill=look.ground)
    sign = painter.sign(None, kind, kind.base + index) if not kind.counted else ""
    token(d, w / 2, h / 2, min(w, h) / 2, look, sign)
    facts = [f for f in painter.facts(kind, index) if f.sort == "enum"] if not kind.counted else []
    if facts and min(w, h) >= 18:
        icon(d, facts[0].members[0][0], facts[0].members[0][1], w * 0.76, h * 0.76, min(w, h) * 0.13)
    return d


def back(painter: Painter, kind: Kind, index: int, *, bleed: float = 0.0) -> Drawing:
    """The back of a piece: what it still shows lying face down, or a plain pattern."""
    w, h = painter.size(kind.name)
    d = Drawing(w, h)
    sym = painter.game.world.kinds[kind.name]
    found = painter.ground(kind, index) if sym.face_down else None
    if found is not None:
        _ground(d, found, painter.accent, -bleed, -bleed, w + 2 * bleed, h + 2 * bleed)
        icon(d, found[0], found[1], w / 2, h / 2, min(w, h) * 0.17)
    else:
        _plain_back(d, painter, kind, index, bleed)
    if not bleed:
        d.rect(0.2, 0.2, w - 0.4, h - 0.4, rx=2.4, fill="none", stroke="#2e2a22", stroke_width=0.4)
    return d


def _plain_back(d: Drawing, painter: Painter, kind: Kind, index: int, bleed: float) -> None:
    """A lattice in the colour of the game, or of the player whose piece it is, and the name of the kind."""
    w, h = d.width, d.height
    owner = painter.owner(kind, index)
    look = painter.look(kind, owner) if owner >= 0 else None
    fill, ink = (look.fill, look.ink) if look is not None else (painter.accent, "#ffffff")
    d.rect(-bleed, -bleed, w + 2 * bleed, h + 2 * bleed, fill=fill)
    d.rect(3.2, 3.2, w - 6.4, h - 6.4, rx=2, fill="none", stroke=ink, stroke_width=0.5)
    step = 7.0
    name = f"b-lattice{ink.lstrip('#')}"
    d.defs[name] = (
        f'<pattern id="{name}" width="{step}" height="{step}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<path d="M0 0H{step}M0 0V{step}" stroke="{ink}" stroke-opacity=".35" stroke-width=".4" fill="none"/></pattern>'
    )
    d.rect(4.6, 4.6, w - 9.2, h - 9.2, rx=1.4, fill=f"url(#{name})")
    said = [spoken(kind.name).title()]
    if look is not None:
        said.append(painter.game.names.owner(kind, owner))
    text, size = fitted(" · ".join(said), min(7.0, w * 0.12), w - 16, bold=True)
    wide = width(text, size, bold=True) + 6
    d.rect((w - wide) / 2, h / 2 - size * 0.8, wide, size * 1.6, rx=1.2, fill=fill, stroke=ink, stroke_width=0.4)
    d.middle(w / 2, h / 2, text, size, bold=True, fill=ink)
