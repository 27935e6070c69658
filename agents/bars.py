"""What an experiment takes from a seat: actions and pieces by name. A search knows of it, for all seats, as deep as it looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.compiler.barring import DRAWS
from rulewright.core.program import Program
from rulewright.core.sight import shapes

if TYPE_CHECKING:
    from rulewright.core.program import Alt
    from rulewright.play.engines import Option

__all__ = ["DRAWS", "barred", "names_of", "sifted", "table"]


def piece_name(program: Program, piece: int) -> str:
    """The printed name of a piece, or its kind."""
    kind = program.kind_of_piece(piece)
    return kind.names[piece - kind.base] if kind.names else kind.name


def names_of(program: Program, alternative: Alt, args: tuple[int, ...]) -> frozenset[str]:
    """What an option is about: the action, and the printed names of its pieces."""
    found = {alternative.name} if alternative.role == "act" else set()
    for shown, value in zip(alternative.shown, args, strict=False):
        if shown.sort == "piece" and value >= 0:
            found.add(piece_name(program, value))
    return frozenset(found)


def table(program: Program, bars: Sequence[Sequence[str]]) -> bytes:
    """For each seat a byte for every alternative, then one for every piece: 1 where the seat has to do without. Empty if nobody has to."""
    if not any(bars):
        return b""
    alternatives = [alt for choice in program.choices for alt in choice.alts]
    pieces = [piece_name(program, n) for n in range(program.pieces)]
    rows = []
    for mine in map(set, bars):
        rows.append(bytes(alt.role == "act" and alt.name in mine for alt in alternatives) + bytes(name in mine for name in pieces))
    return b"".join(rows)


def barred(program: Program, bars: bytes, who: int, choice: int, option: Option) -> bool:
    """Whether a seat has to do without an option. Native code (`compiler.barring`) tells the same."""
    if not bars or who < 0:
        return False
    shape = shapes(program)
    size = len(shape.arguments)
    row = who * (size + program.pieces)
    alternative = shape.bases[choice] + option[0]
    if bars[row + alternative]:
        return True
    return any(value >= 0 and shape.pieces[alternative] >> i & 1 and bars[row + size + value] for i, value in enumerate(option[1]))


def sifted(program: Program, bars: bytes, who: int, choice: int, options: list[Option]) -> list[Option]:
    """The options that a seat has left; all of them if none would be."""
    if not bars:
        return options
    return [o for o in options if not barred(program, bars, who, choice, o)] or options
