"""Hands, decks and piles as lines: what is seen by name, what is not by its number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.table import Table
from rich.text import Text

from rulewright.cli.drawing.marks import Mark, Marks
from rulewright.play.models import PlaceView
from rulewright.play.names import one

MANY = 40  # pieces of a pile that are still named one by one
IN_FULL = 12  # pieces of a hand that are told with everything printed on them


def piles(places: Sequence[PlaceView], marks: Marks, seat: str | None) -> Table | None:
    """A line for every pile that has something in it, and one for all that have nothing; None if there are no piles.

    What a seat holds in its own hands is told in full.
    """
    if not places:
        return None
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    empty = []
    for place in places:
        own = place.shape == "hand" and place.owner == seat and seat is not None
        content = (held(place, marks) if own else None) or contents(place, marks)
        if content is None:
            empty.append(title(place))
            continue
        name = Text(place.name.replace("_", " "), style="title")
        if place.owner is not None:
            name = Text.assemble(name, " of ", (place.owner, marks.palette.chip(place.owner) if place.owner in marks.game.seats else ""))
        table.add_row(name, content)
    if empty:
        table.add_row(Text("empty", style="faint"), Text(", ".join(empty), style="faint"))
    return table


def title(place: PlaceView) -> str:
    name = place.name.replace("_", " ")
    return f"{name} of {place.owner.replace('_', ' ')}" if place.owner is not None else name


def contents(place: PlaceView, marks: Marks) -> Text | None:
    """What a seat knows to be in a pile; None if that is nothing at all."""
    found = [Text(text, style=style) for text, style in _grouped(place, marks)]
    found += [
        Text(f"{number} {kind} face down" if number > 1 else f"{one(kind)} face down", style="faint")
        for kind, number in place.hidden.items()
    ]
    return Text("  ").join(found) if found else None


def held(place: PlaceView, marks: Marks) -> Text | None:
    """A hand with a line for each thing and what is printed on it; None if there is nothing to tell, or too much."""
    pieces = [p for cell in place.cells for p in cell.pieces]
    details = [marks.details(p) for p in pieces]
    if not any(details) or len(pieces) > IN_FULL:
        return None
    wide = max(len(marks.piece(p, place.owner).long) for p in pieces)
    lines = []
    for piece, told in zip(pieces, details, strict=True):
        mark = marks.piece(piece, place.owner)
        lines.append(Text.assemble((mark.long, mark.style), " " * (wide - len(mark.long) + 2), (told, "faint")))
    return Text("\n").join(lines)


def _grouped(place: PlaceView, marks: Marks) -> Iterator[tuple[str, str]]:
    """Pieces in their order, equal ones that follow each other as one; a very long pile as numbers of each."""
    shown: list[Mark] = [marks.piece(p, place.owner) for cell in place.cells for p in cell.pieces]
    if len(shown) > MANY:
        for mark, number in Counter(shown).items():
            yield (f"{number} × {_full(mark)}" if number > 1 else _full(mark)), mark.style
    else:
        run = 0
        for number, mark in enumerate(shown):
            run += 1
            if number + 1 == len(shown) or shown[number + 1] != mark:
                yield (f"{run} × {_full(mark)}" if run > 1 else _full(mark)), mark.style
                run = 0
    for cell in place.cells:
        for name, count in cell.counts.items():
            kind, _, owner = name.partition(" of ")
            yield f"{count} {kind if owner == place.owner else name}", marks.palette.chip(owner or None)


def _full(mark: Mark) -> str:
    return f"{mark.long} ({mark.under})" if mark.under else mark.long
