"""A progress bar on stderr, for those who wait for many matches."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def progress(title: str, count: int, quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """A bar that somebody can watch; nothing where nobody does."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from rulewright.cli.screen import err

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err(), transient=True) as bar:
        task = bar.add_task(title, total=count)
        yield lambda done: bar.advance(task, done)
