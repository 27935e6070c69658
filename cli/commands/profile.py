"""`rulewright profile`: where the time of random matches goes, line by line."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.parameters import GameArgument, Json, Options, Players, Variants, pairs


def command(
    game: GameArgument,
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, max=600, metavar="N", help="How long to play.")] = 2.0,
    lines: Annotated[int, typer.Option("--top", min=1, metavar="N", help="How many lines to show.")] = 15,
    html: Annotated[str | None, typer.Option("--html", metavar="FILE", help="Write a page with the whole source instead.")] = None,
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
    json: Json = False,
) -> None:
    """Play random matches and tell which lines of the rules take the time, how often each is come to, and what the optimiser made of it.

    Example:  rulewright profile checkers --html checkers.html
    """
    from rulewright.cli.profiling import show

    show(game, seconds, lines, html, players, pairs(option, "--option"), variant, json)
