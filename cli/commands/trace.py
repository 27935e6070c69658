"""`rulewright trace`: which rules of the ledger the game has."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.parameters import GameArgument, Json


def command(
    game: GameArgument,
    missing: Annotated[bool, typer.Option("--missing", help="List the rules that are not implemented or not proved.")] = False,
    json: Json = False,
) -> None:
    """Compare a game with its ledger: which rules are implemented, which are proved, which are neither.

    A rule is implemented if its tag (such as TH-041) stands in the game's rules, and proved if it stands on an
    example there or in a test (`proves: TH-041`). Leaves with 1 unless all are both.

    Example:  rulewright trace two_heirs --missing
    """
    from rulewright.cli.tracing import trace

    raise typer.Exit(trace(game, missing, json))
