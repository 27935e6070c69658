"""`rulewright check`: everything that is wrong with a text, or looks wrong, before the first move."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.parameters import Guard, Json, Options, Players, Variants, pairs


def command(
    targets: Annotated[
        list[str],
        typer.Argument(metavar="PATH|GAME|all...", help="Rules files, folders of a game, or shipped games; `all` is every shipped game."),
    ],
    json: Json = False,
    guard: Guard = False,
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
) -> None:
    """Check the rules of a game and show what is wrong, line by line.

    Everything is reported in one go: mistakes of form, unknown names, things that cannot be compared, phases nobody
    enters. The variants of a game are checked with it, each on its own. Leaves with 0 if there is nothing to report,
    with 1 if there is, and with 2 if the command itself makes no sense.

    Example:  rulewright check my_game.rules

    Example:  rulewright check chess --json
    """
    from rulewright.cli.checking import check

    raise typer.Exit(check(targets, json, players, pairs(option, "--option"), tuple(variant or ()), guard))
