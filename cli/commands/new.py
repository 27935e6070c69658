"""`rulewright new`: a first file to change."""

from __future__ import annotations

from shlex import quote
from typing import Annotated

import typer


def _kinds() -> list[str]:
    from rulewright.cli.starter import KINDS

    return list(KINDS)


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called; the file is NAME.rules.")],
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            metavar="KIND",
            help="board, cards, workers, coop, roles, tricks, tiles, routes, story or solo.",
            autocompletion=_kinds,
        ),
    ] = "board",
) -> None:
    """Write a small, complete, commented game to start from.

    board: pieces on cells. cards: a deck of your own that you build. workers: places that are taken. coop: all against the
    cards. roles: hidden sides and votes. tricks: with partners. tiles: a land that grows. routes: a map with contracts.
    story: events and endings. solo: against an opponent that the rules move.

    It can be checked, played and tested at once; change it line by line into your own. A file that exists is left alone.

    Example:  rulewright new my_game  &&  rulewright play my_game.rules

    Example:  rulewright new harbour --kind workers
    """
    from rulewright.cli.starter import write

    path = write(name, kind)
    print(f"{path} is written. What next:")
    for deed in ("play", "check", "test"):
        print(f"  rulewright {deed} {quote(str(path))}")
