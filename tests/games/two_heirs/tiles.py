"""The 54 tiles as the ledger lists them: the data that tests believe in, apart from the table the game reads."""

from __future__ import annotations

from dataclasses import dataclass

TABLE = """
TR1 | Inn | Travel | green | 021 | EW | row
TR2 | Inn | Travel | yellow | 021 | NS | column
TR3 | Market | Travel | green | 101 | NE |
TR4 | Market | Travel | grey | 101 | SW |
TR5 | Market | Travel | yellow | 101 | EW |
TR6 | Pilgrimage Site | Travel | grey | 011 | N E S W |
TR7 | Pilgrimage Site | Travel | yellow | 011 | N E S W |
TR8 | Robber Barony | Travel | green | 210 | NS |
TR9 | Robber Barony | Travel | grey | 210 | NW |
LI1 | Mill | Land & Industry | yellow | 011 |  |
LI2 | Mine | Land & Industry | grey | 110 |  |
LI3 | Cowshed | Land & Industry | green | 101 |  |
LI4 | Bakery | Land & Industry | yellow | 102 | SW |
LI5 | Smithy | Land & Industry | grey | 120 | NE |
LI6 | Lodge | Land & Industry | green | 210 |  |
LI7 | Encampment | Land & Industry | green | 110 | NS |
LI8 | Encampment | Land & Industry | grey | 110 | EW |
LI9 | Encampment | Land & Industry | yellow | 110 | ES |
TC1 | Farm | Trade & Church | yellow | 101 |  | wheat
TC2 | Farm | Trade & Church | yellow | 101 |  | wheat
TC3 | Sawmill | Trade & Church | green | 110 |  | wood
TC4 | Sawmill | Trade & Church | green | 110 |  | wood
TC5 | Quarry | Trade & Church | grey | 011 |  | stone
TC6 | Trading Post | Trade & Church | yellow | 102 | NS | Farm
TC7 | Trading Post | Trade & Church | green | 210 | EW | Sawmill
TC8 | Trading Post | Trade & Church | grey | 021 | NE | Quarry
TC9 | Cathedral | Trade & Church | grey | 121 | NS |
WA1 | Siege Tower | War | green | 200 | NE |
WA2 | Siege Tower | War | green | 200 |  |
WA3 | Siege Tower | War | grey | 200 |  |
WA4 | Siege Tower | War | yellow | 200 | EW |
WA5 | Siege Tower | War | yellow | 200 |  |
WA6 | Stronghold | War | green | 120 | NS |
WA7 | Stronghold | War | grey | 120 | NW |
WA8 | Stronghold | War | grey | 120 |  |
WA9 | Stronghold | War | yellow | 120 |  |
PA1 | Watchtower | Patrol | green | 111 |  | row
PA2 | Watchtower | Patrol | green | 111 |  | column
PA3 | Watchtower | Patrol | grey | 111 | SW | row
PA4 | Watchtower | Patrol | grey | 111 |  | column
PA5 | Watchtower | Patrol | yellow | 111 |  | row
PA6 | Watchtower | Patrol | yellow | 111 |  | column
PA7 | Garrison | Patrol | green | 110 | NS |
PA8 | Garrison | Patrol | grey | 110 | EW |
PA9 | Garrison | Patrol | yellow | 110 | ES |
CR1 | Basket Shop | Crafts | green | 102 | NE | orth green+yellow
CR2 | Basket Shop | Crafts | yellow | 102 |  | diag green+yellow
CR3 | Pottery | Crafts | grey | 021 |  | orth grey+yellow
CR4 | Pottery | Crafts | yellow | 021 |  | diag grey+yellow
CR5 | Cooperage | Crafts | grey | 210 |  | orth grey+green
CR6 | Cooperage | Crafts | green | 210 |  | diag grey+green
CR7 | Guildhall | Crafts | green | 110 | EW | Basket Shop
CR8 | Guildhall | Crafts | grey | 110 | NS | Pottery
CR9 | Guildhall | Crafts | yellow | 110 | SW | Cooperage
"""

SETS = {
    "travel": "Travel",
    "industry": "Land & Industry",
    "church": "Trade & Church",
    "war": "War",
    "crafts": "Crafts",
    "patrol": "Patrol",
}
RESOURCE = {"green": "wood", "grey": "stone", "yellow": "wheat"}
RESOURCES = ("wood", "stone", "wheat")
TURNED = str.maketrans("NESW", "SWNE")


@dataclass(frozen=True, slots=True)
class Printed:
    """What is printed on a tile. Roads are groups of joined edges, in the tile's own frame."""

    id: str
    name: str
    set: str
    colour: str
    cost: tuple[int, int, int]  # wood, stone, wheat
    roads: tuple[str, ...]
    drawn: str  # axis, counted building, or formation with its two colours

    @property
    def resource(self) -> str:
        return RESOURCE[self.colour]

    @property
    def axis(self) -> str:
        return self.drawn

    @property
    def form(self) -> str:
        return self.drawn.split()[0]

    @property
    def pair(self) -> tuple[str, ...]:
        return tuple(self.drawn.split()[1].split("+"))

    def lying(self, turned: bool) -> tuple[str, ...]:
        """The roads as they lie on the table."""
        return tuple(road.translate(TURNED) for road in self.roads) if turned else self.roads


def _printed(line: str) -> Printed:
    id, name, group, colour, cost, roads, drawn = (part.strip() for part in line.split("|"))
    return Printed(id, name, group, colour, (int(cost[0]), int(cost[1]), int(cost[2])), tuple(roads.split()), drawn)


TILES = {tile.id: tile for tile in map(_printed, TABLE.strip().splitlines())}
