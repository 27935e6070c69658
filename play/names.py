"""Names for numbers: what pieces, cells, players and options are called when they are shown."""

from __future__ import annotations

from collections.abc import Collection

from rulewright.core.boards import HEX_WAYS, SQUARE_WAYS, letters
from rulewright.core.program import Alt, Choice, Kind, Program, Shown
from rulewright.core.sight import rolled
from rulewright.dsl import types as t
from rulewright.dsl.check.positions import signs
from rulewright.dsl.world import World
from rulewright.play.knowledge.sight import Sight


class Names:
    def __init__(self, program: Program, world: World) -> None:
        self.program = program
        self.world = world
        self._enums: dict[str, tuple[str, ...]] = {}
        for type in self._types():
            inner = t.element(type) or t.bare(type)
            if isinstance(inner, t.Enum):
                self._enums.setdefault(inner.name, inner.members)
        self.sight = Sight(program, world)
        self._names: dict[str, list[str]] = {k: list(v) for k, v in world.piece_names.items()}

    def _types(self) -> list[t.Type]:
        world = self.world
        attrs = [*world.game_attrs.values(), *world.player_attrs.values()]
        attrs += [a for k in world.kinds.values() for a in k.attrs.values()]
        attrs += [a for p in world.places.values() for a in p.attrs.values()]
        attrs += [a for g in world.enum_attrs.values() for a in g.values()]
        return [*world.enums.values(), *(a.type for a in attrs), *(o.type for o in world.options.values())]

    # ------------------------------------------------------------ values

    def seat(self, number: int) -> str:
        return self.program.seats[number] if 0 <= number < len(self.program.seats) else "nobody"

    def site(self, number: int) -> str:
        """The name of a cell or place."""
        if number <= 0:
            return "the box" if number == 0 else "nowhere"
        place = self.program.place_of_site(number)
        if place is None:
            return f"place {number}"
        offset = number - place.base
        copy, cell = divmod(offset, place.cells)
        if place.shape == "mat":
            kind = next(k for k in self.program.kinds if k.site_base == place.base)
            return self.piece(kind.base + copy)
        owner = self.family(place.per, copy) if place.copies > 1 else ""
        if place.cell_names:
            name = place.cell_names[cell]
            return f"{name} of {owner}" if owner else name
        return f"{place.name} of {owner}" if owner else place.name

    def family(self, per: str, copy: int) -> str:
        if per == "Player":
            return self.seat(copy)
        if per in self.world.enums:
            members = self._enums.get(per, ())
            return members[copy] if copy < len(members) else str(copy)
        if per in self.world.kinds:
            return self.piece(self.world.kinds[per].core.base + copy)
        boards = [p for p in self.world.boards() if p.core.cell_kind == per]
        if boards and boards[0].board is not None:
            return boards[0].board.names[copy]
        return str(copy + 1)

    def piece(self, number: int, state: list[int] | None = None) -> str:
        """A piece by its printed name, or by its kind and where it is."""
        if number < 0:
            return "none"
        kind = self.program.kind_of_piece(number)
        index = number - kind.base
        if kind.names and kind.names[index]:
            return self._coloured(kind, index)
        if kind.count == 1:
            return kind.name
        if kind.ids and kind.ids[index]:
            return kind.ids[index].replace("_", " ")
        word = kind.name
        _, attribute = signs(self.world.kinds[kind.name])
        if state is not None and attribute is not None and attribute in kind.attributes:
            field = kind.attributes[attribute].field
            members = self._enums.get(kind.attributes[attribute].shown.name, ())
            if field is not None and members:
                word = members[state[field.at + index]]
        if state is not None and self.program.loc is not None:
            site = state[self.program.loc.at + number]
            place = self.program.place_of_site(site)
            if place is not None and place.cell_names:
                return f"{word} {self.site(site)}"
        if kind.owners and state is not None and self.program.owner is not None:
            owner = state[self.program.owner.at + number]
            return f"{word} of {self.owner(kind, owner)}"
        return f"{word} {index + 1}"

    def where(self, number: int, state: list[int]) -> str:
        """` in Westwood`: the place of a piece, if it is in play."""
        if number < 0 or self.program.loc is None:
            return ""
        site = state[self.program.loc.at + number]
        return f" in {self.site(site)}" if site > 0 else ""

    def marks(self, number: int, state: list[int]) -> str:
        """` (moved)`: what is true of a piece now and need not be true of its like."""
        if number < 0:
            return ""
        kind = self.program.kind_of_piece(number)
        set_now = [n for n, a in kind.attributes.items() if a.bits and a.field is not None and state[a.field.at] >> number - kind.base & 1]
        return f" ({', '.join(n.replace('_', ' ') for n in set_now)})" if set_now else ""

    def _coloured(self, kind: Kind, index: int) -> str:
        """A printed name; where there is a set of pieces for each colour, the red knight is not the blue knight."""
        sym = self.world.kinds[kind.name]
        name = self._unique(kind, index)
        if not isinstance(sym.owner_type, t.Enum) or not kind.owners:
            return name
        return f"{sym.owner_type.members[index // (kind.count // kind.owners)]} {name}"

    def _unique(self, kind: Kind, index: int) -> str:
        """A name that several different pieces bear is followed by the piece's own sign."""
        name = kind.names[index]
        others = {kind.twins[i] for i, n in enumerate(kind.names) if n == name}
        return f"{name} ({kind.ids[index]})" if len(others) > 1 and kind.ids[index] != name.replace(" ", "_") else name

    def owner(self, kind: Kind, number: int) -> str:
        sym = self.world.kinds[kind.name]
        if isinstance(sym.owner_type, t.Enum):
            return sym.owner_type.members[number] if number >= 0 else "nobody"
        return self.seat(number)

    def token(self, kind_name: str, ref: int) -> str:
        """One of several equal pieces: by its cell, or, where it lies in a pile, as one of that pile."""
        kind = self.world.kinds[kind_name].core
        owners = max(1, kind.owners) if kind.heaped else 1
        site = ref // owners
        place = self.program.place_of_site(site)
        named = place is None or place.shape == "mat" or bool(place.cell_names)
        return self.site(site) if named else f"{kind_name} in {self.site(site)}"

    def value(self, shown: Shown, number: int, state: list[int] | None = None) -> str:
        match shown.sort:
            case "number":
                return str(number)
            case "flag":
                return "yes" if number else "no"
            case "enum":
                members = self._enums.get(shown.name, ())
                return members[number] if 0 <= number < len(members) else "none"
            case "player":
                return self.seat(number)
            case "piece":
                return self.piece(number, state)
            case "token":
                return self.token(shown.name, number)
            case "cell":
                return self.site(number)
            case "way":
                names = HEX_WAYS if shown.name == "hex" else SQUARE_WAYS
                return names[number] if 0 <= number < len(names) else "none"
            case "name":
                names_ = self._names.get(shown.name, [])
                return names_[number] if 0 <= number < len(names_) else "none"
            case "section":
                return "-".join(edge for i, edge in enumerate("NESW") if number >> i & 1)
            case "line":
                return f"{shown.name.lower()} {letters(number) if shown.name == 'Column' else number + 1}"
            case _:
                return str(number)

    def many(self, shown: Shown, bits: int, base: int, state: list[int] | None = None) -> list[str]:
        """The elements of a set."""
        inner = Shown(shown.sort.removeprefix("set:"), shown.name)
        found = []
        index = 0
        while bits:
            if bits & 1:
                found.append(self.value(inner, base + index, state))
            bits >>= 1
            index += 1
        return found

    # ------------------------------------------------------------ options

    def told(self, shown: Shown, number: int, state: list[int], hidden: Collection[int] = (), plainly: bool = False) -> str:
        """A value in an option; a piece whose face is hidden is named by where it lies, or `plainly` by its kind alone."""
        if shown.sort != "piece" or number not in hidden:
            return self.value(shown, number, state) + (self._face(number, state) if shown.sort == "piece" and number >= 0 else "")
        return one(self.program.kind_of_piece(number).name) if plainly else self.unseen(number, state)

    def _face(self, number: int, state: list[int]) -> str:
        """` (6)`: what a die shows, without which nobody could choose between dice."""
        kind = self.program.kind_of_piece(number)
        attribute = kind.attributes.get("face") if self.world.kinds[kind.name].dice else None
        if attribute is None or attribute.field is None or attribute.bits:
            return ""
        return f" ({self.value(attribute.shown, state[attribute.field.at + number - kind.base], state)})"

    def unseen(self, piece: int, state: list[int]) -> str:
        kind = self.program.kind_of_piece(piece)
        assert self.program.loc is not None
        site = state[self.program.loc.at + piece]
        place = self.program.place_of_site(site)
        if place is None:
            return one(kind.name)
        if place.cell_names or place.shape == "mat":
            return f"the {kind.name} on {self.site(site)}"
        return f"{one(kind.name)} in {self.site(site)}{self._shown(kind, piece - kind.base, place.showing, state)}"

    def _shown(self, kind: Kind, index: int, showing: tuple[str, ...], state: list[int]) -> str:
        """` (told suit: sun)`: what a place shows even so of a piece, as far as it can change."""
        found = []
        for name in showing:
            attribute = kind.attributes.get(name)
            if attribute is None or attribute.field is None or attribute.family:
                continue
            value = state[attribute.field.at] >> index & 1 if attribute.bits else state[attribute.field.at + index]
            if value >= 0:
                found.append(f"{name.replace('_', ' ')}: {self.value(attribute.shown, value, state)}")
        return f" ({', '.join(found)})" if found else ""

    def title(
        self, choice: Choice, alt: Alt, args: tuple[int, ...], state: list[int], hidden: Collection[int] = (), plainly: bool = False
    ) -> str:
        match alt.role:
            case "label":
                return alt.name
            case "done":
                return "done"
            case "decline":
                return "decline"
            case "go_on":
                return "go on"
        texts = [self.told(s, a, state, hidden, plainly) for s, a in zip(alt.shown, args, strict=True)]
        if rolled(alt):
            return texts[0]
        if alt.name == "choose" or alt.role == "chance":
            return " ".join(texts) or alt.name
        parts = [alt.name.replace("_", " ")]
        words = alt.words or ("",) * len(texts)
        for word, text in zip(words, texts, strict=False):
            parts += [word, text] if word else [text]
        return " ".join(parts)


def one(kind: str) -> str:
    """`a Tile`, `an Event`."""
    return f"{'an' if kind[:1] in 'AEIOU' else 'a'} {kind}"
