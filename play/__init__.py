"""Matches: load a game, start it, decide, see, save, replay, simulate. What everything outside talks to."""

from rulewright.play.errors import PlayError
from rulewright.play.game import Game, find_game, list_games, load
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
