"""The document model: one rulebook as plain data, from which every format is made, and which is itself the JSON export.

Whatever is printed of the rules carries `sources`: the places in the rules text it comes from. The coverage gate compares them
with the constructs there are. Nothing here knows how a page looks.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Style = Literal["", "term", "strong", "quiet", "value", "name"]


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Source(Model):
    """A stretch of the rules: number of the file, first and last offset, line."""

    file: int
    start: int
    end: int
    line: int = 0


class Run(Model):
    """A stretch of text in one style; `ref` is the anchor it leads to, `icon` the sign that stands before it. With `times` the sign
    stands so many times in place of the words (a price); without a sign, such words are only read where there are no signs."""

    text: str
    style: Style = ""
    ref: str = ""
    icon: str = ""
    times: int = 0


Text = tuple[Run, ...]


class Icon(Model):
    """The sign of a resource, as it stands in a line of text."""

    id: str
    name: str
    svg: str


class Item(Model):
    """One line of an exact rule, with what belongs under it."""

    text: Text
    lead: str = ""  # Allowed only if, Cost, Then
    numbered: bool = False  # whether what is under it is done in order
    items: tuple[Item, ...] = ()
    others: tuple[Item, ...] = ()  # what is done otherwise: it goes on under the same number
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()
    number: str = ""  # in the reference


class Figure(Model):
    """A picture with its words for those who cannot see it."""

    sort: Literal["figure"] = "figure"
    id: str
    svg: str
    alt: str
    caption: Text = ()
    width: float  # in millimetres, as drawn
    height: float
    span: Literal["column", "page", "inline"] = "column"
    marks: int = 0  # ticks, crosses, frames, letters and arrows on it
    sources: tuple[Source, ...] = ()


class Figures(Model):
    """Pictures of the same thing, side by side."""

    sort: Literal["figures"] = "figures"
    items: tuple[Figure, ...]


class Prose(Model):
    """A paragraph in the author's words; or, where they are silent, made from the rules in the same voice."""

    sort: Literal["prose"] = "prose"
    text: Text
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()
    made: bool = False  # from the rules, not by the author
    id: str = ""  # of the term that it explains


class Plain(Model):
    """A paragraph of our own that states no rule: how to read something, what a table shows."""

    sort: Literal["plain"] = "plain"
    text: Text


class Exact(Model):
    """The generated, exact wording of a rule."""

    sort: Literal["exact"] = "exact"
    items: tuple[Item, ...]
    title: str = ""


class Told(Model):
    """What no author says, made from the rules in the voice of the book: sentences, and steps that are done in order."""

    sort: Literal["told"] = "told"
    items: tuple[Item, ...]


class Marked(Model):
    """One of several steps: the letter or number before it, and what is done."""

    mark: str
    text: Text
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()
    made: bool = False


class Steps(Model):
    """Steps with letters or numbers, as they stand on a picture."""

    sort: Literal["steps"] = "steps"
    items: tuple[Marked, ...]


class Callout(Model):
    """A box beside the rules: what beginners overlook, what concerns a first game."""

    sort: Literal["callout"] = "callout"
    title: str
    text: Text
    tone: Literal["remember", "note"] = "note"
    spare: bool = False  # over the whole width, and left out where there is no room for it
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()


class Deed(Model):
    """A line of the turn at a glance."""

    id: str  # where it is told
    mark: str = ""
    name: str
    limit: str = ""  # must, once; any number
    must: bool = False
    text: Text = ()
    needs: Text = ()  # allowed if
    span: int = 1  # rows that its letter stands for; 0: the letter of a row above
    shared: Text = ()  # on the first of them: what all of them need, and what one of them needs besides
    sources: tuple[Source, ...] = ()


class Glance(Model):
    """All that can be done in a turn, on half a page."""

    sort: Literal["glance"] = "glance"
    lead: Text = ()
    rows: tuple[Deed, ...]


class Course(Model):
    """What happens one after the other, as boxes: how the game comes to its end."""

    sort: Literal["course"] = "course"
    items: tuple[Text, ...]
    caption: Text = ()


class Named(Model):
    """A name in a row of cards: how many there are, and what is printed on them."""

    name: str
    copies: int = 1
    facts: tuple[Text, ...] = ()


class CardRow(Model):
    """A row of the table of cards: those that do the same, with all their faces."""

    id: str
    names: tuple[Named, ...]
    faces: tuple[Figure, ...] = ()
    prose: tuple[Prose, ...] = ()
    exact: tuple[Item, ...] = ()
    picture: Figure | None = None
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()


