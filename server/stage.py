"""Where the places of a game stand on the table of one seat: refs, roles, and a point for every cell. Nothing here depends on a match."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import atan2, ceil, cos, degrees, pi, sin, sqrt
from typing import Any

from rulewright.core.program import Place
from rulewright.dsl.words import seats_apart, spoken
from rulewright.faces.graphs import apart, laid, on_lines, positions
from rulewright.play.game import Game
from rulewright.server.looks import Looks
from rulewright.server.watching import Watch

BOARDS = frozenset({"grid", "hex_grid", "open_grid", "ring", "track", "graph", "edges"})
AROUND = ("south", "west", "north", "east")  # the sides of a table, clockwise
TURNING = frozenset({"grid", "hex_grid", "open_grid", "graph"})
ACROSS = 12  # cells of a track in one row
_ODD = re.compile(r"[^\w,.+-]+")


@dataclass(slots=True)
class Spot:
    """A place, or one of a family, as one seat has it before it."""

    place: Place
    copy: int
    ref: str
    title: str
    shape: str
    role: str
    owner: str | None
    secret: bool
    tall: float = 1.0
    cells: list[dict[str, Any]] = field(default_factory=list)  # what never changes of each cell
    edges: list[tuple[int, int]] = field(default_factory=list)
    wished: dict[str, Any] = field(default_factory=dict)  # what the author says in `show`

    @property
    def base(self) -> int:
        return self.place.base + self.copy * self.place.cells

    @property
    def board(self) -> bool:
        return self.place.shape in BOARDS


class Stage:
    """The table of a game as a seat (or an onlooker: None) sits at it."""

    def __init__(self, game: Game, looks: Looks, seat: int | None, watch: Watch | None = None) -> None:
        self.game, self.looks, self.seat = game, looks, seat
        self.watch = watch or Watch(game)
        self.spots: list[Spot] = []
        self.refs: dict[int, str] = {}  # site -> the ref of its cell or place
        self.spot_of: dict[int, Spot] = {}  # site -> its spot
        self.mats: dict[int, int] = {}  # site -> the piece it lies on
        program = game.program
        boards = [p for p in program.places if p.shape in BOARDS and not p.of]
        largest = max(boards, key=lambda p: (p.cells, -p.number)).name if boards else ""
        self.wishes = self.game.world.looks.table  # what the author says in `show`
        self.main = self.wishes.first or largest
        self.quarters = self._quarters()
        self.turned = not self.wishes.sides and self._turned()
        for place in program.places:
            if place.shape == "mat":
                kind = next(k for k in program.kinds if k.site_base == place.base)
                self.mats |= {place.base + copy: kind.base + copy for copy in range(place.copies)}
                continue
            for copy in range(place.copies if not place.of else 0):
                self._add(place, copy)
        for place in program.places:
            if place.of:  # edges lie between the cells of their board, which has its points by now
                self._add(place, 0)

    def _add(self, place: Place, copy: int) -> None:
        game = self.game
        owner = game.names.family(place.per, copy) if place.per else None
        key = _ODD.sub("_", f"{place.name}.{owner}" if owner is not None else place.name)
        title = f"{spoken(place.name)} of {spoken_name(owner)}" if owner is not None else spoken(place.name)
        mine = place.per == "Player" and copy == self.seat
        board = place.shape in BOARDS
        role = "main" if place.name == self.main and copy == self._first(place) else "board" if board else ""
        role = role or ("own" if mine else "other" if place.per == "Player" else "stock")
        spot = Spot(
            place,
            copy,
            f"x:{key}",
            title[:1].upper() + title[1:],
            place.shape,
            role,
            owner if place.per == "Player" else None,
            place.seen == "owner" or "owner" in place.seen_kinds.values(),
        )
        spot.wished = self._wished(place)
        if board:
            self._cells(spot, key)
        for cell in range(place.cells):
            site = spot.base + cell
            self.refs[site] = spot.cells[cell]["ref"] if board else spot.ref
            self.spot_of[site] = spot
        self.spots.append(spot)

    def _wished(self, place: Place) -> dict[str, Any]:
        wishes, found = self.wishes, dict[str, Any]()
        if place.name in wishes.inside:
            found["inside"] = f"x:{wishes.inside[place.name]}"
        if place.name in wishes.beside:
            found["beside"] = f"x:{wishes.beside[place.name]}"
        if place.name in wishes.small:
            found["small"] = True
        if place.shape == "open_grid" and self.turned_by(place):
            found["turn"] = self.turned_by(place)
        return found

    def turned_by(self, place: Place | None) -> int:
        """By how many quarters a board is turned for this seat."""
        return self.quarters if place is not None and not place.per and place.shape in TURNING else 0

    def tiles_turned_by(self, place: Place | None) -> int:
        """By how many quarters tiles that fit together by their sides are turned with the board they lie on."""
        return 2 if self.turned and place is not None and place.shape == "grid" else self.turned_by(place)

    def _quarters(self) -> int:
        """By how many quarters boards are turned, so that the side at which the seat sits is the near one.

        Whoever the author says nothing about sits opposite the only other one, or follows clockwise.
        """
        sides = dict(self.wishes.sides)
        if self.seat is None or not sides:
            return 0
        free = [side for side in AROUND if side not in sides.values()]
        if len(self.game.seats) == 2:
            free = [AROUND[(AROUND.index(next(iter(sides.values()))) + 2) % 4]]
        for seat in self.game.seats:
            if seat not in sides and free:
                sides[seat] = free.pop(0)
        side = sides.get(self.game.seats[self.seat], "south")
        return AROUND.index(side)

    def _first(self, place: Place) -> int:
        """Of a family of main boards the own one is the main one."""
        return self.seat if place.per == "Player" and self.seat is not None else 0

    def _turned(self) -> bool:
        """Whether a seat looks at the boards from the other side: its own things stand far from it at the beginning."""
        if self.seat is None or len(self.game.seats) != 2:
            return False
        reader = self.game.start(0).seen_by(None)
        program = self.game.program
        rows: dict[bool, list[int]] = {True: [], False: []}
        for place in program.places:
            if place.shape != "grid" or place.name != self.main:
                continue
            for cell in range(place.cells):
                for piece in reader.pieces_on(place.base + cell):
                    if reader.owner_of(piece) >= 0:
                        rows[reader.owner_of(piece) == self.seat].append(place.spot(cell)[1])
                for kind in program.kinds:
                    for owner in reader.tokens(kind, place.base + cell) if kind.counted else ():
                        if owner >= 0:
                            rows[owner == self.seat].append(place.spot(cell)[1])
        own, others = rows[True], rows[False]
        return bool(own and others) and sum(own) / len(own) > sum(others) / len(others) + 1

    # ------------------------------------------------------------ points

    def _cells(self, spot: Spot, key: str) -> None:
        place = spot.place
        sides = self.game.world.places[place.name].sides
        if place.shape == "ring" and sides and len(self.game.seats) == 2:
            spot.shape = "rows"
        heaps = [k for k in self.game.program.kinds if k.counted and k.owners and place.limits.get(k.number, 1) != 1]
        if place.shape == "track" and heaps and any(k.number in place.limits for k in heaps):
            spot.tall = 3.0
        points = self._points(spot)
        points = [turned(x, y, self.turned_by(place)) for x, y in points]
        for cell, (x, y) in enumerate(points):
            name = place.cell_names[cell] if place.cell_names else str(cell + 1)
            short = _ODD.sub("", name.strip("()").replace(" ", "")) if place.shape == "open_grid" else _ODD.sub("_", name)
            found: dict[str, Any] = {"ref": f"c:{key}:{short}", "name": name, "x": round(x, 3), "y": round(y, 3)}
            if place.shape != "open_grid":
                ground = self.looks.ground(place, cell)
                facts = self.looks.printed(place, cell)
                found |= {"ground": ground} if ground else {}
                found |= {"facts": [{"name": n, "text": t, "kept": "printed"} for n, t in facts]} if facts else {}
            spot.cells.append(found)
        if place.shape == "edges":
            for found, (_, _, tilt) in zip(spot.cells, self._between(place), strict=True):
                found["tilt"] = tilt
        if place.shape == "graph":
            spot.edges = [(a, b) for a, others in enumerate(place.edges) for b in others if a < b]

    def _points(self, spot: Spot) -> list[tuple[float, float]]:
        place, count = spot.place, spot.place.cells
        wide, high = max(1, place.width), max(1, place.height)
        match spot.shape:
            case "grid":
                flip = self.turned
                spots = map(place.spot, range(count))
                return [(float(wide - 1 - x), float(y)) if flip else (float(x), float(high - 1 - y)) for x, y in spots]
            case "hex_grid":
                return [(x + y / 2, (high - 1 - y) * sqrt(3) / 2) for x, y in map(place.spot, range(count))]
            case "open_grid":
                return [(float(x), -float(y)) for x, y in (map(int, n.strip("()").split(",")) for n in place.cell_names)]
            case "edges":
                return [(x, y) for x, y, _ in self._between(place)]
            case "rows":
                half = count // 2
                swap = self.seat == 1
                lower = [(i < half) != swap for i in range(count)]
                return [((i % half) if low else half - 1 - i % half, 1.0 if low else 0.0) for i, low in enumerate(lower)]
            case "ring":
                return [_round(i, count) for i in range(count)]
            case "track":
                across = count if count <= ACROSS else min(ACROSS, ceil(count / 2))
                rows = ceil(count / across)
                return [_folded(i, across, rows) for i in range(count)]
            case _:
                if place.at and all(len(name) <= 3 for name in place.cell_names) and (found := on_lines(place.at)):
                    return found
                if place.at:
                    return laid(place.at, 1.62, 1.2)
                if not any(place.edges):
                    across = ceil(sqrt(count))
                    return [(i % across * 1.5, i // across * 1.2) for i in range(count)]
                size = 1.9 * sqrt(count)
                return apart([(x * size, y * size * 0.62) for x, y in positions(place.edges)], 1.62, 1.2)

    def _between(self, place: Place) -> list[tuple[float, float, float]]:
        """The middles of edges: between two cells, or half a step off the rim; and how each lies, in degrees.

        Where cells touch, an edge is the border between them; in a graph it is the way from one to the other.
        """
        home = next(s for s in self.spots if s.place.name == place.of)
        board = place.board
        assert board is not None and home.place.board is not None
        at = [(c["x"], c["y"]) for c in home.cells]
        middle = sum(x for x, _ in at) / len(at), sum(y for _, y in at) / len(at)
        found = []
        across = 0 if home.shape == "graph" else 90
        for a, b in board.ends:
            x, y = at[a]
            if b >= 0:
                dx, dy = at[b][0] - x, at[b][1] - y
                found.append((x + dx / 2, y + dy / 2, _tilt(dx, dy, across)))
                continue
            inside = home.place.board.step(a, (-1 - b + len(home.place.board.ways) // 2) % len(home.place.board.ways))
            ex, ey = (x - at[inside][0], y - at[inside][1]) if inside >= 0 else (x - middle[0], y - middle[1])
            found.append((x + ex / 2, y + ey / 2, _tilt(ex, ey, across)))
        return found

    def line(self, sort: str, number: int) -> list[str]:
        """The cells of a row or column of the main board."""
        spot = next((s for s in self.spots if s.role == "main"), None)
        if spot is None or not spot.place.width:
            return []
        axis = 0 if sort == "Column" else 1
        return [c["ref"] for i, c in enumerate(spot.cells) if spot.place.spot(i)[axis] == number]


def turned(x: float, y: float, quarters: int) -> tuple[float, float]:
    """A point of a board that somebody looks at from another side: 1 from the west, 2 from the north, 3 from the east."""
    return ((x, y), (y, -x), (-x, -y), (-y, x))[quarters]


def _tilt(x: float, y: float, across: int) -> float:
    return round((degrees(atan2(y, x)) + across) % 180, 1)


def _round(i: int, count: int) -> tuple[float, float]:
    """A circle, clockwise from the top; its neighbours one cell apart."""
    radius = max(1.1, 0.64 / sin(pi / max(3, count)))
    return radius * sin(2 * pi * i / count), -radius * cos(2 * pi * i / count)


def _folded(i: int, across: int, rows: int) -> tuple[float, float]:
    row, place = divmod(i, across)
    return float(place if row % 2 == 0 else across - 1 - place), float(rows - 1 - row)


def spoken_name(name: str) -> str:
    """What somebody or something is called: Player1 is Player 1."""
    return seats_apart(name.replace("_", " "))
