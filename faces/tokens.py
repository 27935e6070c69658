"""Small pieces: a sign, a number or a little map on the colour of whoever owns it; one word at most."""

from __future__ import annotations

from rulewright.core.program import Kind
from rulewright.faces import items, pieces
from rulewright.faces.canvas import Canvas
from rulewright.faces.fitting import bar_of
from rulewright.faces.icons import icons
from rulewright.faces.items import Item, Mapped
from rulewright.faces.lexicon import Sign
from rulewright.faces.painter import Painter
from rulewright.faces.palette import COLOURS, NEUTRAL, Look, tint, written_on
from rulewright.faces.reading import Content, as_map, content

SHOWN = ("corner top left", "strip below name", "strip left", "strip right", "strip", "type", "panel", "corner top right")


def token(
    painter: Painter, kind: Kind, index: int, bleed: float, *, owner: int = -2, role: str = "", state: dict[str, str] | None = None
) -> Canvas:
    """A token; `role`: the value by which it is drawn as a man of chess; `state`: what the side shows that lies up."""
    w, h = painter.room(kind.name)
    d = Canvas(w, h, bleed=bleed, thin=painter.thin, theme=painter.theme, round=painter.round(kind.name), corners=1.6)
    owner = painter.owner(kind, index) if owner == -2 else owner
    look = painter.look(kind, owner)
    found = content(painter, kind, index, state) if not kind.counted else Content(kind, index, "")
    owned = owner >= 0
    fill = look.fill if owned else NEUTRAL.fill if not found.frame else found.frame.colour
    seat = _seat_of(painter, state)
    if seat is not None:
        look, owned, fill = seat, True, seat.fill
    marked = bool(state and any(v == "yes" for v in state.values()))
    name = painter.game.names.owner(kind, owner) if owned and seat is None else ""
    crossed = kind.counted and name.upper() in {"X", "O"}
    d.whole("#ffffff" if d.thin or crossed else tint(fill, 0.5) if marked and not _has_back(found) else fill)
    if role and pieces.man(d, w / 2, h / 2, min(w, h) * 0.92, look, role):
        return d
    if crossed:
        pieces.mark(d, w / 2, h / 2, min(w, h) * 0.42, look, name)
        return d
    _rim(d, found, look, owned, fill)
    if bar_of(painter, kind.name) is not None:
        return d
    if not d.round and (w, h) != (min(w, h),) * 2:
        _upright(d, painter, found, look, name, state)
    else:
        _middle(d, painter, found, look, owned, state)
    return d


def _seat_of(painter: Painter, state: dict[str, str] | None) -> Look | None:
    for value in (state or {}).values():
        if value in painter.game.seats:
            return painter.seats[painter.game.seats.index(value)]
    return None


def _has_back(found: Content) -> bool:
    return any(f.slot.when is not None for f in found.slots.get("back", ()))


def _rim(d: Canvas, found: Content, look: Look, owned: bool, fill: str) -> None:
    ink = d.theme.ink if d.thin else look.ink if owned else written_on(fill)
    special = next((f.slot.on for f in found.slots.get("frame", ()) if f.slot.on), "")
    m = min(d.width, d.height) / 2
    if special:
        colour = COLOURS.get(special, special)
        if d.round:
            d.circle(d.width / 2, d.height / 2, m + d.bleed, fill=d.pale(colour))
            d.disc(d.width / 2, d.height / 2, m * 0.78, "#ffffff" if d.thin else fill, d.theme.ink, 0.4)
        else:
            d.whole(d.pale(colour))
            d.box(2.4, 2.4, d.width - 4.8, d.height - 4.8, "#ffffff" if d.thin else fill, d.theme.ink, 0.4, 1.2)
        return
    if d.round:
        d.circle(d.width / 2, d.height / 2, m - 1.5, fill="none", stroke=fill if d.thin else ink, stroke_width=0.4)
    else:
        d.rect(1.5, 1.5, d.width - 3, d.height - 3, rx=1.2, fill="none", stroke=fill if d.thin else ink, stroke_width=0.4)


def _everything(found: Content) -> list[Item]:
    return [item for spot in SHOWN for item in found.items(spot)]


