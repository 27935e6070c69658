"""Syntax tree: expressions and selections, as written. Nothing is resolved here.

Nodes are plain slotted records that nobody changes after the parser has made them; they are not `frozen` because a large
file makes a hundred thousand of them and a frozen record takes three times as long to build.
"""

from __future__ import annotations

from rulewright.core.record import entity
from rulewright.dsl.source import Span


@entity
class Num:
    """`12`"""

    span: Span
    value: int


@entity
class Word:
    """A small word: a thing, a value, a definition."""

    span: Span
    name: str


@entity
class Kind:
    """A capital word: a kind of thing, or the proper name of one."""

    span: Span
    name: str


@entity
class Text:
    """`"Siege Tower"`"""

    span: Span
    value: str


@entity
class Braces:
    """`{a, b}` or `{wood 2, stone}`: a set, bag or list, as the context wants."""

    span: Span
    items: list[tuple[Expr, Expr | None]]


@entity
class Coords:
    """`(3, -1)`: a cell of a grid."""

    span: Span
    items: list[Expr]


@entity
class Call:
    """`f(a, b)`"""

    span: Span
    function: Expr
    arguments: list[Expr]


@entity
class Dot:
    """`tile.cost`"""

    span: Span
    base: Expr
    name: str
    name_span: Span


@entity
class Of:
    """`hand of player`, `Troop of player`, `set of Fact`"""

    span: Span
    left: Expr
    right: Expr


@entity
class In:
    """`Troop in court` selects, `troop in court` asks."""

    span: Span
    left: Expr
    right: Expr


@entity
class Compare:
    """`a is b`, `a <= b`, `a covers b`"""

    span: Span
    relation: str
    relation_span: Span
    left: Expr
    right: Expr


@entity
class Logic:
    """`a and b`, `a or b`"""

    span: Span
    operator: str
    left: Expr
    right: Expr


@entity
class Not:
    span: Span
    operand: Expr


@entity
class Arith:
    """`a + b`, `a - b`, `a * b`, `a / b`, `a % b`"""

    span: Span
    operator: str
    left: Expr
    right: Expr


@entity
class Minus:
    span: Span
    operand: Expr


@entity
class Ternary:
    """`a if c else b`"""

    span: Span
    then: Expr
    test: Expr
    other: Expr


@entity
class Sel:
    """A selection: `Kind of owner in place as name where condition`, or `… with most measure`."""

    span: Span
    source: Expr
    alias: str | None
    alias_span: Span | None
    where: Expr | None
    best: tuple[str, Expr] | None


@entity
class Many:
    """`count …`, `some …`, `no …`, `all …`, `the …`, `first …`, `last …`, `at least n …`, `the first n …`."""

    span: Span
    quantifier: str
    amount: Expr | None
    selection: Sel


@entity
class Fold:
    """`sum x for …`, `most x for …`, `least x for …`, `ranked x for …`, `tiers x for …`"""

    span: Span
    operator: str
    value: Expr
    selection: Sel


@entity
class Every:
    """`every Cell in path: cell is empty`"""

    span: Span
    selection: Sel
    test: Expr


@entity
class Phrase:
    """A sentence: words, then prepositions with words. Which word is the verb is for the name pass to say."""

    span: Span
    each: Sel | None
    arguments: list[Expr | Sel]
    tails: list[Tail]
    giving: str | None
    giving_span: Span | None


@entity
class Tail:
    """`to cell`, `with role pawn`"""

    span: Span
    preposition: str
    arguments: list[Expr | Sel]


@entity
class Can:
    """`player can march troop`, `White cannot take TR1`"""

    span: Span
    subject: Expr
    negated: bool
    phrase: Phrase


@entity
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
