"""`rulewright games`: what can be played at once."""

from __future__ import annotations


def command() -> None:
    """List the games that come with Rulewright, with their players, options and variants.

    Example:  rulewright games
    """
    from rulewright.cli.shelf import show_games

    show_games()
