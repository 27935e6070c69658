"""What an expression of the rules means: resolved and typed. Every name refers to something declared or to a binding.

A node has a place in the text, which is not compared: two nodes are equal if they mean the same (nodes that bind names are
compared by `meaning.show`, which numbers the bindings). Readers `match` on the closed union `Expr`; mypy lists the places where a
new node is not read yet.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Literal

from rulewright.core.record import entity, record
from rulewright.dsl.source import Span
from rulewright.dsl.types import Scalar, Type
from rulewright.dsl.world import AttrSym, DefineSym, KindSym, OptionSym, PlaceSym

if TYPE_CHECKING:
    from rulewright.dsl.meaning.sentences import Chosen, Do, Sentence


@entity
class Binding:
    """A name that a body binds. Each is only itself, whatever it is called."""

    name: str
    type: Type
    actor: bool = False  # the player who acts, where nothing else is said


@record
class Node:
    span: Span = field(compare=False)
    type: Type


# ---------------------------------------------------------------- words


@record
class Const(Node):
    """A number, or the member of a type: the type says of what."""

    value: int


@record
class Local(Node):
    binding: Binding


@record
class OptionValue(Node):
    """Chosen before the match: a constant of this load, and an option to whoever prints."""

    option: OptionSym


@record
class PlaceValue(Node):
    """A place, or one of a family: `deck`, `hand of player`. No place: the box."""

    place: PlaceSym | None
    of: Expr | None


@record
class Read(Node):
    """An attribute of something. Pieces of several kinds may have one each. Nothing it is of: it is the game's."""

    attrs: tuple[AttrSym, ...]
    of: Expr | None
    member: Expr | None = None


Which = Literal["owner", "keeper", "place", "row", "column", "number", "side", "rival", "team", "partner"]


@record
class Aspect(Node):
    """What everything of a sort has without being declared."""

    which: Which
    of: Expr


@record
class ScoreValue(Node):
    of: Expr
    entry: str  # "": the whole score


@record
class Defined(Node):
    define: DefineSym
    arguments: tuple[Expr, ...]
    actor: Expr | None  # who is the player in it, if it speaks of one


@record
class Apply(Node):
    """A function, relation or word of the library."""

    function: str
    arguments: tuple[Expr, ...] = ()


@record
class Mention(Node):
    """A definition or attribute handed over by its name, or a text to look for."""

    name: str


@record
class OwnPiece(Node):
    """The one piece of a kind that belongs to a player."""

    kind: KindSym
    of: Expr


@record
class Numbered(Node):
    """`Challenge n`: the piece with this printed number."""

    kind: KindSym
    number: Expr


@record
class Answer(Node):
    """What one player chose, where each has chosen."""

    row: Expr
    of: Expr


@record
class InBag(Node):
    """How often something is in a bag."""

    bag: Expr
    item: Expr


@record
class Listed(Node):
    """`{a, b}`; the type says whether it is a set, a bag or a list."""

    items: tuple[tuple[Expr, Expr | None], ...]


@record
class CellAt(Node):
    place: PlaceSym
    x: Expr
    y: Expr


# The last five say only how something is kept: none of a type, gathered as a set, list or bag, a set of a wider type.
Conversion = Literal["place", "surface", "occupant", "site", "cells", "places", "players", "contents", "none", "set", "list", "bag", "wide"]
KEPT = frozenset({"none", "set", "list", "bag", "wide"})


@record
class Convert(Node):
    """One thing where another is wanted: a piece for its place, a cell for what stands on it."""

    how: Conversion
    of: Expr


# ---------------------------------------------------------------- numbers and truths


@record
class Arith(Node):
    operator: str  # + - * / %, of numbers, sets, bags or lists
    left: Expr
    right: Expr


@record
class Cases(Node):
    """The first whose condition holds; else the last."""

    cases: tuple[tuple[Expr, Expr], ...]
    otherwise: Expr | None
    table: bool = field(default=False, compare=False)  # written line by line: each line is counted by itself


@record
class Logic(Node):
    operator: str  # and, or
    parts: tuple[Expr, ...]


@record
class Not(Node):
    of: Expr


@record
class Same(Node):
    left: Expr
    right: Expr
    asked: bool = field(default=False, compare=False)  # whose something is: asked as membership, so that it can be asked of many at once


@record
class Order(Node):
    relation: str  # < <= > >= =
    left: Expr
    right: Expr


@record
class Contains(Node):
    whole: Expr
    item: Expr


@record
class Stands(Node):
    """Whether a piece is in a place or on a cell."""

    piece: Expr
    where: Expr


@record
class IsKind(Node):
    of: Expr
    kind: str


@record
class IsEmpty(Node):
    of: Expr
    full: bool


@record
class Able(Node):
    """Whether somebody can do something: an action, or pay a price."""

    who: Expr
    deed: Sentence | Do | Chosen


@record
class Would(Node):
    """What a value would be after a sentence."""

    value: Expr
    deed: Sentence


# ---------------------------------------------------------------- selections


@record
class Selection:
    """What is run through: things of a kind, of an owner, in a place, for which something holds."""

    span: Span = field(compare=False)
    kind: str  # "": the elements of `within`
    owner: Expr | None
    within: Expr | None
    binds: Binding
    elem: Scalar
    where: Expr | None
    best: tuple[str, Expr] | None  # most or least of a measure
    whose: Expr | None = field(default=None, metadata={"silent": True})  # what `owner` asks, where the kind has an attribute for it


@record
class Exists(Node):
    among: Selection


@record
class Count(Node):
    among: Selection


@record
class Every(Node):
    among: Selection
    test: Expr


@record
class Gather(Node):
    among: Selection


@record
class Pick(Node):
    which: str  # first, last, the, the first
    among: Selection
    amount: Expr | None


@record
class Fold(Node):
    operator: str  # sum, most, least, ranked, tiers
    value: Expr
    among: Selection


@record
class Wrong(Node):
    """A mistake that was told. In rules without errors there is none."""


Expr = (
    Const
    | Local
    | OptionValue
    | PlaceValue
    | Read
    | Aspect
    | ScoreValue
    | Defined
    | Apply
    | Mention
    | OwnPiece
    | Numbered
    | Answer
    | InBag
    | Listed
    | CellAt
    | Convert
    | Arith
    | Cases
    | Logic
    | Not
    | Same
    | Order
    | Contains
    | Stands
    | IsKind
    | IsEmpty
    | Able
    | Would
    | Exists
    | Count
    | Every
    | Gather
    | Pick
    | Fold
    | Wrong
)


def said(node: Expr) -> Expr:
    """What is said, however it is kept."""
    while isinstance(node, Convert) and node.how in KEPT:
        node = node.of
    return node
