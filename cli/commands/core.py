"""`rulewright core`: what the rules of a game mean to the machine."""

from __future__ import annotations

import typer

from rulewright.cli.parameters import GameArgument, Json, Options, Players, Variants, pairs


def command(game: GameArgument, players: Players = None, option: Options = None, variant: Variants = None, json: Json = False) -> None:
    """Print the core of a game: fields, functions, procedures and decisions, as both engines get them.

    Example:  rulewright core tic_tac_toe
    """
    from rulewright.cli.facts import print_facts
    from rulewright.cli.loading import load
    from rulewright.core.printer import print_program, program_facts
    from rulewright.core.verify import verify

    loaded = load(game, pairs(option, "--option"), players, variant, "interpreter")
    verify(loaded.program)
    if json:
        print_facts(program_facts(loaded.program), loaded)
    else:
        typer.echo(print_program(loaded.program))
