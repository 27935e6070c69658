"""Markers and tokens for state: what lies on pieces, cells and mats, what a player holds, what runs along tracks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.dsl import types as t
from rulewright.dsl.words import slug, spoken
from rulewright.faces.canvas import Canvas
from rulewright.faces.dice import rolled, sticker
from rulewright.faces.icons import SHAPES, icons
from rulewright.faces.keepers import Keeper
from rulewright.faces.lexicon import Sign
from rulewright.faces.painter import Painter
from rulewright.faces.palette import IN_SEQUENCE, Look, looks, tint

SIZE = 20.0
SMALL = 9.0  # of what runs along a track
LOOP = 50  # spaces of a loop, after which a marker is turned over


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker to be cut out, both its sides, and how many of it."""

    id: str
    name: str  # of all its like, in the list of components
    front: Canvas
    back: Canvas
    copies: int

    @property
    def round(self) -> bool:
        return self.front.round


def markers(painter: Painter, kept: list[Keeper], bleed: float) -> list[Marker]:
    """All markers that the state of a game needs."""
    found: list[Marker] = []
    for one in kept:
        match one.how:
            case "tokens" | "rings":
                found += _tokens(painter, one, bleed)
            case "markers":
                found += _valued(painter, one, bleed)
            case "holder":
                found += _held(painter, one, bleed)
            case "pointer":
                sign = one.sign if one.sign is not None and one.sign.icon else Sign("arrow")
                if one.values:  # one for each seat, in its colour
                    seats = zip(painter.game.seats, painter.seats, strict=True)
                    found += [_pair(one, name, disc(painter, sign, bleed, word=one.label, look=look), 1) for name, look in seats]
                else:
                    found += [_pair(one, "", disc(painter, sign, bleed, word=one.label), one.count)]
            case _:
                pass
    return found + runners(painter, kept, bleed) + stickers(painter, bleed)


def _pair(one: Keeper, more: str, front: Canvas, copies: int, back: Canvas | None = None) -> Marker:
    id = f"marker-{slug(one.owner)}-{slug(one.attribute)}{f'-{slug(more)}' if more else ''}"
    return Marker(id, _listed(one), front, back or front, copies)


def _listed(one: Keeper) -> str:
    """What a group of markers is called in the list."""
    if one.how in {"tokens", "rings"}:
        return f"{one.label} tokens" if one.how == "tokens" else f"{one.label} markers"
    return f"{one.label} markers" if one.count > 1 or (one.how == "pointer" and one.values) else f"{one.label} marker"


def _tokens(painter: Painter, one: Keeper, bleed: float) -> list[Marker]:
    attr = painter.game.world.player_attrs.get(one.attribute) if one.owner == "player" else None
    lexicon = painter.lexicon
    if attr is not None and isinstance(attr.per, t.Enum):
        kinds = [(member, lexicon.sign(member, number)) for number, member in enumerate(attr.per.members)]
    else:
        kinds = [(one.label, one.sign or lexicon.sign(one.attribute))]
    found = []
    for word, sign in kinds:
        for value, copies in one.supply:
            shown = str(value) if value > 1 or (len(one.denominations) > 1 and not attr) else ""
            square = attr is not None and isinstance(attr.per, t.Enum)
            front = disc(
                painter,
                sign,
                bleed,
                number=shown,
                square=square,
                word="" if sign.icon and icons()[sign.icon].group != "actions" else spoken(word),
            )
            found.append(_pair(one, f"{word}-{value}", front, copies))
    return found


def _valued(painter: Painter, one: Keeper, bleed: float) -> list[Marker]:
    seats = painter.game.seats
    found = []
    for value in one.values:
        if value in seats:
            found.append(_pair(one, value, seat(painter.seats[seats.index(value)], painter, bleed), one.count))
        elif value == "yes":
            sign = one.sign if one.sign is not None and one.sign.icon else Sign("flag")
            found.append(_pair(one, "", disc(painter, sign, bleed, word=one.label), one.count))
        else:
            found.append(_pair(one, value, disc(painter, painter.lexicon.sign(value), bleed, word=value), one.count))
    return found


