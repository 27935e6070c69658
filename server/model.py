"""The view model: what one viewer (a seat, or an onlooker) is told, and what it may answer. Everything a page draws is here.

A Ref names something that can be touched: `p:` a piece (opaque), `c:` a cell, `x:` a pile, deck or hand, `h:` equal or hidden pieces
on a place, `s:` a seat, `l:` a row or column, `n:` a number, `v:` a value, `d:` a direction. Refs are made for one viewer and mean
nothing to another. Frames are built as plain data (that is three times quicker) and every test validates them with these models.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


Ref = Annotated[str, Field(pattern=r"^[pcxhslnvd]:.+", max_length=200)]
Mark = Literal["circle", "square", "triangle", "diamond", "hexagon", "pentagon", "octagon", "shield", "cross", "star"]


class Fact(Model):
    """Something true that this viewer may know: `access: 1 wood, 3 stone`."""

    name: str
    text: str
    kept: Literal["now", "printed", "worked out"] = "now"
    low: int | None = None  # a number that is drawn as a track, from this field
    high: int | None = None  # to this one


class Piece(Model):
    id: Ref
    kind: str
    look: str  # key of a drawing in the game's sheet of looks; a back for what this viewer does not see
    name: str | None = None
    owner: str | None = None
    face: Literal["up", "down"] = "up"
    turn: float = 0.0  # of a tile that turns: by how many degrees, clockwise
    marks: tuple[str, ...] = ()  # what is true of it now and need not be of its like: moved, crowned
    facts: tuple[Fact, ...] = ()
    on: tuple[Piece, ...] = ()  # pieces that lie on it
    heaps: tuple[Heap, ...] = ()
    say: str  # for those who listen: "Inn of White"


class Heap(Model):
    """Pieces that nobody tells apart, or of which this viewer knows only the number."""

    ref: Ref
    kind: str
    look: str
    owner: str | None = None
    count: int
    hidden: bool = False
    say: str


class Cell(Model):
    ref: Ref
    name: str
    x: float  # in cells, turned so that this viewer sits at the bottom
    y: float
    tilt: float = 0.0  # of an edge: how it lies, in degrees from level
    ground: str = ""  # key of a drawing below the pieces
    pieces: tuple[Piece, ...] = ()
    heaps: tuple[Heap, ...] = ()
    facts: tuple[Fact, ...] = ()
    say: str = ""


class Place(Model):
    ref: Ref
    title: str
    shape: Literal["grid", "hex_grid", "open_grid", "graph", "ring", "rows", "track", "edges", "pile", "deck", "hand"]
    owner: str | None = None
    role: Literal["main", "board", "stock", "own", "other"]
    checkered: bool = False
    tall: float = 1.0  # height of a cell, where pieces are piled up on it
    cells: tuple[Cell, ...] = ()
    edges: tuple[tuple[int, int], ...] = ()  # of a graph, by number of the cell
    of: Ref | None = None  # of edges: the board on which they are drawn
    pieces: tuple[Piece, ...] = ()  # of a pile, deck or hand, from the top
    heaps: tuple[Heap, ...] = ()
    secret: bool = False  # whether only its owner sees it
    inside: Ref | None = None  # the ring in whose middle it lies
    beside: Ref | None = None  # what it stands next to
    small: bool = False  # a number until somebody wants to see it
    turn: int = 0  # quarters by which a board without an end is turned for this viewer
    say: str = ""


class Line(Model):
    name: str
    points: int


class Seat(Model):
    name: str
    mark: Mark
    fill: str
    rim: str
    ink: str
    who: Literal["you", "person", "machine", "rules"]
    called: str = ""  # what a person calls himself: shown as text, never as markup
    here: bool = True  # looking at the table now
    state: Literal["deciding", "has chosen", "waiting", "won", "lost"] = "waiting"
    facts: tuple[Fact, ...] = ()
    level: str = ""  # how well a machine plays
    clock: float | None = None  # seconds left when the clock began to run; None: no clock
    since: float | None = None  # when it began to run, by the server's time; None: it stands


class Axis(Model):
    """One part of a decision: what it is called, and what can be touched for it."""

    word: str  # on, to, with: the preposition of the rules
    label: str
    refs: tuple[Ref, ...]


class Group(Model):
    """Options of one verb: every combination of one Ref for each axis, or only the rows."""

    verb: str
    title: str
    say: str  # "construct {0} on {1}"
    rule: str = ""  # anchor in the rulebook
    role: Literal["act", "word", "done", "decline", "go_on"] = "act"
    axes: tuple[Axis, ...] = ()
    rows: tuple[tuple[int, ...], ...] | None = None


class Unavailable(Model):
    """A verb that the rules know but do not offer now; why is asked when it is touched."""

    verb: str
    title: str
    rule: str = ""


class Several(Model):
    """A group that is picked in any order and sent at once."""

    least: int
    most: int
    refs: tuple[Ref, ...]


class Decision(Model):
    id: str  # an answer to another one is refused
    seat: str
    prompt: str
    groups: tuple[Group, ...]
    unavailable: tuple[Unavailable, ...] = ()
    several: Several | None = None  # instead of one after the other as in `groups`
    secret: bool = False  # nobody learns it before all have chosen
    seconds: float | None = None  # then the match goes on without an answer: nobody may notice that somebody is asked
    areas: dict[str, tuple[Ref, ...]] = {}  # what stands for a row or column: its cells
    names: dict[str, str] = {}  # what Refs that do not lie on the table are called


class Event(Model):
    """One thing that happened, as this viewer could follow it. Movement is found by comparing this viewer's own views."""

    number: int  # counts the lines of this viewer's log; also the name of a moment, for replay, notes and taking back
    kind: Literal["move", "chance", "tell", "undo", "end", "say", "word", "sit"]
    who: str | None = None  # a seat; None: chance, the rules or an onlooker
    text: str
    title: str = ""  # of a card that tells a story
    moved: tuple[tuple[Ref, Ref, Ref], ...] = ()  # piece, from, to


