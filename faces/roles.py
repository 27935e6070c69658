"""What each printed attribute is for: first by what the rules do with it, then by its type, then by its name. The first that fits decides.

What enters is the declared world; what leaves is a role for each attribute of a kind, and what cards say by definitions of their own
(`points = 5`, `gives = {terrain}`). Nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.dsl import types as t
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import AttrSym, KindSym, World
from rulewright.faces.palette import COLOURS

PAYING = frozenset({"pay", "pays", "spend", "spends"})
GAINING = frozenset({"gain", "gains"})
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
    gives: tuple[e.Expr, ...] = ()


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
        self.meant: dict[Span, t.Type] = {x.span: meant.type for x, meant in world.understood.values() if isinstance(x, e.Word)}
        self.verbs = self._verbs()
        self.scored, self.scoring = self._scored()
        self.taken = self._taken_from()
        self.rooms = self._rooms()

    # ------------------------------------------------------------ what the rules do

    def owner(self, dot: e.Dot) -> list[str]:
        """The kinds whose attribute may be meant."""
        type = self.meant.get(dot.base.span)
        if isinstance(type, t.Piece) and type.kinds:
            return [k for k in type.kinds if dot.name in self.world.kinds[k].attrs]
        bearing = [k.name for k in self.world.kinds.values() if dot.name in k.attrs]
        base = dot.base.name if isinstance(dot.base, e.Word) else ""
        own = [k for k in bearing if self.world.kinds[k].word == base]
        return own or (bearing if len(bearing) == 1 and base not in self.world.player_attrs and base != "player" else [])

    def _verbs(self) -> dict[tuple[str, str], Role]:
        found: dict[tuple[str, str], Role] = {}
        for phrase in nodes(self.world.chapters, e.Phrase):
            words = [a.name if isinstance(a, e.Word) else "" for a in phrase.arguments]
            at = next((i for i, word in enumerate(words) if word in PAYING | GAINING), -1)
            if at < 0:
                continue
            name = "cost" if words[at] in PAYING else "gives"
            good = next((_good(a) for a in phrase.arguments[at + 2 :]), "")
            for dot in nodes(phrase.arguments[at + 1 : at + 2], e.Dot):
                for kind in self.owner(dot):
                    found.setdefault((kind, dot.name), Role(name, good, f"a rule says `{words[at]} {dot.name}`"))
        return found

    def _scored(self) -> tuple[set[tuple[str, str]], set[str]]:
        """Attributes that the score adds up, directly or through definitions, and the names of those definitions."""
        found: set[tuple[str, str]] = set()
        defines: set[str] = set()
        waiting: list[e.Expr] = [entry.value for entry in self.world.score.entries] if self.world.score is not None else []
        while waiting:
            for leaf in _adding(waiting.pop()):
                if isinstance(leaf, e.Dot):
                    found |= {(kind, leaf.name) for kind in self.owner(leaf)}
                    continue
                name = _called(leaf)
                define = self.world.defines.get(name)
                if define is not None and name not in defines:
                    defines.add(name)
                    waiting += [v for v in (define.decl.value, define.decl.otherwise) if v is not None]
                    waiting += [value for _, value in define.decl.cases]
                    waiting += [member.value for _, member in define.cards]
        return found, defines

    def _taken_from(self) -> set[tuple[str, str]]:
        """Bags of which something is taken away to see what is lacking: costs."""
        found = set()
        for arith in nodes(self.world.chapters, e.Arith):
            if arith.operator == "-" and isinstance(arith.left, e.Dot):
                for kind in self.owner(arith.left):
                    if isinstance(t.bare(self.world.kinds[kind].attrs[arith.left.name].type), t.BagOf):
                        found.add((kind, arith.left.name))
        return found

    def _rooms(self) -> dict[tuple[str, str], str]:
        """Numbers compared with how many pieces stand on a piece, and the kind of those."""
        found: dict[tuple[str, str], str] = {}
        for compare in nodes(self.world.chapters, e.Compare):
            for a, b in ((compare.left, compare.right), (compare.right, compare.left)):
                if not (
                    isinstance(a, e.Many) and a.quantifier == "count" and isinstance(b, e.Dot) and isinstance(a.selection.source, e.In)
                ):
                    continue
                inside = a.selection.source
                standing = next((k.name for k in nodes([inside.left], e.Kind)), "")
                if isinstance(inside.right, e.Word) and isinstance(b.base, e.Word) and inside.right.name == b.base.name and standing:
                    found |= {(kind, b.name): standing for kind in self.owner(b)}
        return found

    # ------------------------------------------------------------ roles

    def kind(self, sym: KindSym) -> dict[str, Role]:
        found: dict[str, Role] = {}
        printed = [a for a in sym.attrs.values() if a.nature == "printed" and a.name not in NOT_SHOWN]
        filtering = {w.name for trait in sym.decl.traits for sel in nodes(trait, e.Sel) for w in nodes(sel.where, e.Dot)}
        coloured = next((a.name for a in printed if _colours(a.type)), "")
        for attr in printed:
            role = self.of(sym, attr)
            if role.name == "number" and attr.name in filtering and not self._used(sym, attr.name):
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

    def _used(self, sym: KindSym, name: str) -> bool:
        """Whether a rule besides the line of the piece reads an attribute."""
        own = {dot.span for trait in sym.decl.traits for dot in nodes(trait, e.Dot)}
        return any(dot.name == name and dot.span not in own for dot in nodes(self.world.chapters, e.Dot))

    def _families(self) -> set[str]:
        """The types of which there is a deck for each value."""
        return {getattr(p.family, "name", "") for p in self.world.places.values() if p.core.shape == "deck"} - {""}

    # ------------------------------------------------------------ cards

    def cards(self) -> dict[tuple[str, str], Said]:
        found: dict[tuple[str, str], Said] = {}
        for name, define in self.world.defines.items():
            for card, member in define.cards:
                for printed in card.decl.names:
                    said = found.setdefault((card.kind.name, printed), Said())
                    if name in self.scoring:
                        if isinstance(member.value, e.Num):
                            said.points = member.value.value
                        else:
                            said.scores = True
                    elif isinstance(member.value, e.Braces):
                        said.gives = tuple(item for item, _ in member.value.items)
        return found


def _good(expr: object) -> str:
    """The name of what is paid or gained: `money`, `goods(wood)`."""
    match expr:
        case e.Word(name=name) | e.Dot(name=name):
            return name
        case e.Call(arguments=[e.Word(name=name), *_]):
            return name
        case _:
            return ""


def _called(expr: e.Expr) -> str:
    match expr:
        case e.Call(function=e.Word(name=name)) | e.Word(name=name):
            return name
        case _:
            return ""


def _adding(expr: e.Expr) -> Iterator[e.Expr]:
    """The parts of a sum that are added up; conditions and counts are none."""
    match expr:
        case e.Fold():
            yield from _adding(expr.value)
        case e.Arith() if expr.operator in "+-*":
            yield from _adding(expr.left)
            yield from _adding(expr.right)
        case e.Ternary():
            yield from _adding(expr.then)
            yield from _adding(expr.other)
        case e.Dot() | e.Call() | e.Word():
            yield expr
        case _:
            return


def _colours(type: t.Type) -> bool:
    bare = t.bare(type)
    return isinstance(bare, t.Enum) and all(member.lower() in COLOURS for member in bare.members)
