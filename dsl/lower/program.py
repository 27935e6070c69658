"""The whole program: the course of a match, what everything is at the start, and the numbers of what is left."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.constant import NotConstant, evaluate
from rulewright.core.program import Proc, Program, int_field
from rulewright.core.types import Set
from rulewright.core.walk import map_block, statements
from rulewright.dsl.lower.routines import begin_turn
from rulewright.dsl.lower.turns import taken
from rulewright.dsl.lower.values import NONE, ONE, Routine, Steps, Value, const, prim
from rulewright.dsl.world import AttrSym, RoutineSym, World


def at_start(value: Value) -> int | None:
    """The number that a value is before the match begins; None if that is not known."""
    assert value.expr is not None
    try:
        found = evaluate(value.expr)
    except NotConstant:
        return None
    assert isinstance(found, int)
    return found


def start(attr: AttrSym, value: int) -> None:
    """What something that can change is at the start."""
    assert attr.core is not None and attr.core.field is not None
    field = attr.core.field
    if attr.core.bits:
        assert isinstance(field.type, Set)
        field.initial = (field.type.full if value else 0,)
    elif value:
        field.initial = (value,) * field.count


def begin(world: World) -> Proc:
    """The procedure of the whole match, whose body is still to come."""
    main = Proc("match", span=world.span_number(world.game.span))
    world.program.main = main
    return main


def course(world: World, main: Proc, setup: RoutineSym | None, play: RoutineSym | None, turn: RoutineSym | None, finish: Proc) -> None:
    """Set up, play (or one turn after the other, for ever), and see who has won."""
    core = Routine()
    out: Steps = []
    if setup is not None:
        out.append(ir.Do(setup.proc, (NONE,), -1))
    if play is not None:
        out.append(ir.Do(play.proc, (NONE,), -1))
    elif turn is not None:
        who = core.new("player")
        seats = Set(0, world.seats)
        body = tuple(taken(world, who, [*begin_turn(world, who), ir.Do(turn.proc, (who,), -1)]))
        out.append(ir.While(ONE, (ir.For(who, ir.SetConst(seats.full, seats), body),), -1))
    out.append(ir.End("score", None, -1, world.span_number(world.game.span)))
    main.body, main.locals, main.names, main.sorts = tuple(out), core.locals, core.names, core.sorts
    world.program.add_proc(main)
    world.program.finish = finish
    world.program.add_proc(finish)


def tidy(world: World) -> None:
    """Number what is left; fields for what turned out to be needed."""
    program = world.program
    if not any(f.name == "history" for f in program.fields):
        for proc in program.procs:
            if any(isinstance(s, ir.Effect) and s.op == "record" for s in statements(proc.body)):
                proc.body = _without_records(proc.body)
    if any(p.ordered for p in program.places) and program.pieces and program.pos is None:
        most = max(k.count for k in program.kinds if not k.counted) + 1
        program.pos = int_field("pos", -most, most, program.pieces)
        program.add_field(program.pos)
    for place in world.places.values():
        place.core.ordered = place.core.ordered or place.core.shape == "deck"
    program.choices = []
    for proc in program.procs:
        _number_choices(program, proc.body)
    _number_streams(program)


def _number_streams(program: Program) -> None:
    """A generator for each member of each source of chance, in the order of their names."""
    chance = [choice for choice in program.choices if choice.decider is None]
    sources = sorted({choice.source for choice in chance if choice.source is not None}, key=lambda source: source.members)
    program.streams = tuple(dict.fromkeys(name for source in sources for name in source.members))
    for choice in chance:
        assert choice.source is not None
        first = program.streams.index(choice.source.members[0])
        place = max(0, choice.span)
        choice.stream = prim("add", choice.stream, const(first), span=place) if choice.stream is not None else const(first)
    program.rng = program.add_field(int_field("rng", -(2**63), 2**63 - 1, len(program.streams), compared=False))


def _without_records(body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
    return map_block(body, None, lambda s: () if isinstance(s, ir.Effect) and s.op == "record" else (s,))


def _number_choices(program: Program, body: tuple[ir.Stmt, ...]) -> None:
    for stmt in statements(body):
        if isinstance(stmt, ir.Ask) and stmt.choice.number < 0:
            stmt.choice.number = len(program.choices)
            program.choices.append(stmt.choice)
