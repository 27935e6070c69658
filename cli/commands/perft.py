"""`rulewright perft`: how many courses of play there are."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.parameters import EngineOption, GameArgument, Json, Options, Players, Variants, pairs


def command(
    game: GameArgument,
    depth: Annotated[int, typer.Argument(min=1, max=40, metavar="DEPTH", help="How many turns deep.")],
    engine: EngineOption = None,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", help="Of the chance before the first decision.")] = 0,
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
    json: Json = False,
) -> None:
    """Count the courses of play, turn by turn: the classic check against published numbers.

    Example:  rulewright perft chess 3
    """
    from rulewright.cli.counting import count

    chosen = engine.value if engine is not None else None
    count(game, depth, chosen, seed, players, pairs(option, "--option"), variant, json)
