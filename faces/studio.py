"""A painter for a game: with what its author says about faces, and the theme chosen there."""

from __future__ import annotations

from pathlib import Path

from rulewright.faces.author import Written, read_beside
from rulewright.faces.painter import Painter
from rulewright.faces.palette import accent
from rulewright.faces.themes import PARCHMENT
from rulewright.play.game import Game

Sizes = dict[str, tuple[float, float]]


def painter(
    game: Game,
    texts: dict[str, str] | None = None,
    *,
    thin: bool = False,
    path: Path | None = None,
    sizes: Sizes | None = None,
    hexagons: frozenset[str] = frozenset(),
) -> Painter:
    found = written(game, texts, thin=thin, path=path)[0]
    found.sizes, found.hexagons = sizes or {}, hexagons
    return found


def written(game: Game, texts: dict[str, str] | None = None, *, thin: bool = False, path: Path | None = None) -> tuple[Painter, Written]:
    """The painter, and what was found in the file beside the rules (or in another one)."""
    found = read_beside(game, path)
    theme = found.book.theme if found.book is not None and found.book.theme is not None else PARCHMENT
    return Painter(game, texts or {}, theme.accent or accent(game.title), book=found.book, theme=theme, thin=thin), found
