"""`rulewright study`: what a game is like, whether it is fair, and which rules nobody needs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.parameters import Cluster, EngineOption, GameArgument, Json, Options, Players, Variants, pairs, percent


def command(
    game: GameArgument,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The report; its ending tells the format.  [GAME.study.html]")
    ] = None,
    number: Annotated[int, typer.Option("--number", "-n", min=10, metavar="N", help="How many matches at the main level.")] = 400,
    level: Annotated[
        str, typer.Option("--level", metavar="AGENT", help="Who plays in all seats, as in `mcts:300`.  [a search of 100 looks]")
    ] = "",
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", help="The same seed gives the same report.")] = 0,
    sweep: Annotated[
        list[str] | None,
        typer.Option(
            "--sweep",
            metavar="NAME=LOW..HIGH",
            help="Also play each value of an option, a definition, `players`, or `score.ENTRY=0.5x..2x`.",
        ),
    ] = None,
    ladder: Annotated[
        int, typer.Option("--ladder", min=0, metavar="N", help="Matches of each two levels, to see whether thought pays; 0 leaves it out.")
    ] = 60,
    experiment: Annotated[
        int | None,
        typer.Option(
            "--experiment",
            min=0,
            metavar="N",
            help="Matches in which pieces and actions are barred or forced by lot; 0 leaves it out.  [three quarters]",
        ),
    ] = None,
    luck: Annotated[
        int | None,
        typer.Option(
            "--luck", min=0, metavar="N", help="Matches in which chance is held against other outcomes; 0 leaves it out.  [an eighth]"
        ),
    ] = None,
    deep: Annotated[
        int | None,
        typer.Option("--deep", min=0, metavar="N", help="Matches at ten times the looks, to tell real choices; 0 leaves it out.  [few]"),
    ] = None,
    random: Annotated[
        int, typer.Option("--random", min=0, metavar="N", help="Random matches, to see which rules are ever met; 0 leaves it out.")
    ] = 10_000,
    until: Annotated[
        str, typer.Option("--until", metavar="P%", help="Play until every share of wins is known that well, as in `2%`, instead of -n.")
    ] = "",
    format: Annotated[str, typer.Option("--format", "-f", metavar="F", help="html, md or json.  [by the ending of --out]")] = "",
    workers: Annotated[int | None, typer.Option("--workers", min=1, metavar="N", help="How many cores to use; all, if not said.")] = None,
    find: Annotated[
        str, typer.Option("--find", metavar="WHAT", help='Look for a value that gives a share, as in "win rate of Ann = 40 %".')
    ] = "",
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="What --find may change: whatever --sweep takes.")] = "",
    against: Annotated[
        str, typer.Option("--against", metavar="OLD", help="Another version of the rules: every number side by side, on the same seeds.")
    ] = "",
    rows: Annotated[
        Path | None, typer.Option("--rows", metavar="FOLDER", help="Also write matches, decisions and rules as Parquet files.")
    ] = None,
    cluster: Cluster = "",
    json: Json = False,
    engine: EngineOption = None,
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
) -> None:
    """Have a game played by searching players, and report what it is like: one page, verdict first.

    Tells who wins and whether that is fair, how long a match is, whether it stays open, whether thought pays and how much is luck,
    what each piece, card and action is worth (by experiment: barred or forced by lot), where points come from, and which rules nobody
    meets. Every number has a range, every finding the line of the rules it is about. Stopped by Ctrl-C, it reports what was played
    until then; the same command goes on from there.

    Example:  rulewright study connect_four -o report.html

    Example:  rulewright study my_game.rules -n 1000 --sweep hand_limit=2..6

    Example:  rulewright study my_game.rules --find "win rate of the team = 40 %" --by monsters

    Example:  rulewright study new.rules --against old.rules --rows data
    """
    from rulewright.cli.studying import Wish, study
    from rulewright.study.plan import Plan

    known = percent(until) if until else 0.0
    wish = Wish(
        game,
        Plan.sized(number, level, seed, random, ladder, experiment, luck, deep, known),
        out,
        format,
        tuple(sweep or ()),
        workers,
        cluster,
        against,
        rows,
        find,
        by,
        engine.value if engine is not None else None,
        players,
        pairs(option, "--option"),
        tuple(variant or ()),
        json,
    )
    raise typer.Exit(study(wish))
