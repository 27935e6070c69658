"""Games for commands: loaded with what the command line says, errors shown with their lines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli.failure import FOUND, USAGE, Failure
from rulewright.play.errors import BadGame, PlayError

if TYPE_CHECKING:
    from rulewright.play.game import Game

# Findings about what was asked for, not about the text of the rules.
ASKED = {"bad-option", "bad-players", "unknown-variant"}


def find(name: str) -> Path:
    """The rules file of a game; an unknown name is a mistake of usage."""
    from rulewright.play.finding import find_game

    try:
        return find_game(name)
    except PlayError as error:
        raise Failure(error.message, error.help, USAGE) from None


def load(
    name: str,
    options: dict[str, str] | None = None,
    players: int | None = None,
    variants: list[str] | None = None,
    engine: str | None = None,
    guard: bool = False,
) -> Game:
    """A game ready to be played; if its rules have errors, they are shown. With `guard`, rules that ask for too much are refused."""
    from rulewright.play.game import load as load_game
    from rulewright.play.guard import guarded

    path = find(name)
    try:
        game = (guarded if guard else load_game)(path, options or {}, players, tuple(variants or ()), engine)
        game.engine  # noqa: B018 - a missing engine is told now, not in the middle of a match
    except BadGame as error:
        raise refused(error, name, bool(options or players or variants)) from None
    return game


def refused(error: BadGame, name: str, asked: bool = False) -> Failure:
    """The failure that bad rules are, after the findings have been shown; `asked`: options and the like were given."""
    from rulewright.cli.findings import show_findings
    from rulewright.cli.screen import err

    if error.loaded is None:
        return Failure(error.message)
    errors = error.loaded.findings.errors
    if asked and errors and all(e.code.word in ASKED for e in errors):
        return Failure(errors[0].message, errors[0].help, USAGE)
    show_findings(errors, error.loaded.sources, err())
    return Failure(f"{name} cannot be played: its rules have {len(errors)} error{'' if len(errors) == 1 else 's'}.", "", FOUND)
