"""Procedures: what a body becomes, how it is called, and what comes before, after or instead of it."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.core import ir
from rulewright.core.effects import callees
from rulewright.core.program import Choice, Func, Proc
from rulewright.core.walk import statements
from rulewright.dsl import types as t
from rulewright.dsl.lower.calls import core_type
from rulewright.dsl.lower.history import recording
from rulewright.dsl.lower.turns import taken
from rulewright.dsl.lower.values import ZERO, Frame, Routine, Slot, Step, Steps, Value, both, const
from rulewright.dsl.source import Span
from rulewright.dsl.world import RoutineSym, World


def parameter(frame: Frame, name: str, type: t.Type) -> Slot:
    """A parameter of the routine that is being made."""
    return frame.routine.new(name, core_type(frame.world, type))


def begin(name: str, params: Sequence[Slot] = ()) -> Proc:
    """A procedure whose body is still to come."""
    return Proc(name, tuple(params))


def complete(proc: Proc, params: Sequence[Slot], routine: Routine, body: Steps) -> None:
    """A procedure whose body is known."""
    proc.params, proc.body = tuple(params), tuple(body)
    proc.locals, proc.names, proc.sorts = routine.locals, routine.names, routine.sorts


def fired(world: World, name: str) -> Step:
    """Counts that a rule was applied."""
    number = len(world.program.rules)
    world.program.rules.append(name)
    return ir.Fired(number)


def function(world: World, name: str, params: Sequence[Slot], routine: Routine, body: ir.Expr) -> Func:
    func = Func(name, tuple(params), type=body.type, body=body)
    func.locals, func.names, func.sorts = routine.locals, routine.names, routine.sorts
    world.program.funcs.append(func)
    return func


# ---------------------------------------------------------------- calls


def call(world: World, routine: RoutineSym, arguments: list[ir.Expr], span: Span) -> Steps:
    """A phase, own verb or action is done; the first argument is who does it. Taking a turn is more than that."""
    done = ir.Do(routine.proc, tuple(arguments), world.span_number(span))
    return taken(world, arguments[0], [*begin_turn(world, arguments[0]), done]) if routine.sort == "turn" else [done]


def begin_turn(world: World, who: ir.Expr) -> Steps:
    """What happens whenever a player takes a turn: they are the one who acts, and turns are counted."""
    program = world.program
    assert program.actor is not None and program.turns is not None
    out: Steps = [
        ir.Store(program.actor, ZERO, who, False, -1),
        ir.Store(program.turns, ZERO, ir.Prim("add", (ir.Load(program.turns, ZERO), const(1)), ZERO.type), False, -1),
    ]
    return out + recording(world)


def do(proc: Proc, arguments: Sequence[ir.Expr], span: int = -1) -> Step:
    return ir.Do(proc, tuple(arguments), span)


def arguments_of(values: Sequence[Value]) -> list[ir.Expr]:
    """What is handed on to a procedure."""
    return [v.expr if v.expr is not None else ZERO for v in values]


# ---------------------------------------------------------------- cards and hooks


def both_hold(one: ir.Expr, other: ir.Expr) -> ir.Expr:
    return both(one, other)


def all_hold(tests: Sequence[ir.Expr]) -> ir.Expr | None:
    result: ir.Expr | None = None
    for one in tests:
        result = one if result is None else both(result, one)
    return result


def instead(test: ir.Expr | None, then: Steps, otherwise: Steps) -> Steps:
    """One body or the other; without a test always the first."""
    return [ir.If(test, tuple(then), tuple(otherwise))] if test is not None else list(then)


def can_be_left(body: Steps) -> bool:
    """Whether a body can be left early."""
    return any(map(_returns, body))


def _returns(stmt: ir.Stmt) -> bool:
    match stmt:
        case ir.Return():
            return True
        case ir.If(_, then, other):
            return any(map(_returns, then)) or any(map(_returns, other))
        case ir.While(_, body, _) | ir.For(_, _, body):
            return any(map(_returns, body))
        case ir.Ask(choice, otherwise):
            return any(_returns(s) for a in choice.alts for s in a.body) or any(map(_returns, otherwise))
        case _:
            return False


def apart(frame: Frame, routine: RoutineSym, params: Sequence[Slot], body: Steps) -> Steps:
    """The body becomes a procedure of its own, which can be left early without leaving what comes after it."""
    core = frame.routine
    proc = Proc(f"{routine.name} itself", tuple(params), core.locals, core.names, tuple(body), sorts=core.sorts)
    frame.world.program.add_proc(proc)
    return [ir.Do(proc, proc.params, -1)]


# ---------------------------------------------------------------- what is tried out


def can_stop(proc: Proc) -> bool:
    """Whether somebody decides in a body itself."""
    return any(isinstance(s, ir.Ask) for s in statements(proc.body))


def first_stop(proc: Proc, known: dict[Proc, Choice | None], above: frozenset[Proc] = frozenset()) -> Choice | None:
    """The first decision in a procedure or in what it calls."""
    if proc in known or proc in above:
        return known.get(proc)
    choice = next((s.choice for s in statements(proc.body) if isinstance(s, ir.Ask)), None)
    for called in callees(proc.body) if choice is None else ():
        choice = choice or first_stop(called, known, above | {proc})
    known[proc] = choice
    return choice


def tried(world: World, params: Sequence[Slot], routine: Routine, body: Steps, span: Span) -> Proc:
    """A sentence as a procedure that is only tried out."""
    proc = Proc("tried", tuple(params), routine.locals, routine.names, tuple(body), sorts=routine.sorts, span=world.span_number(span))
    world.program.add_proc(proc)
    world.tried.append(proc)
    return proc
