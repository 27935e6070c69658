"""`rulewright explain`: what a finding means, or what a line of rules means."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.parameters import Options, Players, Variants, pairs


def command(
    what: Annotated[str, typer.Argument(metavar="CODE|FILE:LINE", help="The code of a finding, or a line of a rules file.")],
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
) -> None:
    """Explain a finding by its code, or a line of rules word by word.

    For a line it says which rule it belongs to, and for every word what it was taken for: a kind, a place, a
    definition, an action, a verb of the library, the acting player.

    Example:  rulewright explain unknown-name

    Example:  rulewright explain my_game.rules:12
    """
    from rulewright.cli.explaining import explain

    explain(what, pairs(option, "--option"), players, tuple(variant or ()))
