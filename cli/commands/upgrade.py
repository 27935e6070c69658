"""`rulewright upgrade`: rules of an older version as this one reads them."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli import completing
from rulewright.cli.parameters import Json


def command(
    path: Annotated[str, typer.Argument(metavar="FILE", help="The path of a .rules file.", autocompletion=completing.games)],
    check: Annotated[bool, typer.Option("--check", help="Change nothing; only show what would change.")] = False,
    json: Json = False,
) -> None:
    """Rewrite rules of an older version where this one refuses what can mean only one thing.

    Shows what changed, line by line, in the file and in what it includes, and lists what is left for you to decide. Leaves with 0 if
    nothing is left, with 1 if something is.

    Example:  rulewright upgrade my_game.rules

    Example:  rulewright upgrade --check my_game.rules
    """
    from rulewright.cli.upgrading import upgrade

    raise typer.Exit(upgrade(path, check, json))