def _middle(d: Canvas, painter: Painter, found: Content, look: Look, owned: bool, state: dict[str, str] | None) -> None:
    """Square or round: what tells it apart as large as can be."""
    x, y, s = d.width / 2, d.height / 2, min(d.width, d.height)
    backs = [f for f in found.slots.get("back", ()) if f.slot.when is not None]
    if backs:
        _inside(d, backs[0].items[0], x, y, s)
        return
    art = [as_map(i) for i in found.items("art")]
    everything = [as_map(i) for i in _everything(found)]
    maps = [i for i in (*art, *everything) if i.map is not None]
    if maps:
        _map(d, painter, found, maps, [i for i in (*art, *everything) if i.map is None], x, y, s)
        return
    flags = [i for i in everything if i.worded and i.style is None and i.label == ""]
    named = [i for i in everything if i not in flags]
    number = next((i for i in everything if i.sort == "number"), None)
    main = _main(painter, found, flags, named, state)
    word = flags[0].text if flags else found.name if found.kind.names and found.kind.names[found.index] and not number else ""
    word = next((k.replace("_", " ") for k, v in (state or {}).items() if v == "yes"), word)
    up = s * 0.09 if word else 0.0
    r = s * (0.25 if word else 0.3)
    ground = tint(look.fill, 0.86) if owned and not look.plain else "#ffffff"
    if main is None and number is None:
        _plain(d, look, owned, x, y, s)
    elif number is not None:
        d.disc(x, y - up, r, d.pale(ground), d.theme.ink, 0.3)
        d.number(x, y - up, s * 0.22, number.text, s * 0.9)
    elif main is not None:
        d.disc(x, y - up, r, d.pale(ground), d.theme.ink, 0.3)
        main.draw(d, x, y - up, r * 1.42)
    others = [i for i in named if (i.sign is not None or i.goods) and (main is None or i.sign is None or i.sign.icon != main.icon)]
    if others:
        sign = others[0].sign or others[0].goods[0][0]
        down = -0.2 if word else 0.19
        d.disc(x + s * 0.22, y + s * down, s * 0.13, "#ffffff", d.theme.ink, 0.25)
        sign.draw(d, x + s * 0.22, y + s * down, s * 0.18)
    if word:
        ink = d.theme.ink if d.thin else look.ink if owned else written_on(d.grounds[0][4])
        if any(v == "yes" for v in (state or {}).values()):
            ink = d.theme.ink
        d.say(x, y + s * 0.28, word, 6.6, bold=True, fit=s * 0.6, fill=ink)


def _main(painter: Painter, found: Content, flags: list[Item], named: list[Item], state: dict[str, str] | None) -> Sign | None:
    turned = next((k for k, v in (state or {}).items() if v == "yes"), "")
    if turned and painter.lexicon.sign(turned).icon:
        return painter.lexicon.sign(turned)
    chosen = next((i.sign for i in found.items("art") if i.sign is not None), None)
    if chosen is not None:
        return chosen
    if flags and flags[0].sign is not None:
        return flags[0].sign
    kind = painter.lexicon.sign(found.kind.name)
    if found.kind.names and found.kind.names[found.index] and found.art is not None and found.art.icon:
        return found.art
    if kind.icon:
        return kind
    return next((i.sign for i in named if i.sign is not None), None)


def _plain(d: Canvas, look: Look, owned: bool, x: float, y: float, s: float) -> None:
    """Nothing is printed on it: the shape of its owner, or a ring."""
    if owned and not look.plain:
        d.shape(look.shape, x, y, s * 0.26, "#ffffff" if d.thin else look.ink, d.theme.ink if d.thin else look.rim, 0.25)
    else:
        d.circle(x, y, s * 0.28, fill="none", stroke=d.theme.ink if d.thin else look.ink, stroke_width=0.35, stroke_opacity=0.6)


def _inside(d: Canvas, item: Item, x: float, y: float, s: float) -> None:
    """A sign inside another: a terrain in a cross."""
    outer = item.badge.removeprefix("sign ") if item.badge.startswith("sign ") else ""
    if outer:
        inner = item.sign
        tone = (inner.tone or (icons()[inner.icon].tone if inner.icon else "")) if inner is not None else ""
        d.icon(outer, x, y, s * 0.62, tone=tint(tone or "#ffffff", 0.55))
    if item.sign is not None:
        item.sign.draw(d, x, y, s * (0.3 if outer else 0.5))
    else:
        d.number(x, y, s * 0.3, item.text, s * 0.8)


def _map(d: Canvas, painter: Painter, found: Content, maps: list[Item], others: list[Item], x: float, y: float, s: float) -> None:
    """Cells around a piece, filled with what counts there."""
    filling = next((i.sign for i in others if i.sign is not None and i.sign.icon), None)
    filling = filling or next((i.goods[0][0] for i in others if i.goods), None)
    cells: dict[tuple[int, int], Sign | None] = {}
    endless: tuple[tuple[int, int], ...] = ()
    for item in maps:
        assert item.map is not None
        cells |= {(a, b): sign or filling for a, b, sign in item.map.cells}
        endless = endless or item.map.endless
    own = painter.lexicon.sign(found.kind.name)
    kind = own if own.icon else None
    d.box(1.8, 1.8, d.width - 3.6, d.height - 3.6, d.pale("#fff6df"), d.theme.ink, 0.3, 1.2)
    items.little_map(d, Mapped(tuple((a, b, sign) for (a, b), sign in cells.items()), endless, kind), x, y, s * 0.7)


def _upright(d: Canvas, painter: Painter, found: Content, look: Look, name: str, state: dict[str, str] | None) -> None:
    """Taller than wide: a sign, and whose it is."""
    w, h = d.width, d.height
    turned = next((k for k, v in (state or {}).items() if v == "yes"), "")
    d.disc(w / 2, h * 0.39, w * 0.36, "#ffffff", d.theme.ink, 0.35)
    sign = painter.lexicon.sign(turned or found.kind.name)
    if sign.icon:
        sign.draw(d, w / 2, h * 0.39, w * 0.47)
    else:
        d.icon("person", w / 2, h * 0.39, w * 0.47)
    ink = d.theme.ink if turned or d.thin else look.ink
    d.say(w / 2, h * 0.735, turned.replace("_", " ") or name or found.name, 8, bold=True, fit=w - 4, fill=ink)
    d.shape(look.shape, w / 2, h * 0.865, w * 0.08, "#ffffff" if not look.plain else look.ink, "", 0.3)
