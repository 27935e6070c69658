"""Weaving: standing conditions are checked where they can have changed, interrupts are offered where they may be played."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.core import ir
from rulewright.core.effects import Effects, callees, reachable
from rulewright.core.program import Alt, Choice, Proc
from rulewright.core.types import Set
from rulewright.core.walk import map_block, statements
from rulewright.dsl import types as t
from rulewright.dsl.lower.routines import arguments_of
from rulewright.dsl.lower.standings import Watch
from rulewright.dsl.lower.values import ONE, ZERO, Routine, Slot, Value, prim
from rulewright.dsl.lower.ways import Made, exists
from rulewright.dsl.world import RoutineSym, World

OUTER = frozenset({"turn", "phase", "play"})
Ways = Callable[[Routine, Value], Made | None]  # how an interrupt can be played, by somebody in a routine


def weave_standings(world: World, watches: list[Watch], main: Proc) -> None:
    if not watches:
        return
    program = world.program
    separate_trials(world, watches)
    effects = Effects(program)
    for watch in watches:
        watch.reads = effects.reads(watch.condition)
    at_once = [w for w in watches if w.at_once]
    if at_once:
        # Nothing is watched while the game is set up, nor in what is only tried out.
        setup = {r.proc for rs in world.routines.values() for r in rs if r.sort == "setup"}
        starts = [main, *program.extra, *(w.proc for w in watches)]
        watched = _without(starts, setup).difference(*map(reachable, world.tried))
        for proc in program.procs:
            if proc in watched:
                proc.body = _after_each(effects, proc.body, at_once, world)
    settled = [w for w in watches if not w.at_once]
    if settled:
        _settle(world, effects, settled, main)


def _without(starts: list[Proc], barred: set[Proc]) -> set[Proc]:
    """Procedures and all they call, without entering some."""
    found: set[Proc] = set()
    waiting = list(starts)
    while waiting:
        proc = waiting.pop()
        if proc not in found and proc not in barred:
            found.add(proc)
            waiting += callees(proc.body)
    return found


def separate_trials(world: World, watches: list[Watch]) -> None:
    """What is tried out gets copies of the verbs it uses, in which no condition is watched."""
    copies: dict[Proc, Proc] = {}

    def copy(proc: Proc) -> Proc:
        if proc not in copies:
            new = Proc(f"{proc.name} (tried)", proc.params, proc.locals, proc.names, (), span=proc.span)
            copies[proc] = new
            world.program.add_proc(new)
            new.body = map_block(proc.body, None, retarget)
        return copies[proc]

    def retarget(stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
        return (ir.Do(copy(stmt.proc), stmt.args, stmt.span),) if isinstance(stmt, ir.Do) else (stmt,)

    if any(w.at_once for w in watches):
        for proc in world.tried:
            proc.body = map_block(proc.body, None, retarget)


def _check(world: World, watch: Watch) -> ir.Stmt:
    assert world.program.actor is not None
    return ir.Do(watch.proc, (ir.Load(world.program.actor, ZERO),), -1)


def _after_each(effects: Effects, body: tuple[ir.Stmt, ...], watches: list[Watch], world: World) -> tuple[ir.Stmt, ...]:
    def follow(stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
        written = effects.direct(stmt)
        checks = [_check(world, w) for w in watches if written & w.reads]
        return (stmt, *checks)

    return map_block(body, None, follow)


def _settle(world: World, effects: Effects, watches: list[Watch], main: Proc) -> None:
    """After every action somebody chose outside of an action, however it ends; before such decisions, and when a turn or phase has
    ended, if something else may have changed."""
    outer = [r.proc for rs in world.routines.values() for r in rs if r.sort in OUTER]
    texts = {f"{c.kind.name} {c.title}" for c in world.cards}
    outer += [p for p in world.program.procs if p.name.startswith("resolve ") or p.name in texts]
    outer.append(main)
    besides: set[object] = set()
    setup = {r.proc for rs in world.routines.values() for r in rs if r.sort == "setup"}  # conditions are looked at right after it
    for proc in outer:
        besides |= _besides(effects, proc.body, {*outer, *setup})
    restless = [w for w in watches if w.reads & besides]
    stages = {r.proc: r for rs in world.routines.values() for r in rs if r.sort in {"turn", "phase"}}
    changed = {proc: _besides(effects, proc.body, set()) for proc in stages}
    hasty = {proc for proc in stages if not _asks(proc.body)}
    caller: set[object] = set()  # what the procedure at hand writes itself: nobody may have looked at that yet

    def follow(stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
        if isinstance(stmt, ir.Do) and stmt.proc in stages:
            since = changed[stmt.proc] | (caller if stmt.proc in hasty else set())
            return (stmt, *(_check(world, w) for w in restless if w.reads & since))
        if not isinstance(stmt, ir.Ask) or stmt.choice.decider is None:
            return (stmt,)
        decider = stmt.choice.decider
        alts = []
        for alt in stmt.choice.alts:
            written = effects.writes(alt.body)
            checks = tuple(ir.Do(w.proc, (decider,), -1) for w in watches if w.reads & written)
            body = _before_leaving(alt.body, checks) + checks
            alts.append(Alt(alt.clauses, alt.args, alt.shown, body, alt.role, alt.name, alt.words, alt.unless, alt.rule))
        choice = Choice(decider, tuple(alts), stmt.choice.prompt, stmt.choice.span, stmt.choice.secret)
        before = tuple(ir.Do(w.proc, (decider,), -1) for w in restless)
        return (*before, ir.Ask(choice, stmt.otherwise))

    for proc in (*outer, world.resume) if world.resume is not None else outer:
        caller = _written(effects, proc.body) if proc not in stages else set()  # a turn or phase is looked at when it has ended
        proc.body = map_block(proc.body, None, follow)
    last = tuple(_check(world, w) for w in watches)
    for proc in (main, world.resume) if world.resume is not None else (main,):
        play = next(i for i, s in enumerate(proc.body) if isinstance(s, ir.End))
        proc.body = (*proc.body[:play], *(_check(world, w) for w in restless), *proc.body[play:])
    first = next((i for i, s in enumerate(main.body) if isinstance(s, ir.Do)), 0)
    if setup:
        main.body = (*main.body[: first + 1], *last, *main.body[first + 1 :])


def _asks(body: tuple[ir.Stmt, ...]) -> bool:
    """Whether a decision is reached whatever happens, and with it a look at the conditions."""
    for stmt in body:
        if isinstance(stmt, ir.Ask) and stmt.choice.decider is not None:
            return True
        if isinstance(stmt, ir.If) and _asks(stmt.then) and _asks(stmt.other):
            return True
        if any(isinstance(s, ir.Return) for s in statements((stmt,))):
            return False
    return False


def _written(effects: Effects, body: tuple[ir.Stmt, ...]) -> set[object]:
    """What statements write themselves, whatever they call."""
    return {x for stmt in statements(body) for x in effects.direct(stmt)}


def _before_leaving(body: tuple[ir.Stmt, ...], checks: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
    """A body in which the checks are made before each `stop`, too."""
    return map_block(body, None, lambda s: (*checks, s) if isinstance(s, ir.Return) else (s,)) if checks else body


def _besides(effects: Effects, body: tuple[ir.Stmt, ...], outer: set[Proc]) -> set[object]:
    """What phases write themselves, not by way of actions chosen in them."""
    found: set[object] = set()
    for stmt in body:
        found |= effects.direct(stmt)
        match stmt:
            case ir.Do(proc, _, _) if proc not in outer:
                found |= effects.writes_of(proc)
            case ir.If(_, then, other):
                found |= _besides(effects, then, outer) | _besides(effects, other, outer)
            case ir.While(_, inner, _) | ir.For(_, _, inner):
                found |= _besides(effects, inner, outer)
            case ir.Ask(choice, otherwise):
                found |= _besides(effects, otherwise, outer)
                for alt in choice.alts:
                    if alt.role not in {"act", "label"} or choice.decider is None:
                        found |= _besides(effects, alt.body, outer)
    return found


# ---------------------------------------------------------------- interrupts


def weave_interrupt(world: World, routine: RoutineSym, phase: RoutineSym, personal: bool, ways: Ways) -> None:
    """An interrupt is offered in a phase and in all that it calls."""
    for proc in sorted(reachable(phase.proc), key=lambda p: p.number):
        if proc is not routine.proc:
            proc.body = _with_interrupt(world, proc, routine, personal, ways)


def _with_interrupt(world: World, proc: Proc, routine: RoutineSym, personal: bool, ways: Ways) -> tuple[ir.Stmt, ...]:
    """The body of a procedure with the interrupt offered. `during turn of player`: to the one whose turn it is. `during fight`: to
    everybody, at their own decisions, and to one after the other before chance decides."""
    core = Routine(proc.locals, proc.names)
    assert world.program.actor is not None
    actor = ir.Load(world.program.actor, ZERO)

    def interrupting(again: Slot, player: ir.Expr) -> tuple[Alt, ir.Expr] | None:
        made = ways(core, Value(t.PLAYER, player))
        if made is None:
            return None
        body = (ir.Do(routine.proc, (player, *arguments_of(made.values)), routine.proc.span), ir.Assign(again, ONE))
        alt = Alt(tuple(made.clauses), tuple(made.args), tuple(made.shown), body, "act", routine.name, tuple(made.words))
        return alt, exists(made)

    def follow(stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
        if not isinstance(stmt, ir.Ask) or stmt.choice.secret or _turns_up(stmt):
            return (stmt,)
        again = core.new("again")
        decider = stmt.choice.decider
        if decider is not None:
            made = interrupting(again, actor if personal else decider)
            if made is None:
                return (stmt,)
            alt, _ = made
            mine = (ir.Test(prim("eq", decider, actor)),) if personal else ()
            offered = Alt((*mine, *alt.clauses), alt.args, alt.shown, alt.body, alt.role, alt.name, alt.words)
            choice = Choice(decider, (*stmt.choice.alts, offered), stmt.choice.prompt, stmt.choice.span, stmt.choice.secret)
            return ir.Assign(again, ONE), ir.While(again, (ir.Assign(again, ZERO), ir.Ask(choice, stmt.otherwise)), -1)
        who: ir.Expr = actor if personal else core.new("player")
        made, second = interrupting(again, who), interrupting(again, who)
        if made is None or second is None:
            return (stmt,)
        go_on = Alt((ir.Test(second[1]),), (), (), (), "go_on", "go on")
        window = Choice(who, (made[0], go_on), "before chance", stmt.choice.span)
        loop = (ir.Assign(again, ONE), ir.While(again, (ir.Assign(again, ZERO), ir.Ask(window, ())), -1))
        if isinstance(who, ir.Local):
            everyone = Set(0, world.seats)
            return ir.For(who, ir.SetConst(everyone.full, everyone), loop), stmt
        return *loop, stmt

    return map_block(proc.body, None, follow)


def _turns_up(ask: ir.Ask) -> bool:
    """Whether chance only says what lies on top of a shuffled deck: that is no roll, and nothing is awaited."""
    return any(isinstance(s, ir.Effect) and s.op == "surface" for alt in ask.choice.alts for s in alt.body)
