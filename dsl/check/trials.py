"""What is only tried out may not stop: no decision and no chance below `(… after …)` or above an `ensures`.

Whether a sentence can stop is known only when all bodies are; so this runs over the finished procedures.
"""

from __future__ import annotations

from rulewright.core.program import Choice, Proc
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower.routines import first_stop
from rulewright.dsl.source import Span
from rulewright.dsl.world import World


def check_trials(world: World) -> None:
    stops: dict[Proc, Choice | None] = {}
    ensured = {r.trial: r for routines in world.routines.values() for r in routines if r.trial is not None}
    for proc in world.tried:
        choice = first_stop(proc, stops)
        if choice is None:
            continue
        routine = ensured.get(proc)
        where = routine.decl.span if routine is not None else _span(world, proc.span)
        what = "the `ensures` of this action must be tried out first" if routine is not None else "it is only tried out here"
        others = (Label(where, what),) if where is not None else ()
        span = _span(world, choice.span) or where or world.game.span
        who = "Chance decides" if choice.decider is None else "Somebody decides"
        world.error(
            codes.STOPS_HERE,
            f"{who} here, but the sentence is also tried out without being done.",
            span,
            help="What is tried out may not roll, draw or ask. Decide first, and try out the rest.",
            others=tuple(o for o in others if o.span != span),
        )


def _span(world: World, number: int) -> Span | None:
    return Span(*world.program.spans[number]) if number >= 0 else None
