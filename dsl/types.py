"""Types of the rules language: finite domains, as a designer thinks of them.

Every type says what its values are called (for messages) and, for scalars, which stretch of numbers stands for them in the
core. `Maybe` adds `none`. `Poison` is the type of what was wrong already: it agrees with everything, so that one mistake
is reported once.
"""

from __future__ import annotations

from rulewright.core.program import Shown
from rulewright.core.record import record
from rulewright.core.types import INT_MAX, INT_MIN


@record
class Number:
    low: int = INT_MIN
    high: int = INT_MAX

    @property
    def bounded(self) -> bool:
        return self.low > INT_MIN and self.high < INT_MAX

    def __str__(self) -> str:
        if self.low == self.high:
            return f"the number {self.low}"
        return f"a number from {self.low} to {self.high}" if self.bounded else "a number"


@record
class Flag:
    def __str__(self) -> str:
        return "yes or no"


@record
class Enum:
    """A named or inline enumeration."""

    name: str
    members: tuple[str, ...]

    def __str__(self) -> str:
        return f"a {self.name}" if self.name[:1].isupper() else " or ".join(self.members)


@record
class Player:
    def __str__(self) -> str:
        return "a Player"


@record
class Piece:
    """Pieces of some kinds; of any kind if `kinds` is empty."""

    kinds: frozenset[str]

    def __str__(self) -> str:
        return "a " + " or ".join(sorted(self.kinds)) if self.kinds else "a piece"


@record
class Cell:
    """Sites of some places; of any place if `places` is empty. `word` is what the rules call such a site."""

    places: frozenset[str]
    word: str = "Cell"

    def __str__(self) -> str:
        return f"a {self.word} of {' or '.join(sorted(self.places))}" if self.places else "a place"


