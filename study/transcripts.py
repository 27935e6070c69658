"""Matches of a study as transcripts, so that somebody can look at them move by move."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulewright.agents.batch import Result
from rulewright.study.rows import Rows


def write(folder: Path, rows: Rows, numbers: Iterable[int]) -> list[Path]:
    """The matches with these numbers, a file each."""
    known = {m.number: m for m in rows.matches}
    written = []
    for number in numbers:
        match = known[number]
        path = folder / f"match-{number}.json"
        path.write_text(_played(rows, match), encoding="utf-8")
        written.append(path)
    return written


def _played(rows: Rows, result: Result) -> str:
    match = rows.game.start(result.seed)
    while not match.over:
        match.choose_made(result.moves[len(match.moves)])
    return match.transcript().model_dump_json(indent=1) + "\n"
