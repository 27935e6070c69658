"""Handing pieces over: into a place of another player, or everybody at the same time."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.moving import move_piece
from rulewright.dsl.lower.values import Frame, Steps, Value, const, has, prim
from rulewright.dsl.source import Span
from rulewright.dsl.world import KindSym


def the_one(sym: KindSym, piece: ir.Expr) -> ir.Expr:
    """One piece as a set; nothing, if there is none."""
    type = state.kind_set(sym)
    return ir.Cond(prim("ge", piece, const(0)), prim("one", piece, type=type), ir.SetConst(0, type))


def hand_over(frame: Frame, pieces: ir.Expr, site: ir.Expr, sym: KindSym, span: Span, out: Steps) -> None:
    piece = frame.routine.new("piece")
    out.append(ir.For(piece, pieces, (move_piece(frame, piece, site, span, False, sym),)))


def seat(number: int) -> Value:
    """Whoever sits there."""
    return Value(t.PLAYER, const(number))


def take_up(
    frame: Frame, number: int, players: Value, sym: KindSym, pieces: ir.Expr, site: ir.Expr, span: Span, up: Steps, down: Steps
) -> None:
    """What the player on one seat passes is taken up, and is laid down when all have taken up theirs."""
    assert players.expr is not None
    passed, goal = frame.routine.new("passed", pieces.type), frame.routine.new("goal")
    nothing = ir.SetConst(0, state.kind_set(sym))
    up.append(ir.Assign(passed, ir.Cond(has(players.expr, const(number)), pieces, nothing)))
    up.append(ir.Assign(goal, site))
    hand_over(frame, passed, goal, sym, span, down)
