"""What `simulate` does: a progress bar on stderr, then the numbers."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulewright.cli.failure import FOUND, usage
from rulewright.cli.loading import load
from rulewright.cli.statistics import Numbers, numbers_of

if TYPE_CHECKING:
    from collections.abc import Iterator


def simulate(
    name: str,
    count: int,
    seed: int,
    engine: str | None,
    limit: int | None,
    as_json: bool,
    paranoid: bool,
    players: int | None,
    options: dict[str, str],
    variants: list[str] | None,
) -> int:
    """Play the matches and write what came of them; the exit code is 1 if rules could not be carried out."""
    from rulewright.play.simulate import NO_LIMIT
    from rulewright.play.simulate import simulate as play_many

    if paranoid and engine == "native":
        raise usage("--paranoid looks into every state, which only the interpreter can do.", "Leave out --engine native.")
    game = load(name, options, players, variants, "interpreter" if paranoid else engine)
    with _progress(game.title, count, quiet=as_json) as advance:
        result = play_many(game, count, seed, limit=limit or NO_LIMIT, progress=advance, paranoid=paranoid)
    numbers = numbers_of(game, result, seed)
    if as_json:
        print(json.dumps(numbers.as_data(), indent=2, ensure_ascii=False))
    else:
        _show(numbers)
    return FOUND if numbers.errors else 0


@contextmanager
def _progress(title: str, count: int, quiet: bool) -> Iterator[Callable[[int], None] | None]:
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


def _show(numbers: Numbers) -> None:
    from rulewright.cli.statistics_table import show

    show(numbers)
