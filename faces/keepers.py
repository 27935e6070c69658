"""What keeps each state on the table: the other side of a piece, a track, tokens, markers, a pointer, or nothing but memory.

One table for everybody: the list of components, the sheets and the gate read it. Every state has exactly one keeper.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from rulewright.core.effects import Effects, reachable
from rulewright.core.liveness import Lives, lives
from rulewright.core.program import Field
from rulewright.dsl import types as t
from rulewright.dsl.check.positions import signs
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.declare.domains import bounds
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning.uses import acts, used, words
from rulewright.dsl.meaning.walk import nodes
from rulewright.dsl.words import listing, plural, spoken
from rulewright.dsl.world import AttrSym, KindSym, PlaceSym
from rulewright.faces.lexicon import Sign

if TYPE_CHECKING:
    from rulewright.faces.painter import Painter

How = Literal["back", "side", "track", "loop", "tokens", "markers", "rings", "holder", "pointer", "pad", "lying", "memory", "mind"]
PRINTED = frozenset({"track", "loop", "tokens", "markers", "rings", "holder", "pointer", "pad"})
SHORT, LONG = 15, 24  # ranges: numbers above the first that are paid and gained become tokens; above the second a loop
MOST_ROUND = 500  # ten rounds of a loop; above it, pencil and paper
MOST_MARKERS = 30


@dataclass(frozen=True, slots=True)
class Keeper:
    owner: str  # game, player, or the name of a kind, place or type
    attribute: str
    how: How
    where: Literal["piece", "cell", "mat", "board", "hand", ""] = ""
    low: int = 0
    high: int = 0
    start: int = 0
    values: tuple[str, ...] = ()  # words on markers or on a track
    denominations: tuple[int, ...] = ()
    count: int = 0  # of markers of each value
    counts: tuple[int, ...] = ()  # of tokens of each denomination, where the author says so
    starts: tuple[tuple[int, int], ...] = ()  # number of players and value to begin with, where that depends on it
    sign: Sign | None = None
    label: str = ""
    per: bool = False  # whether there are tokens for each of several things

    @property
    def printed(self) -> bool:
        """Whether something has to be printed for it."""
        return self.how in PRINTED

    @property
    def supply(self) -> tuple[tuple[int, int], ...]:
        """Of tokens: each denomination, and how many of it are printed."""
        counts = self.counts or tuple(self.count if value in {1, 20} else max(1, self.count * 3 // 5) for value in self.denominations)
        return tuple(zip(self.denominations, counts, strict=True))

    @property
    def begins(self) -> str:
        """What it is to begin with, in words: by the number of players where that makes a difference."""
        return ", ".join(f"{value} with {number} players" for number, value in self.starts) or str(self.start)

    @property
    def words(self) -> str:
        """What a player reads: how this is kept."""
        match self.how:
            case "back":
                return "turn it face down"
            case "side":
                return "turn it over"
            case "track":
                return f"track {'on your mat' if self.where == 'mat' else 'on the board of tracks'}"
            case "loop":
                return "loop of spaces on the board of tracks"
            case "tokens":
                if self.owner == "player" and not self.per and len(self.denominations) > 1:
                    return f"tokens, {listing([f'{number} of {value}' for value, number in self.supply])}"
                return "tokens"
            case "markers" | "rings":
                return "markers"
            case "holder":
                return "a marker that this player holds"
            case "pointer":
                return "a pointer"
            case "pad":
                return "pencil and paper"
            case "lying":
                return "seen by how it lies"
            case "memory":
                return "remembered; write it down if you like"
            case "mind":
                return "kept in mind: it is of one turn"


def keepers(painter: Painter) -> list[Keeper]:
    """The keeper of every state of the game, in the order of the text."""
    return _Finder(painter).all()


class _Finder:
    def __init__(self, painter: Painter) -> None:
        self.painter = painter
        self.game = painter.game
        self.world = painter.game.world
        self.rules = rules_of(self.world)
        routines = [r for found in self.world.routines.values() for r in found]
        turns = [r.proc for r in routines if r.sort == "turn"]
        phases = [r.proc for r in routines if r.sort == "phase"]
        self.lives: Lives = lives(self.game.program, turns, phases)
        self.changed = painter.lexicon.changed_names
        self.said = painter.book.markers if painter.book is not None else {}

    def all(self) -> list[Keeper]:
        found: list[Keeper] = []
        found += [self.game_state(a) for a in _kept(self.world.game_attrs)]
        found += [Keeper("game", "turn_number", "pad", label="turns taken")] if self._turns_count() else []
        found += [k for a in _kept(self.world.player_attrs) for k in self.player_state(a)]
        for sym in self.world.kinds.values():
            found += [self.piece_state(sym, a) for a in _kept(sym.attrs)]
            if "owner" not in {a.name for a in _kept(sym.attrs)} and self._changes_hands(sym):
                found.append(self.ownership(sym))
        for place in self.world.places.values():
            found += [self.cell_state(place, a) for a in _kept(place.attrs)]
        for name, attrs in self.world.enum_attrs.items():
            found += [self.value_state(name, a) for a in _kept(attrs)]
        return [self.as_said(one) for one in found]

    def _turns_count(self) -> bool:
        """Whether a rule asks how many turns there were; which of the first few it is, everybody sees."""
        said = [x for x in nodes(self.rules, m.Apply) if x.function == "turn_number"]
        asked = [x.left for x in nodes(self.rules, m.Same) if isinstance(x.right, m.Const) and x.right.value <= len(self.game.seats)]
        early = [left for left in asked if isinstance(left, m.Apply) and left.function == "turn_number"]
        return len(said) > len(early)

    def as_said(self, one: Keeper) -> Keeper:
        """With what the author says about its marker."""
        said = self.said.get(one.attribute)
        if said is None:
            return one
        if said.none:
            return replace(one, how="lying", count=0)
        sign = Sign(said.sign, word=one.label) if said.sign else one.sign
        return replace(one, sign=sign, count=said.count or one.count, counts=said.counts, denominations=said.of or one.denominations)

    # ------------------------------------------------------------ one by one

    def _base(self, owner: str, attr: AttrSym, how: How, **more: object) -> Keeper:
        core = attr.core
        start = self.painter.begin[core.field.at] if core is not None and core.field is not None else 0
        sign = self.painter.lexicon.sign(attr.name)
        return Keeper(
            owner,
            attr.name,
            how,
            low=attr.low,
            high=attr.high,
            start=start,
            sign=sign,
            label=spoken(attr.name),
            per=attr.per is not None,
            starts=self._starts(owner, attr.name, start),
            **more,  # type: ignore[arg-type]
        )

    def _starts(self, owner: str, name: str, start: int) -> tuple[tuple[int, int], ...]:
        """What something begins with by the number of players; nothing where that makes no difference."""
        found = {len(self.game.seats): start}
        for other, state in self.painter.beginnings:
            world = other.world
            attrs = {"game": world.game_attrs, "player": world.player_attrs}.get(owner)
            if attrs is None:
                attrs = world.kinds[owner].attrs if owner in world.kinds else world.enum_attrs.get(owner, {})
            core = attrs[name].core if name in attrs else None
            if core is not None and core.field is not None:
                found[len(other.seats)] = state[core.field.at]
        return tuple(sorted(found.items())) if len(set(found.values())) > 1 else ()

    def passing(self, attr: AttrSym) -> bool:
        said = self.said.get(attr.name)
        if said is not None and not said.none:  # its author wants a marker for it, though it is of one turn
            return False
        field: Field | None = attr.core.field if attr.core is not None else None
        return field is not None and not self.lives.outlives(field)

    def game_state(self, attr: AttrSym) -> Keeper:
        if self.passing(attr):
            return self._base("game", attr, "mind")
        if attr.nature == "counter":
            return self._base("game", attr, "memory")
        match t.bare(attr.type):
            case t.Number() if attr.per is not None and self._of_dice(attr):
                return self._base("game", attr, "lying")  # the dice lie on the table
            case t.Number() if attr.low < 0 or attr.per is not None:
                return self._base("game", attr, "pad")
            case t.Number() if attr.high - attr.low <= LONG:
                return self._base("game", attr, "track", where="board")
            case t.Number() if attr.high <= MOST_ROUND:
                return self._base("game", attr, "loop", where="board")
            case t.Number():
                return self._base("game", attr, "pad")
            case t.Player():
                return self._base("game", attr, "holder", where="hand", count=1)
            case t.SetOf(t.Player()):
                return self._base("game", attr, "holder", where="hand", count=len(self.game.seats))
            case t.Flag():
                return self._base("game", attr, "markers", where="board", count=1, values=("yes",))
            case t.Enum(_, members):
                return self._base("game", attr, "track", where="board", values=tuple(spoken(m) for m in members))
            case t.Piece() | t.Cell() | t.Name() | t.Way() | t.Line():
                return self._base("game", attr, "pointer", where="board", count=1)
            case _:
                return self._base("game", attr, "pad")

    def _of_dice(self, attr: AttrSym) -> bool:
        """Whether a number belongs to each face of a die that the rules roll."""
        faces = attr.per is not None and bounds(attr.per) == (1, 6)
        return faces and "roll" in used(self.rules)

    def player_state(self, attr: AttrSym) -> list[Keeper]:
        if self.passing(attr):
            return [self._base("player", attr, "mind")]
        seats = len(self.game.seats)
        bare = t.bare(attr.type)
        if isinstance(bare, t.Number) and isinstance(attr.per, t.Enum):
            return [self._base("player", attr, "tokens", where="mat", denominations=(1, 5), count=5 * seats)]
        match bare:
            case t.Number() if attr.low < 0:
                return [self._base("player", attr, "pad")]
            case t.Number() if attr.high - attr.low > SHORT and attr.name in self.changed:
                values = (1, 5) if attr.high <= 200 else (1, 5, 20)
                return [self._base("player", attr, "tokens", where="mat", denominations=values, count=5 * seats)]
            case t.Number() if attr.high - attr.low <= LONG:
                return [self._base("player", attr, "track", where="mat")]
            case t.Number() if attr.high <= MOST_ROUND:
                return [self._base("player", attr, "loop", where="board", count=seats)]
            case t.Number():
                return [self._base("player", attr, "pad")]
            case t.Flag():
                return [self._base("player", attr, "markers", where="mat", count=seats, values=("yes",))]
            case t.Enum(_, members):
                return [self._base("player", attr, "track", where="mat", values=tuple(spoken(m) for m in members))]
            case t.Piece() | t.Cell() | t.Player():
                return [self._base("player", attr, "pointer", where="board", count=1, values=self.game.seats)]
            case _:
                return [self._base("player", attr, "pad")]

    def piece_state(self, sym: KindSym, attr: AttrSym) -> Keeper:
        if attr.name == "face" and sym.dice:
            return self._base(sym.name, attr, "lying", where="piece")
        if attr.name == "face" and sym.face_down is not None:
            return self._base(sym.name, attr, "back", where="piece")
        if self._drawn_by(sym, attr):
            return self._base(sym.name, attr, "side", where="piece")
        if self._drawn_by(sym, None):
            return self._base(sym.name, attr, "memory")
        if self.painter.second_state(sym.name) == attr.name:
            return self._base(sym.name, attr, "side", where="piece")
        if self.passing(attr):
            return self._base(sym.name, attr, "mind")
        if isinstance(t.bare(attr.type), t.Way):  # a piece that turns
            return self._base(sym.name, attr, "lying", where="piece")
        count = min(MOST_MARKERS, sym.core.count)
        one_each = sym.core.owners == len(self.game.seats) and sym.core.count == sym.core.owners
        match t.bare(attr.type):
            case t.Number() if attr.low < 0 or attr.per is not None:
                return self._base(sym.name, attr, "pad")
            case t.Number() if one_each and attr.high <= LONG:
                return self._base(sym.name, attr, "track", where="mat")
            case t.Number():
                values = (1,) if attr.high <= 6 else (1, 5)
                enough = max(min(MOST_MARKERS, count * 2), self._at_start(sym, attr) if values == (1,) else 0)
                return self._base(sym.name, attr, "tokens", where="piece", denominations=values, count=enough)
            case t.Flag():
                return self._base(sym.name, attr, "markers", where="piece", count=count, values=("yes",))
            case t.Enum(_, members):
                return self._base(
                    sym.name, attr, "markers", where="piece", count=min(12, count), values=tuple(spoken(m) for m in members[1:])
                )
            case t.Player():
                return self._base(sym.name, attr, "markers", where="piece", count=min(12, count), values=self.game.seats)
            case t.Piece() | t.Cell() | t.Name():
                if one_each:
                    return self._base(sym.name, attr, "pointer", where="board", count=1, values=self.game.seats)
                return self._base(sym.name, attr, "pointer", where="board", count=min(count, 6))
            case _:
                return self._base(sym.name, attr, "pad")

    def _at_start(self, sym: KindSym, attr: AttrSym) -> int:
        """How much lies on all pieces of a kind together after setup."""
        field = attr.core.field if attr.core is not None else None
        return sum(self.painter.begin[field.at : field.at + sym.core.count]) if field is not None else 0

    def _drawn_by(self, sym: KindSym, attr: AttrSym | None) -> bool:
        """Whether pieces are exchanged for others when this changes: men of chess are. None: whether anything is like that."""
        drawn = signs(sym)[1]
        return drawn is not None and (attr is None or drawn == attr.name)

    def cell_state(self, place: PlaceSym, attr: AttrSym) -> Keeper:
        if self.passing(attr):
            return self._base(place.name, attr, "mind")
        cells = place.core.cells * place.core.copies
        match t.bare(attr.type):
            case t.Number() if attr.low >= 0 and attr.high <= 6 and attr.per is None:
                count = min(MOST_MARKERS, cells * attr.high)
                return self._base(place.name, attr, "rings", where="cell", denominations=(1,), count=count)
            case t.Number() if attr.low >= 0 and attr.per is None:
                return self._base(place.name, attr, "tokens", where="cell", denominations=(1, 5), count=min(MOST_MARKERS, cells * 2))
            case t.Flag():
                return self._base(place.name, attr, "markers", where="cell", count=min(MOST_MARKERS, cells), values=("yes",))
            case t.Enum(_, members):
                return self._base(
                    place.name, attr, "markers", where="cell", count=min(12, cells), values=tuple(spoken(m) for m in members[1:])
                )
            case t.Player():
                return self._base(place.name, attr, "markers", where="cell", count=min(12, cells), values=self.game.seats)
            case _:
                return self._base(place.name, attr, "pad")

    def value_state(self, name: str, attr: AttrSym) -> Keeper:
        """What each value of a type has: the fame of a colour."""
        if self.passing(attr):
            return self._base(name, attr, "mind")
        members = getattr(self.world.enums.get(name), "members", ())
        match t.bare(attr.type):
            case t.Number() if attr.low >= 0 and attr.high <= MOST_ROUND:
                how: How = "track" if attr.high <= LONG else "loop"
                return self._base(name, attr, how, where="board", values=tuple(spoken(m) for m in members))
            case t.Player() if self._settled(attr):
                return self._base(name, attr, "lying")  # whose it is, is seen by what lies before them
            case t.Player():
                return self._base(name, attr, "holder", where="hand", count=1, values=tuple(spoken(m) for m in members))
            case t.Flag():
                return self._base(name, attr, "markers", where="board", count=1, values=tuple(spoken(m) for m in members))
            case _:
                return self._base(name, attr, "pad")

    def _settled(self, attr: AttrSym) -> bool:
        """Whether nothing but the setup gives it a value."""
        field = attr.core.field if attr.core is not None else None
        effects = Effects(self.game.program)
        routines = [r for found in self.world.routines.values() for r in found]
        before = {proc for r in routines if r.sort == "setup" for proc in reachable(r.proc)}
        later = [r.proc for r in routines if r.proc not in before]
        return field is not None and not any(field in effects.writes_of(proc) for proc in later)

    # ------------------------------------------------------------ who owns a piece

    def _changes_hands(self, sym: KindSym) -> bool:
        """Whether some rule gives a piece of this kind to somebody."""
        for act in acts(self.rules):
            for target in words(act, "what") if act.verb == "set" else ():
                owned = target.of.type if isinstance(target, m.Aspect) and target.which == "owner" else None
                if isinstance(owned, t.Piece) and owned.kinds == {sym.name}:
                    return True
        return False

    def ownership(self, sym: KindSym) -> Keeper:
        count = min(12, sym.core.count)
        seats = self.game.seats
        own = [p for p in self.game.program.places if p.per == "Player" and sym.core.number in p.limits and p.shape not in {"hand", "deck"}]
        if sym.core.owners:
            return Keeper(sym.name, "owner", "side", "piece", label=f"owner of {plural(spoken(sym.name))}")
        if own:
            return Keeper(sym.name, "owner", "lying", "piece", label=f"owner of {plural(spoken(sym.name))}")
        label = f"owner of {plural(spoken(sym.name))}"
        return Keeper(sym.name, "owner", "markers", "piece", 0, len(seats) - 1, -1, seats, count=count, label=label)


def _kept(attrs: dict[str, AttrSym]) -> list[AttrSym]:
    return [a for a in attrs.values() if a.nature != "printed" and a.core is not None and a.core.field is not None]
