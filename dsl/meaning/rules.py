"""The meaning of a whole game: what each definition, routine, card and condition of one load says."""

from __future__ import annotations

from rulewright.core.record import entity
from rulewright.dsl.meaning.expressions import Binding, Expr, Selection
from rulewright.dsl.meaning.sentences import Block
from rulewright.dsl.source import Span
from rulewright.dsl.world import AttrSym, CardSym, DefineSym, RoutineSym


@entity
class ByCard:
    """What the cards of one name say instead."""

    card: CardSym
    value: Expr | Block


@entity
class Modifier:
    """`raises yield by 1`: what a card that lies in an active place adds or takes away."""

    card: CardSym
    word: str
    amount: Expr
    about: str  # the words of its head
    where: Expr | None


@entity
class Definition:
    symbol: DefineSym
    params: tuple[Binding, ...]
    value: Expr
    cards: tuple[ByCard, ...]
    modifiers: tuple[Modifier, ...]


@entity
class Param:
    prep: str
    binding: Binding
    among: Selection | None


@entity
class Hook:
    span: Span
    word: str  # before, after, instead of
    head: str  # what it is about, in the words of the rules
    card: CardSym | None
    body: Block


@entity
class Routine:
    """A phase, own verb, action or interrupt; the demands of an action stand in its body."""

    symbol: RoutineSym
    params: tuple[Param, ...]
    body: Block
    cards: tuple[ByCard, ...]
    hooks: tuple[Hook, ...]
    during: str = ""


@entity
class Standing:
    span: Span
    at_once: bool
    test: Expr
    body: Block
    card: CardSym | None


@entity
class Criterion:
    extreme: str  # most, least; "": the last word
    value: Expr


@entity
class Scoring:
    entries: tuple[tuple[str, Expr], ...]
    among: Selection | None
    criteria: tuple[Criterion, ...]


@entity
class Rules:
    starts: tuple[tuple[AttrSym, Expr], ...]
    definitions: tuple[Definition, ...]
    routines: tuple[Routine, ...]
    standings: tuple[Standing, ...]
    texts: tuple[ByCard, ...]
    scoring: Scoring
