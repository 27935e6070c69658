"""The whole of a loaded game as the engines see it: fields of the state, constant tables, functions, procedures, choices.

Nothing here depends on how the rules were written. `dsl` builds a `Program`, `core.layout` gives its fields their places,
`core.flow` linearises what can stop, and both engines run the result.
"""

from __future__ import annotations

import dataclasses
from dataclasses import field
from typing import TYPE_CHECKING

from rulewright.core.boards import Board
from rulewright.core.ir import Clause, Expr, Local, Stmt
from rulewright.core.record import entity, record
from rulewright.core.types import INT, Bag, Int, Seq, Set, Type

if TYPE_CHECKING:
    from rulewright.core.flow import Code

BOX = 0  # the site of everything that is not in play


@entity
class Field:
    """A part of the state: `count` elements of one type, each an integer from `low` to `high` or a set of bits."""

    name: str
    type: Int | Set
    count: int = 1
    low: int = 0
    high: int = 0
    initial: tuple[int, ...] = ()  # one value for each element, or none: all 0
    compared: bool = True  # whether two positions that differ here only are different positions
    offset: int = -1  # byte offset; given by the layout pass
    width: int = 0  # bytes of one element; given by the layout pass
    at: int = -1  # index of the first element in the interpreter's list; given by the layout pass

    def __str__(self) -> str:
        return self.name


@entity
class Table:
    """Constants: integers, sets (as bit patterns), bags (as tuples of counts) or sequences (as tuples)."""

    name: str
    type: Int | Set | Bag | Seq
    values: tuple[int, ...] | tuple[tuple[int, ...], ...]
    number: int = -1

    def __str__(self) -> str:
        return self.name


@entity
class Func:
    """A pure function. `type` and `body` are filled in once it has been checked."""

    name: str
    params: tuple[Local, ...] = ()
    locals: list[Type] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    body: Expr | None = None
    type: Type | None = None
    sorts: dict[int, Shown] = field(default_factory=dict)  # how a local is to be shown, where it stands for something

    def __str__(self) -> str:
        return self.name


@entity
class Proc:
    """A procedure. `can_stop` and `recursive` (it may come to call itself) are set by `core.flow` once all bodies are known."""

    name: str
    params: tuple[Local, ...] = ()
    locals: list[Type] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    body: tuple[Stmt, ...] = ()
    can_stop: bool = False
    recursive: bool = False
    number: int = -1
    span: int = -1
    sorts: dict[int, Shown] = field(default_factory=dict)  # how a local is to be shown, where it stands for something

    def __str__(self) -> str:
        return self.name


@record
class Shown:
    """How a number that stands for something is to be shown: its sort, and the name of its kind, type or place."""

    sort: str  # number, flag, enum, player, piece, token, cell, way, name, line, section, set
    name: str = ""


@entity
class Alt:
    """One alternative of a choice: all ways to run through `clauses`; the values of `args` tell its options apart."""

    clauses: tuple[Clause, ...]
    args: tuple[Local, ...]
    shown: tuple[Shown, ...]
    body: tuple[Stmt, ...]
    role: str  # act, label, done, decline, go_on, chance
    name: str  # of the action or verb, or the label
    words: tuple[str, ...] = ()  # between the arguments: prepositions, for titles
    unless: tuple[int, ...] = ()  # offered only if none of these alternatives has an option
    rule: int = -1


@record
class Source:
    """What chance speaks with: a die, a deck, a lot. Each of its members (the deck of each player, a die in each hand) has a
    generator of its own, known by name, so that what happens elsewhere does not change what it brings."""

    members: tuple[str, ...]


@entity
class Choice:
    """A point at which a match stops: who decides (None: chance), and between what."""

    decider: Expr | None
    alts: tuple[Alt, ...]
    prompt: str
    span: int
    secret: bool = False
    number: int = -1
    loose: Choice | None = None  # what a random player draws from first; see `core.sampling`
    source: Source | None = None  # chance: where its random numbers come from
    stream: Expr | None = None  # chance: which of the generators; first counted within the source, then among all of them


# ---------------------------------------------------------------- things, for the engines and for whoever shows them


