"""What each printed attribute is for: first by what the rules do with it, then by its type, then by its name. The first that fits decides.

What enters is the declared world; what leaves is a role for each attribute of a kind, and what cards say by definitions of their own
(`points = 5`, `gives = {terrain}`). Nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.dsl import types as t
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning.uses import acts, name_of, words
from rulewright.dsl.meaning.walk import nodes
from rulewright.dsl.world import AttrSym, KindSym, World
from rulewright.faces.palette import COLOURS

VERBS = {"pay": "cost", "gain": "gives"}
BY_NAME = {
    **dict.fromkeys(("cost", "costs", "price"), "cost"),
    **dict.fromkeys(("gives", "yields", "income", "reward"), "gives"),
    **dict.fromkeys(("points", "vp", "worth"), "points"),
    **dict.fromkeys(("art", "picture"), "art"),
}
NOT_SHOWN = frozenset({"name", "id", "copies", "text"})
LINES = frozenset({"row", "column", "diagonal", "straight", "corner"})
MOST_TYPES = 8


@dataclass(frozen=True, slots=True)
class Role:
    name: str  # cost, gives, points, ground, back, colour, type, room, map, roads, reference, sign, goods, number, art, hidden
    good: str = ""  # what is paid or gained; for a room, the kind that stands there
    why: str = ""  # for `--explain`


@dataclass(slots=True)
class Said:
    """What a card says by definitions of its own."""

    points: int | None = None
    scores: bool = False  # it scores, but not a number that is always the same
    gives: tuple[str, ...] = ()  # by name


@dataclass(slots=True)
class Roles:
    world: World
    by_kind: dict[str, dict[str, Role]] = field(default_factory=dict)
    cards: dict[tuple[str, str], Said] = field(default_factory=dict)  # kind and name


def found_roles(world: World) -> Roles:
    finder = _Finder(world)
    return Roles(world, {name: finder.kind(sym) for name, sym in world.kinds.items()}, finder.cards())


class _Finder:
    def __init__(self, world: World) -> None:
        self.world = world
        self.rules = rules_of(world)
        self.verbs = self._verbs()
        self.scored, self.scoring = self._scored()
        self.taken = self._taken_from()
        self.rooms = self._rooms()

    # ------------------------------------------------------------ what the rules do

    def _verbs(self) -> dict[tuple[str, str], Role]:
        found: dict[tuple[str, str], Role] = {}
        for act in acts(self.rules):
            name = VERBS.get(act.verb)
            amount, *rest = words(act, "what") if name is not None else [None]
            if name is None or amount is None:
                continue
            good = next((_good(x) for x in rest), "")
            for key in (key for read in nodes(amount, m.Read) for key in _of_kinds(read)):
                found.setdefault(key, Role(name, good, f"a rule says `{act.verb} {key[1]}`"))
        return found

    def _scored(self) -> tuple[set[tuple[str, str]], set[str]]:
        """Attributes that the score adds up, directly or through definitions, and the names of those definitions."""
        found: set[tuple[str, str]] = set()
        defines: set[str] = set()
        by_name = {definition.symbol.name: definition for definition in self.rules.definitions}
        waiting = [value for _, value in self.rules.scoring.entries]
        while waiting:
            for leaf in _adding(waiting.pop()):
                if isinstance(leaf, m.Read):
                    found |= set(_of_kinds(leaf))
                elif leaf.define.name not in defines:
                    defines.add(leaf.define.name)
                    define = by_name[leaf.define.name]
                    waiting += [define.value, *(by.value for by in define.cards if not isinstance(by.value, tuple))]
        return found, defines

    def _taken_from(self) -> set[tuple[str, str]]:
        """Bags of which something is taken away to see what is lacking: costs."""
        less = [x.left for x in nodes(self.rules, m.Arith) if x.operator == "-"]
        return {key for x in less if isinstance(x, m.Read) and isinstance(t.bare(x.type), t.BagOf) for key in _of_kinds(x)}

    def _rooms(self) -> dict[tuple[str, str], str]:
        """Numbers compared with how many pieces stand on a piece, and the kind of those."""
        found: dict[tuple[str, str], str] = {}
        compares: list[m.Order | m.Same] = [*nodes(self.rules, m.Order), *nodes(self.rules, m.Same)]
        for compared in compares:
            for a, b in ((compared.left, compared.right), (compared.right, compared.left)):
                if isinstance(a, m.Count) and isinstance(b, m.Read) and a.among.kind in self.world.kinds:
                    inside, base = _bare(a.among.within), _bare(b.of)
                    if isinstance(inside, m.Local) and isinstance(base, m.Local) and inside.binding is base.binding:
                        found |= dict.fromkeys(_of_kinds(b), a.among.kind)
        return found

    # ------------------------------------------------------------ roles

    def kind(self, sym: KindSym) -> dict[str, Role]:
        found: dict[str, Role] = {}
        printed = [a for a in sym.attrs.values() if a.nature == "printed" and a.name not in NOT_SHOWN]
        coloured = next((a.name for a in printed if _colours(a.type)), "")
        for attr in printed:
            role = self.of(sym, attr)
            if role.name == "number" and attr.name in sym.sifted_by and not self._used(attr.name):
                role = Role("hidden", why="only the line of the piece reads it")
            found[attr.name] = role
        types = [a for a in printed if found[a.name].name == "sign" and self._typed(sym, a)]
        if types and coloured != types[0].name:
            found[types[0].name] = Role("type", why="the first type that every piece has")
        if coloured and found[coloured].name in {"sign", "type"}:
            found[coloured] = Role("colour", why="its values are colours")
        return found

    def of(self, sym: KindSym, attr: AttrSym) -> Role:
        key = (sym.name, attr.name)
        bare = t.bare(attr.type)
        if isinstance(attr.per, t.Way):
            return Role("roads", why="a value for each side")
        if key in self.verbs:
            return self.verbs[key]
        if key in self.taken:
            return Role("cost", why="a rule takes away from it")
        if key in self.scored:
            return Role("points", why="the score adds it up")
        if attr.name in (sym.face_down or ()):
            return Role("ground", why="a face-down piece still shows it")
        if key in self.rooms:
            return Role("room", self.rooms[key], "compared with how many stand there")
        if isinstance(bare, t.Enum) and bare.name and bare.name in self._families():
            return Role("back", why="there is a deck for each of its values")
        if attr.name in BY_NAME and not isinstance(bare, t.Flag):
            return Role(BY_NAME[attr.name], why=f"it is called `{attr.name}`")
        return self._by_type(attr, bare)

    def _by_type(self, attr: AttrSym, bare: t.Type) -> Role:
        match bare:
            case t.SetOf(t.Section()) | t.Section():
                return Role("roads", why="sections of road")
            case t.Way() | t.Line() | t.SetOf(t.Way()):
                return Role("map", why="directions")
            case t.Enum(_, members) if set(members) <= LINES:
                return Role("map", why="lines")
            case t.Piece() | t.Cell() | t.Name():
                return Role("reference", why="something else is named")
            case t.Enum() | t.Flag() | t.Player():
                return Role("sign", why="a value with a sign")
            case t.Number() if attr.name in self.world.player_attrs:
                return Role("gives", attr.name, "a number called like something players have")
            case t.Number() if attr.per is None:
                return Role("number", why="a number")
            case _:
                return Role("goods", why="several things")

    def _typed(self, sym: KindSym, attr: AttrSym) -> bool:
        bare = t.bare(attr.type)
        if not isinstance(bare, t.Enum) or not 2 <= len(bare.members) <= MOST_TYPES:
            return False
        table = sym.core.attributes[attr.name].table if attr.name in sym.core.attributes else None
        return table is not None and all(isinstance(v, int) and v >= 0 for v in table.values)

    def _used(self, name: str) -> bool:
        """Whether a rule besides the line of the piece reads an attribute."""
        return any(attr.name == name for read in nodes(self.rules, m.Read) for attr in read.attrs)

    def _families(self) -> set[str]:
        """The types of which there is a deck for each value."""
        return {getattr(p.family, "name", "") for p in self.world.places.values() if p.core.shape == "deck"} - {""}

    # ------------------------------------------------------------ cards

    def cards(self) -> dict[tuple[str, str], Said]:
        found: dict[tuple[str, str], Said] = {}
        for definition in self.rules.definitions:
            for by in definition.cards:
                value = by.value
                for printed in by.card.printed:
                    said = found.setdefault((by.card.kind.name, printed), Said())
                    if definition.symbol.name in self.scoring:
                        if isinstance(value, m.Const) and isinstance(value.type, t.Number):
                            said.points = value.value
                        else:
                            said.scores = True
                    elif isinstance(value, m.Listed):
                        said.gives = tuple(_named(item) for item, _ in value.items)
        return found


def _of_kinds(read: m.Read) -> list[tuple[str, str]]:
    """The kinds whose attribute is read."""
    return [(attr.of, attr.name) for attr in read.attrs if attr.owner == "kind"]


def _bare(expr: m.Expr | None) -> m.Expr | None:
    """Without what is put in its place: a piece for where it stands."""
    while isinstance(expr, m.Convert):
        expr = expr.of
    return expr


def _good(word: object) -> str:
    """The name of what is paid or gained: `money`, `goods(wood)`."""
    match word:
        case m.Read(member=member) if member is not None:
            return _named(member)
        case m.Read() | m.Mention():
            return name_of(word)
        case _:
            return ""


def _named(item: m.Expr) -> str:
    """The name of a value or attribute."""
    bare = t.bare(item.type)
    match item:
        case m.Const(value=value) if isinstance(bare, t.Enum):
            return bare.members[value]
        case m.Read():
            return name_of(item)
        case m.Local():
            return item.binding.name
        case _:
            return ""


def _adding(expr: m.Expr) -> Iterator[m.Read | m.Defined]:
    """The parts of a sum that are added up; conditions and counts are none."""
    match expr:
        case m.Fold():
            yield from _adding(expr.value)
        case m.Arith() if expr.operator in "+-*":
            yield from _adding(expr.left)
            yield from _adding(expr.right)
        case m.Cases():
            for _, value in expr.cases:
                yield from _adding(value)
            yield from _adding(expr.otherwise) if expr.otherwise is not None else ()
        case m.Read() | m.Defined():
            yield expr
        case _:
            return


def _colours(type: t.Type) -> bool:
    bare = t.bare(type)
    return isinstance(bare, t.Enum) and all(member.lower() in COLOURS for member in bare.members)
