"""What a seat can work out from what it sees: scores, and the values of definitions that have a line of prose.

A value is told only if it does not depend on what is hidden. That is tried out: pieces that a seat cannot tell apart change
places with each other, several times, and the value is asked for again. If it is ever another one, the seat does not know it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from rulewright.core.program import Attribute, Field, Func, Kind
from rulewright.core.types import Set
from rulewright.dsl import types as t
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import DefineSym
from rulewright.interpreter.errors import RuleError

if TYPE_CHECKING:
    from rulewright.play.match import Match
    from rulewright.play.reader import Reader

TRIES = 8


@dataclass(frozen=True, slots=True)
class Known:
    """What a seat can work out. Pieces are told by their ids."""

    scores: dict[str, dict[str, int]] = field(default_factory=dict)  # seat, entry: only if all of them are known
    players: dict[str, dict[str, str]] = field(default_factory=dict)  # seat, definition
    pieces: dict[str, dict[str, str]] = field(default_factory=dict)  # piece, definition: for what somebody owns
    worth: tuple[str, ...] = ()  # those definitions of pieces that the score is made of
    sections: dict[str, tuple[str, ...]] = field(default_factory=dict)  # piece: its sections of road as they lie, such as NE


def known(match: Match, seat: str | None) -> Known:
    """What a seat, or an onlooker, can work out now. After the end there is nothing left to hide."""
    game, reader = match.game, match.reader()
    viewer = game.seats.index(seat) if seat is not None else None
    worlds = [reader.state] if match.over else [reader.state, *_other_worlds(reader, viewer)]

    def ask(func: Func, *arguments: int) -> Any:
        try:
            values = [game.interpreter.ask(func, world, *arguments) for world in worlds]
        except RuleError:
            return None
        return values[0] if all(value == values[0] for value in values) else None

    scores = {name: {entry: ask(func, i) for entry, func in game.program.scores} for i, name in enumerate(game.seats)}
    if any(points is None for entries in scores.values() for points in entries.values()):
        scores = {}
    players: dict[str, dict[str, str]] = {name: {} for name in game.seats}
    pieces: dict[str, dict[str, str]] = {}
    sections: dict[str, tuple[str, ...]] = {}
    for define in game.world.defines.values():
        about = define.params[0].type if len(define.params) == 1 and define.done and not define.needs_player else None
        if isinstance(about, t.Player) and define.decl.prose:
            for i, name in enumerate(game.seats):
                text = _text(define.type, ask(define.func, -1, i))
                if text is not None:
                    players[name][define.name] = text
        elif isinstance(about, t.Piece):
            for id, piece in _owned(reader, viewer, about.kinds):
                value = ask(define.func, -1, piece)
                if value is not None and isinstance(define.type, t.SetOf) and isinstance(define.type.elem, t.Section):
                    sections[id] = tuple(_edges(n) for n in range(value.bit_length()) if value >> n & 1)
                elif define.decl.prose and (text := _text(define.type, value)) is not None:
                    pieces.setdefault(id, {})[define.name] = text
    return Known(scores, players, pieces, _scored(match), sections)


def _scored(match: Match) -> tuple[str, ...]:
    """Definitions that give points for a piece: numbers that the score is made of."""
    world = match.game.world
    names = [n.function.name for n in nodes(world.score, e.Call) if isinstance(n.function, e.Word)]
    found = [world.defines[n] for n in dict.fromkeys(names) if n in world.defines]
    return tuple(d.name for d in found if isinstance(d.type, t.Number) and _about_a_piece(d))


def _about_a_piece(define: DefineSym) -> bool:
    return len(define.params) == 1 and isinstance(define.params[0].type, t.Piece)


def _owned(reader: Reader, viewer: int | None, kinds: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Pieces of some kinds that somebody owns and the viewer sees."""
    for kind in reader.program.kinds:
        if kind.name in kinds and reader.program.owner is not None and not kind.counted and kind.ids:
            for index in range(kind.count):
                piece = kind.base + index
                if kind.ids[index] and reader.owner_of(piece) >= 0 and not _hidden(reader, viewer, piece):
                    yield kind.ids[index], piece


def _text(type: t.Type | None, value: Any) -> str | None:
    """A value in words; None if it is unknown, or of a type that is not told in a few words."""
    if value is None:
        return None
    match type:
        case t.Number():
            return str(value)
        case t.Flag():
            return "yes" if value else "no"
        case t.BagOf(t.Enum(_, members)):
            return ", ".join(f"{n} {member}" for member, n in zip(members, value, strict=True) if n) or "nothing"
        case t.SetOf(t.Enum(_, members)):
            return ", ".join(member for i, member in enumerate(members) if value >> i & 1) or "nothing"
        case _:
            return None


