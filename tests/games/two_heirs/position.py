"""Positions of The Two Heirs as plain data, read out of a state of either engine."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache

from rulewright.core.program import Field, Kind
from rulewright.core.types import Set
from rulewright.play import load
from rulewright.play.game import Game

Spot = tuple[int, int]
SEATS = ("White", "Blue")


@cache
def spot_named(text: str) -> Spot:
    """`(1, -2)` as a pair of numbers."""
    x, y = ast.literal_eval(text)
    return x, y


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the land. Face down it is nobody's."""

    id: str
    owner: str | None
    up: bool


@dataclass(slots=True)
class Position:
    land: dict[Spot, Laid]
    troops: dict[str, str | Spot]  # White_first, …: a cell, or court, sideline, box
    moved: frozenset[str]
    reserve: tuple[str | None, ...]  # the seven slots: a tile, Shield, or nothing
    crown: str
    hands: dict[str, frozenset[str]]
    supply: tuple[str, ...]  # the uppermost first, as far as anybody could know
    box: frozenset[str]
    discounts: dict[str, int]
    treasures: dict[str, str | Spot]
    last_site: Spot | None

    def at_court(self, seat: str) -> int:
        return sum(where == "court" and troop.startswith(seat) for troop, where in self.troops.items())

    def in_land(self, seat: str) -> int:
        return sum(isinstance(where, tuple) and troop.startswith(seat) for troop, where in self.troops.items())

    @property
    def gap(self) -> int:
        """The slot of the shield."""
        return self.reserve.index("Shield")

    @property
    def ring(self) -> list[str]:
        """The tiles of the reserve, clockwise from the shield."""
        start = self.gap if "Shield" in self.reserve else 0
        order = [self.reserve[(start + step) % 7] for step in range(7)]
        return [tile for tile in order if tile not in {None, "Shield"}]

    @property
    def tiles(self) -> list[str]:
        """Every tile, wherever it is."""
        laid = [tile.id for tile in self.land.values()]
        held = [tile for hand in self.hands.values() for tile in hand]
        return [*laid, *held, *self.ring, *self.supply, *self.box]


class Eyes:
    """Reads positions of one loaded game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.program = game.program
        self.kinds = {kind.name: kind for kind in self.program.kinds}
        self.places = {place.name: place for place in self.program.places}
        self.spots: dict[int, str | Spot] = {0: "box"}
        for place in self.program.places:
            for offset in range(place.sites):
                if place.shape == "open_grid":
                    self.spots[place.base + offset] = spot_named(place.cell_names[offset])
                else:
                    self.spots[place.base + offset] = f"{place.name} {offset}" if place.sites > 1 else place.name
        self.sites = {spot: site for site, spot in self.spots.items()}
        self.pieces = {kind.ids[i] or kind.name: kind.base + i for kind in self.program.kinds for i in range(kind.count)}

    def field(self, kind: str, attribute: str) -> Field:
        found = self.kinds[kind].attributes[attribute].field
        assert found is not None
        return found

    def read(self, state: bytes | bytearray) -> Position:
        where = self._where(state)
        tiles, troops = self.kinds["Tile"], self.kinds["Troop"]
        owners, faces = self._column(state, self.program.owner), self._column(state, self.field("Tile", "face"))
        land, slots = {}, dict[str, str]()
        for name, spot in where.items():
            if isinstance(spot, tuple) and name in tiles.ids:
                piece = self.pieces[name]
                owner = SEATS[owners[piece]] if owners[piece] >= 0 else None
                land[spot] = Laid(name, owner, faces[piece - tiles.base] == 0)
            elif isinstance(spot, str) and spot.startswith("reserve"):
                slots[spot] = name
        moved = self._column(state, self.field("Troop", "moved"))[0]
        discounts = self.game.world.player_attrs["discounts"].core
        assert discounts is not None and discounts.field is not None
        last = self.game.world.game_attrs.get("last_site")
        site = self._column(state, last.core.field)[0] if last is not None and last.core is not None and last.core.field else 0
        spot = self.spots[site] if last is not None else None
        assert spot is None or isinstance(spot, tuple)
        return Position(
            land=land,
            troops={name: where[name] for name in troops.ids},
            moved=frozenset(name for i, name in enumerate(troops.ids) if moved >> i & 1),
            reserve=tuple(slots.get(f"reserve {n}") for n in range(7)),
            crown=SEATS[self._column(state, self.field("Shield", "face"))[0]],
            hands={seat: self._among(where, tiles, f"hand {i}") for i, seat in enumerate(SEATS)},
            supply=self._pile(state, where, tiles, "supply"),
            box=self._among(where, tiles, "box"),
            discounts=dict(zip(SEATS, self._column(state, discounts.field), strict=True)),
            treasures={name: where[name] for name in self.kinds["Treasure"].ids} if "Treasure" in self.kinds else {},
            last_site=spot,
        )

    def _where(self, state: bytes | bytearray) -> dict[str, str | Spot]:
        sites = self._column(state, self.program.loc)
        return {name: self.spots[sites[piece]] for name, piece in self.pieces.items()}

    def _among(self, where: dict[str, str | Spot], kind: Kind, spot: str) -> frozenset[str]:
        return frozenset(name for name in kind.ids if where[name] == spot)

    def _pile(self, state: bytes | bytearray, where: dict[str, str | Spot], kind: Kind, spot: str) -> tuple[str, ...]:
        heights = self._column(state, self.program.pos)
        return tuple(sorted(self._among(where, kind, spot), key=lambda name: -heights[self.pieces[name]]))

    @staticmethod
    def _column(state: bytes | bytearray, field: Field | None) -> list[int]:
        assert field is not None
        signed = not isinstance(field.type, Set)
        steps = range(field.offset, field.offset + field.width * field.count, field.width)
        return [int.from_bytes(state[at : at + field.width], "little", signed=signed) for at in steps]


@cache
def game_with(solo: bool = False, engine: str | None = None, rules: str = "two_heirs", **options: str) -> Game:
    """The game, loaded once for each choice of options; with what is needed to begin from any position."""
    return load(rules, options, variants=("Henry",) if solo else (), engine=engine, examples=True)


@cache
def eyes_of(game: Game) -> Eyes:
    return Eyes(game)
