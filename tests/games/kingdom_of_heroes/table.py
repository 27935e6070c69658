"""Positions laid out in short words, and play from there.

Heroes are written as `red 2A 1K, blue 1A*, Sapphire`: adventurers, knights and mages of a colour; a star is a ring.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.core.layout import initial
from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.play.models import Refusal
from tests.games.kingdom_of_heroes.ledger import CARDS, CHARTS
from tests.games.kingdom_of_heroes.position import COLOURS, WHITE, Eyes, Position, class_of, colour_of, eyes_of, game_with
from tests.games.sitting import match_from

OUT_OF_THE_GAME = ("adventurer_9", "adventurer_10", "knight_4", "mage_3")  # unless three play


class Sitting:
    """A match that is going on. Chance is asked, so that a test says what is rolled."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.eyes: Eyes = eyes_of(match.game)

    @property
    def now(self) -> Position:
        return self.eyes.read(self.match.reader().state)

    @property
    def over(self) -> bool:
        """Whether nothing is left to decide."""
        return self.match.over

    @property
    def who(self) -> str | None:
        """Who decides; None is chance, or nobody if it is over."""
        return self.match.decision.seat if self.match.decision is not None else None

    @property
    def asked(self) -> str:
        """What is to be decided."""
        return self.match.decision.prompt if self.match.decision is not None else ""

    @property
    def options(self) -> list[str]:
        return [option.title for option in self.match.decision.options] if self.match.decision is not None else []

    def play(self, *choices: str) -> Sitting:
        """Choose options by their titles, one after the other; `a / b` are several choices, too."""
        for choice in (part.strip() for text in choices for part in text.split("/")):
            assert choice in self.options, f"{self.who} cannot choose “{choice}” ({self.asked}); there is {self.options}"
            self.match.choose(choice)
        return self

    def skip(self, *unwanted: str) -> Sitting:
        """Say no (decline, done, go on) as long as that is possible and nothing of this sort is asked: `skip("promote")`."""
        while self.asked not in unwanted and (no := [o for o in self.options if o in {"decline", "done", "go on"}]):
            self.match.choose(no[0])
        return self

    def stroll(self) -> Sitting:
        """The least that can be done: say no, or else take the first option."""
        no = [option for option in self.options if option in {"decline", "done", "go on"}]
        self.match.choose(no[0] if no else 0)
        return self

    def why(self, action: str, **arguments: str) -> Refusal:
        return self.match.why_not(action, arguments)

    def ask(self, name: str, *arguments: str | int) -> Any:
        """The value of a definition: names stand for colours, seats, pieces, cards and places."""
        func = self.match.game.world.defines[name].func
        return self.match.game.interpreter.ask(func, self.match.reader().state, -1, *(number(self.eyes, a) for a in arguments))

    @property
    def score(self) -> dict[str, dict[str, int]]:
        return self.match.score()


def number(eyes: Eyes, name: str | int) -> int:
    """The number by which the engine knows a thing."""
    if isinstance(name, int):
        return name
    if name in COLOURS:
        return COLOURS.index(name)
    if name in eyes.game.seats:
        return eyes.game.seats.index(name)
    return eyes.pieces[name] if name in eyes.pieces else eyes.sites[name] if name in eyes.sites else "abcde".index(name.lower())


