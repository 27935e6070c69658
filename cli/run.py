"""Runs one command line and turns whatever goes wrong into a sentence and an exit code."""

from __future__ import annotations

import os
import re
import shlex
import sys
import warnings
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import typer

from rulewright.cli.failure import STOPPED, USAGE, Failure, note, show, usage

# The common ancestor of all complaints about arguments, wherever this release of typer keeps it.
UsageError: Any = typer.BadParameter.__mro__[1]
GAME_OPTION = re.compile(r"[A-Za-z_]\w*=.*")


def run(arguments: Sequence[str]) -> int:
    """The exit code of a command line. Results go to stdout, errors to stderr; no traceback ever."""
    _forgiving_output()
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_: note(str(message))
        return _run(list(arguments))


def _run(arguments: list[str]) -> int:
    from rulewright.cli.app import app

    try:
        _old_flags(arguments)
        code = app(arguments, prog_name="rulewright", standalone_mode=False)
        sys.stdout.flush()
        if code == STOPPED:  # what a release of typer makes of an interrupt
            raise KeyboardInterrupt
        return code if isinstance(code, int) else 0
    except typer.Exit as leaving:
        return int(leaving.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        print(file=sys.stderr)
        show("Stopped.")
        return STOPPED
    except BrokenPipeError:
        return _unread()
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):  # rich gives up in this way
            return _unread()
        raise
    except Failure as failure:
        if failure.message:
            show(failure.message, failure.help)
        return failure.code
    except UsageError as error:
        return _usage(error)
    except Exception as error:
        return _other(error)


def _old_flags(arguments: list[str]) -> None:
    """`-o` once meant an option of a game; whoever still types it so gets the line to type."""
    for place, (flag, value) in enumerate(pairwise(arguments)):
        if flag == "-o" and GAME_OPTION.fullmatch(value):
            line = shlex.join(["rulewright", *arguments[:place], "--option", *arguments[place + 1 :]])
            raise usage(f"`-o` names the output; an option of a game is `--option {value}`.", f"Type: {line}")


def _unread() -> int:
    """Nobody reads any more: say nothing at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _usage(error: Any) -> int:
    """A wrong argument: what typer says, as one sentence, and where to read more."""
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":
        if str(error.message).strip():  # else it has been shown already
            print(error.message)
        return 0
    message = " ".join(str(error.format_message()).split())
    command = context.command_path if context is not None else "rulewright"
    show(message if message.endswith((".", "?")) else f"{message}.", f"Read `{command} --help`.")
    return USAGE


def _other(error: Exception) -> int:
    """Errors of play carry their own words; anything else is a bug, and is called one."""
    play = sys.modules.get("rulewright.play.errors")
    if play is not None and isinstance(error, play.PlayError):
        show(error.message, error.help)
        return 1
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        show(f"{name}{error.strerror or error}.")
        return 1
    if os.environ.get("RULEWRIGHT_DEBUG"):
        raise error
    show(f"Something went wrong inside rulewright: {type(error).__name__}: {error}", "Set RULEWRIGHT_DEBUG=1 to see where, and report it.")
    return 1


def _forgiving_output() -> None:
    """A terminal that lacks a character shows a question mark instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
