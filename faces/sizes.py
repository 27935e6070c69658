"""Sizes of printed pieces by their names in the trade, and as millimetres."""

from __future__ import annotations

import re

SIZES: dict[str, tuple[float, float]] = {
    "poker": (63.0, 88.0),
    "bridge": (57.0, 88.0),
    "mini": (44.0, 67.0),
    "tarot": (70.0, 120.0),
    "square": (70.0, 70.0),
    "hex": (76.2, 88.0),  # from flat to flat, from corner to corner
}
HEX = "hex"
FLAT = 0.8660254  # a hexagon is so much narrower than it is high
_BY = re.compile(r"(\d+(?:\.\d+)?)\s*(?:x|by|×)\s*(\d+(?:\.\d+)?)")


def hexagonal(text: str) -> bool:
    """Whether a size is that of a hexagon: `hex`, or `hex 50` with the distance of two corners."""
    return text.strip().lower().startswith(HEX)


def size(text: str) -> tuple[float, float] | None:
    """`mini`, `44x67`, or `hex 50` (from corner to corner); None if it is neither, or too small or too large to be cut out."""
    if text.lower() in SIZES:
        return SIZES[text.lower()]
    if hexagonal(text):
        rest = text.strip().lower().removeprefix(HEX).strip()
        high = float(rest) if re.fullmatch(r"\d+(\.\d+)?", rest) else 0.0
        return (round(high * FLAT, 1), high) if 12 <= high <= 280 else None
    match = _BY.fullmatch(text.strip())
    if match is None:
        return None
    wide, high = float(match[1]), float(match[2])
    return (wide, high) if 8 <= wide <= 280 and 8 <= high <= 280 else None
