"""Scenes of The Two Princes: a state laid out in short words, and play from there.

Cards are named by their ids (`E1`, `TI_3`), items and challenges by theirs (`Rope_1`, `The_Password`). Nothing happens by itself:
chance is asked, so a test says which cards are drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from rulewright.core.layout import initial
from rulewright.core.program import Field
from rulewright.core.types import Set
from rulewright.play import load
from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.play.models import Decision, Refusal
from rulewright.play.outcomes import ENDING
from tests.games.sitting import match_from

EDWARD, RICHARD = PRINCES = ("Edward", "Richard")
ATTRIBUTES = ("physique", "charm", "courage", "knowledge")
HANDS = {EDWARD: "E1 E2 E3 E4 E5", RICHARD: "R1 R2 R3 R4 R5"}
DECKS = {EDWARD: "E6", RICHARD: "R6"}


def game_with(engine: str | None = "interpreter", **options: str) -> Game:
    """The game, loaded once for each choice of options."""
    return _loaded(engine, tuple(sorted(options.items())))


@lru_cache(maxsize=8)
def _loaded(engine: str | None, options: tuple[tuple[str, str], ...]) -> Game:
    return load("two_princes", dict(options), engine=engine, examples=engine == "interpreter")


class Eyes:
    """Names of pieces and places, and the fields of a state."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.program = game.program
        self.pieces = {k.ids[i]: k.base + i for k in self.program.kinds for i in range(k.count)}
        self.ids = {number: id for id, number in self.pieces.items()}
        self.sites: dict[str, int] = {"box": 0}
        for place in self.program.places:
            for copy in range(place.copies):
                owner = game.names.family(place.per, copy) if place.per else ""
                self.sites[f"{place.name} {owner}".strip()] = place.base + copy
        self.spots = {site: name for name, site in self.sites.items()}

    def game_field(self, name: str) -> Field:
        core = self.game.world.game_attrs[name].core
        assert core is not None and core.field is not None
        return core.field

    def player_field(self, name: str) -> Field:
        core = self.game.world.player_attrs[name].core
        assert core is not None and core.field is not None
        return core.field

    def item_field(self) -> Field:
        kind = next(k for k in self.program.kinds if k.name == "Item")
        found = kind.attributes["uses"].field
        assert found is not None
        return found


@lru_cache(maxsize=8)
def eyes_of(game: Game) -> Eyes:
    return Eyes(game)


