"""A second scorer of The Two Heirs, for tests only: plain Python over a position, written from the ledger of rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.games.two_heirs.position import Laid, Position, Spot
from tests.games.two_heirs.tiles import TILES, Printed

STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
CORNERS = ((1, 1), (1, -1), (-1, -1), (-1, 1))
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
REGION = {"Mill": "yellow", "Mine": "grey", "Cowshed": "green"}
OWN_COLOUR = {"Bakery": "yellow", "Smithy": "grey", "Lodge": "green"}
CRAFTS = ("Basket Shop", "Pottery", "Cooperage")
LIMIT = 3


@dataclass(frozen=True, slots=True)
class Rulings:
    """What can be agreed before a match, as far as it touches the score."""

    roads: bool = True
    inn: str = "any"  # any, near, run
    formation: str = "facing"  # facing, loose


class Scorer:
    def __init__(self, position: Position, rulings: Rulings, south: str = "White") -> None:
        self.land = position.land
        self.troops = {spot: troop for troop, spot in position.troops.items() if isinstance(spot, tuple)}
        self.rulings = rulings
        self.south = south
        self.roads = list(self._roads())

    # ------------------------------------------------------------ the parts of a score

    def buildings(self, seat: str, doubling: bool = True) -> dict[Spot, int]:
        """What each building of a seat is worth."""
        found = {}
        for spot, tile in self._owned(seat):
            worth = self._worth(spot, tile, seat)
            found[spot] = 2 * worth if doubling and self.troops.get(spot, "").startswith(seat) else worth
        return found

    def road_points(self, seat: str) -> int:
        total = 0
        for road in self.roads:
            if len(road) < 2:
                continue
            mine = sum(self.land[spot].owner == seat for spot in road)
            theirs = len(road) - mine
            total += max(0, mine - theirs)
        return total if self.rulings.roads else 0

    def _owned(self, seat: str) -> Iterator[tuple[Spot, Printed]]:
        for spot, laid in self.land.items():
            if laid.up and laid.owner == seat:
                yield spot, TILES[laid.id]

    def _named(self, seat: str, *names: str) -> int:
        return sum(tile.name in names for _, tile in self._owned(seat))

    # ------------------------------------------------------------ roads

    def _roads(self) -> Iterator[frozenset[Spot]]:
        """Every road as the set of its tiles. What is joined are sections, not tiles."""
        sections = {(spot, road) for spot, laid in self.land.items() for road in self._lying(laid)}
        while sections:
            front = [sections.pop()]
            road = set()
            while front:
                spot, edges = front.pop()
                road.add(spot)
                for edge in edges:
                    there = (spot[0] + STEPS[edge][0], spot[1] + STEPS[edge][1])
                    met = [s for s in sections if s[0] == there and OPPOSITE[edge] in s[1]]
                    front += met
                    sections -= set(met)
            yield frozenset(road)

    def _lying(self, laid: Laid) -> tuple[str, ...]:
        return TILES[laid.id].lying(laid.owner != self.south) if laid.up else ()

    # ------------------------------------------------------------ buildings

    def _worth(self, spot: Spot, tile: Printed, seat: str) -> int:
        match tile.name:
            case "Inn":
                return 1 + sum(self._inn(spot, step) for step in _both(tile.axis))
            case "Market":
                return 1 + sum(_off(spot, step) in self.land for step in STEPS.values())
            case "Pilgrimage Site":
                return max([1, *(len(road) for road in self.roads if spot in road)])
            case "Robber Barony":
                return 2 + 2 * sum(self._enemy(_off(spot, step), seat) for step in STEPS.values())
            case "Mill" | "Mine" | "Cowshed":
                return self._region(spot, REGION[tile.name])
            case "Bakery" | "Smithy" | "Lodge":
                return 1 + sum(s != spot and t.colour == OWN_COLOUR[tile.name] for s, t in self._owned(seat))
            case "Encampment":
                return 2
            case "Trading Post":
                return 3 * self._named(seat, tile.drawn)
            case "Cathedral":
                return 5
            case "Stronghold":
                return self._named(seat, "Siege Tower", "Stronghold")
            case "Watchtower":
                return sum(self._in_line(spot, other, tile) for other in self.land)
            case "Garrison":
                return 2 * sum(self._watches(spot, other) for other in self.land)
            case "Basket Shop" | "Pottery" | "Cooperage":
                hall = any(t.name == "Guildhall" and t.drawn == tile.name for _, t in self._owned(seat))
                return (4 if hall else 3) * self._pairs(spot, tile)
            case "Farm" | "Sawmill" | "Quarry" | "Siege Tower" | "Guildhall":
                return 0
        raise AssertionError(tile.name)

    def _colour(self, spot: Spot) -> str | None:
        return TILES[self.land[spot].id].colour if spot in self.land else None

    def _enemy(self, spot: Spot, seat: str) -> bool:
        return spot in self.land and self.land[spot].owner not in {None, seat}

    def _inn(self, spot: Spot, step: Spot) -> int:
        far = max(abs(a) + abs(b) for a, b in self.land) + abs(spot[0]) + abs(spot[1])
        line = [(spot[0] + n * step[0], spot[1] + n * step[1]) in self.land for n in range(1, far + 1)]
        if self.rulings.inn == "any":
            return min(LIMIT, sum(line))
        near = line[:LIMIT]
        return sum(near) if self.rulings.inn == "near" else [*near, False].index(False)

    def _region(self, spot: Spot, colour: str) -> int:
        seen, front = {spot}, [spot]
        while front:
            here = front.pop()
            for step in STEPS.values():
                there = _off(here, step)
                if there not in seen and self._colour(there) == colour:
                    seen.add(there)
                    front.append(there)
        return len(seen)

    def _in_line(self, spot: Spot, other: Spot, tile: Printed) -> bool:
        across = 1 if tile.axis == "row" else 0
        return spot[across] == other[across] and self._colour(other) == tile.colour

    def _watches(self, spot: Spot, other: Spot) -> bool:
        laid = self.land[other]
        slant = abs(spot[0] - other[0]) == abs(spot[1] - other[1]) > 0
        return slant and laid.up and TILES[laid.id].name == "Watchtower"

    def _pairs(self, spot: Spot, tile: Printed) -> int:
        steps = list(STEPS.values()) if tile.form == "orth" else list(CORNERS)
        colours = [self._colour(_off(spot, step)) for step in steps]
        if self.rulings.formation == "loose":
            return min(colours.count(colour) for colour in tile.pair)
        return sum({colours[i], colours[i + 2]} == set(tile.pair) for i in range(2))


def _off(spot: Spot, step: Spot) -> Spot:
    return spot[0] + step[0], spot[1] + step[1]


def _both(axis: str) -> tuple[Spot, Spot]:
    return ((1, 0), (-1, 0)) if axis == "row" else ((0, 1), (0, -1))


def totals(position: Position, rulings: Rulings) -> dict[str, dict[str, int]]:
    """The score of both heirs."""
    scorer = Scorer(position, rulings)
    return {seat: {"buildings": sum(scorer.buildings(seat).values()), "roads": scorer.road_points(seat)} for seat in ("White", "Blue")}


def winners(position: Position, totals: dict[str, int]) -> set[str]:
    """Most points, then most troops at court, then nobody."""
    worth = {seat: (points, position.at_court(seat)) for seat, points in totals.items()}
    best = {seat for seat, value in worth.items() if value == max(worth.values())}
    return best if len(best) == 1 else set()


# ---------------------------------------------------------------- against Henry


def solo_totals(position: Position, rulings: Rulings, human: str) -> dict[str, dict[str, int]]:
    """The score of the human player and of Henry. The table is seen from the human side; roads always count."""
    henry = "Blue" if human == "White" else "White"
    scorer = Scorer(position, Rulings(True, rulings.inn, rulings.formation), south=human)
    worth = sorted(scorer.buildings(henry, doubling=False).values(), reverse=True)
    left = sum(where == "trove" or isinstance(where, tuple) for where in position.treasures.values())
    return {
        human: {"buildings": sum(scorer.buildings(human).values()), "best": 0, "roads": scorer.road_points(human), "treasures": 0},
        henry: {"buildings": sum(worth), "best": sum(worth[:3]), "roads": scorer.road_points(henry), "treasures": 5 * left},
    }


def condition_met(position: Position, treasure: str) -> bool:
    """Whether the land shows what is drawn on a treasure that lies on it; drawings are seen from the human side."""
    spot = position.treasures[treasure]
    assert isinstance(spot, tuple)
    if treasure.startswith("F"):
        drawn = {"F1": ((-1, 1), (1, 1)), "F2": ((-1, -1), (1, -1)), "F3": ((0, 1), (-1, 0)), "F4": ((0, -1), (1, 0))}[treasure]
        return all(_off(spot, step) in position.land for step in drawn)
    colour = {"1": "green", "2": "grey", "3": "yellow"}[treasure[1]]
    same = 0 if treasure.startswith("V") else 1  # vertical: the same column
    others = [s for s, laid in position.land.items() if s != spot and s[same] == spot[same] and TILES[laid.id].colour == colour]
    return len(others) >= 2
