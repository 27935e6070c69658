"""A story at the table: what cards tell is set as text, and the table itself shrinks to a margin beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from rulewright.cli.drawing.marks import NOTHING, Marks
from rulewright.cli.drawing.piles import contents, title
from rulewright.dsl.world import explained as told_of
from rulewright.play.models import PieceView, PlaceView, View

if TYPE_CHECKING:
    from rulewright.play.game import Game
    from rulewright.play.match import Event

WIDEST = 92  # letters in a line of text that is easily read


def is_tale(game: Game) -> bool:
    """Whether a game is a story: its cards tell something, and it has endings."""
    return bool(game.program.titles) and bool(game.program.endings)


def paragraphs(told: Sequence[Event], console: Console) -> RenderableType:
    """What cards have told: each card under its title, a line of space between paragraphs."""
    width = min(console.width - 4, WIDEST)
    parts: list[RenderableType] = []
    for event in told:
        if event.title:
            parts += [Text(""), Rule(Text(event.title, style="title"), style="frame", align="left")]
        parts += [Text(""), Text(event.text)]
    return Padding(Group(*parts), (0, max(2, console.width - width - 2), 0, 2))


def margin(game: Game, view: View, marks: Marks) -> RenderableType:
    """What a reader keeps an eye on: what the rules explain about the game and the players, and what lies before each of them."""
    parts: list[RenderableType] = []
    state = _brief(view.game, explained(game, None))
    if state is not None:
        parts.append(state)
    names = explained(game, "Player")
    for seat, values in view.players.items():
        own = _brief(values, names)
        if own is not None:
            here = "▶" if view.deciding == seat and not view.over else " "
            parts.append(Text.assemble(here, (f" {seat} ", marks.palette.chip(seat)), "  ", own))
    table = Table.grid(padding=(0, 2))
    for place in view.places:
        content = _before_somebody(game, place, marks) if place.owner in game.seats else None
        if content is not None:
            table.add_row(Text(title(place), style="title"), content)
    if table.row_count:
        parts += [Text(""), table]
    return Padding(Group(*parts), (0, 0, 0, 2))


def _before_somebody(game: Game, place: PlaceView, marks: Marks) -> Text | None:
    """What is seen of a place of somebody's: what is held, or changes, with all that the rules explain about it, the rest by name."""
    pieces = [piece for cell in place.cells for piece in cell.pieces]
    if not pieces:
        return None
    kinds = {k.name: k for k in game.program.kinds}
    if place.shape != "hand" and not any(a.field is not None for p in pieces for a in kinds[p.kind].attributes.values()):
        return contents(place.model_copy(update={"hidden": {}}), marks)
    wide = max(len(marks.piece(p, place.owner).long) for p in pieces)
    lines = []
    for piece in pieces:
        mark = marks.piece(piece, place.owner)
        told = _details(piece, explained(game, piece.kind))
        lines.append(Text.assemble((mark.long, mark.style), " " * (wide - len(mark.long) + 2), (told, "faint")))
    return Text("\n").join(lines)


def _details(piece: PieceView, names: set[str]) -> str:
    """`condition happy · bonus charm 2, courage 1 · shared`: what is there, and nothing that is not."""
    told = []
    for name, value in piece.attributes.items():
        members = [m for m in value.split(", ") if not m.endswith((" 0", " no", " none"))]
        if name in names and members and value not in NOTHING:
            told.append(spaced(name) if value == "yes" else f"{spaced(name)} {', '.join(members)}")
    return " · ".join(told)


def explained(game: Game, owner: str | None) -> set[str]:
    """The attributes of the game, of its players or of a kind that the rules explain in prose; the others are bookkeeping.

    If they explain none of them, all are meant.
    """
    world = game.world
    attrs = world.game_attrs if owner is None else world.player_attrs if owner == "Player" else world.kinds[owner].attrs
    return told_of(attrs) or {name for name, attr in attrs.items() if attr.said is not None}


def _brief(values: dict[str, str], names: set[str]) -> Text | None:
    told = [(name, value) for name, value in values.items() if name in names and value not in NOTHING]
    parts = [Text.assemble((f"{spaced(name)} ", "faint"), spaced(value)) for name, value in told]
    return Text(" · ", style="faint").join(parts) if parts else None


def spaced(name: str) -> str:
    return name.replace("_", " ")
