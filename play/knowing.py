"""What a seat can work out from what it sees: scores, and the values of definitions that have a line of prose.

A value is told only if it does not depend on what is hidden. That is tried out: pieces that a seat cannot tell apart change
places with each other, several times, and the value is asked for again. If it is ever another one, the seat does not know it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulewright.core.program import Func
from rulewright.dsl import types as t
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning.walk import nodes
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
    worlds = [reader.state] if match.over else [reader.state, *(world.state for world in match.worlds(viewer, TRIES))]

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
        if isinstance(about, t.Player) and define.said.prose:
            for i, name in enumerate(game.seats):
                text = _text(define.type, ask(define.func, -1, i))
                if text is not None:
                    players[name][define.name] = text
        elif isinstance(about, t.Piece):
            for id, piece in _owned(reader, viewer, about.kinds):
                value = ask(define.func, -1, piece)
                if value is not None and isinstance(define.type, t.SetOf) and isinstance(define.type.elem, t.Section):
                    sections[id] = tuple(_edges(n) for n in range(value.bit_length()) if value >> n & 1)
                elif define.said.prose and (text := _text(define.type, value)) is not None:
                    pieces.setdefault(id, {})[define.name] = text
    return Known(scores, players, pieces, _scored(match), sections)


def _scored(match: Match) -> tuple[str, ...]:
    """Definitions that give points for a piece: numbers that the score is made of."""
    world = match.game.world
    called = [x.define for _, entry in rules_of(world).scoring.entries for x in nodes(entry, m.Defined)]
    return tuple(d.name for d in dict.fromkeys(called) if isinstance(d.type, t.Number) and _about_a_piece(d))


def _about_a_piece(define: DefineSym) -> bool:
    return len(define.params) == 1 and isinstance(define.params[0].type, t.Piece)


def _owned(reader: Reader, viewer: int | None, kinds: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Pieces of some kinds that somebody owns and the viewer sees."""
    for kind in reader.program.kinds:
        if kind.name in kinds and reader.program.owner is not None and not kind.counted and kind.ids:
            for index in range(kind.count):
                piece = kind.base + index
                if kind.ids[index] and reader.owner_of(piece) >= 0 and reader.knows(viewer, piece):
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
