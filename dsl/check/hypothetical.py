"""`(… after …)`: a sentence tried out on a copy. It may not stop, and nothing outside hears of it."""

from __future__ import annotations

from rulewright.core.program import Proc
from rulewright.dsl import types as t
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import sentence
from rulewright.dsl.lower.calls import whoever
from rulewright.dsl.lower.routines import tried
from rulewright.dsl.lower.values import Code, Routine, Steps, Value
from rulewright.dsl.syntax import expressions as e


def performed(cx: Context, phrase: e.Phrase) -> tuple[Proc, tuple[Code, ...]] | None:
    """A procedure that does what the sentence says, with the present locals as its arguments."""

    routine = Routine()
    hidden = routine.new("player")
    params = [hidden]
    arguments: list[Code] = [whoever(cx.player)]
    inner = Context(
        cx.world,
        routine,
        {},
        Value(t.PLAYER, hidden, meaning=cx.player.meaning) if cx.player is not None else None,
        cx.hidden,
        cx.subject,
        cx.card,
        None,
    )
    for name, value in cx.names.items():
        if value.expr is None or not isinstance(value.type, t.Scalar | t.Maybe | t.SetOf | t.ListOf | t.BagOf):
            continue
        local = routine.new(name, value.expr.type)
        params.append(local)
        arguments.append(value.expr)
        inner.names[name] = Value(value.type, local, meaning=value.meaning)
    if cx.this is not None and cx.this.expr is not None:
        local = routine.new("this")
        params.append(local)
        arguments.append(cx.this.expr)
        inner.this = Value(cx.this.type, local, meaning=cx.this.meaning)
    body: Steps = []
    before = len(cx.world.findings.errors)
    sentence(inner, phrase, body)
    if len(cx.world.findings.errors) > before:
        return None
    proc = tried(cx.world, params, routine, body, phrase.span)
    return proc, tuple(arguments)