@entity
class Kind:
    """A kind of pieces. Individual pieces have numbers `base` to `base + count - 1`; counted ones are known by their site."""

    name: str
    number: int
    count: int
    base: int = -1
    counted: bool = False
    heaped: bool = False  # counted, and a site may hold several
    owners: int = 0  # 0: owned by nobody, ever
    names: tuple[str, ...] = ()  # one for each individual piece, as printed
    ids: tuple[str, ...] = ()  # one for each individual piece, unique
    twins: tuple[int, ...] = ()  # alike pieces have the same number here
    site_base: int = -1  # first of its own sites, if its pieces hold others
    tokens: Field | None = None  # counted: bits by owner, or heaps by site and owner
    supply: Field | None = None  # counted and limited: what is left in the box, by owner
    attributes: dict[str, Attribute] = field(default_factory=dict)


@entity
class Attribute:
    """What a piece, cell, player or the game has. Printed ones are tables, others fields."""

    name: str
    shown: Shown
    table: Table | None = None
    field: Field | None = None
    bits: bool = False  # a flag kept as one bit for each piece
    secret: bool = False
    family: tuple[str, ...] = ()  # members of the type it is "of each"


@entity
class Place:
    """A place, or a family of places, with its sites `base` to `base + copies * cells - 1`."""

    name: str
    number: int
    shape: str  # grid, hex_grid, open_grid, ring, track, graph, edges, pile, deck, hand, mat (the own site of a piece)
    base: int
    cells: int
    copies: int = 1
    per: str = ""  # Player, a kind or a type, if it is a family
    width: int = 0
    height: int = 0
    cell_kind: str = "Cell"
    cell_names: tuple[str, ...] = ()
    limits: dict[int, int] = field(default_factory=dict)  # kind number -> how many a site holds at most (-1: any number)
    limit: int = -1  # of all kinds together
    ordered: bool = False
    seen: str = "all"  # all, owner, none, witnesses
    seen_kinds: dict[int, str] = field(default_factory=dict)
    showing: tuple[str, ...] = ()
    attributes: dict[str, Attribute] = field(default_factory=dict)
    edges: tuple[tuple[int, ...], ...] = ()
    at: tuple[tuple[float, float], ...] = ()  # of a graph: where each cell lies, y downwards, if the author says so; look only
    board: Board | None = None
    of: str = ""  # of edges: the board whose edges they are
    spots: tuple[tuple[int, int], ...] = ()  # of a grid that is no rectangle: column and row of each cell
    side: int = 0  # of a hexagon

    @property
    def sites(self) -> int:
        return self.cells * self.copies

    def spot(self, cell: int) -> tuple[int, int]:
        """Column and row of a cell of a grid, from 0."""
        return self.spots[cell] if self.spots else (cell % self.width, cell // self.width)


@entity
class Index:
    """A field that follows from where the pieces are, kept up to date by every move.

    at: the piece on each site + 1, or 0 · members: the pieces on each site · inside: the pieces anywhere in the place ·
    cells: the sites that hold a piece, by owner (the last row: anybody's or nobody's) · owned: the pieces by owner.
    """

    sort: str
    kind: Kind
    place: Place | None
    field: Field


@entity
class Kept:
    """What follows from the state and is kept up to date by native code, at every write of what it depends on.

    set: the numbers for which `member` holds; `touched` has, for each field it reads, by the number of an element (or of a member, if the
    field holds sets) those that can change with it · sum: of the elements of `of` in `counted` · reach: row by row, what can be reached
    from `starts` within a set of `of`, on the board `place` · key: the sum of the keys of all pieces, for comparing positions.
    """

    sort: str
    field: Field  # of native code alone; it is none of the program's fields
    member: Func | None = None
    bits: int = 0
    touched: dict[Field, tuple[int, ...]] = dataclasses.field(default_factory=dict)
    of: Field | None = None
    counted: frozenset[int] = frozenset()
    starts: tuple[int, ...] = ()
    place: int = -1

    def __str__(self) -> str:
        return f"{self.field.name} ({self.sort})"

    @property
    def sources(self) -> frozenset[Field]:
        return frozenset(self.touched) if self.of is None else frozenset({self.of})


@entity
class Price:
    """What something costs and what there is to pay it with: numbers, or bags."""

    costs: Func
    held: Func
    shown: Shown  # how what is paid is shown: one of a bag; `number` for a number
    what: str  # what it is called: crowns, goods
    base: int = 0  # of a bag: its first value
    any: bool = False  # any so many of a bag


@entity
class Demand:
    """One thing an action demands, as a test of the player and the arguments; asked in order, the first that fails explains."""

    func: Func
    sort: str  # argument, requires, price, ensures
    span: int
    prose: str
    values: list[tuple[str, Func, Shown]] = field(default_factory=list)  # what the condition compares, to be shown
    about: int = -1  # the number of the argument, if it is the demand of an argument
    price: Price | None = None


@entity
class ActionInfo:
    name: str
    params: list[tuple[str, str, Shown]]  # preposition, name, how it is shown
    demands: list[Demand]
    tags: tuple[str, ...] = ()


@entity
class Program:
    title: str
    seats: tuple[str, ...]
    teams: list[tuple[str, int]] = field(default_factory=list)  # what a team is called, and the bits of its seats
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)
    kinds: list[Kind] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    sites: int = 1
    pieces: int = 0
    fields: list[Field] = field(default_factory=list)
    indexes: list[Index] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    funcs: list[Func] = field(default_factory=list)
    procs: list[Proc] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    spans: list[tuple[int, int, int]] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    endings: list[str] = field(default_factory=list)
    worths: dict[int, int] = field(default_factory=dict)  # what endings are worth to everybody, as far as it is said
    texts: list[str] = field(default_factory=list)  # of cards, told while they are resolved
    titles: dict[int, str] = field(default_factory=dict)  # of the cards that begin with these texts
    main: Proc | None = None
    finish: Proc | None = None
    actions: dict[str, ActionInfo] = field(default_factory=dict)
    extra: list[Proc] = field(default_factory=list)  # procedures that are started from outside: examples
    scores: list[tuple[str, Func]] = field(default_factory=list)
    criteria: list[tuple[str, Func]] = field(default_factory=list)
    loc: Field | None = None
    pos: Field | None = None
    owner: Field | None = None
    known: Field | None = None
    rng: Field | None = None  # a generator for each of the streams
    streams: tuple[str, ...] = ()
    over: Field | None = None
    winners: Field | None = None
    ending: Field | None = None
    cause: Field | None = None
    turns: Field | None = None
    actor: Field | None = None
    stack: Field | None = None
    top: Field | None = None
    pending: Field | None = None
    kept: list[Kept] = field(default_factory=list)
    fresh: Field | None = None  # whether what is kept is there; not so where a state was laid out by others than native code
    code: dict[Proc, Code] = field(default_factory=dict)
    between: tuple[int, int] = (0, 0)  # the bytes of the state in which native code keeps what follows from it
    size: int = 0  # bytes of the state
    length: int = 0  # elements of the state as a list
    form: str = "<"  # how the state is written, in the words of `struct`
    wide: list[tuple[int, int]] = field(default_factory=list)  # elements that are sets of several words, and their bytes

    def mates(self, seat: int) -> int:
        """The bits of a seat and of all who win with it."""
        return next((bits for _, bits in self.teams if bits >> seat & 1), 1 << seat)

    def add_table(self, table: Table) -> Table:
        table.number = len(self.tables)
        self.tables.append(table)
        return table

    def add_field(self, field: Field) -> Field:
        self.fields.append(field)
        return field

    def add_proc(self, proc: Proc) -> Proc:
        proc.number = len(self.procs)
        self.procs.append(proc)
        return proc

    def kind_of_piece(self, piece: int) -> Kind:
        for kind in self.kinds:
            if not kind.counted and kind.base <= piece < kind.base + kind.count:
                return kind
        raise ValueError(f"no piece {piece}")

    def place_of_site(self, site: int) -> Place | None:
        for place in self.places:
            if place.base <= site < place.base + place.sites:
                return place
        return None


def int_field(name: str, low: int, high: int, count: int = 1, initial: tuple[int, ...] = (), compared: bool = True) -> Field:
    return Field(name, INT, count, low, high, initial, compared)


def set_field(name: str, type: Set, count: int = 1, initial: tuple[int, ...] = ()) -> Field:
    return Field(name, type, count, 0, 0, initial)
