"""Syntax tree: declarations and statements, as written. Nothing is resolved here.

Every construct carries its rule tags (`[TH-041]`) and, where the grammar allows it, its prose. Records are slotted and
never changed after parsing, like the expressions.
"""

from __future__ import annotations

from dataclasses import field

from rulewright.core.record import entity
from rulewright.dsl.source import Span
from rulewright.dsl.syntax.expressions import Expr, Phrase, Sel
from rulewright.dsl.text import Called as Called
from rulewright.dsl.text import Fact as Fact
from rulewright.dsl.text import Notes as Notes
from rulewright.dsl.text import Prose as Prose
from rulewright.dsl.text import Valued as Valued


@entity
class Picture:
    """`picture reach with 2, 1, 0 Troop in court`: a definition worked out for several numbers of pieces, as a small table."""

    span: Span
    name: str
    name_span: Span
    amounts: list[int]
    what: Sel
    prose: list[Prose]
    tags: tuple[str, ...]


@entity
class Shown:
    """`land first`, `court inside reserve`, `won of each Player small`, `food of each Player as track`"""

    span: Span
    name: str
    name_span: Span
    family: str  # of each what; empty if it is said of one thing
    word: str
    word_span: Span
    other: str  # what comes behind the word; empty if nothing does
    other_span: Span


@entity
class Side:
    """`White at south`"""

    span: Span
    seat: str
    seat_span: Span
    side: str
    side_span: Span


@entity
class Show:
    """How the table in the browser is laid out."""

    span: Span
    lines: list[Shown]
    sides: list[Side]
    prose: list[Prose]
    tags: tuple[str, ...]


# ---------------------------------------------------------------- statements


@entity
class Sentence:
    span: Span
    phrase: Phrase
    tags: tuple[str, ...]
    rows: list[Row] = field(default_factory=list)  # below `arrange board`: the picture


@entity
class Let:
    span: Span
    name: str
    value: Expr
    tags: tuple[str, ...]


@entity
class Demand:
    """`requires …` (before), `ensures …` (after), or `once per turn per Card` (then `test` is the phase)."""

    span: Span
    word: str
    test: Expr
    prose: list[Prose]
    tags: tuple[str, ...]
    lenient: bool = False  # `if possible`: it binds only if some option can meet it
    per: str | None = None  # of a limit: what it holds for each of


@entity
class If:
    """A chain or a table of conditions; the first that holds is taken."""

    span: Span
    branches: list[tuple[Expr, list[Stmt]]]
    otherwise: list[Stmt] | None
    tags: tuple[str, ...]


@entity
class Loop:
    """`each Tile in land where …`"""

    span: Span
    selection: Sel
    body: list[Stmt]
    tags: tuple[str, ...]


@entity
class While:
    span: Span
    test: Expr
    body: list[Stmt]
    tags: tuple[str, ...]


@entity
class Repeat:
    """`repeat n times`, `repeat until …`, or `repeat` until something stops it."""

    span: Span
    times: Expr | None
    until: Expr | None
    body: list[Stmt]
    tags: tuple[str, ...]


@entity
class AnyOrder:
    span: Span
    body: list[Stmt]
    tags: tuple[str, ...]


@entity
class Quota:
    """`3`, `1 to 4`, `up to 2`, `any`: how many are chosen."""

    span: Span
    low: Expr | None
    high: Expr | None


@entity
class Who:
    """Who decides: one expression, or each member of a selection."""

    span: Span
    single: Expr | None
    each: Sel | None


@entity
class Decision:
    """`player must mark or pass`, `player may once destroy Tile in …`, `player chooses 1 to 4 Hero in … as group`."""

    span: Span
    who: Who
    word: str
    secretly: bool
    once: bool
    phrase: Phrase | None
    verbs: list[tuple[str, Span]]
    selection: Sel | None
    quota: Quota | None
    giving: str | None
    otherwise: list[Stmt] | None
    tags: tuple[str, ...]


@entity
class Choice:
    """A line of a menu: `"Flee" if …` with what it does."""

    span: Span
    label: str
    test: Expr | None
    body: list[Stmt]
    tags: tuple[str, ...]


@entity
class Offer:
    """A line of a menu that names an action, perhaps with arguments."""

    span: Span
    phrase: Phrase
    tags: tuple[str, ...]


@entity
class Menu:
    span: Span
    who: Who
    word: str
    secretly: bool
    giving: str | None
    items: list[Choice | Offer | Prose]
    otherwise: list[Stmt] | None
    tags: tuple[str, ...]


