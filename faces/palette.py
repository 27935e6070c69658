"""Colours: an accent that follows from the title, and looks for players and values that can be told apart in grey as well."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

ACCENTS = (
    "#7a2e2e",  # oxblood
    "#1f4e5f",  # petrol
    "#3d5a2a",  # moss
    "#2f3f73",  # night
    "#5c3566",  # plum
    "#7a4a12",  # bronze
    "#23594a",  # pine
    "#6b2f4a",  # mulberry
    "#37475a",  # slate
    "#5a4a1e",  # olive
)
INK = "#222222"
PAPER = "#fbf8f1"
SHADE = "#ece5d6"
LINE = "#6f675a"


def accent(title: str) -> str:
    """A dark colour for headings; the same title always has the same one."""
    number = int.from_bytes(hashlib.sha256(title.encode("utf-8", "replace")).digest()[:4], "big")
    return ACCENTS[number % len(ACCENTS)]


def tint(colour: str, share: float) -> str:
    """A colour mixed with white: 0 is the colour, 1 is white."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(p + (255 - p) * share):02x}" for p in parts)


@dataclass(frozen=True, slots=True)
class Look:
    """How the pieces of somebody look: fill, rim, ink of what is written on them, and a shape for grey print and colour-blind eyes."""

    fill: str
    rim: str
    ink: str
    shape: str = "circle"

    @property
    def ground(self) -> str:
        """What lies under and around a piece that is cut out: its colour, paler."""
        return self.fill if self.plain else tint(self.fill, 0.55)

    @property
    def plain(self) -> bool:
        """White and black are told apart by themselves; other colours need their shape."""
        return self in (NAMED["white"], NAMED["black"])


NAMED = {
    "white": Look("#fdfcf8", "#222222", "#222222", "circle"),
    "ivory": Look("#fdfcf8", "#222222", "#222222", "circle"),
    "black": Look("#2b2b2b", "#000000", "#ffffff", "circle"),
    "red": Look("#b8352b", "#4d120d", "#ffffff", "diamond"),
    "blue": Look("#2f6fb0", "#16365f", "#ffffff", "circle"),
    "green": Look("#417a30", "#21481d", "#ffffff", "triangle"),
    "yellow": Look("#eec644", "#6b5200", "#2b2620", "square"),
    "orange": Look("#e39a4c", "#703a06", "#2b2620", "hexagon"),
    "purple": Look("#6d4a9c", "#2c1739", "#ffffff", "pentagon"),
    "brown": Look("#8a5a33", "#3a2410", "#ffffff", "octagon"),
    "grey": Look("#b9b6ae", "#3f3d38", "#222222", "shield"),
    "gray": Look("#b9b6ae", "#3f3d38", "#222222", "shield"),
}
IN_ORDER = (
    NAMED["white"],
    NAMED["black"],
    NAMED["blue"],
    NAMED["yellow"],
    NAMED["red"],
    NAMED["green"],
    NAMED["orange"],
    NAMED["purple"],
)
NEUTRAL = Look("#d9cdb4", "#4d4433", "#2b2518")


def looks(names: tuple[str, ...]) -> list[Look]:
    """A look for each of several names: the colour it names, or the next one that is free."""
    found: list[Look | None] = [NAMED.get(name.lower()) for name in names]
    free = [look for look in IN_ORDER if look not in found]
    for i, look in enumerate(found):
        if look is None:
            found[i] = free.pop(0) if free else IN_ORDER[i % len(IN_ORDER)]
    return _shapes_apart([look or NEUTRAL for look in found])


def _shapes_apart(found: list[Look]) -> list[Look]:
    """No two looks of a colour have one shape, nor that of white and black, which are told apart by themselves."""
    taken = {look.shape for look in found if look.plain}
    own = {look.shape for look in found if not look.plain}
    for i, look in enumerate(found):
        if look.plain:
            continue
        if look.shape in taken:
            free = [s for s in ("square", "triangle", "diamond", "hexagon", "pentagon", "octagon", "shield") if s not in taken]
            look = found[i] = replace(look, shape=next((s for s in free if s not in own), free[0] if free else look.shape))
        taken.add(look.shape)
    return found


# Values of a type, as grounds for tiles: light enough for text, each with a pattern of its own.
GROUNDS = (
    ("#c9dcb6", "trees"),
    ("#d3d3d6", "stones"),
    ("#f2e3a4", "rows"),
    ("#c6dcea", "waves"),
    ("#ecccc0", "dots"),
    ("#dccfe6", "plain"),
    ("#e6dcc6", "hatch"),
    ("#e4edc2", "plain"),
)
IN_TURN = 7  # of these are given to values without a colour of their own
GROUND_WORDS = {
    "wood": 0,
    "forest": 0,
    "woods": 0,
    "green": 0,
    "stone": 1,
    "rock": 1,
    "mountain": 1,
    "grey": 1,
    "wheat": 2,
    "field": 2,
    "meadow": 7,
    "land": 7,
    "reed": 7,
    "marsh": 7,
    "fen": 7,
    "grass": 7,
    "yellow": 2,
    "desert": 2,
    "water": 3,
    "sea": 3,
    "river": 3,
    "stream": 3,
    "blue": 3,
    "fire": 4,
    "red": 4,
}


def ground(member: str, number: int) -> tuple[str, str]:
    """Colour and pattern of a value of a type, when it is the ground of a tile."""
    return GROUNDS[GROUND_WORDS.get(member.lower(), number % IN_TURN)]


# ---------------------------------------------------------------- colours by name, and what values look like

COLOURS = {
    "red": "#b8352b",
    "blue": "#2f6fb0",
    "green": "#4d8a3a",
    "yellow": "#dba920",
    "orange": "#ad5b16",
    "purple": "#7450a8",
    "teal": "#1c7b7e",
    "brown": "#8a5a33",
    "pink": "#b3487a",
    "grey": "#6f757b",
    "gray": "#6f757b",
    "olive": "#5d7a2e",
    "navy": "#2a3150",
    "plum": "#8a3f6b",
    "gold": "#c08a1e",
    "black": "#2b2b2b",
    "white": "#f4f1e8",
    "cream": "#f6efe0",
}
IN_SEQUENCE = ("#2f6fb0", "#ad5b16", "#1c7b7e", "#b8352b", "#7450a8", "#5d7a2e", "#8a5a33", "#6f757b")


def shade(colour: str, share: float) -> str:
    """A colour mixed with black: 0 is the colour, 1 is black."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(p * (1 - share)):02x}" for p in parts)


def luminance(colour: str) -> float:
    """How bright a colour is, from 0 to 1, as contrast is reckoned."""
    full = colour if len(colour) == 7 else "#" + "".join(c * 2 for c in colour[1:])
    parts = [int(full[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def written_on(colour: str) -> str:
    """Ink that can be read on a colour: dark or white, whichever stands out more."""
    light = luminance(colour)
    return "#ffffff" if (1.05) / (light + 0.05) > (light + 0.05) / (luminance("#2b2620") + 0.05) else "#2b2620"
