"""The rulebook's command, if this build has rulebooks."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec

from rulewright.cli.failure import Failure


def available() -> bool:
    return find_spec("rulewright.rulebook.command") is not None


def rulebook(arguments: list[str]) -> int:
    """Hand the arguments to the rulebook's own command; its exit code."""
    if not available():
        raise Failure("This build of rulewright cannot print rulebooks yet.")
    run: Callable[[list[str]], int | None] = import_module("rulewright.rulebook.command").run
    return run(arguments) or 0
