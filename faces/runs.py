"""Text with signs inside: `{2 wood}` is a number and a sign that are never torn apart, `{draw}` is a sign. Broken into lines that fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulewright.faces.metrics import width as text_width

WORDS_FOR = {
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "10",
}
_BRACED = re.compile(r"\{(?:(?P<number>[+−-]?\d+) )?(?:icon )?(?P<word>[A-Za-z_ ]+)\}")


@dataclass(frozen=True, slots=True)
class Glyph:
    """A number (or nothing) and a sign."""

    number: str
    sign: str
    tone: str = ""


Run = str | Glyph
Find = Callable[[str], tuple[str, str] | None]  # a word -> its sign and tone


def runs(text: str, find: Find, counted: Find) -> list[Run]:
    """The words and signs of a text. `find`: of any word in braces; `counted`: of what may follow a number without braces."""
    found: list[Run] = []
    at = 0
    for match in _BRACED.finditer(text):
        sign = find(match["word"])
        if sign is None:
            continue
        found += _plain(text[at : match.start()], counted)
        found.append(Glyph(match["number"] or "", *sign))
        at = match.end()
    return found + _plain(text[at:], counted)


def _plain(text: str, counted: Find) -> list[Run]:
    """Words; a number right before the word for a resource becomes digits and sign."""
    found: list[Run] = []
    parts = re.split(r"(\s+)", text)
    at = 0
    while at < len(parts):
        word = parts[at]
        number = word if re.fullmatch(r"[+−-]?\d+", word) else WORDS_FOR.get(word.lower(), "")
        if number and at + 2 < len(parts):
            bare = re.fullmatch(r"(\w+)(\W*)", parts[at + 2])
            sign = counted(bare[1]) if bare else None
            if sign is None and parts[at + 2] == "more" and at + 4 < len(parts):
                later = re.fullmatch(r"(\w+)(\W*)", parts[at + 4])
                good = counted(later[1]) if later else None
                if later and good is not None:  # "two more coins"
                    found += [number, " ", "more", " ", Glyph("", *good), *([later[2]] if later[2] else [])]
                    at += 5
                    continue
            if bare and sign is not None:
                found.append(Glyph(number, *sign))
                found.append(bare[2]) if bare[2] else None
                at += 3
                continue
        found.append(word)
        at += 1
    return [run for run in found if run != ""]


def wide(row: Sequence[Run], size: float) -> float:
    """How wide a row of runs is."""
    total = 0.0
    for run in row:
        if isinstance(run, Glyph):
            total += size * 1.4 + (text_width(run.number, size) + size * 0.12 if run.number else 0.0)
        else:
            total += text_width(run, size)
    return total


def even_lines(found: Sequence[Run], size: float, limit: float) -> list[list[Run]]:
    """Rows as even as can be: no last line with a single word."""
    rows = lines_of(found, size, limit)
    narrower = limit
    while len(rows) > 1 and narrower > limit * 0.7:
        narrower -= limit * 0.04
        other = lines_of(found, size, narrower)
        if len(other) > len(rows) or any(wide(row, size) > limit for row in other):
            break
        rows = other
    return rows


def lines_of(found: Sequence[Run], size: float, limit: float) -> list[list[Run]]:
    """Rows no wider than the limit. Signs stay with the punctuation after them."""
    units: list[list[Run]] = []
    space = False
    for run in found:
        if isinstance(run, str) and run.isspace():
            if "\n" in run:
                units.append(["\n"])
            space = True
            continue
        if units and not space and units[-1] != ["\n"]:
            units[-1].append(run)
        else:
            units.append([run])
        space = False
    rows: list[list[Run]] = []
    row: list[Run] = []
    across, gap = 0.0, text_width(" ", size)
    for unit in units:
        if unit == ["\n"]:
            rows.append(row)
            row, across = [], 0.0
            continue
        own = wide(unit, size)
        if row and across + gap + own > limit:
            rows.append(row)
            row, across = list(unit), own
        else:
            across += own + (gap if row else 0.0)
            row = [*row, " ", *unit] if row else list(unit)
    if row:
        rows.append(row)
    return [r for r in rows if r]
