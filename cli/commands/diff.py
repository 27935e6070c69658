"""`rulewright diff`: in which rules two versions of a game differ."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli import completing
from rulewright.cli.parameters import Json, Options, Players, Variants, pairs

Version = typer.Argument(help="A shipped game, a .rules file, its folder, or REVISION:PATH.", autocompletion=completing.games)


def command(
    old: Annotated[str, Version],
    new: Annotated[str | None, Version] = None,
    format: Annotated[str, typer.Option("--format", "-f", metavar="F", help="text, html, or errata: a page for players.")] = "text",
    target: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The page.  [GAME.diff.html or GAME.errata.html]")
    ] = None,
    json: Json = False,
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
) -> None:
    """Say in which rules two versions of a game differ, in the words of the rulebook.

    What the rules mean is compared, not how they are written: moved lines, other prose, other names for what a body
    binds and another way to say the same are no difference. Numbers and the cells of tables are. With one game and
    `--variant` or `--option`, the game is compared with itself played that way. Leaves with 0 if both mean the same,
    with 1 if not. A version may be one that Git knows, as in `HEAD~1:my_game.rules`; alone, it is compared with the file as it is now.

    Example:  rulewright diff my_game.rules my_game_2.rules

    Example:  rulewright diff fenland --variant "Long waters"

    Example:  rulewright diff HEAD~1:my_game.rules --format errata -o errata.html
    """
    from rulewright.cli.diffing import Wish, diff

    raise typer.Exit(diff(Wish(old, new, players, pairs(option, "--option"), tuple(variant or ()), json, format, target)))
