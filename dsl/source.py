"""Source texts and places in them.

A `Span` names a stretch of one text by offsets. The `Sources` of one load hand out file numbers, keep the texts, and turn
offsets into lines and columns. Reading goes through a provider, so that an editor can feed text that was never saved.
"""

from __future__ import annotations

import errno
import os
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

Provider = Callable[[Path], bytes]
ALLOWED = "RULEWRIGHT_ALLOW"  # the environment's list of other folders from which rules may read files


class Span(NamedTuple):
    """The characters from `start` up to, not including, `end` of file number `file`."""

    file: int
    start: int
    end: int

    def to(self, other: Span) -> Span:
        """The stretch from the start of this span to the end of the other."""
        return Span(self.file, self.start, other.end)


NOWHERE = Span(-1, 0, 0)


class Position(NamedTuple):
    """A line and a column, both counted from 1."""

    line: int
    column: int


@dataclass(slots=True)
class Source:
    """One text: a `.rules` or `.csv` file, with the offsets at which its lines begin."""

    number: int
    path: Path
    text: str
    _starts: list[int] = field(default_factory=list)

    def starts(self) -> list[int]:
        if not self._starts:
            self._starts = [0]
            at = self.text.find("\n")
            while at >= 0:
                self._starts.append(at + 1)
                at = self.text.find("\n", at + 1)
        return self._starts

    def position(self, offset: int) -> Position:
        starts = self.starts()
        line = bisect_right(starts, offset)
        return Position(line, offset - starts[line - 1] + 1)

    def line_text(self, line: int) -> str:
        """Line `line` (from 1) without its end; empty past the last line."""
        starts = self.starts()
        if not 1 <= line <= len(starts):
            return ""
        end = starts[line] if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].rstrip("\r\n")


class Outside(PermissionError):
    """Rules name a file that is none of their business."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EACCES, "it lies outside the folder of the game", str(path))


class Sources:
    """All texts of one load, by number."""

    def __init__(self, provider: Provider | None = None, parsed: dict[Any, Any] | None = None) -> None:
        self._provider: Provider = provider or (lambda path: path.read_bytes())
        self.parsed = parsed if parsed is not None else {}  # trees of texts without mistakes, for several loads of the same game
        self._all: list[Source] = []
        self._homes: list[Path] = []  # the folder of the first file, and what whoever runs the program allows

    def add(self, path: Path, text: str) -> Source:
        source = Source(len(self._all), path, text)
        self._all.append(source)
        return source

    def read(self, path: Path) -> bytes:
        """What a file holds. Rules may come from a stranger: they reach nothing but what lies in the folder of the game."""
        real = path.resolve()
        if not self._homes:
            self._homes = [real.parent, *(Path(p).resolve() for p in os.environ.get(ALLOWED, "").split(os.pathsep) if p)]
        if not any(real.is_relative_to(home) for home in self._homes):
            raise Outside(path)
        return self._provider(path)

    def welcome(self, path: Path) -> None:
        """Files beside this one may be read as well: the game that a variant changes."""
        self._homes.append(path.resolve().parent)

    def __getitem__(self, number: int) -> Source:
        return self._all[number]

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def position(self, span: Span) -> Position:
        return self._all[span.file].position(span.start)

    def text(self, span: Span) -> str:
        return self._all[span.file].text[span.start : span.end] if span.file >= 0 else ""
