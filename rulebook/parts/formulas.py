"""Formulas of dice: expressions of the rules as functions of what is rolled, with everything else in them as parameters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rulewright.dsl import types as t
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.rulebook.english.functions import alike
from rulewright.rulebook.english.meant import type_of
from rulewright.rulebook.english.prose import constant
from rulewright.rulebook.english.speech import Speech

Values = dict[str, int]
Compute = Callable[[Values], int]


class Unknown(Exception):
    """Something that cannot be tabulated."""


@dataclass(slots=True)
class Roll:
    name: str
    faces: list[int]
    text: str


@dataclass(slots=True)
class Formula:
    """An expression of rolls, with everything else in it as parameters."""

    speech: Speech
    rolls: dict[str, Roll]
    lets: dict[str, e.Expr]
    parameters: list[tuple[e.Expr, str]] = field(default_factory=list)
    unmarked: list[e.Expr] = field(default_factory=list)  # marks that are taken as not set

    def compute(self, node: e.Expr) -> Compute:
        """A function from values of rolls and parameters to the value of the expression."""
        match node:
            case e.Num(_, number):
                return lambda _: number
            case e.Word(_, name) if name in self.rolls:
                return lambda v: v[name]
            case e.Word(_, name) if name in self.lets:
                return self.compute(self.lets[name])
            case e.Minus(_, operand):
                inner = self.compute(operand)
                return lambda v: -inner(v)
            case e.Not(_, operand):
                positive = self.compute(operand)
                return lambda v: int(not positive(v))
            case _ if not self.depends(node):
                return self._parameter(node)
            case e.Arith(_, operator, left, right):
                return _arith(operator, self.compute(left), self.compute(right))
            case e.Compare(_, relation, _, left, right):
                return _compare(relation, self.compute(left), self.compute(right))
            case e.Logic(_, operator, left, right):
                a, b = self.compute(left), self.compute(right)
                return (lambda v: int(a(v) and b(v))) if operator == "and" else (lambda v: int(a(v) or b(v)))
            case e.Ternary(_, then, test, other):
                c, y, n_ = self.compute(test), self.compute(then), self.compute(other)
                return lambda v: y(v) if c(v) else n_(v)
            case e.In(_, left, e.Braces(_, items)):
                what, options = self.compute(left), [self.compute(i) for i, _ in items]
                return lambda v: int(any(what(v) == o(v) for o in options))
            case e.Call(_, e.Word(_, "min" | "max" as name), arguments):
                parts = [self.compute(a) for a in arguments]
                best = min if name == "min" else max
                return lambda v: best(p(v) for p in parts)
            case _:
                raise Unknown

    def depends(self, node: e.Expr) -> bool:
        for word in nodes(node, e.Word):
            if word.name in self.rolls or (word.name in self.lets and self.depends(self.lets[word.name])):
                return True
        return False

    def is_mark(self, node: e.Expr) -> bool:
        """Whether something is a mark that is set or not, whatever it is called here."""
        if isinstance(node, e.Word) and node.name in self.lets:
            return self.is_mark(self.lets[node.name])
        return isinstance(node, e.Word | e.Dot) and type_of(self.speech, node) == t.FLAG

    def _parameter(self, node: e.Expr) -> Compute:
        fixed = constant(self.speech, node)
        if fixed is not None and fixed.lstrip("-").isdigit():
            number = int(fixed)
            return lambda _: number
        if type_of(self.speech, node) == t.FLAG:
            if not self.is_mark(node):
                raise Unknown
            if not any(alike(known, node) for known in self.unmarked):
                self.unmarked.append(node)
            return lambda _: 0
        for known, name in self.parameters:
            if alike(known, node) or known is node:
                return lambda v: v[name]
        name = f"parameter {len(self.parameters)}"
        self.parameters.append((node, name))
        return lambda v: v[name]


def _arith(operator: str, a: Compute, b: Compute) -> Compute:
    match operator:
        case "+":
            return lambda v: a(v) + b(v)
        case "-":
            return lambda v: a(v) - b(v)
        case "*":
            return lambda v: a(v) * b(v)
        case "/":
            return lambda v: a(v) // b(v) if b(v) else 0
        case _:
            return lambda v: a(v) % b(v) if b(v) else 0


def _compare(relation: str, a: Compute, b: Compute) -> Compute:
    match relation:
        case "is":
            return lambda v: int(a(v) == b(v))
        case "is not":
            return lambda v: int(a(v) != b(v))
        case "<":
            return lambda v: int(a(v) < b(v))
        case "<=":
            return lambda v: int(a(v) <= b(v))
        case ">":
            return lambda v: int(a(v) > b(v))
        case ">=":
            return lambda v: int(a(v) >= b(v))
        case _:
            raise Unknown
