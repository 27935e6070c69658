"""Many worlds at once, as bytes: what `Knower.worlds` draws one by one, with the same lots, for a search that wants nothing but the bytes.

Pieces that change places are columns of an array that has a row for each world, so that a whole field of all worlds is renamed in one step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rulewright.core.layout import pack
from rulewright.core.program import Field, Kind
from rulewright.core.types import Set

if TYPE_CHECKING:
    from rulewright.play.knowledge.exchange import Exchange
    from rulewright.play.knowledge.lots import Lot

Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Part:
    """Elements of a state that lie side by side."""

    offset: int
    width: int
    count: int = 1

    def column(self, first: int, count: int, per: int = 1) -> Part:
        """Elements of it, each of so many of ours."""
        return Part(self.offset + first * self.width, self.width * per, count)

    def seen(self, states: Bytes, type: str) -> npt.NDArray[np.generic]:
        """The same bytes as a column for each element."""
        return states[..., self.offset : self.offset + self.width * self.count].view(f"{type}{self.width}")


class Drawing:
    """For one program: worlds side by side, as bytes."""

    def __init__(self, exchange: Exchange) -> None:
        self.exchange, self.program = exchange, exchange.program
        self._fields = sorted(self.program.fields, key=lambda f: f.at)
        self._starts = np.array([f.at for f in self._fields])

    def worlds(
        self,
        state: list[int],
        lots: list[tuple[Kind, Lot]],
        secrets: list[tuple[int, Callable[[Random], int]]],
        count: int,
        dice: Random,
    ) -> bytes:
        base = np.frombuffer(pack(self.program, state), np.uint8)
        found = np.tile(base, (count, 1))
        names: list[list[list[int]]] = [[] for _ in lots]
        for row in range(count):
            for (_, lot), drawn in zip(lots, names, strict=True):
                drawn.append(lot.draw(dice))
            for at, draw in secrets:
                part, field = self._at(at)
                value = draw(dice).to_bytes(part.width, "little", signed=not isinstance(field.type, Set))
                found[row, part.offset : part.offset + part.width] = np.frombuffer(value, np.uint8)
        for kind in {kind.number: kind for kind, _ in lots}.values():
            of = [n for n, (k, _) in enumerate(lots) if k is kind]
            bodies = np.array([piece for n in of for piece in lots[n][1].pieces])
            _Renaming(self, found, base, state, kind, bodies, np.concatenate([np.array(names[n]) for n in of], axis=1)).all()
        return found.tobytes()

    def _at(self, at: int) -> tuple[Part, Field]:
        """The bytes of an element of the state as a list."""
        field = self._fields[int(np.searchsorted(self._starts, at, "right")) - 1]
        return Part(field.offset + (at - field.at) * field.width, field.width), field

    def part(self, at: int) -> Part:
        return self._at(at)[0]


class _Renaming:
    """Pieces of one kind get other names in all worlds: where `bodies[i]` was, `names[:, i]` is now."""

    def __init__(self, drawing: Drawing, found: Bytes, base: Bytes, state: list[int], kind: Kind, bodies: Numbers, names: Numbers) -> None:
        self.drawing, self.found, self.base, self.state, self.kind = drawing, found, base, state, kind
        self.bodies, self.names = bodies, names
        self.source, self.goal = bodies - kind.base, names - kind.base
        self.rows = np.arange(len(found))[:, None]
        self.columns = {int(piece): n for n, piece in enumerate(bodies)}

    def all(self) -> None:
        exchange, program, kind = self.drawing.exchange, self.drawing.program, self.kind
        for held in (program.loc, program.pos, program.owner, program.known):
            if held is not None:
                self._reorder(Part(held.offset, held.width, held.count).column(kind.base, kind.count))
        for attribute in kind.attributes.values():
            if (field := attribute.field) is None:
                continue
            if attribute.bits:
                self._bits(Part(field.offset, field.width))
            else:
                self._reorder(Part(field.offset, field.width).column(0, kind.count, max(1, len(attribute.family))))
        for index in program.indexes:
            if index.kind is kind and index.sort not in {"cells", "at"}:
                self._bits(Part(index.field.offset, index.field.width, index.field.count))
        for at in exchange.holding(self.state, kind, [int(piece) for piece in self.bodies]):
            self._name(at, self.state[at] - 1, 1)
        for at, words in exchange.naming(self.state, kind):
            if words:
                part = self.drawing.part(at)
                self._bits(Part(part.offset, part.width * words))
            else:
                self._name(at, self.state[at])

    def _reorder(self, part: Part) -> None:
        """What a piece has goes with its name."""
        part.seen(self.found, "V")[self.rows, self.goal] = part.seen(self.base, "V")[self.source]

    def _name(self, at: int, piece: int, more: int = 0) -> None:
        """An element that is the number of a piece, and so much more."""
        column = self.columns.get(piece)
        if column is not None:
            self.drawing.part(at).seen(self.found, "<i")[:, 0] = self.names[:, column] + more

    def _bits(self, part: Part) -> None:
        """Elements that are sets of pieces."""
        sets = self.base[part.offset : part.offset + part.width * part.count].reshape(part.count, part.width)
        before = np.unpackbits(sets, axis=1, bitorder="little")
        used = np.flatnonzero(before[:, self.source].any(axis=1))
        if not len(used):
            return
        after = np.repeat(before[None, used], len(self.found), axis=0)
        after[self.rows, :, self.goal] = before[used][:, self.source].T[None]
        part.seen(self.found, "V")[:, used] = np.packbits(after, axis=2, bitorder="little").view(f"V{part.width}")[..., 0]
