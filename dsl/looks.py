"""How the author wants a game printed and shown: names, short lines, chapters, the layout of the table.

Nothing of this reaches the program, so it changes neither play nor the fingerprint of a game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.dsl.syntax import declarations as d


@dataclass(slots=True)
class Layout:
    """What `show` says about the table."""

    first: str = ""  # the main board
    inside: dict[str, str] = field(default_factory=dict)  # place -> the ring in whose middle it lies
    beside: dict[str, str] = field(default_factory=dict)  # place -> the place it stands next to
    small: set[str] = field(default_factory=set)  # places that are a number until somebody wants to see them
    tracks: set[str] = field(default_factory=set)  # numbers of players that are drawn as a track
    sides: dict[str, str] = field(default_factory=dict)  # seat -> the side of the table it sits at


@dataclass(slots=True)
class Looks:
    """What is said about a game as a whole; what is said about one declaration is in its `notes`."""

    time: tuple[int, int] | None = None  # minutes, from and to
    age: int | None = None
    tagline: str = ""
    kinds: dict[str, d.Called] = field(default_factory=dict)  # printed names of kinds of pieces
    values: dict[str, dict[str, d.Called]] = field(default_factory=dict)  # type: value: its printed name
    pictures: list[d.Picture] = field(default_factory=list)
    table: Layout = field(default_factory=Layout)
