"""Positions laid out in the ledger's notation, and play from there.

A henchman is `D4 H15 G5 S2 A5 psn`: his square, his health, gold, strength and arming, and whether he is poisoned; what is not
said is as at the start. The board is `B3:VI06_1 B3:Orb_1!`: what lies on which square, with `!` for a guarded treasure.
Moves are told apart by words such as `roll 4`, `walk C4`, `Strike`, `cast SP1_1`, `insert TR1_1`, `lay TR1_1 G7`, `choose A7`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulewright.core.layout import initial
from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.play.models import CellView, Option
from tests.games.grandlins_heirs.position import SEATS, Eyes, Henchman, Position, eyes_of, game_with, put
from tests.games.sitting import WordedMatch, match_from

HOMES = {"Red": "A0", "Blue": "A9", "Yellow": "J9", "Green": "J0"}
DULL = ("go_on", "rest", "Leave it at that", "Play no card", "Pass by", "Leave it there", "Leave", "Like the first", "decline", "Flee")
LETTERS = {"H": "health", "G": "gold", "S": "strength", "A": "arming"}


class Sitting(WordedMatch):
    """A match that is going on, with its options and its position in short words. Chance brings what the test says."""

    def __init__(self, match: Match) -> None:
        self.eyes: Eyes = eyes_of(match.game)
        super().__init__(match, {number: name for name, number in (self.eyes.things | self.eyes.henchmen).items()})

    @property
    def now(self) -> Position:
        return self.eyes.read(self.match.reader().state)

    def man(self, seat: str = "Red") -> Henchman:
        return self.now.henchmen[seat]

    def head(self, option: Option) -> str:
        if option.role == "label":
            return option.title
        if option.role == "chance" and option.arguments and option.arguments[0].sort == "piece":
            return "draw"
        return option.action if option.role in {"act", "chance"} else option.role

    def words(self, option: Option) -> Iterable[list[str]]:
        for a in option.arguments:
            if a.sort == "piece":
                yield [self.names[a.value]] if option.role == "chance" else self.alike(a.value)
            else:
                yield [self.eyes.spots[a.value] if a.sort == "cell" else a.name]

    def tomorrow(self, seat: str = "Red") -> Sitting:
        """Go on quietly until the next day of a seat begins."""
        while self.now.active == seat:
            self.quiet()
        while self.now.active != seat:
            self.quiet()
        return self

    def quiet(self) -> Sitting:
        """One decision, taken so that as little as possible happens."""
        moves = self.moves
        chosen = next((move for move in DULL if move in moves), None) or min(moves)
        return self.play(chosen)

    def seen(self, seat: str | None, square: str) -> list[str | None]:
        """What a seat sees on a square: names of cards and treasures; None where it knows only that something is there."""
        return [piece.name for piece in self.cell(seat, square).pieces if piece.kind != "Henchman"]

    def cell(self, seat: str | None, square: str) -> CellView:
        board = next(place for place in self.match.view(seat).places if place.name == "board")
        return next(cell for cell in board.cells if cell.name == square)


def begin(
    red: str = "A0",
    blue: str = "A9",
    yellow: str = "J9",
    green: str = "J0",
    *,
    board: str = "",
    hand: str = "",
    blues: str = "",
    deck: str | None = None,
    hoard: str | None = None,
    discard: str = "",
    first: str = "Red",
    players: int = 2,
    variants: tuple[str, ...] = (),
    options: tuple[str, ...] = (),
    engine: str = "interpreter",
    purse: dict[str, int] | None = None,
    seen: str = "",
) -> Sitting:
    """Begin a day in a position. `hand` is Red's, `blues` Blue's; piles are told from the top, and hold all the rest if not told.

    `seen` names things on the board that everybody has seen before.
    """
    game = game_with(players, variants, engine, options)
    state, eyes = initial(game.program), eyes_of(game)
    move = game.interpreter.machine.pieces.move
    for seat, text in zip(game.seats, (red, blue, yellow, green), strict=False):
        _henchman(game, state, seat, text)
    for item in board.split():
        square, _, name = item.partition(":")
        move(state, eyes.pieces[name.rstrip("!")], eyes.sites[square], -1)
        assert game.program.known is not None
        state[game.program.known.at + eyes.pieces[name.rstrip("!")]] = 0
        if name.endswith("!"):
            kind = eyes.kinds["Treasure"]
            put(state, kind.attributes["guarded"], eyes.pieces[name.rstrip("!")] - kind.base, 1)
    for seat, held in (("Red", hand), ("Blue", blues)):
        for name in held.split():
            move(state, eyes.pieces[name], eyes.sites[f"hand {seat}"], -1)
    for name in discard.split():
        move(state, eyes.pieces[name], eyes.sites["discard"], -1)
    for place, told, sort in (("deck", deck, "Card"), ("hoard", hoard, "Treasure")):
        assert game.program.loc is not None
        rest = [name for name in eyes.kinds[sort].ids if state[game.program.loc.at + eyes.pieces[name]] == 0]
        for name in reversed(rest if told is None else told.split()):
            move(state, eyes.pieces[name], eyes.sites[place], -1)
    for name, gold in (purse or {}).items():
        put(state, eyes.kinds["Card"].attributes["purse"], eyes.pieces[name] - eyes.kinds["Card"].base, gold)
    for name in seen.split():
        assert game.program.known is not None
        state[game.program.known.at + eyes.pieces[name]] = (1 << len(game.seats)) - 1
    active = game.world.game_attrs["active"].core
    assert active is not None and game.world.resume is not None
    put(state, active, 0, game.seats.index(first))
    game.interpreter.perform(game.world.resume, state, [game.seats.index(first)])
    return Sitting(match_from(game, state))


def _henchman(game: Game, state: list[int], seat: str, text: str) -> None:
    eyes = eyes_of(game)
    kind, piece = eyes.kinds["Henchman"], eyes.henchmen[seat]
    square, *rest = text.split()
    game.interpreter.machine.pieces.move(state, piece, eyes.sites[square], -1)
    for word in rest:
        found = re.fullmatch(r"([HGSA])(\d+)", word)
        assert found is not None or word == "psn", word
        name, value = (LETTERS[found[1]], int(found[2])) if found is not None else ("poisoned", 1)
        put(state, kind.attributes[name], piece - kind.base, value)


def opening(seed: int = 0, players: int = 2, options: tuple[str, ...] = ()) -> Sitting:
    """A match from its very beginning; chance is asked."""
    return Sitting(game_with(players, options=options).start(seed, chance="ask"))


assert set(HOMES) == set(SEATS)
