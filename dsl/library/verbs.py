"""Verbs of the library: what a sentence does. The reference is generated from this table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.core import ir
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.phrases import Parts

Out = list[ir.Stmt]
Run = Callable[[Context, Parts, Out], Context]


@dataclass(frozen=True, slots=True)
class Verb:
    name: str
    forms: tuple[str, ...]
    help: str
    run: Run
    group: str


VERBS: dict[str, Verb] = {}


def verb(name: str, *forms: str, help: str, group: str) -> Callable[[Run], Run]:
    def register(run: Run) -> Run:
        VERBS[name] = Verb(name, forms, help, run, group)
        return run

    return register


from rulewright.dsl.library import verbs_ending, verbs_moving, verbs_values  # noqa: E402, F401 - they register themselves
