"""The consoles: one for results, one for errors and progress. Rich is imported here and nowhere earlier."""

from __future__ import annotations

from functools import cache

from rich.console import Console
from rich.theme import Theme

THEME = Theme(
    {
        "error": "bold red",
        "warning": "bold yellow",
        "good": "bold green",
        "place": "cyan",
        "frame": "dim",
        "source": "none",
        "note": "blue",
        "help": "green",
        "number": "bold cyan",
        "faint": "dim",
        "title": "bold",
        "word": "cyan",
    }
)


@cache
def out() -> Console:
    """For results. Text is shown as it is: brackets and colons in rules are no markup."""
    return Console(theme=THEME, highlight=False, markup=False, emoji=False)


@cache
def err() -> Console:
    """For progress and errors."""
    return Console(theme=THEME, highlight=False, markup=False, emoji=False, stderr=True)
