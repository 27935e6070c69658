"""States in another guise: the same to one seat, but with hidden pieces exchanged.

Two pieces that a seat cannot tell apart (hidden, of one kind and owner, showing the same backs, with the same values) change places.
Whatever the seat is shown, told and offered must be the same before and after.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

from rulewright.core.layout import pack
from rulewright.core.program import Attribute, Field, Kind, Program
from rulewright.core.types import Int, Set
from rulewright.play.game import Game
from rulewright.play.match import Match
from rulewright.play.reader import Reader

NUMBERS = {"player", "left", "more", "again", "pips"}  # names that every procedure uses for something that is no piece


@dataclass
class Memory:
    """What the seats have seen with their own eyes: a piece that went openly into a hidden place is known there."""

    game: Game
    seen: list[set[int]] = field(default_factory=list)  # by seat: pieces in sight
    known: list[dict[int, int]] = field(default_factory=list)  # by seat: pieces out of sight, and where they went

    def __post_init__(self) -> None:
        self.seen = [set() for _ in self.game.seats]
        self.known = [{} for _ in self.game.seats]

    def look(self, reader: Reader) -> None:
        program = self.game.program
        for seat in range(len(self.game.seats)):
            now = {p for p in range(program.pieces) if reader.sees(seat, p)}
            went = {p: reader.site_of(p) for p in self.seen[seat] - now}
            stay = {p: site for p, site in self.known[seat].items() if p not in now and reader.site_of(p) == site}
            self.known[seat] = {p: s for p, s in {**stay, **went}.items() if not _shuffled(reader, p)}
            self.seen[seat] = now


def _shuffled(reader: Reader, piece: int) -> bool:
    program = reader.program
    place = program.place_of_site(reader.site_of(piece))
    return place is not None and place.ordered and program.pos is not None and reader.element(program.pos, piece) == 0


def exchangeable(match: Match, memory: Memory, seat: int) -> list[tuple[int, int]]:
    """Pairs of pieces in different places that a seat cannot tell apart."""
    reader = match.reader()
    program = match.game.program
    spoken_of = _spoken_of(match)
    groups: dict[tuple[object, ...], list[int]] = {}
    showing = sorted({n for place in program.places for n in place.showing})
    for piece in range(program.pieces):
        place = program.place_of_site(reader.site_of(piece))
        if place is None or reader.sees(seat, piece) or piece in memory.known[seat] or piece in spoken_of:
            continue
        kind = program.kind_of_piece(piece)
        backs = tuple(_raw(reader, kind, piece, kind.attributes[n]) for n in showing if n in kind.attributes)
        values = tuple(_raw(reader, kind, piece, a) for a in kind.attributes.values() if a.field is not None)
        groups.setdefault((kind.number, reader.owner_of(piece), backs, values), []).append(piece)
    looks = {p: (_face(program, p), _spot(reader, p)) for group in groups.values() for p in group}
    pairs = [pair for group in groups.values() for pair in combinations(group, 2)]
    return [(a, b) for a, b in pairs if looks[a][0] != looks[b][0] and looks[a][1] != looks[b][1]]  # else nothing would change


def _raw(reader: Reader, kind: Kind, piece: int, attribute: Attribute) -> object:
    """The value of an attribute, as it is kept."""
    index, per = piece - kind.base, max(1, len(attribute.family))
    if attribute.table is not None:
        return attribute.table.values[index * per : (index + 1) * per]
    assert attribute.field is not None
    if attribute.bits:
        return reader.element(attribute.field, 0) >> index & 1
    return tuple(reader.element(attribute.field, index * per + i) for i in range(per))


def _face(program: Program, piece: int) -> tuple[object, ...]:
    """What is printed on a piece."""
    kind = program.kind_of_piece(piece)
    index = piece - kind.base
    printed = [attribute.table.values[index] for attribute in kind.attributes.values() if attribute.table is not None]
    return (kind.names[index] if kind.names else "", *printed)


def _spot(reader: Reader, piece: int) -> tuple[int, int]:
    """Where a piece lies."""
    return reader.site_of(piece), reader.element(reader.program.pos, piece) if reader.program.pos is not None else 0


def _spoken_of(match: Match) -> set[int]:
    """Pieces that a value or a running procedure refers to by number; exchanging them would break the reference."""
    program, world = match.game.program, match.game.world
    state = match.reader().state
    attributes = [a.core for a in (*world.game_attrs.values(), *world.player_attrs.values())]
    attributes += [a for k in program.kinds for a in k.attributes.values()]
    attributes += [a for p in program.places for a in p.attributes.values()]
    found: set[int] = set()
    for attribute in attributes:
        if attribute is not None and attribute.field is not None and "piece" in attribute.shown.sort:
            found |= _pieces_in(attribute.field, state)
    assert program.stack is not None and program.top is not None
    fp = state[program.top.at]
    codes = {p.number: c for p, c in program.code.items()}
    while fp >= 0:
        code = codes[state[program.stack.at + fp] >> 32]
        for index, slot in code.slots.items():
            type = code.proc.locals[index]
            word = state[program.stack.at + fp + slot]
            if code.proc.names[index].split(" of ")[-1] in NUMBERS:
                continue
            if isinstance(type, Int):
                found.add(word)
            elif isinstance(type, Set) and type.words == 1:
                found |= {type.base + i for i in range(type.size) if word >> i & 1}
            else:  # something larger, which is not taken apart here
                return set(range(program.pieces))
        fp = state[program.stack.at + fp + 1]
    return found


def _pieces_in(place: Field, state: list[int]) -> set[int]:
    values = state[place.at : place.at + place.count]
    if isinstance(place.type, Set):
        return {place.type.base + i for v in values for i in range(place.type.size) if v >> i & 1}
    return set(values)


def exchanged(match: Match, a: int, b: int) -> Match:
    """The same match, in which two pieces of one kind have changed places."""
    other = match.clone()
    program = match.game.program
    state = _exchange(program, match.reader().state[:], a, b)
    other._state = match.game.engine.unpack(pack(program, state))
    other._decision, other._raw = None, None
    return other


def _exchange(program: Program, state: list[int], a: int, b: int) -> list[int]:
    for piecewise in (program.loc, program.pos, program.known):
        if piecewise is not None and piecewise.count > 1:
            x, y = piecewise.at + a, piecewise.at + b
            state[x], state[y] = state[y], state[x]
    for index in program.indexes:
        kind = index.kind
        if not kind.base <= a < kind.base + kind.count:
            continue
        for at in range(index.field.at, index.field.at + index.field.count):
            match index.sort:
                case "at":
                    state[at] = {a + 1: b + 1, b + 1: a + 1}.get(state[at], state[at])
                case "members" | "inside" | "owned":
                    state[at] = _bits(state[at], a - kind.base, b - kind.base)
    return state


def _bits(value: int, a: int, b: int) -> int:
    if (value >> a & 1) != (value >> b & 1):
        value ^= 1 << a | 1 << b
    return value


def renamed(option: tuple[int, tuple[int, ...]], shown: tuple[str, ...], a: int, b: int) -> tuple[int, tuple[int, ...]]:
    """The option that corresponds to this one after the exchange."""
    alternative, args = option
    names = {a: b, b: a}
    return alternative, tuple(names.get(v, v) if sort == "piece" else v for v, sort in zip(args, shown, strict=False))
