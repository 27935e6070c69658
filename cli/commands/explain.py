"""`rulewright explain`: what a finding means, or what a line of rules means."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.parameters import Json, Options, Players, Variants, pairs


def command(
    what: Annotated[str, typer.Argument(metavar="CODE|FILE:LINE", help="The code of a finding, or a line of a rules file.")],
    json: Json = False,
    players: Players = None,
    option: Options = None,
    variant: Variants = None,
) -> None:
    """Explain a finding by its code, or a line of rules by what it means.

    For a line it says which rule it belongs to, the sentence that the rulebook prints for it, and the tree that is
    played: what each name refers to and where that is declared, and what sort of thing each part is. A line that
    declares something is explained word by word.

    Example:  rulewright explain unknown-name

    Example:  rulewright explain my_game.rules:12
    """
    from rulewright.cli.explaining import explain

    explain(what, pairs(option, "--option"), players, tuple(variant or ()), json)
