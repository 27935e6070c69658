"""Positions laid out in the ledger's notation, and play from there.

`TR5@(0,0):W` is a building of White, `:B` one of Blue, `LI1@(1,0):open` a tile lying face down, `White_first@court` a troop.
Moves are told apart by words such as `take TR4`, `construct TR1 (0,1)`, `march White_retinue (1,0)`, `done`, `decline`.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable

from rulewright.core.layout import initial
from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.play.models import Refusal, SavedMatch, Transcript
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


class Sitting:
    """A match that is going on, with its options and its position in short words."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.eyes: Eyes = eyes_of(match.game)
        self.names = {number: name for name, number in self.eyes.pieces.items()}

    @property
    def now(self) -> Position:
        return self.eyes.read(self.match.state)

    @property
    def who(self) -> str | None:
        decision = self.match.decision
        return decision.seat if decision is not None else None

    @property
    def _numbered(self) -> dict[str, int]:
        decision = self.match.decision
        found: dict[str, int] = {}
        for option in decision.options if decision is not None else ():
            head = option.action if option.role == "act" else option.role
            parts = [self._alike(a.value) if a.sort == "piece" else [self._spot(a.value)] for a in option.arguments]
            texts = [head]
            for part in parts:
                texts = [f"{text} {word}" for text in texts for word in part]
            found.update(dict.fromkeys(texts, option.number))
        return found

    @property
    def moves(self) -> set[str]:
        """Everything that may be done now."""
        return set(self._numbered)

    def of(self, action: str) -> set[str]:
        """What an action may be done with now."""
        return {move.removeprefix(action).strip() for move in self.moves if move.split()[0] == action}

    @property
    def actions(self) -> set[str]:
        return {move.split()[0] for move in self.moves}

    def play(self, *moves: str) -> Sitting:
        for move in moves:
            numbers = self._numbered
            assert move in numbers, f"{self.who} cannot {move}; there is {sorted(numbers)}"
            self.match.choose(numbers[move])
        return self

    def finish(self) -> Sitting:
        """Play to the end: always the first tile within reach, and nothing else."""
        while not self.match.over:
            self.play(next((m for m in sorted(self.moves) if m.split()[0] in {"done", "discard"}), None) or min(self.moves & self._takes))
        return self

    @property
    def _takes(self) -> set[str]:
        return {f"take {tile}" for tile in self.now.ring}

    def why(self, action: str, **arguments: str) -> Refusal:
        return self.match.why_not(action, arguments)

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

    def _alike(self, piece: int) -> list[str]:
        """A piece, and those that are the same in everything and lie in the same place."""
        kind = self.eyes.program.kind_of_piece(piece)
        reader = self.match.reader()

        def nature(p: int) -> tuple[int, int, int]:
            return kind.twins[p - kind.base] if kind.twins else p, reader.site_of(p), reader.owner_of(p)

        return [self.names[p] for p in range(kind.base, kind.base + kind.count) if nature(p) == nature(piece)]

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
    return Sitting(_match(game, state))


def shown(land: str, troops: str = "", *, solo: bool = False, treasures: str = "", trove: str = "", **options: str) -> Sitting:
    """A position to be looked at and scored; nobody plays."""
    options.setdefault("sets", sets_for(re.findall(r"[A-Z]{2}\d", land)))
    game = game_with(solo, "interpreter", **options)
    state = _laid_out(game, land, troops, treasures)
    eyes = eyes_of(game)
    for piece in reversed(trove.split()):
        game.interpreter.machine.pieces.move(state, eyes.pieces[piece], eyes.sites["trove"], -1)
    return Sitting(_match(game, state))


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


def _match(game: Game, state: list[int]) -> Match:
    packed = base64.b64encode(game.interpreter.pack(state)).decode("ascii")
    told = Transcript(
        game=game.name,
        title=game.title,
        fingerprint=game.fingerprint,
        options=game.options,
        players=len(game.seats),
        variants=game.variants,
        moves=(),
    )
    return Match.load(game, SavedMatch(transcript=told, state=packed, decision=0).model_dump_json())
