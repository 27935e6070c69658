"""`rulewright arena`: agents against each other."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.parameters import Cluster, EngineOption, GameArgument, Json, Options, Players, Variants, pairs


def command(
    game: GameArgument,
    agents: Annotated[
        str, typer.Option("--agents", metavar="A,B,…", help="Who plays, as in `random,greedy,mcts:100`.")
    ] = "random,greedy,mcts:100",
    number: Annotated[int, typer.Option("--number", "-n", min=1, metavar="N", help="How many matches each pair plays.")] = 100,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", help="The same seed gives the same matches.")] = 0,
    until: Annotated[
        str | None, typer.Option("--until", metavar="PERCENT", help="Stop as soon as every share is known that well, as in `2%`.")
    ] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, metavar="D", help="Cut a match after this many decisions.")] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, metavar="N", help="How many cores to use; all, if not said.")] = None,
    json: Json = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Do not go on from matches that were played before.")] = False,
    cluster: Cluster = "",
    engine: EngineOption = None,
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
) -> None:
    """Let agents play against each other, and tell who is stronger, and how sure that is.

    Every pair plays on the same seeds with its seats changed. The table has each share of the points with Wilson's interval,
    and the ratings as Elo. Where nobody plays against another, every agent plays all seats alone. Stopped by Ctrl-C, it tells
    what it has; the same command goes on from there.

    Example:  rulewright arena connect_four --agents random,greedy,mcts:100,mcts:1000 -n 200

    Example:  rulewright arena reversi --agents easy,fair --until 3%
    """
    from rulewright.cli.tournament import arena

    chosen = engine.value if engine is not None else None
    raise typer.Exit(
        arena(game, agents, number, seed, until, limit, workers, json, fresh, chosen, players, pairs(option, "--option"), variant, cluster)
    )
