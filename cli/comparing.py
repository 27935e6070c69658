"""What `differential` does: random matches of games and their variants on both engines at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

from rulewright.cli.failure import FOUND, Failure
from rulewright.cli.loading import load
from rulewright.cli.progress import progress
from rulewright.cli.screen import out
from rulewright.cli.words import counted
from rulewright.play.differential import Compared, Disagreement, compare, game_files, twins_of, variants_of
from rulewright.play.engines import native_available
from rulewright.play.game import Game


def compare_games(targets: list[str], number: int, seed: int, limit: int) -> int:
    """Compare the engines on all targets; the exit code is 1 where they differ."""
    if not native_available():
        raise Failure("There is no native engine to compare with.", "llvmlite is not installed.")
    different = 0
    for name in dict.fromkeys(_games(targets)):
        plain = load(name, engine="interpreter")
        different += not _agree(plain, name, "", number, seed, limit)
        for variant in variants_of(plain):
            game = load(name, variants=[variant], engine="interpreter")
            different += not _agree(game, name, variant, number, seed, limit)
    return FOUND if different else 0


def _games(targets: list[str]) -> Iterator[str]:
    from rulewright.play.finding import list_games

    for target in targets:
        if target == "all":
            yield from list_games()
        elif Path(target).is_dir():
            yield from map(str, game_files(Path(target)))
        else:
            yield target


def _agree(game: Game, name: str, variant: str, number: int, seed: int, limit: int) -> bool:
    title = f"{name} ({variant})" if variant else name
    twins = twins_of(game)
    found: list[Compared] = []
    with progress(title, number, quiet=False) as advance:
        try:
            for match in range(seed, seed + number):
                found.append(compare(twins, match, limit))
                if advance is not None:
                    advance(1)
        except Disagreement as difference:
            out().print(Text.assemble(("  ✗ ", "error"), f"{title}, match {seed + len(found)}: {difference}"))
            return False
    broken = [f.failure for f in found if f.failure is not None]
    left = sum(not f.ended for f in found) - len(broken)
    told = f"{title}: {counted(len(found), 'match', 'matches')}, {counted(sum(f.decisions for f in found), 'decision')}"
    told += f", {left} left after {counted(limit, 'decision')}" if left else ""
    told += f", {len(broken)} stopped alike ({twins.describe(broken[0])})" if broken else ""
    out().print(Text.assemble(("  ✓ ", "good"), told))
    return True
