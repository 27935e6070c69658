"""How a random player draws: what is expensive to know of an option is asked only of the option that was drawn.

Options whose demands include a trial ("... after the move") are drawn from a wider choice, in which trials are left out. An
option that fails its trial is put back and another is drawn, so that every option is still equally likely. After `TRIES` in
vain all options are made and one of them is drawn.
"""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Alt, Choice, Func
from rulewright.core.walk import clause_expr, expressions, mentions

TRIES = 8


def loosened(choice: Choice) -> Choice | None:
    """The choice without trials; None if there are none, or if an option could not be judged by itself."""
    if choice.decider is None or any(a.unless for a in choice.alts):
        return None
    seen: set[Func] = set()
    alts = [_loose_alt(a, seen) for a in choice.alts]
    if all(new is old for new, old in zip(alts, choice.alts, strict=True)) or None in alts:
        return None
    loose = tuple(a for a in alts if a is not None)
    return Choice(choice.decider, loose, choice.prompt, choice.span, choice.secret, choice.number)


def _loose_alt(alt: Alt, seen: set[Func]) -> Alt | None:
    kept: list[ir.Clause] = []
    rest = False
    for clause in alt.clauses:
        if isinstance(clause, ir.Test):
            cheap = [part for part in _conjuncts(clause.test) if not tries(part, seen)]
            rest = rest or tries(clause.test, seen)
            kept += [ir.Test(part, clause.span) for part in cheap] if tries(clause.test, seen) else [clause]
        elif (rest and isinstance(clause, ir.In)) or tries(clause_expr(clause), seen):
            return None
        else:
            kept.append(clause)
    if not rest:
        return alt
    bound = {c.local for c in kept if isinstance(c, ir.In)}
    if not bound <= set(alt.args):
        return None
    return Alt(tuple(kept), alt.args, alt.shown, alt.body, alt.role, alt.name, alt.words, (), alt.rule)


def trials(alt: Alt) -> tuple[ir.Clause, ...]:
    """What is still to be asked of an option once its arguments are known."""
    seen: set[Func] = set()
    found: list[ir.Clause] = []
    for clause in alt.clauses:
        if isinstance(clause, ir.Be):
            found.append(clause)
        elif isinstance(clause, ir.Test):
            found += [ir.Test(part, clause.span) for part in _conjuncts(clause.test) if tries(part, seen)]
    return needed(tuple(found))


def needed(clauses: tuple[ir.Clause, ...]) -> tuple[ir.Clause, ...]:
    """The clauses without names that nothing behind them asks for."""
    kept: list[ir.Clause] = []
    for clause in reversed(clauses):
        if not isinstance(clause, ir.Be) or any(mentions(clause_expr(c), clause.local) for c in kept):
            kept.append(clause)
    return tuple(reversed(kept))


def tries(node: ir.Expr, seen: set[Func]) -> bool:
    """Whether an expression tries something out, itself or in a function it calls."""
    for x in expressions(node):
        if isinstance(x, ir.Would):
            return True
        if isinstance(x, ir.Call) and x.func not in seen and x.func.body is not None:
            if tries(x.func.body, seen):
                return True
            seen.add(x.func)
    return False


def _conjuncts(test: ir.Expr) -> list[ir.Expr]:
    if isinstance(test, ir.Prim) and test.op == "and":
        return _conjuncts(test.args[0]) + _conjuncts(test.args[1])
    return [test]
