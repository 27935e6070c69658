"""What an author writes beside the rules: prose, tags, how things are printed. Nothing of it changes play; whoever prints reads it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from rulewright.core.record import entity
from rulewright.dsl.source import Span


@entity
class Prose:
    """One line of rulebook text: `> Keep at most {hand_limit} tiles.`"""

    span: Span
    text: str
    tags: tuple[str, ...]


@entity
class Called:
    """`called "grey wolf", plural "grey wolves"`: the printed name of something."""

    span: Span
    one: str
    many: str  # empty: made from `one`


@entity
class Valued:
    """`industry: "Land and Industry"`, below a type: the printed name of a value."""

    span: Span
    value: str
    called: Called


@entity
class Notes:
    """What the author says about the way a declaration is printed. Nothing of it changes play."""

    span: Span
    short: list[Prose]  # `>> …`
    called: Called | None
    values: list[Valued]
    manner: str  # of `book: …`: exact, prose, left out
    chapter: str  # of `book: chapter "…"`
    chapter_span: Span | None
    twice: list[Span] = field(default_factory=list)  # what is said a second time


@entity
class Fact:
    """`time 30 to 45 minutes`, `age 10`, `tagline "…"` below the game."""

    span: Span
    name: str
    low: int
    high: int
    text: str


@entity
class Said:
    """What a declaration says beside its rule, and where it stands. Of what has a body: the prose at its top."""

    span: Span
    name_span: Span
    prose: list[Prose]
    tags: tuple[str, ...]
    notes: Notes | None = None


@entity
class Part:
    """A declaration where it stands in the text: what it is, and all that is written beside its rules."""

    sort: str  # the word it begins with: game, piece, action, when; prose: a line that stands alone
    name: str
    span: Span
    names: tuple[str, ...]  # of the cards it is about
    opening: tuple[Prose, ...]  # the prose at the top of a body
    prose: tuple[Prose, ...]  # every line inside
    tags: tuple[str, ...]
    bears: frozenset[str]  # these, and every tag inside
    inner: tuple[Part, ...]  # of a variant, and what a card does by itself


def all_parts(parts: Iterable[Part]) -> Iterator[Part]:
    """Declarations, and those inside of them."""
    for part in parts:
        yield part
        yield from all_parts(part.inner)
