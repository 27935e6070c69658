"""Did you mean: the nearest known name to one that nobody has declared."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from pathlib import Path

LIKE = 0.66  # from here on two words are like each other


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this one, if any is like it at all."""
    best, score = None, 0.0
    low = word.lower()
    for candidate in sorted(set(known)):
        if not candidate or candidate == word:
            continue
        other = candidate.lower()
        if low == other or other.rstrip("s") == low.rstrip("s"):
            like = 0.99
        else:
            matcher = SequenceMatcher(None, low, other)
            least = max(score, LIKE)
            if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
                continue
            like = matcher.ratio()
        if like > score:
            best, score = candidate, like
    return best if score >= LIKE else None


def near_file(path: Path) -> str:
    """A help sentence that names a file beside the missing one whose name is like it."""
    try:
        return did_you_mean(path.name, [p.name for p in path.parent.iterdir() if p.suffix == path.suffix])
    except OSError:
        return ""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A help sentence, or nothing."""
    found = nearest(word, known)
    return f"Did you mean `{found}`?" if found else ""
