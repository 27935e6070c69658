"""Conditions that always hold or never do.

The checker notes what every condition of the text has become. Here those are worked out that do not depend on the state, or
whose two sides cannot meet: a counter that goes to 9 is never more than 12. A condition that asks for an option, for the
number of players or for what a variant has replaced is left alone: it is settled in this match, but not in every one.
"""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.constant import NotConstant, evaluate
from rulewright.core.types import INT_MAX, INT_MIN, Int
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lint.subject import Subject, names_in
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e

Range = tuple[int, int]
ANYTHING: Range = (INT_MIN, INT_MAX)


def settled_conditions(subject: Subject) -> None:
    asked = _conditions(subject)
    verdicts: dict[Span, set[bool | None]] = {}
    for span, expr in subject.world.verdicts:
        if span in asked:
            verdicts.setdefault(span, set()).add(verdict(expr))
    for span, found in verdicts.items():
        if len(found) != 1 or None in found or _depends(subject, asked[span]):
            continue
        always = found == {True}
        subject.warn(
            codes.ALWAYS_TRUE,
            "This always holds." if always else "This never holds.",
            span,
            help="The condition can be left out." if always else "What depends on it never happens.",
        )


def _conditions(subject: Subject) -> dict[Span, e.Expr]:
    """The conditions as written: of sentences, selections, cases and values."""
    tests: list[e.Expr | None] = [test for node in subject.rules(d.If) for test, _ in node.branches]
    tests += [test for node in subject.rules(d.Define) for test, _ in node.cases]
    tests += [node.until for node in subject.rules(d.Repeat)]
    tests += [node.where for node in subject.rules(e.Sel)]
    tests += [node.test for node in subject.rules(d.While, d.Demand, d.Standing, d.Choice, e.Ternary)]
    return {t.span: t for t in tests if t is not None}


def _depends(subject: Subject, node: e.Expr) -> bool:
    """Whether a condition asks for what is chosen before the match, by itself or through a definition."""
    world = subject.world
    chosen = {*world.options, *world.replaced, "player_count", "Player", "everyone", *world.game.names}
    waiting, seen = set(names_in(node)), set[str]()
    while waiting:
        name = waiting.pop()
        if name in chosen:
            return True
        if name in world.defines and name not in seen:
            seen.add(name)
            waiting |= names_in(world.defines[name].decl)
    return False


def verdict(expr: ir.Expr) -> bool | None:
    """Whether a condition always or never holds; None if that depends."""
    match expr:
        case ir.Prim("and", (a, b), _, _):
            left, right = verdict(a), verdict(b)
            return False if left is False or right is False else True if left and right else None
        case ir.Prim("or", (a, b), _, _):
            left, right = verdict(a), verdict(b)
            return True if left or right else False if left is False and right is False else None
        case ir.Prim("not", (a,), _, _):
            inner = verdict(a)
            return None if inner is None else not inner
    try:
        return bool(evaluate(expr))
    except (NotConstant, RecursionError, ArithmeticError):
        pass
    match expr:
        case ir.Prim("lt" | "le" | "gt" | "ge" | "eq" | "ne" as op, (a, b), _, _) if isinstance(a.type, Int) and isinstance(b.type, Int):
            return _compared(op, span_of(a), span_of(b))
        case _:
            return None


def _compared(op: str, a: Range, b: Range) -> bool | None:
    match op:
        case "lt":
            return True if a[1] < b[0] else False if a[0] >= b[1] else None
        case "le":
            return True if a[1] <= b[0] else False if a[0] > b[1] else None
        case "gt" | "ge":
            return _compared("lt" if op == "gt" else "le", b, a)
        case "eq":
            return False if a[1] < b[0] or b[1] < a[0] else None
        case _:
            inner = _compared("eq", a, b)
            return None if inner is None else not inner


def span_of(expr: ir.Expr) -> Range:
    """Between which numbers an expression lies, as far as the rules tell. What is printed on pieces is data, and may be others'."""
    match expr:
        case ir.Const(value):
            return value, value
        case ir.Load(field, _, _) if isinstance(field.type, Int):
            return field.low, field.high
        case ir.Cond(_, then, other):
            a, b = span_of(then), span_of(other)
            return min(a[0], b[0]), max(a[1], b[1])
        case ir.Fold("count", _, _, _, _, _):
            return 0, INT_MAX
        case ir.Prim("add" | "sub" as op, (a, b), _, _):
            left, right = span_of(a), span_of(b)
            if ANYTHING in (left, right) or INT_MAX in (left[1], right[1]):
                return ANYTHING
            return (left[0] + right[0], left[1] + right[1]) if op == "add" else (left[0] - right[1], left[1] - right[0])
        case _:
            return ANYTHING
