"""`rulewright cache`: what is kept on disk."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.parameters import Json


def command(
    clear: Annotated[bool, typer.Option("--clear", help="Remove everything that is kept.")] = False,
    json: Json = False,
) -> None:
    """Show what is kept to save time: compiled games, parsed rules, matches of tournaments, what was learnt. Or clear it.

    Everything here can be made again. Example:  rulewright cache --clear
    """
    from rulewright.cli.keeping import cache

    cache(clear, json)
