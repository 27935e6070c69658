"""A table as the setup leaves it: boards in the middle, pieces on their cells, piles beside them, what a player has and holds before
the seat of that player. Millimetres from the middle of the table, y towards the players. Programs for tables in the air read it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.core.layout import initial
from rulewright.core.program import Place
from rulewright.dsl.words import slug, spoken
from rulewright.faces.export import Printed
from rulewright.faces.painter import Painter
from rulewright.faces.posters import poster
from rulewright.faces.svg import Drawing
from rulewright.play.reader import Reader

GAP = 14.0
SEAT = 420.0  # from one seat to the next
BOX_ROW = 900.0  # how wide rows of what lies beside the boards are


@dataclass(frozen=True, slots=True)
class Lying:
    """Faces at one point, the uppermost first."""

    title: str
    faces: tuple[Printed, ...]
    x: float
    y: float
    hidden: bool = False
    seat: int = -1  # in whose hand


@dataclass(frozen=True, slots=True)
class Laid:
    """A board."""

    name: str
    title: str
    drawn: Drawing
    x: float
    y: float


@dataclass(slots=True)
class Arrangement:
    boards: list[Laid] = field(default_factory=list)
    piles: list[Lying] = field(default_factory=list)
    hands: list[tuple[str, float, float]] = field(default_factory=list)  # seat, and where its hand is


def arranged(painter: Painter, faces: list[Printed], state: list[int] | None) -> Arrangement:
    """Everything of a game, as it lies after setup."""
    return _Table(painter, faces, state).made()


class _Table:
    def __init__(self, painter: Painter, faces: list[Printed], state: list[int] | None) -> None:
        self.painter, self.game, self.faces = painter, painter.game, faces
        program = self.game.program
        self.reader = Reader(program, self.game.names, state if state is not None else initial(program))
        self.by_piece = {(one.kind, index): one for one in faces for index in one.pieces}
        self.found = Arrangement()

    def made(self) -> Arrangement:
        places = self.game.program.places
        self._boards([p for p in places if p.board is not None and p.shape not in {"open_grid", "edges"}])
        low = max((b.y + b.drawn.height / 2 for b in self.found.boards), default=0.0) + 90
        rows = _Rows(-BOX_ROW / 2, low)
        shared = [p for p in places if p.per != "Player" and (p.board is None or p.shape == "open_grid") and p.shape != "mat"]
        sites = [(spoken(p.name), p.base + i, p.shape == "deck" or p.seen != "all") for p in shared for i in range(p.sites)]
        for title, site, hidden in [*sites, ("box", 0, True)]:
            for kind, here in self._at(site).items():
                if self.painter.sort(kind) == "token":
                    for one in here:
                        self._put(title, [one], rows, False)
                else:
                    self._put(f"{title}: {spoken(kind)}", here, rows, hidden)
        for one in self.faces:  # equal pieces: one of each, to be copied
            if not one.pieces:
                self._put(one.name, [one], rows, False)
        self._seats([p for p in places if p.per == "Player" and p.board is None and p.shape != "mat"], rows.y + rows.high + 120)
        return self.found

    def _at(self, site: int) -> dict[str, list[Printed]]:
        """What lies on a site, by kind."""
        groups: dict[str, list[Printed]] = {}
        for piece in self.reader.pieces_on(site):
            kind = self.game.program.kind_of_piece(piece)
            one = self.by_piece.get((kind.name, piece - kind.base))
            if one is not None:
                groups.setdefault(kind.name, []).append(one)
        return groups

    def _put(self, title: str, here: list[Printed], rows: _Rows, hidden: bool) -> None:
        x, y = rows.next(here[0].front.width, here[0].front.height)
        self.found.piles.append(Lying(title, tuple(here), x, y, hidden and self.painter.hides(here[0].kind)))

    def _boards(self, places: list[Place]) -> None:
        drawn = [(place, *poster(self.painter, place)) for place in places for _ in range(place.copies)]
        x = -sum(d.width + GAP for _, d, _ in drawn) / 2
        seen: dict[str, int] = {}
        for place, picture, board in drawn:
            copy = seen[place.name] = seen.get(place.name, -1) + 1
            middle = x + picture.width / 2
            self.found.boards.append(Laid(f"board-{slug(place.name)}", spoken(place.name), picture, middle, 0.0))
            for cell, (cx, cy) in board.spots.items():
                self._on_cell(place, copy, cell, x + cx, cy - picture.height / 2)
            x += picture.width + GAP

    def _on_cell(self, place: Place, copy: int, cell: int, x: float, y: float) -> None:
        lying = [(k, one) for k, here in self._at(place.base + copy * place.cells + cell).items() for one in here]
        name = place.cell_names[cell] if place.cell_names else str(cell + 1)
        for number, (kind, one) in enumerate(lying):
            token = self.painter.sort(kind) == "token"
            shift = (number - (len(lying) - 1) / 2) * one.front.width * 0.6 if token else 0.0
            self.found.piles.append(Lying(name, (one,), x + shift, y))
        equal = [f for f in self.faces if not f.pieces]
        for kind_ in (k for k in self.game.program.kinds if k.counted):
            for owner, count in self.reader.tokens(kind_, place.base + copy * place.cells + cell).items():
                face = next((f for f in equal if f.kind == kind_.name and f.id.endswith(f"-{max(0, owner)}")), None)
                if face is not None and count:
                    self.found.piles.append(Lying(name, (face,) * count, x, y))

    def _seats(self, places: list[Place], top: float) -> None:
        """What each player has, before the seat; a hand behind it."""
        count = len(self.game.seats)
        for seat, name in enumerate(self.game.seats):
            middle = (seat - (count - 1) / 2) * SEAT
            rows = _Rows(middle - SEAT / 2 + GAP, top, SEAT - 2 * GAP)
            for place in (p for p in places if p.shape != "hand"):
                for kind, here in self._at(place.base + seat).items():
                    groups = [[one] for one in here] if self.painter.sort(kind) == "token" else [here]
                    for group in groups:
                        self._put(f"{spoken(place.name)} of {name}", group, rows, place.shape == "deck" or place.seen != "all")
            hands = [p for p in places if p.shape == "hand"]
            y = top + 260
            if hands:
                self.found.hands.append((name, middle, y))
            for place in hands:
                held = [(k, one) for k, here in self._at(place.base + seat).items() for one in here]
                for number, (_, one) in enumerate(held):
                    x = middle + (number - (len(held) - 1) / 2) * one.front.width * 0.8
                    self.found.piles.append(Lying(f"hand of {name}", (one,), x, y, True, seat))


@dataclass(slots=True)
class _Rows:
    """Places side by side, in rows."""

    left: float
    y: float
    wide: float = BOX_ROW
    x: float = -1e9
    high: float = 0.0

    def next(self, width: float, height: float) -> tuple[float, float]:
        if self.x < -1e8:
            self.x = self.left
        if self.x + width > self.left + self.wide and self.x > self.left:
            self.x, self.y, self.high = self.left, self.y + self.high + GAP, 0.0
        at = (self.x + width / 2, self.y + height / 2)
        self.x += width + GAP
        self.high = max(self.high, height)
        return at
