"""The packet: the state of a match as one seat knows it, and what could be instead.

Pieces that a seat does not see are laid out in the order of their numbers over where they can be; secret values and answers of
others are as at the start, and so are the generators of chance. So two states that the seat cannot tell apart give the same packet,
byte by byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from rulewright.core import ir
from rulewright.core.flow import Code
from rulewright.core.layout import initial, pack
from rulewright.core.program import BOX, Choice, Field, Kind
from rulewright.core.random import mix
from rulewright.core.types import Row, Set, words
from rulewright.core.walk import statements
from rulewright.play.knowledge.exchange import Exchange
from rulewright.play.knowledge.lots import Lot
from rulewright.play.knowledge.memory import Memory, Spot
from rulewright.play.knowledge.sight import Sight

if TYPE_CHECKING:
    from rulewright.play.game import Game
    from rulewright.play.knowledge.drawing import Drawing


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces of one kind and back, out of sight: any of them can be in the place of any other, as far as its spots allow."""

    kind: int
    pieces: tuple[int, ...]  # ascending: who is where in the packet's state follows from its `loc`
    spots: tuple[tuple[Spot, ...], ...]  # of each of them, in the same order; empty if nothing is known: then each can be anywhere


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat (None: an onlooker) knows at one stop of a match."""

    seat: int | None
    state: bytes
    groups: tuple[Group, ...]
    secrets: tuple[tuple[int, int, int], ...]  # values out of sight: their place in the state as a list, lowest and highest
    answers: tuple[int, ...]  # places of what others have answered in the secret round that is under way


@dataclass(slots=True)
class Guise:
    """A state in the guise in which a seat knows it."""

    state: list[int]
    names: dict[int, int]  # what each piece out of sight is called here
    groups: tuple[Group, ...]
    secrets: tuple[tuple[int, int, int], ...]
    answers: tuple[int, ...]


@dataclass(slots=True)
class World:
    """A state that could be, and what each piece that is out of sight in the true one is called in it."""

    state: list[int]
    names: dict[int, int]


class Knower:
    """Makes packets and guises for one game."""

    def __init__(self, game: Game, sight: Sight) -> None:
        self.game, self.sight, self.program = game, sight, game.program
        self.exchange = Exchange(game)
        self._drawing: Drawing | None = None
        self._start = initial(self.program)
        self._secrets = list(self._secret_fields())
        self._dice = list(self._hidden_dice())
        self._faces = {field.at + n: faces for kind, field, faces in self._dice for n in range(kind.count)}
        self._notes = {c.number: sorted(_noted(c)) for c in self.program.choices if c.secret}

    def packet(self, state: list[int], seat: int | None, memory: Memory) -> Knowledge:
        guise = self.guise(state, seat, memory)
        return Knowledge(seat, pack(self.program, guise.state), guise.groups, guise.secrets, guise.answers)

    def guise(self, state: list[int], seat: int | None, memory: Memory, lot: int = 0) -> Guise:
        """The state as a seat knows it. After the end nothing is hidden any more. Which of several pieces that lie alike gets which name is
        drawn by a lot, so that a name tells nothing about the piece."""
        program, found = self.program, state[:]
        assert program.rng is not None and program.over is not None
        found[program.rng.at : program.rng.at + program.rng.count] = [0] * program.rng.count
        if state[program.over.at] or not self.sight.hides:
            return Guise(found, {}, (), (), ())
        names: dict[int, int] = {}
        groups: list[Group] = []
        for kind, pieces in self._classes(state, memory.of(seat)):
            spots = memory.of(seat)
            laid = self._laid_out(state, pieces, spots, lot)
            self.exchange.rename(found, kind, laid)
            names |= laid
            free = len({spots[p] for p in pieces}) == 1
            groups.append(Group(kind.number, tuple(sorted(pieces)), () if free else tuple(tuple(sorted(spots[p])) for p in sorted(pieces))))
        secrets = (*self._hide_values(found, seat, memory), *self._hide_faces(found, seat))
        answers = tuple(self._hide_answers(found, seat))
        for field in program.fields:
            if field.name in {"history", "remembered"}:
                found[field.at : field.at + field.count] = self._start[field.at : field.at + field.count]
        return Guise(found, names, tuple(groups), secrets, answers)

    def alike(self, state: list[int]) -> bool:
        """Whether seats that have seen the same know the same: no secret value, and no answer in a secret round, is somebody's own."""
        assert self.program.pending is not None
        return not self._secrets and state[self.program.pending.at] not in self._notes

    def worlds(self, guise: Guise, count: int, dice: Random) -> Iterator[World]:
        """Other states that look the same to the seat of a guise; none if it knows everything."""
        if not count:
            return
        lots, secrets = self._lots(guise), self._secret_draws(guise)
        pieces: dict[int, list[int]] = {}
        for kind, lot in lots:
            pieces.setdefault(kind.number, []).extend(lot.pieces)
        kinds = [self.program.kinds[number] for number in pieces]
        holding = {kind.number: self.exchange.holding(guise.state, kind, pieces[kind.number]) for kind in kinds}
        for _ in range(count if lots or secrets else 0):
            state, names = guise.state[:], dict[int, int]()
            drawn: dict[int, dict[int, int]] = {kind.number: {} for kind in kinds}
            for kind, lot in lots:
                drawn[kind.number] |= dict(zip(lot.pieces, lot.draw(dice), strict=True))
            for kind in kinds:
                self.exchange.rename(state, kind, drawn[kind.number], holding[kind.number])
                names |= drawn[kind.number]
            for at, draw in secrets:
                state[at] = draw(dice)
            yield World(state, {piece: names.get(name, name) for piece, name in guise.names.items()})

    def worlds_as_bytes(self, guise: Guise, count: int, dice: Random) -> bytes:
        """The states of the same worlds, one after the other, as native code reads them."""
        from rulewright.play.knowledge.drawing import Drawing  # NumPy takes long to load, and only a search wants this

        self._drawing = self._drawing or Drawing(self.exchange)
        return self._drawing.worlds(guise.state, self._lots(guise), self._secret_draws(guise), count, dice)

    def _lots(self, guise: Guise) -> list[tuple[Kind, Lot]]:
        state, kinds = guise.state, self.program.kinds
        return [(kinds[g.kind], Lot(g.pieces, g.spots, [self._spot(state, p) for p in g.pieces] if g.spots else [])) for g in guise.groups]

    def _secret_draws(self, guise: Guise) -> list[tuple[int, Callable[[Random], int]]]:
        return [(at, _draw(self._faces.get(at), low, high)) for at, low, high in guise.secrets]

    # ------------------------------------------------------------ pieces

    def _classes(self, state: list[int], spots: dict[int, frozenset[Spot]]) -> Iterator[tuple[Kind, list[int]]]:
        """Pieces out of sight, those together that differ in nothing a seat could have noticed."""
        found: dict[tuple[object, ...], list[int]] = {}
        for piece in sorted(spots):
            found.setdefault((*self.sight.back(piece), *self._kept(state, piece)), []).append(piece)
        for pieces in found.values():
            if len(pieces) > 1:
                yield self.sight.kind_of[pieces[0]], pieces

    def _kept(self, state: list[int], piece: int) -> Iterator[object]:
        """What a piece has that can change, but for where it is."""
        kind, program = self.sight.kind_of[piece], self.program
        index = piece - kind.base
        if program.owner is not None:
            yield state[program.owner.at + piece]
        yield self._holds(state, kind, index)
        for name, attribute in kind.attributes.items():
            if attribute.field is None or name == "face":
                continue
            per = max(1, len(attribute.family))
            at = attribute.field.at
            yield state[at] >> index & 1 if attribute.bits else tuple(state[at + index * per : at + (index + 1) * per])

    def _holds(self, state: list[int], kind: Kind, index: int) -> int:
        """Something lies on it: then it cannot be another. (Its number, so that it is alone.)"""
        program = self.program
        if kind.site_base < 0 or program.loc is None:
            return -1
        site = kind.site_base + index
        return index if site in state[program.loc.at : program.loc.at + program.pieces] else -1

    def _laid_out(self, state: list[int], pieces: list[int], spots: dict[int, frozenset[Spot]], lot: int) -> dict[int, int]:
        """Which piece each is called: the first piece at the first spot where it can be, and so on."""
        mentions = self.exchange.mentions(state, self.sight.kind_of[pieces[0]])
        bodies = sorted(pieces, key=lambda p: (self._body(state, p, mentions), mix(lot ^ p)))
        here = {p: self._spot(state, p) for p in bodies}
        if all(here[body] in spots[piece] for piece, body in zip(pieces, bodies, strict=True)):
            return dict(zip(bodies, pieces, strict=True))
        at = {body: number for number, body in enumerate(bodies)}  # the matching as it is: piece -> number of the body
        holder = {number: piece for piece, number in at.items()}
        fixed: set[int] = set()
        for piece in pieces:
            for number in range(len(bodies)):
                if number in fixed or here[bodies[number]] not in spots[piece]:
                    continue
                if at[piece] == number or self._make_room(piece, number, at, holder, fixed, bodies, here, spots):
                    break
            fixed.add(at[piece])
        return {bodies[number]: piece for piece, number in at.items()}

    def _make_room(
        self,
        piece: int,
        wanted: int,
        at: dict[int, int],
        holder: dict[int, int],
        fixed: set[int],
        bodies: list[int],
        here: dict[int, Spot],
        spots: dict[int, frozenset[Spot]],
    ) -> bool:
        """Let a piece have the body it wants, if the others can still all be somewhere: along a way that ends where it was."""
        goal = at[piece]
        came: dict[int, int] = {wanted: -1}
        waiting = [wanted]
        while waiting:
            number = waiting.pop()
            mover = holder[number]
            for other in range(len(bodies)):
                if other in came or other in fixed or here[bodies[other]] not in spots[mover]:
                    continue
                came[other] = number
                if other == goal:
                    while came[other] >= 0:
                        previous = came[other]
                        moved = holder[previous]
                        at[moved], holder[other] = other, moved
                        other = previous
                    at[piece], holder[wanted] = wanted, piece
                    return True
                waiting.append(other)
        return False

    def spots(self, state: list[int]) -> list[Spot]:
        """Where every piece lies."""
        return [self._spot(state, piece) for piece in range(self.program.pieces)]

    def _spot(self, state: list[int], piece: int) -> Spot:
        program = self.program
        assert program.loc is not None
        site = state[program.loc.at + piece]
        place = self.sight.places[site]
        ordered = place is not None and place.ordered and program.pos is not None
        return site, state[program.pos.at + piece] if ordered and program.pos is not None else 0

    def _body(self, state: list[int], piece: int, mentions: dict[int, list[int]]) -> tuple[object, ...]:
        """Everything that goes with the place of a piece when it is exchanged; what two have in common need not be told apart."""
        program = self.program
        known = state[program.known.at + piece] if program.known is not None else 0
        return (*self._spot(state, piece), self.sight.face_down(state, piece), known, *mentions.get(piece, ()))

    # ------------------------------------------------------------ values and answers

    def _secret_fields(self) -> Iterator[tuple[Field, int, bool, Kind | None]]:
        """Fields of secret attributes: how many words for each owner, whether the owners are players, or pieces of which kind."""
        for symbol in self.game.world.player_attrs.values():
            if symbol.core is not None and symbol.core.field is not None and symbol.core.secret:
                yield symbol.core.field, max(1, len(symbol.core.family)), True, None
        for symbol in self.game.world.game_attrs.values():
            if symbol.core is not None and symbol.core.field is not None and symbol.core.secret:
                yield symbol.core.field, symbol.core.field.count, False, None
        for kind in self.program.kinds:
            for attribute in kind.attributes.values():
                if attribute.secret and attribute.field is not None and not attribute.bits:
                    yield attribute.field, max(1, len(attribute.family)), False, kind

    def _hide_values(self, found: list[int], seat: int | None, memory: Memory) -> Iterator[tuple[int, int, int]]:
        program = self.program
        for field, per, personal, kind in self._secrets:
            low, high = (0, (1 << field.type.size) - 1) if isinstance(field.type, Set) else (field.low, field.high)
            for index in range(field.count):
                owner = index // per if personal else None
                if kind is not None and program.owner is not None:
                    owner = found[program.owner.at + kind.base + index // per]
                if owner is None or owner != seat:
                    found[field.at + index] = self._start[field.at + index]
                    yield field.at + index, low, high

    def _hidden_dice(self) -> Iterator[tuple[Kind, Field, tuple[int, ...]]]:
        """Dice that may lie where somebody does not see them, and all their faces."""
        for kind in self.program.kinds:
            faces, attribute = self.game.world.kinds[kind.name].dice, kind.attributes.get("face")
            hidden = any(p.seen_kinds.get(kind.number, p.seen) != "all" for p in self.program.places if kind.number in p.limits)
            if faces and hidden and attribute is not None and attribute.field is not None:
                yield kind, attribute.field, tuple(faces)

    def _hide_faces(self, found: list[int], seat: int | None) -> Iterator[tuple[int, int, int]]:
        """What dice show that a seat does not see."""
        for kind, field, faces in self._dice:
            assert self.program.loc is not None
            for n in range(kind.count):
                piece = kind.base + n
                if found[self.program.loc.at + piece] != BOX and not self.sight.sees(found, seat, piece):
                    found[field.at + n] = self._start[field.at + n]
                    yield field.at + n, min(faces), max(faces)

    def _hide_answers(self, found: list[int], seat: int | None) -> Iterator[int]:
        """What others have answered in a secret round that is not over: the rows of the running procedure that keep it."""
        program = self.program
        assert program.pending is not None
        pending = found[program.pending.at]
        if pending not in self._notes:
            return
        code, frame = next(self.exchange.frames(found))
        for local in self._notes[pending]:
            if local in code.slots:
                yield from self._hide_row(found, code, frame, local, seat)

    def _hide_row(self, found: list[int], code: Code, frame: int, local: int, seat: int | None) -> Iterator[int]:
        type = code.proc.locals[local]
        assert isinstance(type, Row)
        size = words(type.elem)
        for word in range(type.size * size):
            if word // size != seat:
                found[frame + code.slots[local] + word] = 0
                yield frame + code.slots[local] + word


def _draw(faces: tuple[int, ...] | None, low: int, high: int) -> Callable[[Random], int]:
    return (lambda dice: dice.randint(low, high)) if faces is None else (lambda dice: dice.choice(faces))


def _noted(choice: Choice) -> set[int]:
    """The locals into which the answers of a secret round are written."""
    return {s.local.index for alt in choice.alts for s in statements(alt.body) if isinstance(s, ir.AssignAt)}
