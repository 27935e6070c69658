"""Teams: whose team, whose partner, who is in it; scores that are counted for a team, and teams that win as a whole."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.program import Func, Table
from rulewright.core.types import INT, Set
from rulewright.dsl import types as t
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import state
from rulewright.dsl.lower.values import Routine, Value, intersect, prim, union
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.syntax.walk import nodes
from rulewright.dsl.world import World

OWN = frozenset({"player", "rival", "partner", "ahead", "behind"})  # words that mean one player


def is_team(world: World, type: t.Type) -> bool:
    return bool(world.program.teams) and isinstance(t.bare(type), t.Enum) and t.bare(type) == world.enums.get("Team")


def _whose(world: World) -> Table:
    return next(table for table in world.program.tables if table.name == "Player.team")


def team_of(world: World, who: ir.Expr) -> Value:
    return Value(world.enums["Team"], ir.Look(_whose(world), who))


def players_of(world: World, team: ir.Expr) -> Value:
    """The players of a team, as a set."""
    table = state.set_table(world, "Team.players", Set(0, world.seats), tuple(bits for _, bits in world.program.teams))
    return Value(t.SetOf(t.PLAYER), ir.Look(table, team))


def partner_of(world: World, who: ir.Expr, span: Span) -> Value:
    """The only other one of a team."""
    teams = world.program.teams
    if not teams:
        help = "Say who plays together: `game … for North and South against East and West`."
        world.error(codes.UNKNOWN_NAME, "Nobody has a partner here: the game has no teams.", span, help=help)
        return Value(t.POISON, who)
    odd = next((title for title, bits in teams if bits.bit_count() != 2), "")
    if odd:
        alone = " and " not in odd
        name = odd.split(", ")[0].split(" and ")[0]
        message = f"{name} plays alone." if alone else f"{name} has several partners."
        help = "Say which player is meant: `first Player in team where …`."
        world.error(codes.AMBIGUOUS, message, span, help=help)
        return Value(t.POISON, who)
    others = []
    for seat in range(world.seats):
        bits = next(bits for _, bits in teams if bits >> seat & 1)
        others.append((bits & ~(1 << seat)).bit_length() - 1)
    known = next((table for table in world.program.tables if table.name == "Player.partner"), None)
    table = known or world.program.add_table(Table("Player.partner", INT, tuple(others)))
    return Value(t.PLAYER, ir.Look(table, who))


def as_players(world: World, value: Value) -> Value:
    """A team where players are wanted is its players."""
    if value.expr is None or not is_team(world, value.type):
        return value
    found = players_of(world, value.expr)
    if value.meaning is not None:
        found.meaning = m.Convert(value.meaning.span, found.type, "players", value.meaning)
    return found


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


# ---------------------------------------------------------------- scores


def for_team(world: World, name: str, func: Func, node: e.Expr, span: Span) -> Func:
    """A number for each player as the number of the team: added up if it is about `player`, else as it is."""
    if not world.program.teams:
        return func
    one, team = spoken_of(world, node)
    if one and team:
        help = "Write two entries: one about `player`, which is added up over the players of a team, and one about `team`."
        world.error(codes.AMBIGUOUS, "This is about a player and about the team at once.", span, help=help)
    if not one:
        return func
    routine = Routine()
    who, mate = routine.new("player"), routine.new("mate")
    players = players_of(world, team_of(world, who).expr)  # type: ignore[arg-type]
    assert players.expr is not None
    body = ir.Fold("sum", (ir.In(mate, players.expr),), ir.Call(func, (mate,)), None, INT)
    found = Func(name, (who,), body=body, type=INT)
    found.locals, found.names, found.sorts = routine.locals, routine.names, routine.sorts
    world.program.funcs.append(found)
    return found


def spoken_of(world: World, node: object, seen: frozenset[str] = frozenset()) -> tuple[bool, bool]:
    """Whether something is about the player who acts, and whether about their team; also by way of definitions."""
    one = team = False
    hidden: set[int] = set()
    for found in nodes(node, e.Dot | e.Of):  # type: ignore[arg-type]
        match found:
            case e.Dot(_, e.Word(_, "player") as word, "team") | e.Of(_, e.Word(_, "team"), e.Word(_, "player") as word):
                hidden.add(id(word))
                team = True
    for binding in nodes(node, e.Many | e.Fold | e.Every):  # type: ignore[arg-type]
        head = binding.selection.source
        head = head.left if isinstance(head, e.In) else head
        if isinstance(head, e.Kind) and binding.selection.alias is None and head.name in {"Player", "Team"}:
            hidden |= {id(word) for word in nodes(binding, e.Word) if word.name == head.name.lower()}
    for word in nodes(node, e.Word):
        if id(word) in hidden:
            continue
        sole = next((k for k in world.kinds.values() if k.word == word.name and not k.core.counted and k.core.count == k.core.owners), None)
        if word.name in OWN or sole is not None:
            one = True
        elif word.name == "team":
            team = True
        elif word.name in world.defines and word.name not in seen:
            decl = world.defines[word.name].decl
            own = {p.name for p in decl.params}
            if not own & {"player"}:
                inner = spoken_of(world, [decl.value, decl.cases, decl.otherwise], seen | {word.name})
                one, team = one or inner[0], team or (inner[1] and "team" not in own)
    return one, team
