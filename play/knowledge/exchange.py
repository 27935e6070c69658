"""Pieces change places: what was true of one is true of the other, wherever a state speaks of them; running procedures included."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.core.flow import Code
from rulewright.core.program import Attribute, Kind, Program, Shown
from rulewright.core.types import Int, Row, Seq, Set, Type, words

if TYPE_CHECKING:
    from rulewright.play.game import Game

MASK = (1 << 64) - 1


class Exchange:
    """For one program: where a state names pieces of a kind."""

    def __init__(self, game: Game) -> None:
        self.program: Program = game.program
        self.world = game.world
        self._references = {k.number: list(self._pointing(k)) for k in self.program.kinds}
        self._codes: dict[int, Code] = {p.number: c for p, c in self.program.code.items()}
        self._slots: dict[int, list[tuple[int, Type, int]]] = {number: list(self._named(code)) for number, code in self._codes.items()}

    def rename(self, state: list[int], kind: Kind, names: dict[int, int]) -> None:
        """Change a state: wherever piece `a` was, piece `names[a]` is now."""
        program = self.program
        moved = {a - kind.base: b - kind.base for a, b in names.items() if a != b}
        if not moved:
            return
        for held in (program.loc, program.pos, program.owner, program.known):
            if held is not None:
                _reorder(state, held.at + kind.base, 1, moved)
        for attribute in kind.attributes.values():
            if attribute.field is not None and attribute.bits:
                state[attribute.field.at] = bits(state[attribute.field.at], moved)
            elif attribute.field is not None:
                _reorder(state, attribute.field.at, max(1, len(attribute.family)), moved)
        for index in program.indexes:
            if index.kind is not kind or index.sort == "cells":
                continue
            for at in range(index.field.at, index.field.at + index.field.count):
                state[at] = names.get(state[at] - 1, state[at] - 1) + 1 if index.sort == "at" else bits(state[at], moved)
        for attribute in self._references[kind.number]:
            assert attribute.field is not None
            for at in range(attribute.field.at, attribute.field.at + attribute.field.count):
                state[at] = names.get(state[at], state[at]) if isinstance(attribute.field.type, Int) else bits(state[at], moved)
        self._rename_frames(state, kind, names, moved)

    def _pointing(self, kind: Kind) -> Iterator[Attribute]:
        """Attributes of anything that say which piece, or which pieces, of a kind are meant."""
        world, program = self.world, self.program
        symbols = [*world.player_attrs.values(), *world.game_attrs.values(), *(s for g in world.enum_attrs.values() for s in g.values())]
        attributes = [s.core for s in symbols if s.core is not None]
        attributes += [a for k in program.kinds for a in k.attributes.values()]
        attributes += [a for p in program.places for a in p.attributes.values()]
        for attribute in attributes:
            meant = attribute.shown.name == kind.name and attribute.shown.sort in {"piece", "set:piece"}
            if meant and attribute.field is not None and not attribute.bits:
                yield attribute

    def mentions(self, state: list[int], kind: Kind, piece: int) -> Iterator[int]:
        """Where a state speaks of a piece by its number."""
        for attribute in self._references[kind.number]:
            assert attribute.field is not None
            for at in range(attribute.field.at, attribute.field.at + attribute.field.count):
                if state[at] == piece if isinstance(attribute.field.type, Int) else state[at] >> piece - kind.base & 1:
                    yield at
        for code, frame in self.frames(state):
            for slot, type, number in self._slots[code.proc.number]:
                if number == kind.number:
                    yield from _spoken_of(state, frame + slot, type, piece)

    # ------------------------------------------------------------ frames

    def frames(self, state: list[int]) -> Iterator[tuple[Code, int]]:
        """What is running, the innermost first, and where its frame begins in the state."""
        program = self.program
        assert program.stack is not None and program.top is not None
        at = state[program.top.at]
        while at >= 0:
            yield self._codes[state[program.stack.at + at] >> 32], program.stack.at + at
            at = state[program.stack.at + at + 1]

    def _named(self, code: Code) -> Iterator[tuple[int, Type, int]]:
        """Slots of a frame that hold pieces: where, of which type, and of which kind by number."""
        kinds = {k.name: k for k in self.program.kinds if not k.counted}
        ranges = {(k.base, k.count): k.number for k in kinds.values()}
        taken = {(0, len(self.program.seats)), *((p.base, p.sites) for p in self.program.places), (0, self.program.sites)}
        for index, slot in code.slots.items():
            type, shown = code.proc.locals[index], code.proc.sorts.get(index, Shown(""))
            kind = kinds.get(shown.name) if shown.sort.endswith("piece") else None
            if kind is not None:
                yield slot, type, kind.number
            elif isinstance(type, Set) and (type.base, type.size) in ranges and (type.base, type.size) not in taken:
                yield slot, type, ranges[type.base, type.size]

    def _rename_frames(self, state: list[int], kind: Kind, names: dict[int, int], moved: dict[int, int]) -> None:
        for code, frame in self.frames(state):
            for slot, type, number in self._slots[code.proc.number]:
                if number == kind.number:
                    _rename_value(state, frame + slot, type, names, moved)


def _spoken_of(state: list[int], at: int, type: Type, piece: int) -> Iterator[int]:
    match type:
        case Int():
            yield from [at] if state[at] == piece else []
        case Row():
            yield from (at + i for i in range(type.size) if state[at + i] == piece)
        case Set():
            word, bit = divmod(piece - type.base, 64)
            yield from [at] if 0 <= piece - type.base < type.size and (state[at + word] & MASK) >> bit & 1 else []
        case Seq(elem, cap):
            for i in range(min(state[at], cap)):
                yield from _spoken_of(state, at + 1 + i * words(elem), elem, piece)
        case _:
            pass


def _rename_value(state: list[int], at: int, type: Type, names: dict[int, int], moved: dict[int, int]) -> None:
    match type:
        case Int():
            state[at] = names.get(state[at], state[at])
        case Row():
            for i in range(type.size):
                state[at + i] = names.get(state[at + i], state[at + i])
        case Set():
            value = bits(sum((state[at + i] & MASK) << 64 * i for i in range(type.words)), moved)
            for i in range(type.words):
                word = value >> 64 * i & MASK
                state[at + i] = word - (1 << 64) if word >> 63 else word
        case Seq(elem, cap):
            for i in range(min(state[at], cap)):
                _rename_value(state, at + 1 + i * words(elem), elem, names, moved)
        case _:
            pass


def _reorder(state: list[int], base: int, per: int, moved: dict[int, int]) -> None:
    before = {a: state[base + a * per : base + (a + 1) * per] for a in moved}
    for a, b in moved.items():
        state[base + b * per : base + (b + 1) * per] = before[a]


def bits(value: int, moved: dict[int, int]) -> int:
    found = value
    for a, b in moved.items():
        found = found | 1 << b if value >> a & 1 else found & ~(1 << b)
    return found