class CardTable(Model):
    """All cards or tiles of a group, row by row."""

    sort: Literal["cardtable"] = "cardtable"
    title: str
    note: str = ""
    columns: tuple[str, ...] = ()  # heads of the facts; none: they stand below the name
    rows: tuple[CardRow, ...]


class ExampleStep(Model):
    kind: Literal["given", "when", "then"]
    text: Text
    result: Text = ()
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()


class Tally(Model):
    """A line of a score sheet."""

    name: Text
    reason: Text = ()
    points: str = ""
    sum: bool = False


class Count(Model):
    """The score sheet of one player."""

    player: str
    fill: str
    ink: str
    rows: tuple[Tally, ...]


class ScoreSheet(Model):
    """A worked count: the position, and the sheet of each player."""

    sort: Literal["scoresheet"] = "scoresheet"
    title: str
    prose: tuple[Prose, ...] = ()
    steps: tuple[ExampleStep, ...] = ()  # of the example it was made from
    picture: tuple[Figure, ...] = ()
    counts: tuple[Count, ...]
    sources: tuple[Source, ...] = ()


class Label(Model):
    """What a number on a labelled picture means."""

    mark: str
    text: Text
    sources: tuple[Source, ...] = ()


class Labelled(Model):
    """A piece with numbered leaders, and what they lead to."""

    sort: Literal["labelled"] = "labelled"
    figure: Figure
    labels: tuple[Label, ...]


class Part(Model):
    """A thing in the box, as the rulebook shows it."""

    id: str
    title: str
    pictures: tuple[Figure, ...] = ()
    text: Text = ()
    prose: tuple[Prose, ...] = ()
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()


class Box(Model):
    sort: Literal["box"] = "box"
    items: tuple[Part, ...]


class Question(Model):
    ask: Text
    answer: Text
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()


class Questions(Model):
    sort: Literal["questions"] = "questions"
    items: tuple[Question, ...]


class Row(Model):
    cells: tuple[Text, ...]
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()


class Table(Model):
    sort: Literal["table"] = "table"
    caption: Text = ()
    head: tuple[Text, ...]
    rows: tuple[Row, ...]
    align: str  # one letter for each column: l, r, c
    weights: tuple[float, ...] = ()  # shares of the width; empty: as needed
    span: Literal["column", "page"] = "column"


class Component(Model):
    """A thing in the box: a kind of pieces, or a place with a board of its own."""

    id: str
    name: str
    count: str  # as printed: 54, 16 in each colour, as many as needed
    number: int  # as counted, -1: no fixed number
    text: Text = ()
    details: tuple[Item, ...] = ()
    prose: tuple[Prose, ...] = ()
    pictures: tuple[Figure, ...] = ()
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()


class Components(Model):
    sort: Literal["components"] = "components"
    items: tuple[Component, ...]


class CardEntry(Model):
    """A card or tile of the reference, with what it does."""

    id: str
    name: str
    number: int | None = None
    facts: tuple[tuple[str, Text], ...] = ()
    pictures: tuple[Figure, ...] = ()
    prose: tuple[Prose, ...] = ()
    exact: tuple[Item, ...] = ()
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()


class Cards(Model):
    sort: Literal["cards"] = "cards"
    items: tuple[CardEntry, ...]


class Example(Model):
    """A worked example, as it was run."""

    sort: Literal["example"] = "example"
    id: str
    title: str
    prose: tuple[Prose, ...] = ()
    steps: tuple[ExampleStep, ...] = ()
    before: tuple[Figure, ...] = ()
    after: tuple[Figure, ...] = ()
    wide: bool = False  # whether its pictures want the width of a page
    passed: bool = True
    message: str = ""
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()


class Note(Model):
    """A box beside the rules: how to read them, what to remember."""

    sort: Literal["note"] = "note"
    title: str
    items: tuple[Text, ...]
    short: bool = False  # whether its items are mere words, several of which go on one line


class Definition(Model):
    """An entry of the glossary."""

    id: str
    term: str
    sort_key: str
    text: Text
    ref: str = ""  # where the rules treat it in full
    refs: tuple[str, ...] = ()  # where else it is spoken of
    sources: tuple[Source, ...] = ()


class Glossary(Model):
    sort: Literal["glossary"] = "glossary"
    items: tuple[Definition, ...]


Block = Annotated[
    Figure
    | Figures
    | Prose
    | Plain
    | Exact
    | Told
    | Steps
    | Callout
    | Glance
    | Course
    | CardTable
    | ScoreSheet
    | Labelled
    | Box
    | Questions
    | Table
    | Components
    | Cards
    | Example
    | Note
    | Glossary,
    Field(discriminator="sort"),
]


