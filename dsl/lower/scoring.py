"""Scores and winners: each entry of the score is a function of a player; the winner is who leads by the criteria in turn."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.ops import GatherName
from rulewright.core.program import Func, Proc
from rulewright.core.types import INT, Set
from rulewright.dsl.lower.teams import whole_teams
from rulewright.dsl.lower.values import ZERO, Frame, Routine, Slot, Step, Steps, Value, const, minus, prim
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.world import World


def of_player(world: World, name: str, who: Slot, routine: Routine, body: ir.Expr) -> Func:
    """A number for each player."""
    func = Func(name, (who,), type=INT, body=body)
    func.locals, func.names, func.sorts = routine.locals, routine.names, routine.sorts
    world.program.funcs.append(func)
    return func


def entries(world: World, name: str) -> list[tuple[str, Func]]:
    """The functions of the score that are asked for: one entry, or all."""
    return [(entry, func) for entry, func in world.program.scores if not name or entry == name]


def total(node: m.ScoreValue, entries: list[tuple[str, Func]], who: ir.Expr) -> Value:
    """The whole score, or one entry of it."""
    result: ir.Expr = ZERO
    for _, func in entries:
        one = ir.Call(func, (who,))
        result = one if result is ZERO else prim("add", result, one)
    return Value(node.type, result, meaning=node)


def everybody(world: World, leaders: Slot) -> Step:
    type = Set(0, world.seats)
    return ir.Assign(leaders, ir.SetConst(type.full, type))


def leaders(frame: Frame) -> Slot:
    return frame.routine.new("leaders", Set(0, frame.world.seats))


def only(leaders: Slot, among: Value) -> Step:
    assert among.expr is not None
    return ir.Assign(leaders, among.expr)


def by_criteria(frame: Frame, leaders: Slot) -> Steps:
    """Of those who lead, those who lead by the next criterion, too."""
    out: Steps = []
    type = Set(0, frame.world.seats)
    for extreme, func in frame.world.program.criteria:
        who = frame.routine.new("who")
        op: GatherName = "best" if extreme == "most" else "worst"
        out.append(ir.Assign(leaders, ir.Fold(op, (ir.In(who, leaders),), who, ir.Call(func, (who,)), type)))
    return out


def _several(world: World, leaders: Slot) -> ir.Expr:
    """Whether several lead; the players of one team are not several."""
    if not world.program.teams:
        return prim("gt", prim("size", leaders), const(1))
    first = prim("one", prim("first", leaders), type=Set(0, world.seats))
    return prim("gt", prim("size", minus(leaders, whole_teams(world, first))), ZERO)


def then_none(world: World, leaders: Slot) -> Step:
    """`then none`: if several lead, nobody has won."""
    return ir.If(_several(world, leaders), (ir.Assign(leaders, ir.SetConst(0, Set(0, world.seats))),), ())


def then_one(world: World, leaders: Slot, one: Value, player: ir.Expr | None) -> Step:
    """`then henry`: if several lead, this player (or team) has won."""
    assert one.expr is not None
    chosen = whole_teams(world, one.expr) if player is None else prim("one", player, type=Set(0, world.seats))
    return ir.If(_several(world, leaders), (ir.Assign(leaders, chosen),), ())


def won(world: World, leaders: Slot, span: int) -> Step:
    return ir.End("won", leaders, -1, span)


def finish(routine: Routine, body: Steps) -> Proc:
    return Proc("finish", (), routine.locals, routine.names, tuple(body))
