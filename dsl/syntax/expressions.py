"""Syntax tree: expressions and selections, as written. Nothing is resolved here.

Nodes are plain slotted records that nobody changes after the parser has made them; they are not `frozen` because a large
file makes a hundred thousand of them and a frozen record takes three times as long to build.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.source import Span


@dataclass(slots=True, eq=False)
class Num:
    """`12`"""

    span: Span
    value: int


@dataclass(slots=True, eq=False)
class Word:
    """A small word: a thing, a value, a definition."""

    span: Span
    name: str


@dataclass(slots=True, eq=False)
class Kind:
    """A capital word: a kind of thing, or the proper name of one."""

    span: Span
    name: str


@dataclass(slots=True, eq=False)
class Text:
    """`"Siege Tower"`"""

    span: Span
    value: str


@dataclass(slots=True, eq=False)
class Braces:
    """`{a, b}` or `{wood 2, stone}`: a set, bag or list, as the context wants."""

    span: Span
    items: list[tuple[Expr, Expr | None]]


@dataclass(slots=True, eq=False)
class Coords:
    """`(3, -1)`: a cell of a grid."""

    span: Span
    items: list[Expr]


@dataclass(slots=True, eq=False)
class Call:
    """`f(a, b)`"""

    span: Span
    function: Expr
    arguments: list[Expr]


@dataclass(slots=True, eq=False)
class Dot:
    """`tile.cost`"""

    span: Span
    base: Expr
    name: str
    name_span: Span


@dataclass(slots=True, eq=False)
class Of:
    """`hand of player`, `Troop of player`, `set of Fact`"""

    span: Span
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class In:
    """`Troop in court` selects, `troop in court` asks."""

    span: Span
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Compare:
    """`a is b`, `a <= b`, `a covers b`"""

    span: Span
    relation: str
    relation_span: Span
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Logic:
    """`a and b`, `a or b`"""

    span: Span
    operator: str
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Not:
    span: Span
    operand: Expr


@dataclass(slots=True, eq=False)
class Arith:
    """`a + b`, `a - b`, `a * b`, `a / b`, `a % b`"""

    span: Span
    operator: str
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Minus:
    span: Span
    operand: Expr


@dataclass(slots=True, eq=False)
class Ternary:
    """`a if c else b`"""

    span: Span
    then: Expr
    test: Expr
    other: Expr


@dataclass(slots=True, eq=False)
class Sel:
    """A selection: `Kind of owner in place as name where condition`, or `… with most measure`."""

    span: Span
    source: Expr
    alias: str | None
    alias_span: Span | None
    where: Expr | None
    best: tuple[str, Expr] | None


@dataclass(slots=True, eq=False)
class Many:
    """`count …`, `some …`, `no …`, `all …`, `the …`, `first …`, `last …`, `at least n …`, `the first n …`."""

    span: Span
    quantifier: str
    amount: Expr | None
    selection: Sel


@dataclass(slots=True, eq=False)
class Fold:
    """`sum x for …`, `most x for …`, `least x for …`, `ranked x for …`, `tiers x for …`"""

    span: Span
    operator: str
    value: Expr
    selection: Sel


@dataclass(slots=True, eq=False)
class Every:
    """`every Cell in path: cell is empty`"""

    span: Span
    selection: Sel
    test: Expr


@dataclass(slots=True, eq=False)
class Phrase:
    """A sentence: words, then prepositions with words. Which word is the verb is for the name pass to say."""

    span: Span
    each: Sel | None
    arguments: list[Expr | Sel]
    tails: list[Tail]
    giving: str | None
    giving_span: Span | None


@dataclass(slots=True, eq=False)
class Tail:
    """`to cell`, `with role pawn`"""

    span: Span
    preposition: str
    arguments: list[Expr | Sel]


@dataclass(slots=True, eq=False)
class Can:
    """`player can march troop`, `White cannot take TR1`"""

    span: Span
    subject: Expr
    negated: bool
    phrase: Phrase


@dataclass(slots=True, eq=False)
class After:
    """`(check(player) after go man to cell)`: the value there would be."""

    span: Span
    value: Expr
    phrase: Phrase


Expr = (
    Num
    | Word
    | Kind
    | Text
    | Braces
    | Coords
    | Call
    | Dot
    | Of
    | In
    | Compare
    | Logic
    | Not
    | Arith
    | Minus
    | Ternary
    | Many
    | Fold
    | Every
    | Can
    | After
)
