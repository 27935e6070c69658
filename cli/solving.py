"""What `solve` does: a bar while it works, then what was proven."""

from __future__ import annotations

from dataclasses import asdict

from rich.text import Text

from rulewright.agents.solve import solve as find
from rulewright.cli.facts import print_facts
from rulewright.cli.failure import FOUND
from rulewright.cli.loading import load
from rulewright.cli.progress import progress
from rulewright.cli.screen import out


def solve(
    name: str,
    positions: int,
    iterations: int,
    as_json: bool,
    players: int | None,
    options: dict[str, str],
    variants: list[str] | None,
) -> int:
    """Solve a game; the exit code is 1 if nothing was proven."""
    game = load(name, options, players, variants, None)
    with progress(game.title, iterations, quiet=as_json) as advance:
        found = find(game, positions, iterations, advance)
    if as_json:
        print_facts(asdict(found), game)
        return 0 if found.proven else FOUND
    console = out()
    console.print(Text(game.title, style="title"))
    console.print(Text(found.said, style="good" if found.proven else "warning"))
    console.print(Text(f"{found.method}: {found.positions:,} positions in {found.seconds:.1f} s", style="faint"))
    return 0 if found.proven else FOUND
