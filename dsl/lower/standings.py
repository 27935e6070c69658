"""Standing conditions as procedures: for each thing they speak of, whether they have just become true."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Field, Proc, Table, set_field
from rulewright.core.record import entity
from rulewright.core.types import INT, Seq, Set
from rulewright.core.walk import mentions, parts
from rulewright.core.walk import statements as every
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.routines import fired
from rulewright.dsl.lower.values import NONE, ONE, ZERO, Frame, Slot, Steps, Value, both, has, negate, prim
from rulewright.dsl.source import Span
from rulewright.dsl.world import KindSym, World


@entity
class Watch:
    """A standing condition as a procedure, with what its condition reads."""

    proc: Proc
    condition: ir.Expr
    at_once: bool
    per_player: bool
    reads: frozenset[Field] = frozenset()


@entity
class Watched:
    """What is said of a standing condition: its words, where it stands, and whether it speaks of the player."""

    title: str
    span: Span
    at_once: bool
    per_player: bool


@entity
class About:
    """What a condition is about: each of these, in turn. `all` are those that could ever be meant."""

    local: Slot
    over: ir.Expr
    all: Set


def pieces(world: World, kind: KindSym, local: Slot) -> About:
    """Each piece of a kind that is in play."""
    return About(local, state.anywhere(world, kind), state.kind_set(kind))


def selected(world: World, elem: t.Scalar, local: Slot, gathered: Value) -> About:
    """Each one found. Every one is watched, also those for which the condition does not hold now."""
    assert gathered.expr is not None
    return About(local, gathered.expr, state.set_type(world, elem))


def together(tests: list[ir.Expr]) -> ir.Expr:
    condition = tests[0]
    for one in tests[1:]:
        condition = one if condition == ONE else condition if one == ONE else both(condition, one)
    return condition


def standing(
    frame: Frame, number: int, node: Watched, slots: tuple[Slot, Slot], about: list[About], condition: ir.Expr, body: Steps
) -> Watch:
    """The procedure of a standing condition: who is asked first and who is asked are its slots."""
    world, (first, who) = frame.world, slots
    word = "as soon as" if node.at_once else "when"
    rule = fired(world, f"{word} {node.title}")
    statements: Steps = [ir.If(condition, (rule, *body), ())]
    if not any(isinstance(x, ir.End) for x in body):
        statements = _on_the_edge(world, number, condition, (rule, *body), who if node.per_player else None, about[-1] if about else None)
    watched = condition
    for one in reversed(about):
        statements = [ir.For(one.local, one.over, tuple(statements))]
    for one in about:
        watched = both(watched, negate(prim("is_empty", one.over)))
    if node.per_player:
        statements = [ir.For(who, players_from(world, first), tuple(statements))]
    elif any(mentions(part, who) for stmt in every(tuple(statements)) for part in parts(stmt)):
        statements = [ir.Assign(who, NONE), *statements]  # nobody acts, and what is called asks for nobody
    core, span = frame.routine, world.span_number(node.span)
    proc = Proc(f"{word} {number + 1}", (first,), core.locals, core.names, tuple(statements), sorts=core.sorts, span=span)
    world.program.add_proc(proc)
    return Watch(proc, watched, node.at_once, node.per_player)


def _on_the_edge(world: World, number: int, condition: ir.Expr, body: tuple[ir.Stmt, ...], who: Slot | None, about: About | None) -> Steps:
    """Fire only when the condition has just become true for this binding."""
    type = about.all if about is not None else Set(0, 1)
    member: ir.Expr = about.local if about is not None else ZERO
    rows = world.seats if who is not None else 1
    field = world.program.add_field(set_field(f"held.{number + 1}", type, rows))
    row: ir.Expr = who if who is not None else ZERO
    before = has(ir.Load(field, row), member)
    fire = ir.If(negate(before), (ir.StoreBit(field, row, member, ONE), *body), ())
    if about is not None and condition == ONE:
        # The loop runs through those for which it holds; the others are forgotten by whoever changes them back.
        return [ir.If(ONE, body, ())]
    return [ir.If(condition, (fire,), (ir.StoreBit(field, row, member, ZERO),))]


def players_from(world: World, first: ir.Expr) -> ir.Expr:
    """All players, the acting one first."""
    seats = world.seats
    rows = tuple(tuple((max(p, 0) + i) % seats for i in range(seats)) for p in range(-1, seats))
    table = next((x for x in world.program.tables if x.name == "from.players"), None)
    if table is None:
        table = world.program.add_table(Table("from.players", Seq(INT, seats), rows))
    return ir.Look(table, prim("add", first, ONE))
