"""What stands on the cells of a board: tiles, men, equal pieces in heaps, drawn from a state."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, cos, pi, sin, sqrt

from rulewright.core.program import Kind, Place
from rulewright.core.types import Set
from rulewright.dsl.check.positions import signs
from rulewright.dsl.words import spoken
from rulewright.faces import pieces
from rulewright.faces.front import back, counter, face
from rulewright.faces.icons import drawn as icon
from rulewright.faces.painter import Painter
from rulewright.faces.palette import Look
from rulewright.faces.svg import Drawing, Point, in_rows, n
from rulewright.play.reader import Reader

CROWD = 6  # pieces on one cell that are still drawn one by one


@dataclass(slots=True)
class Board:
    """A board to be drawn: place, which copy of it, and the state to read."""

    painter: Painter
    reader: Reader | None
    place: Place
    copy: int = 0
    checkered: bool = False
    sides: bool = False  # whether its edges belong to players
    marked: frozenset[int] = frozenset()  # sites to be pointed at
    window: frozenset[int] = frozenset()  # cells that a detail is about; none: the whole board
    cell: float = 0.0  # size of a cell in millimetres; 0: as fits
    numbered: bool = True  # whether columns and rows of a land without an edge bear numbers
    cut: bool = False  # whether it is printed to be cut out, with a frame
    spots: dict[int, Point] = field(default_factory=dict)  # the middle of each cell in the drawing, noted while it is drawn
    sizes: dict[int, float] = field(default_factory=dict)  # how large each cell is in the drawing

    def site(self, cell: int) -> int:
        return self.place.base + self.copy * self.place.cells + cell

    # ------------------------------------------------------------ contents

    def fill(self, d: Drawing, cell: int, x: float, y: float, size: float, wide: float = 0.0) -> None:
        """What stands on a cell, its middle at (x, y); `wide`, if it is wider than it is high."""
        site = self.site(cell)
        self.spots[cell], self.sizes[cell] = (x, y), size
        if site in self.marked:
            d.rect(x - size * 0.46, y - size * 0.46, size * 0.92, size * 0.92, fill="none", stroke="#a63228", stroke_width=size * 0.06)
        if self.reader is None:
            return
        tokens = [(k, o, c) for k in self.reader.program.kinds if k.counted for o, c in self.reader.tokens(k, site).items()]
        men = self.reader.pieces_on(site)
        tiles = [p for p in men if self.painter.sort(self.reader.program.kind_of_piece(p).name) != "token"]
        small = [p for p in men if p not in tiles]
        for piece in tiles[:1]:
            x = self._ridden(d, piece, x, y, size, max(wide, size))
        crowds = self._crowds(small) if len(small) > CROWD else []
        if crowds:
            small = []
        many = len(small) + len(crowds) + sum(min(c, 1) if c > 3 else c for _, _, c in tokens)
        spots = _spread(many, x, y, size, max(wide, size))
        r = size * (0.42 if many <= 1 else 0.26 if many <= 2 else 0.2)
        if many > 4:
            r = min(r, min(abs(a - c) for a, _ in spots for c, _ in spots if abs(a - c) > 1e-6) * 0.46)
        if tiles:
            r *= 0.62 if many <= 1 else 0.9
            spots = [(a, b + size * 0.2) for a, b in spots]
        at = 0
        for look, number in crowds:
            pieces.token(d, *spots[at], r, look, str(number))
            at += 1
        for piece in small:
            self._man(d, piece, *spots[at], r)
            at += 1
        for kind, owner, count in tokens:
            at = self._heap(d, kind, owner, count, spots, at, r, (x, y, size))
        self._standing(d, site, x, y, size)

    def _standing(self, d: Drawing, site: int, x: float, y: float, size: float) -> None:
        """What is the matter with a cell, as the markers that show it: fire three times, a flag, a word."""
        assert self.reader is not None
        at = 0
        for name, value in cell_state(self.reader, self.place, site):
            sign = self.painter.lexicon.sign(name)
            r = size * 0.13
            left, low = x - size * 0.36 + at * r * 2.3, y + size * 0.36
            d.circle(left, low, r, fill="#ffffff", stroke="#a63228", stroke_width=0.3)
            if sign.icon:
                d.parts.append(icon(sign.icon, left, low, r * 1.6))
            else:
                d.middle(left, low, spoken(name)[:1].upper(), r * 1.1, bold=True)
            if value not in {"yes", "1"}:
                word = f"×{value}" if value.isdigit() else spoken(value)
                d.text(left + r * 1.25, low + r * 0.4, word, r * 1.3, anchor="start", bold=True)
                at += 1
            at += 1

    def _crowds(self, men: list[int]) -> list[tuple[Look, int]]:
        """Many pieces on one cell: how many of each kind and owner."""
        assert self.reader is not None
        found: dict[tuple[int, int], int] = {}
        for piece in men:
            key = (self.reader.program.kind_of_piece(piece).number, self.reader.owner_of(piece))
            found[key] = found.get(key, 0) + 1
        return [(self.painter.look(self.reader.program.kinds[kind], owner), number) for (kind, owner), number in found.items()]

    def _tile(self, d: Drawing, piece: int, x: float, y: float, size: float) -> None:
        assert self.reader is not None
        kind = self.reader.program.kind_of_piece(piece)
        down = self.reader.face_down(piece) or not self.reader.sees(None, piece)
        drawn = back(self.painter, kind, piece - kind.base) if down else front(self.painter, self.reader, piece)
        scale = size * 0.96 / max(drawn.width, drawn.height)
        turn = 180.0 if not down and kind.count and self.reader.owner_of(piece) == 1 and self.place.shape == "open_grid" else 0.0
        sym = self.painter.game.world.kinds[kind.name]
        points = sym.attrs["top"].core if sym.turning else None
        if points is not None and points.field is not None:
            turn = 0.0 if down else 360.0 / (sym.attrs["top"].high + 1) * self.reader.element(points.field, piece - kind.base)
        owner = self.reader.owner_of(piece)
        left, top = x - drawn.width * scale / 2, y - drawn.height * scale / 2
        if self.painter.sort(kind.name) == "token" and not down and self.painter.round(kind.name):
            disc(d, self.painter, kind, piece - kind.base, x, y, size * 0.48, side_up(self.painter, self.reader, piece))
            return
        d.put(drawn, left, top, scale, turn)
        if not down and owner >= 0 and not kind.owners and self.place.shape == "open_grid":
            look = self.painter.seats[owner]
            edge = top if turn else top + drawn.height * scale - size * 0.07
            d.rect(left, edge, drawn.width * scale, size * 0.07, fill=look.fill, stroke=look.rim, stroke_width=0.2)

    def _ridden(self, d: Drawing, piece: int, x: float, y: float, size: float, wide: float) -> float:
        """A tile with whatever stands on it: beside it where there is room. Where the middle of the tile is."""
        assert self.reader is not None
        groups = riders(self.painter, self.reader, piece, size * 0.5)
        if not groups:
            self._tile(d, piece, x, y, size)
            return x
        if wide < size * 1.5:
            self._tile(d, piece, x, y, size)
            crowd = in_rows(groups, size, 0.4)
            d.put(crowd, x - size / 2, y + size / 2 - crowd.height)
            return x
        self._tile(d, piece, x - wide / 2 + size * 0.5, y, size)
        crowd = in_rows(groups, wide - size * 0.95, 0.6)
        scale = min(1.0, size / crowd.height)
        d.put(crowd, x - wide / 2 + size * 0.92, y - crowd.height * scale / 2, scale)
        return x - wide / 2 + size * 0.5

    def _man(self, d: Drawing, piece: int, x: float, y: float, r: float) -> None:
        assert self.reader is not None
        kind = self.reader.program.kind_of_piece(piece)
        owner = self.reader.owner_of(piece)
        look = self.painter.look(kind, owner)
        role = self.painter.role(self.reader, kind, piece)
        if role and pieces.man(d, x, y, r * 2.1, look, role):
            return
        sign = self.painter.sign(self.reader, kind, piece)
        state = side_up(self.painter, self.reader, piece)
        if has_face(self.painter, kind):
            disc(d, self.painter, kind, piece - kind.base, x, y, r, state)
            if state:
                return  # it is turned over: that says all
        elif is_square(self.painter, kind):
            drawn = counter(self.painter, kind, piece - kind.base, state=state)
            scale = r * 1.8 / max(drawn.width, drawn.height)
            d.put(drawn, x - drawn.width * scale / 2, y - drawn.height * scale / 2, scale)
        else:
            (pieces.token(d, x, y, r, look, sign) if sign else pieces.ring(d, x, y, r, look))
        marks = self.painter.marked(self.reader, kind, piece)
        if marks and not role:
            if "crown" in marks[0] or "king" in marks[0]:
                d.middle(x, y, "K", r, bold=True, fill=look.ink)
            else:
                d.line((x - r * 0.75, y + r * 0.75), (x + r * 0.75, y - r * 0.75), stroke=look.rim, stroke_width=r * 0.16)

    def _heap(
        self, d: Drawing, kind: Kind, owner: int, count: int, spots: list[Point], at: int, r: float, cell: tuple[float, float, float]
    ) -> int:
        """Equal pieces: singly as far as they can be counted at a glance, else one with a number."""
        look = self.painter.look(kind, owner)
        x, y, size = cell
        if self.place.limits.get(kind.number, 1) == 1:
            name = self.painter.game.names.owner(kind, owner) if owner >= 0 else ""
            if not pieces.mark(d, *spots[at], r, look, name):
                pieces.ring(d, *spots[at], r, look)
            return at + 1
        if count <= 6 and not kind.owners:
            for sx, sy in _cluster(count, x, y, size):
                pieces.token(d, sx, sy, size * 0.1, look)
            d.text(x, y + size * 0.47, str(count), size * 0.17, fill="#5a5344")
            return at + 1
        if count > 3:
            pieces.ring(d, *spots[at], r, look)
            d.middle(spots[at][0], spots[at][1], str(count), r * 0.95, bold=True, fill=look.ink)
            return at + 1
        for _ in range(count):
            pieces.ring(d, *spots[at], r, look)
            at += 1
        return at


def cell_state(reader: Reader, place: Place, site: int) -> list[tuple[str, str]]:
    """The numbers, flags and words of a cell that are not as nothing."""
    found = []
    for name, attribute in place.attributes.items():
        field_ = attribute.field
        if field_ is None or attribute.shown.sort not in {"number", "flag", "enum"}:
            continue
        if attribute.bits:
            base = field_.type.base if isinstance(field_.type, Set) else place.base
            value = "yes" if reader.element(field_, 0) >> (site - base) & 1 else "no"
        else:
            value = reader.text(attribute.shown, reader.element(field_, site - place.base), 0)
        if value not in {"no", "0", "none", "nothing", ""}:
            found.append((name, value))
    return found


def riders(painter: Painter, reader: Reader, piece: int, high: float) -> list[Drawing]:
    """What stands on a piece: one of each sort and owner, with its number."""
    kind = reader.program.kind_of_piece(piece)
    if kind.site_base < 0 or not any(p.shape == "mat" and p.base == kind.site_base for p in reader.program.places):
        return []
    alike: dict[tuple[int, int, int], list[int]] = {}
    for rider in reader.pieces_on(kind.site_base + piece - kind.base):
        own = reader.program.kind_of_piece(rider)
        twin = own.twins[rider - own.base] if own.twins else rider
        alike.setdefault((reader.owner_of(rider), own.number, twin), []).append(rider)
    found = []
    for same in alike.values():
        own = reader.program.kind_of_piece(same[0])
        drawn = (
            counter(painter, own, same[0] - own.base, state=side_up(painter, reader, same[0]))
            if painter.sort(own.name) == "token"
            else front(painter, reader, same[0])
        )
        scale = high / max(drawn.width, drawn.height)
        one = Drawing(drawn.width * scale + (high * 0.62 if len(same) > 1 else 0.0), drawn.height * scale)
        one.put(drawn, 0, 0, scale)
        if len(same) > 1:
            one.middle(one.width - high * 0.28, one.height / 2, f"×{len(same)}", high * 0.36, bold=True)
        found.append(one)
    return found


def side_up(painter: Painter, reader: Reader, piece: int) -> dict[str, str] | None:
    """The state that the upper side of a piece shows, if that is not its front."""
    kind = reader.program.kind_of_piece(piece)
    name = painter.second_state(kind.name)
    if not name:
        return None
    other = painter.sides(kind.name)[1]
    value = reader.attribute(kind, piece - kind.base, kind.attributes[name])
    return other if value == other[name] else None


def front(painter: Painter, reader: Reader, piece: int) -> Drawing:
    """A piece that lies open, small, with the side up that its state says."""
    kind = reader.program.kind_of_piece(piece)
    return face(painter, kind, piece - kind.base, small=True, state=side_up(painter, reader, piece))


def is_square(painter: Painter, kind: Kind) -> bool:
    """Whether the tokens of a kind are square, with more printed on them than a letter says."""
    sym = painter.game.world.kinds[kind.name]
    printed = [a for a in sym.attrs.values() if a.nature == "printed" and a.name != "name"]
    return len(printed) > 1 and not kind.counted and painter.sort(kind.name) == "token" and not painter.round(kind.name)


def has_face(painter: Painter, kind: Kind) -> bool:
    """Whether the tokens of a kind have values or names, so that a picture shows them as they are printed, and not a letter."""
    sym = painter.game.world.kinds[kind.name]
    _, attribute = signs(sym)
    values = any(a.nature == "printed" for a in sym.attrs.values()) or bool(kind.count and painter.sign(None, kind, kind.base))
    return values and attribute is None and not kind.counted and painter.round(kind.name) and painter.sort(kind.name) == "token"


def disc(d: Drawing, painter: Painter, kind: Kind, index: int, x: float, y: float, r: float, state: dict[str, str] | None = None) -> None:
    """A round token as it is cut out of its sheet; its other side, if its state is shown there."""
    drawn = counter(painter, kind, index, state=state)
    half = min(drawn.width, drawn.height) / 2
    round_ = f'<clipPath id="NAME"><circle cx="{n(drawn.width / 2)}" cy="{n(drawn.height / 2)}" r="{n(half)}"/></clipPath>'
    drawn.parts = [f'<g clip-path="{drawn.pattern(round_)}">', *drawn.parts, "</g>"]
    scale = r / half
    d.put(drawn, x - drawn.width * scale / 2, y - drawn.height * scale / 2, scale)
    d.circle(x, y, r, fill="none", stroke=painter.theme.ink, stroke_width=0.3)


def _spread(count: int, x: float, y: float, size: float, wide: float) -> list[Point]:
    """Places for several things on one cell."""
    if count <= 1:
        return [(x, y)]
    if count == 2:
        return [(x - size * 0.22, y), (x + size * 0.22, y)]
    across = min(count, ceil(sqrt(count * wide / size)))
    rows = ceil(count / across)
    step = min(wide * 0.8 / across, size * 0.8 / rows) if wide > size else size * 0.8 / max(across, rows)
    return [(x + (i % across - (across - 1) / 2) * step, y + (i // across - (rows - 1) / 2) * step) for i in range(count)]


def _cluster(count: int, x: float, y: float, size: float) -> list[Point]:
    if count == 1:
        return [(x, y - size * 0.04)]
    r = size * 0.2
    return [(x + r * sin(2 * pi * i / count), y - size * 0.06 - r * cos(2 * pi * i / count)) for i in range(count)]
