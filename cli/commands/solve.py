"""`rulewright solve`: what a game is worth with best play."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.parameters import GameArgument, Options, Players, Variants, pairs


def command(
    game: GameArgument,
    positions: Annotated[int, typer.Option("--positions", min=1, metavar="N", help="Give up after this many positions.")] = 100_000_000,
    iterations: Annotated[int, typer.Option("--iterations", min=1, metavar="N", help="Of CFR+, where something is hidden.")] = 1000,
    json: Annotated[bool, typer.Option("--json", help="Print what was found as JSON, the policy of CFR+ included.")] = False,
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
) -> None:
    """Solve a small game exactly, and say what was proven, or how far it came.

    Games of two without chance and without secrets are searched to their ends (alpha-beta with a table). Small ones with hidden things
    get a strategy that nobody can gain much against (CFR+, with how much that is). Where one plays alone, the best expected result is
    found. Large games are out of reach: then it says so. The exit code is 1 if nothing was proven.

    Example:  rulewright solve tic_tac_toe

    Example:  rulewright solve kuhn_poker --json
    """
    from rulewright.cli.solving import solve

    raise typer.Exit(solve(game, positions, iterations, json, players, pairs(option, "--option"), variant))
