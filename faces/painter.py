"""How the things of one game look: which kinds are tokens, tiles or cards, whose look they have, what stands on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rulewright.core.lying import lying
from rulewright.core.program import Attribute, Kind, Place
from rulewright.core.types import Set
from rulewright.dsl import types as t
from rulewright.dsl.check.positions import signs
from rulewright.dsl.words import clean, slug, some, spoken
from rulewright.dsl.world import KindSym, PlaceSym
from rulewright.faces import fitting
from rulewright.faces.facebook import FaceBook
from rulewright.faces.keepers import Keeper, keepers
from rulewright.faces.lexicon import Lexicon
from rulewright.faces.palette import IN_SEQUENCE, NAMED, NEUTRAL, Look, looks
from rulewright.faces.plan import Plan, Test, changed, default
from rulewright.faces.reading import Content, content
from rulewright.faces.roles import Roles, found_roles
from rulewright.faces.sizes import FLAT, SIZES
from rulewright.faces.themes import PARCHMENT, Theme
from rulewright.play.beginning import set_up
from rulewright.play.game import Game
from rulewright.play.reader import Reader

CARD = (63.0, 88.0)
TILE = (60.0, 60.0)
DIE = (16.0, 16.0)
LEAST_COMMON = 8.0  # points: text of cards that is smaller than that is so for one card alone


@dataclass(frozen=True, slots=True)
class Fact:
    """Something printed on a piece, read for drawing."""

    name: str
    sort: str  # number, flag, enum, bag, set, family, sections, text
    text: str
    members: tuple[tuple[str, int, int], ...] = ()  # of an enum, set, bag or family: member, its number, how many; of sides: way, ground
    sections: tuple[int, ...] = ()  # masks of edges: 1 north, 2 east, 4 south, 8 west


@dataclass(eq=False)
class Painter:
    game: Game
    texts: dict[str, str] = field(default_factory=dict)  # kind and name of a card -> what it does, in a line or two
    accent: str = "#37475a"
    paragraphs: dict[str, int] = field(default_factory=dict)  # kind and name of a card -> where the story book tells it
    book: FaceBook | None = None  # what the author says about faces; None: nothing
    theme: Theme = PARCHMENT
    thin: bool = False  # saves ink
    seatings: tuple[Game, ...] = ()  # the same game for other numbers of players
    sizes: dict[str, tuple[float, float]] = field(default_factory=dict)  # of kinds, as asked for this print
    hexagons: frozenset[str] = frozenset()  # kinds that are to be cut out as hexagons in this print

    _borne: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    _facts: dict[tuple[str, int], list[Fact]] = field(default_factory=dict)
    _cells: dict[tuple[str, int], list[Fact]] = field(default_factory=dict)

    _plans: dict[tuple[str, tuple[int, ...]], Plan] = field(default_factory=dict)
    _sizes_of_text: dict[str, float] = field(default_factory=dict)

    @cached_property
    def lexicon(self) -> Lexicon:
        own = self.book.icons if self.book is not None else {}
        styles = self.book.colours if self.book is not None else {}
        return Lexicon(self.game.world, own, styles)

    @cached_property
    def begin(self) -> list[int]:
        """The state after setup: what tracks and mats frame to begin with."""
        return set_up(self.game)

    @cached_property
    def beginnings(self) -> list[tuple[Game, list[int]]]:
        """The game with the other numbers of players it is for, each with its state after setup."""
        return [(other, set_up(other)) for other in self.seatings]

    @cached_property
    def kept(self) -> list[Keeper]:
        """What keeps each state: the one table that list of components, sheets and gate read."""

        return keepers(self)

    @cached_property
    def roles(self) -> Roles:
        return found_roles(self.game.world)

    def plan(self, kind: str, index: int) -> Plan:
        """What stands where on a piece: by default, and as the author says for pieces like it."""
        blocks = self.book.blocks(kind, lambda test: self._holds(kind, index, test)) if self.book is not None else []
        key = (kind, tuple(number for number, _ in blocks))
        if key not in self._plans:
            sym = self.game.world.kinds[kind]
            plan = default(sym, self.roles.by_kind[kind], self.sort(kind), self.lexicon.is_good)
            for _, block in blocks:
                plan = changed(plan, block.slots, block.gone)
            self._plans[key] = plan
        return self._plans[key]

    def common_size(self, kind: str, largest: Callable[[Content], float]) -> float:
        """The size of text in which all cards of a kind can be set, but for those that have too much to say."""
        if kind not in self._sizes_of_text:
            core = self.game.world.kinds[kind].core
            sizes = [largest(content(self, core, i)) for i in self.distinct(core)]
            usual = [size for size in sizes if size >= LEAST_COMMON]
            self._sizes_of_text[kind] = min(usual, default=LEAST_COMMON)
        return self._sizes_of_text[kind]

    def distinct(self, kind: Kind) -> list[int]:
        """One piece of each look: the first of those that are alike."""
        if kind.counted or not kind.twins:
            return list(range(min(1, kind.count) if kind.counted else kind.count))
        seen: dict[tuple[int, int], int] = {}
        for index in range(kind.count):
            seen.setdefault((self.owner(kind, index), kind.twins[index]), index)
        return list(seen.values())

    def kind_colour(self, kind: str) -> str:
        """The colour of a kind whose pieces have no colour of their own: each kind another, the first that of the game."""
        plain = [
            k.name for k in self.game.program.kinds if not any(r.name in {"colour", "type"} for r in self.roles.by_kind[k.name].values())
        ]
        number = plain.index(kind) if kind in plain else 0
        return (self.theme.accent or self.accent) if number == 0 else IN_SEQUENCE[(number + 3) % len(IN_SEQUENCE)]

    def _holds(self, kind: str, index: int, test: Test) -> bool:
        core = self.game.world.kinds[kind].core
        value = next((f.text for f in self.facts(core, index) if f.name == test.attribute), "")
        said = value not in {"", "no", "0"} if not test.value else value.lower() == spoken(test.value).lower()
        return said != test.negated

    def art_file(self, kind: Kind, index: int) -> str:
        """A picture of the author for a piece, if there is one: art/<id or name>.png, .jpg or .svg beside the rules."""
        said = self.game.world.kinds[kind.name].art
        if said and index < len(said) and said[index]:
            return self.beside(said[index]) or self.beside(f"art/{said[index]}")
        if not self.has_art:
            return ""
        names = [kind.ids[index] if kind.ids else "", kind.names[index] if kind.names else ""]
        for name in names:
            for ending in ("png", "jpg", "jpeg", "svg"):
                found = self.beside(f"art/{slug(name)}.{ending}") or self.beside(f"art/{name}.{ending}") if name else ""
                if found:
                    return found
        return ""

    @cached_property
    def has_art(self) -> bool:
        return (self.game.path.parent / "art").is_dir()

    def beside(self, name: str) -> str:
        """A file beside the rules; empty if it is not there or lies elsewhere."""
        folder = self.game.path.parent.resolve()
        file = (folder / name).resolve()
        return str(file) if file.is_file() and file.is_relative_to(folder) else ""

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
        if kind in self.sizes:
            return self.sizes[kind]
        wide, high = self._said_size(kind)
        return (round(high * FLAT, 1), high) if self.hexagon(kind) else (wide, high)

    def _said_size(self, kind: str) -> tuple[float, float]:
        said = [b.size for b in self.book.faces if b.kind == kind and b.size is not None] if self.book is not None else []
        declared = said[-1] if said else self.game.world.kinds[kind].size
        if declared is None and self.hexagon(kind):
            return SIZES["hex"]
        if declared is None and self.game.world.kinds[kind].dice:
            return DIE
        return declared or {"card": CARD, "tile": TILE}.get(self._guess(kind)) or fitting.token(self, kind)

    def usual_size(self, kind: str) -> bool:
        """Whether pieces of a kind are tokens for which nobody says a size."""
        said = self.book is not None and any(b.kind == kind and b.size is not None for b in self.book.faces)
        sym = self.game.world.kinds[kind]
        own = kind in self.sizes or said or bool(sym.dice) or sym.size is not None
        return not own and not self.hexagon(kind) and self._guess(kind) == "token"

    def room(self, kind: str) -> tuple[float, float]:
        """The rectangle in which a face is laid out: the whole piece, or what a hexagon has inside."""
        wide, high = self.size(kind)
        return (round(wide * 0.72, 1), round(high * 0.62, 1)) if self.hexagon(kind) else (wide, high)

    def hexagon(self, kind: str) -> bool:
        """Whether pieces of a kind are cut out as hexagons: as asked, as the author says, or because they lie on a land of hexagons."""
        if kind in self.sizes:
            return kind in self.hexagons
        if self.book is not None and any(b.kind == kind and b.hexagon for b in self.book.faces):
            return True
        return self._guess(kind) == "tile" and any(p.shape == "hex_grid" for p in self.places_of(kind))

    def places_of(self, kind: str) -> list[Place]:
        """Where pieces of a kind can lie."""
        number = self.game.world.kinds[kind].core.number
        return [p for p in self.game.program.places if number in p.limits]

    def sort(self, kind: str) -> str:
        """token, tile or card"""
        declared = self.sizes.get(kind) or self.game.world.kinds[kind].size
        if declared is None:
            return self._guess(kind)
        wide, high = declared
        grounded = any(r.name in {"ground", "roads"} for r in self.roles.by_kind[kind].values())
        if self.hexagon(kind) and min(wide, high) > 32:
            return "tile" if grounded else "card"
        return "token" if min(wide, high) <= 32 else "tile" if abs(wide - high) < 1 and grounded else "card"

    def board_size(self, place: str) -> tuple[float, float] | None:
        """The size of a board, if the author of its faces says so."""
        return next((b.size for b in reversed(self.book.boards) if b.name == place), None) if self.book is not None else None

    def round(self, kind: str) -> bool:
        """Whether pieces of a kind are cut out as circles: small square ones that are owned, or on which nothing is printed."""
        wide, high = self.size(kind)
        said = [b.round for b in self.book.faces if b.kind == kind and b.round is not None] if self.book is not None else []
        if said:
            return bool(said[-1]) and wide == high
        core = self.game.world.kinds[kind].core
        if self.game.world.kinds[kind].dice:
            return False
        return self.sort(kind) == "token" and wide == high and (bool(core.owners) or core.counted or not self.roles.by_kind[kind])

    def hides(self, kind: str) -> bool:
        """Whether pieces of a kind can lie so that somebody does not see their fronts."""
        sym = self.game.world.kinds[kind]
        number = sym.core.number
        if sym.face_down is not None:
            return True
        if sym.core.counted:
            return False
        return any(p.shape == "deck" or p.seen_kinds.get(number, p.seen) != "all" for p in self.places_of(kind))

    def second_state(self, kind: str) -> str:
        """The state that lies on the two sides of a piece: a flag, a type of two values, a player where there are two."""
        sym = self.game.world.kinds[kind]
        if self.hides(kind) or sym.core.counted:
            return ""
        for attr in sym.attrs.values():
            if attr.nature == "printed" or attr.per is not None or attr.core is None or attr.core.field is None:
                continue
            two = isinstance(attr.type, t.Flag) or (isinstance(attr.type, t.Enum) and len(attr.type.members) == 2)
            if two or (isinstance(attr.type, t.Player) and attr.name != "owner" and len(self.game.seats) == 2):
                return attr.name
        return ""

    def sides(self, kind: str) -> tuple[dict[str, str], dict[str, str]]:
        """What the state is on the front and on the other side of a piece; both nothing if it has one side."""
        name = self.second_state(kind)
        if not name:
            return {}, {}
        type = self.game.world.kinds[kind].attrs[name].type
        if isinstance(type, t.Flag):
            return {name: "no"}, {name: "yes"}
        values = type.members if isinstance(type, t.Enum) else self.game.seats
        return {name: values[0]}, {name: values[1]}

    def style_of(self, kind: Kind, index: int, attributes: list[str]) -> str | None:
        """The colour of the first of some attributes."""
        for fact in self.facts(kind, index):
            if fact.name in attributes and fact.sort == "enum":
                return self.lexicon.style(fact.members[0][0], fact.members[0][1]).colour
        return None

    def _guess(self, kind: str) -> str:
        sym = self.game.world.kinds[kind]
        printed = [a for a in sym.attrs.values() if a.nature == "printed" and a.name != "name"]
        named = any(sym.core.names)
        if sym.core.counted or not (printed or named):
            return "token"
        holders = self.places_of(kind)
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
        if isinstance(sym.attrs[name].per, t.Way):
            return _sides(name, t.bare(type), values[index * per : (index + 1) * per])
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
        """The kinds whose pieces come to lie in a place: it has room for them, and some rule puts them there."""
        lies = lying(self.game.program)
        return [k for k in self.game.program.kinds if k.number in place.limits and place.number in lies[k.number]]


def _sides(name: str, type: t.Type, values: tuple[int, ...]) -> list[Fact]:
    """What is printed on each side of a tile: all sides but those of the last value are drawn as joined in its middle."""
    plain = len(type.members) - 1 if isinstance(type, t.Enum) else 0
    if len(values) != 8:
        return [Fact(name, "text", ", ".join(type.members[v] if isinstance(type, t.Enum) else str(v) for v in values))]
    mask = sum(1 << side for side, way in enumerate((0, 2, 4, 6)) if values[way] != plain)
    drawn = next((values[way] for way in (0, 2, 4, 6) if values[way] != plain), plain)
    members = ((type.members[drawn], drawn, 1), (type.members[plain], plain, 1)) if isinstance(type, t.Enum) else ()
    return [Fact(name, "sections", roads((mask,)) if mask else "none", members, (mask,) if mask else ())]


def roads(masks: tuple[int, ...]) -> str:
    """Sections in words: `north to east`."""
    sides = ("north", "east", "south", "west")
    found = []
    for mask in masks:
        ends = [s for i, s in enumerate(sides) if mask >> i & 1]
        found.append(" to ".join(ends) if len(ends) > 1 else f"ends in the {ends[0]}")
    return "; ".join(found)
