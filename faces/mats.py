"""Boards that the state of a game needs: tracks, a loop for scores, a mat for each player, a score pad."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from rulewright.core.program import Place
from rulewright.dsl import types as t
from rulewright.dsl.words import spoken
from rulewright.faces.canvas import PT, WHITE, Canvas
from rulewright.faces.icons import icons
from rulewright.faces.keepers import Keeper
from rulewright.faces.lexicon import Sign
from rulewright.faces.markers import LOOP, look_of
from rulewright.faces.metrics import width as text_width
from rulewright.faces.painter import Painter
from rulewright.faces.palette import Look, looks, tint, written_on
from rulewright.faces.reading import content

WIDE = 196.0
NARROW = 110.0  # of a board with short tracks alone
LABEL = 31.0  # for the sign and name of a track
CELL = 9.6  # a space of a track
IN_ROW = 16
GAP = 3.0


@dataclass(frozen=True, slots=True)
class Sheetlet:
    """A board made for the table: drawn once, printed so many times."""

    id: str
    name: str
    drawn: Canvas
    copies: int = 1


def made(painter: Painter, kept: Sequence[Keeper]) -> list[Sheetlet]:
    """All boards that keep state, besides those of the rules."""
    found = []
    board = [k for k in kept if k.where == "board" and k.how in {"track", "loop"}]
    if board:
        found.append(Sheetlet("tracks", "Board of tracks", tracks(painter, board)))
    for seat in range(len(painter.game.seats)):
        drawn = mat(painter, kept, seat)
        if drawn is not None:
            found.append(Sheetlet(f"mat-{seat + 1}", f"Mat of {painter.game.seats[seat]}", drawn))
    pad = score_pad(painter)
    if pad is not None:
        found.append(Sheetlet("score-pad", "Score pad", pad))
    return found


def _framed(d: Canvas, frame: str, ground: str) -> None:
    d.whole(d.pale(frame))
    d.box(3, 3, d.width - 6, d.height - 6, d.pale(ground), frame if d.thin else d.theme.ink, 0.7 if d.thin else 0.35, 2.4)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---------------------------------------------------------------- tracks


def track_rows(one: Keeper) -> int:
    return ceil(len(track_values(one)) / _in_row(one))


def _in_row(one: Keeper) -> int:
    return 5 if one.values and one.owner != "player_values" and _worded(one) else IN_ROW


def _worded(one: Keeper) -> bool:
    """Whether its spaces are words."""
    return bool(one.values) and one.owner in {"game", "player"}


def track_values(one: Keeper) -> list[str]:
    return list(one.values) if _worded(one) else [str(n) for n in range(one.low, one.high + 1)]


def track_width(one: Keeper) -> float:
    return LABEL + min(_in_row(one), len(track_values(one))) * CELL * (2.4 if _worded(one) else 1.0)


def track(d: Canvas, one: Keeper, x: float, y: float, wide: float, look: Look | None = None) -> float:
    """A track with its sign, or its colour and shape, and its name; the value at the start is framed. The height it takes."""
    values = track_values(one)
    per = _in_row(one)
    label = LABEL
    step = min(CELL * (2.4 if _worded(one) else 1.0), (wide - label) / min(per, len(values)))
    rows = ceil(len(values) / per)
    middle = y + CELL * rows / 2
    tone = "#e3d9c2"
    if one.sign is not None and one.sign.icon:
        d.icon(one.sign.icon, x + 4, middle, 7)
        tone = icons()[one.sign.icon].tone
    elif look is not None:
        d.shape(look.shape, x + 4, middle, 2.6, "#ffffff" if d.thin else look.fill, "", 0.35)
    _name(d, x + 9, middle, _capital(one.label), label - 10.5)
    for number, value in enumerate(values):
        row, column = divmod(number, per)
        left, top = x + label + column * step, y + row * CELL
        at_start = not one.starts and (number + one.low == one.start) if not _worded(one) else not one.starts and number == one.start
        fifth = not _worded(one) and (number + one.low) % 5 == 0
        fill = d.pale(tint(tone if tone != "#fffdf7" else "#e3d9c2", 0.45 if fifth else 0.72))
        d.box(left + 0.3, top + 0.3, step - 0.6, CELL - 0.6, fill, d.theme.ink, 0.9 if at_start else 0.22, 1.2)
        d.say(left + step / 2, top + CELL / 2, value, 9.5 if not _worded(one) else 8, bold=at_start or fifth, fit=step - 1.4)
    return rows * CELL


def _name(d: Canvas, x: float, y: float, text: str, fit: float) -> None:
    """The name of a track, in one line or in two."""
    words = text.split()
    if len(words) < 2 or text_width(text, 7.5 * PT, bold=True, serif=True) <= fit:
        d.say(x, y, text, 9.5, bold=True, serif=True, anchor="start", fit=fit)
        return
    halves = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    pair = min(halves, key=lambda two: max(text_width(one, 1, bold=True, serif=True) for one in two))
    for number, one in enumerate(pair):
        d.say(x, y + (number - 0.5) * 3.4, one, 8.5, bold=True, serif=True, anchor="start", fit=fit)


def loop_shape(spaces: int) -> tuple[int, int]:
    """Columns and rows of a ring of spaces that is half again as wide as high."""
    half = ceil(spaces / 2) + 2
    rows = max(4, round(half * 0.42))
    return half - rows, rows


def tracks(painter: Painter, kept: list[Keeper]) -> Canvas:
    """One board: the longest count as a loop around it, the tracks of the game inside."""
    loops = [k for k in kept if k.how == "loop"]
    rows = [k for k in kept if k.how == "track"]
    inner = sum(track_rows(k) * CELL + GAP for k in rows) + 18 + 4 * len(loops)
    if not loops:
        titled = text_width(painter.game.title, 14 * PT, bold=True, serif=True)
        wide = min(WIDE, max(NARROW, titled + 18, *(track_width(k) + 16 for k in rows)))
        d = Canvas(wide, inner + 4, thin=painter.thin, theme=painter.theme, corners=3)
        _framed(d, painter.theme.wood, painter.theme.board)
        d.say(8, 10.4, painter.game.title, 14, bold=True, serif=True, anchor="start", fit=wide - 16)
        _rows(d, kept, rows, 8, 18, wide - 16)
        return d
    spaces = min(LOOP, max(k.high for k in loops) + 1)
    columns, down = loop_shape(spaces)
    size = 12.0
    while (columns - 2) * size < 31 + IN_ROW * CELL + 8 and rows:
        size += 1.0
    down = max(down, ceil(inner / size) + 2)
    columns = max(4, ceil(spaces / 2) + 2 - down)
    wide = max(columns * size, (IN_ROW * CELL + 31 + 10 if rows else 0) + 2 * size)
    return _loop(painter, loops, rows, spaces, wide / size, down, size)


def _loop(painter: Painter, loops: list[Keeper], rows: list[Keeper], spaces: int, across: float, down: int, size: float) -> Canvas:
    columns = ceil(across)
    ring = [(i, 0) for i in range(columns)] + [(columns - 1, j) for j in range(1, down)]
    ring += [(i, down - 1) for i in range(columns - 2, -1, -1)] + [(0, j) for j in range(down - 2, 0, -1)]
    d = Canvas(columns * size + 6, down * size + 6, thin=painter.thin, theme=painter.theme, corners=3)
    d.whole(d.pale(painter.theme.wood))
    for number, (i, j) in enumerate(ring):
        x, y = 3 + i * size, 3 + j * size
        value = number if number < spaces else -1
        ten, five = value % 10 == 0, value % 5 == 0
        fill = "#f0c243" if ten and value >= 0 else "#f6dfa0" if five and value >= 0 else "#fbf4e4"
        d.box(
            x + 0.4, y + 0.4, size - 0.8, size - 0.8, d.pale(fill if value >= 0 else tint(painter.theme.wood, 0.5)), d.theme.ink, 0.25, 1.4
        )
        if value >= 0:
            d.say(x + size / 2, y + size / 2, str(value), 13 if five else 11, bold=five)
    d.box(3 + size + 1, 3 + size + 1, (columns - 2) * size - 2, (down - 2) * size - 2, d.pale(painter.theme.board), d.theme.ink, 0.35, 2)
    words = " · ".join(_capital(k.label) for k in loops)
    top = 3 + size + 9
    if loops[0].sign is not None and loops[0].sign.icon:
        d.icon(loops[0].sign.icon, d.width / 2 - text_width(words, 20 * PT, bold=True, serif=True) / 2 - 7, top, 9)
    d.say(d.width / 2, top, words, 20, bold=True, serif=True)
    high = max(k.high for k in loops)
    if high >= spaces:
        more = f", and after another round take the one with +{2 * LOOP}" if high >= 2 * LOOP else ""
        more += f"; after {4 * LOOP} note it and begin again" if high >= 4 * LOOP else ""
        said = f"When a marker has gone all the way round, turn it over (+{LOOP}){more}."
        d.say(d.width / 2, top + 8, said, 9, fit=(columns - 2) * size - 8)
    room = (columns - 2) * size - 10
    taken = max((track_width(k) for k in rows), default=0.0)
    below = (down - 1) * size + 3 - (top + 14) - sum(track_rows(k) * CELL + GAP for k in rows)
    _rows(d, [*loops, *rows], rows, 3 + size + 5 + max(0.0, (room - taken) / 2), top + 14 + max(0.0, below / 2 - 2), min(room, taken))
    return d


def _rows(d: Canvas, kept: Sequence[Keeper], rows: list[Keeper], x: float, y: float, wide: float) -> None:
    for one in rows:
        y += track(d, one, x, y, wide, look_of(kept, one) if one.owner == "game" else None) + GAP


# ---------------------------------------------------------------- mats


def mat(painter: Painter, kept: Sequence[Keeper], seat: int) -> Canvas | None:
    """What a player owns: tracks, stores, flags and places; None if there is less than two of it."""
    game = painter.game
    rows = [k for k in kept if k.how == "track" and k.where == "mat"]
    stores = [one for k in kept if k.how == "tokens" and k.where == "mat" for one in _stores(painter, k)]
    flags = [k for k in kept if k.how == "markers" and k.where == "mat"]
    flags += [k for k in kept if k.how in {"markers", "side"} and k.where == "piece" and k.values == ("yes",) and _own(painter, k)]
    places = [p for p in game.program.places if p.shape in {"pile"} and p.board is None and _of_seats(painter, p)]
    if not rows and len(stores) + len(flags) + len(places) < 2:
        return None
    low = max(30.0 if stores else 0.0, 24.0 if flags else 0.0)
    tracked = sum(track_rows(k) * CELL + GAP for k in rows)
    needs = max((track_width(k) for k in rows), default=0.0)
    beside = bool(low and rows) and WIDE - 14 - needs - 6 >= 34.0 * (len(stores) + len(flags))  # stores stand beside short tracks
    wide = WIDE if places or low else min(WIDE, max(NARROW, needs + 16))
    band = max(low + GAP, tracked) if beside else tracked + (low + GAP if low else 0)
    high = 17 + band + (34.0 if places else 0) + 4
    d = Canvas(wide, high, thin=painter.thin, theme=painter.theme, corners=3)
    look = painter.seats[seat]
    _framed(d, look.fill if not look.plain or look.fill != "#fdfcf8" else "#d9d4c6", d.theme.panel)
    d.shape(look.shape, 10.5, 10.2, 3.4, "#ffffff" if d.thin else look.fill, "", 0.35)
    d.say(16, 10.2, game.seats[seat], 14, bold=True, serif=True, anchor="start")
    if any(k.start and not k.starts for k in rows):
        d.say(wide - 8, 10.2, "Begin on the framed spaces.", 8, anchor="end", fill=d.theme.quiet)
    y = 17.0
    if beside:
        left = 8 + needs + 6
        _boxes(d, stores, flags, left, y, WIDE - 7 - left, band - GAP)
        y += max(0.0, (band - tracked) / 2)
    for one in rows:
        y += track(d, one, 8, y, wide - 16) + GAP
    if low and not beside:
        _boxes(d, stores, flags, 7, y, WIDE - 14, low)
    y = 17.0 + band
    if places:
        each = (WIDE - 14 - GAP * (len(places) - 1)) / len(places)
        for number, place in enumerate(places):
            x = 7 + number * (each + GAP)
            d.dashed(x, y, each, 31, d.pale("#ffffff"), 2)
            d.say(x + each / 2, y + 4.6, _capital(spoken(place.name)), 10, bold=True, fit=each - 4)
            holds = [k.name for k in painter.holders(place)]
            if _members(d, painter, place, game.seats[seat], x, y + 19, each):
                continue
            sign = painter.lexicon.sign(holds[0]) if holds else Sign("card")
            if sign.icon or (holds and painter.sort(holds[0]) != "token"):
                d.icon(sign.icon or "card", x + each / 2, y + 18, 13, ghost=True)
            else:
                d.circle(x + each / 2, y + 18, 5.5, fill="none", stroke="#a79c8a", stroke_width=0.5)
    return d


def _of_seats(painter: Painter, place: Place) -> bool:
    """Whether each player has such a place: it is of each player, or of each colour, and the players are called by the colours."""
    family = painter.game.world.places[place.name].family
    called = {m.lower() for m in family.members} if isinstance(family, t.Enum) else set()
    return place.per == "Player" or (bool(called) and {s.lower() for s in painter.game.seats} <= called)


def _members(d: Canvas, painter: Painter, place: Place, seat: str, x: float, y: float, wide: float) -> bool:
    """Who waits in a place, where all of it belongs to one player: each sort with its sign and number."""
    kinds = painter.holders(place)
    if len(kinds) != 1 or not kinds[0].owners or kinds[0].counted or painter.sort(kinds[0].name) != "token":
        return False
    kind = kinds[0]
    found: dict[int, list[int]] = {}
    for index in range(kind.count):
        if painter.game.names.owner(kind, painter.owner(kind, index)).lower() == seat.lower():
            found.setdefault(kind.twins[index] if kind.twins else index, []).append(index)
    signs = [(content(painter, kind, same[0]).art, len(same)) for same in found.values()]
    if not 2 <= len(signs) <= 5 or any(sign is None or not sign.icon for sign, _ in signs):
        return False
    step = min(30.0, (wide - 6) / len(signs))
    left = x + wide / 2 - step * (len(signs) - 1) / 2
    for number, (sign, count) in enumerate(signs):
        assert sign is not None
        middle = left + number * step
        d.circle(middle - 4, y, 7.2, fill="none", stroke="#a79c8a", stroke_width=0.35)
        d.icon(sign.icon, middle - 4, y, 8.5, ghost=True)
        d.say(middle + 8, y, f"×{count}", 10, bold=True)
    return True


def _own(painter: Painter, one: Keeper) -> bool:
    """Whether each player has one piece of a kind: then its flags may lie on the mat."""
    sym = painter.game.world.kinds.get(one.owner)
    return sym is not None and sym.core.owners == len(painter.game.seats) and sym.core.count == sym.core.owners


def _stores(painter: Painter, one: Keeper) -> list[tuple[str, Sign, str]]:
    attr = painter.game.world.player_attrs[one.attribute]
    if isinstance(attr.per, t.Enum):
        return [(spoken(m), painter.lexicon.sign(m, i), "") for i, m in enumerate(attr.per.members)]
    return [(one.label, one.sign or painter.lexicon.sign(one.attribute), _begin(one))]


def _begin(one: Keeper) -> str:
    """What a store holds to begin with: one number, or one for each number of players."""
    if one.starts:
        return "begin: " + ", ".join(f"{value} ({number} players)" for number, value in one.starts)
    return f"begin with {one.start}" if one.start else ""


def _boxes(d: Canvas, stores: list[tuple[str, Sign, str]], flags: list[Keeper], x: float, y: float, wide: float, high: float) -> None:
    count = len(stores) + len(flags)
    each = (wide - GAP * (count - 1)) / count
    for name, sign, start in stores:
        tone = sign.tone or (icons()[sign.icon].tone if sign.icon else "#e3d9c2")
        d.box(x, y, each, high, d.pale(tint(tone, 0.74)), d.theme.ink, 0.3, 2)
        d.box(x, y, each, 7.6, d.pale(tint(tone, 0.35)), d.theme.ink, 0.3, 2)
        if sign.icon:
            d.icon(sign.icon, x + 5, y + 3.8, 6)
        head = d.pale(tint(tone, 0.35))
        d.say(x + (9.6 if sign.icon else 3), y + 3.8, _capital(name), 10, bold=True, anchor="start", fit=each - 12, fill=written_on(head))
        if sign.icon:
            d.icon(sign.icon, x + each / 2, y + 7.6 + (high - 7.6 - (4 if start else 0)) / 2, 12, ghost=True)
        if start:
            d.say(x + each / 2, y + high - 3, start, 7, fit=each - 2)
        x += each + GAP
    for one in flags:
        d.dashed(x, y, each, high, WHITE, 2)
        d.icon(one.sign.icon if one.sign is not None and one.sign.icon else "flag", x + each / 2, y + high * 0.4, 10, ghost=True)
        d.say(x + each / 2, y + high - 5, one.label, 8, bold=True, fit=each - 2)
        x += each + GAP


# ---------------------------------------------------------------- score pad


def score_pad(painter: Painter) -> Canvas | None:
    """The entries of the score by seats, to be filled in."""
    score = painter.game.world.score
    if score is None or len(score.entries) < 2:
        return None
    seats = painter.game.seats
    tall, top = 9.6, 22.0
    label, column = 46.0, 16.0
    d = Canvas(
        label + column * len(seats) + 10, top + tall * (len(score.entries) + 1) + 5, thin=painter.thin, theme=painter.theme, corners=2
    )
    d.whole(WHITE)
    d.box(3, 3, d.width - 6, d.height - 6, WHITE, d.theme.ink, 0.4, 2)
    d.title(d.width / 2, 8.2, painter.game.title, 12, d.width - 14)
    for number, (name, look) in enumerate(zip(seats, looks(seats), strict=True)):
        x = 5 + label + column * (number + 0.5)
        d.shape(look.shape, x, 14.2, 2.4, d.pale(look.fill), "", 0.3)
        d.say(x, 19.2, name, 7, fit=column - 1)
    y = top
    names = [entry.name for entry in score.entries] + ["total"]
    for number, name in enumerate(names):
        last = name == "total" and number == len(names) - 1
        d.line((5, y), (d.width - 5, y), stroke=d.theme.ink, stroke_width=0.6 if number == 0 or last else 0.25)
        sign = Sign("star") if last else painter.lexicon.sign(name)
        d.icon(sign.icon or "star", 10, y + tall / 2, 6)
        d.say(15, y + tall / 2, spoken(name), 10, bold=True, anchor="start", fit=label - 12)
        y += tall
    d.line((5, y), (d.width - 5, y), stroke=d.theme.ink, stroke_width=0.6)
    for number in range(len(seats) + 1):
        x = 5 + label + column * number
        d.line((x, top - 1), (x, y), stroke=d.theme.ink, stroke_width=0.25)
    return d
