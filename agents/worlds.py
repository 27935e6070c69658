"""Worlds that a seat could be in, drawn from its packet alone.

What is hidden is told by `play.knowledge`: hidden pieces change places as far as the seat's memory allows, secret values are drawn anew.
The secret answers of others in a round that is under way lie in the frame of a procedure; they are drawn from what each could answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from rulewright.agents.contract import Packet
from rulewright.core import ir
from rulewright.core.flow import Stop
from rulewright.core.layout import pack
from rulewright.core.program import Choice, Program, Shown
from rulewright.core.types import Row, Set
from rulewright.play.engines import Option
from rulewright.play.game import Game
from rulewright.play.knowledge.packet import Guise, World

State = list[int]
MASK = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Answers:
    """Where the answers of a secret round lie: the local that says whose turn it is, and the rows that are written."""

    player: int
    rows: tuple[int, ...]  # words of the frame at which a row begins, each with an entry for every seat
    arguments: tuple[tuple[tuple[int, int], ...], ...]  # by alternative: (row, number of the argument)
    which: int  # the row that has the number of the alternative; -1 if there is none
    scratch: tuple[int, ...]  # words that keep what was chosen last
    gathered: tuple[int, Set] | None = None  # the row of the sets, if several are chosen, and what they are sets of


@cache
def rounds(program: Program) -> dict[int, Answers]:
    """The secret rounds of a game, by the numbers of their choices."""
    return {c.number: found for c in program.choices if c.secret and (found := _answers(program, c)) is not None}


def _round(program: Program, state: State) -> tuple[Answers, int] | None:
    """The secret round that is under way, and its frame."""
    assert program.pending is not None and program.stack is not None and program.top is not None
    found = rounds(program).get(state[program.pending.at])
    return None if found is None else (found, program.stack.at + state[program.top.at])


def forget_last_answer(program: Program, state: State) -> None:
    """What was chosen last in a secret round is still in a local of the procedure that asks."""
    now = _round(program, state)
    for word in now[0].scratch if now is not None else ():
        assert now is not None
        state[now[1] + word] = 0


def worlds(packet: Packet, count: int, dice: Random) -> list[State]:
    """States that a packet can stand for."""
    return [world.state for world in imagined(packet, count, dice)]


def imagined(packet: Packet, count: int, dice: Random) -> list[World]:
    """The same, with what each hidden piece of the packet is called in them."""
    game, guise = packet.game, _guise(packet)
    found = list(game.knower.worlds(guise, count, dice)) or [World(guise.state[:], {}) for _ in range(count)]
    for world in found:
        _draw_answers(game, world.state, packet.seat, dice)
    return found


def as_bytes(packet: Packet, count: int, dice: Random) -> bytes:
    """The same states, one after the other, as native code reads them."""
    game, guise = packet.game, _guise(packet)
    if _round(game.program, guise.state) is not None:
        return b"".join(pack(game.program, state) for state in worlds(packet, count, dice))
    return game.knower.worlds_as_bytes(guise, count, dice)


def _guise(packet: Packet) -> Guise:
    names = {piece: piece for group in packet.groups for piece in group.pieces}
    return Guise(packet.game.interpreter.unpack(packet.state), names, packet.groups, packet.secrets, packet.answers)


def _draw_answers(game: Game, state: State, seat: int, dice: Random) -> None:
    now = _round(game.program, state)
    if now is None:
        return
    answers, frame = now
    machine = game.interpreter.machine
    for other in range(len(game.seats)):
        if other == seat:
            continue
        asked = state[:]
        asked[frame + answers.player] = other
        if answers.gathered is not None:
            _draw_several(game, state, asked, frame, answers.gathered, other, dice)
            continue
        options = machine.options(asked)
        if options:
            alternative, arguments = dice.choice(options)
            if answers.which >= 0:
                state[frame + answers.which + other] = alternative
            for row, number in answers.arguments[alternative]:
                state[frame + row + other] = arguments[number]


def _draw_several(game: Game, state: State, asked: State, frame: int, row: tuple[int, Set], other: int, dice: Random) -> None:
    """What somebody could have chosen one after the other."""
    machine, (slot, type) = game.interpreter.machine, row
    at = frame + slot + other * type.words
    asked[at : at + type.words] = [0] * type.words
    for _ in range(type.size):
        options = [arguments for _, arguments in machine.options(asked)]
        picked = dice.choice(options) if options else ()
        if not picked:
            break
        word, bit = divmod(picked[0] - type.base, 64)
        value = asked[at + word] & MASK | 1 << bit
        asked[at + word] = value - (1 << 64) if value >> 63 else value
    state[at : at + type.words] = asked[at : at + type.words]


def _answers(program: Program, choice: Choice) -> Answers | None:
    """Read off how a secret round keeps its answers."""
    code = next(c for c in program.code.values() for i in c.instrs if isinstance(i, Stop) and i.choice is choice)
    if not isinstance(choice.decider, ir.Local) or choice.decider.index not in code.slots:
        return None
    which, rows, arguments = -1, [], []
    gathered: tuple[int, Set] | None = None
    for alt in choice.alts:
        found: list[tuple[int, int]] = []
        numbers = {a.index: n for n, a in enumerate(alt.args)}
        for stmt in alt.body:
            if not isinstance(stmt, ir.AssignAt) or stmt.local.index not in code.slots:
                continue
            slot = code.slots[stmt.local.index]
            rows.append(slot)
            if isinstance(stmt.local.type, Row) and isinstance(stmt.local.type.elem, Set):
                gathered = slot, stmt.local.type.elem
            elif isinstance(stmt.value, ir.Const):
                which = slot
            elif isinstance(stmt.value, ir.Local) and stmt.value.index in numbers:
                found.append((slot, numbers[stmt.value.index]))
        arguments.append(tuple(found))
    scratch = {code.slots[a.index] for alt in choice.alts for a in alt.args if a.index in code.slots}
    if not rows:
        return None
    player = code.slots[choice.decider.index]
    return Answers(player, tuple(dict.fromkeys(rows)), tuple(arguments), which, tuple(sorted(scratch)), gathered)


def true_option(option: Option, shown: tuple[Shown, ...], true: dict[int, int]) -> Option:
    """An option of a packet as the match, or an imagined world, has it."""
    alternative, arguments = option
    return alternative, tuple(true.get(v, v) if s.sort == "piece" else v for v, s in zip(arguments, shown, strict=False))
