"""Where a piece out of sight can be, for each seat and for onlookers: followed from stop to stop.

A *spot* is a site, with the position there if an order is known. Everybody knows what is in the box at the start. A piece that
goes out of sight is at the spot where it went; when some piece that a seat does not see goes from one spot to another, every piece
of the same back that could have been here can now be there.
"""

from __future__ import annotations

from rulewright.core.layout import initial
from rulewright.core.program import BOX, Field
from rulewright.play.knowledge.sight import Sight

Spot = tuple[int, int]


class Memory:
    """What the seats remember of one match. Seats count from 0; the last is everybody who only looks on."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        program = sight.program
        self.seats: list[int | None] = [*range(len(program.seats)), None]
        state = initial(program)
        self._fields = self._told()
        self._spots = self._all_spots(state)
        self.spots: list[dict[int, frozenset[Spot]]] = [{} for _ in self.seats]  # of every piece out of sight
        self._looks = self._telling(state)
        if program.loc is not None:
            for number, seat in enumerate(self.seats):
                hidden = [p for p in range(program.pieces) if self._spots[p][0] != BOX and not sight.sees(state, seat, p)]
                self.spots[number] = {p: frozenset([self._spots[p]]) for p in hidden}

    def copy(self) -> Memory:
        other: Memory = object.__new__(Memory)
        other.sight, other.seats, other._fields, other._looks = self.sight, self.seats, self._fields, self._looks
        other._spots, other.spots = self._spots, self.spots  # neither is ever changed: what is learnt is written anew
        return other

    def settle(self, state: list[int]) -> None:
        """The truth is another, though nobody has noticed anything."""
        self._spots, self._looks = self._all_spots(state), self._telling(state)

    def loosen(self) -> None:
        """Forget how everything came to be: what is out of sight can be wherever something with the same back is."""
        self.spots = [self._loose(spots) for spots in self.spots]

    def _loose(self, spots: dict[int, frozenset[Spot]]) -> dict[int, frozenset[Spot]]:
        backs: dict[tuple[object, ...], set[Spot]] = {}
        for piece in spots:
            backs.setdefault(self.sight.back(piece), set()).add(self._spots[piece])
        return {piece: frozenset(backs[self.sight.back(piece)]) for piece in spots}

    def of(self, seat: int | None) -> dict[int, frozenset[Spot]]:
        """The pieces that a seat does not see, and where each of them can be."""
        return self.spots[-1 if seat is None else seat]

    # ------------------------------------------------------------ following

    def follow(self, state: list[int]) -> None:
        """A match has come to its next stop."""
        program = self.sight.program
        if program.loc is None or (looks := self._telling(state)) == self._looks:
            return
        before, after = self._spots, self._all_spots(state)
        changed = sorted(
            {base + n for (base, _), old, new in zip(self._fields, self._looks, looks, strict=True) for n in _different(old, new)}
        )
        self._looks, self._spots = looks, after
        moved = any(before[p] != after[p] for p in range(program.pieces))
        known = self.spots
        self.spots = [self._remember(known[n], state, seat, before, changed, moved) for n, seat in enumerate(self.seats)]

    def _remember(
        self, known: dict[int, frozenset[Spot]], state: list[int], seat: int | None, before: list[Spot], changed: list[int], moved: bool
    ) -> dict[int, frozenset[Spot]]:
        """What a seat knows after a step. Only the pieces that changed can come into sight or go out of it."""
        sight, now, spots = self.sight, self._spots, dict(known)
        fresh: list[int] = []
        for piece in changed:
            if sight.sees(state, seat, piece) or (now[piece][0] == BOX and piece not in spots):
                moved |= spots.pop(piece, None) is not None
            elif piece not in spots:
                fresh.append(piece)
        if moved:
            self._lead_on(spots, before, now)
        for piece in fresh:
            spots[piece] = frozenset([now[piece]])
        return spots

    def _lead_on(self, spots: dict[int, frozenset[Spot]], before: list[Spot], now: list[Spot]) -> None:
        """What the seat could notice: that something with this back went from here to there, or stayed."""
        ways: dict[tuple[object, ...], dict[Spot, set[Spot]]] = {}
        for piece in spots:
            ways.setdefault(self.sight.back(piece), {}).setdefault(before[piece], set()).add(now[piece])
        led: dict[tuple[tuple[object, ...], frozenset[Spot]], frozenset[Spot]] = {}  # most pieces can be wherever others of their sort can
        for piece, could in spots.items():
            key = self.sight.back(piece), could
            if key not in led:
                onwards = ways[key[0]]
                led[key] = frozenset(to for spot in could for to in onwards.get(spot, ()))
            spots[piece] = led[key] or frozenset([now[piece]])

    def _all_spots(self, state: list[int]) -> list[Spot]:
        program = self.sight.program
        if program.loc is None:
            return []
        sites = state[program.loc.at : program.loc.at + program.pieces]
        if program.pos is None:
            return [(site, 0) for site in sites]
        places, order = self.sight.places, state[program.pos.at : program.pos.at + program.pieces]
        return [(site, at if (place := places[site]) is not None and place.ordered else 0) for site, at in zip(sites, order, strict=True)]

    def _telling(self, state: list[int]) -> tuple[tuple[int, ...], ...]:
        """Everything that what a seat sees depends on: if it is as before, nobody has learnt or forgotten anything."""
        return tuple(tuple(state[f.at : f.at + f.count]) for _, f in self._fields)

    def _told(self) -> list[tuple[int, Field]]:
        """The fields that what a seat sees depends on, each with its first piece."""
        program = self.sight.program
        found = [(0, field) for field in (program.loc, program.pos, program.known) if field is not None]
        faces = [(kind.base, kind.attributes["face"].field) for kind in self.sight.kinds if "face" in kind.attributes]
        return found + [(base, field) for base, field in faces if field is not None]


def _different(old: tuple[int, ...], new: tuple[int, ...]) -> list[int]:
    return [n for n, (a, b) in enumerate(zip(old, new, strict=True)) if a != b] if old != new else []