class Section(Model):
    """A stretch of the book under one heading."""

    id: str
    title: str
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()
    kind: str = ""  # action, phase, define, …: what it stands for
    index: tuple[str, ...] = ()  # terms of the index that are treated here
    number: str = ""  # in the reference
    short: Text = ()  # the author's short line
    lead: str = ""  # beside the head of a chapter: for two players, every tile of the game


class IndexEntry(Model):
    term: str
    main: tuple[str, ...] = ()  # anchors where it is defined
    others: tuple[str, ...] = ()  # anchors where it is spoken of


class Sheet(Model):
    """One face of a component to be cut out, and how often it is needed."""

    id: str
    kind: str
    name: str
    front: str  # SVG
    back: str
    width: float  # millimetres, without bleed
    height: float
    copies: int
    round: bool = False
    hexagon: bool = False
    double: bool = True  # whether its other side is printed: it hides something, or shows another state
    pieces: tuple[str, ...] = ()  # the pieces of the game it stands for, one for each copy; none: equal pieces
    owner: str = ""  # whose it is from the start
    one: str = ""  # what such a piece and several of them are called, where the author says so
    many: str = ""


class Poster(Model):
    """A board at true size, to be tiled over several pages."""

    id: str
    name: str
    svg: str
    alt: str
    width: float
    height: float
    copies: int = 1


class Listed(Model):
    """A line of the list of components."""

    kind: str
    name: str
    count: str  # as printed
    number: int  # of the pieces in the game; -1: as many as needed
    where: Literal["sheets", "boards", "story", "elsewhere"]


class Bag(Model):
    """What is put away together, and how many of it."""

    name: str
    items: tuple[tuple[str, int], ...]


class Kit(Model):
    """The print-and-play sheets."""

    sheets: tuple[Sheet, ...] = ()
    posters: tuple[Poster, ...] = ()
    listed: tuple[Listed, ...] = ()  # everything in the game
    bags: tuple[Bag, ...] = ()  # where everything is put away
    needed: tuple[str, ...] = ()  # what has to be found elsewhere: dice, something to count with
    backs: Literal["long", "short", "fold", "none"] = "long"  # behind the fronts by which edge, beside them to be folded, or left out
    bleed: float | None = None  # millimetres around each face; None: as much as fits, at least half of the usual
    shared: bool = False  # whether neighbours share a cut
    part: str = ""  # what is printed if it is not everything: some kinds, or what has changed


class Paragraph(Model):
    """A numbered paragraph of the story book."""

    number: int
    card: str  # the card it belongs to
    first: bool = False  # whether the card begins here
    title: str = ""
    prose: tuple[Prose, ...] = ()
    exact: tuple[Item, ...] = ()
    asks: Text = ()  # who chooses, and how
    choices: tuple[tuple[Text, int], ...] = ()  # what may be chosen, and where to read on; 0: nowhere else
    then: int = 0  # where to read on when this is done; 0: nowhere
    sources: tuple[Source, ...] = ()
    tags: tuple[str, ...] = ()


class Opening(Model):
    """Where the cards of a kind begin."""

    kind: str
    title: str
    entries: tuple[tuple[str, int], ...]
    card: bool  # whether there are cards of it to be drawn


class Story(Model):
    """Numbered paragraphs, in an order that gives nothing away."""

    title: str
    opening: tuple[Opening, ...] = ()
    paragraphs: tuple[Paragraph, ...] = ()


class Aid(Model):
    """What a player wants to see at a glance, at several lengths, the longest first: one of them fits on a page."""

    lengths: tuple[tuple[Section, ...], ...] = ()


class Book(Model):
    """Everything that can be printed of a game."""

    title: str
    subtitle: Text = ()
    credits: tuple[str, ...] = ()
    players: str
    facts: tuple[tuple[str, str], ...] = ()
    accent: str  # a colour that follows from the title
    icons: tuple[Icon, ...] = ()  # of the resources that are counted in its texts
    cover: Figure | None = None
    logo: Figure | None = None
    headings: str = "Alegreya"
    paper: str = ""  # what the theme says; empty: whatever is asked for
    about: tuple[Block, ...] = ()  # what it is about, on the cover
    goal: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()  # the rulebook: told, in the order in which one learns
    reference: tuple[Section, ...] = ()  # every rule, exactly, once, numbered
    index: tuple[IndexEntry, ...] = ()
    aid: Aid = Aid()
    kit: Kit = Kit()
    story: Story | None = None
    fingerprint: str = ""
    version: str = ""
    options: tuple[tuple[str, str], ...] = ()
    files: tuple[str, ...] = ()  # names of the rules files, by number
