"""What a user of a match can do wrong, each with a sentence that says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.dsl.driver import Loaded


class PlayError(Exception):
    """Something was asked that cannot be done; the match is as it was."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.help = help


class RulesBroken(PlayError):
    """The rules themselves cannot be carried out at this point; the place in the text is named."""

    def __init__(self, message: str, help: str = "", where: str = "") -> None:
        super().__init__(message, help)
        self.where = where


class BadGame(PlayError):
    """The text of a game has errors; the findings say which."""

    def __init__(self, message: str, report: str, loaded: Loaded | None = None, help: str = "") -> None:
        super().__init__(message, help)
        self.report = report
        self.loaded = loaded  # with the findings as data, for those who show them in another way
