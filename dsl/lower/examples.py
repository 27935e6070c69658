"""Examples as code that can be run: a position that is made, choices and sentences, and what must hold."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.core import ir
from rulewright.core.program import BOX, Func, Proc, Shown
from rulewright.core.record import entity
from rulewright.core.types import INT, Seq
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.asked import Placing, of_its_own
from rulewright.dsl.lower.moving import from_supply, in_box, move_piece, put_tokens, take_tokens
from rulewright.dsl.lower.purses import Purse
from rulewright.dsl.lower.routines import begin_turn, function
from rulewright.dsl.lower.standings import players_from
from rulewright.dsl.lower.targets import Target
from rulewright.dsl.lower.turns import taken
from rulewright.dsl.lower.values import NONE, ONE, ZERO, Frame, Routine, Slot, Step, Steps, Value, const, prim
from rulewright.dsl.source import Span
from rulewright.dsl.world import KindSym, PlaceSym, RoutineSym, World


@entity
class Make:
    """Statements that make the position."""

    proc: Proc
    text: str
    span: int


@entity
class Perform:
    """A sentence to be carried out, decisions in it included."""

    proc: Proc
    text: str
    span: int


@entity
class Choose:
    """A choice: who, which action or label, and the values of arguments by preposition."""

    who: Func | None  # None: chance
    verb: str
    arguments: list[tuple[str, Func]]
    chosen: Func | None  # for `chooses`: a value or a set of values
    label: str | None
    text: str
    span: int
    several: bool = False


@entity
class Expect:
    """A condition that must hold; or a question about the end of the match."""

    func: Func | None
    ending: str
    who: Func | None
    text: str
    span: int
    shown: Shown | None = None
    value: Func | None = None  # the left side of a comparison, to tell what was found instead


Line = Make | Perform | Choose | Expect


def procedure(world: World, name: str, routine: Routine, body: Steps) -> Proc:
    proc = Proc(name, (), routine.locals, routine.names, tuple(body), sorts=routine.sorts)
    world.program.add_proc(proc)
    world.program.extra.append(proc)
    return proc


# ---------------------------------------------------------------- a position


def given(world: World, target: Target, value: Value, span: Span) -> Step:
    """An attribute is so."""
    assert value.expr is not None
    if target.owner_of is None:
        return target.store(value.expr, world.span_number(span))
    assert target.owner_of.expr is not None
    return ir.Effect("set_owner", (target.owner_of.expr, value.expr), world.span_number(span))


def fill(frame: Frame, purse: Purse, bag: Value, span: Span) -> Step:
    """So many of each, and nothing else."""
    assert bag.expr is not None
    type = state.set_type(frame.world, purse.elem)
    member = frame.routine.new("good")
    stored = purse.store(frame.world, member, prim("bag_count", bag.expr, member), span)
    return ir.For(member, ir.SetConst(type.full, type), (stored,))


def clear(frame: Frame, kinds: list[KindSym], place: PlaceSym, site: ir.Expr | None, span: Span) -> Steps:
    """Single pieces that lie in a place, or on one site of it, go back into the box."""
    out: Steps = []
    for sym in kinds:
        if not sym.core.counted and sym.core.count:
            piece = frame.routine.new("piece")
            there = state.members(frame.world, sym, place, site) if site is not None else state.pieces_inside(frame.world, sym, place)
            out.append(ir.For(piece, there, (move_piece(frame, piece, const(BOX), span),)))
    return out


def site_number(place: PlaceSym, number: int) -> ir.Expr:
    return const(place.core.base + number)


def some_of_kind(frame: Frame, sym: KindSym, count: ir.Expr, site: ir.Expr, span: Span) -> Steps:
    """So many pieces of a kind from the box."""
    if sym.core.counted:
        return [put_tokens(frame, sym, site, ZERO, count, span)]
    piece, left = frame.routine.new("piece"), frame.routine.new("left")
    body = (
        ir.Assign(piece, prim("first", in_box(sym))),
        move_piece(frame, piece, site, span),
        ir.Assign(left, prim("sub", left, ONE)),
    )
    return [ir.Assign(left, count), ir.While(prim("gt", left, ZERO), body, -1)]


def heap(frame: Frame, sym: KindSym, site: ir.Expr, amount: int) -> Steps:
    """So many equal pieces on a site, and no more."""
    low, span = state.span_of(frame.world, t.Piece(frozenset({sym.name})))[0], frame.world.game.span
    now = frame.routine.new("now")
    return [
        ir.Assign(now, state.heap(sym, site, ZERO if sym.core.owners else None, low)),
        take_tokens(frame, sym, site, now, span),
        put_tokens(frame, sym, site, ZERO, const(amount), span),
    ]


def drawn(frame: Frame, sym: KindSym, owner: int, site: int, span: Span, out: Steps) -> Slot | None:
    """A piece of somebody on a site, as a picture shows it; the local that holds it, unless it is a counted one."""
    if sym.core.counted:
        out.extend(from_supply(frame, sym, const(max(0, owner)), ONE, span))
        out.append(put_tokens(frame, sym, const(site), const(max(0, owner)), ONE, span))
        return None
    pool = in_box(sym)
    if owner >= 0 and sym.core.owners:
        pool = prim("inter", pool, state.owned(frame.world, sym, const(owner)), type=pool.type)
    piece = frame.routine.new("piece")
    out.append(ir.Assign(piece, prim("first", pool)))
    out.append(move_piece(frame, piece, const(site), span))
    return piece


def showing(world: World, target: Target, member: int, span: Span) -> Step:
    return target.store(const(member), world.span_number(span))


# ---------------------------------------------------------------- what is played


def line_number(value: Value) -> ir.Expr:
    """A row or column by its number, counted from 1."""
    assert value.expr is not None
    return prim("sub", value.expr, ONE)


def side(world: World, routine: Routine, value: Value) -> Func:
    """What a comparison has on its left, as a function of its own."""
    core = Routine()
    part = of_its_own(value.expr if value.expr is not None else ZERO, 0)
    return function(world, "example", (), core, Placing(routine, core, {}).code(part))


def listed(numbers: Sequence[int]) -> ir.Expr:
    """Values in the order in which they are written."""
    return ir.SeqConst(tuple(numbers), Seq(INT, max(1, len(numbers))))


def resume(world: World, play: RoutineSym | None, turn: RoutineSym | None) -> Proc:
    """The course of play from a position: with the game's own `play`, or with turns beginning with a given player."""
    routine = Routine()
    first = routine.new("first")
    body: Steps = []
    if play is not None:
        body.append(ir.Do(play.proc, (NONE,), -1))
    elif turn is not None:
        who = routine.new("player")
        turns = tuple(taken(world, who, [*begin_turn(world, who), ir.Do(turn.proc, (who,), -1)]))
        body.append(ir.While(ONE, (ir.For(who, players_from(world, first), turns),), -1))
    body.append(ir.End("score", None, -1, world.span_number(world.game.span)))
    proc = Proc("from here", (first,), routine.locals, routine.names, tuple(body), sorts=routine.sorts)
    world.program.add_proc(proc)
    world.program.extra.append(proc)
    return proc
