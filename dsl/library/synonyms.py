"""What may be said in two ways: the only pairs of sentences that mean the same. The test of every word knows no others.

A pair is a pattern and what it may become without another meaning; both are regular expressions over a line of the rules whose
words stand one space apart. Each says why there are two ways.
"""

from __future__ import annotations

from typing import NamedTuple


class Synonym(NamedTuple):
    one: str  # a pattern
    other: str  # what it is replaced by, before two lines are compared
    why: str


SYNONYMS = (
    Synonym(r"\b(put|draw|draws|move|moves|puts) 1 (?=[A-Z])", r"\1 ", "Without a number, one is meant: `draw Card from deck`."),
    Synonym(r"\b(move|moves|discard|discards|reveal|show) all (?=[A-Z])", r"\1 ", "A selection of pieces to be moved means all of them."),
    Synonym(r" (on|into|to) ", " to ", "The prepositions of one role: `put stone on cell`, `put card into hand`."),
    Synonym(r"\b(nobody|nothing)\b", "none", "Nobody, nothing and none are the same value; which one reads well depends on the sentence."),
    Synonym(r"\bplayer takes turn\b", "turn", "A turn that the acting player takes."),
    Synonym(r"\bplayer\.(\w+)", r"\1", "What the acting player has may be named alone."),
    Synonym(r"\b(\w+) of player\b", r"\1", "The same, of places."),
    Synonym(r"[()]", "", "Brackets around what belongs together anyway."),
    Synonym(r"\bnot (\w+) is\b", r"\1 is not", "`not x is y` and `x is not y` mean the same."),
    Synonym(r"\b(graph|pile|hand|deck|track|ring) of [A-Z]\w*", r"\1", "The kind a place is of, where only one kind could lie there."),
    Synonym(r"\bholding (?=[A-Z])", "holding any ", "Where no number stands, any number fits."),
    Synonym(r"\bholding any [A-Z]\w*", "holding any", "The same of a cell."),
)