def _edges(section: int) -> str:
    return "".join(letter for i, letter in enumerate("NESW") if section >> i & 1)


# ---------------------------------------------------------------- what could be instead


def _hidden(reader: Reader, viewer: int | None, piece: int) -> bool:
    return not reader.sees(viewer, piece) or reader.face_down(piece)


def _other_worlds(reader: Reader, viewer: int | None) -> Iterator[list[int]]:
    """States that look the same to a viewer; none if nothing is hidden."""
    groups = [group for group in _alike(reader, viewer) if len(group) > 1]
    secrets = list(_secrets(reader, viewer))
    dice = Random(0)
    for _ in range(TRIES if groups or secrets else 0):
        state = reader.state[:]
        for group in groups:
            others = group[:]
            dice.shuffle(others)
            _rename(reader, state, dict(zip(group, others, strict=True)))
        for place, held in secrets:
            low, high = (0, (1 << held.type.size) - 1) if isinstance(held.type, Set) else (held.low, held.high)
            state[held.at + place] = dice.randint(low, high)
        yield state


def _alike(reader: Reader, viewer: int | None) -> list[list[int]]:
    """Hidden pieces, those together that a viewer cannot tell apart by their backs."""
    program, world = reader.program, reader.names.world
    found: dict[tuple[object, ...], list[int]] = {}
    shown = {name for place in program.places for name in place.showing}
    for kind in program.kinds:
        if kind.counted:
            continue
        backs = [a for n, a in kind.attributes.items() if a.table is not None and n in shown | set(world.kinds[kind.name].face_down or ())]
        for index in range(kind.count):
            piece = kind.base + index
            if _hidden(reader, viewer, piece) and not _holds(reader, kind, index):
                key = (kind.number, *(reader.attribute(kind, index, back) for back in backs))
                found.setdefault(key, []).append(piece)
    return list(found.values())


def _holds(reader: Reader, kind: Kind, index: int) -> bool:
    return kind.site_base >= 0 and bool(reader.pieces_on(kind.site_base + index))


def _secrets(reader: Reader, viewer: int | None) -> Iterator[tuple[int, Field]]:
    """Secret attributes of other players: the place of each value in its field."""
    for symbol in reader.names.world.player_attrs.values():
        core = symbol.core
        if core is None or core.field is None or not core.secret:
            continue
        per = max(1, len(core.family))
        for seat in range(len(reader.program.seats)):
            if seat != viewer:
                yield from ((seat * per + i, core.field) for i in range(per))


def _rename(reader: Reader, state: list[int], names: dict[int, int]) -> None:
    """Let pieces of one kind change places: what was true of one is true of the other."""
    program = reader.program
    kind = program.kind_of_piece(next(iter(names)))
    moved = {a - kind.base: b - kind.base for a, b in names.items()}
    for held in (program.loc, program.pos, program.owner, program.known):
        if held is not None:
            _reorder(state, held.at + kind.base, 1, moved)
    for attribute in kind.attributes.values():
        if attribute.field is not None and attribute.bits:
            state[attribute.field.at] = _bits(state[attribute.field.at], moved)
        elif attribute.field is not None:
            _reorder(state, attribute.field.at, max(1, len(attribute.family)), moved)
    for index in program.indexes:
        places = range(index.field.at, index.field.at + index.field.count)
        if index.kind is not kind or index.sort == "cells":
            continue
        for at in places:
            if index.sort == "at":
                state[at] = names.get(state[at] - 1, state[at] - 1) + 1
            else:
                state[at] = _bits(state[at], moved)
    for attribute in _references(reader, kind):
        assert attribute.field is not None
        for at in range(attribute.field.at, attribute.field.at + attribute.field.count):
            state[at] = names.get(state[at], state[at])


def _references(reader: Reader, kind: Kind) -> Iterator[Attribute]:
    """Attributes of anything that say which piece of a kind is meant."""
    world, program = reader.names.world, reader.program
    symbols = [*world.player_attrs.values(), *world.game_attrs.values(), *(s for g in world.enum_attrs.values() for s in g.values())]
    attributes = [s.core for s in symbols if s.core is not None]
    attributes += [a for k in program.kinds for a in k.attributes.values()]
    attributes += [a for p in program.places for a in p.attributes.values()]
    return (a for a in attributes if a.field is not None and not a.bits and a.shown.sort == "piece" and a.shown.name == kind.name)


def _reorder(state: list[int], base: int, per: int, moved: dict[int, int]) -> None:
    before = {a: state[base + a * per : base + (a + 1) * per] for a in moved}
    for a, b in moved.items():
        state[base + b * per : base + (b + 1) * per] = before[a]


def _bits(value: int, moved: dict[int, int]) -> int:
    found = value
    for a, b in moved.items():
        found = found | 1 << b if value >> a & 1 else found & ~(1 << b)
    return found
