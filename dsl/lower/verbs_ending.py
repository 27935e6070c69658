"""Verbs that direct the course of the match: stop, win, lose, finish, conclude."""

from __future__ import annotations

from typing import Literal

from rulewright.core import ir
from rulewright.core.types import Set
from rulewright.dsl.lower.teams import whole_teams
from rulewright.dsl.lower.values import Step, Value, prim
from rulewright.dsl.source import Span
from rulewright.dsl.world import World


def players(world: World, who: Value) -> ir.Expr:
    """Whom an ending is about; a team as a whole."""
    assert who.expr is not None
    return whole_teams(world, who.expr) if world.program.teams else who.expr


def ending(world: World, title: str) -> int:
    """The number of an ending, by its title."""
    endings = world.program.endings
    if title not in endings:
        endings.append(title)
    return endings.index(title)


def wins(world: World, who: ir.Expr, title: int, span: Span) -> Step:
    return ir.End("win", who, title, world.span_number(span))


def loses(world: World, who: ir.Expr, span: Span) -> Step:
    """The others win; if everyone loses, nobody does."""
    type = Set(0, world.seats)
    return ir.End("lose", prim("diff", ir.SetConst(type.full, type), who, type=type), -1, world.span_number(span))


def over(world: World, how: Literal["score", "draw", "ending"], span: Span, title: int = -1) -> Step:
    """The match ends: by its score, as a draw, with an ending that has a title."""
    return ir.End(how, None, title, world.span_number(span))


def stop() -> Step:
    """What is running is left."""
    return ir.Return()
