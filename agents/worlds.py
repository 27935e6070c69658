"""What a seat may know of a state, and the worlds that would look the same to it.

A packet holds a state in which everything hidden is in a fixed order: pieces that the seat cannot tell apart lie in the order of their
numbers, secret values and the secret answers of others are blank, the generator is 0. Two states that look the same to the seat give
the same packet, byte by byte. A world is drawn from a packet alone: hidden pieces that look alike change places, all ways equally likely;
secret values and answers are drawn anew.

It does not remember: of a piece that was seen on its way into a hidden place it knows no more than of the others there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from rulewright.core import ir
from rulewright.core.flow import Stop
from rulewright.core.program import Attribute, Choice, Field, Kind, Program, Shown
from rulewright.core.sight import sees
from rulewright.core.types import Int, Row, Seq, Set
from rulewright.core.walk import statements
from rulewright.play.engines import Option

if TYPE_CHECKING:
    from rulewright.core.flow import Code
    from rulewright.play.game import Game

State = list[int]


@dataclass(frozen=True, slots=True)
class Answers:
    """Where the answers of a secret round lie: the local that says whose turn it is, and the rows that are written."""

    player: int
    rows: tuple[int, ...]  # words of the frame at which a row begins, each with an entry for every seat
    arguments: tuple[tuple[tuple[int, int], ...], ...]  # by alternative: (row, number of the argument)
    which: int  # the row that has the number of the alternative
    scratch: tuple[int, ...]  # words that keep what was chosen last


class Veil:
    """Everything about a game that is needed to hide and to imagine."""

    def __init__(self, game: Game) -> None:
        self.game, self.program = game, game.program
        program, world = game.program, game.world
        self.static = {k.number for k in program.kinds} - {
            s.kind for p in program.procs for s in statements(p.body) if isinstance(s, ir.Effect) and s.op == "set_owner"
        }
        if any(isinstance(s, ir.Effect) and s.op == "set_owner" and s.kind < 0 for p in program.procs for s in statements(p.body)):
            self.static = set()
        shown = {name for place in program.places for name in place.showing}
        self.backs = {
            k.number: [a for n, a in k.attributes.items() if a.table is not None and n in shown | set(world.kinds[k.name].face_down or ())]
            for k in program.kinds
        }
        symbols = [*world.player_attrs.values(), *world.game_attrs.values(), *(s for g in world.enum_attrs.values() for s in g.values())]
        attributes = [s.core for s in symbols if s.core is not None]
        attributes += [a for k in program.kinds for a in k.attributes.values()]
        attributes += [a for p in program.places for a in p.attributes.values()]
        self.references = [a for a in attributes if a.field is not None and "piece" in a.shown.sort and not a.bits]
        self.secrets = [s.core for s in world.player_attrs.values() if s.core is not None and s.core.secret and s.core.field is not None]
        self.codes: dict[int, Code] = {p.number: c for p, c in program.code.items()}
        self.rounds = {c.number: found for c in program.choices if c.secret and (found := _answers(program, c)) is not None}

    # ------------------------------------------------------------ what looks alike

    def groups(self, state: State, seat: int) -> list[list[int]]:
        """Hidden pieces, those together that a seat cannot tell apart."""
        program = self.program
        found: dict[tuple[object, ...], list[int]] = {}
        holding = self._holding(state)
        for kind in program.kinds:
            if kind.counted:
                continue
            for index in range(kind.count):
                piece = kind.base + index
                if piece in holding or sees(program, state, seat, piece):
                    continue
                key: tuple[object, ...] = (kind.number, *(_printed(back, index) for back in self.backs[kind.number]))
                if kind.number in self.static and program.owner is not None:
                    key += (state[program.owner.at + piece],)
                found.setdefault(key, []).append(piece)
        return [group for group in found.values() if len(group) > 1]

    def _holding(self, state: State) -> set[int]:
        program = self.program
        mats = [(k.site_base, k.site_base + k.count, k.base) for k in program.kinds if k.site_base >= 0]
        if not mats or program.loc is None:
            return set()
        sites = set(state[program.loc.at : program.loc.at + program.pieces])
        return {base + site - low for low, high, base in mats for site in sites if low <= site < high}

    def rename(self, state: State, kind: Kind, names: dict[int, int]) -> None:
        """Let pieces of one kind change places: what was true of one is true of the other, wherever it is spoken of."""
        program = self.program
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
            if index.kind is not kind or index.sort == "cells":
                continue
            for at in range(index.field.at, index.field.at + index.field.count):
                state[at] = names.get(state[at] - 1, state[at] - 1) + 1 if index.sort == "at" else _bits(state[at], moved)
        for attribute in self.references:
            _rename_field(state, attribute, kind, names)
        for code, fp in self._frames(state):
            self._rename_frame(state, code, fp, kind, names)

    def _frames(self, state: State) -> list[tuple[Code, int]]:
        program = self.program
        assert program.stack is not None and program.top is not None
        found, fp = [], state[program.top.at]
        while fp >= 0:
            found.append((self.codes[state[program.stack.at + fp] >> 32], program.stack.at + fp))
            fp = state[program.stack.at + fp + 1]
        return found

    def _rename_frame(self, state: State, code: Code, at: int, kind: Kind, names: dict[int, int]) -> None:
        for index, slot in code.slots.items():
            shown = code.proc.sorts.get(index)
            if shown is None or not _about(shown, kind):
                continue
            type = code.proc.locals[index]
            if isinstance(type, Int):
                state[at + slot] = names.get(state[at + slot], state[at + slot])
            elif isinstance(type, Row):
                for i in range(type.size):
                    state[at + slot + i] = names.get(state[at + slot + i], state[at + slot + i])
            elif isinstance(type, Seq) and isinstance(type.elem, Int):
                for i in range(state[at + slot]):
                    state[at + slot + 1 + i] = names.get(state[at + slot + 1 + i], state[at + slot + 1 + i])
            elif isinstance(type, Set):
                value = sum((state[at + slot + i] & _MASK) << 64 * i for i in range(type.words))
                value = _bits(value, {a - type.base: b - type.base for a, b in names.items()})
                for i in range(type.words):
                    state[at + slot + i] = _signed(value >> 64 * i)

    # ------------------------------------------------------------ hiding

    def packed(self, state: State, seat: int) -> tuple[State, dict[int, int]]:
        """The state as a seat may know it, and the true numbers of the pieces whose numbers are others there."""
        program = self.program
        state = state[:]
        assert program.rng is not None
        state[program.rng.at : program.rng.at + program.rng.count] = [0] * program.rng.count
        true: dict[int, int] = {}
        for group in self.groups(state, seat):
            kind = program.kind_of_piece(group[0])
            spoken_of = self._spoken_of(state, kind)
            order = sorted(group, key=lambda p: (self._spot(state, kind, p), spoken_of.get(p, ())))
            names = dict(zip(order, group, strict=True))
            true |= {new: old for old, new in names.items()}
            self.rename(state, kind, names)
        for at, held in self._secret_values(seat):
            state[at] = 0 if isinstance(held.type, Set) else held.low
        self._blank_answers(state, seat)
        return state, true

    def _spoken_of(self, state: State, kind: Kind) -> dict[int, tuple[int, ...]]:
        """Where values and running procedures name a piece: of two that lie in one place, that tells which is which."""
        found: dict[int, list[int]] = {}

        def note(place: int, type: Int | Set | Row | Seq | object, words: State) -> None:
            if isinstance(type, Set):
                value = sum((w & _MASK) << 64 * i for i, w in enumerate(words))
                for n in range(type.size):
                    if value >> n & 1:
                        found.setdefault(type.base + n, []).append(place)
            else:
                for i, word in enumerate(words):
                    found.setdefault(word, []).append(place + i)

        for attribute in self.references:
            held = attribute.field
            assert held is not None
            for at in range(held.at, held.at + held.count) if _about(attribute.shown, kind) else ():
                note(at, held.type, [state[at]])
        for code, frame in self._frames(state):
            for index, slot in code.slots.items():
                shown, type = code.proc.sorts.get(index), code.proc.locals[index]
                if shown is None or not _about(shown, kind):
                    continue
                at = frame + slot
                size = type.words if isinstance(type, Set) else type.size if isinstance(type, Row) else 1
                if isinstance(type, Seq):
                    at, size = at + 1, state[at]
                note(at, type, state[at : at + size])
        return {piece: tuple(places) for piece, places in found.items()}

    def _spot(self, state: State, kind: Kind, piece: int) -> tuple[int, ...]:
        """Everything a seat can know of where a hidden piece lies, and what is true of it; never which one it is."""
        program = self.program
        at = [f.at + piece for f in (program.loc, program.pos, program.owner, program.known) if f is not None]
        values = [state[i] for i in at]
        for attribute in kind.attributes.values():
            if attribute.field is not None and attribute.bits:
                values.append(state[attribute.field.at] >> piece - kind.base & 1)
            elif attribute.field is not None:
                per = max(1, len(attribute.family))
                start = attribute.field.at + (piece - kind.base) * per
                values += state[start : start + per]
        return tuple(values)

    def _secret_values(self, seat: int) -> list[tuple[int, Field]]:
        found = []
        for attribute in self.secrets:
            assert attribute.field is not None
            per = max(1, len(attribute.family))
            for other in range(len(self.program.seats)):
                if other != seat:
                    found += [(attribute.field.at + other * per + i, attribute.field) for i in range(per)]
        return found

    def _round(self, state: State) -> tuple[Answers, int] | None:
        """The secret round that is under way, and its frame."""
        program = self.program
        assert program.pending is not None and program.stack is not None and program.top is not None
        found = self.rounds.get(state[program.pending.at])
        return None if found is None else (found, program.stack.at + state[program.top.at])

    def _blank_answers(self, state: State, seat: int) -> None:
        now = self._round(state)
        if now is None:
            return
        answers, frame = now
        for row in answers.rows:
            for other in range(len(self.program.seats)):
                if other != seat:
                    state[frame + row + other] = 0
        for word in answers.scratch:
            state[frame + word] = 0

    # ------------------------------------------------------------ imagining

    def world(self, packed: State, seat: int, dice: Random) -> State:
        """One of the states that a packet can stand for."""
        program = self.program
        state = packed[:]
        for group in self.groups(state, seat):
            others = group[:]
            dice.shuffle(others)
            self.rename(state, program.kind_of_piece(group[0]), dict(zip(group, others, strict=True)))
        for at, held in self._secret_values(seat):
            low, high = (0, (1 << held.type.size) - 1) if isinstance(held.type, Set) else (held.low, held.high)
            state[at] = dice.randint(low, high)
        self._draw_answers(state, seat, dice)
        return state

    def _draw_answers(self, state: State, seat: int, dice: Random) -> None:
        now = self._round(state)
        if now is None:
            return
        answers, frame = now
        machine = self.game.interpreter.machine
        drawn: list[tuple[int, Option]] = []
        for other in range(len(self.program.seats)):
            if other == seat:
                continue
            asked = state[:]
            asked[frame + answers.player] = other
            options = machine.options(asked)
            if options:
                drawn.append((other, dice.choice(options)))
        for other, (alternative, arguments) in drawn:
            state[frame + answers.which + other] = alternative
            for row, number in answers.arguments[alternative]:
                state[frame + row + other] = arguments[number]


_MASK = (1 << 64) - 1


@cache
def veil(game: Game) -> Veil:
    return Veil(game)


def _answers(program: Program, choice: Choice) -> Answers | None:
    """Read off how a secret round keeps its answers."""
    code = next(c for c in program.code.values() for i in c.instrs if isinstance(i, Stop) and i.choice is choice)
    if not isinstance(choice.decider, ir.Local) or choice.decider.index not in code.slots:
        return None
    which, rows, arguments = -1, [], []
    for alt in choice.alts:
        found: list[tuple[int, int]] = []
        numbers = {a.index: n for n, a in enumerate(alt.args)}
        for stmt in alt.body:
            if not isinstance(stmt, ir.AssignAt) or stmt.local.index not in code.slots:
                continue
            slot = code.slots[stmt.local.index]
            rows.append(slot)
            if isinstance(stmt.value, ir.Const):
                which = slot
            elif isinstance(stmt.value, ir.Local) and stmt.value.index in numbers:
                found.append((slot, numbers[stmt.value.index]))
        arguments.append(tuple(found))
    scratch = {code.slots[a.index] for alt in choice.alts for a in alt.args if a.index in code.slots}
    if which < 0:
        return None
    return Answers(code.slots[choice.decider.index], tuple(dict.fromkeys(rows)), tuple(arguments), which, tuple(sorted(scratch)))


def _about(shown: Shown, kind: Kind) -> bool:
    """Whether a value names pieces of a kind."""
    return "piece" in shown.sort and shown.name in {"", kind.name}


def _printed(attribute: Attribute, index: int) -> object:
    assert attribute.table is not None
    per = max(1, len(attribute.family))
    return attribute.table.values[index * per : (index + 1) * per]


def _rename_field(state: State, attribute: Attribute, kind: Kind, names: dict[int, int]) -> None:
    held, shown = attribute.field, attribute.shown
    assert held is not None
    if not _about(shown, kind):
        return
    for at in range(held.at, held.at + held.count):
        if isinstance(held.type, Set):
            state[at] = _bits(state[at], {a - held.type.base: b - held.type.base for a, b in names.items()})
        else:
            state[at] = names.get(state[at], state[at])


def _reorder(state: State, base: int, per: int, moved: dict[int, int]) -> None:
    before = {a: state[base + a * per : base + (a + 1) * per] for a in moved}
    for a, b in moved.items():
        state[base + b * per : base + (b + 1) * per] = before[a]


def _bits(value: int, moved: dict[int, int]) -> int:
    found = value
    for a, b in moved.items():
        if a >= 0 and b >= 0:
            found = found | 1 << b if value >> a & 1 else found & ~(1 << b)
    return found


def _signed(value: int) -> int:
    value &= _MASK
    return value - (1 << 64) if value >> 63 else value


def true_option(option: Option, shown: tuple[Shown, ...], true: dict[int, int]) -> Option:
    """An option of a packet as the match has it."""
    alternative, arguments = option
    return alternative, tuple(true.get(v, v) if s.sort == "piece" else v for v, s in zip(arguments, shown, strict=False))
