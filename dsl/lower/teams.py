"""Teams: whose team, whose partner, who is in it; a number of each player as the number of the team."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Func, Table
from rulewright.core.types import INT, Set
from rulewright.dsl import types as t
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import Routine, Value, intersect, prim, union
from rulewright.dsl.world import World


def is_team(world: World, type: t.Type) -> bool:
    return bool(world.program.teams) and isinstance(t.bare(type), t.Enum) and t.bare(type) == world.enums.get("Team")


def team_of(world: World, who: ir.Expr) -> ir.Expr:
    whose = next(table for table in world.program.tables if table.name == "Player.team")
    return ir.Look(whose, who)


def players_of(world: World, team: ir.Expr) -> ir.Expr:
    """The players of a team, as a set."""
    table = state.set_table(world, "Team.players", Set(0, world.seats), tuple(bits for _, bits in world.program.teams))
    return ir.Look(table, team)


def partner_of(world: World, who: ir.Expr) -> ir.Expr:
    """The only other one of a team."""
    others = []
    for seat in range(world.seats):
        bits = next(bits for _, bits in world.program.teams if bits >> seat & 1)
        others.append((bits & ~(1 << seat)).bit_length() - 1)
    known = next((table for table in world.program.tables if table.name == "Player.partner"), None)
    return ir.Look(known or world.program.add_table(Table("Player.partner", INT, tuple(others))), who)


def as_players(world: World, value: Value) -> Value:
    """A team where players are wanted is its players."""
    if value.expr is None or not is_team(world, value.type):
        return value
    return Value(t.SetOf(t.PLAYER), players_of(world, value.expr))


def whole_teams(world: World, players: ir.Expr) -> ir.Expr:
    """Everybody whose team has one of these players."""
    type = Set(0, world.seats)
    if isinstance(players, ir.SetConst):
        return ir.SetConst(sum(bits for _, bits in world.program.teams if bits & players.bits), type)
    empty: ir.Expr = ir.SetConst(0, type)
    found: ir.Expr = empty
    for _, bits in world.program.teams:
        team = ir.SetConst(bits, type)
        found = union(found, ir.Cond(prim("is_empty", intersect(players, team)), empty, team))
    return found


def added_up(world: World, name: str, func: Func) -> Func:
    """A number of each player, added up over the players of a team."""
    routine = Routine()
    who, mate = routine.new("player"), routine.new("mate")
    body = ir.Fold("sum", (ir.In(mate, players_of(world, team_of(world, who))),), ir.Call(func, (mate,)), None, INT)
    found = Func(name, (who,), body=body, type=INT)
    found.locals, found.names, found.sorts = routine.locals, routine.names, routine.sorts
    world.program.funcs.append(found)
    return found
