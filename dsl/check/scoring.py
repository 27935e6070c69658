"""Scores and winners: each entry of the score is a function of a player; the winner is who leads by the criteria in turn."""

from __future__ import annotations

from rulewright.core.program import Func, Proc
from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.passes import expr
from rulewright.dsl.check.quantify import whole
from rulewright.dsl.check.selections import select
from rulewright.dsl.check.teams import for_team
from rulewright.dsl.check.understood import made, part
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.diagnostics.suggest import nearest
from rulewright.dsl.lower import scoring as lower
from rulewright.dsl.lower.values import Routine, Slot, Steps, Value
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

    routine = Routine()
    who = routine.new("player")
    cx = Context(world, routine, {}, Value(t.PLAYER, who))
    func = lower.of_player(world, name, who, routine, coerce.measure(cx, expr(cx, node), node.span))
    return for_team(world, name, func, node, node.span)


def total(cx: Context, span: Span) -> Value:
    """The whole score of the acting player."""
    if cx.world.score is None:
        return cx.error(codes.UNKNOWN_NAME, "The game has no score.", span, "Declare one: `score` with its entries below.")
    who = cx.the_player(span)
    entries(cx.world)
    coerce.player(cx, who, span)
    return made(cx, m.ScoreValue(span, t.ANY_NUMBER, part(cx, who, span), ""))


def entry(cx: Context, who: Value, name: str, name_span: Span, span: Span) -> Value:
    found = dict(entries(cx.world)).get(name)
    if found is None:
        names = [n for n, _ in cx.world.program.scores]
        cx.world.unknown(codes.UNKNOWN_NAME, f"The score has no entry `{name}`.", name, name_span, names)
        return coerce.poison()
    coerce.player(cx, who, span)
    return made(cx, m.ScoreValue(span, t.ANY_NUMBER, part(cx, who, span), name))


def _criteria(world: World) -> None:
    """What the match is won by, as functions of a player."""
    entries(world)
    winner = world.winner
    if winner is None:
        if world.score is None:
            return
        span = world.score.span
        winner = d.Winner(span, None, [d.Criterion(span, "most", e.Word(span, "score"))], [], ())
    for criterion in winner.criteria:
        if criterion.extreme is not None:
            func = player_function(world, f"winner {len(world.program.criteria) + 1}", criterion.value)
            world.program.criteria.append((criterion.extreme, func))


def finish_proc(world: World) -> Proc:
    """What happens when the match is finished: the criteria are applied one after the other."""
    routine = Routine()
    _criteria(world)
    cx = Context(world, routine)
    leaders = lower.leaders(cx)
    out: Steps = [lower.everybody(world, leaders)]
    span = world.span_number(world.winner.span if world.winner is not None else world.game.span)
    if world.winner is not None and world.winner.among is not None and world.program.teams:
        help = "Leave `among` out, or end the match yourself: `team wins`."
        world.error(codes.MISPLACED, "Teams win as a whole, so players cannot be left out.", world.winner.among.span, help=help)
    elif world.winner is not None and world.winner.among is not None:
        found = select(cx, world.winner.among)
        if found is not None:
            gathered = coerce.convert(cx, whole(cx, found), t.SetOf(t.PLAYER), world.winner.among.span)
            if gathered.expr is not None:
                out.append(lower.only(leaders, gathered))
    out += lower.by_criteria(cx, leaders)
    last = world.winner.criteria[-1] if world.winner is not None else None
    if last is not None and last.extreme is None:
        out += _last_word(cx, last, leaders)
    out.append(lower.won(world, leaders, span))
    return lower.finish(routine, out)


def _last_word(cx: Context, last: d.Criterion, leaders: Slot) -> Steps:
    """`then shared`, `then none`, `then henry`: what if the criteria leave several."""

    world = cx.world
    assert isinstance(last.value, e.Word)
    word = last.value.name
    match word:
        case "shared":
            return []
        case "none" | "nobody":
            return [lower.then_none(world, leaders)]
    if word not in world.defines and word not in world.game_attrs and word not in world.options and nearest(word, LAST_WORDS):
        world.unknown(codes.UNKNOWN_NAME, f"Nothing is called `{word}` here.", word, last.span, LAST_WORDS)
        return []
    value = expr(cx, last.value, t.PLAYER)
    one = coerce.convert(cx, value, t.SetOf(t.PLAYER), last.span)
    if one.expr is None or coerce.is_poison(one):
        return []
    player = coerce.player(cx, value, last.span) if not world.program.teams else None
    return [lower.then_one(world, leaders, one, player)]
