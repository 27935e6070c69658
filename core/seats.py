"""Only the seat that a deed can affect is looked at.

A standing condition that is asked of every player, and that ends the match where it holds, held for nobody when a decision was made:
it was asked after everything that could have made it true. If what the decision does touches only what the condition reads of the one
who decided, it is asked of no one else. This needs effects by element (`core.elements`).
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.core import ir
from rulewright.core.effects import Effects, callees, reachable
from rulewright.core.elements import Elements, fields_of
from rulewright.core.program import Alt, Choice, Field, Proc, Program
from rulewright.core.types import Seq
from rulewright.core.walk import map_block, statements


@dataclass(frozen=True, slots=True)
class Asked:
    """A procedure that asks a condition of every player, the one it is given first, and ends the match at the first for whom it holds."""

    proc: Proc
    who: ir.Local
    test: ir.Expr
    reads: frozenset[Field]
    own: frozenset[Field]  # of which only the element of the player who is asked about is read


def look_at_one(program: Program) -> None:
    """Have conditions look at the seat of the decider where nobody else can be affected."""
    if program.extra:
        return  # examples begin anywhere, also where a condition holds already
    effects = Effects(program)
    elements = Elements(program, effects)
    for proc in list(program.procs):
        asked = _asked(program, elements, effects, proc)
        if asked is not None and asked.own and _always_asked(program, effects, asked):
            _replace(program, elements, asked)


def _asked(program: Program, elements: Elements, effects: Effects, proc: Proc) -> Asked | None:
    match proc.body:
        case (ir.For(who, ir.Look(table), (ir.If(test, then, ()),)),) if len(proc.params) == 1 and isinstance(table.type, Seq):
            seats = len(program.seats)
            rows = {tuple((max(p, 0) + i) % seats for i in range(seats)) for p in range(-1, seats)}
            changed = {s.local for s in statements(then) if isinstance(s, ir.Assign | ir.AssignAt | ir.For)}
            if set(table.values) != rows or not any(isinstance(s, ir.End) for s in then) or changed & {who, *proc.params}:
                return None
            touched = elements.reads(test)
            other = {f for f, row in touched if row != who}
            return Asked(proc, who, test, effects.reads(test), fields_of(touched) - other)
    return None


def _covers(effects: Effects, asked: Asked, alt: Alt) -> bool:
    """Whether the condition is asked at the end of what an alternative does, however that ends."""
    places = [i for i, s in enumerate(alt.body) if isinstance(s, ir.Do) and s.proc is asked.proc]
    if not places or any(isinstance(s, ir.Return) for s in statements(alt.body)):
        return False
    return not effects.writes(alt.body[places[-1] + 1 :]) & asked.reads


def _always_asked(program: Program, effects: Effects, asked: Asked) -> bool:
    """Whether nothing that the condition reads is written but in the setting up, and where the condition is asked afterwards."""
    assert program.main is not None
    body = program.main.body
    if body and isinstance(body[0], ir.Do) and not body[0].proc.can_stop:
        behind = next((i for i, s in enumerate(body[1:], 1) if not isinstance(s, ir.Do)), len(body))
        if any(isinstance(s, ir.Do) and s.proc is asked.proc for s in body[1:behind]):
            body = body[1:]
    seen: set[Proc] = {asked.proc}

    def quiet(block: tuple[ir.Stmt, ...]) -> bool:
        for stmt in block:
            if effects.direct(stmt) & asked.reads:
                return False
            match stmt:
                case ir.Do(proc) if proc not in seen:
                    seen.add(proc)
                    if not quiet(proc.body):
                        return False
                case ir.If(_, then, other):
                    if not (quiet(then) and quiet(other)):
                        return False
                case ir.While(_, inner) | ir.For(_, _, inner):
                    if not quiet(inner):
                        return False
                case ir.Ask(choice, otherwise):
                    if not quiet(otherwise) or not all(_covers(effects, asked, a) or quiet(a.body) for a in choice.alts):
                        return False
        return True

    return quiet(body)


def _midway(program: Program, asked: Asked) -> tuple[set[Proc], set[Choice]]:
    """Procedures and decisions that come in the middle of what makes the condition true: it may hold there already."""
    procs: set[Proc] = set()
    choices: set[Choice] = set()
    for proc in program.procs:
        for stmt in statements(proc.body):
            if not isinstance(stmt, ir.Ask):
                continue
            for alt in stmt.choice.alts:
                if any(isinstance(s, ir.Do) and s.proc is asked.proc for s in alt.body):
                    choices |= {s.choice for s in statements(alt.body) if isinstance(s, ir.Ask)}
                    procs.update(*(reachable(p) for p in callees(alt.body)))
    return procs, choices


def _replace(program: Program, elements: Elements, asked: Asked) -> None:
    """Call a procedure that looks at one seat instead, where that is enough."""
    proc = asked.proc
    loop = proc.body[0]
    assert isinstance(loop, ir.For)
    first = proc.params[0]
    one = Proc(f"{proc.name} (of one)", proc.params, proc.locals, proc.names, (ir.Assign(asked.who, first), *loop.body), span=proc.span)
    used = False
    inside, within = _midway(program, asked)

    def in_ask(stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
        nonlocal used
        if not isinstance(stmt, ir.Ask) or not isinstance(stmt.choice.decider, ir.Local) or stmt.choice in within:
            return (stmt,)
        who = stmt.choice.decider
        for alt in stmt.choice.alts:
            touched = {(f, row) for f, row in elements.writes(alt.body, frozenset({proc})) if f in asked.reads}
            changed = {s.local for s in statements(alt.body) if isinstance(s, ir.Assign | ir.AssignAt | ir.For)}
            if not touched or who in changed or who in alt.args or not all(f in asked.own and row == who for f, row in touched):
                continue

            def alone(s: ir.Stmt) -> tuple[ir.Stmt, ...]:
                nonlocal used
                if isinstance(s, ir.Do) and s.proc is proc and s.args == (who,):
                    used = True
                    return (ir.Do(one, s.args, s.span),)
                return (s,)

            alt.body = map_block(alt.body, None, alone)
        return (stmt,)

    for other in program.procs:
        if other not in inside:
            other.body = map_block(other.body, None, in_ask)
    if used:
        program.add_proc(one)
