"""What is printed on the cells of a board: castles, cities, roads. A view does not repeat it, since it never changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.cli.drawing.marks import NOTHING, Marks
from rulewright.core.program import Place
from rulewright.core.types import Set

if TYPE_CHECKING:
    from rulewright.play.game import Game

RARE = 4  # what is printed on more than every fourth cell is the ground, and not worth a word on each


def printed(game: Game, place: Place, cell: int) -> dict[str, str]:
    """The printed attributes of a cell by name, as text."""
    found = {}
    for name, attribute in place.attributes.items():
        if attribute.table is None or name == "name" or attribute.family:
            continue
        value = attribute.table.values[cell]
        type = attribute.table.type
        if isinstance(value, tuple):
            continue
        if attribute.shown.sort.startswith("set:"):
            base = type.base if isinstance(type, Set) else 0
            found[name] = ", ".join(game.names.many(attribute.shown, value, base))
        else:
            found[name] = game.names.value(attribute.shown, value)
    return found


def landmarks(marks: Marks, name: str) -> list[tuple[str, str]]:
    """For each cell of a board what makes it stand out, and in which style: `castle` in the colour of the player whose it is."""
    game = marks.game
    place = next(p for p in game.program.places if p.name == name)
    cells = [printed(game, place, at) for at in range(place.cells)]
    rare = [n for n in (cells[0] if cells else ()) if sum(c[n] not in NOTHING for c in cells) * RARE <= len(cells)]
    found = []
    for cell in cells:
        told = {n: cell[n] for n in rare if cell[n] not in NOTHING}
        owner = next((v for v in told.values() if v in game.seats), None)
        words = [n.replace("_", " ") if v == "yes" else v for n, v in told.items() if v not in game.seats]
        text = " ".join(words) or (owner or "")
        if owner is not None and not marks.colour:
            text = f"{text}·{marks.owner(owner)}" if words else marks.owner(owner)
        found.append((text, marks.palette.chip(owner) if owner is not None else "faint"))
    return found
