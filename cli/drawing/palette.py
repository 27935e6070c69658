"""Colours of seats: a piece looks like a chip in the colour of its owner, readable on dark and on light terminals."""

from __future__ import annotations

from collections.abc import Sequence

# Seats that are called like a colour have it.
NAMED = {
    "white": "bold black on grey93",
    "black": "bold bright_white on grey7",
    "red": "bold bright_white on red3",
    "blue": "bold bright_white on dodger_blue3",
    "green": "bold bright_white on green4",
    "yellow": "bold black on gold1",
    "orange": "bold black on dark_orange",
    "purple": "bold bright_white on dark_magenta",
    "violet": "bold bright_white on dark_magenta",
    "brown": "bold bright_white on orange4",
    "grey": "bold bright_white on grey42",
    "gray": "bold bright_white on grey42",
    "pink": "bold black on hot_pink",
    "gold": "bold black on gold1",
    "silver": "bold black on grey74",
}
OTHERS = (
    "bold bright_white on dodger_blue3",
    "bold black on dark_orange",
    "bold bright_white on green4",
    "bold bright_white on dark_magenta",
    "bold black on gold1",
    "bold bright_white on red3",
    "bold black on turquoise2",
    "bold bright_white on grey42",
)
NOBODY = "bold"
HIDDEN = "italic bright_black"
# Cells of a board without lines, alternately.
DARK, LIGHT = "grey62 on grey35", "grey70 on grey42"


class Palette:
    """The styles of some seats."""

    def __init__(self, seats: Sequence[str]) -> None:
        self._styles: dict[str, str] = {}
        free = [s for s in OTHERS if s not in {NAMED.get(x.lower()) for x in seats}]
        for seat in seats:
            named = NAMED.get(seat.lower())
            self._styles[seat] = named or free[len(self._styles) % len(free)]

    def chip(self, owner: str | None) -> str:
        """The style of what somebody owns; `None` is nobody. Owners need not be seats: colours of pieces have theirs too."""
        if owner is None:
            return NOBODY
        return self._styles.get(owner) or NAMED.get(owner.lower()) or OTHERS[sum(map(ord, owner)) % len(OTHERS)]
