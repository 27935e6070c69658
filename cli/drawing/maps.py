"""Maps of regions: a box for each, with what is printed there, who is there, and where its borders lead.

What stands on a piece is told below it, and a place that belongs to a region (a mine, a tower) is told in that region.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from rulewright.cli.drawing.marks import NOTHING, Marks
from rulewright.cli.drawing.printed import printed
from rulewright.core.program import Place
from rulewright.play.models import CellView, PieceView, PlaceView, View

if TYPE_CHECKING:
    from rulewright.play.game import Game

WIDEST = 44  # of a box
NARROWEST = 26
MANY = 40  # regions that are still drawn with all that is printed there
BRIEF = 20  # a piece and what is printed on it, on one line


class Atlas:
    """The maps of a view: which places lie inside regions of others, and what stands on pieces that lie there."""

    def __init__(self, game: Game, view: View) -> None:
        self.game = game
        self.places = {place.name: place for place in game.program.places}
        self.graphs = {place.name: place for place in view.places if place.shape == "graph" and place.owner is None}
        self.inside = {name: home for name in self.graphs if (home := self._home(name)) is not None}
        self._mats = {place.name: place for place in view.places if place.shape == "mat"}
        self.drawn: set[str] = set()  # mats that are told on a map

    def _home(self, name: str) -> tuple[str, str] | None:
        """The map whose regions the cells of a place belong to, and the printed attribute that says so."""
        for attribute, core in self.places[name].attributes.items():
            if core.table is None or core.shown.sort != "cell":
                continue
            homes = {self.game.program.place_of_site(value) for value in core.table.values if isinstance(value, int)}
            home = homes.pop() if len(homes) == 1 else None
            if home is not None and home.name in self.graphs and home.name != name:
                return home.name, attribute
        return None

    def guests(self, name: str, cell: str) -> Iterator[tuple[Place, CellView]]:
        """Cells of other places that belong to a region."""
        for other, (home, attribute) in self.inside.items():
            if home != name:
                continue
            for guest in self.graphs[other].cells:
                core = self.places[other]
                if printed(self.game, core, core.cell_names.index(guest.name)).get(attribute) == cell:
                    yield core, guest

    def notes(self, place: Place, cell: str) -> str:
        """What is printed on a region."""
        hidden = {attribute for name, (_, attribute) in self.inside.items() if name == place.name}
        told = {n: v for n, v in printed(self.game, place, place.cell_names.index(cell)).items() if v not in NOTHING and n not in hidden}
        return ", ".join(n.replace("_", " ") if v == "yes" else v for n, v in told.items())

    def borders(self, place: Place, cell: str) -> list[str]:
        board = self.game.world.places[place.name].board
        return [board.names[n] for n in sorted(board.edges[place.cell_names.index(cell)])] if board is not None and board.edges else []

    def standing_on(self, piece: PieceView) -> PlaceView | None:
        """What stands on a piece."""
        names = [piece.name, (piece.id or "").replace("_", " "), piece.kind]
        found = next((self._mats[n] for n in names if n and n in self._mats), None)
        if found is not None:
            self.drawn.add(found.name)
        return found


def regions(atlas: Atlas, place: PlaceView, marks: Marks, available: int) -> RenderableType:
    """Every region that has something to tell in a box of its own; the others by name."""
    core = atlas.places[place.name]
    boxes: list[RenderableType] = []
    empty = []
    plain = len(place.cells) > MANY
    columns = max(1, min(available // NARROWEST, len(place.cells)))
    width = max(18, min(available // columns - 1, WIDEST))
    order = sorted(range(len(core.at)), key=lambda i: (core.at[i][1], core.at[i][0])) or range(len(place.cells))
    for cell in (place.cells[i] for i in order):
        notes = "" if plain else atlas.notes(core, cell.name)
        lines = [*_contents(atlas, cell, marks, set(notes.split(", "))), *_guests(atlas, place.name, cell.name, marks)]
        values = [name.replace("_", " ") if value == "yes" else value for name, value in cell.attributes.items() if value not in NOTHING]
        lines += [Text(", ".join(values), style="faint")] if values else []
        if not lines and not notes:
            empty.append(cell.name)
            continue
        if notes:
            lines.insert(0, Text(notes, style="faint"))
        borders = atlas.borders(core, cell.name)
        if borders and not plain:
            lines.append(Text(f"→ {', '.join(borders)}", style="faint"))
        title = Text(cell.name, style="title")
        boxes.append(Panel(Group(*lines), title=title, title_align="left", box=box.ROUNDED, border_style="frame", width=width))
    parts: list[RenderableType] = [Columns(boxes, width=width)] if boxes else []
    picture = atlas.game.world.places[place.name].picture
    if empty and not boxes and picture:
        parts.append(Text("\n".join(line.rstrip() for line in picture), style="title"))
    elif empty:
        parts.append(Text(f"empty: {', '.join(empty)}", style="faint"))
    return Group(*parts)


def _guests(atlas: Atlas, name: str, cell: str, marks: Marks) -> Iterator[RenderableType]:
    for place, guest in atlas.guests(name, cell):
        notes = atlas.notes(place, guest.name)
        yield Text.assemble((guest.name, "title"), (f" ({notes})" if notes else "", "faint"))
        yield from map(_indented, _contents(atlas, guest, marks))


def _contents(atlas: Atlas, cell: CellView, marks: Marks, known: Container[str] = ()) -> Iterator[RenderableType]:
    """Pieces with something on them, or with something printed on them, one by one; all others by owner."""
    crowd: dict[str | None, Counter[str]] = {}
    for piece in cell.pieces:
        mat = atlas.standing_on(piece)
        told = marks.abstract(piece, known) if piece.owner is None else ""
        if mat is None and not told:
            crowd.setdefault(piece.owner, Counter())[marks.plain(piece)] += 1
            continue
        name = piece.name or marks.piece(piece).long
        brief = mat is None and len(name) + len(told) <= BRIEF
        yield Text.assemble((name, "bold"), (f" ({told})" if brief else "", "faint"))
        if told and not brief:
            yield _indented(Text(told, style="faint"))
        for inner in mat.cells if mat is not None else ():
            yield from map(_indented, _contents(atlas, inner, marks, known))
        if mat is not None and mat.hidden:
            yield _indented(Text(", ".join(f"{n} {kind} face down" for kind, n in mat.hidden.items()), style="faint"))
    for owner, names in crowd.items():
        yield _company(owner, names, marks)
    for name, number in cell.counts.items():
        if number:
            mark = marks.counted(name, number, marks.heaped(name))
            yield Text(mark.long, style=mark.style)


def _indented(line: RenderableType) -> RenderableType:
    return Padding(line, (0, 0, 0, 2))


def _company(owner: str | None, names: Counter[str], marks: Marks) -> Text:
    """`red 2 adventurer, knight`, with the owner as a chip in his colour."""
    words = ", ".join(f"{number} {name}" if number > 1 else name for name, number in names.items())
    if owner is None:
        return Text(words, style=marks.palette.chip(None))
    return Text.assemble((f"\N{NO-BREAK SPACE}{owner}\N{NO-BREAK SPACE}", marks.palette.chip(owner)), " ", words)
