"""Where pieces are: the effects that move them and keep every index true, and the questions about piles.

A pile that has been shuffled has an unknown part: its pieces have position 0. Above it lie pieces with positions 1, 2, …,
below it pieces with positions -1, -2, …; the uppermost has the greatest position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, assert_never

from rulewright.core import ir
from rulewright.core.layout import pack
from rulewright.core.position import Part, piece_plan, plain_runs
from rulewright.core.program import BOX, Index, Kind, Place, Program
from rulewright.core.random import GAMMA, MASK, mix
from rulewright.core.types import Set
from rulewright.interpreter import sets
from rulewright.interpreter.errors import RuleError

State = list[int]


class Pieces:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.loc = program.loc.at if program.loc is not None else -1
        self.pos = program.pos.at if program.pos is not None else -1
        self.owner = program.owner.at if program.owner is not None else -1
        self.known = program.known.at if program.known is not None else -1
        self.kinds: list[Kind] = [program.kind_of_piece(p) for p in range(program.pieces)]
        self.places: list[Place | None] = [program.place_of_site(s) for s in range(program.sites)]
        self.indexes: dict[tuple[int, int], list[Index]] = {}
        self.owned = {i.kind.number: i for i in program.indexes if i.sort == "owned"}
        for index in program.indexes:
            if index.place is not None:
                self.indexes.setdefault((index.kind.number, index.place.number), []).append(index)
        self.trying = 0  # trials we are inside of: what happens there is not told and not counted
        self.said: list[int] = []  # texts told since somebody last looked
        self._plans = [(k, piece_plan(program, k)) for k in program.kinds if k.count and not k.counted]
        self._runs = plain_runs(program)

    # ------------------------------------------------------------ moving

    def move(self, S: State, piece: int, site: int, span: int, under: bool = False) -> None:
        if not 0 <= piece < self.program.pieces or not 0 <= site < self.program.sites:
            raise RuleError("missing", span)
        kind = self.kinds[piece]
        old = S[self.loc + piece]
        watchers = self._seers(S, piece, old) if self.known >= 0 else 0
        self._leave(S, piece, kind, old)
        place = self.places[site]
        if place is not None:
            self._check_room(S, piece, kind, place, site, span)
        S[self.loc + piece] = site
        self._enter(S, piece, kind, site)
        if place is not None and place.ordered and self.pos >= 0:
            S[self.pos + piece] = self._lowest(S, piece, site) - 1 if under else self._highest(S, piece, site) + 1
        if self.known >= 0:
            S[self.known + piece] = watchers if place is not None and self._sight(place, kind) == "witnesses" else 0

    def _check_room(self, S: State, piece: int, kind: Kind, place: Place, site: int, span: int) -> None:
        """Whether one more fits on a site; a piece that is there already takes no more room."""
        itself = S[self.loc + piece] == site
        limit = place.limits.get(kind.number, 0)
        if limit >= 0 and self._count(S, kind, site) - itself >= limit:
            raise RuleError("capacity", span)
        if place.limit >= 0 and self.crowd(S, place, site) - itself >= place.limit:
            raise RuleError("capacity", span)

    def _count(self, S: State, kind: Kind, site: int) -> int:
        return sum(S[self.loc + p] == site for p in range(kind.base, kind.base + kind.count))

    def crowd(self, S: State, place: Place, site: int) -> int:
        """How many pieces of all kinds are on a site."""
        total = 0
        for number in place.limits:
            kind = self.program.kinds[number]
            total += self.tokens(S, kind, site) if kind.counted else self._count(S, kind, site)
        return total

    def _leave(self, S: State, piece: int, kind: Kind, site: int) -> None:
        place = self.places[site]
        if place is None:
            return
        for index in self.indexes.get((kind.number, place.number), ()):
            self._update(S, index, piece, site, False)
        if place.ordered and self.pos >= 0:
            self._close_gap(S, piece, site)

    def _enter(self, S: State, piece: int, kind: Kind, site: int) -> None:
        place = self.places[site]
        if place is None:
            return
        for index in self.indexes.get((kind.number, place.number), ()):
            self._update(S, index, piece, site, True)

    def _update(self, S: State, index: Index, piece: int, site: int, arrives: bool) -> None:
        place, at = index.place, index.field.at
        assert place is not None
        match index.sort:
            case "at":
                S[at + site - place.base] = piece + 1 if arrives else 0
            case "members":
                self._bit(S, at + site - place.base, piece - index.kind.base, arrives)
            case "inside":
                self._bit(S, at, piece - index.kind.base, arrives)
            case "cells":
                # A site with room for several keeps its bit while another piece of the same owner stays.
                last = index.field.count - 1
                owner = S[self.owner + piece]
                others = [p for p in range(index.kind.base, index.kind.base + index.kind.count) if p != piece and S[self.loc + p] == site]
                self._bit(S, at + last, site - place.base, arrives or bool(others))
                if 0 <= owner < last:
                    self._bit(S, at + owner, site - place.base, arrives or any(S[self.owner + p] == owner for p in others))

    @staticmethod
    def _bit(S: State, at: int, bit: int, value: bool) -> None:
        S[at] = S[at] | 1 << bit if value else S[at] & ~(1 << bit)

    def swap(self, S: State, a: int, b: int, span: int) -> None:
        if not (0 <= a < self.program.pieces and 0 <= b < self.program.pieces):
            raise RuleError("missing", span)
        there, here = S[self.loc + a], S[self.loc + b]
        watchers = self._seers(S, a, there) if self.known >= 0 else 0
        self.move(S, a, BOX, span)
        self.move(S, b, there, span)
        self.move(S, a, here, span)
        place = self.places[here]
        if self.known >= 0 and place is not None and self._sight(place, self.kinds[a]) == "witnesses":
            S[self.known + a] = watchers  # on its way through the box nobody has seen it who had not seen it before

    def set_owner(self, S: State, piece: int, owner: int, span: int) -> None:
        if not 0 <= piece < self.program.pieces:
            raise RuleError("missing", span)
        kind, site = self.kinds[piece], S[self.loc + piece]
        old = S[self.owner + piece]
        place = self.places[site]
        cells = [i for i in self.indexes.get((kind.number, place.number), ()) if i.sort == "cells"] if place is not None else []
        for index in cells:
            self._update(S, index, piece, site, False)
        S[self.owner + piece] = owner
        for index in cells:
            self._update(S, index, piece, site, True)
        owned = self.owned.get(kind.number)
        if owned is not None:
            if 0 <= old < owned.field.count:
                self._bit(S, owned.field.at + old, piece - kind.base, False)
            if 0 <= owner < owned.field.count:
                self._bit(S, owned.field.at + owner, piece - kind.base, True)

    # ------------------------------------------------------------ piles

    def on_site(self, S: State, kind_base: int, candidates: int, site: int) -> int:
        bits = 0
        for piece in sets.members(candidates, kind_base):
            if S[self.loc + piece] == site:
                bits |= 1 << (piece - kind_base)
        return bits

    def _pile(self, S: State, site: int, but: int = -1) -> list[int]:
        return [p for p in range(self.program.pieces) if p != but and S[self.loc + p] == site]

    def _highest(self, S: State, piece: int, site: int) -> int:
        return max(0, max((S[self.pos + p] for p in self._pile(S, site, piece)), default=0))

    def _lowest(self, S: State, piece: int, site: int) -> int:
        return min(0, min((S[self.pos + p] for p in self._pile(S, site, piece)), default=0))

    def _close_gap(self, S: State, piece: int, site: int) -> None:
        """Positions stay without gaps, so that equal piles look equal."""
        gone = S[self.pos + piece]
        S[self.pos + piece] = 0
        if gone == 0:
            return
        for other in self._pile(S, site, piece):
            there = S[self.pos + other]
            if gone > 0 and there > gone:
                S[self.pos + other] = there - 1
            elif gone < 0 and there < gone:
                S[self.pos + other] = there + 1

    def shuffle(self, S: State, site: int) -> None:
        for piece in self._pile(S, site):
            S[self.pos + piece] = 0
            if self.known >= 0:
                S[self.known + piece] = 0  # nobody can tell any more which is which

    def mystery(self, S: State, members: int, base: int) -> int:
        """The pieces of which one lies on top, if nobody knows which."""
        pieces = list(sets.members(members, base))
        if not pieces or max(S[self.pos + p] for p in pieces) > 0:
            return 0
        unknown = 0
        for p in pieces:
            if S[self.pos + p] == 0:
                unknown |= 1 << (p - base)
        return unknown

    def surface(self, S: State, piece: int) -> None:
        """A piece of the unknown part turns out to be the uppermost."""
        S[self.pos + piece] = 1

    def end_of(self, S: State, members: int, base: int, top: bool) -> int:
        pieces = list(sets.members(members, base))
        if not pieces:
            return -1
        if self.pos < 0:
            return pieces[-1] if top else pieces[0]
        best = (max if top else min)(pieces, key=lambda p: (S[self.pos + p], p))
        return best

    # ------------------------------------------------------------ counted pieces

    def _slot(self, kind: Kind, site: int, owner: int) -> tuple[int, int]:
        """The field element (and bit) that stands for counted pieces on a site."""
        assert kind.tokens is not None
        if kind.heaped:
            owners = max(1, kind.owners)
            holders = [p for p in self.program.places if kind.number in p.limits]
            low = min(p.base for p in holders)
            return kind.tokens.at + (site - low) * owners + (owner if owners > 1 else 0), -1
        type = kind.tokens.type
        assert isinstance(type, Set)
        return kind.tokens.at + (owner if kind.owners else 0), site - type.base

    def tokens(self, S: State, kind: Kind, site: int) -> int:
        total = 0
        for owner in range(max(1, kind.owners)):
            at, bit = self._slot(kind, site, owner)
            total += S[at] if bit < 0 else S[at] >> bit & 1
        return total

    def take(self, S: State, kind: Kind, site: int, owner: int, amount: int, span: int) -> None:
        place = self.places[site] if 0 <= site < self.program.sites else None
        if place is None or kind.number not in place.limits:
            raise RuleError("missing", span)
        at, bit = self._slot(kind, site, owner)
        if bit >= 0:
            if amount != 1 or not S[at] >> bit & 1:
                raise RuleError("missing", span)
            S[at] &= ~(1 << bit)
        else:
            if amount < 0 or S[at] < amount:
                raise RuleError("missing", span)
            S[at] -= amount

    def put(self, S: State, kind: Kind, site: int, owner: int, amount: int, span: int) -> None:
        place = self.places[site] if 0 <= site < self.program.sites else None
        if place is None or kind.number not in place.limits or amount < 0:
            raise RuleError("missing", span)
        limit = place.limits[kind.number]
        if limit >= 0 and self.tokens(S, kind, site) + amount > limit:
            raise RuleError("capacity", span)
        if place.limit >= 0 and self.crowd(S, place, site) + amount > place.limit:
            raise RuleError("capacity", span)
        at, bit = self._slot(kind, site, owner)
        if bit >= 0:
            S[at] |= 1 << bit
        else:
            assert kind.tokens is not None
            if S[at] + amount > kind.tokens.high:
                raise RuleError("capacity", span)
            S[at] += amount

    def shift(self, S: State, kind: Kind, site: int, owner: int, amount: int, to: int, span: int) -> None:
        self.take(S, kind, site, owner, amount, span)
        self.put(S, kind, to, owner, amount, span)

    def from_box(self, S: State, kind: Kind, owner: int, amount: int, span: int) -> None:
        assert kind.supply is not None
        at = kind.supply.at + (owner if kind.owners else 0)
        if S[at] < amount:
            raise RuleError("supply", span)
        S[at] -= amount

    def to_box(self, S: State, kind: Kind, owner: int, amount: int) -> None:
        assert kind.supply is not None
        S[kind.supply.at + (owner if kind.owners else 0)] += amount

    # ------------------------------------------------------------ knowledge

    @staticmethod
    def _sight(place: Place, kind: Kind) -> str:
        return place.seen_kinds.get(kind.number, place.seen)

    def _seers(self, S: State, piece: int, site: int) -> int:
        """Who sees the face of a piece on a site."""
        everybody = (1 << len(self.program.seats)) - 1
        place = self.places[site]
        if place is None:
            return everybody
        match self._sight(place, self.kinds[piece]):
            case "all":
                return everybody
            case "owner" if place.per == "Player":
                return S[self.known + piece] | 1 << (site - place.base) // place.cells
            case "others" if place.per == "Player":
                return S[self.known + piece] | everybody & ~(1 << (site - place.base) // place.cells)
            case _:
                return S[self.known + piece]

    def veiled(self, S: State, kind: Kind, pool: int, who: int, down: int) -> int:
        """Of some pieces, those whose faces somebody does not see where they lie. `down` is the value of a face that lies down, or -1."""
        found = 0
        lying = kind.attributes["face"].field if down >= 0 else None
        for piece in sets.members(pool, kind.base):
            place = self.places[S[self.loc + piece]]
            if place is None:
                continue
            sight = self._sight(place, kind)
            told = self.known >= 0 and S[self.known + piece] >> who & 1
            mine = place.per == "Player" and (S[self.loc + piece] - place.base) // place.cells == who
            by_rule = sight == "all" or (sight == "owner" and mine) or (sight == "others" and place.per == "Player" and not mine)
            covered = lying is not None and S[lying.at + piece - kind.base] == down
            if covered or not (by_rule or told):
                found |= 1 << piece - kind.base
        return found

    def _open_to(self, S: State, piece: int) -> int:
        """Who sees a piece only because of where it lies: that need not be kept."""
        return self._seers(S, piece, S[self.loc + piece]) & ~S[self.known + piece]

    def say(self, text: int) -> None:
        if not self.trying:
            self.said.append(text)

    def know(self, S: State, piece: int, who: int, span: int) -> None:
        if not 0 <= piece < self.program.pieces:
            raise RuleError("missing", span)
        if self.known >= 0:
            S[self.known + piece] |= who & ~self._open_to(S, piece)

    # ------------------------------------------------------------ equal pieces, equal positions

    def alike(self, S: State, kind: Kind, a: int, b: int) -> bool:
        """Whether two pieces of a kind differ in nothing but their number."""
        i, j = a - kind.base, b - kind.base
        if kind.twins[i] != kind.twins[j] or S[self.loc + a] != S[self.loc + b] or S[self.owner + a] != S[self.owner + b]:
            return False
        if self.known >= 0 and S[self.known + a] != S[self.known + b]:
            return False
        for attribute in kind.attributes.values():
            field = attribute.field
            if field is None:
                continue
            if attribute.bits:
                if S[field.at] >> i & 1 != S[field.at] >> j & 1:
                    return False
                continue
            per = max(1, len(attribute.family))
            if S[field.at + i * per : field.at + (i + 1) * per] != S[field.at + j * per : field.at + (j + 1) * per]:
                return False
        return True

    def foremost(self, S: State, kind: Kind, piece: int, pool: int) -> int:
        for other in sets.members(pool, kind.base):
            if other >= piece:
                return 1
            if self.alike(S, kind, other, piece):
                return 0
        return 1

    def position(self, S: State) -> int:
        """A number for the position, never 0: the same for positions that differ only in which of equal pieces is where."""
        total = 0
        for kind, plan in self._plans:
            words = [[0] * kind.count for _ in range(plan[-1].word + 1)]
            for part in plan:
                low, shift = part.low, part.shift
                before = words[part.word]
                words[part.word] = [w | (v - low << shift) & MASK for w, v in zip(before, self._part(S, kind, part), strict=True)]
            for piece in zip(*words, strict=True):
                key = kind.number + 1
                for word in piece:
                    key = mix(key ^ word)
                total += key
        key = 0
        data = pack(self.program, S)
        for first, end in self._runs:
            for at in range(first, end, 8):
                key = mix((key ^ int.from_bytes(data[at : min(at + 8, end)], "little")) + GAMMA & MASK)
        return (total + key) & MASK or 1

    def _part(self, S: State, kind: Kind, part: Part) -> Sequence[int]:
        """What all pieces of a kind have there."""
        match part.sort:
            case "twin":
                return kind.twins
            case "site":
                return S[self.loc + kind.base : self.loc + kind.base + kind.count]
            case "owner":
                return S[self.owner + kind.base : self.owner + kind.base + kind.count]
        assert part.attribute is not None and part.attribute.field is not None
        at = part.attribute.field.at
        if part.sort == "bit":
            return [S[at] >> i & 1 for i in range(kind.count)]
        step = max(1, len(part.attribute.family))
        return [value & MASK for value in S[at + part.member : at + kind.count * step : step]]


def effect(pieces: Pieces, stmt: ir.Effect) -> Callable[..., None]:
    """The function that carries out an effect, given the state and its arguments."""
    span = stmt.span
    kind: Any = pieces.program.kinds[stmt.kind] if stmt.kind >= 0 else None
    match stmt.op:
        case "move":
            return lambda S, piece, site: pieces.move(S, piece, site, span)
        case "move_under":
            return lambda S, piece, site: pieces.move(S, piece, site, span, True)
        case "swap":
            return lambda S, a, b: pieces.swap(S, a, b, span)
        case "set_owner":
            return lambda S, piece, owner: pieces.set_owner(S, piece, owner, span)
        case "take":
            return lambda S, site, owner, n: pieces.take(S, kind, site, owner, n, span)
        case "put":
            return lambda S, site, owner, n: pieces.put(S, kind, site, owner, n, span)
        case "shift":
            return lambda S, site, owner, n, to: pieces.shift(S, kind, site, owner, n, to, span)
        case "from_box":
            return lambda S, owner, n: pieces.from_box(S, kind, owner, n, span)
        case "to_box":
            return lambda S, owner, n: pieces.to_box(S, kind, owner, n)
        case "shuffle":
            return pieces.shuffle
        case "surface":
            return pieces.surface
        case "know":
            return lambda S, piece, who: pieces.know(S, piece, who, span)
        case "none_left":
            return lambda S, left: _none_left(left, span)
        case "say":
            return lambda S, text: pieces.say(text)
        case "record":
            return lambda S: record(pieces, S)
        case _:
            assert_never(stmt.op)


def _none_left(left: int, span: int) -> None:
    if left:
        raise RuleError("supply", span)


def record(pieces: Pieces, S: State) -> None:
    """Note the present position; the oldest is forgotten when there is no more room."""
    history = next(f for f in pieces.program.fields if f.name == "history")
    remembered = next(f for f in pieces.program.fields if f.name == "remembered")
    key = pieces.position(S)
    signed = key - (1 << 64) if key >> 63 else key
    S[history.at + S[remembered.at] % history.count] = signed
    S[remembered.at] += 1


def repeated(pieces: Pieces, S: State, times: int) -> int:
    """Whether the position noted last has been noted so often."""
    history = next(f for f in pieces.program.fields if f.name == "history")
    remembered = next(f for f in pieces.program.fields if f.name == "remembered")
    count = S[remembered.at]
    if not count:
        return int(times <= 0)
    now = S[history.at + (count - 1) % history.count]
    known = S[history.at : history.at + min(count, history.count)]
    return int(known.count(now) >= times)
