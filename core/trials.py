"""Trials that turn out well are often done for real right afterwards: where a trial and a deed are the same, one will do."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from rulewright.core import ir
from rulewright.core.effects import reachable
from rulewright.core.program import Alt, Proc
from rulewright.core.sampling import trials
from rulewright.core.walk import statements, substitute


def then_done(node: ir.If) -> ir.Would | None:
    """The trial of `if (… after deed): deed`, if its deed is the first thing that is done when the answer is yes."""
    match node:
        case ir.If(ir.Would(proc, args, _) as trial, (ir.Do(deed, given, _), *_), _):
            match _spoken(proc.body):
                case (ir.Do(tried, asked, _),) if tried is deed:
                    known = dict(zip(proc.params, args, strict=True))
                    if tuple(substitute(a, known) for a in asked) == given and _silent(deed):
                        return trial
    return None


def tried_out(alt: Alt) -> ir.Would | None:
    """The trial of an option that does exactly what taking the option does first."""
    demands = [clause.test for clause in trials(alt) if isinstance(clause, ir.Test)]
    if len(demands) != 1 or not isinstance(demands[0], ir.Would) or not alt.body:
        return None
    trial, first = demands[0], alt.body[0]
    if not isinstance(first, ir.Do) or first.args != trial.args or not _silent(first.proc):
        return None
    return trial if same_deed(trial.proc, first.proc) else None


def same_deed(a: Proc, b: Proc) -> bool:
    """Whether two procedures do the same, apart from counting that they were there."""
    return a is b or (a.params == b.params and a.locals == b.locals and _same(a.body, b.body))


def _same(a: Any, b: Any) -> bool:
    if a is b:
        return True
    if isinstance(a, Proc) and isinstance(b, Proc):
        return same_deed(a, b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        a, b = _spoken(a), _spoken(b)
        return len(a) == len(b) and all(map(_same, a, b))
    if type(a) is type(b) and is_dataclass(a) and type(a).__module__ == ir.__name__:
        return all(_same(getattr(a, f.name), getattr(b, f.name)) for f in fields(a))
    return bool(a == b)


def _spoken(body: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(x for x in body if not isinstance(x, ir.Fired))


def _silent(deed: Proc) -> bool:
    """Whether a procedure neither ends the match nor tells anything: then nobody can say when it was done."""
    return not any(
        isinstance(s, ir.End | ir.Ask) or (isinstance(s, ir.Effect) and s.op == "say") for p in reachable(deed) for s in statements(p.body)
    )
