"""`rulewright study`: what a game is like, whether it is fair, and which rules nobody needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.parameters import EngineOption, GameArgument, Options, Players, Variants, pairs


def command(
    game: GameArgument,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The report; its ending tells the format.  [GAME.study.html]")
    ] = None,
    number: Annotated[int, typer.Option("--number", "-n", min=10, metavar="N", help="How many matches at the main level.")] = 300,
    level: Annotated[str, typer.Option("--level", metavar="AGENT", help="Who plays in all seats, as in `mcts:300`.")] = "mcts:100",
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", help="The same seed gives the same report.")] = 0,
    sweep: Annotated[
        list[str] | None, typer.Option("--sweep", metavar="NAME=LOW..HIGH", help="Also play each value of an option, or of `players`.")
    ] = None,
    ladder: Annotated[
        int, typer.Option("--ladder", min=0, metavar="N", help="Matches of each two levels, to see whether thought pays; 0 leaves it out.")
    ] = 60,
    format: Annotated[str, typer.Option("--format", "-f", metavar="F", help="html, md or json.  [by the ending of --out]")] = "",
    workers: Annotated[int | None, typer.Option("--workers", min=1, metavar="N", help="How many cores to use; all, if not said.")] = None,
    engine: EngineOption = None,
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
) -> None:
    """Have a game played by searching players, and report what it is like: one page, verdict first.

    Tells who wins and whether that is fair, how long a match is, whether it stays open, whether thought pays, what is taken and what
    never is, where points come from, and which rules nobody meets. Every number has a range, every finding the line of the rules it
    is about. Stopped by Ctrl-C, it reports what was played until then.

    Example:  rulewright study connect_four -o report.html

    Example:  rulewright study my_game.rules -n 1000 --sweep hand_limit=2..6
    """
    from rulewright.cli.studying import study

    chosen = engine.value if engine is not None else None
    raise typer.Exit(
        study(game, out, number, level, seed, sweep or [], ladder, format, workers, chosen, players, pairs(option, "--option"), variant)
    )
