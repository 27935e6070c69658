"""Where to put everything when the game is over: a bag for each player's pieces, one for each deck, one for what all share."""

from __future__ import annotations

from rulewright.dsl.words import singular, spoken
from rulewright.rulebook.model import Bag, Sheet
from rulewright.rulebook.words import as_many, plural

COMMON = "Shared"


def bags(sheets: list[Sheet], seats: tuple[str, ...]) -> tuple[Bag, ...]:
    """Every component that is cut out in exactly one bag; players first, then decks, then the rest."""
    held: dict[str, dict[str, int]] = {seat: {} for seat in seats}
    ones: dict[str, str] = {}
    for sheet in sheets:
        what = (sheet.many or plural(spoken(sheet.kind))).lower() if sheet.pieces else sheet.kind.lower()
        ones[what] = (sheet.one or spoken(sheet.kind)).lower() if sheet.pieces else _one(what)
        deck = what[:1].upper() + what[1:] if sheet.double and sheet.pieces else COMMON
        mine = held.setdefault(next((s for s in held if s.lower() == sheet.owner.lower()), sheet.owner) or deck, {})
        mine[what] = mine.get(what, 0) + sheet.copies
    order = [*(s for s in held if s in seats), *sorted(s for s in held if s not in seats and s != COMMON), COMMON]
    return tuple(
        Bag(name=name, items=tuple((ones[what] if n == 1 else as_many(n, what), n) for what, n in held[name].items()))
        for name in order
        if held.get(name)
    )


def _one(what: str) -> str:
    """One of what a list calls `markers for tracks of the game`."""
    before, first, rest = what.partition(" for ")
    head, _, last = before.rpartition(" ")
    return f"{head} {singular(last)}".strip() + first + rest
