"""Sentences taken apart: who does what with what. The same reading as the checker's, but only for wording."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.dsl.check.phrases import singulars
from rulewright.dsl.library.forms import VERB_ROWS
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import RoutineSym
from rulewright.rulebook.english.speech import Speech
from rulewright.rulebook.text import mark
from rulewright.rulebook.words import spoken, third

Argument = e.Expr | e.Sel
DOUBLED = frozenset(
    {"put", "set", "get", "run", "hit", "cut", "bid", "stop", "drop", "swap", "flip", "win", "shed", "dig", "trap", "step", "bet", "sit"}
)


@dataclass(frozen=True, slots=True)
class Deed:
    verb: str
    subject: e.Expr | None
    arguments: list[Argument]
    tails: list[tuple[str, list[Argument]]]
    giving: str | None
    routines: list[RoutineSym] = field(default_factory=list)
    library: bool = False

    def tail(self, *prepositions: str) -> list[Argument] | None:
        return next((a for p, a in self.tails if p in prepositions), None)


@dataclass(frozen=True, slots=True)
class Act:
    """A verb with the rest of its sentence; or a whole sentence that needs nobody to do it."""

    verb: str
    rest: str = ""
    ref: str = ""  # anchor of the verb, if the rules define it
    whole: str = ""

    def _said(self, form: str) -> str:
        if not self.ref:
            return form
        head, space, more = form.partition(" ") if not self.verb.count(" ") else (form, "", "")
        return mark("term", head, self.ref) + space + more

    @property
    def base(self) -> str:
        return self.whole or f"{self._said(self.verb)}{self.rest}"

    @property
    def third(self) -> str:
        return self.whole or f"{self._said(third(self.verb))}{self.rest}"

    @property
    def gerund(self) -> str:
        return self.whole or f"{self._said(gerund(self.verb))}{self.rest}"


def gerund(verb: str) -> str:
    head, space, rest = verb.partition(" ")
    if head in DOUBLED:
        head += head[-1]
    elif head.endswith("e") and not head.endswith(("ee", "ye", "oe")) and len(head) > 2:
        head = head[:-1]
    return f"{head}ing{space}{rest}"


def take_apart(sp: Speech, phrase: e.Phrase) -> Deed:
    """Find the verb: the first word, or else the second in the third person."""
    arguments = phrase.arguments
    tails = [(t.preposition, t.arguments) for t in phrase.tails]
    sp.record.seen.add(phrase.span)
    for tail in phrase.tails:
        sp.record.seen.add(tail.span)
    first = arguments[0] if arguments else None
    second = arguments[1] if len(arguments) > 1 else None
    if phrase.each is not None and isinstance(first, e.Word):
        for candidate in singulars(first.name):
            if _is_verb(sp, candidate):
                sp.see(first)
                return _deed(sp, phrase, candidate, None, arguments[1:], tails)
    if isinstance(first, e.Word) and first.name not in sp.names and _is_verb(sp, first.name):
        sp.see(first)
        return _deed(sp, phrase, first.name, None, arguments[1:], tails)
    called = _phase_call(sp, first) if len(arguments) == 1 else None
    if called is not None and first is not None:
        sp.record.seen.add(first.span)
        sp.see(called[0])
        return _deed(sp, phrase, called[0].name, None, called[1], tails)
    if isinstance(second, e.Word) and first is not None and not isinstance(first, e.Sel):
        for candidate in [*singulars(second.name), *({second.name} & {"win", "lose"})]:
            if _is_verb(sp, candidate):
                sp.see(second)
                return _deed(sp, phrase, candidate, first, arguments[2:], tails)
    name = first.name if isinstance(first, e.Word) else ""
    sp.see(first) if isinstance(first, e.Word) else None
    return _deed(sp, phrase, name or "do", None, arguments[1:] if name else arguments, tails)


def _is_verb(sp: Speech, word: str) -> bool:
    return word in VERB_ROWS or word in sp.world.routines


def _phase_call(sp: Speech, node: Argument | None) -> tuple[e.Word, list[Argument]] | None:
    if isinstance(node, e.Of) and isinstance(node.left, e.Word) and node.left.name in sp.world.routines:
        return node.left, [node.right]
    if isinstance(node, e.Call) and isinstance(node.function, e.Word) and node.function.name in sp.world.routines:
        return node.function, list(node.arguments)
    return None


def _deed(
    sp: Speech, phrase: e.Phrase, verb: str, subject: e.Expr | None, arguments: list[Argument], tails: list[tuple[str, list[Argument]]]
) -> Deed:
    return Deed(verb, subject, arguments, tails, phrase.giving, sp.world.routines.get(verb, []), verb in VERB_ROWS)


def title(name: str) -> str:
    """The name of a routine as a heading."""
    words = spoken(name)
    return words[:1].upper() + words[1:]