def _held(painter: Painter, one: Keeper, bleed: float) -> list[Marker]:
    sign = one.sign if one.sign is not None and one.sign.icon else Sign("flag")
    if one.values:
        coloured = looks(one.values)
        return [_pair(one, v, seat(look, painter, bleed), one.count) for v, look in zip(one.values, coloured, strict=True)]
    return [_pair(one, "", disc(painter, sign, bleed, word=one.label), one.count)]


def look_of(kept: Sequence[Keeper], one: Keeper) -> Look | None:
    """Colour and shape of a track of the game that has no sign: the same on the board and on what runs along it."""
    if one.sign is not None and one.sign.icon:
        return None
    bare = [k for k in kept if k.where == "board" and k.owner == "game" and k.how in {"track", "loop"} and not (k.sign and k.sign.icon)]
    number = next((i for i, k in enumerate(bare) if k is one), 0)
    fill = IN_SEQUENCE[number % len(IN_SEQUENCE)]
    return Look(fill, "#2b2620", "#ffffff", SHAPES[number % len(SHAPES)])


def runners(painter: Painter, kept: list[Keeper], bleed: float) -> list[Marker]:
    """What runs along tracks: small ones in the colour of each seat for mats, one for each track of the game, large ones for loops."""
    found = []
    mats = sum(1 for k in kept if k.how == "track" and k.where == "mat")
    if mats:
        for name, look in zip(painter.game.seats, painter.seats, strict=True):
            small = runner(painter, look, bleed)
            found.append(Marker(f"runner-{slug(name)}", "markers for tracks of players", small, small, mats))
    for one in kept:
        if one.where != "board" or one.how not in {"track", "loop"}:
            continue
        if one.owner == "game":
            own = look_of(kept, one)
            small = runner(painter, own, bleed, one.sign)
            rounds = [runner(painter, own, bleed, one.sign, f"+{i * LOOP}") for i in (1, 2, 3)] if one.how == "loop" else [small]
            back = rounds[0] if one.high >= LOOP else small
            found.append(Marker(f"runner-{slug(one.attribute)}", "markers for tracks of the game", small, back, 1))
            if one.how == "loop" and one.high >= 2 * LOOP:
                found.append(Marker(f"runner-{slug(one.attribute)}-more", "markers for tracks of the game", rounds[1], rounds[2], 1))
            continue
        names = one.values if one.owner != "player" else painter.game.seats
        coloured = looks(names) if one.owner != "player" else painter.seats
        for name, look in zip(names, coloured, strict=True):
            if one.how == "track":
                found.append(_pair(one, name, runner(painter, look, bleed), 1))
                continue
            front = seat(look, painter, bleed)
            back = seat(look, painter, bleed, f"+{LOOP}") if one.high >= LOOP else front
            found.append(_pair(one, name, front, 1, back))
            if one.high >= 2 * LOOP:
                more = [seat(look, painter, bleed, f"+{rounds * LOOP}") for rounds in (2, 3)]
                found.append(_pair(one, f"{name} more", more[0], 1, more[1]))
    return found


def stickers(painter: Painter, bleed: float) -> list[Marker]:
    """Faces of dice that are not those of every die, from what is rolled."""
    found = []
    for number, values in enumerate(rolled(painter.game.world), 1):
        drawn = [sticker(painter, str(value), bleed) for value in values]
        found += [Marker(f"die-{number}-{i + 1}", "faces of a die", d, d, 1) for i, d in enumerate(drawn)]
    return found


# ---------------------------------------------------------------- drawings


