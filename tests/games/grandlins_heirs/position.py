"""Positions of Grandlin's Heirs as plain data, read out of a state of either engine."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rulewright.core.program import Attribute
from rulewright.core.types import Set
from rulewright.play import load
from rulewright.play.game import Game

SEATS = ("Red", "Blue", "Yellow", "Green")
VARIANTS = ("Dropping treasures", "Looting", "Catharsis")


@dataclass(frozen=True, slots=True)
class Henchman:
    square: str
    health: int
    gold: int
    strength: int
    arming: int
    poisoned: bool
    fleeing: bool

    @property
    def power(self) -> int:
        return self.strength + self.arming


@dataclass(slots=True)
class Position:
    henchmen: dict[str, Henchman]
    where: dict[str, str]  # cards and treasures: a square, `hand Red`, deck, discard, hoard or box
    known: dict[str, frozenset[str]]  # on squares: who has seen it
    guarded: frozenset[str]
    purses: dict[str, int]  # of villains who have slain
    stage: str
    active: str
    played: bool
    villain_health: int
    steps: int
    bereft: frozenset[str]
    over: bool

    def at(self, place: str) -> set[str]:
        """What lies in a place."""
        return {thing for thing, spot in self.where.items() if spot == place}

    def hand(self, seat: str) -> set[str]:
        return self.at(f"hand {seat}")

    @property
    def cards(self) -> dict[str, str]:
        return {thing: spot for thing, spot in self.where.items() if not is_treasure(thing)}

    @property
    def treasures(self) -> dict[str, str]:
        return {thing: spot for thing, spot in self.where.items() if is_treasure(thing)}


def is_treasure(thing: str) -> bool:
    return thing.partition("_")[0] in {"Crown", "Goblet", "Orb"}


class Eyes:
    """Reads positions of one loaded game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.program = game.program
        self.kinds = {kind.name: kind for kind in self.program.kinds}
        self.pieces = {kind.ids[i] or kind.name: kind.base + i for kind in self.program.kinds for i in range(kind.count)}
        self.henchmen = {seat: self.kinds["Henchman"].base + i for i, seat in enumerate(game.seats)}
        self.things = {name: self.pieces[name] for kind in ("Card", "Treasure") for name in self.kinds[kind].ids}
        self.villains = [name for name in self.kinds["Card"].ids if name.startswith("VI")]
        self.spots = {0: "box"}
        for place in self.program.places:
            for offset in range(place.sites):
                if place.cell_names:
                    name = place.cell_names[offset]
                elif place.per == "Player":
                    name = f"{place.name} {game.seats[offset]}"
                else:
                    name = place.name
                self.spots[place.base + offset] = name
        self.sites = {spot: site for site, spot in self.spots.items()}

    def read(self, state: list[int]) -> Position:
        program = self.program
        assert program.loc is not None and program.known is not None and program.over is not None
        loc, known = program.loc.at, program.known.at
        where = {name: self.spots[state[loc + piece]] for name, piece in self.things.items()}
        return Position(
            henchmen={seat: self._henchman(state, piece) for seat, piece in self.henchmen.items()},
            where=where,
            known={name: self._seats(state[known + self.things[name]]) for name, spot in where.items() if spot in SQUARES},
            guarded=frozenset(name for name in self.kinds["Treasure"].ids if self.of_piece(state, name, "guarded")),
            purses={name: gold for name in self.villains if (gold := self.of_piece(state, name, "purse"))},
            stage=STAGES[self.of_game(state, "stage")],
            active=self.game.seats[self.of_game(state, "active")],
            played=bool(self.of_game(state, "played")),
            villain_health=self.of_game(state, "villain_health"),
            steps=self.of_game(state, "steps"),
            bereft=frozenset(seat for i, seat in enumerate(self.game.seats) if self.of_player(state, i, "bereft")),
            over=bool(state[program.over.at]),
        )

    def _henchman(self, state: list[int], piece: int) -> Henchman:
        assert self.program.loc is not None
        kind = self.kinds["Henchman"]
        index = piece - kind.base

        def has(name: str) -> int:
            return _element(state, kind.attributes[name], index)

        return Henchman(
            square=self.spots[state[self.program.loc.at + piece]],
            health=has("health"),
            gold=has("gold"),
            strength=has("strength"),
            arming=has("arming"),
            poisoned=bool(has("poisoned")),
            fleeing=bool(has("fleeing")),
        )

    def _seats(self, bits: int) -> frozenset[str]:
        return frozenset(seat for i, seat in enumerate(self.game.seats) if bits >> i & 1)

    def of_piece(self, state: list[int], name: str, attribute: str) -> int:
        kind = self.program.kind_of_piece(self.pieces[name])
        return _element(state, kind.attributes[attribute], self.pieces[name] - kind.base)

    def of_game(self, state: list[int], attribute: str) -> int:
        core = self.game.world.game_attrs[attribute].core
        assert core is not None
        return _element(state, core, 0)

    def of_player(self, state: list[int], seat: int, attribute: str) -> int:
        core = self.game.world.player_attrs[attribute].core
        assert core is not None
        return _element(state, core, seat)


STAGES = ("marching", "meeting", "fighting", "busy", "conjuring", "sleeping")
SQUARES = frozenset(f"{letter}{digit}" for letter in "ABCDEFGHIJ" for digit in range(10))


def _element(state: list[int], attribute: Attribute, index: int) -> int:
    field = attribute.field
    assert field is not None
    if isinstance(field.type, Set) or attribute.bits:
        return state[field.at] >> index & 1
    return state[field.at + index]


def put(state: list[int], attribute: Attribute, index: int, value: int) -> None:
    """Write an attribute into a state."""
    field = attribute.field
    assert field is not None
    if isinstance(field.type, Set) or attribute.bits:
        state[field.at] = state[field.at] & ~(1 << index) | value << index
    else:
        state[field.at + index] = value


@lru_cache(maxsize=32)
def game_with(players: int = 2, variants: tuple[str, ...] = (), engine: str = "interpreter", options: tuple[str, ...] = ()) -> Game:
    """The game, loaded once for each way to play it; with what is needed to begin from any position. Options are `name=value`."""
    chosen = dict(option.split("=") for option in options)
    return load("grandlins_heirs", chosen, players=players, variants=variants, engine=engine, examples=True)


@lru_cache(maxsize=32)
def eyes_of(game: Game) -> Eyes:
    return Eyes(game)
