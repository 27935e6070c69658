"""What a row of the library is: a verb's forms with all their words. Data only: what a verb does is said elsewhere, by name.

A sentence is read by its row. Each role takes its words, told by a preposition or by their place after the verb; a word that no
role takes is refused where it stands. So a verb can be read out of its row: what it takes, who does it, what it gives, and what
it does to the match. The checker, the linter, the flow chart and the reference ask the row and nobody else.
"""

from __future__ import annotations

import re
from typing import Literal

from rulewright.core.record import record

Takes = Literal[
    "pieces",  # [amount] noun, or `Kind n` of a kind with printed numbers
    "piece",  # noun, or `Kind n`
    "kind",  # [amount] Kind
    "resource",  # amount, and what it is of
    "any",  # `any`, amount, and of what
    "place",  # noun, or `Kind n` of a kind that holds others
    "setting",  # an attribute and its value
    "thing",  # one noun
    "title",  # a text in quotes, and what it is worth
]
Does = Literal["moves", "sets", "knows", "shuffles", "chance", "ends", "leaves"]


@record
class Role:
    """One part of a sentence. Without `words` it stands right after the verb, with them after one of these prepositions."""

    name: str
    takes: Takes
    words: tuple[str, ...] = ()  # these mean the same
    apart: tuple[str, ...] = ()  # these fill the same role and mean something else: `under`
    needed: bool = True
    often: bool = False
    ask: str = ""  # the question if it is missing, after the verb: "from where?"

    @property
    def prepositions(self) -> tuple[str, ...]:
        return self.words + self.apart


@record
class Form:
    """One way to use a verb."""

    shown: str  # with what may be left out in square brackets: `draw 2 Card from deck [for rival]`
    roles: tuple[Role, ...] = ()
    subject: Literal["acts", "meant", "none"] = "acts"  # who does it · whom it is about · nobody: the sentence has no subject
    gives: str = ""  # what its result is called if `giving` is left out; "": it gives nothing
    does: frozenset[Does] = frozenset()
    price: bool = False  # an action that does this is legal only for those who can


@record
class VerbRow:
    name: str
    group: str
    help: str
    examples: tuple[str, ...]  # for the reference
    forms: tuple[Form, ...]
    doubled: bool = False  # putting, setting
    hint: str = ""  # what to write instead, for those who write more than it takes

    def does(self, what: Does) -> bool:
        return any(what in form.does for form in self.forms)


OPTIONAL = re.compile(r"\[([^\]]+)\]")


def spelled(shown: str) -> str:
    """A form as help says it: a line that can be written as it stands, and what may follow."""
    more = [f"`{x}`" for x in OPTIONAL.findall(shown)]
    line = " ".join(OPTIONAL.sub("", shown).split())
    if not more:
        return f"`{line}`"
    last = f"{', '.join(more[:-1])} or {more[-1]}" if len(more) > 1 else more[0]
    return f"`{line}`; {last} may follow"