Stmt = Sentence | Let | Demand | If | Loop | While | Repeat | AnyOrder | Decision | Menu | Prose


# ---------------------------------------------------------------- parts of declarations


@entity
class Domain:
    """`0 to 15 clamped`, `Cell or none`, `up or down`, `set of Fact`."""

    span: Span
    parts: list[tuple[Expr, Expr | None]]
    clamped: bool


@entity
class Attribute:
    """`printed cost: bag of Terrain`, `moved: flag = no`"""

    span: Span
    nature: str
    name: str
    name_span: Span
    per: str | None
    domain: Domain
    initial: Expr | None
    prose: list[Prose]
    tags: tuple[str, ...]
    notes: Notes | None = None


@entity
class Row:
    """`| a | b |`: a line of a small table or of a picture of a board."""

    span: Span
    text: str


@entity
class Trait:
    """`grid 8 by 8`, `16 per Player`, `seen by owner`"""

    span: Span
    arguments: list[Expr | Sel]
    tails: list[tuple[str, list[Expr | Sel]]]


@entity
class Param:
    span: Span
    name: str
    domain: Domain | None


@entity
class Signature:
    """`march Troop of player in land to Cell in around(troop)`"""

    span: Span
    name: str
    name_span: Span
    first: Sel | None
    tails: list[tuple[str, Sel]]


# ---------------------------------------------------------------- declarations


@entity
class Include:
    span: Span
    path: str
    prose: list[Prose]
    tags: tuple[str, ...]


@entity
class Chapter:
    """`chapter "Roads"`, perhaps `in` or `after` another one."""

    span: Span
    title: str
    prose: list[Prose]
    tags: tuple[str, ...]
    belongs: str = ""  # in, after
    other: str = ""
    other_span: Span | None = None


@entity
class Game:
    span: Span
    title: str
    credits: list[str]
    fewest: int
    most: int
    names: list[str]
    names_spans: list[Span]
    attributes: list[Attribute]
    prose: list[Prose]
    tags: tuple[str, ...]
    facts: list[Fact] = field(default_factory=list)
    teams: list[list[str]] = field(default_factory=list)  # who plays together, if it is said


@entity
class Variant:
    span: Span
    title: str
    of: str | None
    body: list[Decl | Prose]
    tags: tuple[str, ...]
    notes: Notes | None = None


@entity
class Replace:
    span: Span
    declaration: Decl


@entity
class Remove:
    span: Span
    name: str
    prose: list[Prose]
    tags: tuple[str, ...]


@entity
class Add:
    """`adds to Card` and rows, `adds to Good: fish or cloth`, `adds to score` and entries, in a variant."""

    span: Span
    name: str
    domain: Domain | None
    file: Expr | None
    rows: list[Row]
    entries: list[Entry]
    drawing: list[Row]
    prose: list[Prose]
    tags: tuple[str, ...]


@entity
class Option:
    span: Span
    name: str
    name_span: Span
    domain: Domain
    initial: Expr | None
    prose: list[Prose]
    tags: tuple[str, ...]
    notes: Notes | None = None


@entity
class TypeDecl:
    span: Span
    name: str
    name_span: Span
    domain: Domain
    prose: list[Prose]
    tags: tuple[str, ...]
    notes: Notes | None = None
    added: list[Add] = field(default_factory=list)  # what the chosen variants add


@entity
class Piece:
    span: Span
    name: str
    name_span: Span
    per: str | None
    traits: list[Trait]
    attributes: list[Attribute]
    rows: list[Row]
    prose: list[Prose]
    tags: tuple[str, ...]
    notes: Notes | None = None
    added: list[Add] = field(default_factory=list)


@entity
class Place:
    span: Span
    name: str
    name_span: Span
    per: str | None
    traits: list[Trait]
    attributes: list[Attribute]
    rows: list[Row]
    prose: list[Prose]
    tags: tuple[str, ...]
    notes: Notes | None = None
    drawing: list[Row] = field(default_factory=list)  # where the cells of a graph lie
    added: list[Add] = field(default_factory=list)


@entity
class Has:
    """`each Player has …`, `game has …`; `owner` is None for the game."""

    span: Span
    owner: str | None
    owner_span: Span | None
    attributes: list[Attribute]
    prose: list[Prose]


