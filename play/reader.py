"""Reading a state: attributes, contents of places, who knows what. For views, terminals and rulebooks; nothing is changed."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core.program import Attribute, Field, Kind, Program
from rulewright.core.types import Set
from rulewright.play.names import Names


@dataclass(slots=True)
class Reader:
    program: Program
    names: Names
    state: list[int]

    def element(self, field: Field, index: int) -> int:
        return self.state[field.at + index]

    # ------------------------------------------------------------ pieces

    def site_of(self, piece: int) -> int:
        assert self.program.loc is not None
        return self.state[self.program.loc.at + piece]

    def owner_of(self, piece: int) -> int:
        assert self.program.owner is not None
        return self.state[self.program.owner.at + piece]

    def pieces_on(self, site: int) -> list[int]:
        """Individual pieces on a site; in an ordered pile from the top down."""
        if self.program.loc is None:
            return []
        at = self.program.loc.at
        sites = self.state[at : at + self.program.pieces]
        if site not in sites:
            return []
        found = [p for p, there in enumerate(sites) if there == site]
        place = self.program.place_of_site(site)
        if place is not None and place.ordered and self.program.pos is not None:
            pos = self.program.pos.at
            found.sort(key=lambda p: -self.state[pos + p])
        return found

    def face_down(self, piece: int) -> bool:
        kind = self.program.kind_of_piece(piece)
        sym = self.names.world.kinds[kind.name]
        attribute = kind.attributes.get("face")
        if sym.face_down is None or attribute is None or attribute.field is None:
            return False
        return self.names.value(attribute.shown, self.element(attribute.field, piece - kind.base)) == "down"

    def attribute(self, kind: Kind, index: int, attribute: Attribute) -> str:
        """The value of an attribute of a piece, as text."""
        shown = attribute.shown
        if attribute.table is not None:
            per = max(1, len(attribute.family))
            values = attribute.table.values
            if per > 1:
                own = values[index * per : (index + 1) * per]
                return ", ".join(f"{m} {self.text(shown, v, 0)}" for m, v in zip(attribute.family, own, strict=True))
            return self.text(shown, values[index], getattr(attribute.table.type, "base", 0))
        assert attribute.field is not None
        field = attribute.field
        if attribute.bits:
            return "yes" if self.element(field, 0) >> index & 1 else "no"
        per = max(1, len(attribute.family))
        base = field.type.base if isinstance(field.type, Set) else 0
        parts = [self.text(shown, self.element(field, index * per + i), base) for i in range(per)]
        return parts[0] if per == 1 else ", ".join(f"{m} {v}" for m, v in zip(attribute.family, parts, strict=True))

    def text(self, shown, value, base: int) -> str:  # type: ignore[no-untyped-def]
        if shown.sort.startswith("set:"):
            if isinstance(value, tuple):
                inner = type(shown)(shown.sort.removeprefix("set:"), shown.name)
                counted = [(self.names.value(inner, base + i), n) for i, n in enumerate(value) if n]
                return ", ".join(f"{n} {name}" for name, n in counted) or "nothing"
            return ", ".join(self.names.many(shown, value, base, self.state)) or "nothing"
        return self.names.value(shown, value, self.state)

    # ------------------------------------------------------------ counted pieces

    def tokens(self, kind: Kind, site: int) -> dict[int, int]:
        """How many counted pieces of each owner are on a site (owner -1: nobody's)."""
        if kind.tokens is None:
            return {}
        place_holders = [p for p in self.program.places if kind.number in p.limits]
        if not any(p.base <= site < p.base + p.sites for p in place_holders):
            return {}
        found: dict[int, int] = {}
        low = min(p.base for p in place_holders)
        for owner in range(max(1, kind.owners)):
            if kind.heaped:
                count = self.element(kind.tokens, (site - low) * max(1, kind.owners) + owner)
            else:
                assert isinstance(kind.tokens.type, Set)
                count = self.element(kind.tokens, owner) >> (site - kind.tokens.type.base) & 1
            if count:
                found[owner if kind.owners else -1] = count
        return found

    # ------------------------------------------------------------ knowledge

    def knows(self, seat: int | None, piece: int) -> bool:
        """Whether a seat sees the face of a piece: it lies where the seat sees it, and not face down."""
        return self.names.sight.sees(self.state, seat, piece)

    def sees(self, seat: int | None, piece: int) -> bool:
        """Whether a seat sees a piece where it lies now; lying face down it shows its back."""
        site = self.site_of(piece)
        place = self.program.place_of_site(site)
        if place is None:
            return False
        kind = self.program.kind_of_piece(piece)
        told = self.element(self.program.known, piece) if self.program.known is not None else 0
        sight = place.seen_kinds.get(kind.number, place.seen)
        if seat is not None and told >> seat & 1:
            return True
        match sight:
            case "none" | "owner" | "others" if told == (1 << len(self.program.seats)) - 1:
                return True  # shown to everybody at the table, and so to whoever looks on
            case "all":
                return True
            case "owner" | "others":
                return seat is not None and place.per == "Player" and ((site - place.base) // place.cells == seat) is (sight == "owner")
            case _:
                return False
