"""Matches of a study that is under way, on disk: whoever is stopped goes on where it was. They are removed when the study is done."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright import __version__
from rulewright.agents.batch import Note, Result
from rulewright.agents.fortune import Event

if TYPE_CHECKING:
    from rulewright.play.game import Game


class Store:
    """One arm of a study: a line for each match. What cannot be read or written is only played again."""

    def __init__(self, game: Game, arm: str, told: Sequence[str], folder: Path | None) -> None:
        self.known: dict[int, Result] = {}
        self._file: Any = None
        if folder is None:
            return
        mine = [__version__, game.fingerprint, json.dumps(game.options, sort_keys=True), *game.seats, *game.variants, arm, *told]
        path = folder / f"{hashlib.sha256(json.dumps(mine).encode()).hexdigest()[:20]}.jsonl"
        try:
            for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
                self._read(line)
            folder.mkdir(parents=True, exist_ok=True)
            self._file = path.open("a", encoding="utf-8")
        except OSError:
            self._file = None

    def _read(self, line: str) -> None:
        try:
            result = decoded(json.loads(line))
        except (ValueError, TypeError, KeyError):
            return  # a line that was cut off
        self.known[result.number] = result

    def keep(self, result: Result) -> None:
        if self._file is not None:
            self._file.write(json.dumps(_plain(result), default=_plain, separators=(",", ":")) + "\n")
            self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def _plain(found: Any) -> Any:
    """A record by its names, a set in order: what JSON has no form for. Copying all that is in it would take longer than writing it."""
    return {f.name: getattr(found, f.name) for f in fields(found)} if is_dataclass(found) else sorted(found)


def decoded(data: dict[str, Any]) -> Result:
    """A result as it was kept."""
    data["seats"], data["moves"] = tuple(data["seats"]), tuple(data["moves"])
    data["scores"] = tuple(tuple(s) for s in data["scores"])
    data["notes"] = tuple(_note(n) for n in data["notes"])
    data["events"] = tuple(
        Event(tuple(e["streams"]), e["decision"], tuple(e["now"]), tuple(tuple(o) for o in e["else_"])) for e in data["events"]
    )
    data["held"] = tuple(tuple((name, count) for name, count in mine) for mine in data["held"])
    data["lain"] = tuple((name, tuple(sites)) for name, sites in data["lain"])
    return Result(**data)


def _note(data: dict[str, Any]) -> Note:
    for name in ("offered", "taken", "forced"):
        data[name] = frozenset(data[name])
    data["looks"] = tuple((visits, value) for visits, value in data["looks"])
    return Note(**data)


def clear(folder: Path) -> None:
    """A study is done: what was kept for going on with it is not needed any more."""
    for path in folder.glob("*.jsonl"):
        path.unlink(missing_ok=True)
