"""How wide text is: advance widths of the bundled fonts, so that lines in pictures can be broken and fitted."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources

from rulewright.faces import typefaces

FIRST = 32
UNKNOWN = 620


@cache
def _tables() -> dict[str, list[int]]:
    text = resources.files("rulewright.faces").joinpath("fonts/widths.txt").read_text(encoding="utf-8")
    found = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            face, *numbers = line.split()
            found[face] = [int(x) for x in numbers]
    return found


def width(text: str, size: float, *, bold: bool = False, serif: bool | str = False) -> float:
    """The width of a line, in the unit of its size; `serif`: in Alegreya, or in the author's typeface of that name."""
    return _units(text, bold, serif) * size / 1000


@lru_cache(maxsize=20_000)
def _units(text: str, bold: bool, serif: bool | str) -> int:
    """The width in thousandths of the size."""
    if isinstance(serif, str):
        own = typefaces.widths(serif)
        return sum(own.get(ord(letter)) or UNKNOWN for letter in text)
    face = f"Alegreya{'' if serif else 'Sans'}-{'Bold' if bold else 'Regular'}"
    table = _tables()[face]
    total = 0
    for letter in text:
        at = ord(letter) - FIRST
        known = table[at] if 0 <= at < len(table) else 0
        total += known or (1000 if ord(letter) > 0x2000 else UNKNOWN)
    return total


def wrap(text: str, size: float, limit: float, *, bold: bool = False) -> list[str]:
    """Lines no wider than the limit; a word that is too long for any line is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if width(joined, size, bold=bold) <= limit or not line:
            line = joined
        else:
            lines.append(line)
            line = word
        while width(line, size, bold=bold) > limit and len(line) > 1:
            cut = len(line) - 1
            while cut > 1 and width(line[:cut], size, bold=bold) > limit:
                cut -= 1
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line] if line else lines


def fitted(text: str, size: float, limit: float, *, bold: bool = False, least: float = 0.6) -> tuple[str, float]:
    """A line made smaller until it fits, and cut off if even that is not enough."""
    wide = width(text, size, bold=bold)
    if wide <= limit:
        return text, size
    smaller = max(size * least, size * limit / wide)
    while text and width(text, smaller, bold=bold) > limit * 1.001:
        text = text[:-1]
        if width(f"{text}…", smaller, bold=bold) <= limit:
            return f"{text.rstrip()}…", smaller
    return text, smaller
