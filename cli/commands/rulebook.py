"""`rulewright rulebook`: handed on as it is to the rulebook's own command."""

from __future__ import annotations

import typer

# Everything after the name belongs to the other command, `--help` included.
SETTINGS = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


def command(context: typer.Context) -> None:
    """Print the rulebook of a game.

    Example:  rulewright rulebook chess
    """
    from rulewright.cli.printing import rulebook

    raise typer.Exit(rulebook(list(context.args)))
