"""`rulewright new`: a first file to change."""

from __future__ import annotations

from shlex import quote
from typing import Annotated

import typer


def command(name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called; the file is NAME.rules.")]) -> None:
    """Write a small, complete, commented game to start from.

    It can be checked, played and tested at once; change it line by line into your own. A file that exists is left alone.

    Example:  rulewright new my_game  &&  rulewright play my_game.rules
    """
    from rulewright.cli.starter import write

    path = write(name)
    print(f"{path} is written. What next:")
    for deed in ("play", "check", "test"):
        print(f"  rulewright {deed} {quote(str(path))}")
