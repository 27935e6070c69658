"""`rulewright play`: a match at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli import completing
from rulewright.cli.parameters import EngineOption, Guard, Options, Paranoid, Players, RulesOption, Seed, Variants, pairs


def command(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A shipped game or a .rules file; not needed with --load.",
            show_default=False,
            autocompletion=completing.games,
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="NAME=WHO",
            help="Who sits where: human, or an agent such as greedy; `all=` means every seat.",
            autocompletion=completing.seats,
        ),
    ] = None,
    seed: Seed = None,
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved match.")] = None,
    rules: RulesOption = None,
    record: Annotated[Path | None, typer.Option("--record", metavar="FILE", help="Write the transcript at the end.")] = None,
    engine: EngineOption = None,
    paranoid: Paranoid = False,
    guard: Guard = False,
    memory: Annotated[int, typer.Option("--memory", min=1, max=65536, metavar="MB", help="What a thinking player may use at most.")] = 64,
) -> None:
    """Play a match in the terminal, against others at the keyboard or against the machine.

    Unless you say otherwise the first seat is yours and fair players take the others; there are also easy and strong ones,
    and every agent with a budget of your own, as in mcts:5s. Options are numbered: type a number or some words of one. At
    every prompt there are also hint, why, undo, save, log, rules, look, help and quit. Leaving by any way saves the match.

    Example:  rulewright play connect_four

    Example:  rulewright play chess --seat White=human --seat Black=human --seed 7

    Example:  rulewright play reversi --seat White=strong

    Example:  rulewright play --load chess-20260131-201500.match.json
    """
    from rulewright.cli.table.opening import sit_down

    chosen = engine.value if engine is not None else None
    who, settings = pairs(seat, "--seat"), pairs(option, "--option")
    code = sit_down(game, who, seed, players, settings, variant, load, record, chosen, paranoid, memory << 20, guard, rules)
    raise typer.Exit(code)
