"""Boards as plain data: cells, directions, neighbours, rays, lines. Everything here is known before a match begins.

Cells are numbered from 0: a grid row by row from the south-west corner, a ring clockwise, a graph in the order of its file.
Directions are numbered clockwise from the north.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, TypeVar

T = TypeVar("T")
Spots = tuple[tuple[int, int], ...]

SQUARE_WAYS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
SQUARE_MOVES = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
HEX_WAYS = ("north", "east", "southeast", "south", "west", "northwest")
HEX_MOVES = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
RING_WAYS = ("clockwise", "counterclockwise")
STRAIGHT = (0, 2, 4, 6)
DIAGONAL = (1, 3, 5, 7)


def letters(number: int) -> str:
    """0 is a, 25 is z, 26 is aa."""
    text = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(97 + rest) + text
    return text


def hexagon(side: int) -> Spots:
    """Where the cells of a hexagon lie in the rhombus around it."""
    reach = range(1 - side, side)
    return tuple((x + side - 1, y + side - 1) for y in reach for x in reach if abs(x + y) < side)


@lru_cache(maxsize=24)
def _worked_out(shape: str, width: int, height: int, edges: tuple[tuple[int, ...], ...], spots: Spots) -> dict[str, Any]:
    """What is known about boards of a shape and size: several loads of a game need the same."""
    return {}


@dataclass(eq=False)
class Board:
    shape: str  # grid, hex_grid, open_grid, ring, track, graph, edges
    width: int
    height: int
    edges: tuple[tuple[int, ...], ...] = ()  # graph, edges: the neighbours of each cell
    names: tuple[str, ...] = field(default=())
    ends: tuple[tuple[int, int], ...] = ()  # edges: the two cells each of them joins; at the rim the second is -1 - way
    spots: Spots = ()  # grids that are no rectangle: column and row of each cell, row by row
    side: int = 0  # of a hexagon

    def __post_init__(self) -> None:
        if not self.names:
            self.names = self._once("names", lambda: tuple(self._name(c) for c in range(self.cells)))

    def _once(self, what: str, work: Callable[[], T]) -> T:
        known = _worked_out(self.shape, self.width, self.height, self.edges, self.spots)
        if what not in known:
            known[what] = work()
        found: T = known[what]
        return found

    def _name(self, cell: int) -> str:
        x, y = self.xy(cell)
        match self.shape:
            case "grid" | "hex_grid":
                return f"{letters(x)}{y + 1}"
            case "open_grid":
                return f"({x - self.width // 2}, {y - self.height // 2})"
            case _:
                return str(cell + 1)

    @property
    def cells(self) -> int:
        return len(self.spots) or self.width * self.height

    def xy(self, cell: int) -> tuple[int, int]:
        return self.spots[cell] if self.spots else (cell % self.width, cell // self.width)

    @cached_property
    def _found(self) -> dict[tuple[int, int], int]:
        return {spot: cell for cell, spot in enumerate(self.spots)}

    def at(self, x: int, y: int) -> int:
        """The cell in a column and row; -1 if there is none."""
        if self.spots:
            return self._found.get((x, y), -1)
        return y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else -1

    @property
    def square(self) -> bool:
        return self.shape in {"grid", "open_grid"}

    @property
    def ways(self) -> tuple[str, ...]:
        match self.shape:
            case "grid" | "open_grid":
                return SQUARE_WAYS
            case "hex_grid":
                return HEX_WAYS
            case "ring" | "track":
                return RING_WAYS
            case _:
                return ()

    @cached_property
    def steps(self) -> tuple[tuple[int, ...], ...]:
        """For each direction, where one step from each cell leads; -1 is off the board."""
        return self._once("steps", self._steps)

    def _steps(self) -> tuple[tuple[int, ...], ...]:
        match self.shape:
            case "grid" | "open_grid":
                return tuple(self._shift(dx, dy) for dx, dy in SQUARE_MOVES)
            case "hex_grid":
                return tuple(self._shift(dx, dy) for dx, dy in HEX_MOVES)
            case "ring":
                n = self.cells
                return tuple((c + 1) % n for c in range(n)), tuple((c - 1) % n for c in range(n))
            case "track":
                n = self.cells
                return tuple(c + 1 if c + 1 < n else -1 for c in range(n)), tuple(c - 1 for c in range(n))
            case _:
                return ()

    def _shift(self, dx: int, dy: int) -> tuple[int, ...]:
        if self.spots:
            return tuple(self.at(x + dx, y + dy) for x, y in self.spots)
        width, by = self.width, dy * self.width + dx
        columns = [0 <= x + dx < width for x in range(width)]
        found: list[int] = []
        for y in range(self.height):
            if 0 <= y + dy < self.height:
                first = y * width + by
                found += [first + x if inside else -1 for x, inside in enumerate(columns)]
            else:
                found += [-1] * width
        return tuple(found)

    def step(self, cell: int, way: int) -> int:
        return self.steps[way][cell]

    def neighbours(self, cell: int, ways: Iterable[int]) -> list[int]:
        return [c for c in (self.steps[w][cell] for w in ways) if c >= 0]

    def beside(self, cell: int) -> list[int]:
        """The neighbours across an edge."""
        if self.shape in {"graph", "edges"}:
            return list(self.edges[cell])
        return self.neighbours(cell, STRAIGHT if self.square else range(len(self.ways)))

    def diagonals(self, cell: int) -> list[int]:
        return self.neighbours(cell, DIAGONAL) if self.square else []

    def around(self, cell: int) -> list[int]:
        if self.shape in {"graph", "edges"}:
            return list(self.edges[cell])
        return self.neighbours(cell, range(len(self.ways)))

    def ray(self, cell: int, way: int) -> list[int]:
        """The cells in that direction, nearest first, to the edge of the board (around a ring, once)."""
        found: list[int] = []
        at = self.steps[way][cell]
        while at >= 0 and at != cell:
            found.append(at)
            at = self.steps[way][at]
        return found

    def leaps(self, cell: int, a: int, b: int) -> list[int]:
        """The cells `a` steps one way and `b` across it, like a knight's."""
        x, y = self.xy(cell)
        moves = {(sx * p, sy * q) for p, q in ((a, b), (b, a)) for sx in (1, -1) for sy in (1, -1)}
        return sorted(cell for cell in (self.at(x + dx, y + dy) for dx, dy in moves) if cell >= 0)

    @cached_property
    def bearings(self) -> tuple[tuple[int, ...], ...]:
        """For each pair of cells the direction from the first to the second, or -1 if they are not in line."""
        return self._once("bearings", self._bearings)

    def _bearings(self) -> tuple[tuple[int, ...], ...]:
        table = [[-1] * self.cells for _ in range(self.cells)]
        for cell in range(self.cells):
            for way in range(len(self.ways)):
                for other in self.ray(cell, way):
                    if table[cell][other] < 0:
                        table[cell][other] = way
        return tuple(map(tuple, table))

    def between(self, a: int, b: int) -> list[int]:
        """The cells strictly between two cells in line; none if they are not."""
        way = self.bearings[a][b]
        if way < 0:
            return []
        found = []
        for cell in self.ray(a, way):
            if cell == b:
                break
            found.append(cell)
        return found

    @cached_property
    def between_sets(self) -> tuple[int, ...]:
        """For each pair of cells the set of those strictly between them, as bits: entry `a * cells + b`."""
        every = range(self.cells)
        return self._once("between", lambda: tuple(sum(1 << c for c in self.between(a, b)) for a in every for b in every))

    def ray_sets(self, copies: int = 1) -> tuple[int, ...]:
        """The cells in each direction from each site, as bits: entry `way * sites + site`, for so many boards side by side."""
        rays = self._once(
            "rays", lambda: [[sum(1 << c for c in self.ray(cell, w)) for cell in range(self.cells)] for w in range(len(self.ways))]
        )
        return tuple(bits << copy * self.cells for row in rays for copy in range(copies) for bits in row)

    @cached_property
    def distances(self) -> tuple[tuple[int, ...], ...]:
        """Steps across edges between any two cells; -1 if there is no way."""
        return self._once("distances", self._distances)

    def _distances(self) -> tuple[tuple[int, ...], ...]:
        beside = [self.beside(cell) for cell in range(self.cells)]
        table = []
        for start in range(self.cells):
            reached = [-1] * self.cells
            reached[start] = 0
            queue = deque([start])
            while queue:
                cell = queue.popleft()
                for other in beside[cell]:
                    if reached[other] < 0:
                        reached[other] = reached[cell] + 1
                        queue.append(other)
            table.append(tuple(reached))
        return tuple(table)

    def row(self, n: int) -> list[int]:
        return [cell for cell in (self.at(x, n) for x in range(self.width)) if cell >= 0]

    def column(self, n: int) -> list[int]:
        return [cell for cell in (self.at(n, y) for y in range(self.height)) if cell >= 0]

    def rims(self) -> list[list[int]]:
        """The sides of a rectangle, a rhombus or a hexagon, clockwise from the north, corners included."""
        if self.side:
            last = 2 * self.side - 2
            tests: tuple[Callable[[int, int], bool], ...] = (
                lambda x, y: y == last,
                lambda x, y: x + y == 3 * (self.side - 1),
                lambda x, y: x == last,
                lambda x, y: y == 0,
                lambda x, y: x + y == self.side - 1,
                lambda x, y: x == 0,
            )
            return [[c for c, (x, y) in enumerate(self.spots) if test(x, y)] for test in tests]
        return [self.row(self.height - 1), self.column(self.width - 1), self.row(0), self.column(0)]

    def corners(self) -> list[int]:
        """The cells where two sides meet."""
        rims = self.rims()
        return [cell for cell in range(self.cells) if sum(cell in rim for rim in rims) > 1]

    def lines(self, length: int) -> list[tuple[int, ...]]:
        """Every straight line of that many cells, once."""
        half = len(self.ways) // 2
        found = []
        for way in range(half):
            for cell in range(self.cells):
                line = [cell, *self.ray(cell, way)][:length]
                if len(line) == length:
                    found.append(tuple(line))
        return found