@entity
class Define:
    """A formula (`value`), or a table of `condition: value` lines (`cases`, `otherwise`)."""

    span: Span
    name: str
    name_span: Span
    params: list[Param]
    value: Expr | None
    cases: list[tuple[Expr, Expr]]
    otherwise: Expr | None
    prose: list[Prose]
    tags: tuple[str, ...]
    notes: Notes | None = None


@entity
class Procedure:
    """`setup`, `turn`, `play`, `phase name(params)` or `to verb …`; `word` says which."""

    span: Span
    word: str
    name: str
    name_span: Span
    params: list[Param]
    signature: Signature | None
    body: list[Stmt]
    tags: tuple[str, ...]
    notes: Notes | None = None


@entity
class Action:
    span: Span
    signature: Signature
    body: list[Stmt]
    tags: tuple[str, ...]
    notes: Notes | None = None


@entity
class Interrupt:
    span: Span
    signature: Signature
    during: Expr
    body: list[Stmt]
    tags: tuple[str, ...]
    notes: Notes | None = None


@entity
class Hook:
    """`after construct Tile on Cell`, `before turn`, `instead of draw`; on a card perhaps `after Player as other builds Tile`"""

    span: Span
    word: str
    signature: Signature
    body: list[Stmt]
    tags: tuple[str, ...]
    notes: Notes | None = None
    actor: str | None = None  # what whoever does it is called
    actor_span: Span | None = None


@entity
class Modifier:
    """`raises yield of wool by 1`, `lowers cost of Card by {wood} where card.value > 2`, on a card"""

    span: Span
    word: str  # raises, lowers
    name: str
    name_span: Span
    about: Expr | None
    amount: Expr
    whom: Expr | None
    where: Expr | None
    prose: list[Prose]
    tags: tuple[str, ...]


@entity
class Standing:
    """`when …` (checked when nothing is half done) or `as soon as …` (after every change)."""

    span: Span
    at_once: bool
    test: Expr
    body: list[Stmt]
    tags: tuple[str, ...]
    notes: Notes | None = None


@entity
class Entry:
    span: Span
    name: str
    value: Expr
    prose: list[Prose]
    tags: tuple[str, ...]
    notes: Notes | None = None


@entity
class Score:
    span: Span
    entries: list[Entry]
    prose: list[Prose]
    tags: tuple[str, ...]


@entity
class Criterion:
    """`most score`, `least x`, or a last word: `shared`, `none`, a player."""

    span: Span
    extreme: str | None
    value: Expr


@entity
class Winner:
    span: Span
    among: Sel | None
    criteria: list[Criterion]
    prose: list[Prose]
    tags: tuple[str, ...]
    notes: Notes | None = None


@entity
class Member:
    span: Span
    name: str
    name_span: Span
    value: Expr
    prose: list[Prose]
    tags: tuple[str, ...]


@entity
class Card:
    """What the cards of one name do for themselves."""

    span: Span
    kind: str
    kind_span: Span
    number: int | None
    names: list[str]
    names_spans: list[Span]
    members: list[Member]
    hooks: list[Hook]
    standings: list[Standing]
    deeds: list[Procedure]
    body: list[Stmt]
    tags: tuple[str, ...]
    notes: Notes | None = None
    modifiers: list[Modifier] = field(default_factory=list)


@entity
class Given:
    """An equation made true, a sentence performed, or a board set from a picture."""

    span: Span
    phrase: Phrase | None
    left: Expr | None
    right: Expr | None
    rows: list[Row]
    tags: tuple[str, ...]


@entity
class Played:
    """A choice made: `White goes g5 to g6`, or `chance chooses {a, b}` (then `who` and `chosen`)."""

    span: Span
    phrase: Phrase | None
    who: Expr | None
    chosen: Expr | None
    tags: tuple[str, ...]


@entity
class Then:
    """What must hold; or, with `decides`, whose decision it must be (then `test` is who)."""

    span: Span
    test: Expr
    tags: tuple[str, ...]
    decides: bool = False


@entity
class Example:
    span: Span
    title: str
    steps: list[Given | Played | Then | Prose]
    tags: tuple[str, ...]
    beside: str = ""  # the rule it is printed with
    setting: Span | None = None


Decl = (
    Include
    | Chapter
    | Game
    | Variant
    | Replace
    | Remove
    | Add
    | Option
    | TypeDecl
    | Piece
    | Place
    | Has
    | Define
    | Procedure
    | Action
    | Interrupt
    | Hook
    | Standing
    | Score
    | Winner
    | Card
    | Example
    | Picture
    | Show
)


@entity
class File:
    """One parsed file."""

    number: int
    body: list[Decl | Prose]
