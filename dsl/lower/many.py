"""Several things chosen by each of several players, one after the other or in secret. What each has chosen is an entry of a row, and all
that is offered next follows from that entry: no more is kept, so that nobody learns from it what somebody else had to choose from."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Alt, Choice
from rulewright.core.types import INT, Int, Row
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.several import Picking, next_ones
from rulewright.dsl.lower.values import ONE, ZERO, Clauses, Frame, Selected, Slot, Steps, Value, const, negate, prim
from rulewright.dsl.lower.ways import shown_as
from rulewright.dsl.source import Span


def choosing(
    frame: Frame,
    found: Selected,
    all: Value,
    limits: tuple[ir.Expr, ir.Expr | None],
    local: Slot,
    name: str,
    span: Span,
    secret: bool,
    decline: bool = False,
) -> tuple[Slot, Steps]:
    """What one of them is asked; gives the row of the sets. With `decline` nobody has to: nothing at all, or as many as are asked for."""
    assert all.expr is not None
    new = frame.routine.new
    type = state.set_type(frame.world, found.elem)
    row, more, item = new(name, Row(frame.world.seats, type)), new("more"), new(name)
    mine = prim("row_set", row, local, type=type)
    number = prim("size", mine)
    low = prim("min", limits[0], prim("size", all.expr))
    high = prim("size", all.expr) if limits[1] is None else prim("min", limits[1], prim("size", all.expr))
    clauses = [ir.Test(prim("lt", number, high)), *_next_one(frame, found, all.expr, mine, local, item, low)]
    # What has been looked at is forgotten at once, so that the next one to choose finds nothing of it.
    taken: Steps = [
        ir.AssignAt(row, local, prim("union", mine, prim("one", item, type=type), type=type)),
        ir.Assign(item, const(type.base)),
    ]
    shown = (shown_as(frame.world, found.elem),)
    stopping: Steps = [ir.Assign(more, ZERO)]
    enough = prim("ge", number, low)
    alts = [Alt(tuple(clauses), (item,), shown, tuple(taken), "act", "choose")]
    if decline:
        alts.append(Alt((ir.Test(prim("is_empty", mine)),), (), (), tuple(stopping), "decline", "decline"))
        enough = prim("and", enough, negate(prim("is_empty", mine)))
    alts.append(Alt((ir.Test(enough),), (), (), tuple(stopping), "done", "done"))
    at = frame.world.span_number(span)
    choice = Choice(local, tuple(alts), f"choose {name}", at, secret=secret)
    asking = prim("and", more, prim("lt", number, high))
    return row, [
        ir.AssignAt(row, local, ir.SetConst(0, type)),
        ir.Assign(more, ONE),
        ir.While(asking, (ir.Ask(choice, tuple(stopping)),), at),
    ]


def by_whom(local: Slot, who: Value, body: Steps) -> Steps:
    """Something done by one player, or by each of several."""
    assert who.expr is not None
    if isinstance(who.expr.type, Int):
        return [ir.Assign(local, who.expr), *body]
    return [ir.For(local, who.expr, tuple(body))]


def _next_one(frame: Frame, found: Selected, all: ir.Expr, mine: ir.Expr, decider: Slot, item: Slot, low: ir.Expr) -> Clauses:
    """The next one of those that somebody can choose: always further up than the last one of which that player sees the face."""
    new, type = frame.routine.new, state.set_type(frame.world, found.elem)
    pool, picked, last, passed = new("pool", type), new("picked", type), new("last"), new("passed")
    elem = found.elem
    sym = frame.world.kinds[next(iter(elem.kinds))] if isinstance(elem, t.Piece) and len(elem.kinds) == 1 else None
    veiled = state.veiled(frame.world, sym, picked, decider) if sym is not None and not sym.core.counted else None
    seen = picked if veiled is None else prim("diff", picked, veiled, type=type)
    clauses: Clauses = [
        ir.Be(pool, all),
        ir.Be(picked, mine),
        ir.Be(last, ir.Fold("last", (ir.In(passed, seen),), passed, None, INT)),
    ]
    follow, after, _ = next_ones(frame.world, new, sym, decider, Picking(pool, picked, item, last))
    clauses += follow
    wanted = prim("sub", low, prim("size", picked))
    clauses.append(ir.Test(prim("ge", after, prim("sub", wanted, ONE))))
    return clauses


def entry(row: Slot, local: Slot) -> ir.Expr:
    """What one player has chosen."""
    assert isinstance(row.type, Row)
    return prim("row_set", row, local, type=row.type.elem)


def kept(frame: Frame, found: Selected, name: str) -> Slot:
    """Room for what is being dealt with."""
    return frame.routine.new(f"{name}s", state.set_type(frame.world, found.elem))


def done_with(kept: Slot, row: Slot, local: Slot, body: Steps, otherwise: Steps) -> Steps:
    """Somebody does something with what was chosen, or something else if nothing was."""
    return [ir.Assign(kept, entry(row, local)), ir.If(negate(prim("is_empty", kept)), tuple(body), tuple(otherwise))]
