"""The tables of the library: its verbs and its functions, each with what it does. The reference is generated from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.phrases import Parts
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.library.forms import VERB_ROWS
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
    name: str
    form: str
    help: str
    run: Run
    value: Apply | None = None  # for functions of one thing: also `f of x` and `x.f`
    group: str = "numbers and sets"


GROUPS = ("numbers and sets", "places", "the match", "geometry")  # in the order of the reference
FUNCTIONS: dict[str, Function] = {}


def unary(name: str, form: str, help: str, group: str = "numbers and sets") -> Callable[[Apply], Apply]:
    """A function of one value."""

    def register(apply: Apply) -> Apply:
        def run(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
            from rulewright.dsl.check.expressions import expr

            if len(arguments) != 1:
                return cx.error(codes.WRONG_ARGUMENTS, f"`{name}` takes one thing.", span, f"Write `{form}`.")
            value = expr(cx, arguments[0])
            return value if coerce.is_poison(value) else apply(cx, value, arguments[0].span)

        FUNCTIONS[name] = Function(name, form, help, run, apply, group)
        return apply

    return register


def function(
    name: str, form: str, help: str, fewest: int, most: int | None = None, group: str = "numbers and sets"
) -> Callable[[Run], Run]:
    """A function of several values, given as written."""
    limit = fewest if most is None else most

    def register(body: Run) -> Run:
        def run(cx: Context, arguments: list[e.Expr], span: Span) -> Value:
            if not fewest <= len(arguments) <= limit:
                return cx.error(
                    codes.WRONG_ARGUMENTS,
                    f"`{name}` takes {fewest if fewest == limit else f'{fewest} to {limit}'} things.",
                    span,
                    f"Write `{form}`.",
                )
            return body(cx, arguments, span)

        FUNCTIONS[name] = Function(name, form, help, run, None, group)
        return run

    return register
