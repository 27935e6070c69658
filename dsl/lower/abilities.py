"""What cards do as long as they lie in an active place: they answer to deeds, and they raise or lower what a definition gives."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Proc, int_field
from rulewright.core.record import entity
from rulewright.core.types import INT, Bag, Set
from rulewright.core.walk import statements
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.routines import fired
from rulewright.dsl.lower.standings import players_from
from rulewright.dsl.lower.values import NONE, ONE, ZERO, Clauses, Frame, Routine, Slot, Step, Steps, Value, const, equals, has, prim
from rulewright.dsl.source import Span
from rulewright.dsl.world import KindSym, PlaceSym, RoutineSym, World


def active_places(world: World, kind: KindSym) -> list[PlaceSym]:
    return [p for p in world.places.values() if p.active and kind.core.number in p.core.limits]


def lying_active(world: World, kind: KindSym, owner: ir.Expr) -> ir.Expr:
    """The cards of a kind that work for a player."""
    type = state.kind_set(kind)
    found: ir.Expr | None = None
    for place in active_places(world, kind):
        site = prim("add", owner, const(place.core.base))
        members = state.members(world, kind, place, site)
        found = members if found is None else prim("union", found, members, type=type)
    return found if found is not None else ir.SetConst(0, type)


def works(world: World, kind: KindSym, owner: ir.Expr, piece: ir.Expr) -> ir.Expr:
    """Whether a card works for a player."""
    return has(lying_active(world, kind, owner), piece)


# ---------------------------------------------------------------- answering to deeds


def actor() -> Slot:
    """Whoever does the deed, in the procedure of the deed itself."""
    return ir.Local(0, INT)


def tested(test: ir.Expr, more: ir.Expr | None) -> ir.Expr:
    return prim("and", test, more) if more is not None else test


@entity
class Ability:
    """A procedure (owner, card, who acts, arguments of the deed), and the test whether it answers."""

    proc: Proc
    test: ir.Expr
    rule: Step
    number: int
    routine: Routine


def begin(world: World, name: str, params: tuple[Slot, ...], core: Routine, test: ir.Expr, span: Span) -> Ability:
    number = len(world.program.rules)
    rule = fired(world, name)
    return Ability(Proc(name, params, span=world.span_number(span)), test, rule, number, core)


def finish(world: World, ability: Ability, body: Steps) -> None:
    """The body of an ability. One that could cause what it answers to is deaf meanwhile."""
    proc, core = ability.proc, ability.routine
    whole: Steps = [ability.rule, *body]
    if any(isinstance(x, ir.Do | ir.Ask) for x in statements(tuple(whole))):
        busy = world.program.add_field(int_field(f"answering.{ability.number}", 0, 1, compared=False))
        ability.test = prim("and", prim("eq", ir.Load(busy, ZERO), ZERO), ability.test)
        itself = Proc(f"{proc.name} itself", proc.params, core.locals, core.names, tuple(whole), span=proc.span, sorts=core.sorts)
        world.program.add_proc(itself)
        whole = [ir.Store(busy, ZERO, ONE, False, -1), ir.Do(itself, proc.params, proc.span), ir.Store(busy, ZERO, ZERO, False, -1)]
    proc.body = tuple(whole)
    proc.locals, proc.names, proc.sorts = core.locals, core.names, core.sorts
    world.program.add_proc(proc)


@entity
class Answering:
    """How an ability answers: `before`, `after` or `instead of` a deed; of its owner, of anybody, or of nobody in particular."""

    word: str
    anybody: bool
    nobody: bool
    span: Span


def answers(
    frame: Frame, routine: RoutineSym, how: Answering, kind: KindSym, slots: tuple[Slot, Slot], ability: Ability, body: Steps
) -> Steps:
    """What an ability adds to the procedure of a deed; for `instead of` the whole body."""
    world, (owner, piece), who = frame.world, slots, actor()
    clauses: tuple[ir.Clause, ...] = (ir.In(piece, lying_active(world, kind, owner)), ir.Test(ability.test))
    params = tuple(ir.Local(i, frame.routine.locals[i]) for i in range(len(routine.params) + 1))
    gathered = ir.Fold("set", clauses, piece, None, state.kind_set(kind))
    if how.word == "instead of":
        chosen = frame.routine.new(kind.word)
        mine = ir.Assign(owner, who)
        pick = ir.Assign(chosen, ir.Cond(prim("ge", owner, ZERO), prim("first", gathered), NONE))
        done = ir.Do(ability.proc, (owner, chosen, *params), world.span_number(how.span))
        return [mine, pick, ir.If(prim("ge", chosen, ZERO), (done,), tuple(body))]
    seats = Set(0, world.seats)
    whose: ir.Expr = ir.SetConst(seats.full, seats)
    if how.anybody:
        whose = players_from(world, who)
    elif not how.nobody:
        whose = ir.Cond(prim("ge", who, ZERO), prim("one", who, type=seats), whose)
    again = frame.routine.new(kind.word)
    done = ir.Do(ability.proc, (owner, again, *params), world.span_number(how.span))
    woven = ir.For(owner, whose, (ir.For(again, gathered, (done,)),))
    return [woven, *body] if how.word == "before" else [*body, woven]


# ---------------------------------------------------------------- raising and lowering


def for_whom(world: World, owner: Slot, asks: ir.Expr, everyone: bool) -> Clauses:
    """Whose cards count: those of whoever asks, or those of all."""
    if everyone:
        seats = Set(0, world.seats)
        return [ir.In(owner, ir.SetConst(seats.full, seats))]
    return [ir.Test(prim("ge", asks, ZERO)), ir.Be(owner, asks)]


def lying(world: World, clauses: Clauses, kind: KindSym, owner: Slot, piece: Slot) -> None:
    clauses.append(ir.In(piece, lying_active(world, kind, owner)))


def only(clauses: Clauses, test: ir.Expr) -> None:
    clauses.append(ir.Test(test))


def only_about(clauses: Clauses, mine: Value, wanted: Value) -> None:
    assert mine.expr is not None and wanted.expr is not None
    clauses.append(ir.Test(equals(mine.expr, wanted.expr)))


def change(world: World, clauses: Clauses, amount: Value, type: t.Number | t.BagOf) -> ir.Expr:
    """How much the cards of one name change a definition."""
    if isinstance(type, t.BagOf):
        span = state.set_type(world, type.elem)
        return ir.Fold("bags", tuple(clauses), amount.expr, None, Bag(span.base, span.size))
    return ir.Fold("sum", tuple(clauses), amount.expr, None, INT)


def changed(value: Value, word: str, changes: list[ir.Expr]) -> Value:
    """What a definition gives, raised or lowered by all of these; a number that is lowered stops at 0 (see `floored`)."""
    result = value.expr
    assert result is not None
    for one in changes:
        if isinstance(value.type, t.BagOf):
            result = prim("bag_add" if word == "raises" else "bag_sub", result, one, type=result.type)
        else:
            result = prim("add" if word == "raises" else "sub", result, one)
    return Value(value.type, result)


def floored(value: Value) -> Value:
    assert value.expr is not None
    return Value(value.type, prim("max", ZERO, value.expr))