class Scene:
    """A state that can be read and, once something has been begun, played on."""

    def __init__(self, game: Game, state: list[int]) -> None:
        self.game = game
        self.eyes = eyes_of(game)
        self._state = state
        self.match: Match | None = None

    # ------------------------------------------------------------ reading

    @property
    def state(self) -> list[int]:
        return self.match.reader().state if self.match is not None else self._state

    def where(self, id: str) -> str:
        assert self.eyes.program.loc is not None
        return self.eyes.spots[self.state[self.eyes.program.loc.at + self.eyes.pieces[id]]]

    def pile(self, place: str) -> list[str]:
        """What lies in a place, the uppermost first."""
        program = self.eyes.program
        assert program.loc is not None and program.pos is not None
        state, site, heights = self.state, self.eyes.sites[place], program.pos.at
        found = [p for p in range(program.pieces) if state[program.loc.at + p] == site]
        return [self.eyes.ids[p] for p in sorted(found, key=lambda p: -state[heights + p])]

    def hand(self, prince: str) -> set[str]:
        return set(self.pile(f"hand {prince}"))

    def discard(self, prince: str) -> set[str]:
        return set(self.pile(f"discard {prince}"))

    def sizes(self, prince: str) -> tuple[int, int, int]:
        """How many cards are in the hand, in the draw pile and in the discard pile."""
        hand, deck, discard = (len(self.pile(f"{place} {prince}")) for place in ("hand", "deck", "discard"))
        return hand, deck, discard

    def value(self, name: str) -> Any:
        """An attribute of the game: a number, a word, or a set of words."""
        field = self.eyes.game_field(name)
        number = self.state[field.at]
        shown = self.game.world.game_attrs[name].core
        assert shown is not None
        words = self.eyes.program.enums.get(shown.shown.name, ())
        if isinstance(field.type, Set):
            return {word for i, word in enumerate(words) if number >> i & 1}
        return (words[number] if number >= 0 else None) if words else number

    @property
    def misery(self) -> int:
        found: int = self.value("misery")
        return found

    @property
    def facts(self) -> set[str]:
        found: set[str] = self.value("facts")
        return found

    def own(self, prince: str, name: str) -> int:
        return self.state[self.eyes.player_field(name).at + PRINCES.index(prince)]

    def skill(self, prince: str, attribute: str) -> int:
        at = self.eyes.player_field("skill").at
        return self.state[at + PRINCES.index(prince) * len(ATTRIBUTES) + ATTRIBUTES.index(attribute)]

    def uses(self, item: str) -> int:
        kind = next(k for k in self.eyes.program.kinds if k.name == "Item")
        return self.state[self.eyes.item_field().at + self.eyes.pieces[item] - kind.base]

    @property
    def ending(self) -> str | None:
        program = self.eyes.program
        assert program.over is not None and program.ending is not None
        return program.endings[self.state[program.ending.at]] if self.state[program.over.at] == ENDING else None

    def defined(self, name: str, *args: int) -> Any:
        return self.game.interpreter.ask(self.game.world.defines[name].func, self.state, -1, *args)

    # ------------------------------------------------------------ doing

    def do(self, name: str, *args: Any, player: str = EDWARD) -> Scene:
        """Begin a verb or phase of the rules. Arguments are given as the engine has them; see `word` and `piece`."""
        found = [p for p in self.eyes.program.procs if p.name == name and len(p.params) == len(args) + 1]
        assert len(found) == 1, f"{name} with {len(args)} arguments is no verb of the rules"
        state = self.state[:]
        self.game.interpreter.told()
        engine = self.game.interpreter
        (engine.perform if found[0].can_stop else engine.machine.perform)(found[0], state, [PRINCES.index(player), *args])
        self.match = match_from(self.game, state)
        self.match._listen()
        return self

    def resolve(self, card: str, player: str = EDWARD) -> Scene:
        piece = self.eyes.pieces[card]
        return self.do(f"resolve {self.eyes.program.kind_of_piece(piece).name}", piece, player=player)

    def piece(self, id: str) -> int:
        return self.eyes.pieces[id]

    def word(self, type: str, word: str) -> int:
        return self.eyes.program.enums[type].index(word)

    def test(self, attribute: str, value: int, *princes: str) -> Scene:
        return self.do("test", self.word("Attribute", attribute), value, sum(1 << PRINCES.index(p) for p in princes or PRINCES))

    @property
    def now(self) -> Decision:
        assert self.match is not None and self.match.decision is not None, "nothing is to be decided"
        return self.match.decision

    @property
    def idle(self) -> bool:
        return self.match is None or self.match.over

    @property
    def who(self) -> str | None:
        return None if self.idle else self.now.seat

    @property
    def titles(self) -> list[str]:
        return [] if self.idle else [o.title for o in self.now.options]

    def choose(self, *titles: str) -> Scene:
        """Choose options by the beginnings of their titles, whoever decides."""
        for title in titles:
            found = [o for o in self.now.options if o.title == title] or [o for o in self.now.options if o.title.startswith(title)]
            assert found, f"{self.who} cannot {title}; there is {self.titles}"
            assert self.match is not None
            self.match.choose(found[0].number)
        return self

    def both(self, title: str) -> Scene:
        return self.choose(title, title)

    def dare(self, *numbers: int) -> Scene:
        return self.choose(*map(str, numbers))

    def draw(self, *ids: str) -> Scene:
        """Chance draws exactly these cards, one after the other; twins of a card will do as well."""
        for id in ids:
            assert self.who is None and not self.idle, f"{self.who} decides now, not chance"
            found = [o.number for o in self.now.options if any(a.value == self.piece(id) for a in o.arguments)]
            found = found or [o.number for o in self.now.options if any(self._alike(a.value, self.piece(id)) for a in o.arguments)]
            assert found, f"chance cannot draw {id}; there is {self.titles}"
            assert self.match is not None
            self.match.choose(found[0])
        return self

    def roll(self, *pips: int) -> Scene:
        return self.choose(*map(str, pips))

    def settle(self) -> Scene:
        """Let chance take its first option until somebody has to decide; nobody uses items or trades."""
        while not self.idle and (self.who is None or "decline" in self.titles):
            self.choose(self.titles[0] if self.who is None else "decline")
        return self

    def _alike(self, one: int, other: int) -> bool:
        kind = self.eyes.program.kind_of_piece(one)
        inside = kind.base <= other < kind.base + kind.count
        return inside and bool(kind.twins) and kind.twins[one - kind.base] == kind.twins[other - kind.base]

    def why(self, action: str, seat: str, **arguments: str) -> Refusal:
        assert self.match is not None
        return self.match.why_not(action, arguments, seat)

    @property
    def log(self) -> tuple[str, ...]:
        assert self.match is not None
        return self.match.full_log


