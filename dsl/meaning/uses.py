"""What the rules of a game make use of: functions and verbs of the library, and what sentences change."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning import sentences as s
from rulewright.dsl.meaning.rules import Rules
from rulewright.dsl.meaning.walk import nodes

SLANTING = frozenset({"diagonals", "slides", "diagonals_ahead", "diagonal", "leaps"})


@lru_cache(8)
def used(rules: Rules) -> frozenset[str]:
    """The functions and verbs of the library that some rule uses, by their names; what rules call so themselves is none of them. `chance`
    is among them if it decides anything."""
    functions = {x.function for x in nodes(rules, m.Apply)}
    chance = {who.how for who in nodes(rules, s.Who)} & {"chance"}
    return frozenset(functions | chance | {x.verb for x in nodes(rules, s.Act)})


def on_diagonals(rules: Rules) -> bool:
    """Whether diagonals matter: such boards are drawn in two shades."""
    return not SLANTING.isdisjoint(used(rules))


@lru_cache(8)
def acts(rules: Rules) -> tuple[s.Act, ...]:
    """Every sentence with a verb of the library."""
    return tuple(nodes(rules, s.Act))


def words(act: s.Act, role: str) -> tuple[s.Word, ...]:
    """The words that fill a role of a sentence."""
    return tuple(word for argument in act.arguments if argument.role == role for word in argument.words)


def targets(act: s.Act) -> Iterator[m.Read | m.Mention]:
    """What a sentence that gains, loses, pays or sets something is about: an attribute, of somebody or of whoever is named apart. It stands
    behind the amount."""
    for word in words(act, "what")[-1:]:
        if isinstance(word, m.Read | m.Mention):
            yield word


def name_of(word: m.Read | m.Mention) -> str:
    return word.name if isinstance(word, m.Mention) else word.attrs[0].name


CHANGES = frozenset({"gain", "lose", "pay"})


def changed(rules: Rules) -> frozenset[str]:
    """The names of what some rule lets somebody gain, lose or pay."""
    return frozenset(name_of(target) for act in acts(rules) if act.verb in CHANGES for target in targets(act))
