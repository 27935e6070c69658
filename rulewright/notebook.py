"""In a notebook a match shows its table: what everybody sees of it, as a picture. Nothing below knows of notebooks."""

from __future__ import annotations

from typing import Any

from rulewright.faces.painter import Painter
from rulewright.faces.palette import accent
from rulewright.faces.scenes import Scene
from rulewright.play.match import Match

WIDTH = 110.0  # millimetres


def picture(match: Match) -> str | None:
    """The table of a match as SVG, as a spectator sees it; None where there is nothing to be drawn."""
    drawn = Scene(Painter(match.game, {}, accent(match.game.title)), match.reader(), WIDTH).draw()
    return None if drawn is None else drawn[0].render(drawn[1])


def register(shell: Any) -> None:
    """Tell an IPython shell how matches look."""
    shell.display_formatter.formatters["image/svg+xml"].for_type(Match, picture)
