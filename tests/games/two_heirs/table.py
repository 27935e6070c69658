"""Positions laid out in the ledger's notation, and play from there.

`TR5@(0,0):W` is a building of White, `:B` one of Blue, `LI1@(1,0):open` a tile lying face down, `White_first@court` a troop.
Moves are told apart by words such as `take TR4`, `construct TR1 (0,1)`, `march White_retinue (1,0)`, `done`, `decline`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.core.layout import initial
from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.play.models import Option
from tests.games.sitting import WordedMatch, match_from
from tests.games.two_heirs.position import SEATS, Eyes, Position, Spot, eyes_of, game_with
from tests.games.two_heirs.tiles import SETS, TILES

LAID = re.compile(r"(\w+)@(?:\((-?\d+),(-?\d+)\)|(\w+))(?::(W|B|open))?$")
OWNERS = {"W": 0, "B": 1, "open": -1, None: -1}
FIRST_GAME = ("travel", "industry", "church")


def sets_for(ids: Iterable[str]) -> str:
    """Three sets that have these tiles: those needed, then those of a first game."""
    names = {title: name for name, title in SETS.items()}
    needed = {names[TILES[id].set] for id in ids if id in TILES}
    for name in FIRST_GAME:
        if len(needed) < 3:
            needed.add(name)
    assert len(needed) == 3, f"no three sets have all of these: {needed}"
    return ",".join(name for name in SETS if name in needed)


class Sitting(WordedMatch):
    """A match that is going on, with its options and its position in short words."""

    def __init__(self, match: Match) -> None:
        self.eyes: Eyes = eyes_of(match.game)
        super().__init__(match, {number: name for name, number in self.eyes.pieces.items()})

    @property
    def now(self) -> Position:
        return self.eyes.read(self.match.state)

    def words(self, option: Option) -> Iterable[list[str]]:
        return [self.alike(a.value) if a.sort == "piece" else [self._spot(a.value)] for a in option.arguments]

    def finish(self) -> Sitting:
        """Play to the end: always the first tile within reach, and nothing else."""
        while not self.match.over:
            self.play(next((m for m in sorted(self.moves) if m.split()[0] in {"done", "discard"}), None) or min(self.moves & self._takes))
        return self

    @property
    def _takes(self) -> set[str]:
        return {f"take {tile}" for tile in self.now.ring}

    def reach(self, seat: str = "White") -> int:
        value = self._defined("reach", seat)
        assert isinstance(value, int)
        return value

    def access(self, seat: str = "White") -> tuple[int, ...]:
        """What a seat can build with: wood, stone and wheat."""
        value = self._defined("access", seat)
        assert isinstance(value, tuple)
        return value

    def _defined(self, name: str, seat: str) -> object:
        func = self.match.game.world.defines[name].func
        return self.match.game.interpreter.ask(func, self.match.reader().state, -1, SEATS.index(seat))

    def score(self, seat: str = "White") -> int:
        return sum(self.match.score()[seat].values())

    def entry(self, name: str, seat: str = "White") -> int:
        return self.match.score()[seat][name]

    def _spot(self, site: int) -> str:
        spot = self.eyes.spots[site]
        return f"({spot[0]},{spot[1]})" if isinstance(spot, tuple) else spot


def begin(
    *,
    land: str = "LI1@(0,0):open",
    troops: str = "White_retinue@(0,0) White_first@court White_second@court",
    reserve: str = "",
    shield: int = 0,
    crown: str = "White",
    white: str = "",
    blue: str = "",
    supply: str = "",
    treasures: str = "",
    trove: str = "",
    last_site: Spot | None = None,
    solo: bool = False,
    engine: str = "interpreter",
    rules: str = "two_heirs",
    **options: str,
) -> Sitting:
    """Begin a turn in a position. The reserve is told clockwise from the shield, `-` for an empty slot; the supply from its top."""
    told = re.findall(r"[A-Z]{2}\d", " ".join([land, reserve, white, blue, supply]))
    assert len(told) == len(set(told)), f"a tile is there twice: {sorted(told)}"
    options.setdefault("sets", sets_for(told))
    game = game_with(solo, engine, rules, **options)
    state = _laid_out(game, land, troops, treasures)
    move = game.interpreter.machine.pieces.move
    eyes = eyes_of(game)
    move(state, eyes.pieces["Shield"], eyes.sites[f"reserve {shield}"], -1)
    state[eyes.field("Shield", "face").at] = SEATS.index(crown)
    for step, tile in enumerate(reserve.split(), 1):
        if tile != "-":
            move(state, eyes.pieces[tile], eyes.sites[f"reserve {(shield + step) % 7}"], -1)
    for seat, hand in enumerate((white, blue)):
        for tile in hand.split():
            move(state, eyes.pieces[tile], eyes.sites[f"hand {seat}"], -1)
    for place, pile in (("supply", supply), ("trove", trove)):
        for piece in reversed(pile.split()):
            move(state, eyes.pieces[piece], eyes.sites[place], -1)
    if last_site is not None:
        attribute = game.world.game_attrs["last_site"].core
        assert attribute is not None and attribute.field is not None
        state[attribute.field.at] = eyes.sites[last_site]
    assert game.world.resume is not None
    game.interpreter.perform(game.world.resume, state, [SEATS.index(crown)])
    return Sitting(match_from(game, state, chance="auto"))


def shown(land: str, troops: str = "", *, solo: bool = False, treasures: str = "", trove: str = "", **options: str) -> Sitting:
    """A position to be looked at and scored; nobody plays."""
    options.setdefault("sets", sets_for(re.findall(r"[A-Z]{2}\d", land)))
    game = game_with(solo, "interpreter", **options)
    state = _laid_out(game, land, troops, treasures)
    eyes = eyes_of(game)
    for piece in reversed(trove.split()):
        game.interpreter.machine.pieces.move(state, eyes.pieces[piece], eyes.sites["trove"], -1)
    return Sitting(match_from(game, state, chance="auto"))


def _laid_out(game: Game, land: str, troops: str, treasures: str) -> list[int]:
    state = initial(game.program)
    eyes = eyes_of(game)
    pieces = game.interpreter.machine.pieces
    faces = eyes.field("Tile", "face").at - eyes.kinds["Tile"].base
    for text in [*land.split(), *troops.split(), *treasures.split()]:
        found = LAID.match(text)
        assert found is not None, text
        name, x, y, place, how = found.groups()
        piece = eyes.pieces[name]
        assert game.program.loc is not None and state[game.program.loc.at + piece] == 0, f"{name} is there twice"
        pieces.move(state, piece, eyes.sites[place if place else (int(x), int(y))], -1)
        if name in TILES:
            assert how is not None, text
            pieces.set_owner(state, piece, OWNERS[how], -1)
            state[faces + piece] = int(how == "open")
    return state
