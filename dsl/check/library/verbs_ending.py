"""Verbs that direct the course of the match: take turns, stop, win, lose, finish."""

from __future__ import annotations

from rulewright.dsl import types as t
from rulewright.dsl.check import coerce
from rulewright.dsl.check.cards import resolve_card
from rulewright.dsl.check.context import Context
from rulewright.dsl.check.library.moving import goods
from rulewright.dsl.check.library.registry import verb
from rulewright.dsl.check.passes import expr
from rulewright.dsl.check.passing import laid_down, taken_up
from rulewright.dsl.check.phrases import Parts
from rulewright.dsl.check.routines import call_routine
from rulewright.dsl.diagnostics import catalogue as codes
from rulewright.dsl.lower import verbs_ending as lower
from rulewright.dsl.lower.passing import hand_over
from rulewright.dsl.lower.turns import more
from rulewright.dsl.lower.values import Code, Steps
from rulewright.dsl.syntax import expressions as e
from rulewright.dsl.world import RoutineSym


def _who(cx: Context, parts: Parts) -> Code | None:
    """The subject of a sentence as a set of players."""
    value = expr(cx, parts.subject) if parts.subject is not None else cx.the_player(parts.span)
    found = coerce.convert(cx, value, t.SetOf(t.PLAYER), parts.span)
    if coerce.is_poison(found) or found.expr is None:
        return None
    return lower.players(cx.world, found)


@verb("win")
def win(cx: Context, parts: Parts, out: Steps) -> Context:
    if isinstance(parts.subject, e.Kind) and cx.newcomer(codes.TYPE_MISMATCH, parts.span):
        return cx
    who = _who(cx, parts)
    if who is not None:
        out.append(lower.wins(cx.world, who, _title(cx, parts), parts.span))
    return cx


def _title(cx: Context, parts: Parts) -> int:
    """The number of the ending that `with "…"` names; -1 if it has none."""
    tail = parts.tail("with")
    if tail is None or not isinstance(tail[0], e.Text):
        return -1
    if len(tail) > 1:
        help = 'Write `player wins with "Three ships are home"`.'
        cx.error(codes.WRONG_ARGUMENTS, "Whoever wins knows what it is worth; only `conclude` says so.", parts.span, help)
    return lower.ending(cx.world, tail[0].value)


def lose_match(cx: Context, parts: Parts, out: Steps) -> Context:
    """`player loses`: the others win; `everyone loses`: nobody does."""
    who = _who(cx, parts)
    if who is not None:
        out.append(lower.loses(cx.world, who, parts.span))
    return cx


@verb("finish")
def finish(cx: Context, parts: Parts, out: Steps) -> Context:
    out.append(lower.over(cx.world, "score", parts.span))
    return cx


def _worth(cx: Context, rest: list[e.Expr | e.Sel], parts: Parts) -> int | None:
    """`worth 3` behind the title of an ending: how good it is for everybody. It is printed nowhere; those who search for good play ask."""
    match rest:
        case []:
            return None
        case [e.Word(_, "worth"), e.Num(_, number)] if number <= 1000:
            return number
        case [e.Arith(_, "-", e.Word(_, "worth"), e.Num(_, number))] | [e.Word(_, "worth"), e.Minus(_, e.Num(_, number))] if number <= 1000:
            return -number
        case [e.Word(_, "worth"), *_] | [e.Arith(_, _, e.Word(_, "worth"))]:
            cx.error(
                codes.WRONG_ARGUMENTS,
                "An ending is worth a number from -1000 to 1000.",
                parts.span,
                'Write `conclude with "Title" worth 3`.',
            )
        case _:
            said = cx.world.sources.text(rest[0].span.to(rest[-1].span))
            cx.error(codes.WRONG_ARGUMENTS, f"`{said}` says nothing about an ending.", parts.span, 'Write `conclude with "Title" worth 3`.')
    return None


@verb("conclude")
def conclude(cx: Context, parts: Parts, out: Steps) -> Context:
    tail = parts.tail("with")
    if not tail or not isinstance(tail[0], e.Text):
        cx.error(codes.WRONG_ARGUMENTS, "An ending has a title in quotes.", parts.span, 'Write `conclude with "Title"`.')
        return cx
    title = tail[0].value
    number = lower.ending(cx.world, title)
    worth = _worth(cx, tail[1:], parts)
    known = cx.world.program.worths
    if worth is not None and known.setdefault(number, worth) != worth:
        message = f"“{title}” is worth {known[number]} elsewhere, and {worth} here."
        cx.error(codes.WRONG_ARGUMENTS, message, parts.span, "An ending is worth the same wherever it comes about.")
    out.append(lower.over(cx.world, "ending", parts.span, number))
    return cx


