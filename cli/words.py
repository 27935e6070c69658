"""Small words for numbers."""

from __future__ import annotations


def counted(number: int, word: str, words: str = "") -> str:
    """`1 match`, `2 matches`."""
    return f"{number:,} {word if number == 1 else words or word + 's'}"