@record
class Way:
    """A direction on boards of one family (square or hexagonal)."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return "a direction"


@record
class Line:
    """A row or column of a board, as a thing that can be chosen."""

    place: str
    word: str
    count: int

    def __str__(self) -> str:
        return f"a {self.word} of {self.place}"


@record
class Name:
    """The printed name of a piece of some kind."""

    kind: str

    def __str__(self) -> str:
        return f"the name of a {self.kind}" if self.kind else "a name"


@record
class Section:
    """A stretch of road, river or wall on a tile: the set of edges it joins."""

    def __str__(self) -> str:
        return "a Section"


@record
class Nothing:
    def __str__(self) -> str:
        return "none"


@record
class Poison:
    def __str__(self) -> str:
        return "something unclear"


@record
class Maybe:
    """The values of `type`, or none."""

    type: Scalar

    def __str__(self) -> str:
        return f"{self.type} or none"


@record
class SetOf:
    elem: Scalar

    def __str__(self) -> str:
        return f"a set of {plural(self.elem)}"


@record
class ListOf:
    """An ordered selection, in which every element occurs once."""

    elem: Scalar
    cap: int

    def __str__(self) -> str:
        return f"a list of {plural(self.elem)}"


@record
class BagOf:
    elem: Scalar

    def __str__(self) -> str:
        return f"a bag of {plural(self.elem)}"


@record
class GroupsOf:
    """Several sets of the same kind: the roads of a land, the tiers of a ranking."""

    elem: Scalar
    cap: int

    def __str__(self) -> str:
        return f"groups of {plural(self.elem)}"


@record
class PerPlayer:
    """One value, or one set, for each player: what a secret decision gave."""

    elem: Scalar | SetOf

    def __str__(self) -> str:
        return f"{self.elem} for each player"


Scalar = Number | Flag | Enum | Player | Piece | Cell | Way | Line | Name | Section | Nothing | Poison
Type = Scalar | Maybe | SetOf | ListOf | BagOf | GroupsOf | PerPlayer

ANY_NUMBER = Number()
FLAG = Flag()
PLAYER = Player()
POISON = Poison()
NOTHING = Nothing()


def said(type: Type) -> str:
    """What a type is called, at the beginning of a sentence."""
    text = str(type)
    return text[:1].upper() + text[1:]


def plural(type: Type) -> str:
    match type:
        case Number():
            return "numbers"
        case Player():
            return "players"
        case Piece(kinds):
            return " or ".join(sorted(kinds)) + " pieces" if kinds else "pieces"
        case Cell(_, word):
            return f"{word}s"
        case Enum(name, _) if name[:1].isupper():
            return f"{name} values"
        case _:
            return str(type)


def bare(type: Type) -> Type:
    """Without `none`."""
    return type.type if isinstance(type, Maybe) else type


def element(type: Type) -> Scalar | None:
    """The type of the elements of something with elements."""
    match type:
        case SetOf(elem) | ListOf(elem, _) | BagOf(elem):
            return elem
        case _:
            return None


def join(a: Type, b: Type) -> Type | None:
    """The least type that holds the values of both, or None if they have nothing to do with each other."""
    if a == b or isinstance(b, Poison):
        return a
    if isinstance(a, Poison):
        return b
    if isinstance(a, Nothing) and isinstance(b, Nothing):
        return a
    if isinstance(a, Nothing | Maybe) or isinstance(b, Nothing | Maybe):
        left, right = bare(a), bare(b)
        if isinstance(left, Nothing):
            inner: Type | None = right
        elif isinstance(right, Nothing):
            inner = left
        else:
            inner = join(left, right)
        return None if inner is None or not isinstance(inner, Scalar) else Maybe(inner)
    match a, b:
        case Number(), Number():
            return Number(min(a.low, b.low), max(a.high, b.high))
        case Number(), Flag():
            return Number(min(a.low, 0), max(a.high, 1))
        case Flag(), Number():
            return join(b, a)
        case Piece(), Piece():
            return Piece(a.kinds | b.kinds if a.kinds and b.kinds else frozenset())
        case Cell(), Cell():
            both = a.places | b.places if a.places and b.places else frozenset[str]()
            return Cell(both, a.word if a.word == b.word else "Place")
        case Name(), Name():
            return a if a.kind == b.kind else Name("")
        case SetOf(x), SetOf(y):
            elem = join(x, y)
            return SetOf(elem) if isinstance(elem, Scalar) else None
        case BagOf(x), BagOf(y):
            elem = join(x, y)
            return BagOf(elem) if isinstance(elem, Scalar) else None
        case ListOf(x, m), ListOf(y, n):
            elem = join(x, y)
            return ListOf(elem, max(m, n)) if isinstance(elem, Scalar) else None
        case (SetOf(x), ListOf(y, _)) | (ListOf(x, _), SetOf(y)):
            elem = join(x, y)
            return SetOf(elem) if isinstance(elem, Scalar) else None
        case GroupsOf(x, m), GroupsOf(y, n):
            elem = join(x, y)
            return GroupsOf(elem, max(m, n)) if isinstance(elem, Scalar) else None
    return None


def shown(type: Type) -> Shown:
    """How a value of this type is to be shown."""
    match bare(type):
        case Number():
            return Shown("number")
        case Flag():
            return Shown("flag")
        case Enum(name, _):
            return Shown("enum", name)
        case Player():
            return Shown("player")
        case Piece(kinds):
            return Shown("piece", next(iter(kinds)) if len(kinds) == 1 else "")
        case Cell():
            return Shown("cell")
        case Way(names):
            return Shown("way", "hex" if len(names) == 6 else "square")
        case Line(_, word, _):
            return Shown("line", word)
        case Name(kind):
            return Shown("name", kind)
        case Section():
            return Shown("section")
        case SetOf(elem) | ListOf(elem, _) | BagOf(elem):
            inner = shown(elem)
            return Shown(f"set:{inner.sort}", inner.name)
        case _:
            return Shown("number")
