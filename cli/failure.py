"""How every error looks, and the exit codes: 0 fine, 1 something was found or failed, 2 asked for in the wrong way."""

from __future__ import annotations

import os
import sys

FOUND, USAGE, STOPPED = 1, 2, 130


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
    colour = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    red, cyan, end = ("\033[1;31m", "\033[36m", "\033[0m") if colour else ("", "", "")
    print(f"{red}error:{end} {message}", file=sys.stderr)
    if help:
        print(f"{cyan}help:{end} {help}", file=sys.stderr)
