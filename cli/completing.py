"""What a shell may complete: games and files, and for a game its options, variants and seats."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rulewright.play.game import Game


def games(incomplete: str) -> list[str]:
    """Shipped games, and rules files below the folder that is being typed."""
    from rulewright.play.finding import list_games

    start = Path(incomplete)
    folder = start if incomplete.endswith(("/", "\\")) else start.parent
    files = [p for p in sorted(folder.glob("*")) if p.suffix == ".rules" or p.is_dir()] if folder.is_dir() else []
    return [name for name in (*list_games(), *(f"{p}/" if p.is_dir() else str(p) for p in files)) if name.startswith(incomplete)]


def options(context: typer.Context, incomplete: str) -> list[str]:
    """`NAME=` for each option of the game that is named, and its values once the name is there."""
    game = _game(context)
    if game is None:
        return []
    name, sign, _ = incomplete.partition("=")
    if not sign:
        return [f"{option}=" for option in game.options if option.startswith(incomplete)]
    values = game.possible(name).replace(" or ", ", ").split(", ") if name in game.options else []
    return [found for value in values if " " not in value and (found := f"{name}={value}").startswith(incomplete)]


def variants(context: typer.Context, incomplete: str) -> list[str]:
    game = _game(context)
    gathered = game.loaded.gathered if game is not None else None
    return [v.title for v in gathered.variants if v.title.startswith(incomplete)] if gathered is not None else []


def seats(context: typer.Context, incomplete: str) -> list[str]:
    """`NAME=` for each seat, and who may sit there once the name is there."""
    from rulewright.agents.registry import names

    game = _game(context)
    seat, sign, _ = incomplete.partition("=")
    if sign:
        return [found for who in ("human", *names()) if (found := f"{seat}={who}").startswith(incomplete)]
    return [f"{name}=" for name in (*(game.seats if game is not None else ()), "all") if name.startswith(incomplete)]


def _game(context: typer.Context) -> Game | None:
    """The game that the line names, if it can be loaded; whoever presses a key wants no error."""
    from rulewright.play.errors import PlayError
    from rulewright.play.game import load

    name = context.params.get("game")
    try:
        return load(str(name), engine="interpreter") if name else None
    except (PlayError, OSError):
        return None
