"""`rulewright games`: what can be played at once."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.parameters import Json


def command(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Tell all about one game.", show_default=False)] = None,
    json: Json = False,
) -> None:
    """List the games that come with Rulewright, with their players, options and variants.

    Example:  rulewright games

    Example:  rulewright games two_heirs
    """
    from rulewright.cli.shelf import show_game, show_games

    if game is None:
        show_games(json)
    else:
        show_game(game, json)
