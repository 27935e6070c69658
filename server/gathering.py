"""Lines of the log that belong together: what chance brings at one time is one line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from rulewright.play.narration.words import listed
from rulewright.rulebook.english.telling import CHANCE

if TYPE_CHECKING:
    from rulewright.server.live import Told

GOES = re.compile(r"(?P<what>[^.]+) goes (?P<way>from [^.]+ to [^.]+\.)")


def joined(lines: list[Told]) -> list[Told]:
    """What chance brought at one time is one line."""
    found: list[Told] = []
    for chance, group in groupby(lines, lambda line: line.kind == "chance"):
        some = list(group)
        if chance and len(some) > 1:
            some = [replace(some[0], texts=tuple(map(_brought, zip(*(line.texts for line in some), strict=True))))]
        found += some
    return found


def _brought(texts: Iterable[str]) -> str:
    """Several things that chance brought, in one text; what is said of several alike is said once."""
    counts = Counter(_together([text for text in texts if text]))
    said = [f"{text[:-1]} ({count} times)." if count > 1 else text for text, count in counts.items()]
    plain = [text.removeprefix(CHANCE)[:-1] for text in said if text.startswith(CHANCE)]
    others = [text for text in said if not text.startswith(CHANCE)]
    return " ".join([*([f"{CHANCE}{', '.join(plain)}."] if plain else []), *others])


def _together(texts: list[str]) -> list[str]:
    """What goes the same way is one sentence: the cards that somebody is dealt."""
    found: dict[str, list[str]] = {}
    for text in texts:
        goes = GOES.fullmatch(text)
        found.setdefault(goes["way"] if goes else text, []).append(goes["what"] if goes else "")
    said = []
    for way, names in found.items():
        if names[0] and len(set(names)) > 1:
            said.append(f"{listed(names)} go {way}")
        else:
            said += [f"{name} goes {way}" if name else way for name in names]
    return said