class Outcome(Model):
    kind: str
    winners: tuple[str, ...]
    sentence: str
    reason: str = ""
    deciding: str = ""
    scores: dict[str, tuple[Line, ...]] = {}
    resigned: str = ""


class Asked(Model):
    """Something that others must agree to."""

    what: Literal["undo"]
    by: str
    sentence: str
    answered: tuple[str, ...] = ()


class View(Model):
    """A whole frame. Later messages repeat only what has changed."""

    match: str
    game: str
    title: str
    accent: str
    looks: str  # address of the sheet of looks
    book: str  # address of the rulebook
    viewer: str | None
    maker: bool = False
    hot: tuple[str, ...] = ()  # the seats that share this device
    tale: bool = False  # a story: text first
    version: int  # counts what this viewer was sent, nothing else
    seats: tuple[Seat, ...]
    places: tuple[Place, ...]
    facts: tuple[Fact, ...] = ()
    decision: Decision | None = None
    events: tuple[Event, ...] = ()
    seen: int = 0  # the line of the log this viewer had read last
    undo: Literal["no", "yes", "ask"] = "no"
    whole: bool = False  # whether the whole turn can be taken back, and that is more than a step
    now: float | None = None  # the server's time, where there is a clock
    asked: Asked | None = None
    next: str = ""  # the match that follows this one
    outcome: Outcome | None = None


class WhyNot(Model):
    """The answer to a touch that is not allowed."""

    sentence: str
    prose: str = ""
    values: tuple[Fact, ...] = ()
    rule: str = ""
    title: str = ""


class Known(Model):
    """What this viewer can work out: sent when it is asked for, because it is dear."""

    scores: dict[str, tuple[Line, ...]] | None = None  # None: this viewer cannot know it
    players: dict[str, tuple[Fact, ...]] = {}
    pieces: dict[str, tuple[Fact, ...]] = {}
    worth: tuple[str, ...] = ()  # facts of pieces that the score is made of


class Stand(Model):
    """How the match stood when a line of the log was written."""

    line: int
    scores: dict[str, int]


# ---------------------------------------------------------------- messages

Deed = Literal[
    "hello",
    "choose",
    "why",
    "hint",
    "look",
    "facts",
    "undo",
    "answer",
    "resign",
    "say",
    "name",
    "at",
    "curve",
    "note",
    "time",
    "ping",
]


class FromPage(Model):
    do: Deed
    id: Annotated[int, Field(ge=0, le=2**53)]  # the page's own number; the answer bears it
    decision: Annotated[str, Field(max_length=40)] | None = None
    verb: Annotated[str, Field(max_length=200)] | None = None
    parts: Annotated[tuple[Ref, ...], Field(max_length=64)] = ()
    several: bool = False  # the parts are a whole group, not those of one option
    version: Annotated[int, Field(ge=0, le=2**53)] | None = None
    text: Annotated[str, Field(max_length=500)] | None = None
    rule: Annotated[str, Field(max_length=200)] | None = None
    seat: Annotated[str, Field(max_length=80)] | None = None
    whole: bool = False  # take the whole turn back
    sure: bool = False  # decide even if it cannot be taken back
    yes: bool | None = None


class ToPage(Model):
    re: int | None = None  # the message this answers
    kind: Literal["view", "change", "ok", "refused", "slower", "confirm", "why", "hint", "facts", "at", "curve", "link", "bye", "pong"]
    view: View | None = None
    version: int | None = None
    changed: dict[str, object] = {}  # whole objects by key: seat:White, place:x:land, c:land:1,0, decision, outcome
    events: tuple[Event, ...] = ()
    why: WhyNot | None = None
    known: Known | None = None
    curve: tuple[Stand, ...] = ()
    verb: str | None = None
    parts: tuple[Ref, ...] = ()
    link: str = ""
    sentence: str = ""
