"""Keeping a match: saving where one says, and saving by itself when somebody leaves."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from rulewright.play.errors import PlayError
from rulewright.play.match import Match


def save(match: Match, name: str, mine: set[Path]) -> Path:
    """Write a match to a file. A file that this sitting has not written itself is never overwritten."""
    if not name.strip():
        raise PlayError("Save it where?", "Type a name: save evening")
    path = Path(name.strip()).expanduser()
    if not path.suffix:
        path = path.with_name(f"{path.name}.match.json")
    if path.is_dir() or (path.exists() and path.resolve() not in mine):
        raise PlayError(f"{path} exists already and is left as it is.", "Choose another name.")
    _write(match, path)
    mine.add(path.resolve())
    return path


def save_somewhere(match: Match) -> Path:
    """Write a match beside where one is, or if that is not allowed, among the temporary files."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    for folder in (Path(), Path(tempfile.gettempdir())):
        for number in range(100):
            path = folder / f"{match.game.name}-{stamp}{f'-{number}' if number else ''}.match.json"
            if path.exists():
                continue
            try:
                _write(match, path)
            except PlayError:
                break
            return path
    raise PlayError("The match could not be saved anywhere.", "Neither this folder nor the one for temporary files can be written.")


def _write(match: Match, path: Path) -> None:
    """Whole or not at all: beside it first, then into its place."""
    fresh = path.with_name(f"{path.name}.part")
    try:
        fresh.write_text(match.save(), encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise PlayError(f"{path} cannot be written: {error.strerror or error}.") from None
