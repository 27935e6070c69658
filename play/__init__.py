"""Matches: load a game, start it, decide, see, save, replay, simulate. What everything outside talks to.

The names are imported when they are asked for: whoever only looks for a file need not wait for engines and models.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.play.errors import PlayError
    from rulewright.play.finding import find_game, list_games
    from rulewright.play.game import Game, load
    from rulewright.play.match import Match
    from rulewright.play.models import ChanceOutcome, Decision, Option, Outcome, Refusal, View

__all__ = [
    "ChanceOutcome",
    "Decision",
    "Game",
    "Match",
    "Option",
    "Outcome",
    "PlayError",
    "Refusal",
    "View",
    "find_game",
    "list_games",
    "load",
]

_HOMES = {"PlayError": "errors", "find_game": "finding", "list_games": "finding", "Game": "game", "load": "game", "Match": "match"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"rulewright.play.{_HOMES.get(name, 'models')}"), name)
