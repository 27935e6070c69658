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
from rulewright.core.program import Choice, Program, Shown
from rulewright.play.engines import Option
from rulewright.play.game import Game
from rulewright.play.knowledge.packet import Guise, World

State = list[int]


@dataclass(frozen=True, slots=True)
class Answers:
    """Where the answers of a secret round lie: the local that says whose turn it is, and the rows that are written."""

    player: int
    rows: tuple[int, ...]  # words of the frame at which a row begins, each with an entry for every seat
    arguments: tuple[tuple[tuple[int, int], ...], ...]  # by alternative: (row, number of the argument)
    which: int  # the row that has the number of the alternative
    scratch: tuple[int, ...]  # words that keep what was chosen last


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
    game = packet.game
    hidden = game.interpreter.unpack(packet.state)
    names = {piece: piece for group in packet.groups for piece in group.pieces}
    guise = Guise(hidden, names, packet.groups, packet.secrets, packet.answers)
    found = list(game.knower.worlds(guise, count, dice)) or [World(hidden[:], {}) for _ in range(count)]
    for world in found:
        _draw_answers(game, world.state, packet.seat, dice)
    return found


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
        options = machine.options(asked)
        if options:
            alternative, arguments = dice.choice(options)
            state[frame + answers.which + other] = alternative
            for row, number in answers.arguments[alternative]:
                state[frame + row + other] = arguments[number]


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


def true_option(option: Option, shown: tuple[Shown, ...], true: dict[int, int]) -> Option:
    """An option of a packet as the match, or an imagined world, has it."""
    alternative, arguments = option
    return alternative, tuple(true.get(v, v) if s.sort == "piece" else v for v, s in zip(arguments, shown, strict=False))
