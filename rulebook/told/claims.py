"""What a condition or a change claims, read off its meaning: numbers, names, comparisons, denials, and whose something is.

Words tell a condition if they have all of its claims: `requires card.cost < 5` is not told by a sentence about the cost of cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.core.record import record
from rulewright.dsl import types as t
from rulewright.dsl.check.rules import rules_of
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.meaning import rules as r
from rulewright.dsl.meaning import sentences as s
from rulewright.dsl.meaning.walk import children, nodes
from rulewright.dsl.source import Span
from rulewright.dsl.world import AttrSym, RoutineSym, World
from rulewright.rulebook.author import printed, valued
from rulewright.rulebook.told.deeds import place_words, stem
from rulewright.rulebook.words import spoken

_WORD = re.compile(r"[A-Za-z_]+|\d+")


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in _WORD.findall(text))


MORE = _stems(
    """least more enough afford above over greater higher exceed than minimum beyond need pay cost spend lack short many reach outrank
    beat stronger longer older better best bigger larger ahead access full only"""
)
LESS = _stems(
    """most fewer less below under lower up_to maximum limit than within never no without room full cannot until space smaller
    shorter weaker cheaper while no_more only not"""
)
EQUAL = _stems("equal same exactly match tie both alike just as_many full all every no nothing none that only")
TURNED = _stems("turn flip over side cross mark face back tap upright reveal hidden show top")
DENIAL = _stems(
    """no not never nothing nobody none without except only other another different free empty cannot unless until before yet
    neither nor instead already once apart rest still nowhere unused unmarked elsewhere open ready new"""
)
BARE = _stems("empty free no nothing without nobody unoccupied vacant open not none gone last only bare run_out out missing left")
RIVAL = _stems("rival opponent other another enemy foe adversary neighbour else hostile opposite whoever player")
OWN = _stems("you your yours own yourself mine my its")


OFTEN = _stems("once single again")


@record
class Claim:
    """Something that words have to say, and words that do."""

    what: str
    words: frozenset[str]
    is_name: bool = False


@dataclass(slots=True)
class Meant:
    """The meaning of one game, by places in its text."""

    world: World
    steps: dict[Span, s.Demand | s.Act] = field(default_factory=dict)
    helpers: dict[str, r.Definition] = field(default_factory=dict)  # definitions that nobody explains
    offers: dict[str, list[RoutineSym]] = field(default_factory=dict)  # in which routines an action is offered

    def claims(self, span: Span) -> list[list[Claim]]:
        """What a condition or a change says, one list for each thing that has to hold or to be done; none for anything else."""
        step = self.steps.get(span)
        if step is None:
            return []
        if isinstance(step, s.Act):
            return [[claim for argument in step.arguments for word in argument.words for claim in self._claims(word)]]
        if step.word == "once" or step.test is None:
            per = [Claim(f"“{spoken(step.per)}”", self._words(step.per), True)] if step.per in self.world.kinds else []
            return [[Claim("how often", OFTEN), *per]]
        return [list(self._claims(part)) for part in _parts(step.test)]

    def _claims(self, x: object, denied: bool = False, within: frozenset[str] = frozenset()) -> Iterator[Claim]:
        match x:
            case m.Not(_, _, of):
                if not isinstance(of, m.Order | m.IsEmpty):  # whose opposites have words of their own
                    yield Claim("what is not so", DENIAL)
                denied = not denied
            case m.Order(_, _, relation, left, right):
                yield from _compared(relation, left, right, denied)
            case m.Same(_, _, left, right) if _whose(left, right):
                yield Claim("whose it is", _whose(left, right))
                yield from (claim for part in (left, right) for claim in self._claims(part, denied, within) if claim.is_name)
                return
            case m.IsEmpty(_, _, _, full) if full is denied:
                yield Claim("that it is empty", BARE)
            case m.Const(_, t.Number(), value) if abs(value) > 1:
                yield Claim(f"the number {abs(value)}", frozenset({str(abs(value))}))
            case m.OptionValue(_, t.Number(), option) if abs(option.value) > 1:
                yield Claim(f"the number {abs(option.value)}", frozenset({str(abs(option.value))}) | _stems(spoken(option.name)))
            case m.Defined(_, _, define, _, _) if define.name in self.helpers and define.name not in within:
                yield from self._claims(self.helpers[define.name].value, denied, within | {define.name})
            case m.Cases():
                return  # told case by case
            case _:
                yield from self._named(x)
        for child in children(x):
            yield from self._claims(child, denied, within)

    def _named(self, x: object) -> Iterator[Claim]:
        """What a node calls by a name of the game, and words for it."""
        match x:
            case m.Read(_, _, attrs, _, _):
                yield Claim(f"“{spoken(attrs[0].name)}”", self._attribute(attrs), True)
            case m.PlaceValue(_, _, place, _) if place is not None:
                yield Claim(f"“{spoken(place.name)}”", place_words(self.world, place.name), True)
            case m.Const(_, t.Enum(_, members), value) if 0 <= value < len(members):
                yield Claim(f"“{spoken(members[value])}”", self._value(members[value]), True)
            case m.Defined(_, _, define, _, _) if define.name not in self.helpers:
                yield Claim(f"“{spoken(define.name)}”", self._words(define.name), True)
            case m.IsKind(_, _, _, kind) | m.Selection(_, kind) if kind in self.world.kinds:
                yield Claim(f"“{spoken(kind)}”", self._words(kind), True)

    def _words(self, name: str) -> frozenset[str]:
        """The noun of a name: its last word, as the rules have it or as it is printed."""
        return frozenset(stem(one.split()[-1]) for one in (spoken(name), printed(self.world, name)) if one)

    def _value(self, name: str) -> frozenset[str]:
        return _stems(spoken(name)) | _stems(valued(self.world, name))

    def _attribute(self, attrs: tuple[AttrSym, ...]) -> frozenset[str]:
        """An attribute is named by its name, or by one of the values that it can have."""
        found = frozenset[str]().union(*(self._words(attr.name) for attr in attrs))
        for attr in attrs:
            inner = t.bare(attr.type)
            if isinstance(inner, t.Enum):
                found = found.union(*map(self._value, inner.members))
            if isinstance(inner, t.Flag | t.Player):  # shown by a side, or by whom it points at
                found |= TURNED
        return found


_KNOWN: dict[int, Meant] = {}


def meant(world: World) -> Meant:
    """The meaning of a game, as the book asks for it."""
    known = _KNOWN.get(id(world))
    if known is None or known.world is not world:
        _KNOWN.clear()  # one book at a time
        known = _KNOWN[id(world)] = _gathered(world)
    return known


def _gathered(world: World) -> Meant:
    rules = rules_of(world)
    found = Meant(world, helpers={x.symbol.name: x for x in rules.definitions if not x.symbol.said.prose})
    for step in nodes(rules, s.Step):
        if isinstance(step, s.Demand) or (isinstance(step, s.Act) and step.verb == "set"):
            found.steps[step.span] = step
    for routine in rules.routines:
        for offer in nodes(routine.body, s.Do):
            found.offers.setdefault(offer.routine.name, []).append(routine.symbol)
    return found


def _parts(test: m.Expr) -> Iterator[m.Expr]:
    if isinstance(test, m.Logic) and test.operator == "and":
        for part in test.parts:
            yield from _parts(part)
    else:
        yield test


def _compared(relation: str, left: m.Expr, right: m.Expr, denied: bool) -> Iterator[Claim]:
    if any(isinstance(part, m.Const) and abs(part.value) <= 1 for part in (left, right)):
        return  # at least one is `a`, at most none is `no`
    if relation == "=":
        yield Claim("that they are equal", EQUAL)
    else:
        more = (relation in {">", ">="}) is not denied
        yield Claim("at least how much" if more else "at most how much", MORE if more else LESS)


def _whose(left: m.Expr, right: m.Expr) -> frozenset[str]:
    """Words for whose something is, where a condition asks for an owner."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, m.Aspect) and one.which == "owner":
            if isinstance(other, m.Local) and other.binding.actor:
                return OWN
            if isinstance(other, m.Aspect) and other.which == "rival":
                return RIVAL
    return frozenset()