def disc(
    painter: Painter, sign: Sign, bleed: float, *, number: str = "", word: str = "", square: bool = False, look: Look | None = None
) -> Canvas:
    """A round or square token with a sign, a number or one word; `look`: of the seat whose it is, around it."""
    d = Canvas(SIZE, SIZE, bleed=min(bleed, 2.0) if bleed else 0.0, thin=painter.thin, theme=painter.theme, round=not square, corners=2.0)
    d.bleed = bleed
    tone = sign.tone or (icons()[sign.icon].tone if sign.icon else "#d9cdb4")
    d.whole(d.pale(tint(tone, 0.68)))
    m = SIZE / 2
    if look is not None:
        d.whole(d.pale(look.fill))
        d.disc(m, m, m - 1.5, "#ffffff", look.rim, 0.35)
        d.shape(look.shape, m, m - SIZE * 0.345, 1.5, d.pale(look.fill), look.rim, 0.2)
    elif square:
        d.rect(1.5, 1.5, SIZE - 3, SIZE - 3, rx=1.4, fill="none", stroke=d.theme.ink, stroke_width=0.35)
    else:
        d.circle(m, m, m - 1.5, fill="none", stroke=d.theme.ink, stroke_width=0.35)
    up = 0.9 if word and look is not None else 1.7 if word else 0.0
    shift = SIZE * 0.08 if number else 0.0
    if sign.icon:
        d.icon(
            sign.icon,
            m - shift,
            m - up - shift * 0.3,
            SIZE * (0.5 if number else 0.34 if word and look is not None else 0.42 if word else 0.54),
            tone=sign.tone,
        )
    elif not word:
        sign.draw(d, m - shift, m, SIZE * 0.5)
    if number:
        d.disc(m + SIZE * 0.2, m + SIZE * 0.17, SIZE * 0.15, "#ffffff", d.theme.ink, 0.3)
        d.say(m + SIZE * 0.2, m + SIZE * 0.17, number, 12 if len(number) < 2 else 9, bold=True)
    if word:
        d.title(m, m + (SIZE * 0.27 if sign.icon else 0), word, 7.0, SIZE * 0.6, least=6.0)
    return d


def seat(look: Look, painter: Painter, bleed: float, number: str = "") -> Canvas:
    """A marker of a player: colour and shape."""
    d = Canvas(SIZE, SIZE, bleed=bleed, thin=painter.thin, theme=painter.theme, round=True)
    ink = d.theme.ink if d.thin else look.ink
    d.whole(d.pale(look.fill))
    d.circle(10, 10, 8.5, fill="none", stroke=look.fill if d.thin and not look.plain else ink, stroke_width=0.5)
    d.shape(look.shape, 10, 10, 5.0, "#ffffff" if d.thin else look.ink, d.theme.ink if d.thin else look.rim, 0.3)
    if number:
        d.say(10, 10.3, number, 8.5, bold=True, fill=d.theme.ink if d.thin else "#ffffff" if look.ink != "#ffffff" else look.rim, fit=7)
    return d


def runner(painter: Painter, look: Look | None, bleed: float, sign: Sign | None = None, number: str = "") -> Canvas:
    """A small square that lies on a space of a track; `number`: of its other side, after a whole round."""
    d = Canvas(SMALL, SMALL, bleed=bleed, thin=painter.thin, theme=painter.theme, corners=1.0)
    d.whole(d.pale(look.fill if look is not None else "#d9cdb4"))
    d.rect(0.8, 0.8, SMALL - 1.6, SMALL - 1.6, rx=0.8, fill="none", stroke=look.rim if look else d.theme.ink, stroke_width=0.35)
    if number:
        d.say(SMALL / 2, SMALL / 2, number, 8, bold=True, fit=SMALL - 3.2, fill="" if look is None or d.thin else look.ink)
    elif look is not None:
        d.shape(look.shape, SMALL / 2, SMALL / 2, 2.3, "#ffffff" if d.thin else look.ink, d.theme.ink if d.thin else look.rim, 0.25)
    else:
        d.icon(sign.icon if sign is not None and sign.icon else "flag", SMALL / 2, SMALL / 2, 5.4)
    return d
