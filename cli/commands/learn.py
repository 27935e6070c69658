"""`rulewright learn`: how a search should play a game."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.parameters import GameArgument, Json, Options, Players, Variants, pairs


def command(
    game: GameArgument,
    number: Annotated[int, typer.Option("--number", "-n", min=100, metavar="N", help="Matches of each depth; at least 100.")] = 100,
    iterations: Annotated[int, typer.Option("--iterations", min=10, metavar="N", help="How much each decision is thought about.")] = 100,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", help="The same seed gives the same matches.")] = 0,
    json: Json = False,
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
) -> None:
    """Find out by trial how far playouts of a search should go in a game, and keep it for all searches to come.

    Searches whose playouts stop after 0, 4, 16 or 64 decisions, or go to the end, play each other. The winner is kept beside the
    fingerprint of the rules: when the rules change, it is forgotten. Stopped by Ctrl-C, the same command goes on.

    Example:  rulewright learn oware
    """
    from rulewright.cli.tournament import learn

    raise typer.Exit(learn(game, number, iterations, seed, json, players, pairs(option, "--option"), variant))
