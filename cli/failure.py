"""How every error looks, and the exit codes: 0 fine, 1 something was found or failed, 2 asked for in the wrong way."""

from __future__ import annotations

import os
import sys

FOUND, USAGE, STOPPED = 1, 2, 130
RED, CYAN, END = "\033[1;31m", "\033[36m", "\033[0m"


class Failure(Exception):
    """The command cannot go on: one sentence, perhaps a second that helps, and the exit code."""

    def __init__(self, message: str, help: str = "", code: int = FOUND) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.code = code


def usage(message: str, help: str = "") -> Failure:
    """A command that was written in the wrong way."""
    return Failure(message, help, USAGE)


def show(message: str, help: str = "") -> None:
    """Write an error to stderr, in the one form errors have."""
    _say("error", RED, message)
    if help:
        _say("help", CYAN, help)


def note(message: str) -> None:
    """Write to stderr what somebody should know who is not hindered by it."""
    _say("note", CYAN, message)


def _say(word: str, colour: str, message: str) -> None:
    coloured = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    print(f"{colour}{word}:{END} {message}" if coloured else f"{word}: {message}", file=sys.stderr)