def scene(
    *,
    hands: Mapping[str, str] = HANDS,
    decks: Mapping[str, str] = DECKS,
    discards: Mapping[str, str] | None = None,
    bags: Mapping[str, str] | None = None,
    uses: Mapping[str, int] | None = None,
    skills: Mapping[str, Mapping[str, int]] | None = None,
    facts: Iterable[str] = (),
    misery: int = 0,
    part: str = "tower",
    added: str = "",
    places: Mapping[str, str] | None = None,
    **options: str,
) -> Scene:
    """Everything in its supply, except what is said. Piles are told from their top."""
    game = game_with("interpreter", **options)
    eyes = eyes_of(game)
    state = initial(game.program)
    here = Scene(game, state)
    move = game.interpreter.machine.pieces.move

    def put(ids: str, place: str) -> None:
        for id in reversed(ids.split()):
            move(state, eyes.pieces[id], eyes.sites[place], -1)

    for kind, supply in (("Card", "stock"), ("Item", "store"), ("Challenge", "shelf")):
        core = next(k for k in game.program.kinds if k.name == kind)
        for piece in range(core.base, core.base + core.count):
            move(state, piece, eyes.sites[supply], -1)
    for family, given in (("hand", hands), ("deck", decks), ("discard", discards or {}), ("bag", bags or {})):
        for prince, ids in given.items():
            put(ids, f"{family} {prince}")
    for place, ids in (places or {}).items():
        put(ids, place)
    put(added, "added")
    items = next(k for k in game.program.kinds if k.name == "Item")
    start = items.attributes["start"].table
    assert start is not None
    for number in range(items.count):
        full = start.values[number]
        assert isinstance(full, int)
        state[eyes.item_field().at + number] = (uses or {}).get(items.ids[number], full)
    for prince, given_skills in (skills or {}).items():
        for attribute, number in given_skills.items():
            at = eyes.player_field("skill").at + PRINCES.index(prince) * len(ATTRIBUTES)
            state[at + ATTRIBUTES.index(attribute)] = number
    known = game.program.enums["Fact"]
    state[eyes.game_field("facts").at] = sum(1 << known.index(fact) for fact in facts)
    state[eyes.game_field("misery").at] = misery
    state[eyes.game_field("part").at] = game.program.enums["Part"].index(part)
    return here


def whole(seed: int = 1) -> Scene:
    """A match from its very beginning, in the interpreter; chance speaks by itself."""
    game = game_with("interpreter")
    here = Scene(game, [])
    here.match = game.start(seed)
    return here
