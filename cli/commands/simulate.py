"""`rulewright simulate`: many random matches, summed up."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli import completing
from rulewright.cli.parameters import Cluster, EngineOption, GameArgument, Guard, Json, Options, Paranoid, Players, Variants, pairs


def command(
    game: GameArgument,
    number: Annotated[int, typer.Option("--number", "-n", min=1, metavar="N", help="How many matches.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", help="The same seed gives the same matches on either engine.")] = 0,
    engine: EngineOption = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, metavar="D", help="Cut a match after this many decisions.")] = None,
    json: Json = False,
    rules: Annotated[bool, typer.Option("--rules", help="Also count how often each rule is applied.")] = False,
    paranoid: Paranoid = False,
    guard: Guard = False,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="NAME=AGENT",
            help="Who plays a seat, as in `White=mcts:500`; `all=` means all. Others: random.",
            autocompletion=completing.seats,
        ),
    ] = None,
    cluster: Cluster = "",
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
) -> None:
    """Play many matches between random players, or between any agents, and sum up how they end.

    Tells who wins how often (with the standard error), how long matches are, how much there is to choose from, and
    what is scored for what. Rules that cannot be carried out are named with their place; then the exit code is 1.

    Example:  rulewright simulate connect_four -n 100000

    Example:  rulewright simulate two_heirs -n 10000 --rules

    Example:  rulewright simulate reversi -n 200 --seat all=mcts:200

    Example:  rulewright simulate goofspiel -n 1000 --paranoid --json
    """
    from rulewright.cli.simulating import simulate

    chosen = engine.value if engine is not None else None
    who = pairs(seat, "--seat")
    options = pairs(option, "--option")
    raise typer.Exit(simulate(game, number, seed, chosen, limit, json, rules, paranoid, players, options, variant, who, guard, cluster))
