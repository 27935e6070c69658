"""`rulewright story`: the graph of cards, what is remembered, and endings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.parameters import GameArgument, Json, Options, Variants, pairs


def command(
    game: GameArgument,
    output: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="The picture; GAME.story.svg if not said.")] = None,
    number: Annotated[int, typer.Option("--number", "-n", min=0, metavar="N", help="Random matches to see what is met in them.")] = 2000,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", help="The same seed gives the same matches.")] = 0,
    option: Options = None,
    variant: Variants = None,
    json: Json = False,
) -> None:
    """Draw the story of a game: which card brings which, what is remembered from it and asked for later, how it ends.

    The picture follows from the rules alone. Looks for what cannot be meant: cards without a text, facts that are asked
    for but never come about, or the other way round, endings that nothing leads to. Leaves with 1 if there is any. Cards
    that no random match has met are listed.

    Example:  rulewright story two_princes -n 20000 -o princes.svg
    """
    from rulewright.cli.storytelling import story

    raise typer.Exit(story(game, output, number, seed, pairs(option, "--option"), variant, json))
