"""Noun phrases and clauses: English in parts, put together only at the end, so that it can be negated, joined or made relative."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.rulebook.text import CLOSE, OPEN, plain
from rulewright.rulebook.words import listing, possessive, third


@dataclass(frozen=True, slots=True)
class Noun:
    """Somebody or something: `you`, `your rival`, `the tile`, `the cells around the troop`."""

    text: str
    many: bool = False
    second: bool = False  # you
    owning: str = ""  # possessive, if it is not made with an s: your, their, its
    joined: bool = False  # made of several parts, so that it stands in brackets where it could be misread

    @property
    def poss(self) -> str:
        """Before what is owned: `your`, `the tile’s`."""
        return self.owning or possessive(self.text, self.many)

    @property
    def short(self) -> bool:
        """Short enough for an s after it."""
        return bool(self.owning) or len(plain(self.text).split()) <= 3

    @property
    def is_figure(self) -> bool:
        """Whether it is a number in figures, which can stand before what is counted: `3`, `6 (option goal)`."""
        return plain(self.text)[:1].isdigit()

    @property
    def pron(self) -> str:
        """As an object within brackets where needed."""
        return f"({self.text})" if self.joined else self.text


YOU = Noun("you", second=True, owning="your")
THAT_PLAYER = Noun("that player", owning="their")
THERE = Noun("there")
IT = Noun("it", owning="its")


def rival_of(player: Noun, shared: bool = False) -> Noun:
    """Who plays against somebody; in a game that nobody wins, who plays it with them."""
    if shared and player.second:
        return Noun("the other player")
    return Noun(f"{player.owning or player.poss} rival")


def of(owner: Noun, what: str, many: bool = False) -> Noun:
    """`your hand`, `the tile’s cost`, `the cost of the tile that …`"""
    if plain(what).startswith("your "):  # called "your reach": whose it is, is said once
        what = what.replace("your ", "", 1)
    if plain(what).startswith("my "):  # my_room(player): the room of whoever it is asked of
        what = what.replace("my ", "", 1)
    if plain(what).endswith(" of") and owner.second:  # cards_of(player): your cards
        return Noun(f"{owner.poss} {''.join(what.rsplit(' of', 1))}", many)
    if plain(what).endswith(" of"):  # a definition that is called so: the value of the pile
        return Noun(f"the {what} {owner.text}", many)
    if owner.short and not owner.text.isdigit():
        return Noun(f"{owner.poss} {what}", many)
    return Noun(f"the {what} of {owner.text}", many)


def of_text(owner: Noun) -> str:
    """After what is owned: `of yours`, `of White`."""
    return "of yours" if owner.second else f"of {owner.text}"


@dataclass(frozen=True, slots=True)
class Clause:
    """Somebody does something: `the cell` `be` `empty`."""

    subject: Noun
    verb: str
    rest: str = ""
    opposite: Clause | None = None  # where negation is not a `not`: some and no
    negated: bool = False
    about: str = ""  # name of the bound thing that is the subject; relative clauses begin with it
    whose: str = ""  # the same, where the subject is something the thing has

    def negative(self) -> Clause:
        if self.opposite is not None:
            return replace(self.opposite, opposite=replace(self, opposite=None))
        return replace(self, negated=not self.negated)

    def predicate(self, many: bool, second: bool, would: bool = False) -> str:
        rest = f" {self.rest}" if self.rest else ""
        no = " not" if self.negated else ""
        if self.verb in {"can", "may"}:
            word = {"can": "could", "may": "might"}[self.verb] if would else self.verb
            return f"{word}{no}{rest}".replace("can not", "cannot")
        if would:
            return f"would{no} {self.verb}{rest}" if self.verb != "do" else f"would{no}{rest}"
        if self.verb == "be":
            return f"{'are' if many or second else 'is'}{no}{rest}"
        if self.verb.startswith("be "):
            return f"{'are' if many or second else 'is'}{no} {self.verb[3:]}{rest}"
        if self.verb == "do" and self.rest.startswith(OPEN):  # a verb of the rules, which cannot be bent
            return self._own_verb(many or second)
        if self.negated:
            return f"{'do' if many or second else 'does'} not {self.verb}{rest}"
        return f"{self.verb if many or second else third(self.verb)}{rest}"

    def _own_verb(self, plural: bool) -> str:
        """`fits the hero`, `does not fit the hero`, with the verb marked as a term."""
        if self.negated:
            return f"{'do' if plural else 'does'} not {self.rest}"
        return self.rest if plural else self.rest.replace(CLOSE, f"s{CLOSE}", 1)

    def text(self, would: bool = False) -> str:
        subject = self.subject
        return f"{subject.text} {self.predicate(subject.many, subject.second, would)}"

    def relative(self, name: str, many: bool, pronoun: str = "that") -> str | None:
        """`that is empty`, `whose terrain is wheat`; None if the clause does not begin with that thing."""
        if self.about == name:
            return f"{pronoun} {self.predicate(many, False)}"
        if self.whose == name:
            return f"whose {self.subject.owning} {self.predicate(self.subject.many, False)}"
        return None


@dataclass(frozen=True, slots=True)
class Both:
    """Several clauses joined by `and` or `or`."""

    word: str
    parts: tuple[Test, ...] = field(default=())

    def negative(self) -> Both:
        return Both("or" if self.word == "and" else "and", tuple(p.negative() for p in self.parts))

    def text(self, would: bool = False) -> str:
        mixed = any(isinstance(p, Both) for p in self.parts)
        found = [p.text(would) for p in self.parts]
        if self.word == "or":
            head = "either " if mixed else ""
            return head + (", or ".join(found) if mixed else listing(found, "or"))
        if mixed:
            return ", and ".join(_inner(p, would) for p in self.parts)
        return listing(found, "and")

    def relative(self, name: str, many: bool, pronoun: str = "that") -> str | None:
        found = [p.relative(name, many, pronoun) for p in self.parts]
        texts = [x for x in found if x is not None]
        if len(texts) < len(found):
            return None
        mixed = any(isinstance(p, Both) for p in self.parts)
        if all(x.startswith(f"{pronoun} ") for x in texts) and not mixed:
            texts = [texts[0], *(x.removeprefix(f"{pronoun} ") for x in texts[1:])]
        if mixed:
            return f", {self.word} ".join(texts)
        return listing(texts, self.word)


@dataclass(frozen=True, slots=True)
class Odd:
    """A clause that has to be said as a whole, both ways."""

    yes: str
    no: str
    maybe: str = ""  # as it would be

    def negative(self) -> Odd:
        return Odd(self.no, self.yes, f"it would not be true that {self.yes}")

    def text(self, would: bool = False) -> str:
        return (self.maybe or f"it would be true that {self.yes}") if would else self.yes

    def relative(self, name: str, many: bool, pronoun: str = "that") -> str | None:
        """Never: it is said as a whole."""


Test = Clause | Both | Odd


def _inner(part: Test, would: bool) -> str:
    text = part.text(would)
    return text if not isinstance(part, Both) or text.startswith("either ") else f"either {text}"


def conjuncts(test: Test) -> list[Test]:
    """The parts that must all hold."""
    if isinstance(test, Both) and test.word == "and":
        return [c for p in test.parts for c in conjuncts(p)]
    return [test]
