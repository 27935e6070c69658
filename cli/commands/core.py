"""`rulewright core`: what the rules of a game mean to the machine."""

from __future__ import annotations

import typer

from rulewright.cli.parameters import GameArgument, Options, Players, Variants, pairs


def command(game: GameArgument, players: Players = None, option: Options = None, variant: Variants = None) -> None:
    """Print the core of a game: fields, functions, procedures and decisions, as both engines get them.

    Example:  rulewright core tic_tac_toe
    """
    from rulewright.cli.loading import load
    from rulewright.core.printer import print_program
    from rulewright.core.verify import verify

    program = load(game, pairs(option, "--option"), players, variant, "interpreter").program
    verify(program)
    typer.echo(print_program(program))
