"""Sizes of printed pieces by their names in the trade, and as millimetres."""

from __future__ import annotations

import re

SIZES: dict[str, tuple[float, float]] = {
    "poker": (63.0, 88.0),
    "bridge": (57.0, 88.0),
    "mini": (44.0, 67.0),
    "tarot": (70.0, 120.0),
    "square": (70.0, 70.0),
}
_BY = re.compile(r"(\d+(?:\.\d+)?)\s*(?:x|by|×)\s*(\d+(?:\.\d+)?)")


def size(text: str) -> tuple[float, float] | None:
    """`mini`, or `44x67`; None if it is neither, or too small or too large to be cut out."""
    if text.lower() in SIZES:
        return SIZES[text.lower()]
    match = _BY.fullmatch(text.strip())
    if match is None:
        return None
    wide, high = float(match[1]), float(match[2])
    return (wide, high) if 8 <= wide <= 280 and 8 <= high <= 280 else None
