"""`rulewright cache`: what is kept on disk."""

from __future__ import annotations

from typing import Annotated

import typer


def command(
    clear: Annotated[bool, typer.Option("--clear", help="Remove everything that is kept.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the numbers as JSON.")] = False,
) -> None:
    """Show what is kept to save time: compiled games, parsed rules, matches of tournaments, what was learnt. Or clear it.

    Everything here can be made again. Example:  rulewright cache --clear
    """
    from rulewright.cli.keeping import cache

    cache(clear, json)
