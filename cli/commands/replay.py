"""`rulewright replay`: a recorded match, played again and verified."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.parameters import Json, RulesOption


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript (`play --record`) or a saved match.")],
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="The rules, if they are not a shipped game.")] = None,
    board: Annotated[bool, typer.Option("--board", help="Draw the table as it was left.")] = False,
    rules: RulesOption = None,
    json: Json = False,
) -> None:
    """Play a recorded match again, verifying every move and the outcome.

    Each move must be offered to the same player under the same title as it was then, and the match must end as it
    did. The file names the fingerprint of its rules; if they have changed since, `--rules-of then` takes those that a saved match carries,
    and `--rules-of now` plays as many moves as are still legal.

    Example:  rulewright replay evening.match.json
    """
    from rulewright.cli.replaying import replay

    replay(file, game, board, rules, json)
