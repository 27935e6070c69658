"""Whose faces a seat sees, where pieces lie now. Worked out for a program once, and then quick to ask."""

from __future__ import annotations

from rulewright.core.program import BOX, Kind, Place, Program
from rulewright.dsl.world import World

ALL, OWNER, OTHERS, WITNESSES, NONE = range(5)
WORDS = {"all": ALL, "owner": OWNER, "others": OTHERS, "witnesses": WITNESSES, "none": NONE}


class Sight:
    def __init__(self, program: Program, world: World) -> None:
        self.program, self.world = program, world
        self.kinds: list[Kind] = [k for k in program.kinds if not k.counted and k.count]
        self.kind_of: list[Kind] = [k for k in sorted(self.kinds, key=lambda k: k.base) for _ in range(k.count)]
        self.places: list[Place | None] = [None] * program.sites
        for place in program.places:
            self.places[place.base : place.base + place.sites] = [place] * place.sites
        # For each kind and site: who sees a piece of it there; for `owner` whose place it is.
        self._rules: dict[int, list[int]] = {k.number: [self._rule(k, site) for site in range(program.sites)] for k in self.kinds}
        self._faces = {k.number: self._face(k) for k in self.kinds}
        shown = {name for place in program.places for name in place.showing}
        self.backs = {
            k.number: [a for n, a in k.attributes.items() if a.table is not None and n in shown | set(world.kinds[k.name].face_down or ())]
            for k in self.kinds
        }
        self._backs: dict[int, tuple[object, ...]] = {}
        self.hides = self._hides()

    def _rule(self, kind: Kind, site: int) -> int:
        place = self.places[site]
        return NONE if place is None else WORDS[place.seen_kinds.get(kind.number, place.seen)]

    def _face(self, kind: Kind) -> tuple[int, int] | None:
        """Where it is kept whether a piece lies face down, and the value that says so."""
        attribute = kind.attributes.get("face")
        if self.world.kinds[kind.name].face_down is None or attribute is None or attribute.field is None:
            return None
        symbol = self.world.kinds[kind.name].attrs.get("face")
        members = tuple(getattr(symbol.type, "members", ())) if symbol is not None else ()
        return (attribute.field.at, members.index("down")) if "down" in members else None

    def _hides(self) -> bool:
        """Whether anything can be hidden from anybody in this game."""
        program, world = self.program, self.world
        if any(choice.secret for choice in program.choices):
            return True
        attributes = [s.core for s in (*world.player_attrs.values(), *world.game_attrs.values())]
        attributes += [a for k in program.kinds for a in k.attributes.values()]
        if any(a is not None and a.secret for a in attributes):
            return True
        if any(face is not None for face in self._faces.values()):
            return True
        return any(rule != ALL for k in self.kinds for site, rule in enumerate(self._rules[k.number]) if self._holds(k, site))

    def _holds(self, kind: Kind, site: int) -> bool:
        place = self.places[site]
        return place is not None and kind.number in place.limits

    # ------------------------------------------------------------ asking

    def face_down(self, state: list[int], piece: int) -> bool:
        kind = self.kind_of[piece]
        face = self._faces[kind.number]
        return face is not None and state[face[0] + piece - kind.base] == face[1]

    def sees(self, state: list[int], seat: int | None, piece: int) -> bool:
        """Whether a seat sees the face of a piece where it lies now. What lies face down, nobody does."""
        program = self.program
        assert program.loc is not None
        site = state[program.loc.at + piece]
        if site == BOX:
            return False
        kind = self.kind_of[piece]
        face = self._faces[kind.number]
        if face is not None and state[face[0] + piece - kind.base] == face[1]:
            return False
        rule = self._rules[kind.number][site]
        if rule == ALL:
            return True
        told = state[program.known.at + piece] if program.known is not None else 0
        if seat is None:
            return told == (1 << len(program.seats)) - 1  # what everybody was shown, whoever watches has seen, too
        if told >> seat & 1:
            return True
        if rule in {OWNER, OTHERS}:
            place = self.places[site]
            mine = place is not None and place.per == "Player" and (site - place.base) // place.cells == seat
            return mine is (rule == OWNER)
        return False

    def seen(self, state: list[int], seat: int | None) -> set[int]:
        """All pieces whose faces a seat sees."""
        return {piece for piece in range(self.program.pieces) if self.sees(state, seat, piece)}

    def back(self, piece: int) -> tuple[object, ...]:
        """What is printed on the back of a piece: its kind, and what a hidden place or a piece lying face down shows of it."""
        found = self._backs.get(piece)
        if found is None:
            found = self._backs[piece] = self._back(piece)
        return found

    def _back(self, piece: int) -> tuple[object, ...]:
        kind = self.kind_of[piece]
        index = piece - kind.base
        found: list[object] = [kind.number]
        for attribute in self.backs[kind.number]:
            assert attribute.table is not None
            per = max(1, len(attribute.family))
            found.append(attribute.table.values[index * per : (index + 1) * per])
        return tuple(found)
