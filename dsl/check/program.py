"""The whole program: every body checked, standing conditions and interrupts woven in, the course of the match put together."""

from __future__ import annotations

from rulewright.core.program import Proc, Program
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.abilities import attach_modifiers, check_active
from rulewright.dsl.check.actions import conditional, possible
from rulewright.dsl.check.attributes import attribute
from rulewright.dsl.check.calls import call_define, check_define
from rulewright.dsl.check.cards import check_cards
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.demands import demands
from rulewright.dsl.check.examples import check_examples, rehearse_examples, resume_proc
from rulewright.dsl.check.expressions import expr, test
from rulewright.dsl.check.interrupts import weave_interrupts
from rulewright.dsl.check.passes import bind
from rulewright.dsl.check.refusals import explain_actions
from rulewright.dsl.check.routines import attach_hooks, check_players, check_routine
from rulewright.dsl.check.scoring import finish_proc
from rulewright.dsl.check.secrets import check_handed
from rulewright.dsl.check.standings import check_standing
from rulewright.dsl.check.statements import block, sentence
from rulewright.dsl.check.trials import check_trials
from rulewright.dsl.check.turns import said as turns_said
from rulewright.dsl.check.words import all_enums
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import program as lower
from rulewright.dsl.lower.limits import weave_limits
from rulewright.dsl.lower.pointing import point_at_rules
from rulewright.dsl.lower.values import Routine
from rulewright.dsl.lower.weave import weave_standings
from rulewright.dsl.world import AttrSym, World


class Families:
    """Who carries out what every family of checking may ask for."""

    expr = staticmethod(expr)
    test = staticmethod(test)
    call_define = staticmethod(call_define)
    check_define = staticmethod(check_define)
    attribute = staticmethod(attribute)
    possible = staticmethod(possible)
    sentence = staticmethod(sentence)
    block = staticmethod(block)


bind(Families())


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
    check_handed(world)
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
    lower.tidy(world)
    return program


def _endless(world: World) -> None:
    """Refuse sets with more members than can be kept."""
    for elem, low, size in dict.fromkeys(world.endless):
        text = f"A set cannot hold {t.plural(elem)} from {low} to {low + size - 1}: that is too many."
        world.error(codes.NOT_FINITE, text, world.game.span, help="Give the numbers a smaller range.")


def _unoffered(world: World) -> None:
    """What an action demands is checked where it is first offered; mistakes in one that nothing offers are told all the same."""
    for routine in [r for routines in world.routines.values() for r in routines if r.sort in {"action", "interrupt"}]:
        demands(world, routine)


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
    value = 0
    if attr.decl is not None and attr.decl.initial is not None:
        node = attr.decl.initial
        found = coerce.convert(cx, expr(cx, node, attr.type), attr.type, node.span)
        if coerce.is_poison(found) or found.expr is None:
            return
        constant = lower.at_start(found)
        if constant is None:
            cx.error(
                codes.NOT_CONSTANT,
                "What something is at the start must be known before the match begins.",
                node.span,
                f"Write a plain value here, and `set {attr.name} to …` in `setup`.",
            )
            return
        value = constant
        if isinstance(attr.type, t.Number) and not attr.low <= value <= attr.high:
            cx.error(codes.OUT_OF_RANGE, f"`{attr.name}` goes from {attr.low} to {attr.high}, so it cannot be {value}.", node.span)
    elif isinstance(attr.type, t.Maybe):
        value = -1
    elif not isinstance(attr.type, t.SetOf | t.Flag) and not attr.low <= 0 <= attr.high:
        value = attr.low
    lower.start(attr, value)


def _main(world: World) -> Proc:
    """Set up, play, and see who has won."""
    main = lower.begin(world)
    setup, play, turn = world.routine("setup", "setup"), world.routine("play", "play"), world.routine("turn", "turn")
    course = play or turn
    for routine in (setup, course):
        if routine is not None:
            routine.used = True
    if course is None:
        world.error(
            codes.NOTHING_HAPPENS,
            "The rules do not say what happens in a match.",
            world.game.span,
            help="Write `turn`, and below it what a player does in a turn; or `play` for the whole course.",
        )
    lower.course(world, main, setup, play, turn, finish_proc(world))
    return main
