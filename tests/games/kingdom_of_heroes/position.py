"""Positions of Kingdom of Heroes as plain data, read out of a state of either engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from rulewright.core.program import Field
from rulewright.dsl.world import AttrSym
from rulewright.play import load
from rulewright.play.game import Game
from tests.games.kingdom_of_heroes.ledger import CARDS, REGIONS

COLOURS = ("red", "blue", "green", "yellow")
CLASSES = {"adventurer": "A", "knight": "K", "mage": "M"}
WHITE = ("Sapphire", "Zatorius")
VARIANTS = {2: ("Two colours each",), 3: (), 4: ()}


@dataclass(slots=True)
class Position:
    """Where everything is and what everybody has. Heroes are called Red_knight_2; places by name, a card by its id."""

    where: dict[str, str]
    rings: set[str]
    owners: dict[str, str]  # colour -> seat
    fame: dict[str, int]  # by colour
    crowns: dict[str, int]
    hearts: dict[str, int]
    crystals: dict[str, int]
    bank: int
    hearts_left: int
    crystals_left: int
    rings_left: int
    starter: str
    round: int
    turn_space: int
    leader: str | None
    champion: str | None
    seats: tuple[str, ...]
    stacks: dict[str, list[str]] = field(default_factory=dict)  # the uppermost card first

    # ------------------------------------------------------------ who is where

    def heroes(self, place: str, colour: str | None = None) -> list[str]:
        """The heroes of the players in a place or on a card."""
        return [h for h, at in self.where.items() if at == place and is_hero(h) and colour in {None, colour_of(h)}]

    def at(self, place: str) -> str:
        """Heroes in short: `red 2A 1K, blue 1A, Sapphire`; a ring is a star."""
        found = []
        for colour in COLOURS:
            counts = Counter(class_of(h) + "*" * (h in self.rings) for h in self.heroes(place, colour))
            if counts:
                order = sorted(counts, key=lambda kind: ("AKM".index(kind[0]), kind))
                found.append(f"{colour} {' '.join(f'{counts[kind]}{kind}' for kind in order)}")
        return ", ".join([*found, *(w for w in WHITE if self.where[w] == place)])

    def colours(self, place: str) -> list[str]:
        return [colour for colour in COLOURS if self.heroes(place, colour)]

    def spare(self, colour: str, kind: str) -> list[str]:
        return [h for h in self.heroes(f"reserve {colour}", colour) if class_of(h) == kind]

    def on_board(self, colour: str) -> list[str]:
        """Heroes that are neither in the reserve nor out of the game."""
        return [h for h, at in self.where.items() if is_hero(h) and colour_of(h) == colour and at not in {"box", f"reserve {colour}"}]

    # ------------------------------------------------------------ cards

    @property
    def missions(self) -> dict[str, str]:
        """The card in each region that has one, from west to east."""
        cards = {at: card for card, at in self.where.items() if card in CARDS and at in REGIONS}
        return {region: cards[region] for region in REGIONS if region in cards}

    def trophies(self, seat: str) -> list[str]:
        return [card for card, at in self.where.items() if card in CARDS and at == f"trophies {seat}"]

    def region_of(self, name: str) -> str:
        """The region of somebody who stands in it, or on the card there."""
        at = self.where[name]
        return self.where[at] if at in CARDS else at

    # ------------------------------------------------------------ players

    def order(self) -> list[str]:
        """The seats in the order of turns of this round."""
        first = self.seats.index(self.starter)
        return [*self.seats[first:], *self.seats[:first]]

    def colours_of(self, seat: str) -> list[str]:
        return [colour for colour in COLOURS if self.owners.get(colour) == seat]


def is_hero(name: str) -> bool:
    return name.split("_")[0].lower() in COLOURS and name not in CARDS


def colour_of(hero: str) -> str:
    return hero.split("_")[0].lower()


def class_of(hero: str) -> str:
    return CLASSES[hero.split("_")[1]]


class Eyes:
    """Reads positions of one loaded game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.program = game.program
        kinds = {kind.name: kind for kind in self.program.kinds}
        self.pieces = {kind.ids[i]: kind.base + i for kind in self.program.kinds for i in range(kind.count)}
        self.names = {piece: name for name, piece in self.pieces.items()}
        self.heroes = kinds["Hero"]
        self.spots: dict[int, str] = {0: "box"}
        for place in self.program.places:
            for offset in range(place.sites):
                copy, cell = divmod(offset, place.cells)
                name = place.cell_names[cell] if place.cell_names else place.name
                if place.shape == "mat":
                    name = kinds["Mission"].ids[copy]
                elif place.per:
                    name = f"{place.name} {game.names.family(place.per, copy)}"
                self.spots[place.base + offset] = name
        self.sites = {spot: site for site, spot in self.spots.items()}

    def slot(self, attributes: Mapping[str, AttrSym], name: str) -> Field:
        core = attributes[name].core
        assert core is not None and core.field is not None
        return core.field

    def game_slot(self, name: str) -> int:
        return self.slot(self.game.world.game_attrs, name).at

    def player_slot(self, name: str) -> int:
        return self.slot(self.game.world.player_attrs, name).at

    def colour_slot(self, name: str) -> int:
        return self.slot(self.game.world.enum_attrs["Colour"], name).at

    @property
    def ring_slot(self) -> int:
        found = self.heroes.attributes["ring"].field
        assert found is not None
        return found.at

    def short(self, piece: int, state: list[int]) -> str:
        """A hero by colour, class, ring and place, so that alike ones are told alike; other pieces by name."""
        assert self.program.loc is not None
        name = self.names[piece]
        if not is_hero(name):
            return name
        ring = "*" * (state[self.ring_slot] >> piece - self.heroes.base & 1)
        return f"{colour_of(name)} {class_of(name)}{ring} {self.spots[state[self.program.loc.at + piece]]}"

    def read(self, state: list[int]) -> Position:
        program, seats = self.program, self.game.seats
        assert program.loc is not None and program.pos is not None
        where = {name: self.spots[state[program.loc.at + piece]] for name, piece in self.pieces.items()}
        names = list(self.pieces)

        def one(name: str) -> int:
            return state[self.game_slot(name)]

        def all_players(name: str) -> dict[str, int]:
            return {seat: state[self.player_slot(name) + i] for i, seat in enumerate(seats)}

        owners = {c: state[self.colour_slot("owner") + i] for i, c in enumerate(COLOURS)}
        heights = {name: state[program.pos.at + piece] for name, piece in self.pieces.items()}
        leader, champion = one("leader"), one("champion")
        return Position(
            where=where,
            rings={name for name in self.heroes.ids if state[self.ring_slot] >> self.pieces[name] - self.heroes.base & 1},
            owners={colour: seats[owner] for colour, owner in owners.items() if owner >= 0},
            fame={c: state[self.colour_slot("fame") + i] for i, c in enumerate(COLOURS)},
            crowns=all_players("crowns"),
            hearts=all_players("hearts"),
            crystals=all_players("crystals"),
            bank=one("bank"),
            hearts_left=one("hearts_left"),
            crystals_left=one("crystals_left"),
            rings_left=one("rings"),
            starter=seats[one("starter")],
            round=one("round_number"),
            turn_space=one("turn_space"),
            leader=COLOURS[leader] if leader >= 0 else None,
            champion=names[champion] if champion >= 0 else None,
            seats=seats,
            stacks={
                letter: sorted((n for n in names if where[n] == f"stack {letter.lower()}"), key=lambda n: -heights[n]) for letter in "ABCDE"
            },
        )


@lru_cache(maxsize=64)
def game_with(players: int = 3, engine: str = "interpreter", variant: str = "", **options: str) -> Game:
    """The game, loaded once for each choice of options; with what is needed to begin from any position."""
    variants = VARIANTS[players] + ((variant,) if variant else ())
    return load("kingdom_of_heroes", options, players=players, variants=variants, engine=engine, examples=True)


@lru_cache(maxsize=64)
def eyes_of(game: Game) -> Eyes:
    return Eyes(game)
