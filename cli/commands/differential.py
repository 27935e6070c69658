"""`rulewright differential`: both engines side by side, at length."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.parameters import Json, Options, Players, pairs


def command(
    targets: Annotated[
        list[str], typer.Argument(metavar="GAME|PATH|all...", help="Games, rules files or folders of them; `all` is every shipped game.")
    ],
    number: Annotated[int, typer.Option("--number", "-n", min=1, metavar="N", help="How many matches of each game and variant.")] = 100,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", help="The number of the first match.")] = 0,
    limit: Annotated[int, typer.Option("--limit", min=1, metavar="D", help="Cut a match after this many decisions.")] = 5000,
    players: Players = None,
    option: Options = None,
    json: Json = False,
) -> None:
    """Play random matches in the interpreter and in native code, and compare every answer of the two.

    At every step the one to decide, the options and their order, every byte of the state and the hash of the position must
    be the same; at the end the score and the outcome. Every variant of a game is played as well. Leaves with 1 if the
    engines differ, and says in what and in which match. All cores take part.

    Example:  rulewright differential all -n 1000

    Example:  rulewright differential chess -n 20 --seed 400

    Example:  rulewright differential grandlins_heirs -n 500 --players 4 --option last_day=40
    """
    from rulewright.cli.comparing import compare_games

    raise typer.Exit(compare_games(targets, number, seed, limit, players, pairs(option, "--option"), json))
