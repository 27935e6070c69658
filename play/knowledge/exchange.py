"""Pieces change places: what was true of one is true of the other, wherever a state speaks of them; running procedures included."""

from __future__ import annotations

from collections.abc import Collection, Iterator
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
        self._lying = {  # where it is kept which piece of a kind lies on a site: from where on, from which site on, and for how many
            k.number: [
                (i.field.at, i.place.base if i.place else 0, i.field.count) for i in self.program.indexes if i.kind is k and i.sort == "at"
            ]
            for k in self.program.kinds
        }
        self._codes: dict[int, Code] = {p.number: c for p, c in self.program.code.items()}
        self._slots: dict[int, list[tuple[int, Type, int]]] = {number: list(self._named(code)) for number, code in self._codes.items()}

    def holding(self, state: list[int], kind: Kind, pieces: Collection[int]) -> list[int]:
        """Where a state says which of these pieces lies on a site: whoever renames them often need not look everywhere each time."""
        found: list[int] = []
        if self.program.loc is None:
            return found
        at = self.program.loc.at
        for first, low, count in self._lying[kind.number]:
            for piece in pieces:
                site = state[at + piece] - low
                if 0 <= site < count and state[first + site] == piece + 1:
                    found.append(first + site)
        return found

    def rename(self, state: list[int], kind: Kind, names: dict[int, int], holding: list[int] | None = None) -> None:
        """Change a state: wherever piece `a` was, piece `names[a]` is now. `holding` tells where they lie, if somebody knows."""
        program = self.program
        moved = {a - kind.base: b - kind.base for a, b in names.items() if a != b}
        if not moved:
            return
        lying = self.holding(state, kind, names) if holding is None else holding
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
            if index.sort != "at":
                at, end = index.field.at, index.field.at + index.field.count
                state[at:end] = [bits(v, moved) if v else 0 for v in state[at:end]]
        for at in lying:
            state[at] = names.get(state[at] - 1, state[at] - 1) + 1
        for attribute in self._references[kind.number]:
            assert attribute.field is not None
            at, end = attribute.field.at, attribute.field.at + attribute.field.count
            if isinstance(attribute.field.type, Int):
                state[at:end] = [names.get(v, v) for v in state[at:end]]
            else:
                state[at:end] = [bits(v, moved) if v else 0 for v in state[at:end]]
        for at, type in self._in_frames(state, kind):
            _rename_value(state, at, type, names, moved)

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

    def mentions(self, state: list[int], kind: Kind) -> dict[int, list[int]]:
        """Where a state speaks of the pieces of a kind by their numbers."""
        found: dict[int, list[int]] = {}
        first, last = kind.base, kind.base + kind.count
        for attribute in self._references[kind.number]:
            assert attribute.field is not None
            single = isinstance(attribute.field.type, Int)
            for at in range(attribute.field.at, attribute.field.at + attribute.field.count):
                if single and first <= state[at] < last:
                    found.setdefault(state[at], []).append(at)
                elif not single and state[at]:
                    for index in range(kind.count):
                        if state[at] >> index & 1:
                            found.setdefault(first + index, []).append(at)
        for at, type in self._in_frames(state, kind):
            for piece in _spoken_of(state, at, type):
                found.setdefault(piece, []).append(at)
        return found

    def naming(self, state: list[int], kind: Kind) -> Iterator[tuple[int, int]]:
        """Where a state can speak of the pieces of a kind, and of how many elements the set there is; 0: there is a number."""
        for attribute in self._references[kind.number]:
            field = attribute.field
            assert field is not None
            yield from ((at, 0 if isinstance(field.type, Int) else 1) for at in range(field.at, field.at + field.count))
        yield from ((at, 0 if isinstance(type, Int) else type.words) for at, type in self._in_frames(state, kind))

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
                continue
            held = type.elem if isinstance(type, Row) else type
            if isinstance(held, Set) and (held.base, held.size) in ranges and (held.base, held.size) not in taken:
                yield slot, type, ranges[held.base, held.size]

    def _in_frames(self, state: list[int], kind: Kind) -> Iterator[tuple[int, Int | Set]]:
        """The numbers and sets in running procedures that mean pieces of a kind, each with where it lies."""
        for code, frame in self.frames(state):
            for slot, type, number in self._slots[code.proc.number]:
                if number == kind.number:
                    yield from _leaves(state, frame + slot, type)


def _leaves(state: list[int], at: int, type: Type) -> Iterator[tuple[int, Int | Set]]:
    """The numbers and sets of which a value is made, each with where it lies."""
    match type:
        case Int() | Set():
            yield at, type
        case Row():
            for i in range(type.size):
                yield from _leaves(state, at + i * words(type.elem), type.elem)
        case Seq(elem, cap):
            for i in range(min(state[at], cap)):
                yield from _leaves(state, at + 1 + i * words(elem), elem)
        case _:
            pass


def _spoken_of(state: list[int], at: int, type: Int | Set) -> Iterator[int]:
    """The pieces that a value names."""
    if isinstance(type, Int):
        yield state[at]
        return
    value = sum((state[at + i] & MASK) << 64 * i for i in range(type.words))
    yield from (type.base + i for i in range(type.size) if value >> i & 1)


def _rename_value(state: list[int], at: int, type: Int | Set, names: dict[int, int], moved: dict[int, int]) -> None:
    if isinstance(type, Int):
        state[at] = names.get(state[at], state[at])
        return
    value = bits(sum((state[at + i] & MASK) << 64 * i for i in range(type.words)), moved)
    for i in range(type.words):
        word = value >> 64 * i & MASK
        state[at + i] = word - (1 << 64) if word >> 63 else word


def _reorder(state: list[int], base: int, per: int, moved: dict[int, int]) -> None:
    before = {a: state[base + a * per : base + (a + 1) * per] for a in moved}
    for a, b in moved.items():
        state[base + b * per : base + (b + 1) * per] = before[a]


def bits(value: int, moved: dict[int, int]) -> int:
    found = value
    for a, b in moved.items():
        found = found | 1 << b if value >> a & 1 else found & ~(1 << b)
    return found
