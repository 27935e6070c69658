"""`rulewright test`: the examples of the rules, run."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.parameters import Json


def command(
    targets: Annotated[list[str], typer.Argument(metavar="GAME|PATH|all...", help="Games or rules files; `all` is every shipped game.")],
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show every line of every example.")] = False,
    json: Json = False,
) -> None:
    """Run the examples that stand in the rules, and say which of them hold.

    The examples of variants are run with their variant. Leaves with 1 if one of them fails.

    Example:  rulewright test chess

    Example:  rulewright test all
    """
    from rulewright.cli.proving import prove

    raise typer.Exit(prove(targets, verbose, json))
