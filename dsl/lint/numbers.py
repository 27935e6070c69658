"""Prose that states a number which the rule beside it contradicts.

A claim is a number in words or digits before a noun that the rule knows: "three tiles", "4 gold". What the rule says about
that noun is gathered from the construct the prose belongs to: `draw 3 Card`, `count Tile in hand > 3`, `piece Mark: 5`,
`gain 2 gold`. Only where the rule says one thing about the noun, and the prose another, there is something to warn about:
rather a contradiction missed than a false alarm.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from rulewright.dsl.check.phrases import singulars
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lint.subject import Subject
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import everything
from rulewright.dsl.world import snake

WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
NUMBERS = {word: i for i, word in enumerate(WORDS)} | {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50}
CLAIM = re.compile(rf"\b({'|'.join(NUMBERS)}|\d+)[ -]+(?:([a-z]+)[ -]+)?([a-z]+)\b", re.IGNORECASE)
NUMBER = re.compile(rf"\b({'|'.join(NUMBERS)}|\d+)\b", re.IGNORECASE)
Said = dict[str, dict[int, tuple[Span, frozenset[int]]]]  # noun -> number -> where, and what prose may make of it


def prose_numbers(subject: Subject) -> None:
    for prose, scope in _scopes(subject):
        if prose:
            _look(subject, prose, scope)


def _scopes(subject: Subject) -> Iterator[tuple[list[d.Prose], object]]:
    """Prose with the construct it belongs to."""

    def told(body: list[d.Stmt]) -> list[d.Prose]:
        return [s for s in body if isinstance(s, d.Prose)]

    for node in subject.everywhere(d.Demand, d.Attribute, d.Entry, d.Member, d.Define, d.Option, d.Piece, d.Place):
        yield node.prose, node
    for node in subject.everywhere(d.Procedure, d.Action, d.Interrupt, d.Hook, d.Standing, d.Loop, d.While, d.Repeat, d.AnyOrder):
        yield told(node.body), node
    for node in subject.everywhere(d.If):
        for test, body in node.branches:
            yield told(body), [test, body]


def _look(subject: Subject, prose: list[d.Prose], scope: object) -> None:
    said: Said | None = None
    for line in prose:
        claims = list(CLAIM.finditer(line.text))
        if not claims:
            continue
        said = said if said is not None else _said(subject, scope)
        told = {_number(x) for p in prose for x in NUMBER.findall(p.text)}
        for claim in claims:
            _compare(subject, line, claim, said, told)


def _number(word: str) -> int:
    return NUMBERS[word.lower()] if word.lower() in NUMBERS else int(word)


def _compare(subject: Subject, line: d.Prose, claim: re.Match[str], said: Said, told: set[int]) -> None:
    word = claim.group(1).lower()
    number = _number(word)
    for between, noun in ((None, claim.group(2)), (claim.group(2), claim.group(3))):
        if noun is None or between in {"of", "or", "and", "to", "in", "on", "by", "more", "other", "as", "for", "is", "are"}:
            continue
        stated = next((said[x] for x in singular(noun.lower()) if x in said), None)
        if stated is None:
            continue
        if len(stated) == 1:
            value, (span, allowed) = next(iter(stated.items()))
            if number not in allowed and not told & allowed:  # prose that names the number of the rule as well speaks of two things
                text = subject.world.sources.text(line.span)
                at = text.find(claim.group())
                start = line.span.start + max(0, at)
                subject.warn(
                    codes.PROSE_NUMBER,
                    f"The prose says {word}, but the rule says {value}.",
                    Span(line.span.file, start, start + (len(claim.group()) if at >= 0 else 1)),
                    others=(Label(span, "the rule"),),
                    help="Correct one of them. A value in braces, like `{hand_limit}`, is always right.",
                )
        return


def singular(word: str) -> list[str]:
    """What a noun of the prose may be called in the rules."""
    return [word, *singulars(word)] if word.endswith("s") else [word, word + "s"]


# ---------------------------------------------------------------- what the rule says


def _said(subject: Subject, scope: object) -> Said:
    found: Said = {}

    def say(noun: str, value: int | None, span: Span, *others: int) -> None:
        if value is not None:
            found.setdefault(noun.lower(), {})[value] = (span, frozenset({value, *others}))

    def number(node: object) -> int | None:
        return constant(subject, node)

    for node in everything(scope):
        match node:
            case e.Many(_, "at least" | "at most" | "exactly" | "the first", amount, e.Sel(source=source)):
                say(noun_of(source), number(amount), node.span)
            case e.Compare(_, relation, _, e.Many(_, "count", _, e.Sel(source=source)), right):
                value = number(right)
                near = {">": 1, "<=": 1, "<": -1, ">=": -1}.get(relation, 0)
                say(noun_of(source), value, node.span, (value or 0) + near)
            case e.Phrase():
                _phrase(node.arguments, number, say)
                for tail in node.tails:
                    _phrase(tail.arguments, number, say)
            case d.Decision(quota=d.Quota(low=low, high=high), selection=e.Sel(source=source)):
                for bound in (low, high):
                    say(noun_of(source), number(bound), node.span)
            case d.Attribute():
                bounds = [number(x) for low, high in node.domain.parts for x in (low, high)]
                first = number(node.initial)
                known = [x for x in (first, *bounds) if x is not None]
                if known:
                    say(node.name, known[0], node.initial.span if first is not None and node.initial else node.domain.span, *known)
            case d.Piece():
                for trait in node.traits:
                    if len(trait.arguments) == 1 and (not trait.tails or trait.tails[0][0] == "per"):
                        say(snake(node.name), number(trait.arguments[0]), trait.span)
    return found


def _phrase(arguments: list[e.Expr | e.Sel], number, say) -> None:  # type: ignore[no-untyped-def]
    """`draw 3 Card from deck`, `gain 2 gold`: an amount and what it is of."""
    for amount, thing in itertools.pairwise(arguments):
        value = number(amount)
        if value is not None:
            source = thing.source if isinstance(thing, e.Sel) else thing
            noun = noun_of(source)
            if noun:
                say(noun, value, Span(amount.span.file, amount.span.start, thing.span.end))


def noun_of(node: object) -> str:
    """The noun that an expression is about: of `Tile in hand of player` it is `tile`."""
    while isinstance(node, e.In | e.Of):
        node = node.left
    match node:
        case e.Kind(_, name):
            return snake(name)
        case e.Word(_, name) | e.Dot(_, _, name, _):
            return name
        case _:
            return ""


def constant(subject: Subject, node: object) -> int | None:
    """A number that is written, or has a name by `define`."""
    match node:
        case e.Num(_, value):
            return value
        case e.Word(_, name) if name in subject.world.defines:
            decl = subject.world.defines[name].decl
            return constant(subject, decl.value) if decl.value is not None and not decl.params else None
        case _:
            return None
