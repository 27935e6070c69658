"""Matches in another guise: the same to one seat, but with hidden pieces exchanged.

Two pieces that a seat cannot tell apart change places. Whatever the seat is shown, told, offered and answered must be the same before
and after; and so must be the packet that an agent in its place gets.
"""

from __future__ import annotations

from itertools import combinations

from rulewright.core.layout import pack
from rulewright.core.program import Program
from rulewright.play.match import Match


def exchangeable(match: Match, seat: int) -> list[tuple[int, int]]:
    """Pairs of pieces that a seat cannot tell apart, as far as exchanging them makes a difference."""
    knower, state = match.game.knower, match.as_list()
    spots, here = match._memory.of(seat), knower.spots(state)
    found = []
    for kind, pieces in knower._classes(state, spots):
        mentions = knower.exchange.mentions(state, kind)
        for a, b in combinations(pieces, 2):
            unlike = _face(match.game.program, a) != _face(match.game.program, b) and knower._body(state, a, mentions) != knower._body(
                state, b, mentions
            )
            if unlike and here[a] in spots[b] and here[b] in spots[a]:
                found.append((a, b))
    return found


def _face(program: Program, piece: int) -> tuple[object, ...]:
    """What is printed on a piece."""
    kind = program.kind_of_piece(piece)
    index = piece - kind.base
    printed = [attribute.table.values[index] for attribute in kind.attributes.values() if attribute.table is not None]
    return (kind.names[index] if kind.names else "", *printed)


def exchanged(match: Match, a: int, b: int) -> Match:
    """The same match, in which two pieces of one kind have changed places."""
    other = match.clone()
    program = match.game.program
    state = match.as_list()[:]
    match.game.knower.exchange.rename(state, program.kind_of_piece(a), {a: b, b: a})
    other._state = match.game.engine.unpack(pack(program, state))
    other._memory.settle(state)
    other._decision, other._raw = None, None
    return other


def renamed(option: tuple[int, tuple[int, ...]], shown: tuple[str, ...], a: int, b: int) -> tuple[int, tuple[int, ...]]:
    """The option that corresponds to this one after the exchange."""
    alternative, args = option
    names = {a: b, b: a}
    return alternative, tuple(names.get(v, v) if sort == "piece" else v for v, sort in zip(args, shown, strict=False))
