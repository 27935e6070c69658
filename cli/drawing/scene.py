"""The whole table as one seat sees it: boards, players, piles; side by side where there is room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from rulewright.cli.drawing.boards import BOARDS, board
from rulewright.cli.drawing.families import families
from rulewright.cli.drawing.maps import Atlas, regions
from rulewright.cli.drawing.marks import Marks
from rulewright.cli.drawing.people import facts, people
from rulewright.cli.drawing.piles import piles, title
from rulewright.play.knowing import Known
from rulewright.play.models import PlaceView, View

if TYPE_CHECKING:
    from rulewright.play.game import Game

GAP = 4


def scene(game: Game, view: View, marks: Marks, console: Console, known: Known | None = None) -> RenderableType:
    """Everything a seat sees and can work out, for a console of that width."""
    marks.known = known or Known()
    atlas = Atlas(game, view)
    boards = [p for p in view.places if p.shape in BOARDS and p.name not in atlas.inside]
    drawn = [_titled(p, _drawing(game, p, atlas, view, marks, console.width), len(boards) > 1) for p in boards]
    told = families(view, marks)
    beside: list[RenderableType] = [x for x in (people(view, marks), *told.drawn, facts(view, told.names)) if x is not None]
    lines = piles([p for p in view.places if p.shape not in BOARDS and p.name not in atlas.drawn], marks, view.seat)
    parts: list[RenderableType] = []
    if drawn:
        parts.append(_flow(drawn, beside, console))
    elif beside:
        parts += beside
    if lines is not None:
        parts.append(lines)
    spaced: list[RenderableType] = []
    for part in parts:
        spaced += [part, Text("")] if part is not parts[-1] else [part]
    return Group(*spaced)


def _drawing(game: Game, place: PlaceView, atlas: Atlas, view: View, marks: Marks, available: int) -> RenderableType:
    if place.shape == "graph":
        return regions(atlas, place, marks, available)
    return board(game, place, marks, available, view.seat)


def _titled(place: PlaceView, drawing: RenderableType, several: bool) -> RenderableType:
    return Group(Text(title(place), style="title"), drawing) if several else drawing


def _flow(drawn: list[RenderableType], beside: list[RenderableType], console: Console) -> RenderableType:
    """Things next to each other as long as they fit, then below."""
    rows: list[list[RenderableType]] = [[]]
    used = 0
    for thing in [*drawn, *([Group(*_apart(beside))] if beside else [])]:
        width = _width(thing, console)
        if rows[-1] and used + GAP + width > console.width:
            rows.append([])
            used = 0
        used += width + (GAP if rows[-1] else 0)
        rows[-1].append(thing)
    groups: list[RenderableType] = []
    for row in rows:
        table = Table.grid(padding=(0, GAP, 0, 0))
        for _ in row:
            table.add_column(vertical="middle" if len(row) > 1 else "top")
        table.add_row(*row)
        groups.append(table)
    return Group(*_apart(groups))


def _apart(things: list[RenderableType]) -> list[RenderableType]:
    found: list[RenderableType] = []
    for thing in things:
        found += [Text(""), thing] if found else [thing]
    return found


def _width(thing: RenderableType, console: Console) -> int:
    return Measurement.get(console, console.options, thing).maximum