def laid(
    *,
    players: int = 3,
    cards: Mapping[str, str] | None = None,
    at: Mapping[str, str] | None = None,
    stacks: Mapping[str, str] | None = None,
    chart: str = "Map_1",
    trophies: Mapping[str, str] | None = None,
    crowns: int | tuple[int, ...] = 0,
    hearts: tuple[int, ...] = (),
    crystals: tuple[int, ...] = (),
    fame: tuple[int, ...] = (),
    starter: str = "Red",
    round: int = 1,
    tokens: int = 4,
    variant: str = "",
    **options: str,
) -> tuple[Game, list[int]]:
    """A position. `cards` says where mission cards lie, `at` who is where (in a place or on a card); everybody else is in reserve."""
    game = game_with(players, "interpreter", variant, **options)
    eyes = eyes_of(game)
    state = initial(game.program)
    move = game.interpreter.machine.pieces.move

    def to(piece: str, spot: str) -> None:
        move(state, eyes.pieces[piece], eyes.sites[spot], -1)

    owners = (0, 1, 0, 1) if players == 2 else tuple(range(players))
    for place, owner in enumerate(owners):
        state[eyes.colour_slot("owner") + place] = owner
    for hero in eyes.heroes.ids:
        colour = colour_of(hero)
        aside = players != 3 and hero.split("_", 1)[1] in OUT_OF_THE_GAME
        if COLOURS.index(colour) < len(owners) and not aside:
            to(hero, f"reserve {colour}")
    for white in WHITE:
        to(white, "Capital")
    for card in ("Princess_Sapphire", "Royal_Wizard_Zatorius"):
        to(card, "court")
    for card in CHARTS:
        to(card, "table" if card == chart else "charts")
    for card, region in (cards or {}).items():
        to(card, region)
    for spot, words in (at or {}).items():
        _stand(game, state, spot, words)
    for letter, pile in (stacks or {}).items():
        for card in reversed(pile.split()):
            to(card, f"stack {letter.lower()}")
    for seat, won in (trophies or {}).items():
        for card in won.split():
            to(card, f"trophies {seat}")
    purses = (crowns,) * players if isinstance(crowns, int) else crowns
    for name, values in (("crowns", purses), ("hearts", hearts), ("crystals", crystals)):
        for place, value in enumerate(values):
            state[eyes.player_slot(name) + place] = value
    for place, value in enumerate(fame):
        state[eyes.colour_slot("fame") + place] = value
    settings = {"bank": 108 - sum(purses), "hearts_left": tokens - sum(hearts), "crystals_left": tokens - sum(crystals)}
    settings |= {"starter": game.seats.index(starter), "round_number": round, "rings": 4 - state[eyes.ring_slot].bit_count()}
    for name, value in settings.items():
        state[eyes.game_slot(name)] = value
    return game, state


def _stand(game: Game, state: list[int], spot: str, words: str) -> None:
    """Let heroes from the reserve stand somewhere."""
    eyes = eyes_of(game)
    move = game.interpreter.machine.pieces.move
    for group in filter(None, (part.strip() for part in words.split(","))):
        if group in WHITE:
            move(state, eyes.pieces[group], eyes.sites[spot], -1)
            continue
        colour, *kinds = group.split()
        for kind in kinds:
            position = eyes.read(state)
            ringed = kind.endswith("*")
            letter = kind.rstrip("*")[-1]
            wanted = int(kind.rstrip("*")[:-1] or 1)
            found = [h for h in position.heroes(f"reserve {colour}", colour) if class_of(h) == letter][:wanted]
            assert len(found) == wanted, f"{colour} has no {wanted} {letter} left for {spot}"
            for hero in found:
                move(state, eyes.pieces[hero], eyes.sites[spot], -1)
                if ringed:
                    state[eyes.ring_slot] |= 1 << eyes.pieces[hero] - eyes.heroes.base


def begin(what: str, *arguments: str | int, seat: str | None = None, **position: Any) -> Sitting:
    """Begin a phase (`turn`, `resolution`, `judge`, …) in a position that is laid out, and go on to the first decision."""
    game, state = laid(**position)
    eyes = eyes_of(game)
    known = {piece for words in [position.get("cards") or {}] for piece in words}
    assert known <= set(CARDS), known - set(CARDS)
    actor = game.seats.index(seat) if seat is not None else -1
    proc = game.world.routines[what][0].proc
    game.interpreter.perform(proc, state, [actor, *(number(eyes, a) for a in arguments)])
    return Sitting(match_from(game, state))


def looked_at(**position: Any) -> Sitting:
    """A position in which nothing happens."""
    return Sitting(match_from(*laid(**position)))


def started(players: int = 3, seed: int = 0, *, variant: str = "", chance: str = "auto", **options: str) -> Sitting:
    """A whole match from the beginning."""
    return Sitting(game_with(players, "interpreter", variant, **options).start(seed, chance=chance))
