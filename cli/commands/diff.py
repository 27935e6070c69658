"""`rulewright diff`: in which rules two versions of a game differ."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli import completing
from rulewright.cli.parameters import Json, Options, Players, Variants, pairs

Version = typer.Argument(help="A shipped game or the path of a .rules file.", autocompletion=completing.games)


def command(
    old: Annotated[str, Version],
    new: Annotated[str | None, Version] = None,
    json: Json = False,
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
) -> None:
    """Say in which rules two versions of a game differ, in the words of the rulebook.

    What the rules mean is compared, not how they are written: moved lines, other prose, other names for what a body
    binds and another way to say the same are no difference. Numbers and the cells of tables are. With one game and
    `--variant` or `--option`, the game is compared with itself played that way. Leaves with 0 if both mean the same,
    with 1 if not.

    Example:  rulewright diff my_game.rules my_game_2.rules

    Example:  rulewright diff checkers --variant "Flying kings"
    """
    from rulewright.cli.diffing import diff

    raise typer.Exit(diff(old, new, json, players, pairs(option, "--option"), tuple(variant or ())))
