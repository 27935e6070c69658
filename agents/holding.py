"""What each seat has when a match is over, the pieces in places of its own and those that belong to it; and what lies on boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.agents.bars import piece_name
from rulewright.core.program import BOX, Kind, Program
from rulewright.core.types import Set
from rulewright.dsl import types

if TYPE_CHECKING:
    from rulewright.play.game import Game

BOARDS = {"grid", "hex_grid", "open_grid", "ring", "graph", "track"}
MAT = 8  # pieces that lie on pieces that lie on pieces: no deeper

Held = tuple[tuple[tuple[str, int], ...], ...]  # of each seat: names, and how many of each


def held(game: Game, state: Sequence[int]) -> Held:
    """By printed name, or kind. What lies on a piece is held by whoever holds that piece; what is in the box, by nobody."""
    program = game.program
    found: list[Counter[str]] = [Counter() for _ in program.seats]
    for kind in program.kinds:
        owned = not isinstance(game.world.kinds[kind.name].owner_type, types.Enum)  # by players, not by colours or the like
        if kind.counted:
            lying = _counted(program, kind, state) if kind.tokens is not None else []
        else:
            lying = _single(program, kind, state)
        for name, site, owner, count in lying:
            seat = owner if owned and owner >= 0 else _whose(program, state, site)
            if seat >= 0:
                found[seat][name] += count
    return tuple(tuple(sorted(mine.items())) for mine in found)


Lain = tuple[tuple[str, tuple[int, ...]], ...]  # kinds of pieces, and the cells of boards on which one lies


def lain(game: Game, state: Sequence[int]) -> Lain:
    """Of each kind, the sites of boards on which at least one lies."""
    program = game.program
    boards = [(p.base, p.base + p.cells) for p in program.places if p.copies == 1 and p.shape in BOARDS]
    found = []
    for kind in program.kinds:
        lying = _single(program, kind, state) if not kind.counted else _counted(program, kind, state) if kind.tokens is not None else []
        sites = {site for _, site, _, _ in lying if any(low <= site < high for low, high in boards)}
        if sites:
            found.append((kind.name, tuple(sorted(sites))))
    return tuple(found)


def _whose(program: Program, state: Sequence[int], site: int) -> int:
    """The seat whose place a site belongs to; -1 if it is nobody's."""
    for _ in range(MAT):
        place = program.place_of_site(site)
        if place is not None and place.per == "Player":
            return (site - place.base) // place.cells
        below = _piece_of(program, site)
        if below < 0 or program.loc is None:
            return -1
        site = state[program.loc.at + below]
    return -1


def _piece_of(program: Program, site: int) -> int:
    """The piece whose own site this is, if it is one's."""
    for kind in program.kinds:
        if kind.site_base >= 0 and kind.site_base <= site < kind.site_base + kind.count:
            return kind.base + site - kind.site_base
    return -1


Lying = list[tuple[str, int, int, int]]  # name, site, owner (-1: nobody), how many


def _single(program: Program, kind: Kind, state: Sequence[int]) -> Lying:
    """The pieces of a kind that are in play, each for itself."""
    if program.loc is None:
        return []
    loc, owner = program.loc.at, program.owner.at if program.owner is not None else -1
    pieces = [piece for piece in range(kind.base, kind.base + kind.count) if state[loc + piece] != BOX]
    return [(piece_name(program, piece), state[loc + piece], state[owner + piece] if owner >= 0 else -1, 1) for piece in pieces]


def _counted(program: Program, kind: Kind, state: Sequence[int]) -> Lying:
    """The same of a kind of which only the number on each site is known."""
    assert kind.tokens is not None
    places = [p for p in program.places if kind.number in p.limits]
    owners, low = max(1, kind.owners), min((p.base for p in places), default=0)
    found: Lying = []
    for site in (site for place in places for site in range(place.base, place.base + place.sites)):
        for owner in range(owners):
            if kind.heaped:
                count = state[kind.tokens.at + (site - low) * owners + owner]
            else:
                assert isinstance(kind.tokens.type, Set)
                count = state[kind.tokens.at + owner] >> (site - kind.tokens.type.base) & 1
            if count:
                found.append((kind.name, site, owner if kind.owners else -1, count))
    return found
