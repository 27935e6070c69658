"""Keeping a match: saving where one says, and saving by itself when somebody leaves."""

from __future__ import annotations

import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from rulewright.dsl.cache import cache_folder
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


class Journal:
    """A match as it stands, kept after every decision: whatever ends the program, nothing is lost. Gone when it was left in order."""

    def __init__(self, match: Match) -> None:
        self.path = running() / f"{match.game.name}-{os.getpid()}.match.json"

    def keep(self, match: Match) -> None:
        with suppress(OSError, PlayError):  # who cannot write there still can play
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _write(match, self.path)

    def close(self) -> None:
        with suppress(OSError):
            self.path.unlink()


def running() -> Path:
    """Where matches that are being played are kept."""
    return cache_folder() / "running"


def cut_off(game: str) -> list[Path]:
    """Matches of a game whose program has ended without leaving in order; the latest first."""
    found = []
    for path in running().glob(f"{game}-*.match.json"):
        number = path.name.removesuffix(".match.json").rpartition("-")[2]
        if path.name.startswith(f"{game}-{number}.") and number.isdigit() and not _alive(int(number)):
            found.append(path)
    return sorted(found, key=lambda path: -path.stat().st_mtime)


def _alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return number != os.getpid()


def _write(match: Match, path: Path) -> None:
    """Whole or not at all: beside it first, then into its place."""
    fresh = path.with_name(f"{path.name}.part")
    try:
        fresh.write_text(match.save(), encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise PlayError(f"{path} cannot be written: {error.strerror or error}.") from None
