"""`rulewright mutate`: which rules no example would miss."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.parameters import GameArgument, Json


class By(StrEnum):
    """Who has to notice."""

    examples = "examples"
    tests = "tests"


def command(
    game: GameArgument,
    by: Annotated[
        By, typer.Option("--by", help="Who has to notice: the examples in the rules, or also tests run by pytest.")
    ] = By.examples,
    tests: Annotated[
        list[str] | None, typer.Option("--tests", metavar="PATH", help="With `--by tests`: what pytest runs.  [tests/games/GAME]")
    ] = None,
    equal: Annotated[
        Path | None,
        typer.Option("--equal", metavar="CSV", help="Broken rules that mean the same all the same, with reasons: file,rule,change,reason."),
    ] = None,
    sample: Annotated[int | None, typer.Option("--sample", min=1, metavar="N", help="Try only N of them, drawn at random.")] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", help="The same seed draws the same ones.")] = 0,
    line: Annotated[
        list[str] | None, typer.Option("--line", metavar="[FILE:]N", help="Break only what stands in this line; repeatable.")
    ] = None,
    time: Annotated[str, typer.Option("--time", metavar="10m", help="Stop after this long; run it again to go on.")] = "",
    matches: Annotated[
        int, typer.Option("--matches", min=0, metavar="N", help="Matches played with both rules to show a difference.")
    ] = 10_000,
    workers: Annotated[int, typer.Option("--workers", min=1, metavar="N", help="How many cores to use.")] = 1,
    fresh: Annotated[bool, typer.Option("--fresh", help="Forget what is known from before.")] = False,
    every: Annotated[bool, typer.Option("--all", help="Also list what is noticed, what means the same, and what cannot be said.")] = False,
    json: Json = False,
) -> None:
    """Break each rule in turn, and list what no example notices.

    A requirement is dropped, a number changed, a line left out, two lines or cases exchanged, a condition negated, `player` and `rival`
    exchanged. What means the same (the core of the rules is equal) does not count. Each broken rule that nobody notices is shown at
    its line, with a match in which it makes a difference if one is found: that sentence of the rules lacks an example.

    Ctrl-C and --time stop it, and the next run goes on from there; when examples are added, only what they could notice is tried
    again. Leaves with 1 if something is not noticed. With --equal, what has a reason there and shows no difference in 10,000 matches,
    for which it may take a quarter of an hour, is counted apart.

    Example:  rulewright mutate my_game.rules

    Example:  rulewright mutate chess --sample 100 --time 10m
    """
    from rulewright.cli.mutating import mutate

    raise typer.Exit(
        mutate(game, by.value, tests or [], equal, sample, seed, tuple(line or ()), time, matches, workers, fresh, every, json)
    )
