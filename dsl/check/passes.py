"""Where the families of checking meet: an expression holds sentences, a sentence holds expressions, and either calls definitions.

Families import these functions; `bind` says who carries them out, once, when the checker is put together (`check.program`).
"""

from __future__ import annotations

from typing import Protocol

from rulewright.dsl import types as t
from rulewright.dsl.check.context import Context
from rulewright.dsl.lower.values import Code, Steps, Value
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import DefineSym


class Passes(Protocol):
    """Who carries out what any family may ask for."""

    def expr(self, cx: Context, node: e.Expr | e.Sel, expect: t.Type | None = None) -> Value: ...
    def test(self, cx: Context, node: e.Expr) -> Code: ...
    def call_define(self, cx: Context, sym: DefineSym, arguments: list[tuple[Value, Span]], span: Span) -> Value: ...
    def check_define(self, cx: Context, sym: DefineSym, span: Span) -> None: ...
    def attribute(self, cx: Context, value: Value, name: str, span: Span) -> Value: ...
    def possible(self, cx: Context, phrase: e.Phrase) -> Code: ...
    def sentence(self, cx: Context, phrase: e.Phrase, out: Steps) -> Context: ...
    def block(self, cx: Context, body: list[d.Stmt]) -> Steps: ...


_bound: list[Passes] = []


def bind(passes: Passes) -> None:
    _bound[:] = [passes]


def expr(cx: Context, node: e.Expr | e.Sel, expect: t.Type | None = None) -> Value:
    """The value of an expression. `expect` tells what is wanted, so that a bare word can be the member of a type."""
    return _bound[0].expr(cx, node, expect)


def test(cx: Context, node: e.Expr) -> Code:
    """A condition."""
    return _bound[0].test(cx, node)


def call_define(cx: Context, sym: DefineSym, arguments: list[tuple[Value, Span]], span: Span) -> Value:
    """What a definition gives for these arguments."""
    return _bound[0].call_define(cx, sym, arguments, span)


def check_define(cx: Context, sym: DefineSym, span: Span) -> None:
    """A definition is checked when it is first called."""
    _bound[0].check_define(cx, sym, span)


def attribute(cx: Context, value: Value, name: str, span: Span) -> Value:
    """What something has, by its name."""
    return _bound[0].attribute(cx, value, name, span)


def possible(cx: Context, phrase: e.Phrase) -> Code:
    """Whether the acting player can do an action."""
    return _bound[0].possible(cx, phrase)


def sentence(cx: Context, phrase: e.Phrase, out: Steps) -> Context:
    """A sentence; the place after it may know more names."""
    return _bound[0].sentence(cx, phrase, out)


def block(cx: Context, body: list[d.Stmt]) -> Steps:
    """Statements one after the other."""
    return _bound[0].block(cx, body)
