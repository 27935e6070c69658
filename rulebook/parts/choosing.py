"""Which sheets are printed, and how: some kinds alone, only what differs from an earlier version, with which backs, in which ink."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from rulewright.rulebook.model import Kit, Sheet
from rulewright.rulebook.words import listing

Backs = Literal["long", "short", "fold", "none"]
BACKS: tuple[Backs, ...] = ("long", "short", "fold", "none")
INKS = ("full", "saving")
CUTS = ("apart", "shared")


@dataclass(frozen=True, slots=True)
class Choice:
    """What was asked for about sheets."""

    backs: Backs = "long"
    thin: bool = False  # saves ink
    only: tuple[str, ...] = ()
    since: str = ""  # an earlier version of the rules
    sizes: dict[str, tuple[float, float]] = field(default_factory=dict, hash=False)
    hexagons: frozenset[str] = frozenset()  # kinds that are cut out as hexagons
    bleed: float | None = None  # millimetres around each face; None: as fits
    shared: bool = False  # neighbours share a cut


def chosen(kit: Kit, choice: Choice, old: Kit | None = None) -> Kit:
    """The kit with the sheets that are wanted. The whole kit was compared with the game before."""
    sheets = [s for s in kit.sheets if not choice.only or s.kind in choice.only]
    posters = [p for p in kit.posters if not choice.only or p.id in choice.only]
    said = []
    if choice.only:
        said.append(listing(choice.only))
    if old is not None:
        sheets = changed(sheets, old)
        before = {p.svg for p in old.posters}
        posters = [p for p in posters if p.svg not in before]
        said.append("what has changed")
    update: dict[str, object] = {
        "sheets": tuple(sheets),
        "posters": tuple(posters),
        "backs": choice.backs,
        "part": ", ".join(said),
        "bags": kit.bags if not said else (),
    }
    update |= {"bleed": choice.bleed, "shared": choice.shared}
    return kit.model_copy(update=update)


def changed(sheets: list[Sheet], old: Kit) -> list[Sheet]:
    """Faces that the earlier kit does not have, or has fewer of."""
    before = Counter[tuple[str, str, float, float]]()
    for sheet in old.sheets:
        before[_look(sheet)] += sheet.copies
    found = []
    for sheet in sheets:
        known = min(before[_look(sheet)], sheet.copies)
        before[_look(sheet)] -= known
        if sheet.copies > known:
            found.append(sheet.model_copy(update={"copies": sheet.copies - known}))
    return found


def _look(sheet: Sheet) -> tuple[str, str, float, float]:
    return sheet.front, sheet.back if sheet.double else "", sheet.width, sheet.height
