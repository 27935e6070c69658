"""What an experiment takes from a seat, and what it makes a seat take: actions and pieces by name. A search knows of it, for all seats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from rulewright.compiler.barring import DRAWS
from rulewright.core.program import Program
from rulewright.core.sight import shapes

if TYPE_CHECKING:
    from rulewright.core.program import Alt
    from rulewright.play.engines import Option

__all__ = ["DRAWS", "barred", "names_of", "rank", "sifted", "table"]

BARRED, FREE, FORCED = range(3)  # the rank of an option; a seat has those of the highest rank


def piece_name(program: Program, piece: int) -> str:
    """The printed name of a piece, or its kind."""
    kind = program.kind_of_piece(piece)
    return (kind.names[piece - kind.base] if kind.names else "") or kind.name


def names_of(program: Program, alternative: Alt, args: tuple[int, ...]) -> frozenset[str]:
    """What an option is about: the action, and the printed names of its pieces."""
    found = {alternative.name} if alternative.role == "act" else set()
    for shown, value in zip(alternative.shown, args, strict=False):
        if shown.sort == "piece" and value >= 0:
            found.add(piece_name(program, value))
    return frozenset(found)


def table(program: Program, bars: Sequence[Sequence[str]], forces: Sequence[Sequence[str]] = ()) -> bytes:
    """For each seat a byte for every alternative, then one for every piece: 1 where the seat has to do without, 2 where it has to take it
    wherever it can. Empty if nobody has to do either."""
    if not any(bars) and not any(forces):
        return b""
    alternatives = [alt for choice in program.choices for alt in choice.alts]
    pieces = [piece_name(program, n) for n in range(program.pieces)]
    rows = []
    for without, always in zip_longest(map(set, bars), map(set, forces), fillvalue=set[str]()):
        names = [alt.name if alt.role == "act" else "" for alt in alternatives] + pieces
        rows.append(bytes(1 if name in without else 2 if name in always else 0 for name in names))
    return b"".join(rows)


def rank(program: Program, bars: bytes, who: int, choice: int, option: Option) -> int:
    """Whether a seat has to do without an option (0), is free to take it (1), or has to (2). Native code (`compiler.barring`) tells the
    same. What is barred stays barred, whatever else an option is about."""
    if not bars or who < 0:
        return FREE
    shape = shapes(program)
    size = len(shape.arguments)
    row = who * (size + program.pieces)
    alternative = shape.bases[choice] + option[0]
    named = [value for i, value in enumerate(option[1]) if value >= 0 and shape.pieces[alternative] >> i & 1]
    marks = {bars[row + alternative], *(bars[row + size + value] for value in named)}
    return BARRED if 1 in marks else FORCED if 2 in marks else FREE


def barred(program: Program, bars: bytes, who: int, choice: int, option: Option) -> bool:
    return rank(program, bars, who, choice, option) == BARRED


def sifted(program: Program, bars: bytes, who: int, choice: int, options: list[Option]) -> list[Option]:
    """The options that a seat has left: those that it has to take, or else all but those that it has to do without; where there are no
    others, these."""
    if not bars or not options:
        return options
    ranks = [rank(program, bars, who, choice, option) for option in options]
    return [option for option, mine in zip(options, ranks, strict=True) if mine == max(ranks)]
