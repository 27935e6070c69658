"""Where the families of English meet: a value holds conditions, a condition holds values, and either speaks of deeds.

Families below import these functions; the package binds whoever carries them out, once.
"""

from __future__ import annotations

from typing import Protocol

from rulewright.dsl.syntax import expressions as e
from rulewright.rulebook.english.nouns import Noun, Test
from rulewright.rulebook.english.speech import Speech


class Passes(Protocol):
    """Who says what any family may ask for."""

    def value(self, sp: Speech, node: e.Expr | e.Sel) -> Noun: ...
    def clause(self, sp: Speech, node: e.Expr) -> Test: ...
    def items_of(self, sp: Speech, node: e.Braces, word: str) -> str: ...
    def location(self, sp: Speech, node: e.Expr) -> str | None: ...
    def doing(self, sp: Speech, phrase: e.Phrase) -> str: ...
    def base_form(self, sp: Speech, phrase: e.Phrase) -> str: ...


_bound: list[Passes] = []


def bind(passes: Passes) -> None:
    _bound[:] = [passes]


def value(sp: Speech, node: e.Expr | e.Sel) -> Noun:
    """What an expression stands for."""
    return _bound[0].value(sp, node)


def clause(sp: Speech, node: e.Expr) -> Test:
    """An expression as something that is so or not."""
    return _bound[0].clause(sp, node)


def items_of(sp: Speech, node: e.Braces, word: str) -> str:
    """`wood and 2 stone`"""
    return _bound[0].items_of(sp, node, word)


def location(sp: Speech, node: e.Expr) -> str | None:
    """Where something is, if the expression is a function that gives cells."""
    return _bound[0].location(sp, node)


def doing(sp: Speech, phrase: e.Phrase) -> str:
    """`building a house`"""
    return _bound[0].doing(sp, phrase)


def base_form(sp: Speech, phrase: e.Phrase) -> str:
    """`build a house`"""
    return _bound[0].base_form(sp, phrase)
