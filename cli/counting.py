"""What `perft` does: counts per depth, with the time they took."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich import box
from rich.table import Table

from rulewright.cli.facts import print_facts
from rulewright.cli.loading import load
from rulewright.cli.screen import out
from rulewright.play.perft import perft


def count(
    name: str,
    depth: int,
    engine: str | None,
    seed: int,
    players: int | None,
    options: dict[str, str],
    variants: list[str] | None,
    as_json: bool = False,
) -> None:
    """Write a line for every depth as soon as it is known."""
    game = load(name, options, players, variants, engine)
    if as_json:
        print_facts([{"depth": deep, "courses": perft(game, deep, seed=seed)} for deep in range(1, depth + 1)])
        return
    console = out()
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for title in ("depth", "courses", "seconds", "per second"):
        table.add_column(title, justify="right")
    with _growing(table):
        for deep in range(1, depth + 1):
            start = time.perf_counter()
            courses = perft(game, deep, seed=seed)
            seconds = time.perf_counter() - start
            table.add_row(str(deep), f"{courses:,}", f"{seconds:.3f}", f"{courses / seconds:,.0f}" if seconds > 0 else "")
    console.print(f"{game.title}, {game.engine.name}", style="faint")


@contextmanager
def _growing(table: Table) -> Iterator[None]:
    """The table grows while somebody watches; where nobody does, it is printed once at the end."""
    if not out().is_terminal:
        yield
        out().print(table)
        return
    from rich.live import Live

    with Live(table, console=out(), refresh_per_second=8):
        yield
