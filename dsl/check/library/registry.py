"""What each verb and function of the library does, by its name. What they are called and how they are written stands in their rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import expr
from rulewright.dsl.check.phrases import Parts
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.forms import VERB_ROWS
from rulewright.dsl.library.functions import FUNCTIONS
from rulewright.dsl.library.rows import VerbRow
from rulewright.dsl.lower.values import Steps, Value
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e

# ---------------------------------------------------------------- verbs

Act = Callable[[Context, Parts, Steps], Context]


@dataclass(frozen=True, slots=True)
class Verb:
    """A row of the library, and what a sentence with it does."""

    row: VerbRow
    run: Act


VERBS: dict[str, Verb] = {}


def verb(name: str) -> Callable[[Act], Act]:
    """What a verb does. Its words stand in its row, in `forms.py`."""

    def register(run: Act) -> Act:
        VERBS[name] = Verb(VERB_ROWS[name], run)
        return run

    return register


# ---------------------------------------------------------------- functions

Run = Callable[[Context, list[e.Expr], Span], Value]
Apply = Callable[[Context, Value, Span], Value]


@dataclass(frozen=True, slots=True)
class Function:
    """What a function gives; of one thing, it can be written `f of x` and `x.f`, too."""

    run: Run
    value: Apply | None = None


GIVES: dict[str, Function] = {}


def unary(name: str) -> Callable[[Apply], Apply]:
    """A function of one value."""
    row = FUNCTIONS[name]

    def register(apply: Apply) -> Apply:
        def run(cx: Context, arguments: list[e.Expr], span: Span) -> Value:

            if len(arguments) != 1:
                return cx.error(codes.WRONG_ARGUMENTS, f"`{name}` takes one thing.", span, f"Write `{row.form}`.")
            value = expr(cx, arguments[0])
            return value if coerce.is_poison(value) else apply(cx, value, arguments[0].span)

        GIVES[name] = Function(run, apply)
        return apply

    return register


def function(name: str) -> Callable[[Run], Run]:
    """A function of several values, given as written."""
    row = FUNCTIONS[name]

    def register(body: Run) -> Run:
        def run(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
            if not row.fewest <= len(arguments) <= row.most:
                number = row.fewest if row.fewest == row.most else f"{row.fewest} to {row.most}"
                return cx.error(codes.WRONG_ARGUMENTS, f"`{name}` takes {number} things.", span, f"Write `{row.form}`.")
            return body(cx, arguments, span)

        GIVES[name] = Function(run)
        return run

    return register
