"""Sentences taken apart: who does what with what. What the checker found is worded; nothing is looked up a second time."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.dsl.check.phrases import singulars
from rulewright.dsl.meaning import sentences as s
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
    routine: RoutineSym | None = None  # the author's own
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


def meant_by(sp: Speech, phrase: e.Phrase) -> s.Act | s.Perform | s.Do | None:
    """What a sentence means, whoever does it and whatever of it is chosen."""
    found = sp.world.deeds.get(id(phrase))
    node: object = found[1] if found is not None else None
    while isinstance(node, s.Each | s.Chosen):
        node = node.deed if isinstance(node, s.Chosen) else node.body[0]
    return node if isinstance(node, s.Act | s.Perform | s.Do) else None


def take_apart(sp: Speech, phrase: e.Phrase) -> Deed:
    """The words around the verb. Which verb it is, and whose, is known from its meaning."""
    arguments = phrase.arguments
    tails = [(t.preposition, t.arguments) for t in phrase.tails]
    sp.record.seen.add(phrase.span)
    for tail in phrase.tails:
        sp.record.seen.add(tail.span)
    meant = meant_by(sp, phrase)
    routine = meant.routine if isinstance(meant, s.Perform | s.Do) else None
    verb = meant.verb if isinstance(meant, s.Act) else routine.name if routine is not None else ""
    for at, word in enumerate(arguments[:2]):
        if isinstance(word, e.Word) and verb in {word.name, *singulars(word.name)}:
            sp.see(word)
            subject = arguments[0] if at else None
            assert not isinstance(subject, e.Sel)
            return Deed(verb, subject, arguments[at + 1 :], tails, phrase.giving, routine, routine is None)
    match arguments:
        case [e.Of(left=e.Word() as called, right=about) as whole] if routine is not None:
            rest: list[Argument] = [about]
        case [e.Call(function=e.Word() as called) as whole] if routine is not None:
            rest = list(whole.arguments)
        case [subject, e.Word(name="take" | "takes") as takes, e.Word() as phase] if not isinstance(subject, e.Sel):
            sp.see(takes)
            return Deed("take", subject, [phase], tails, phrase.giving, None, True)
        case _:
            return _unknown(sp, phrase, tails)
    sp.record.seen.add(whole.span)
    sp.see(called)
    return Deed(verb, None, rest, tails, phrase.giving, routine)


def _unknown(sp: Speech, phrase: e.Phrase, tails: list[tuple[str, list[Argument]]]) -> Deed:
    """What is no sentence of a body has no meaning: its first word is its verb."""
    first = phrase.arguments[0] if phrase.arguments else None
    if not isinstance(first, e.Word):
        return Deed("do", None, phrase.arguments, tails, phrase.giving)
    sp.see(first)
    return Deed(first.name, None, phrase.arguments[1:], tails, phrase.giving)


def title(name: str) -> str:
    """The name of a routine as a heading."""
    words = spoken(name)
    return words[:1].upper() + words[1:]
