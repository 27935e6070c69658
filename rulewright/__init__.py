"""Rulewright: write the rules of a tabletop game once, as text; play it, simulate it, print its rulebook.

`import rulewright as rw`, then `rw.load("chess")`. What is public stands in `__all__`; it is imported when it is first asked for.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.api import (
        BadGame,
        Finding,
        Game,
        Match,
        PlayError,
        Results,
        check,
        games,
        load,
        play_match,
        rulebook,
        simulate,
        solve,
        study,
    )

__version__ = "0.2.0"
__all__ = [
    "BadGame",
    "Finding",
    "Game",
    "Match",
    "PlayError",
    "Results",
    "__version__",
    "check",
    "games",
    "load",
    "play_match",
    "rulebook",
    "simulate",
    "solve",
    "study",
]


class _Public(ModuleType):
    """What is public keeps its meaning: a package inside that has the same name (`rulewright.games`) does not take its place."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in __all__ or not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(import_module("rulewright.api"), name)
        setattr(self, name, found)
        return found


sys.modules[__name__].__class__ = _Public
