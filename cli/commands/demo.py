"""`rulewright demo`: a first look, without any preparation."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def command(
    folder: Annotated[Path, typer.Option("--out", "-o", metavar="DIR", help="Where the rulebook and the transcript go.")] = Path("demo"),
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", help="Another seed, another match.")] = 7,
) -> None:
    """Watch one whole match between random players, and get its rulebook.

    Example:  rulewright demo --out demo
    """
    from rulewright.cli.showing import demonstrate

    demonstrate(folder, seed)
