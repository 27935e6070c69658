"""What the sentences of the rules mean: who does what with what, and who decides about it."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from rulewright.core.record import record
from rulewright.dsl.library.rows import Form
from rulewright.dsl.meaning.expressions import Binding, Expr, Selection
from rulewright.dsl.source import NOWHERE, Span
from rulewright.dsl.world import RoutineSym

Word = Expr | Selection


@record
class Step:
    span: Span = field(compare=False)


@record
class Argument:
    """The words that fill a role. `how` tells prepositions apart that mean different things: `under`."""

    role: str
    how: str
    words: tuple[Word, ...]


@record
class Act(Step):
    """A sentence with a verb of the library."""

    verb: str
    form: Form
    subject: Expr | None
    arguments: tuple[Argument, ...]
    gives: str


@record
class Perform(Step):
    """A sentence with a verb, phase or action of the rules."""

    routine: RoutineSym
    subject: Expr | None
    arguments: tuple[Expr, ...]


@record
class Let(Step):
    binding: Binding
    value: Expr


@record
class If(Step):
    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


@record
class Each(Step):
    among: Selection
    body: Block


@record
class Loop(Step):
    how: Literal["while", "until", "times", "forever"]
    test: Expr | None
    body: Block


@record
class Tell(Step):
    text: str


# ---------------------------------------------------------------- decisions


@record
class Who:
    how: Literal["one", "each", "together", "chance"]
    whom: Expr | Selection | None


@record
class Do:
    """An action is offered, perhaps with some of its words given."""

    routine: RoutineSym
    given: tuple[tuple[str, Word], ...]
    span: Span = field(default=NOWHERE, compare=False)


@record
class Chosen:
    """A sentence some of whose words are chosen."""

    choices: tuple[Selection, ...]
    deed: Sentence
    span: Span = field(default=NOWHERE, compare=False)
    amount: Expr | None = None  # how many, if it is not one of each


@record
class Label:
    label: str
    test: Expr | None
    body: Block
    span: Span = field(default=NOWHERE, compare=False)


Offer = Do | Chosen | Label


@record
class Decide(Step):
    who: Who
    word: str  # must, may
    offers: tuple[Offer, ...]
    secretly: bool
    once: bool
    gives: Binding | None
    otherwise: Block | None


@record
class Choose(Step):
    who: Who
    among: Selection | None
    goods: Expr | None  # a bag out of which something is chosen
    low: Expr | None
    high: Expr | None
    several: bool
    gives: Binding | None
    secretly: bool
    otherwise: Block | None


@record
class AnyOrder(Step):
    decisions: Block


@record
class Demand(Step):
    """A condition of an action: before it, after it, or how often."""

    word: str  # requires, ensures, once
    test: Expr | None
    lenient: bool
    per: str


Sentence = Act | Perform | Each
Statement = Act | Perform | Let | If | Each | Loop | Tell | Decide | Choose | AnyOrder | Demand
Block = tuple[Statement, ...]
