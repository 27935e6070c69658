"""What everybody has seen chance decide is no secret, by whatever names it goes on its way into a secret attribute."""

from __future__ import annotations

from rulewright.dsl.check.context import Context
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import verbs_values as lower
from rulewright.dsl.lower.targets import Target
from rulewright.dsl.lower.values import Code, Slot, Value
from rulewright.dsl.source import Span
from rulewright.dsl.world import RoutineSym, World

HELP = "Make the values pieces: shuffle them in a place that is `seen by owner`, and draw one."


def check_secret(cx: Context, goal: Target, value: Code, span: Span) -> None:
    if goal.attr is None or goal.attr.nature != "secret":
        return
    if lower.tells_a_roll(cx, value):
        _refuse(cx.world, goal.attr.name, span)
    if isinstance(cx.subject, RoutineSym):
        for param in cx.subject.params:
            handed = cx.names.get(param.name)
            if handed is not None and handed.expr is not None and lower.comes_from(value, handed.expr):
                cx.world.kept_secret[cx.subject, param.name] = goal.attr.name


def follow(cx: Context, local: Slot, value: Code) -> None:
    """A roll keeps being one under another name."""
    if lower.tells_a_roll(cx, value):
        lower.seen(cx, local)


def hand_on(cx: Context, routine: RoutineSym, arguments: list[tuple[Value, Span]]) -> None:
    for param, (value, span) in zip(routine.params, arguments, strict=False):
        if value.expr is not None and lower.tells_a_roll(cx, value.expr):
            cx.world.rolls_handed.append((routine, param.name, span))


def check_handed(world: World) -> None:
    """Rolls that were handed to a verb or phase which keeps them secret."""
    for routine, name, span in world.rolls_handed:
        attr = world.kept_secret.get((routine, name))
        if attr is not None:
            _refuse(world, attr, span)


def _refuse(world: World, name: str, span: Span) -> None:
    world.error(codes.WRONG_ARGUMENTS, f"Everybody has seen this roll, so `{name}` is no secret.", span, help=HELP)
