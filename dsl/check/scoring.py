"""Scores and winners: each entry of the score is a function of a player; the winner is who leads by the criteria in turn."""

from __future__ import annotations

from rulewright.core import ir
from rulewright.core.ops import GatherName
from rulewright.core.program import Func
from rulewright.core.types import INT, Set
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.quantify import whole
from rulewright.dsl.check.selections import select
from rulewright.dsl.check.teams import for_team
from rulewright.dsl.check.understood import meant
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.diagnostics.suggest import nearest
from rulewright.dsl.lower.teams import whole_teams
from rulewright.dsl.lower.values import ZERO, Routine, Value, const, minus, prim
from rulewright.dsl.meaning import expressions as m
from rulewright.dsl.source import Span
from rulewright.dsl.syntax import declarations as d
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import World

LAST_WORDS = ("shared", "none", "nobody")


def entries(world: World) -> list[tuple[str, Func]]:
    """The functions of the score, made when first asked for."""
    if world.score is None or world.program.scores:
        return world.program.scores
    for item in world.score.entries:
        world.program.scores.append((item.name, player_function(world, f"score {item.name}", item.value)))
    return world.program.scores


def player_function(world: World, name: str, node: e.Expr) -> Func:
    """A number for each player."""
    from rulewright.dsl.check.expressions import expr

    routine = Routine()
    who = routine.new("player")
    cx = Context(world, routine, {}, Value(t.PLAYER, who))
    func = Func(name, (who,), type=INT)
    value = expr(cx, node)
    func.body = coerce.measure(cx, value, node.span)
    func.locals, func.names, func.sorts = routine.locals, routine.names, routine.sorts
    world.program.funcs.append(func)
    return for_team(world, name, func, node, node.span)


def total(cx: Context, span: Span) -> Value:
    """The whole score of the acting player."""
    if cx.world.score is None:
        return cx.error(codes.UNKNOWN_NAME, "The game has no score.", span, "Declare one: `score` with its entries below.")
    who = cx.the_player(span)
    result: ir.Expr = ZERO
    for _, func in entries(cx.world):
        one = ir.Call(func, (coerce.player(cx, who, span),))
        result = one if result is ZERO else prim("add", result, one)
    return Value(t.ANY_NUMBER, result, meaning=m.ScoreValue(span, t.ANY_NUMBER, meant(who, span), ""))


def entry(cx: Context, who: Value, name: str, span: Span) -> Value:
    found = dict(entries(cx.world)).get(name)
    if found is None:
        names = [n for n, _ in cx.world.program.scores]
        cx.world.unknown(codes.UNKNOWN_NAME, f"The score has no entry `{name}`.", name, span, names)
        return coerce.poison()
    meaning = m.ScoreValue(span, t.ANY_NUMBER, meant(who, span), name)
    return Value(t.ANY_NUMBER, ir.Call(found, (coerce.player(cx, who, span),)), meaning=meaning)


def finishing(world: World) -> list[ir.Stmt]:
    """What happens when the match is finished: the criteria are applied one after the other."""
    routine = Routine()
    _ = routine
    entries(world)
    winner = world.winner
    if winner is None:
        if world.score is None:
            return []
        span = world.score.span
        winner = d.Winner(span, None, [d.Criterion(span, "most", e.Word(span, "score"))], [], ())
    for criterion in winner.criteria:
        if criterion.extreme is not None:
            func = player_function(world, f"winner {len(world.program.criteria) + 1}", criterion.value)
            world.program.criteria.append((criterion.extreme, func))
    return []


def finish_proc(world: World) -> tuple[list[ir.Stmt], Routine]:
    """Statements that end the match by score, and the locals they use."""
    routine = Routine()
    finishing(world)
    type = Set(0, world.seats)
    leaders = routine.new("leaders", type)
    out: list[ir.Stmt] = [ir.Assign(leaders, ir.SetConst(type.full, type))]
    span = world.span_number(world.winner.span if world.winner is not None else world.game.span)
    if world.winner is not None and world.winner.among is not None and world.program.teams:
        help = "Leave `among` out, or end the match yourself: `team wins`."
        world.error(codes.MISPLACED, "Teams win as a whole, so players cannot be left out.", world.winner.among.span, help=help)
    elif world.winner is not None and world.winner.among is not None:
        cx = Context(world, routine)
        found = select(cx, world.winner.among)
        if found is not None:
            gathered = coerce.convert(cx, whole(cx, found), t.SetOf(t.PLAYER), world.winner.among.span)
            if gathered.expr is not None:
                out.append(ir.Assign(leaders, gathered.expr))
    for extreme, func in world.program.criteria:
        who = routine.new("who")
        key = ir.Call(func, (who,))
        op: GatherName = "best" if extreme == "most" else "worst"
        out.append(ir.Assign(leaders, ir.Fold(op, (ir.In(who, leaders),), who, key, type)))
    last = world.winner.criteria[-1] if world.winner is not None else None
    if last is not None and last.extreme is None:
        out += _last_word(world, last, leaders, routine)
    out.append(ir.End("won", leaders, -1, span))
    return out, routine


def _last_word(world: World, last: d.Criterion, leaders: ir.Local, routine: Routine) -> list[ir.Stmt]:
    """`then shared`, `then none`, `then henry`: what if the criteria leave several."""
    from rulewright.dsl.check.expressions import expr

    type = Set(0, world.seats)
    assert isinstance(last.value, e.Word)
    word = last.value.name
    several = prim("gt", prim("size", leaders), const(1))
    if world.program.teams:  # the players of one team are not several
        first = prim("one", prim("first", leaders), type=type)
        several = prim("gt", prim("size", minus(leaders, whole_teams(world, first))), ZERO)
    match word:
        case "shared":
            return []
        case "none" | "nobody":
            return [ir.If(several, (ir.Assign(leaders, ir.SetConst(0, type)),), ())]
    if word not in world.defines and word not in world.game_attrs and word not in world.options and nearest(word, LAST_WORDS):
        world.unknown(codes.UNKNOWN_NAME, f"Nothing is called `{word}` here.", word, last.span, LAST_WORDS)
        return []
    cx = Context(world, routine)
    value = expr(cx, last.value, t.PLAYER)
    one = coerce.convert(cx, value, t.SetOf(t.PLAYER), last.span)
    if one.expr is None or coerce.is_poison(one):
        return []
    chosen = whole_teams(world, one.expr) if world.program.teams else prim("one", coerce.player(cx, value, last.span), type=type)
    return [ir.If(several, (ir.Assign(leaders, chosen),), ())]
