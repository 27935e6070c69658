"""`rulewright fmt`: one layout for all rules."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.parameters import Json


def command(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Rules files, folders, or shipped games; `-` reads stdin.")],
    check: Annotated[bool, typer.Option("--check", help="Change nothing; leave with 1 if a file would change.")] = False,
    json: Json = False,
) -> None:
    """Lay out rules files in the one canonical way. Comments and prose stay.

    Example:  rulewright fmt my_game.rules

    Example:  rulewright fmt --check .
    """
    from rulewright.cli.formatting import format_files

    raise typer.Exit(format_files(paths, check, json))
