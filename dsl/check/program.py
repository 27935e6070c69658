"""The whole program: every body checked, standing conditions and interrupts woven in, the course of the match put together."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.constant import NotConstant, evaluate
from rulewright.core.program import Proc, Program, int_field
from rulewright.core.types import Set
from rulewright.core.walk import map_block, statements
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.abilities import attach_modifiers, check_active
from rulewright.dsl.check.actions import conditional, ways_of
from rulewright.dsl.check.calls import check_define
from rulewright.dsl.check.cards import check_cards
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.examples import check_examples, rehearse_examples, resume_proc
from rulewright.dsl.check.expressions import expr
from rulewright.dsl.check.limits import weave_limits
from rulewright.dsl.check.refusals import explain_actions
from rulewright.dsl.check.routines import attach_hooks, begin_turn, check_players, check_routine
from rulewright.dsl.check.scoring import finish_proc
from rulewright.dsl.check.standings import check_standing
from rulewright.dsl.check.trials import check_trials
from rulewright.dsl.check.turns import said as turns_said
from rulewright.dsl.check.turns import taken
from rulewright.dsl.check.weave import weave_interrupts, weave_standings
from rulewright.dsl.check.words import all_enums
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower.pointing import point_at_rules
from rulewright.dsl.lower.values import ONE, Routine, Value, const, prim
from rulewright.dsl.world import AttrSym, World


def build(world: World, examples: bool = False) -> Program:
    """Check everything and put the program together; `examples` adds the code of the game's examples."""
    program = world.program
    world.enum_types = all_enums(world)
    turns_said(world)
    attach_hooks(world)
    attach_modifiers(world)
    check_active(world)
    world.prices = conditional(world)
    nobody = Context(world, Routine())
    _initial_values(world, nobody)
    for define in list(world.defines.values()):
        check_define(nobody, define, define.decl.span)
    for routines in list(world.routines.values()):
        for routine in routines:
            check_routine(world, routine)
    check_cards(world)
    watches = [check_standing(world, i, decl, card) for i, (decl, card) in enumerate(world.standings)]
    main = _main(world)
    if examples:
        world.resume = resume_proc(world)
        world.example_code = check_examples(world)
    check_cards(world)  # those that only a standing condition or an example resolves
    _unoffered(world)
    check_players(world)
    check_trials(world)
    _endless(world)
    world.findings.stop_on_errors()
    explain_actions(world)
    weave_limits(world)
    weave_interrupts(world)
    weave_standings(world, watches, main)
    _endless(world)
    world.findings.stop_on_errors()
    point_at_rules(world)
    if not examples:
        rehearse_examples(world)
        world.findings.stop_on_errors()
    _tidy(world)
    return program


def _endless(world: World) -> None:
    """Refuse sets with more members than can be kept."""
    for elem, low, size in dict.fromkeys(world.endless):
        text = f"A set cannot hold {t.plural(elem)} from {low} to {low + size - 1}: that is too many."
        world.error(codes.NOT_FINITE, text, world.game.span, help="Give the numbers a smaller range.")


def _unoffered(world: World) -> None:
    """What an action demands is checked where it is offered; mistakes in one that nothing offers are told all the same."""

    def can_be_chosen(type: t.Type) -> bool:
        return type.bounded if isinstance(type, t.Number) else isinstance(type, t.Scalar | t.Maybe)

    for routine in [r for routines in world.routines.values() for r in routines if r.sort == "action" and not r.offered]:
        if all(can_be_chosen(p.type) for p in routine.params):
            core = Routine()
            ways_of(Context(world, core), routine, Value(t.PLAYER, core.new("player")), {})


def _initial_values(world: World, cx: Context) -> None:
    """What everything that can change is at the start."""
    groups = [world.game_attrs, world.player_attrs, *world.enum_attrs.values()]
    groups += [k.attrs for k in world.kinds.values()] + [p.attrs for p in world.places.values()]
    for group in groups:
        for attr in group.values():
            if attr.core is not None and attr.core.field is not None:
                _initial(world, cx, attr)


def _initial(world: World, cx: Context, attr: AttrSym) -> None:
    assert attr.core is not None and attr.core.field is not None
    field = attr.core.field
    value = 0
    if attr.decl is not None and attr.decl.initial is not None:
        node = attr.decl.initial
        found = coerce.convert(cx, expr(cx, node, attr.type), attr.type, node.span)
        if coerce.is_poison(found) or found.expr is None:
            return
        try:
            constant = evaluate(found.expr)
        except NotConstant:
            cx.error(
                codes.NOT_CONSTANT,
                "What something is at the start must be known before the match begins.",
                node.span,
                f"Write a plain value here, and `set {attr.name} to …` in `setup`.",
            )
            return
        assert isinstance(constant, int)
        value = constant
        if isinstance(attr.type, t.Number) and not attr.low <= value <= attr.high:
            cx.error(codes.OUT_OF_RANGE, f"`{attr.name}` goes from {attr.low} to {attr.high}, so it cannot be {value}.", node.span)
    elif isinstance(attr.type, t.Maybe):
        value = -1
    elif not isinstance(attr.type, t.SetOf | t.Flag) and not attr.low <= 0 <= attr.high:
        value = attr.low
    if attr.core.bits:
        assert isinstance(field.type, Set)
        field.initial = (field.type.full if value else 0,)
    elif value:
        field.initial = (value,) * field.count


def _main(world: World) -> Proc:
    """Set up, play, and see who has won."""
    program = world.program
    core = Routine()
    main = Proc("match", span=world.span_number(world.game.span))
    program.main = main
    out: list[ir.Stmt] = []
    setup = world.routine("setup", "setup")
    nobody = ir.Const(-1)
    if setup is not None:
        setup.used = True
        out.append(ir.Do(setup.proc, (nobody,), -1))
    play, turn = world.routine("play", "play"), world.routine("turn", "turn")
    if play is not None:
        play.used = True
        out.append(ir.Do(play.proc, (nobody,), -1))
    elif turn is not None:
        turn.used = True
        who = core.new("player")
        cx = Context(world, core, {}, Value(t.PLAYER, who))
        seats = Set(0, world.seats)
        body = tuple(taken(world, who, [*begin_turn(cx), ir.Do(turn.proc, (who,), -1)]))
        out.append(ir.While(ONE, (ir.For(who, ir.SetConst(seats.full, seats), body),), -1))
    else:
        world.error(
            codes.NOTHING_HAPPENS,
            "The rules do not say what happens in a match.",
            world.game.span,
            help="Write `turn`, and below it what a player does in a turn; or `play` for the whole course.",
        )
    finishing = _finish(world)
    out.append(ir.End("score", None, -1, world.span_number(world.game.span)))
    main.body, main.locals, main.names, main.sorts = tuple(out), core.locals, core.names, core.sorts
    program.add_proc(main)
    program.finish = finishing
    program.add_proc(finishing)
    return main


def _finish(world: World) -> Proc:
    statements, core = finish_proc(world)
    proc = Proc("finish", (), core.locals, core.names, tuple(statements))
    return proc


def _tidy(world: World) -> None:
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
