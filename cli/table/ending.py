"""How a match ended, in words and with its scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from rulewright.cli.drawing.palette import Palette
from rulewright.cli.statistics import scored
from rulewright.cli.table.prose import around
from rulewright.play.models import Outcome
from rulewright.play.outcomes import breaking
from rulewright.rulebook.english.scoring import tie_broken
from rulewright.rulebook.english.telling import headline

if TYPE_CHECKING:
    from rulewright.play.game import Game
    from rulewright.play.match import Match


def ending(match: Match, outcome: Outcome) -> RenderableType:
    """The headline, what decided, and the score of every seat."""
    game = match.game
    parts: list[RenderableType] = [Text(headline(outcome), style="title")]
    number = breaking(match) if outcome.deciding else None
    if number is not None:
        parts.append(Text(tie_broken(game.world, number)))
    if outcome.reason:
        said = around(game, match.cause)
        parts += [Text(line, style="faint") for line in said]
        if not said or not game.shipped:
            parts.append(Text(f"By the rule: {outcome.reason}", style="faint"))
    scores = _scores(game, outcome)
    if scores is not None:
        parts += [Text(""), scores]
    return Panel(Group(*parts), box=box.ROUNDED, expand=False, border_style="good", padding=(0, 2))


def _scores(game: Game, outcome: Outcome) -> Table | None:
    entries = list(dict.fromkeys(line.name for lines in outcome.scores.values() for line in lines))
    if not entries:
        return None
    palette = Palette(game.seats)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("score")
    told = [(title, game.seats[number]) for title, number in scored(game)]
    for title, seat in told:
        table.add_column(Text(f"\N{NO-BREAK SPACE}{title}\N{NO-BREAK SPACE}", style=palette.chip(seat)), justify="right")
    for entry in entries:
        points = [{line.name: line.points for line in outcome.scores.get(seat, ())}.get(entry, 0) for _, seat in told]
        table.add_row(entry.replace("_", " "), *map(str, points))
    if len(entries) > 1:
        table.add_row(Text("total", style="title"), *(Text(str(outcome.points(seat)), style="title") for _, seat in told))
    return table
