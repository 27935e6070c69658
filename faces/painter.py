"""How the things of one game look: which kinds are tokens, tiles or cards, whose look they have, what stands on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rulewright.core.program import Attribute, Kind, Place
from rulewright.core.types import Set
from rulewright.dsl import types as t
from rulewright.dsl.check.examples import signs
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import KindSym, PlaceSym
from rulewright.faces.palette import NAMED, NEUTRAL, Look, looks
from rulewright.faces.words import clean, some, spoken
from rulewright.play.game import Game
from rulewright.play.reader import Reader

CARD = (63.0, 88.0)
TILE = (60.0, 60.0)
TOKEN = (20.0, 20.0)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something printed on a piece, read for drawing."""

    name: str
    sort: str  # number, flag, enum, bag, set, family, sections, text
    text: str
    members: tuple[tuple[str, int, int], ...] = ()  # of an enum, set, bag or family: member, its number, how many
    sections: tuple[int, ...] = ()  # masks of edges: 1 north, 2 east, 4 south, 8 west


@dataclass(eq=False)
class Painter:
    game: Game
    texts: dict[str, str] = field(default_factory=dict)  # kind and name of a card -> what it does, in a line or two
    accent: str = "#37475a"
    paragraphs: dict[str, int] = field(default_factory=dict)  # kind and name of a card -> where the story book tells it

    _borne: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    _facts: dict[tuple[str, int], list[Fact]] = field(default_factory=dict)
    _cells: dict[tuple[str, int], list[Fact]] = field(default_factory=dict)

    @cached_property
    def seats(self) -> list[Look]:
        return looks(self.game.seats)

    def look(self, kind: Kind, owner: int) -> Look:
        """The look of an owner's pieces."""
        if owner < 0:
            return NEUTRAL
        sym = self.game.world.kinds[kind.name]
        if isinstance(sym.owner_type, t.Enum):
            return looks(sym.owner_type.members)[owner]
        return self.seats[owner] if owner < len(self.seats) else NEUTRAL

    def owner(self, kind: Kind, index: int) -> int:
        """Whose piece it is from the start; -1: nobody's."""
        return index // max(1, kind.count // kind.owners) if kind.owners and not kind.counted else -1

    # ------------------------------------------------------------ sorts of pieces

    def size(self, kind: str) -> tuple[float, float]:
        """The printed size in millimetres."""
        declared = self.declared_size(self.game.world.kinds[kind].decl.traits)
        return declared or {"card": CARD, "tile": TILE}.get(self._guess(kind), TOKEN)

    def sort(self, kind: str) -> str:
        """token, tile or card"""
        declared = self.declared_size(self.game.world.kinds[kind].decl.traits)
        if declared is None:
            return self._guess(kind)
        wide, high = declared
        return "token" if min(wide, high) <= 32 else "tile" if abs(wide - high) < 1 else "card"

    def declared_size(self, traits: Sequence[d.Trait]) -> tuple[float, float] | None:
        """`size W by H`, if the rules say so."""
        for trait in traits:
            first = trait.arguments[0] if trait.arguments else None
            if isinstance(first, e.Word) and first.name == "size" and len(trait.arguments) > 1:
                wide, high = trait.arguments[1], dict(trait.tails).get("by", [None])[0]
                if isinstance(wide, e.Num) and isinstance(high, e.Num):
                    return float(wide.value), float(high.value)
        return None

    def crowned(self, kind: str) -> bool:
        """Whether pieces of a kind can be promoted, and are turned over then."""
        attrs = self.game.world.kinds[kind].attrs.values()
        return any(a.nature != "printed" and isinstance(a.type, t.Flag) and ("crown" in a.name or "king" in a.name) for a in attrs)

    def _guess(self, kind: str) -> str:
        sym = self.game.world.kinds[kind]
        printed = [a for a in sym.attrs.values() if a.nature == "printed" and a.name != "name"]
        named = any(sym.core.names)
        if sym.core.counted or not (printed or named):
            return "token"
        holders = [p for p in self.game.program.places if sym.core.number in p.limits]
        if sym.core.owners and any(p.board is not None for p in holders) and not any(p.shape in {"hand", "deck"} for p in holders):
            return "token"
        if any(p.shape in {"hand", "deck"} for p in holders):
            boards = [p for p in holders if p.board is not None and p.shape in {"open_grid"}]
            return "tile" if boards else "card"
        if any(p.board is not None for p in holders):
            return "tile" if len(printed) > 1 else "token"
        return "card" if named else "token"

    # ------------------------------------------------------------ what stands on a piece

    def facts(self, kind: Kind, index: int) -> list[Fact]:
        """Everything printed on a piece, its name left out."""
        if (kind.name, index) not in self._facts:
            sym = self.game.world.kinds[kind.name]
            found = []
            for name, attribute in kind.attributes.items():
                if name != "name" and attribute.table is not None:
                    found += self._fact(sym, name, attribute, index)
            self._facts[kind.name, index] = found
        return self._facts[kind.name, index]

    def printed_on(self, place: Place, cell: int) -> list[Fact]:
        """Everything printed on a cell of a board."""
        if (place.name, cell) not in self._cells:
            sym = self.game.world.places[place.name]
            found = []
            for name, attribute in place.attributes.items():
                if name != "name" and attribute.table is not None:
                    found += self._fact(sym, name, attribute, cell)
            self._cells[place.name, cell] = found
        return self._cells[place.name, cell]

    def _fact(self, sym: KindSym | PlaceSym, name: str, attribute: Attribute, index: int) -> list[Fact]:
        assert attribute.table is not None
        type = sym.attrs[name].type
        per = max(1, len(attribute.family))
        values: Any = attribute.table.values
        if per > 1:
            held = tuple((m, i, values[index * per + i]) for i, m in enumerate(attribute.family) if values[index * per + i])
            return [Fact(name, "family", ", ".join(f"{spoken(m)} {count:+d}".replace("-", "−") for m, _, count in held) or "none", held)]
        value = values[index]
        match t.bare(type):
            case t.Flag():
                return [Fact(name, "flag", "yes" if value else "no")]
            case t.Number():
                return [Fact(name, "number", str(value))]
            case t.Enum(_, members):
                if value < 0:
                    return []
                return [Fact(name, "enum", spoken(members[value]), ((members[value], value, 1),))]
            case t.BagOf(t.Enum(_, members)):
                held = tuple((m, i, value[i]) for i, m in enumerate(members) if i < len(value) and value[i])
                return [Fact(name, "bag", ", ".join(some(c, spoken(m)) for m, _, c in held), held)] if held else []
            case t.SetOf(t.Section()):
                masks = tuple(i for i in range(16) if value >> i & 1 and i)
                return [Fact(name, "sections", roads(masks), (), masks)] if masks else []
            case t.SetOf(elem):
                base = attribute.table.type.base if isinstance(attribute.table.type, Set) else 0
                names = [x.replace("_", " ") for x in self.game.names.many(attribute.shown, value, base)]
                members_ = elem.members if isinstance(elem, t.Enum) else ()
                held = tuple((m, i, 1) for i, m in enumerate(members_) if value >> i & 1)
                return [Fact(name, "set", ", ".join(names), held)] if names else []
            case t.Name(kind_name):
                if value < 0:
                    return []
                names = list(self.game.world.piece_names.get(kind_name or sym.name, {}))
                return [Fact(name, "text", clean(names[value]))] if value < len(names) else []
            case _:
                text = self.game.names.value(attribute.shown, value) if isinstance(value, int) else ""
                return [Fact(name, "text", clean(text))] if text not in {"", "none", "nowhere", "nobody"} else []

    def name(self, kind: Kind, index: int) -> str:
        return clean(kind.names[index]) if kind.names and kind.names[index] else ""

    def text(self, kind: Kind, index: int) -> str:
        return self.texts.get(f"{kind.name}/{kind.names[index]}", "") if kind.names else ""

    def reads(self, kind: Kind, index: int) -> int:
        """The paragraph of the story book that a card leads to; 0: none."""
        return self.paragraphs.get(f"{kind.name}/{kind.names[index]}", 0) if kind.names else 0

    def mostly_nothing(self, kind: Kind, attribute: str) -> bool:
        """Whether a number is 0 on most pieces of a kind, and so is worth a word only where it is not."""
        table = kind.attributes[attribute].table
        return table is not None and 2 * sum(1 for v in table.values if not v) > len(table.values)

    def members_on(self, kind: Kind, attribute: str) -> list[str]:
        """The members of a type that the pieces of a kind bear; pieces without one are left out."""
        if (kind.name, attribute) not in self._borne:
            found = [f.members[0][0] for i in range(kind.count) for f in self.facts(kind, i) if f.name == attribute and f.sort == "enum"]
            self._borne[kind.name, attribute] = found
        return self._borne[kind.name, attribute]

    def card_ground(self, kind: Kind, index: int) -> tuple[str, int] | None:
        """The value that colours a card: one whose members are colours, or else the first value of a named type."""
        values = [f.members[0] for f in self.facts(kind, index) if f.sort == "enum"]
        coloured = [v for v in values if v[0].lower() in NAMED]
        chosen = (coloured or values)[:1]
        return self.ground(kind, index) or ((chosen[0][0], chosen[0][1]) if chosen else None)

    def ground(self, kind: Kind, index: int) -> tuple[str, int] | None:
        """The value that colours a tile: what it still shows when it lies face down, or its first value of a named type."""
        sym = self.game.world.kinds[kind.name]
        shown = [f for f in sym.face_down or () if f in kind.attributes]
        candidates = [*shown, *(n for n in ("terrain", "colour", "color", "suit", "ware", "class", "kind") if n in kind.attributes)]
        for fact in self.facts(kind, index):
            if fact.sort == "enum" and fact.name in candidates:
                return fact.members[0][0], fact.members[0][1]
        return None

    # ------------------------------------------------------------ signs on tokens

    def sign(self, reader: Reader | None, kind: Kind, piece: int) -> str:
        """The letter on a token."""
        sym = self.game.world.kinds[kind.name]
        letters, attribute = signs(sym)
        index = piece - kind.base
        if attribute is not None and attribute in kind.attributes and reader is not None:
            value = self._raw(reader, kind, index, attribute)
            return letters[value : value + 1].upper()
        flags = [n for n, a in sym.attrs.items() if a.nature == "printed" and isinstance(a.type, t.Flag)]
        for name in flags:
            table = kind.attributes[name].table
            if table is not None and table.values[index]:
                return name[:1].upper()
        name = self.name(kind, index)
        if name:
            return "".join(word[0] for word in name.split()[:2]).upper() if len(name) > 2 else name
        if len([k for k in self.game.program.kinds if self.sort(k.name) == "token"]) > 1 and not kind.owners:
            return kind.name[:1].upper()
        return ""

    def role(self, reader: Reader, kind: Kind, piece: int) -> str:
        """The value by which a piece is drawn: king, queen, …"""
        _, attribute = signs(self.game.world.kinds[kind.name])
        if attribute is None or attribute not in kind.attributes:
            return ""
        core = kind.attributes[attribute]
        return self.game.names.value(core.shown, self._raw(reader, kind, piece - kind.base, attribute))

    def _raw(self, reader: Reader, kind: Kind, index: int, attribute: str) -> int:
        core = kind.attributes[attribute]
        if core.table is not None:
            found: Any = core.table.values[index]
            return int(found)
        assert core.field is not None
        return reader.element(core.field, index)

    def marked(self, reader: Reader, kind: Kind, piece: int) -> list[str]:
        """The marks that a piece bears now."""
        found = []
        for name, attr in self.game.world.kinds[kind.name].attrs.items():
            core = attr.core
            if attr.nature == "printed" or not isinstance(attr.type, t.Flag) or core is None or core.field is None:
                continue
            index = piece - kind.base
            value = reader.element(core.field, 0) >> piece & 1 if core.bits else reader.element(core.field, index)
            if core.bits and isinstance(core.field.type, Set):
                value = reader.element(core.field, 0) >> (piece - core.field.type.base) & 1
            if value:
                found.append(name)
        return found

    def holders(self, place: Place) -> list[Kind]:
        return [k for k in self.game.program.kinds if k.number in place.limits]


def roads(masks: tuple[int, ...]) -> str:
    """Sections in words: `north to east`."""
    sides = ("north", "east", "south", "west")
    found = []
    for mask in masks:
        ends = [s for i, s in enumerate(sides) if mask >> i & 1]
        found.append(" to ".join(ends) if len(ends) > 1 else f"ends in the {ends[0]}")
    return "; ".join(found)