@verb("pass")
def pass_(cx: Context, parts: Parts, out: Steps) -> Context:
    if not parts.arguments:
        return cx
    found = taken_up(cx, parts)
    site = laid_down(cx, parts, found[0]) if found is not None else None
    if found is not None and site is not None:
        hand_over(cx, found[1], site, found[0], parts.span, out)
    return cx


@verb("stop")
def stop(cx: Context, parts: Parts, out: Steps) -> Context:
    out.append(lower.stop())
    return cx


@verb("take")
def take(cx: Context, parts: Parts, out: Steps) -> Context:

    if len(parts.arguments) == 2:
        return _another(cx, parts, out)
    node = parts.arguments[0] if len(parts.arguments) == 1 else None
    name = node.name if isinstance(node, e.Word) else ""
    routine = cx.world.routine(name)
    if routine is None or routine.sort not in {"turn", "phase"}:
        phases = [n for n, rs in cx.world.routines.items() if any(r.sort in {"turn", "phase"} for r in rs)]
        cx.world.unknown(
            codes.UNKNOWN_VERB, "A player takes a turn or a phase.", name, parts.span, phases, help="Write `player takes turn`."
        )
        return cx
    who = expr(cx, parts.subject, t.PLAYER) if parts.subject is not None else cx.the_player(parts.span)
    coerce.player(cx, who, parts.span)
    call_routine(cx.acting(who), routine, [], parts.span, out)
    return cx


def _another(cx: Context, parts: Parts, out: Steps) -> Context:
    """`player takes another turn`: after this one, not inside it."""
    names = [a.name if isinstance(a, e.Word) else "" for a in parts.arguments]
    if names[0] != "another":
        text = cx.world.sources.text(parts.arguments[0].span)
        cx.error(codes.WRONG_ARGUMENTS, f"`{text}` says nothing here.", parts.arguments[0].span, "Write `player takes another turn`.")
    elif names[1] != "turn" or cx.world.routine("turn") is None:
        help = "To do a phase again write `repeat`." if cx.world.routine("turn") is not None else "The game has no `turn`."
        cx.error(codes.WRONG_ARGUMENTS, "Only a turn can be taken again.", parts.span, help)
    elif isinstance(cx.subject, RoutineSym) and cx.subject.sort in {"setup", "play"}:
        cx.error(codes.MISPLACED, "Nobody's turn is running here.", parts.span, "Write `player takes turn`.")
    elif parts.subject is not None and not (isinstance(parts.subject, e.Word) and parts.subject.name == "player"):
        help = "To let somebody else have a turn write `rival takes turn`."
        cx.error(codes.WRONG_ARGUMENTS, "Only whoever has the turn takes another one.", parts.subject.span, help)
    elif cx.world.again is not None:
        who = coerce.player(cx, cx.the_player(parts.span), parts.span)
        out.append(more(cx.world.again, who, cx.span(parts.span)))
    return cx


@verb("skip")
def skip(cx: Context, parts: Parts, out: Steps) -> Context:
    node = parts.arguments[0] if parts.arguments else None
    if not isinstance(node, e.Word) or node.name != "turn" or cx.world.routine("turn") is None:
        cx.error(codes.WRONG_ARGUMENTS, "Only a turn can be skipped.", parts.span, "Write `rival skips turn`.")
        return cx
    who = coerce.player(cx, cx.the_player(parts.span), parts.span)
    if cx.world.skipped is not None:
        out.append(more(cx.world.skipped, who, cx.span(parts.span)))
    return cx


@verb("resolve")
def resolve(cx: Context, parts: Parts, out: Steps) -> Context:

    found = goods(cx, parts.arguments, parts.span, False)
    if found is None or found.one is None or found.kind is None:
        if found is not None:
            cx.error(codes.WRONG_ARGUMENTS, "`resolve` takes one card.", parts.span)
        return cx
    resolve_card(cx, found.kind, found.one, parts.span, out)
    return cx
